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
from kafenio.message import Cards, Message, Side, said, series

__all__ = ["RondaResult", "RondaTally"]


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

    def sheet(self) -> Sheet:
        """A line for each scoring step: what happened, what each side gets, totals."""
        sides = [Side(side) for side in range(len(self.totals))]
        totals = [0] * len(sides)
        rows = []
        for number, result in enumerate(self.entries, 1):
            lines = [(said("cell.noted"), result.points)]
            if isinstance(result, RondaResult):
                lines = [(self.told(step, result), step.points) for step in result.steps]
            for told, points in lines:
                totals = [total + gain for total, gain in zip(totals, points, strict=True)]
                gains = [f"{gain:+}" if gain else "" for gain in points]
                rows.append((number, told, *gains, *totals))
        heads = [said("head.total", side=side) for side in sides]
        return Sheet((said("head.deal"), said("head.event"), *sides, *heads), tuple(rows))

    def side(self, seat: int) -> Side:
        """The side of a seat."""
        return Side(seat % len(self.totals))

    def told(self, step: Step, result: Result) -> Message:
        """A scoring step in words."""
        who = self.side(step.seat)
        first, second = step.what
        gains = [(side, gain) for side, gain in enumerate(step.points) if gain]
        if step.reason in ("ronda", "tringla"):
            return self.announced(step)
        if step.reason == "missa":
            return said("cell.missa", side=who)
        if step.reason in ("bount", "khamsa", "aachra"):
            return said("cell.with_missa", what=self.tapped(step)) if first else self.tapped(step)
        if step.reason == "hidden":
            others = tuple(Side(side) for side, gain in gains if gain > 0)
            return said("cell.hidden", side=who, what=combination(first), others=others, best=combination(second))
        if step.reason == "call":
            if not second:
                return said("cell.call.nothing", side=who, other=self.side(first))
            return said("cell.call", side=who, other=self.side(first), what=combination(second))
        if step.reason == "dealer_last":
            key = "cell.dealer_last" if second else "cell.dealer_last.nothing"
            return said(key, side=who, card=Cards(LATIN_40.name(first)))
        assert result.counts is not None
        cards = result.counts["cards"]
        winner = next((Side(side) for side, n in enumerate(cards) if n > 20), said("cell.nobody"))  # R52
        counts = "-".join(map(str, cards))
        if not gains:
            return said("cell.cards.even", counts=counts, who=winner)
        told = series([said("cell.gain", side=Side(side), points=gain) for side, gain in gains])
        return said("cell.cards", counts=counts, gains=told, who=winner)

    def announced(self, step: Step) -> Message:
        """Who announced what, and who won."""
        seats, rondas = step.what
        pairs = [self.side(s) for s in range(4) if seats >> s & 1]
        best = [Side(side) for side, gain in enumerate(step.points) if gain]
        if step.reason == "tringla":
            others = [self.side(s) for s in range(4) if seats >> (4 + s) & 1 and s != step.seat]
            words = [said("cell.tringla", side=side) for side in (best[0], *others)]
            found = series([*words, *(said("cell.ronda", side=side) for side in pairs)])
            assert isinstance(found, Message)
            return found
        if len(pairs) == 1:
            return said("cell.only_ronda" if rondas == 1 else "cell.only_rondas", side=pairs[0])
        place = "level" if len(best) > 1 else "higher" if rondas == 2 else "highest"
        if len(pairs) == 4 and self.options.four_rondas == "lowest" and len(best) == 1:
            place = "lowest"
        return said(f"cell.rondas.{place}", n=rondas, count=said(f"count.{rondas}"), sides=tuple(best))

    def tapped(self, step: Step) -> Message:
        """The callers of a chain; each sat next to the one before."""
        level = ("bount", "khamsa", "aachra").index(step.reason) + 1
        seats = 3 if len(self.totals) == 3 else 4  # two players: as well
        callers = [self.side((step.seat + seats - i) % seats) for i in range(level, -1, -1)]
        places = dict(zip(("laid_by", "first", "second", "third"), callers, strict=False))
        if level == 1:
            del places["laid_by"]
        return Message(f"cell.{step.reason}", {**places})


def combination(told: int) -> Message:
    """`a ronda of 10`, from 16 * kind + rank."""
    return said("cell.a_tringla" if told // 16 == 3 else "cell.a_ronda", rank=LATIN_40.ranks[told % 16])
