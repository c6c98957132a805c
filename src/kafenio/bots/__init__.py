"""Bots by name. Each gets views only, and none is ever changed: a stronger one is a new version beside the old."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeGuard

from kafenio.audience import View
from kafenio.bots.ladder import HEIGHT, Mind, rung
from kafenio.bots.specs import Spec, read_spec
from kafenio.errors import BadOptions
from kafenio.game import Bot, Choice, Game, games
from kafenio.message import Message

if TYPE_CHECKING:
    from kafenio.bots.levels import Level

__all__ = ["ADVISER", "BOTS", "bot", "full_name", "hint", "hire"]

ADVISER = "level8"  # who gives hints: the strongest


def _random(game: str, seed: int) -> Bot:
    from kafenio.bots.random import Random

    return Random(seed)


def _greedy(game: str, seed: int) -> Bot:
    made: Bot = importlib.import_module(f"kafenio.bots.greedy.{game}").Greedy()
    return made


def _search(name: str, game: str, seed: int) -> Bot:
    from kafenio.bots.levels import LEVELS, PLAIN, Level

    return Level(name, seed, plan=LEVELS.get(name, PLAIN))


def _rung(name: str, game: str, seed: int) -> Bot:
    found = rung(game, name)
    if isinstance(found, Mind):
        from kafenio.bots.beginners import Beginner

        return Beginner(name, game, seed, found)
    from kafenio.bots.levels import Level

    return Level(name, seed, plan=found)


BOTS: Mapping[str, Callable[[str, int], Bot]] = {  # the latest version last
    "random@1": _random,
    "greedy@1": _greedy,
    "ismcts@1": partial(_search, "ismcts@1"),
    **{f"level{n}@1": partial(_search, f"level{n}@1") for n in range(1, HEIGHT + 1)},
    **{f"level{n}@2": partial(_rung, f"level{n}@2") for n in range(1, HEIGHT + 1)},
    **{name: partial(_rung, name) for name in ("level5@3", "level7@3", "level8@3")},
}


def bot(text: str, game: str, seed: int) -> Bot:
    """A bot of a game by `name` or `name@version`, with options behind it. BadOptions for an unknown one."""
    if game not in games():
        raise BadOptions(f"no game {game!r}; games: {', '.join(games())}")
    spec = read_spec(text)
    found = [name for name in BOTS if spec.name in (name, name.partition("@")[0])]
    if not found:
        raise BadOptions(f"no bot {spec.name!r}; bots: {', '.join(BOTS)}")
    made = BOTS[found[-1]](game, seed)
    if spec != Spec(spec.name):
        if not thinks(made):
            raise BadOptions(f"bot {text!r}: {found[-1]} takes neither time nor iterations")
        made.allow(spec.time_s, spec.iterations)
        made.name = str(replace(spec, name=found[-1]))
    return made


def thinks(made: Bot) -> TypeGuard[Level]:
    """Whether a bot may be told how long to think."""
    return hasattr(made, "allow")


def hire(text: str, game: Game, seed: int) -> Bot:
    """A bot by name, or a program outside (`./mybot`, `cmd:…`), which is started when it first has to choose.

    Only for what somebody typed: a record, or a player from elsewhere, must never name a program. Close what has `close`.
    """
    spec = read_spec(text)
    if not spec.outside:
        return bot(text, game.NAME, seed)
    from kafenio.bots.outside import Outside

    return Outside(spec, game, seed)


def full_name(text: str, game: str, time_s: float | None = None, iterations: int | None = None) -> str:
    """How a bot or a program is named in full, thinking so much unless it says how much itself. BadOptions."""
    spec = read_spec(text)
    if spec.outside:
        assert spec.command  # BadOptions if it is none
        return str(spec.within(time_s, iterations))
    made = bot(text, game, 0)
    return str(read_spec(made.name).within(time_s, iterations)) if thinks(made) else made.name


def hint(choice: Choice, view: View, legal: Sequence[str]) -> list[Message]:
    """What speaks for a choice, whoever made it: what it brings and keeps, what is gone; what a search expects of it."""
    found: list[Message] = (
        importlib.import_module(f"kafenio.bots.greedy.{view.game}").Greedy().reasons(view, choice.play, legal)
    )
    return [*found, choice.why] if choice.why is not None and choice.estimates else found
