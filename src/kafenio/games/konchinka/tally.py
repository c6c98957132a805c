"""The account of a Konchinka match (R41-R49): running totals, the target, a finish in mid-deal, what losers pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import groupby

from kafenio.contract import Deal
from kafenio.errors import BadRecord
from kafenio.game import Number, Result, Sheet, Tally
from kafenio.games.konchinka.deal import KonchinkaDeal
from kafenio.games.konchinka.options import KonchinkaOptions
from kafenio.message import Seat, Side, Value, said

__all__ = ["KonchinkaTally"]


class KonchinkaTally(Tally):
    """`totals`: the last entry of each record. `records`: every entry by side, the earlier ones struck through (R41)."""

    def __init__(self, options: KonchinkaOptions, sides: int) -> None:
        self.options = options
        self.totals = [0] * sides
        self.records: list[list[int]] = [[] for _ in range(sides)]
        self.entries: list[tuple[int, Result, tuple[str, ...]]] = []  # dealer, result, the records as they stood

    def judge(self, deal: Deal) -> Result:
        assert isinstance(deal, KonchinkaDeal)
        names = ("cards", "clubs", "2c", "Td", "aces", "sweeps")
        counts = dict(zip(names, zip(*(deal.taken(side) for side in range(deal.sides)), strict=True), strict=True))
        return Result(tuple(deal.gained()[: deal.sides]), tuple(deal.points()), deal.ended(), counts)

    def claim(self, points: Sequence[int], counts: Mapping[str, tuple[int, ...]]) -> Result:
        """As `Tally.claim`: nobody loses points, and all together get no more than a deal brings (R40)."""
        most = self.most()
        if min(points) < 0 or sum(points) > most:
            raise BadRecord(f"points: {list(points)}, where a deal brings 0 to {most} in all")
        return super().claim(points, counts)

    def given_up(self, side: int) -> Result:
        """Each other side gets every point but those for sweeps."""
        options = self.options
        whole = (
            options.points_cards
            + options.points_clubs
            + options.points_2c
            + options.points_td
            + 4 * options.points_each_ace
        )
        return Result(tuple(0 if s == side else whole for s in range(len(self.totals))))

    def most(self) -> int:
        """No deal brings all sides together more than this; a sweep takes two cards at least."""
        options, sides = self.options, len(self.totals)
        cards = max(options.points_cards, sides if options.points_cards and options.cards_tie == "one_each" else 0)
        clubs = max(options.points_clubs, sides if options.points_clubs and options.clubs_tie == "one_each" else 0)
        rest = options.points_2c + options.points_td + 4 * options.points_each_ace + 26 * options.sweep_bonus
        return cards + clubs + rest

    def add(self, result: Result, dealer: int) -> None:
        before = list(self.totals)
        for side, points in enumerate(result.points):
            if points:
                self.totals[side] += points
                self.records[side].append(self.totals[side])
        self.entries.append((dealer, result, tuple(map(struck, self.records))))
        winner = self.winner(before, result)
        self.winners = () if winner is None else (winner,)

    def winner(self, before: Sequence[int], result: Result) -> int | None:
        """The side that wins the match with this deal (R42-R43a, R47b); None if it goes on."""
        finisher = next((line.side for line in result.lines if line.reason == "finish"), None)
        if finisher is None and result.ended:
            finisher = self.finisher(before, result)
        if finisher is not None:
            return finisher
        target = self.options.target_score
        reached = [side for side, total in enumerate(self.totals) if total >= target]
        if self.options.target_tie == "count_order" and len(reached) > 1 and max(before) < target:
            first = self.first_to_reach(before, result)
            if len(first) == 1:
                return first[0]
        best = [side for side in reached if self.totals[side] == max(self.totals)]
        return best[0] if len(best) == 1 else None

    def finisher(self, before: Sequence[int], result: Result) -> int:
        """The side that finished a deal noted at a real table (R44-R47b). BadRecord if none can have, or several can."""
        if self.options.early_finish == "off":
            raise BadRecord("a side has finished in mid-deal, against early_finish=off")
        target = self.options.target_score
        able = [s for s, total in enumerate(before) if total >= target - 2] if max(before) < target else []
        able = [s for s in able if self.totals[s] >= target]
        if not able:
            raise BadRecord(
                f"a side has finished in mid-deal, yet no side that lacked 1 or 2 points has reached {target}"
            )
        if self.options.early_finish_others == "none" and sum(map(bool, result.points)) > 1:
            raise BadRecord(f"a side has finished in mid-deal, yet others have points: {list(result.points)}")
        if len(able) > 1:
            raise BadRecord(f"it must be known which of sides {' and '.join(map(str, able))} has finished in mid-deal")
        return able[0]

    def first_to_reach(self, before: Sequence[int], result: Result) -> list[int]:
        """The sides that reach the target by the first item that brings one there (R43a). BadRecord without items."""
        running = list(before)
        for _, lines in groupby(result.lines, key=lambda line: line.reason):
            for line in lines:
                running[line.side] += line.points
            first = [side for side, total in enumerate(running) if total >= self.options.target_score]
            if first:
                return first
        raise BadRecord("with target_tie=count_order it must be known what the points of the last deal are for")

    def settlement(self) -> tuple[Number, ...] | None:
        """R48: losers pay what they lack. R49: the pot, less one's own stake. R56: with partners as each for himself."""
        seats, sides = self.options.players, len(self.totals)
        if not self.winners or self.options.settlement == "none":
            return None
        won = [seat % sides in self.winners for seat in range(seats)]
        if self.options.settlement == "pot":
            share = self.options.stake * seats / sum(won)
            return tuple((share if won[seat] else Decimal(0)) - self.options.stake for seat in range(seats))
        received = [Decimal(0)] * seats
        for seat in range(seats):
            if not won[seat]:
                lacking = max(0, self.options.target_score - self.totals[seat % sides])
                left = next(s % seats for s in range(seat + 1, seat + seats) if won[s % seats])
                received[seat] -= lacking * self.options.point_value
                received[left] += lacking * self.options.point_value
        return tuple(received)

    def sheet(self) -> Sheet:
        """Per deal and side cards/clubs/2c/Td, points and the record, its old entries struck through (R41)."""
        sides = [Side(side) for side in range(len(self.totals))]
        columns = [said(f"head.{what}", side=side) for what in ("points", "record") for side in sides]
        heads = (said("head.deal"), said("head.dealer"), *sides, *columns)
        rows = [
            (
                number,
                Seat(dealer),
                *(self.counted(result, side.side) for side in sides),
                *result.points,
                *records,
            )
            for number, (dealer, result, records) in enumerate(self.entries, 1)
        ]
        return Sheet(heads, tuple(rows))

    def counted(self, result: Result, side: int) -> Value:
        """`24/6/2c/Td`: cards, clubs, konchinki; aces and sweeps if they score; `–` for what was not noted."""
        counts = result.counts
        if counts is None:
            return "–"
        parts = [str(counts[name][side]) if name in counts else "–" for name in ("cards", "clubs")]
        parts += [name if name in counts and counts[name][side] else "–" for name in ("2c", "Td")]
        scoring = {"aces": self.options.points_each_ace, "sweeps": self.options.sweep_bonus}
        found: Value = "/".join(parts)
        for name, points in scoring.items():
            if points and name in counts:
                found = said(f"cell.{name}", counts=found, n=counts[name][side])
        return found


def struck(record: Sequence[int]) -> str:
    """`~~2~~ ~~6~~ 10`: a record, all but its last entry struck through; `–` before the first."""
    return " ".join([*(f"~~{entry}~~" for entry in record[:-1]), *map(str, record[-1:])]) or "–"
