"""Kontsina (Greece): one deal. Cards: number = 4 * rank + suit, ranks A23456789TJQK, suits c d h s.

R5 four cards each and four on the table; R13 a card takes one equal card, R15 or a numeral takes a set of two or more by
sum, R16 never both; R17 capturing is optional, R18 else the card is laid; R24 four more each until the stock is empty, R25
with the same leader; R27 the last taker gets the table; R30-R34 cards 2, clubs 1, good two 1, good ten 1.
"""

from __future__ import annotations

import math
from typing import ClassVar

from kafenio import bits, plays
from kafenio.audience import EVERYONE, FACE_UP, FACT, Audience, Event
from kafenio.cards import FRENCH_52
from kafenio.contract import Deal, Plays, Point, Rng
from kafenio.games import fishing, outlook

__all__ = ["KontsinaDeal"]

PACK = (1 << 52) - 1
CLUBS = 0x1111111111111
GOOD_TWO = 1 << 4
GOOD_TEN = 1 << 37
NUMERALS = (1 << 40) - 1
VALUES = (1 << 11) - 2  # bits 1 to 10
BY_CARD, IF_ABLE = 1, 2  # capture_obligation
MORE_THAN_HALF = 1  # majority_test
POINTS = 1  # match_format
# how far a lead strays, from matches of strong bots: in one deal won or lost, in the points of one deal
LEVEL, DEALS_STRAY, POINTS_STRAY, POINTS_A_DEAL = 0.25, 0.52, 1.4, 2.4
CLUBS_STRAY, DEAL_STRAYS = 0.7, 0.35  # likewise within a deal: clubs, and points where a deal is won or lost
CARD = "[A2-9TJQK][cdhs]"


