"""The rungs from level1 to level8: what a level knows, and how far it calculates. Each game has its own beside its greedy player.

The lower levels are minds: the greedy player, seeing less. The upper ones are plans of a search. Where one ends and the other
begins, and how far apart the rungs are, was chosen so that each beats the one below it beyond doubt: docs/benchmarks.md.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["HEIGHT", "Mind", "Plan", "rung"]

HEIGHT = 8  # levels


@dataclass(frozen=True)
class Mind:
    """What somebody is able to who does not calculate.

    overlooks: how likely each card that one has to see for a play hides it. care: in how many of its turns it thinks of
    what comes after a play, as the greedy player does; below 0 in so many it looks forward to what it leaves on the table, as
    if nobody else were next; in the others it grabs what there is. forgets: the share of the cards gone that it takes for still to come. knows: whether it knows all that counts, not cards alone.
    """

    overlooks: float = 0.0
    care: float = 1.0
    forgets: float = 0.0
    knows: bool = True


@dataclass(frozen=True)
class Plan:
    """How a search thinks.

    horizon: plays it looks ahead with two at the table, with more in proportion; 0 to the end of the deal. Looking less
    far is steadier than playing a long deal out at random. forgets: the share of captured cards it has forgotten.
    counts: whether it counts the last round out; deals: in how many possible deals, where it cannot know the hands.
    guided: whether it expects sensible plays of the others, or any. careless: how often it takes the other sides to play
    so, rather than what is best against the hand that they do not see.
    crowd: how it searches with more than two at the table, where that takes more to be as good.
    """

    iterations: int
    horizon: int = 0
    forgets: float = 0.0
    counts: bool = False
    deals: int = 0
    guided: bool = True
    narrow: float = 0.0
    careless: float = 0.0
    crowd: Plan | None = None


def rung(game: str, name: str) -> Mind | Plan:
    """A rung by its name with its version, from 2 on. A version that a game does not name is the one before it there."""
    rules = importlib.import_module(f"kafenio.bots.greedy.{game}")
    rungs: Sequence[Mind | Plan] = rules.LADDER
    assert len(rungs) == HEIGHT
    later: Mapping[str, Mind | Plan] = getattr(rules, "LATER", {})
    return later.get(name) or rungs[int(name.partition("@")[0].removeprefix("level")) - 1]
