"""Bots by name. Each gets views only, and none is ever changed: a stronger one is a new version beside the old."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import partial

from kafenio.errors import BadOptions
from kafenio.game import Bot, games

__all__ = ["BOTS", "bot"]


def _random(game: str, seed: int) -> Bot:
    from kafenio.bots.random import Random

    return Random(seed)


def _greedy(game: str, seed: int) -> Bot:
    made: Bot = importlib.import_module(f"kafenio.bots.greedy.{game}").Greedy()
    return made


def _level(name: str, game: str, seed: int) -> Bot:
    from kafenio.bots.levels import Level

    return Level(name, seed)


BOTS: Mapping[str, Callable[[str, int], Bot]] = {  # the latest version last
    "random@1": _random,
    "greedy@1": _greedy,
    **{f"level{n}@1": partial(_level, f"level{n}@1") for n in range(1, 9)},
}


def bot(spec: str, game: str, seed: int) -> Bot:
    """A bot of a game by `name` or `name@version`. BadOptions for an unknown one."""
    if game not in games():
        raise BadOptions(f"no game {game!r}; games: {', '.join(games())}")
    found = [name for name in BOTS if spec in (name, name.partition("@")[0])]
    if not found:
        raise BadOptions(f"no bot {spec!r}; bots: {', '.join(BOTS)}")
    return BOTS[found[-1]](game, seed)
