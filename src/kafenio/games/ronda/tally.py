"""The account of a Ronda match: points up to the target (R53, R54), and a line for every scoring step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kafenio.cards import LATIN_40
from kafenio.contract import Deal
from kafenio.errors import BadRecord
from kafenio.game import Result, Sheet, Tally
from kafenio.games.ronda.deal import RondaDeal
from kafenio.games.ronda.events import Step
from kafenio.games.ronda.options import RondaOptions

__all__ = ["RondaResult", "RondaTally"]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True)
class RondaResult(Result):
    """A deal with its scoring steps, for the score-sheet."""

    steps: tuple[Step, ...] = ()


class RondaTally(Tally):
    """`totals`: points; they may fall below 0 (R29)."""

    def __init__(self, options: RondaOptions, sides: int) -> None:
        self.options = options
        self.totals = [0] * sides
        self.entries: list[Result] = []

    def judge(self, deal: Deal) -> Result:
        assert isinstance(deal, RondaDeal)
        points = tuple(deal.gained()[: deal.sides])
        return RondaResult(
            points, tuple(deal.points()), deal.ended(), {"cards": deal.taken()}, steps=tuple(deal.scored())
        )

    def claim(self, points: Sequence[int], counts: Mapping[str, tuple[int, ...]]) -> Result:
        cards = counts.get("cards", ())
        if sum(cards) > len(LATIN_40) or any(n < 0 for n in cards):
            raise BadRecord(f"cards: {'-'.join(map(str, cards))} is not a division of 40 cards")
        return super().claim(points, counts)

    def given_up(self, side: int) -> Result:
        """Each other side gets the points for all the cards."""
        whole = len(LATIN_40) // 2
        return Result(tuple(0 if s == side else whole for s in range(len(self.totals))))

    def add(self, result: Result, dealer: int) -> None:
        for side, gain in enumerate(result.points):
            self.totals[side] += gain
        self.entries.append(result)
        best, second = sorted(self.totals, reverse=True)[:2]
        if best >= self.options.target_score and best > second:
            self.winners = (self.totals.index(best),)

    def sheet(self, names: Sequence[str]) -> Sheet:
        """A line for each scoring step: what happened, what each side gets, totals."""
        totals = [0] * len(names)
        rows = []
        for number, result in enumerate(self.entries, 1):
            lines = [("as noted at the table", result.points)]
            if isinstance(result, RondaResult):
                lines = [(self.told(step, result, names), step.points) for step in result.steps]
            for told, points in lines:
                totals = [total + gain for total, gain in zip(totals, points, strict=True)]
                gains = [f"{gain:+}" if gain else "" for gain in points]
                rows.append((str(number), told, *gains, *map(str, totals)))
        return Sheet(("deal", "event", *names, *(f"{n} total" for n in names)), tuple(rows))

    def told(self, step: Step, result: Result, names: Sequence[str]) -> str:
        """A scoring step in words."""
        who = names[step.seat % len(names)]
        first, second = step.what
        if step.reason in ("ronda", "tringla"):
            return self.announced(step, names)
        if step.reason == "missa":
            return f"{who} missa"
        if step.reason in ("bount", "khamsa", "aachra"):
            return tapped(step, names) + (" with missa" if first else "")
        if step.reason == "hidden":
            gets = " and ".join(name for name, gain in zip(names, step.points, strict=True) if gain > 0)
            return f"{who} hid {combination(first)}, {gets} had announced {combination(second)}"
        if step.reason == "call":
            accused = names[first % len(names)]
            return f"{who} called {accused}, who hid {combination(second) if second else 'nothing'}"
        if step.reason == "dealer_last":
            return f"dealer {who}: last card {LATIN_40.name(first)} captures" + ("" if second else " nothing")
        assert result.counts is not None
        cards = result.counts["cards"]
        counted = "-".join(map(str, cards))
        gains = ", ".join(f"{name} {gain}" for name, gain in zip(names, step.points, strict=True) if gain)
        won = next((name for name, n in zip(names, cards, strict=True) if n > 20), "nobody")  # R52
        return f"cards {counted}: {gains}, deal won by {won}" if gains else f"cards {counted}, deal won by {won}"

    def announced(self, step: Step, names: Sequence[str]) -> str:
        """Who announced what, and who won."""
        seats, rondas = step.what
        pairs = [names[s % len(names)] for s in range(4) if seats >> s & 1]
        best = [name for name, gain in zip(names, step.points, strict=True) if gain]
        if step.reason == "tringla":
            others = [names[s % len(names)] for s in range(4) if seats >> (4 + s) & 1 and s != step.seat]
            words = [f"{name} tringla" for name in (best[0], *others)] + [f"{name} ronda" for name in pairs]
            return ", ".join(words)
        if len(pairs) == 1:
            return f"{pairs[0]} only ronda" if rondas == 1 else f"{pairs[0]} alone two rondas"
        place = "level" if len(best) > 1 else "the higher" if rondas == 2 else "the highest"
        if len(pairs) == 4 and self.options.four_rondas == "lowest" and len(best) == 1:
            place = "the lowest"
        return f"{NUMBERS[rondas]} rondas announced, {' and '.join(best)} {place}"


def tapped(step: Step, names: Sequence[str]) -> str:
    """The callers of a chain; each sat next to the one before."""
    level = ("bount", "khamsa", "aachra").index(step.reason) + 1
    seats = 3 if len(names) == 3 else 4  # two players: as well
    laid_by, first, *answers = [names[(step.seat + seats - i) % seats % len(names)] for i in range(level, -1, -1)]
    if level == 1:
        return f"{first} bount"
    words = f"{first} bount on {laid_by}, {answers[0]} answers khamsa"
    return words if level == 2 else f"{words}, {answers[1]} aachra"


def combination(told: int) -> str:
    """`a ronda of 10`, from 16 * kind + rank."""
    kind = "tringla" if told // 16 == 3 else "ronda"
    return f"a {kind} of {LATIN_40.ranks[told % 16]}"
