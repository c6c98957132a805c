"""`kafenio simulate`: matches of bots, as records."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio.arena.simulate import simulate
from kafenio.bots import full_name
from kafenio.commands import BAD, GOOD, complain, say
from kafenio.errors import BadOptions, BotFailed
from kafenio.game import Game
from kafenio.records import save

__all__ = ["run", "seated"]


def seated(game: Game, names: Sequence[str]) -> list[str]:
    """Bots by seat; seats without a name get `random`. BadOptions for an unknown bot, or too many."""
    if len(names) > game.seats:
        raise BadOptions(f"bots: {len(names)} for {game.seats} seats")
    found = [*names, *["random"] * (game.seats - len(names))]
    for name in found:
        full_name(name, game.NAME)
    return found


def run(game: Game, bots: Sequence[str], matches: int, seed: int, out: str) -> int:
    """Play and write, one match at a time."""
    try:
        count = save(out, simulate(game, bots, matches, seed))
    except OSError as e:
        complain(f"{out}: cannot be written: {e.strerror or e}")
        return BAD
    except BotFailed as e:
        complain(e)
        return BAD
    say(f"{out}: {count} match{'es' if count != 1 else ''} of {game.NAME}")
    return GOOD
