"""Who plays whom, on which cards: duplicate sets, in which every bot gets every seat of the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from kafenio.bots import full_name
from kafenio.errors import BadOptions
from kafenio.game import Game, load

__all__ = ["Contest", "Unit", "planned"]

Lineup = tuple[int, ...]  # the bot of each side


@dataclass(frozen=True, order=True)
class Unit:
    """One match: set number, and which of the contest's seatings."""

    number: int
    seating: int


@dataclass(frozen=True)
class Contest:
    """Everything that decides what happens: the game, the bots, the seed. Plain, so that any process can have it.

    With as many bots as sides or more, every combination of so many meets, every rotation of it, both ways round. With
    fewer, every two bots meet: one at each place in turn, the other at the rest, and the reverse.
    """

    game: str
    options: Mapping[str, Any]
    bots: Sequence[str]
    seed: int
    matches: int = field(compare=False)  # that those who meet play at least; whole sets are played
    deals: int = 0  # of each match only so many at its beginning, 0: all

    @cached_property
    def rules(self) -> Game:
        return load(self.game).of(**self.options)

    @cached_property
    def seatings(self) -> list[Lineup]:
        """Every match of a set."""
        return [seating for meeting in self.meetings for seating in meeting]

    @cached_property
    def meetings(self) -> list[list[Lineup]]:
        """Who meets, each in all its seatings."""
        sides = self.rules.sides
        everyone = range(len(self.bots))
        if len(self.bots) >= sides:
            return [distinct([*turned(line), *turned(line[::-1])]) for line in combinations(everyone, sides)]
        return [
            [
                tuple(one if s == place else rest for s in range(sides))
                for one, rest in (pair, pair[::-1])
                for place in range(sides)
            ]
            for pair in combinations(everyone, 2)
        ]

    @property
    def sets(self) -> int:
        return -(-self.matches // max(map(len, self.meetings)))

    def units(self) -> Iterator[Unit]:
        """Every match, set by set."""
        for number in range(self.sets):
            for seating in range(len(self.seatings)):
                yield Unit(number, seating)

    def header(self) -> dict[str, Any]:
        """What must be the same for results to go together."""
        return {
            "format": "kafenio-arena/1",
            "game": self.game,
            "options": dict(self.options),
            "bots": list(self.bots),
            "seed": self.seed,
            "deals": self.deals,
        }


def turned(line: Lineup) -> list[Lineup]:
    return [line[i:] + line[:i] for i in range(len(line))]


def distinct(lines: Sequence[Lineup]) -> list[Lineup]:
    return list(dict.fromkeys(lines))


def planned(
    game: Game,
    bots: Sequence[str],
    matches: int,
    seed: int,
    time_s: float | None = None,
    iterations: int | None = None,
    deals: int = 0,
) -> Contest:
    """A contest as somebody asks for it. BadOptions for fewer than two bots, and for an unknown one."""
    if len(bots) < 2:
        raise BadOptions(f"bots: two or more expected, not {len(bots)}")
    names = [full_name(text, game.NAME, time_s, iterations) for text in bots]
    return Contest(game.NAME, game.options.differing(), names, seed, matches, deals)
