"""Matches of bots, from a seed: the same seed gives the same records."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence

from kafenio.audience import SPECTATOR, View
from kafenio.bots import hire
from kafenio.bots.outside import Outside
from kafenio.bots.random import Random
from kafenio.contract import Rng
from kafenio.game import Bot, Game
from kafenio.match import Match
from kafenio.records import Record, record_of

__all__ = ["choice", "dismiss", "play", "play_deal", "seeded", "simulate"]

NOTHING = View("", SPECTATOR, {})


def simulate(game: Game, bots: Sequence[str], matches: int, seed: int) -> Iterator[Record]:
    """The records of so many matches, one at a time; bots by seat, as `name` or `name@version`.

    Each match has seeds of its own, so the first ten of a hundred are the ten of ten.
    """
    for number in range(matches):
        players = [hire(spec, game, seeded(seed, number, f"bot {s}")) for s, spec in enumerate(bots)]
        match = Match(game, Rng(seeded(seed, number, "cards")))
        try:
            play(match, players)
        finally:
            dismiss(players)
        yield record_of(match, [f"bot:{player.name}" for player in players])


def dismiss(players: Iterable[Bot]) -> None:
    """Programs leave."""
    for player in players:
        if isinstance(player, Outside):
            player.close()


def play(match: Match, players: Sequence[Bot]) -> None:
    """Play a match to its end; what may be said out of turn is said."""
    while not match.over:
        match.begin()
        play_deal(match, lambda seat, legal: choice(match, players[seat], seat, legal))


def play_deal(match: Match, chooses: Callable[[int, Sequence[str]], str]) -> None:
    """Play a deal that has begun: `chooses` gets a seat and its legal plays."""
    while match.deal is not None:
        match.settle()
        asked = match.actors()
        for seat in sorted(asked, key=lambda s: match.deal is not None and s == match.deal.turn):
            legal = match.legal(seat)
            if legal:
                match.make(seat, chooses(seat, legal))


def choice(match: Match, player: Bot, seat: int, legal: Sequence[str]) -> str:
    if len(legal) == 1:
        return legal[0]
    view = NOTHING if isinstance(player, Random) else match.view(seat)  # a view costs more than all the rest
    return player.choose(view, legal).play


def seeded(seed: int, match: int, purpose: str) -> int:
    """A seed of 64 bits for one purpose in one match."""
    text = f"kafenio {seed} {match} {purpose}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
