"""The account of a Kontsina match (R36-R42): deals won or points, extra deals, ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafenio.contract import Deal
from kafenio.errors import BadRecord
from kafenio.game import Result, Sheet, Tally
from kafenio.games.kontsina.deal import KontsinaDeal
from kafenio.games.kontsina.options import KontsinaOptions
from kafenio.message import Seat, Side, said, series

__all__ = ["KontsinaTally"]


class KontsinaTally(Tally):
    """`totals`: deals won, or points with match_format=points."""

    def __init__(self, options: KontsinaOptions, sides: int) -> None:
        self.options = options
        self.totals = [0] * sides
        self.entries: list[tuple[int, Result, tuple[int, ...]]] = []  # dealer, result, sides credited

    def judge(self, deal: Deal) -> Result:
        assert isinstance(deal, KontsinaDeal)
        cards, clubs, twos, tens = zip(*(deal.taken(side) for side in range(deal.sides)), strict=True)
        counts = {"cards": cards, "clubs": clubs, "2c": twos, "Td": tens}
        return Result(tuple(deal.gained()[: deal.sides]), tuple(deal.points()), counts=counts)

    def claim(self, points: Sequence[int], counts: Mapping[str, tuple[int, ...]]) -> Result:
        """As `Tally.claim`: nobody loses points, and all together get no more than a deal brings (R35)."""
        most = self.most()
        if min(points) < 0 or sum(points) > most:
            raise BadRecord(f"points: {list(points)}, where a deal brings 0 to {most} in all")
        return super().claim(points, counts)

    def given_up(self, side: int) -> Result:
        """Each other side gets every point but those for sweeps."""
        options = self.options
        whole = options.points_cards + options.points_clubs + options.points_2c + options.points_td
        return Result(tuple(0 if s == side else whole for s in range(len(self.totals))))

    def most(self) -> int:
        """No deal brings all sides together more than this; a sweep takes two cards at least."""
        options, sides = self.options, len(self.totals)
        cards = max(options.points_cards, sides if options.points_cards and options.cards_tie == "one_each" else 0)
        clubs = max(options.points_clubs, sides if options.points_clubs and options.clubs_tie == "one_each" else 0)
        return cards + clubs + options.points_2c + options.points_td + 26 * options.sweep_bonus

    def deal_winners(self, points: Sequence[int]) -> tuple[int, ...]:
        """The sides credited with a deal (R36, R37)."""
        best = tuple(s for s, p in enumerate(points) if p == max(points))
        return best if len(best) == 1 or self.options.deal_tie == "all_tied" else ()

    def add(self, result: Result, dealer: int) -> None:
        won = self.deal_winners(result.points)
        by_points = self.options.match_format == "points"
        for side in range(len(self.totals)):
            self.totals[side] += result.points[side] if by_points else int(side in won)
        self.entries.append((dealer, result, won))
        if self.ends():
            best = max(self.totals)
            self.winners = tuple(s for s, total in enumerate(self.totals) if total == best)

    def ends(self) -> bool:
        """Whether the match is over after this deal (R39-R42)."""
        first, second = sorted(self.totals, reverse=True)[:2]
        if self.options.match_format == "points":
            return first >= self.options.target_score and first > second
        assert self.options.deals is not None
        left = self.options.deals - len(self.entries)
        if left > 0:
            return self.options.stop_when_decided and first - second > left
        return first > second or self.options.match_tie == "draw"

    def sheet(self) -> Sheet:
        """Per deal and side cards/clubs/2c/Td and points; who won the deal; then points and deals won so far."""
        sides = [Side(side) for side in range(len(self.totals))]
        heads = (
            *(said("head.deal"), said("head.dealer")),
            *sides,
            *(said("head.points", side=side) for side in sides),
            said("head.won_by"),
            *(said("head.total", side=side) for side in sides),
            *(said("head.deals", side=side) for side in sides),
        )
        points, deals = [0] * len(sides), [0] * len(sides)
        rows = []
        for number, (dealer, result, won) in enumerate(self.entries, 1):
            for side in range(len(sides)):
                points[side] += result.points[side]
                deals[side] += side in won
            rows.append(
                (
                    number,
                    Seat(dealer),
                    *(counted(result, side) for side in range(len(sides))),
                    *result.points,
                    series([Side(s) for s in won] or [said("cell.nobody")]),
                    *points,
                    *deals,
                )
            )
        return Sheet(heads, tuple(rows))


def counted(result: Result, side: int) -> str:
    """`29/7/2c/–`: cards, clubs, good two, good ten; `–` for what was not noted."""
    if result.counts is None:
        return "–"
    cards, clubs = result.counts["cards"][side], result.counts["clubs"][side]
    two = "2c" if result.counts["2c"][side] else "–"
    ten = "Td" if result.counts["Td"][side] else "–"
    return f"{cards}/{clubs}/{two}/{ten}"