class KontsinaDeal(Deal):
    deal_packet: int
    capture_obligation: int
    capture_scope: int
    equal_rank_priority: int
    sweep_bonus: int
    pile_visibility: int
    majority_test: int
    cards_tie: int
    clubs_tie: int
    points_cards: int
    points_clubs: int
    points_2c: int
    points_td: int
    match_format: int
    target_score: int
    deals: int
    last_taker: int
    laid: int
    table: int
    piles: list[int]
    sweeps: list[int]
    laid_at: list[int]

    GAME = "kontsina"
    PLAY = rf"lay {CARD}|{CARD} x {CARD}([+ ]{CARD})*"
    EXAMPLE = "'lay 8h' or '8h x 3c+5d'"
    AUDIENCES: ClassVar[dict[str, Audience]] = {
        "deal_packet": FACT,
        "capture_obligation": FACT,
        "capture_scope": FACT,
        "equal_rank_priority": FACT,
        "sweep_bonus": FACT,
        "pile_visibility": FACT,
        "majority_test": FACT,
        "cards_tie": FACT,
        "clubs_tie": FACT,
        "points_cards": FACT,
        "points_clubs": FACT,
        "points_2c": FACT,
        "points_td": FACT,
        "match_format": FACT,
        "target_score": FACT,
        "deals": FACT,
        "last_taker": FACT,  # a side, -1 before the first capture
        "laid": FACT,  # cards laid so far
        "table": FACE_UP,
        "piles": FACE_UP.each(4),  # by side; every capture was public (R22)
        "sweeps": FACT.each(4),  # captures that left the table empty (R23)
        "laid_at": FACT.each(52),  # when a card of the table was laid: their order on the table
    }

    def pack(self) -> int:
        return PACK

    def begin(self, rng: Rng) -> bool:
        self.last_taker = -1
        self.each = 4
        self.packet = self.deal_packet
        self.deal_round(4, self.packet)
        for _ in range(4):
            self.lay(self.pop())
        self.whole = self.left
        self.turn = (self.dealer + 1) % self.seats
        return True

    def lay(self, card: int) -> None:
        self.table |= card
        self.laid_at[bits.number(card)] = self.laid
        self.laid += 1

    # Plays.

    def list_plays(self, seat: int, out: Plays) -> None:
        """Captures by card, then lays (R20)."""
        hand = self.hands[seat]
        totals = self.totals()
        able = hand & fishing.takers(self.table, totals, 0)
        if able:
            fishing.add_captures(
                out, able, self.table, self.table, totals, 0, 0, self.capture_scope, self.equal_rank_priority
            )
            if self.capture_obligation == IF_ABLE:
                return
            if self.capture_obligation == BY_CARD:
                hand &= ~able
        while hand:
            plays.add(out, bits.play(bits.number(hand), 0))
            hand &= hand - 1

    def totals(self) -> int:
        """Bit v for every value of a numeral that two or more cards of the table add up to: none of them is a figure."""
        return fishing.sums(self.table & NUMERALS, 0) & VALUES

    def make(self, seat: int, play: int) -> None:
        card = bits.bit(bits.head(play))
        taken = bits.body(play)
        self.spend(seat, card)
        if taken:
            self.last_taker = bits.wrap(seat, self.sides)
            self.table ^= taken
            self.piles[self.last_taker] |= card | taken
        else:
            if self.capture_obligation == IF_ABLE:
                self.bars[seat] |= fishing.takers(self.table, self.totals(), 0)
            self.lay(card)
        self.turn = bits.wrap(seat + 1, self.seats)
        if self.hands[self.turn] == 0:
            if self.left == 0:
                self.end()
                return
            self.deal_round(4, self.packet)
        if taken and self.table == 0:
            self.sweeps[self.last_taker] += 1  # not the last play of the deal (R23)

    def end(self) -> None:
        if self.last_taker >= 0:
            self.piles[self.last_taker] |= self.table  # no capture, no sweep (R27)
            self.table = 0
        self.turn = -1

    # Scoring.

    def majority(self, side: int, cards: int, points: int, half: int, one_each: int) -> int:
        """Points for having most of these cards (R30-R32a)."""
        if points == 0 or self.last_taker < 0:
            return 0
        least = half + 1 if self.majority_test == MORE_THAN_HALF else 0
        place = fishing.most(self.piles, cards, side, self.sides, least)
        if place == 2:
            return points
        if 2 * bits.size(self.piles[side] & cards) == bits.size(cards):
            place = fishing.most(self.piles, cards, side, self.sides, 0)  # half each, not half alone (R32a)
        return 1 if place == 1 and one_each else 0

    def score(self, seat: int) -> int:
        side = seat % self.sides
        mine = self.piles[side]
        points = self.majority(side, PACK, self.points_cards, 26, self.cards_tie)
        points += self.majority(side, CLUBS, self.points_clubs, 6, self.clubs_tie)
        if mine & GOOD_TWO:
            points += self.points_2c
        if mine & GOOD_TEN:
            points += self.points_td
        return points + self.sweeps[side] * self.sweep_bonus

    def reward(self, seat: int) -> float:
        """Twice the chance of winning the match, less one; a tenth of it is for the points of the deal alone."""
        mine = seat % self.sides
        best = -1e9
        for side in range(self.sides):
            if side != mine:
                best = max(best, self.expected(side))
        lead = max(-1.0, min(1.0, (self.expected(mine) - best) / 5.0))
        return 0.9 * (2.0 * self.chance(mine) - 1.0) + 0.1 * lead

    def rest(self) -> int:
        """How many cards are in no pile."""
        found = 52
        for side in range(self.sides):
            found -= bits.size(self.piles[side])
        return found

    def expected(self, side: int) -> float:
        """The points of the deal: while it is being played a majority is as sure as the lead in it."""
        if self.turn < 0:
            return self.score(side)
        found = self.sweeps[side] * self.sweep_bonus + self.share(side, PACK, 1.0) * self.points_cards
        found += self.share(side, CLUBS, CLUBS_STRAY) * self.points_clubs
        if self.piles[side] & GOOD_TWO:
            found += self.points_2c
        if self.piles[side] & GOOD_TEN:
            found += self.points_td
        return found

    def share(self, side: int, cards: int, stray: float) -> float:
        """How likely a side gets the most of these cards."""
        return fishing.share(self.piles, cards, side, self.sides, stray)

    def chance(self, side: int) -> float:
        """How likely a side wins the match if the deal ends so: by its lead, and by how far leads stray until the end."""
        spread = self.spread()
        mine = self.total(side)
        odds = 0.0
        for other in range(self.sides):
            odds += 1.0 if other == side else outlook.against(self.total(other) - mine, spread)
        return 1.0 / odds

    def total(self, side: int) -> float:
        """What decides the match, with this deal (R39, R41): while it is being played a part of a deal won."""
        points = self.expected(side)
        if self.match_format == POINTS:
            return self.scores[side] + points
        if self.turn >= 0:
            odds = 0.0
            for other in range(self.sides):
                odds += outlook.against(self.expected(other) - points, DEAL_STRAYS + math.sqrt(self.rest() / 52.0))
            return self.scores[side] + 1.0 / odds
        for other in range(self.sides):
            if other != side and self.score(other) >= points:
                return self.scores[side]
        return self.scores[side] + 1.0

    def spread(self) -> float:
        """The scale of a lead after this deal; a lead that has won is told by a small one."""
        if self.match_format != POINTS:
            return LEVEL + DEALS_STRAY * math.sqrt(max(self.deals - self.deal_number, 0))
        first = second = -1.0
        for side in range(self.sides):
            total = self.total(side)
            if total > first:
                second = first
                first = total
            elif total > second:
                second = total
        if self.turn < 0 and first >= self.target_score and first > second:
            return LEVEL
        return POINTS_STRAY * math.sqrt(max((self.target_score - first) / POINTS_A_DEAL, 1.0))

    def key(self) -> int:
        """Hands, table and turn, and all that counts of the piles."""
        key = bits.stir(self.table, self.turn * 8 + self.last_taker + 1)
        for seat in range(self.seats):
            key = bits.stir(key, self.hands[seat])
        for side in range(self.sides):
            mine = self.piles[side]
            key = bits.stir(key, (bits.size(mine) * 16 + bits.size(mine & CLUBS)) * 64 + self.sweeps[side])
            key = bits.stir(key, mine & (GOOD_TWO | GOOD_TEN))
        return key

    def promise(self, seat: int, play: int) -> int:
        taken = bits.body(play)
        if taken:
            taken |= bits.bit(bits.head(play))
            worth = 30 + 10 * bits.size(taken) + 10 * bits.size(taken & CLUBS)
            return worth + 60 * bits.size(taken & (GOOD_TWO | GOOD_TEN))
        card = bits.bit(bits.head(play))
        if card & (GOOD_TWO | GOOD_TEN):
            return 1
        return 6 if card & CLUBS else 10

    def points(self) -> list[Point]:
        found = []
        for side in range(self.sides):
            mine = self.piles[side]
            found += [
                Point(side, "cards", self.majority(side, PACK, self.points_cards, 26, self.cards_tie)),
                Point(side, "clubs", self.majority(side, CLUBS, self.points_clubs, 6, self.clubs_tie)),
                Point(side, "good two", self.points_2c if mine & GOOD_TWO else 0),
                Point(side, "good ten", self.points_td if mine & GOOD_TEN else 0),
                Point(side, "sweeps", self.sweeps[side] * self.sweep_bonus),
            ]
        return [line for line in found if line.points]

    def taken(self, side: int) -> tuple[int, int, int, int]:
        """Cards, clubs, good two and good ten in a pile."""
        mine = self.piles[side]
        return bits.size(mine), bits.size(mine & CLUBS), bits.size(mine & GOOD_TWO), bits.size(mine & GOOD_TEN)

    # Words.

    def on_table(self, cards: int) -> list[int]:
        """Card numbers in the order they lie on the table."""
        return sorted(FRENCH_52.members(cards), key=lambda n: int(self.laid_at[n]))

    def text(self, play: int) -> str:
        card = FRENCH_52.name(bits.head(play))
        taken = "+".join(FRENCH_52.name(n) for n in self.on_table(bits.body(play)))
        return f"{card} x {taken}" if taken else f"lay {card}"

    def opened(self) -> list[Event]:
        layout = tuple(FRENCH_52.name(n) for n in self.on_table(self.table))
        return [*self.dealt_events(FRENCH_52.names), Event("layout", cards=layout)]

    def events(self, before: Deal, seat: int, play: int) -> list[Event]:
        assert isinstance(before, KontsinaDeal)
        card = FRENCH_52.name(bits.head(play))
        taken = tuple(FRENCH_52.name(n) for n in before.on_table(bits.body(play)))
        found = [Event("captured", seat, (card, *taken)) if taken else Event("laid", seat, (card,))]
        if sum(self.sweeps) > sum(before.sweeps) and self.sweep_bonus:
            found.append(Event("sweep", seat))
        if self.left < before.left:
            found += self.dealt_events(FRENCH_52.names)
        if self.turn < 0:
            rest = before.table ^ bits.body(play) if taken else before.table | bits.bit(bits.head(play))
            if rest and self.last_taker >= 0:
                names = tuple(FRENCH_52.name(n) for n in self.on_table(rest))
                found.append(Event("leftovers", cards=names, facts={"side": self.last_taker}, to=EVERYONE))
        return found
