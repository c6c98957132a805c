"""The greedy player of Kontsina: what it takes, less what the next seat may take from the table it leaves."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio import bits
from kafenio.audience import View
from kafenio.bots.greedy import weigh
from kafenio.cards import FRENCH_52
from kafenio.game import Choice

__all__ = ["Greedy"]

CLUBS = sum(bits.bit(n) for n in range(0, 52, 4))
GOOD_TWO, GOOD_TEN = FRENCH_52.number("2c"), FRENCH_52.number("Td")
NUMERALS = range(10)  # ranks that have a value
SEVERAL = 1  # capture_scope
CAUTION = 0.8  # what the next seat may take weighs less than what one has
KEEP = 0.4  # of the worth of a good card that is laid, for it lies there longer than one turn
LAST_TAKER = 0.5  # of what lies there when the stock is empty, for whoever takes now


class Greedy:
    name = "greedy@1"

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        weights = Weights(view)
        best = max(legal, key=weights.worth_of_play)
        return Choice(best, weights.why(best, legal))


class Weights:
    """What cards and plays are worth to the viewer, in points of the deal."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.table: int = view["table"]
        self.hidden = weigh.unseen(view, FRENCH_52, self.table)
        self.side = view.seat % view["sides"]
        self.card = 0.05 * view["points_cards"] * self.contested(bits.WORD, 52)
        self.club = 0.12 * view["points_clubs"] * self.contested(CLUBS, 13)

    def contested(self, kind: int, whole: int) -> int:
        """0 once a side has more than half of a kind, so that nobody else can have the most of it."""
        return int(all(2 * bits.size(pile & kind) <= whole for pile in self.view["piles"]))

    def of(self, cards: int) -> float:
        """What a set is worth in a pile."""
        worth: float = self.card * bits.size(cards) + self.club * bits.size(cards & CLUBS)
        if cards & bits.bit(GOOD_TWO):
            worth += self.view["points_2c"]
        if cards & bits.bit(GOOD_TEN):
            worth += self.view["points_td"]
        return worth

    def worth_of_play(self, text: str) -> float:
        card, taken = weigh.played_and_taken(FRENCH_52, text)
        one = bits.bit(card)
        last: bool = self.view["left"] == 0
        if not taken:
            rest = self.table | one
            dear = self.of(one) - self.card
            return -self.risk(rest) - KEEP * dear
        rest = self.table & ~taken
        worth = self.of(one | taken)
        if not rest and not (last and self.alone()):
            worth += int(self.view["sweep_bonus"])
        if last:
            worth += LAST_TAKER * self.of(rest)
        return worth - self.risk(rest)

    def alone(self) -> bool:
        """Whether the viewer's play is the last of its round."""
        cards: int = sum(bits.size(p.shown) + p.more for p in self.view["hands"])
        return cards == 1

    def risk(self, table: int) -> float:
        """What the next seat may be expected to take: a gain if it is a partner's."""
        seat = weigh.next_hand(self.view, self.view.seat)
        if seat < 0 or not table:
            return 0.0
        ours = seat % self.view["sides"] == self.side
        expected = weigh.expected_best(
            (gain, weigh.likelihood(self.view, seat, bits.run(4, 4 * rank), self.hidden))
            for rank, gain in enumerate(self.captures(table))
            if gain
        )
        return -KEEP * expected if ours else CAUTION * expected

    def captures(self, table: int) -> list[float]:
        """The most that a card of each rank could take from a table, itself left out."""
        several = self.view["capture_scope"] == SEVERAL
        numerals = [(n // 4 + 1, self.of(bits.bit(n))) for n in FRENCH_52.members(table) if n // 4 in NUMERALS]
        whole = sum(value for value, _ in numerals)
        sums = weigh.best_sums(numerals, whole if several else min(whole, len(NUMERALS)))
        found = []
        for rank in range(13):
            equal = [self.of(bits.bit(n)) for n in FRENCH_52.members(table & bits.run(4, 4 * rank))]
            best = sum(equal) if several else max(equal, default=0.0)
            if rank in NUMERALS and not (equal and self.view["equal_rank_priority"]):
                best = max(best, *sums[rank + 1 : None if several else rank + 2 : rank + 1], 0.0)
            found.append(best)
        if len(numerals) == bits.size(table) and whole <= len(NUMERALS):
            found[whole - 1] += self.view["sweep_bonus"]
        return found

    def why(self, text: str, legal: Sequence[str]) -> str:
        """A sentence for a beginner."""
        card, taken = weigh.played_and_taken(FRENCH_52, text)
        if taken:
            return weigh.brings(FRENCH_52, bits.bit(card) | taken, {GOOD_TWO: "the good two", GOOD_TEN: "the good ten"})
        if any(" x " in other for other in legal):
            return f"Every capture leaves more than it brings; {FRENCH_52.name(card)} can wait on the table."
        return f"Nothing can be taken, and {FRENCH_52.name(card)} gives the next player least."
