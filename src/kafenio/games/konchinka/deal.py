"""Konchinka, 2 to 4 seats, the seed's rules. Cards as in Kontsina: number = 4 * rank + suit, ranks A23456789TJQK.

R10-R14 a layout of four different ranks without a jack, an offending card goes back into the middle third of the stock;
R19, R20 take an equal card or a set by sum; R22 a jack takes all; R24 capture if any card can, so a lay tells (bars).
R45 a side that lacks 1 or 2 points wins when it has secured them.
"""

from __future__ import annotations

from typing import ClassVar

from kafenio import bits, fishing, plays
from kafenio.audience import FACE_UP, FACT, Audience
from kafenio.contract import Deal, Plays, Rng

RANKS, SUITS = "A23456789TJQK", "cdhs"
PACK = (1 << 52) - 1
CLUBS = 0x1111111111111
JACKS = 15 << 40
TWO_OF_CLUBS = 1 << 4
TEN_OF_DIAMONDS = 1 << 37
FIGURES = 10  # the first rank without a value


class Konchinka(Deal):
    sides: int
    last_taker: int
    finisher: int
    laid: int
    table: int
    piles: list[int]
    needs: list[int]
    laid_at: list[int]

    AUDIENCES: ClassVar[dict[str, Audience]] = {
        "sides": FACT,
        "last_taker": FACT,  # a side, -1 before the first capture
        "finisher": FACT,  # the side that ended the deal by R45, else -1
        "laid": FACT,
        "table": FACE_UP,
        "piles": FACE_UP.each(4),
        "needs": FACT.each(4),  # points each side lacks for the match; 0: not told
        "laid_at": FACT.each(52),
    }

    def pack(self) -> int:
        return PACK

    def begin(self, rng: Rng) -> bool:
        if self.seats == 0:
            self.seats = 2
        if self.sides == 0:
            self.sides = self.seats
        self.last_taker = self.finisher = -1
        self.each = 4
        self.packet = 1
        self.deal_round(4, 1)
        self.whole = self.left - 4
        self.back_low = (self.whole + 2) // 3
        self.back_high = 2 * self.whole // 3
        for _ in range(4):
            self.lay(self.pop())
        while True:
            card = self.offending()
            if card == 0:
                break
            if self.circling():
                return False
            place = self.laid_at[bits.number(card)]
            self.table ^= card
            card = self.put_back(card, rng)
            self.table |= card
            self.laid_at[bits.number(card)] = place  # its place on the table; opened later than all before it
        self.turn = (self.dealer + 1) % self.seats
        return True

    def offending(self) -> int:
        """The card of the layout that goes back first (R11, R12): the earliest opened jack or double."""
        earlier = 0
        cards = self.table
        for i in range(-4, self.returns):  # the first four by place, then replacements in their order
            for n in range(52):
                card = bits.bit(n)
                if cards & card and self.opened(n) == i:
                    if card & JACKS or bits.alike(card) & earlier:
                        return card
                    earlier |= card
        return 0

    def opened(self, number: int) -> int:
        """When a card of the layout was opened: -4 … -1, then one number for each replacement."""
        i = self.returns
        while i:
            i -= 1
            if self.replaced[i] == number:
                return i
        return self.laid_at[number] - 4

    def lay(self, card: int) -> None:
        self.table |= card
        self.laid_at[bits.number(card)] = self.laid
        self.laid += 1

    def list_plays(self, seat: int, out: Plays) -> None:
        hand = self.hands[seat]
        while hand and self.table:
            number = bits.number(hand)
            hand &= hand - 1
            rank = number // 4
            base = bits.play(number, 0)
            if rank == FIGURES:
                plays.add(out, base | self.table)
                continue
            same = self.table & bits.run(4, rank * 4)
            while same:
                plays.add(out, base | same & -same)
                same &= same - 1
            if rank < FIGURES:
                fishing.add_sums(out, base, rank + 1, self.table, 0)
        if out.size == 0:
            hand = self.hands[seat]
            while hand:
                plays.add(out, bits.play(bits.number(hand), 0))
                hand &= hand - 1

    def takers(self) -> int:
        """Every card that could capture something of the table (R24)."""
        able = JACKS | bits.alike(self.table)
        totals = fishing.sums(self.table & bits.run(40, 0))
        for rank in range(FIGURES):
            if totals & bits.bit(rank + 1):
                able |= bits.run(4, 4 * rank)
        return able

    def make(self, seat: int, play: int) -> None:
        card = bits.bit(bits.head(play))
        taken = bits.body(play)
        self.spend(seat, card)
        self.turn = seat + 1 if seat + 1 < self.seats else 0
        if taken:
            side = seat % self.sides
            self.last_taker = side
            self.table ^= taken
            self.piles[side] |= card | taken
            if 0 < self.needs[side] < 3 and self.secured(side) >= self.needs[side]:
                self.finisher = side
                self.turn = -1
                return
        else:
            if self.table:
                self.bars[seat] |= self.takers()
            self.lay(card)
        if self.hands[self.turn] == 0:
            self.end_round()

    def end_round(self) -> None:
        if self.left:
            self.deal_round(4, 1)
            return
        if self.last_taker >= 0:
            self.piles[self.last_taker] |= self.table  # R33
            self.table = 0
        self.turn = -1

    def secured(self, side: int) -> int:
        mine = self.piles[side]
        return bits.size(mine & (TWO_OF_CLUBS | TEN_OF_DIAMONDS)) + (1 if bits.size(mine & CLUBS) >= 7 else 0)

    def most(self, cards: int) -> int:
        """The side with strictly most of these cards, -1 for a tie (R39)."""
        best = winner = -1
        for side in range(self.sides):
            n = bits.size(self.piles[side] & cards)
            if n > best:
                best = n
                winner = side
            elif n == best:
                winner = -1
        return winner

    def score(self, seat: int) -> int:
        side = seat % self.sides
        if self.finisher >= 0:
            return self.secured(side) if side == self.finisher else 0
        points = bits.size(self.piles[side] & (TWO_OF_CLUBS | TEN_OF_DIAMONDS))
        if self.most(PACK) == side:
            points += 2
        if self.most(CLUBS) == side:
            points += 1
        return points

    def reward(self, seat: int) -> float:
        if self.finisher >= 0:
            return 1.0 if self.finisher == seat % self.sides else -1.0
        best = 0
        for side in range(self.sides):
            if side != seat % self.sides and self.score(side) > best:
                best = self.score(side)
        return (self.score(seat) - best) / 5.0

    def points(self) -> list[tuple[int, str, int]]:
        if self.finisher >= 0:
            return [(self.finisher, "secured", self.secured(self.finisher))]
        found = [(self.most(PACK), "cards", 2), (self.most(CLUBS), "clubs", 1)]
        for side in range(self.sides):
            if self.piles[side] & TWO_OF_CLUBS:
                found.append((side, "two of clubs", 1))
            if self.piles[side] & TEN_OF_DIAMONDS:
                found.append((side, "ten of diamonds", 1))
        return [line for line in found if line[0] >= 0]

    def text(self, play: int) -> str:
        taken = [n for n in range(52) if bits.body(play) & bits.bit(n)]
        taken.sort(key=lambda n: self.laid_at[n])
        card = name(bits.head(play))
        return f"{card} x {'+'.join(map(name, taken))}" if taken else f"lay {card}"


def name(number: int) -> str:
    return RANKS[number // 4] + SUITS[number % 4]
