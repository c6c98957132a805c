"""Bots by name. Each gets views only, and none is ever changed: a stronger one is a new version beside the old."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from kafenio.audience import View
from kafenio.bots.specs import Spec, read_spec
from kafenio.errors import BadOptions
from kafenio.game import Bot, Choice, Game, games
from kafenio.message import Message

__all__ = ["BOTS", "bot", "full_name", "hint", "hire"]


def _random(game: str, seed: int, spec: Spec) -> Bot:
    from kafenio.bots.random import Random

    return Random(seed)


def _greedy(game: str, seed: int, spec: Spec) -> Bot:
    made: Bot = importlib.import_module(f"kafenio.bots.greedy.{game}").Greedy()
    return made


def _search(name: str, game: str, seed: int, spec: Spec) -> Bot:
    from kafenio.bots.levels import LEVELS, PLAIN, Level

    made = Level(name, seed, plan=LEVELS.get(name, PLAIN))
    made.allow(spec.time_s, spec.iterations)
    made.name = str(Spec(name, spec.time_s, spec.iterations))
    return made


def _beginner(name: str, game: str, seed: int, spec: Spec) -> Bot:
    from kafenio.bots.beginners import MINDS, Beginner

    return Beginner(name, game, seed, MINDS[name])


BEGINNERS = tuple(f"level{n}@2" for n in range(1, 5))
THINKERS = ("ismcts@1", *(f"level{n}@1" for n in range(1, 9)), *(f"level{n}@2" for n in range(5, 9)))
BOTS: Mapping[str, Callable[[str, int, Spec], Bot]] = {  # the latest version last
    "random@1": _random,
    "greedy@1": _greedy,
    **{name: partial(_search, name) for name in THINKERS},
    **{name: partial(_beginner, name) for name in BEGINNERS},
}


def bot(text: str, game: str, seed: int) -> Bot:
    """A bot of a game by `name` or `name@version`, with options behind it. BadOptions for an unknown one."""
    if game not in games():
        raise BadOptions(f"no game {game!r}; games: {', '.join(games())}")
    spec = read_spec(text)
    found = [name for name in BOTS if spec.name in (name, name.partition("@")[0])]
    if not found:
        raise BadOptions(f"no bot {spec.name!r}; bots: {', '.join(BOTS)}")
    if found[-1] not in THINKERS and spec != Spec(spec.name):
        raise BadOptions(f"bot {text!r}: {found[-1]} takes neither time nor iterations")
    return BOTS[found[-1]](game, seed, spec)


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
    spec = read_spec(bot(text, game, 0).name)
    return str(spec.within(time_s, iterations) if spec.name in THINKERS else spec)


def hint(choice: Choice, view: View, legal: Sequence[str]) -> list[Message]:
    """What speaks for a choice, whoever made it: what it brings and keeps, what is gone; what a search expects of it."""
    found: list[Message] = (
        importlib.import_module(f"kafenio.bots.greedy.{view.game}").Greedy().reasons(view, choice.play, legal)
    )
    return [*found, choice.why] if choice.why is not None and choice.estimates else found
