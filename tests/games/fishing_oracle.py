"""Kontsina and Konchinka said again, slowly, over the names of cards: one deal, and the account of a match.

Nothing here is taken from the games; the options come as records write them. Rule numbers are those of the game in question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

__all__ = ["Account", "Table", "play_key"]

RANKS = "A23456789TJQK"
LYING = {"none": (0, 0, 0), "13_12_11": (11, 12, 13), "literal_14": (11, 12, 13), "14_13_12": (12, 13, 14)}
TAKING = {"none": (0, 0, 0), "13_12_11": (11, 12, 13), "literal_14": (12, 13, 14), "14_13_12": (12, 13, 14)}
ITEMS = ("cards", "2c", "Td", "clubs", "aces", "sweeps")  # in the order of R43a

Options = Mapping[str, Any]
Play = tuple[str, ...]  # ("lay", card), (card, *taken), ("finish",)


def play_key(text: str) -> Play:
    """A play in notation without the order of its cards."""
    card, *rest = text.replace(" x ", " ").replace("+", " ").split()
    return (card, *sorted(rest))


def worth(card: str, options: Options, figures: Mapping[str, tuple[int, int, int]]) -> int:
    """What a card counts in sums, 0 for nothing."""
    if card[0] in "JQK":
        return figures[options.get("figure_values", "none")]["JQK".index(card[0])]
    if card[0] == "A" and options.get("ace_value") == "none":
        return 0
    return RANKS.index(card[0]) + 1


def sums(cards: Sequence[str], total: int, options: Options) -> Iterator[frozenset[str]]:
    """Every set of these cards that adds up to the total."""
    if total == 0:
        yield frozenset()
    elif cards:
        value = worth(cards[0], options, LYING)
        if 0 < value <= total:
            yield from (chosen | {cards[0]} for chosen in sums(cards[1:], total - value, options))
        yield from sums(cards[1:], total, options)


def captures(card: str, table: Sequence[str], options: Options) -> set[frozenset[str]]:
    """Everything that a card may take."""
    if card[0] == "J" and options.get("jack_sweeps"):
        return {frozenset(table)} - {frozenset()}
    units = {frozenset({other}) for other in table if other[0] == card[0]}
    total = worth(card, options, TAKING)
    if total and not (units and options.get("equal_rank_priority")):
        units |= {chosen for chosen in sums(table, total, options) if len(chosen) > 1}
    found = {frozenset[str]()}
    for unit in units:
        found |= {union | unit for union in found if not union & unit}
    return units if options["capture_scope"] == "one" else found - {frozenset()}


class Table:
    """One deal of either game. `repairs` of a layout as recorded: card out, card in, cards above it."""

    def __init__(
        self,
        options: Options,
        pack: Sequence[str],
        repairs: Sequence[tuple[str, str, int]],
        dealer: int,
        scores: Sequence[int],
    ) -> None:
        self.options, self.scores, self.dealer = options, scores, dealer
        self.seats: int = options["players"]
        self.sides = 2 if options["partnerships"] else self.seats
        self.stock = list(pack)
        self.hands: list[set[str]] = [set() for _ in range(self.seats)]
        self.piles: list[set[str]] = [set() for _ in range(self.sides)]
        self.sweeps = [0] * self.sides
        self.taker = self.finisher = self.captor = -1
        self.captured_last = [False] * self.seats
        self.over = False
        self.deal_round()
        self.table = [self.stock.pop(0) for _ in range(4)]
        self.repairs: list[tuple[str, str, int]] = []
        if "layout_check" in options:
            self.repair(repairs)
        self.turn = (dealer + 1) % self.seats

    def deal_round(self) -> None:
        for _ in range(0, 4, self.options["deal_packet"]):
            for i in range(1, self.seats + 1):
                for _ in range(self.options["deal_packet"]):
                    self.hands[(self.dealer + i) % self.seats].add(self.stock.pop(0))

    # The layout of Konchinka (R10-R14).

    def offending(self, opened: Sequence[str]) -> str:
        check = self.options["layout_check"]
        if check == "auto":
            check = "pairs_and_jacks" if self.options["jack_sweeps"] else "pairs_only"
        for i, card in enumerate(opened):
            if card[0] == "J" and check in ("pairs_and_jacks", "jacks_only"):
                return card
            if check in ("pairs_and_jacks", "pairs_only") and card[0] in [other[0] for other in opened[:i]]:
                return card
        return ""

    def repair(self, given: Sequence[tuple[str, str, int]]) -> None:
        opened = list(self.table)
        while bad := self.offending(opened):
            back = [bad]
            swept_off = self.options["jack_sweeps"] if self.options["layout_check"] == "auto" else True
            jack = bad[0] == "J" and swept_off and self.options["layout_check"] != "pairs_only"
            if not jack and self.options["layout_pair_return"] == "all":
                back = [card for card in self.table if card[0] == bad[0]]
            elif not jack and self.options["layout_pair_which"] == "random":
                back = [given[len(self.repairs)][0]]
                assert back[0] in self.table and back[0][0] == bad[0]
            first, places = len(self.repairs), [self.table.index(card) for card in back]
            for i, card in enumerate(back, first):
                low, high = self.reach(len(self.stock))
                assert low <= given[i][2] <= high
                self.stock.insert(given[i][2], card)
                opened.remove(card)
            for i, card in enumerate(back, first):
                new = self.stock.pop(0)
                self.table[places[i - first]] = new
                opened.append(new)
                self.repairs.append((card, new, given[i][2]))

    def reach(self, m: int) -> tuple[int, int]:
        ways = {"random_middle": ((m + 2) // 3, 2 * m // 3), "exact_middle": (m // 2, m // 2), "random": (0, m)}
        return ways.get(self.options["return_position"], (m, m))

    # Plays.

    def legal(self, seat: int) -> set[Play]:
        found: set[Play] = set()
        if self.over:
            return found
        if self.options.get("early_finish") == "claim" and seat in (self.turn, self.captor):
            found |= {("finish",)} if self.secures(seat % self.sides) else set()
        if seat != self.turn:
            return found
        hand, duty = self.hands[seat], self.options["capture_obligation"]
        if self.options.get("consecutive_captures") == "not_twice_running" and self.captured_last[seat]:
            return found | {("lay", card) for card in hand}
        takes = {card: captures(card, self.table, self.options) for card in hand}
        found |= {(card, *sorted(taken)) for card in hand for taken in takes[card]}
        for card in hand:
            due = {"optional": False, "by_card": bool(takes[card]), "if_able": any(takes.values())}[duty]
            found |= set() if due else {("lay", card)}
        return found

    def play(self, seat: int, play: Play) -> None:
        side = seat % self.sides
        if play == ("finish",):
            self.finish(side)
            return
        capture = play[0] != "lay"
        self.turn = (seat + 1) % self.seats
        self.captured_last[seat] = capture
        self.captor = seat if capture else -1
        self.hands[seat].remove(play[0] if capture else play[1])
        last = not self.stock and not any(self.hands)
        if capture:
            self.table = [card for card in self.table if card not in play]
            self.piles[side] |= set(play)
            self.taker = side
            self.sweeps[side] += not self.table and not (last and "early_finish" not in self.options)
            again = bool(self.stock) or any(self.hands[s] for s in range(side, self.seats, self.sides))
            due = {"auto": True, "claim": not again}.get(self.options.get("early_finish", ""), False)
            if due and self.secures(side):
                self.finish(side)
                return
        else:
            self.table.append(play[1])
        if last:
            self.over = True
            if self.taker >= 0:
                self.piles[self.taker] |= set(self.table)
                self.table = []
        elif not any(self.hands):
            self.deal_round()

    # Finishing Konchinka in mid-deal (R44-R47).

    def finish(self, side: int) -> None:
        self.finisher = side
        self.over = True

    def konchinki(self, side: int) -> int:
        cards = {"2c": self.options["points_2c"], "Td": self.options["points_td"]}
        return sum(points for card, points in cards.items() if card in self.piles[side])

    def secured(self, side: int) -> int:
        lacking = self.options["target_score"] - self.scores[side]
        clubs = sum(card[1] == "c" for card in self.piles[side]) >= 7
        if lacking == 2 and self.options["early_finish_test"] == "listed_only":
            clubs = False
        return self.konchinki(side) + (self.options["points_clubs"] if clubs else 0)

    def secures(self, side: int) -> bool:
        lacking = self.options["target_score"] - self.scores[side]
        return max(self.scores) < self.options["target_score"] and lacking in (1, 2) and self.secured(side) >= lacking

    # The count.

    def most(self, counts: Sequence[int], points: int, tie: str, total: int) -> list[int]:
        best = [side for side, n in enumerate(counts) if n == max(counts)]
        half = self.options.get("majority_test") == "more_than_half"
        if points == 0 or self.taker < 0:
            best = []
        if len(best) == 1:
            worthy = not half or 2 * max(counts) > total
        else:
            points, worthy = 1, tie == "one_each" and (not half or 2 * max(counts) == total)
        return [points if side in best and worthy else 0 for side in range(self.sides)]

    def items(self) -> dict[str, list[int]]:
        """What each side gets for each item."""
        o = self.options
        cards, clubs = [len(pile) for pile in self.piles], [sum(c[1] == "c" for c in pile) for pile in self.piles]
        aces = [sum(c[0] == "A" for c in pile) for pile in self.piles]
        return {
            "cards": self.most(cards, o["points_cards"], o["cards_tie"], 52),
            "2c": [o["points_2c"] * ("2c" in pile) for pile in self.piles],
            "Td": [o["points_td"] * ("Td" in pile) for pile in self.piles],
            "clubs": self.most(clubs, o["points_clubs"], o["clubs_tie"], 13),
            "aces": [n * o.get("points_each_ace", 0) for n in aces],
            "sweeps": [n * o["sweep_bonus"] for n in self.sweeps],
        }

    def points(self) -> list[int]:
        if self.finisher < 0:
            return [sum(item[side] for item in self.items().values()) for side in range(self.sides)]
        others = self.options["early_finish_others"] == "konchinki"
        found = [self.konchinki(side) if others else 0 for side in range(self.sides)]
        found[self.finisher] = self.secured(self.finisher)
        return found


class Account:
    """The match: totals, and the sides that have won it."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.totals = [0] * (2 if options["partnerships"] else options["players"])
        self.deals = 0
        self.winners: list[int] = []

    def best(self) -> list[int]:
        return [side for side, total in enumerate(self.totals) if total == max(self.totals)]

    def add(self, table: Table) -> None:
        before, points = self.totals, table.points()
        self.deals += 1
        if self.options.get("match_format") == "deals":
            first = [side for side, n in enumerate(points) if n == max(points)]
            won = first if len(first) == 1 or self.options["deal_tie"] == "all_tied" else []
            self.totals = [total + (side in won) for side, total in enumerate(before)]
            self.winners = self.best() if self.deals_are_over() else []
            return
        self.totals = [total + n for total, n in zip(before, points, strict=True)]
        target = self.options["target_score"]
        if table.finisher >= 0:
            self.winners = [table.finisher]
        elif max(self.totals) >= target:
            self.winners = self.best() if len(self.best()) == 1 else []
            if self.options.get("target_tie") == "count_order" and max(before) < target:
                self.winners = self.counted_out(before, table) or self.winners

    def deals_are_over(self) -> bool:
        left = self.options["deals"] - self.deals
        second, first = sorted(self.totals)[-2:]
        if left > 0:
            return bool(self.options["stop_when_decided"]) and first - second > left
        return first > second or self.options["match_tie"] == "draw"

    def counted_out(self, before: Sequence[int], table: Table) -> list[int]:
        """Konchinka R43a: the only side that the first item brings to the target, if it is one."""
        running = list(before)
        items = table.items()
        for name in ITEMS:
            running = [total + n for total, n in zip(running, items[name], strict=True)]
            there = [side for side, total in enumerate(running) if total >= self.options["target_score"]]
            if there:
                return there if len(there) == 1 else []
        return []

    def settlement(self) -> tuple[Decimal, ...] | None:
        """What each seat receives (Konchinka R48, R49, R56)."""
        how = self.options.get("settlement", "none")
        if how == "none" or not self.winners:
            return None
        seats, sides = self.options["players"], len(self.totals)
        winners = [seat for seat in range(seats) if seat % sides in self.winners]
        received = [Decimal(0)] * seats
        for seat in range(seats):
            if how == "pot":
                received[seat] -= Decimal(self.options["stake"])
            elif seat not in winners:
                lacking = max(0, self.options["target_score"] - self.totals[seat % sides])
                to = winners[0] if len(winners) == 1 else (seat + 1) % seats
                received[seat] -= lacking * Decimal(self.options["point_value"])
                received[to] += lacking * Decimal(self.options["point_value"])
        for seat in winners if how == "pot" else []:
            received[seat] += Decimal(self.options["stake"]) * seats / len(winners)
        return tuple(received)
