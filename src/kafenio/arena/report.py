"""What outcomes say of bots: points per deal with their confidence, matches won, openskill ratings; a table and JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

from kafenio.arena.contest import Outcome
from kafenio.arena.plan import Contest

__all__ = ["Standing", "as_json", "lines", "standings"]

CONFIDENCE = 0.95


@dataclass
class Standing:
    """How a bot did. `sets`: of each duplicate set its deals and its points ahead of the others, summed up."""

    name: str
    won: float = 0.0
    rating: float = 0.0
    sets: dict[int, tuple[int, float]] = field(default_factory=dict)

    @property
    def deals(self) -> int:
        return sum(deals for deals, _ in self.sets.values())

    @property
    def points(self) -> float:
        """Per deal, ahead of the others."""
        return sum(points for _, points in self.sets.values()) / self.deals if self.deals else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where that lies with 95 %: sets are independent, the matches of one are not. None with fewer than two sets."""
        n = len(self.sets)
        if n < 2 or not self.deals:
            return None
        mean = self.points
        strays = sum((points - mean * deals) ** 2 for deals, points in self.sets.values())
        half = quantile(n - 1) * math.sqrt(n / (n - 1) * strays) / self.deals
        return mean - half, mean + half


def quantile(freedom: int) -> float:
    """Of Student's t, for a two-sided interval: exact for 1 and 2, else the usual expansion, good to a thousandth from 6 on."""
    p = (1 + CONFIDENCE) / 2
    if freedom == 1:
        return math.tan(math.pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) / math.sqrt(2 * p * (1 - p))
    z, v = NormalDist().inv_cdf(p), freedom
    terms = (
        z,
        (z**3 + z) / (4 * v),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3),
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4),
    )
    return sum(terms)


def standings(contest: Contest, outcomes: Iterable[Outcome]) -> list[Standing]:
    """In the order of the contest's bots, whatever the order of the outcomes."""
    found = [Standing(name) for name in contest.bots]
    ordered = sorted(outcomes, key=lambda outcome: outcome.unit)
    for outcome in ordered:
        for part in outcome.parts:
            standing = found[part.bot]
            deals, points = standing.sets.get(outcome.number, (0, 0.0))
            standing.sets[outcome.number] = deals + part.deals, points + part.points
            standing.won += part.won
    for standing, rating in zip(found, ratings(len(found), ordered), strict=True):
        standing.rating = rating
    return found


def ratings(bots: int, outcomes: Iterable[Outcome]) -> list[float]:
    """The mean skill of openskill's Plackett-Luce model (25 at first) after all matches in order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    skills = [model.rating() for _ in range(bots)]
    for outcome in outcomes:
        teams = [[skills[part.bot]] for part in outcome.parts]
        scores = [part.won for part in outcome.parts]
        for part, (skill,) in zip(outcome.parts, model.rate(teams, scores=scores), strict=True):
            skills[part.bot] = skill
    return [skill.mu for skill in skills]


def as_json(found: Sequence[Standing]) -> Mapping[str, Any]:
    """`{"bots": [{"name", "deals", "points", "interval": [low, high], "won", "rating"}]}`; nulls for an unknown interval."""
    return {
        "bots": [
            {
                "name": s.name,
                "deals": s.deals,
                "points": round(s.points, 4),
                "interval": [round(x, 4) for x in s.interval] if s.interval else [None, None],
                "won": whole(s.won),
                "rating": round(s.rating, 2),
            }
            for s in found
        ]
    }


def whole(number: float) -> float | int:
    """Matches are counted in whole numbers unless some were shared."""
    return round(number) if abs(number - round(number)) < 1e-6 else round(number, 3)


def lines(found: Sequence[Standing]) -> list[str]:
    """The table, the best first."""
    rows = [("bot", "deals", "points per deal", "95 %", "won", "rating")]
    for s in sorted(found, key=lambda s: -s.points):
        interval = f"{s.interval[0]:+.3f} to {s.interval[1]:+.3f}" if s.interval else "two sets needed"
        rows.append((s.name, str(s.deals), f"{s.points:+.3f}", interval, f"{whole(s.won):g}", f"{s.rating:.2f}"))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if i else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
