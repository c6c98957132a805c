"""Skill: what a match changes in what is believed of its players. People and bots alike, by openskill.

A match is a contest of its sides, and its result is who has won: whatever a game counts, it counts for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from statistics import fmean

from msgspec import Struct
from openskill.models import PlackettLuce

from kafenio.game import Game

__all__ = ["Entry", "Skill", "form", "shown_points", "skills_after"]

ALONE = {2: "duel", 3: "three", 4: "four", 5: "five"}


class Skill(Struct, frozen=True):
    """What is believed of a player: his strength, and how sure that is."""

    mu: float = 25.0
    sigma: float = 25.0 / 3


class Entry(Struct, frozen=True):
    """Who is rated by a match, as they sat down at its beginning: what happens later is theirs."""

    game: str
    form: str
    sides: list[list[str]]  # a person's id, or bot:NAME


def form(game: Game) -> str:
    """Ratings are kept for each: duel, three, four, five (everybody alone), teams."""
    return "teams" if game.sides < game.seats else ALONE[game.seats]


@cache
def model() -> PlackettLuce:
    return PlackettLuce()


def skills_after(
    sides: Sequence[Sequence[str]], winners: Sequence[int], before: Mapping[str, Skill]
) -> dict[str, Skill]:
    """Everybody's skill after a match. A bot at several seats gets the mean of what each of them would give it."""
    teams = [[model().rating(before[who].mu, before[who].sigma) for who in side] for side in sides]
    after = model().rate(teams, ranks=[1.0 if side in winners else 2.0 for side in range(len(sides))])
    found: dict[str, list[Skill]] = {}
    for side, team in zip(sides, after, strict=True):
        for who, skill in zip(side, team, strict=True):
            found.setdefault(who, []).append(Skill(skill.mu, skill.sigma))
    return {who: Skill(fmean(s.mu for s in some), fmean(s.sigma for s in some)) for who, some in found.items()}


def shown_points(skill: Skill) -> int:
    """One number for people: what somebody is at least worth, 1000 for who has never played."""
    return round(1000 + 40 * (skill.mu - 3 * skill.sigma))
