"""What the greedy players of Kontsina and Konchinka share: a capture's worth, less what it leaves to the next seat."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio import bits
from kafenio.audience import View
from kafenio.bots.greedy import weigh
from kafenio.cards import FRENCH_52
from kafenio.message import Cards, Message, said

__all__ = ["CLUBS", "EXTRAS", "GOOD_TEN", "GOOD_TWO", "JACK", "Fishing"]

CLUBS = sum(bits.bit(n) for n in range(0, 52, 4))
GOOD_TWO, GOOD_TEN = FRENCH_52.number("2c"), FRENCH_52.number("Td")
RANKS, JACK = 13, 10
MOST = 14  # the highest sum that a card takes
SEVERAL = 1  # capture_scope
CAUTION = 0.8  # what the next seat may take weighs less than what one has
KEEP = 0.4  # of the worth of a good card that is laid, for it lies there longer than one turn
PARTNER = 0.4  # of what a partner who is next may take
EXTRAS = ("points_clubs", "points_2c", "points_td", "points_each_ace")
LAST_TAKER = 0.5  # of what lies there when the stock is empty, for whoever takes now


class Fishing:
    """What cards and plays are worth to the viewer, in points of the deal. A rank is 0 for the ace to 12 for the king."""

    def __init__(self, view: View, care: float = 1.0) -> None:
        self.view = view
        self.care = care
        self.table: int = view["table"]
        self.hidden = weigh.unseen(view, FRENCH_52, self.table)
        self.side: int = view.seat % view["sides"]
        self.card: float = 0.05 * view["points_cards"] * self.contested(bits.WORD, 52)
        self.club: float = 0.12 * view["points_clubs"] * self.contested(CLUBS, 13)
        self.dear: dict[int, float] = {GOOD_TWO: view["points_2c"], GOOD_TEN: view["points_td"]}

    # The rules of a game.

    def value(self, rank: int) -> int:
        """What a rank counts on the table, 0 for nothing."""
        raise NotImplementedError

    def takes(self, rank: int) -> int:
        """The sum that a rank takes, 0 for none."""
        return self.value(rank)

    def equal_only(self) -> bool:
        """Whether an equal card forbids a sum."""
        return False

    def sweeping(self, rank: int) -> bool:
        """Whether a rank takes the whole table."""
        return False

    # Worth.

    def contested(self, kind: int, whole: int) -> int:
        """0 once a side has more than half of a kind, so that nobody else can have the most of it."""
        return int(all(2 * bits.size(pile & kind) <= whole for pile in self.view["piles"]))

    def of(self, cards: int) -> float:
        """What a set is worth in a pile."""
        worth = self.card * bits.size(cards) + self.club * bits.size(cards & CLUBS)
        for number, points in self.dear.items():
            if cards & bits.bit(number):
                worth += points
        return worth

    def worth_of_play(self, text: str) -> float:
        card, taken = weigh.played_and_taken(FRENCH_52, text)
        one = bits.bit(card)
        if not taken:
            return -self.risk(self.table | one) - self.care * KEEP * (self.of(one) - self.card)
        rest = self.table & ~taken
        worth = self.of(one | taken)
        if not rest and not self.alone():
            worth += int(self.view["sweep_bonus"])
        if self.view["left"] == 0:
            worth += LAST_TAKER * self.of(rest)
        return worth - self.risk(rest)

    def alone(self) -> bool:
        """Whether the viewer plays the last card of the deal."""
        held: int = sum(bits.size(p.shown) + p.more for p in self.view["hands"])
        return held == 1 and self.view["left"] == 0

    def risk(self, table: int) -> float:
        """What the next seat may be expected to take: a gain if it is a partner's."""
        seat = weigh.next_hand(self.view, self.view.seat)
        if seat < 0 or not table or not self.care:
            return 0.0
        expected = weigh.expected_best(
            (gain, weigh.likelihood(self.view, seat, bits.run(4, 4 * rank), self.hidden))
            for rank, gain in enumerate(self.captures(table))
            if gain
        )
        ours = seat % self.view["sides"] == self.side
        return self.care * (-PARTNER * expected if ours else CAUTION * expected)

    def captures(self, table: int) -> list[float]:
        """The most that a card of each rank could take from a table, itself left out."""
        several = self.view["capture_scope"] == SEVERAL
        members = FRENCH_52.members(table)
        pool = [(self.value(n // 4), self.of(bits.bit(n))) for n in members if self.value(n // 4)]
        whole = sum(value for value, _ in pool)
        sums = weigh.best_sums(pool, whole if several else min(whole, MOST))
        clears = whole if len(pool) == len(members) else 0
        found = []
        for rank in range(RANKS):
            equal = [self.of(bits.bit(n)) for n in members if n // 4 == rank]
            best = sum(equal) if several else max(equal, default=0.0)
            total = self.takes(rank)
            if total and not (equal and self.equal_only()):
                best = max([best, *sums[total : None if several else total + 1 : total]])
            if self.sweeping(rank):
                best = self.of(table)
            if self.sweeping(rank) or (total and total == clears) or (len(members) == 1 and equal):
                best += int(self.view["sweep_bonus"])
            found.append(best)
        return found

    def why(self, text: str, legal: Sequence[str]) -> Message:
        """A sentence for a beginner."""
        card, taken = weigh.played_and_taken(FRENCH_52, text)
        if taken:
            return weigh.brings(FRENCH_52, bits.bit(card) | taken, {GOOD_TWO: "why.good_two", GOOD_TEN: "why.good_ten"})
        key = "why.wait" if any(" x " in other for other in legal) else "why.nothing_taken"
        return said(key, card=Cards(FRENCH_52.name(card)))

    def reasons(self, text: str, legal: Sequence[str]) -> list[Message]:
        """More that speaks for a play, each of them true whatever the hidden cards are."""
        card, taken = weigh.played_and_taken(FRENCH_52, text)
        held = self.view.hand & ~bits.bit(card)
        found = []
        if not taken:
            found += self.safety(card)
            dear = held & sum(bits.bit(n) for n, points in self.dear.items() if points)
            if dear:
                found.append(said("why.keeps", cards=Cards(FRENCH_52.shown(dear))))
        jacks = held & bits.run(4, 4 * JACK)
        if jacks and self.sweeping(JACK) and not self.sweeping(card // 4):
            found.append(said("why.keeps_jack", cards=Cards(FRENCH_52.shown(jacks))))
        return found

    def safety(self, card: int) -> list[Message]:
        """Whether a card that is laid can still be taken by its equals."""
        left = bits.run(4, card // 4 * 4) & self.hidden & ~bits.bit(card)
        name = Cards(FRENCH_52.name(card))
        if not left:
            return [said("why.equals_gone", card=name)] if not self.equals_held(card) else []
        return [said("why.equal_left", card=name, other=Cards(FRENCH_52.shown(left)))] if bits.size(left) == 1 else []

    def equals_held(self, card: int) -> int:
        """Equals of a card in the viewer's own hand or on the table: they are not gone."""
        return (self.view.hand | self.table) & bits.run(4, card // 4 * 4) & ~bits.bit(card)
