"""How a deal of Konchinka begins: hands, the layout, and the cards that go back until it is right (R8-R15).

R10 four different ranks and no jack; R11 the first opened of the offending cards goes back first, and what takes its place
counts as opened last; R12 of equal cards the later one goes back, R12a or one by lot, or all of them; R13 until the layout is
right, R13a or 100 cards have gone back; R14 into the middle third of the stock, or as return_position says.
"""

from __future__ import annotations

from typing import ClassVar

from kafenio import bits
from kafenio.audience import FACE_UP, FACT, Audience
from kafenio.contract import Deal, Rng

__all__ = ["Layout"]

PACK = (1 << 52) - 1
JACKS = 15 << 40
AUTO, PAIRS_AND_JACKS, JACKS_ONLY, PAIRS_ONLY = 0, 1, 2, 3  # layout_check


class Layout(Deal):
    deal_packet: int
    hands_open: int
    layout_check: int
    layout_pair_return: int
    layout_pair_which: int
    jack_sweeps: int
    laid: int
    table: int
    laid_at: list[int]

    AUDIENCES: ClassVar[dict[str, Audience]] = {
        "deal_packet": FACT,
        "hands_open": FACT,
        "layout_check": FACT,
        "layout_pair_return": FACT,
        "layout_pair_which": FACT,
        "jack_sweeps": FACT,
        "laid": FACT,  # cards laid so far
        "table": FACE_UP,
        "laid_at": FACT.each(52),  # when a card of the table was laid: their order on the table
    }

    def pack(self) -> int:
        return PACK

    def deal_out(self, rng: Rng) -> bool:
        """Hands and layout. False: the layout is not right after 100 returns (R13a)."""
        self.each = 4
        self.packet = self.deal_packet
        self.next_round()
        self.whole = self.left - 4
        for _ in range(4):
            self.lay(self.pop())
        return self.repair(rng)

    def next_round(self) -> None:
        """Four cards each (R8, R31); open ones everybody sees, and which returned cards are among them."""
        self.deal_round(4, self.packet)
        if not self.hands_open:
            return
        shown = 0
        for s in range(self.seats):
            shown |= self.hands[s]
            for i in range(self.returns):
                if self.hands[s] & bits.bit(self.returned[i]):
                    self.came_to[i] = 1 + 8 * (self.round() - 1) + s
        for viewer in range(6):
            self.seen[viewer] = shown

    def lay(self, card: int) -> None:
        self.table |= card
        self.laid_at[bits.number(card)] = self.laid
        self.laid += 1

    def repair(self, rng: Rng) -> bool:
        """Cards go back until the layout is right."""
        while True:
            card = self.offending()
            if card == 0:
                return True
            group = card
            paired = not card & self.banned()
            if paired and self.layout_pair_return:
                group = bits.alike(card) & self.table
            if self.circling(bits.size(group)):
                return False
            if paired and self.layout_pair_which:
                group = self.drawn(bits.alike(card) & self.table, rng)
            self.replace(group, rng)

    def banned(self) -> int:
        """What may not lie in the layout at all."""
        if self.layout_check == PAIRS_AND_JACKS or self.layout_check == JACKS_ONLY:
            return JACKS
        return JACKS if self.layout_check == AUTO and self.jack_sweeps else 0

    def offending(self) -> int:
        """The card whose turn it is (R11): the first opened that is banned, or equal to one opened earlier; else 0."""
        banned = self.banned()
        pairs = self.layout_check == AUTO or self.layout_check == PAIRS_AND_JACKS or self.layout_check == PAIRS_ONLY
        if not self.table & banned and not (pairs and bits.size(bits.alike(self.table)) < 16):
            return 0
        earlier = 0
        rest = self.table
        while rest:
            card = self.earliest(rest)
            rest ^= card
            if card & banned or (pairs and bits.alike(card) & earlier):
                return card
            earlier |= card
        return 0

    def earliest(self, cards: int) -> int:
        """The card that was opened before the others of a set."""
        best = 0
        while cards:
            card = cards & -cards
            cards ^= card
            if best == 0 or self.opening(bits.number(card)) < self.opening(bits.number(best)):
                best = card
        return best

    def opening(self, number: int) -> int:
        """When a card of the layout was opened: -4 … -1, then one number for each replacement."""
        i = self.returns
        while i:
            i -= 1
            if self.replaced[i] == number:
                return i
        return self.laid_at[number] - 4

    def drawn(self, cards: int, rng: Rng) -> int:
        """One of these equal cards, by lot (R12a); as `outs` gives it where a record is replayed."""
        given = self.outs[self.returns]
        if given >= 0 and cards & bits.bit(given):
            return bits.bit(given)
        i = rng.below(bits.size(cards))
        while i:
            cards &= cards - 1
            i -= 1
        return cards & -cards

    def replace(self, cards: int, rng: Rng) -> None:
        """Cards go back in table order, then their places are filled in that order (R11, R12a)."""
        first = self.returns
        places = 0
        self.table ^= cards
        for place in range(4):
            rest = cards
            while rest:
                card = rest & -rest
                rest ^= card
                if self.laid_at[bits.number(card)] == place:
                    places |= bits.at_byte(place, self.returns - first)
                    self.send_back(card, first, rng)
                    cards ^= card
        for i in range(first, self.returns):
            card = self.open_instead(i)
            self.table |= card
            self.laid_at[bits.number(card)] = bits.byte(places, i - first)
