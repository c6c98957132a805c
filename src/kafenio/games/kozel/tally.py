"""The account of a Kozel match: penalty points and elimination (R44-R54), or a pot and purses (R56-R61)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from kafenio import bits
from kafenio.contract import Deal, Point
from kafenio.errors import BadRecord
from kafenio.game import Number, Result, Sheet, Tally
from kafenio.games.kozel.deal import KozelDeal, penalty
from kafenio.games.kozel.options import KozelOptions
from kafenio.games.kozel.words import trump_name
from kafenio.message import Seat, Side, Value, said

__all__ = ["KozelResult", "KozelTally"]

ALL_POINTS = 120
SHARE = 5  # in such steps card points are none, fewer than 21, 31 or 32, or more (R45, R46)
SAVED_OF_THREE = 21  # R45


@dataclass(frozen=True)
class KozelResult(Result):
    """A result that knows what was trump, for the score-sheet."""

    trump: str = ""


@dataclass(frozen=True)
class Entry:
    """A line of the score-sheet: a deal, and what stood after it."""

    dealer: int
    result: Result
    played: tuple[int, ...]  # the sides in play
    totals: tuple[int, ...]
    out: tuple[int, ...]


class KozelTally(Tally):
    """`totals`: penalty points, or purses for money."""

    def __init__(self, options: KozelOptions, sides: int) -> None:
        self.options = options
        self.sides = sides
        self.totals = [options.purse if options.money else 0] * sides
        self.playing = list(range(sides))  # the sides not out
        self.level_row = 0  # deals just before in which nobody paid (R48a)
        self.left = 0  # tokens left in the pot by the deals before
        self.entries: list[Entry] = []

    # The next deal.

    @property
    def pot(self) -> int:
        """The pot of the next deal: what was left, and a stake of each (R56)."""
        return self.left + self.options.stake * self.sides if self.options.money else 0

    @property
    def factor(self) -> int:
        """The penalties of the next deal count so many times (R48a)."""
        return 1 + self.level_row if self.options.tie_rule == "double_next" else 1

    def still_in(self) -> tuple[int, ...]:
        return tuple(s for s in range(self.options.players) if s % self.sides in self.playing)

    def facts(self) -> dict[str, int | list[int]]:
        present = sum(bits.bit(s) for s in self.still_in())
        return {"scores": list(self.totals), "present": present, "pot": self.pot, "penalty_factor": self.factor}

    # What a deal is worth.

    def judge(self, deal: Deal) -> Result:
        assert isinstance(deal, KozelDeal)
        card_points = tuple(deal.gained()[: self.sides])
        tricks = tuple(deal.tricks[: self.sides])
        ended = deal.ended()
        if ended:
            points = tuple(deal.pot if s == deal.taking else 0 for s in range(self.sides))
        elif self.options.money:
            points = self.shares(card_points)
        else:
            points = self.penalties(card_points, [t == 0 for t in tricks])
        reason = ended.replace("_", " ") or ("pot" if self.options.money else "penalty")
        lines = tuple(Point(s, reason, p) for s, p in enumerate(points) if p)
        counts = {"card_points": card_points, "tricks": tricks}
        return KozelResult(points, lines, ended, counts, trump_name(deal.trump))

    def penalties(self, card_points: Sequence[int], no_trick: Sequence[bool]) -> tuple[int, ...]:
        """What each side pays for its card points (R44-R48a)."""
        options = self.options
        three = len(self.playing) == 3
        thresholds = (options.scale_3p if three else options.scale_2p) == "thresholds" or bool(options.partnerships)
        found = [0] * self.sides
        for side in self.playing:
            mine = card_points[side]
            others = [card_points[s] for s in self.playing if s != side]
            found[side] = self.factor * penalty(
                mine,
                no_trick[side] if options.zero_test == "tricks" else mine == 0,
                sum(theirs > mine for theirs in others),
                others.count(mine),
                thresholds,
                SAVED_OF_THREE if three else options.saved_at,
                options.tie_rule == "both_pay_2",
            )
        return tuple(found)

    def shares(self, card_points: Sequence[int]) -> tuple[int, ...]:
        """The tokens that each takes for the most card points (R59, R60)."""
        best = [s for s in range(self.sides) if card_points[s] == max(card_points)]
        if len(best) > 1 and self.options.money_tie == "carry":
            return (0,) * self.sides
        return tuple(self.pot // len(best) if s in best else 0 for s in range(self.sides))

    def claim(self, points: Sequence[int], counts: Mapping[str, tuple[int, ...]]) -> Result:
        """As `Tally.claim`: the card points, where they were noted, must cost what is claimed."""
        for name, row in {"points": points, **counts}.items():
            if len(row) != self.sides or any(n < 0 for n in row):
                raise BadRecord(f"{name}: {list(row)} are not {self.sides} numbers from 0 on")
        if self.options.money and sum(points) > self.pot:
            raise BadRecord(f"points: {list(points)} are more than the pot of {self.pot}")
        card_points = counts.get("card_points")
        if card_points is None:
            if not any(tuple(points) in self.due(split, None) for split in self.splits()):
                raise BadRecord(f"points: no card points are worth {list(points)} here")
        else:
            self.check_card_points(points, card_points, counts.get("tricks"))
        return KozelResult(tuple(points), counts=counts or None)

    def check_card_points(
        self, points: Sequence[int], card_points: Sequence[int], tricks: Sequence[int] | None
    ) -> None:
        """They are all that the pack holds, or fewer when the pot was won at once, and cost what was noted."""
        if any(card_points[s] for s in range(self.sides) if s not in self.playing):
            raise BadRecord(
                f"card_points: {list(card_points)}, yet only sides {', '.join(map(str, self.playing))} are still in"
            )
        counted = sum(card_points)
        if self.at_once() and sorted(points) == [0] * (self.sides - 1) + [self.pot] and counted <= ALL_POINTS:
            return  # a Bura or four aces, whatever was counted
        if counted != ALL_POINTS:
            raise BadRecord(f"card_points: {list(card_points)} add up to {counted}, not {ALL_POINTS}")
        due = self.due(card_points, tricks)
        if tuple(points) not in due:
            raise BadRecord(f"points: {list(points)}, {list(due[0])} expected for {list(card_points)} card points")

    def splits(self) -> Iterator[list[int]]:
        """Card points of the sides in play, with every order, tie and distance that counts; for money who is level best."""
        if self.options.money:
            yield from ([*level] for level in product((0, 1), repeat=self.sides) if any(level))
            return
        for shares in product(range(0, ALL_POINTS + 1, SHARE), repeat=len(self.playing) - 1):
            if sum(shares) <= ALL_POINTS:
                found = [0] * self.sides
                for side, share in zip(self.playing, (*shares, ALL_POINTS - sum(shares)), strict=True):
                    found[side] = share
                yield found

    def due(self, card_points: Sequence[int], tricks: Sequence[int] | None) -> list[tuple[int, ...]]:
        """What these card points may cost; several while it is not known who took no trick."""
        if self.options.money:
            return [self.shares(card_points)]
        if tricks is not None:
            return [self.penalties(card_points, [t == 0 for t in tricks])]
        unknown = [(True, False) if p == 0 else (False,) for p in card_points]
        return [self.penalties(card_points, no_trick) for no_trick in product(*unknown)]

    def at_once(self) -> bool:
        """Whether the pot can be won at once (R57, R58)."""
        return self.options.money and (self.options.four_aces_win or self.options.bura_wins != "off")

    def given_up(self, side: int) -> Result:
        """The side pays as for no trick at all; or the others share the pot."""
        others = [s for s in self.playing if s != side]
        if self.options.money:
            return KozelResult(tuple(self.pot // len(others) if s in others else 0 for s in range(self.sides)))
        return KozelResult(tuple(6 * self.factor if s == side else 0 for s in range(self.sides)))

    def worth(self, result: Result) -> tuple[int, ...]:
        """Penalties turned round."""
        return result.points if self.options.money else tuple(-penalty for penalty in result.points)

    # The account.

    def add(self, result: Result, dealer: int) -> None:
        played = tuple(self.playing)
        if self.options.money:
            self.pay(result.points)
        else:
            for side, points in enumerate(result.points):
                self.totals[side] += points
            self.level_row = 0 if any(result.points) else self.level_row + 1
            self.eliminate(len(self.entries) + 1)
        out = tuple(s for s in range(self.sides) if s not in self.playing)
        self.entries.append(Entry(dealer, result, played, tuple(self.totals), out))

    def eliminate(self, deals: int) -> None:
        """Who is out after so many deals, and who has won (R50-R54)."""
        options = self.options
        fewest = min(self.totals[s] for s in self.playing)
        best = [s for s in self.playing if self.totals[s] == fewest]
        if options.deals:
            if deals == options.deals:
                self.winners = tuple(best)
            return
        below = [s for s in self.playing if self.totals[s] < options.penalty_limit]
        if len(below) == len(self.playing):
            return
        self.playing = below or best  # R53
        if options.elimination == "first_out_ends":
            self.winners = tuple(best)
        elif len(self.playing) == 1:
            self.winners = tuple(self.playing)

    def pay(self, points: Sequence[int]) -> None:
        """Stakes into the pot and what was won out of it; at the end the rest goes back (R56, R60, R61)."""
        self.left = self.pot - sum(points)
        for side in range(self.sides):
            self.totals[side] += points[side] - self.options.stake
        if len(self.entries) + 1 == self.options.deals or min(self.totals) < self.options.stake:
            self.totals = [total + self.left // self.sides for total in self.totals]
            self.left = 0
            self.winners = tuple(s for s, total in enumerate(self.totals) if total == max(self.totals))

    def settlement(self) -> tuple[Number, ...] | None:
        """Each purse less what was in it at the start; None without money."""
        return tuple(total - self.options.purse for total in self.totals) if self.options.money else None

    # The score-sheet.

    def sheet(self) -> Sheet:
        """Per deal the dealer, trump, card points, penalties and running totals; for money what was won, and purses."""
        won, total = ("won", "purse") if self.options.money else ("penalty", "total")
        heads = [said(f"head.{what}", side=Side(s)) for what in ("points", won, total) for s in range(self.sides)]
        rows = [
            (
                *(number, Seat(entry.dealer), trump(entry)),
                *(counted(entry, side) for side in range(self.sides)),
                *(worth(entry, side) for side in range(self.sides)),
                *(
                    said("cell.out", points=entry.totals[s]) if s in entry.out else entry.totals[s]
                    for s in range(self.sides)
                ),
            )
            for number, entry in enumerate(self.entries, 1)
        ]
        return Sheet((said("head.deal"), said("head.dealer"), said("head.trump"), *heads), tuple(rows))


def trump(entry: Entry) -> Value:
    """The suit; `–` where it was not noted."""
    suit = getattr(entry.result, "trump", "")
    return said(f"suits.{suit}") if suit else "–"


def counted(entry: Entry, side: int) -> Value:
    """Card points; `–` where none were noted and for who was out."""
    counts = entry.result.counts or {}
    return counts["card_points"][side] if side in entry.played and "card_points" in counts else "–"


def worth(entry: Entry, side: int) -> Value:
    """Penalty points, or tokens won and how the pot was won at once."""
    if side not in entry.played:
        return "–"
    points, ended = entry.result.points[side], entry.result.ended
    return said(f"cell.{ended}", points=points) if points and ended else points
