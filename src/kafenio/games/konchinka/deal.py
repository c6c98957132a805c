"""Konchinka (Кончинка, Russia): one deal. Cards: number = 4 * rank + suit, ranks A23456789TJQK, suits c d h s.

The deal: R8 four cards each, R9-R15 and a layout of four, which has to be right (layout.py); R31 four more each until the
stock is empty, R7 always with one leader.
A turn: R19 a card takes an equal card, R20 or a numeral a set of two or more by sum, R21 one of these a turn; R22 a jack takes
the whole table; R24 who can capture must, with any card, so a lay tells which cards a hand lacks (`bars`); R25, R26 else any
card is laid. R50-R53: the variant in which figures have values.
The count: R33 the last taker gets the table; R36 most cards 2, R37 most clubs 1, R38 two of clubs 1, ten of diamonds 1, R39
ties to nobody. R44-R47: a side that lacks 1 or 2 points for the match wins at once when its pile secures them: konchinki, and
7 clubs, which nobody can outdo. With early_finish=claim it has to say so: by the play `finish`, right after the capture (out of
turn) or at a turn of its own (R47a).
"""

from __future__ import annotations

import math
from typing import ClassVar

from kafenio import bits, plays
from kafenio.audience import FACE_UP, FACT, Audience, Event
from kafenio.contract import Deal, Plays, Point, Rng
from kafenio.games import fishing, outlook
from kafenio.games.konchinka import words
from kafenio.games.konchinka.layout import Layout

__all__ = ["REASONS", "KonchinkaDeal"]

PACK = (1 << 52) - 1
CLUBS = 0x1111111111111
ACES = 15
NUMERALS = (1 << 40) - 1
VALUES = (1 << 11) - 2  # bits 1 to 10
JACKS = 15 << 40
TWO_OF_CLUBS = 1 << 4
TEN_OF_DIAMONDS = 1 << 37
FINISH = words.FINISH
ENOUGH = 7  # clubs that nobody can outdo (R46)
STRAY, A_DEAL, CLUBS_STRAY = (
    1.4,
    2.3,
    0.7,
)  # how far a lead strays in a deal, what a deal brings a side, clubs in a deal

IF_ABLE, BY_CARD = 0, 1  # capture_obligation
NO_VALUES, FACE_VALUES, ALL_HIGHER = 0, 1, 3  # figure_values
AUTO, CLAIM = 0, 1  # early_finish

ITEMS = 6
REASONS = ("cards", "two of clubs", "ten of diamonds", "clubs", "aces", "sweeps")  # in the order of R43a
CARD = "[A2-9TJQK][cdhs]"


class KonchinkaDeal(Layout):
    ace_value: int
    capture_obligation: int
    capture_scope: int
    consecutive_captures: int
    figure_values: int
    sweep_bonus: int
    points_each_ace: int
    cards_tie: int
    clubs_tie: int
    points_cards: int
    points_clubs: int
    points_2c: int
    points_td: int
    target_score: int
    target_tie: int
    early_finish: int
    early_finish_test: int
    early_finish_others: int
    pile_visibility: int
    last_taker: int
    captor: int
    took: int
    finisher: int
    piles: list[int]
    sweeps: list[int]

    GAME = "konchinka"
    PLAY = rf"lay {CARD}|{CARD} x {CARD}([+ ]{CARD})*|finish"
    EXAMPLE = "'lay 8h' or '8h x 3c+5d'"
    AUDIENCES: ClassVar[dict[str, Audience]] = {
        "ace_value": FACT,
        "capture_obligation": FACT,
        "capture_scope": FACT,
        "consecutive_captures": FACT,
        "figure_values": FACT,
        "sweep_bonus": FACT,
        "points_each_ace": FACT,
        "cards_tie": FACT,
        "clubs_tie": FACT,
        "points_cards": FACT,
        "points_clubs": FACT,
        "points_2c": FACT,
        "points_td": FACT,
        "target_score": FACT,
        "target_tie": FACT,
        "early_finish": FACT,
        "early_finish_test": FACT,
        "early_finish_others": FACT,
        "pile_visibility": FACT,
        "last_taker": FACT,  # a side, -1 before the first capture
        "captor": FACT,  # the seat whose capture was the last play, else -1 (R47a)
        "took": FACT,  # bit s: the last play of seat s in this deal was a capture (R25a)
        "finisher": FACT,  # the side that ended the deal by R44, else -1
        "piles": FACE_UP.each(4),  # by side; every capture was public (R29)
        "sweeps": FACT.each(4),  # captures that left the table empty (R30)
    }

    def begin(self, rng: Rng) -> bool:
        self.last_taker = self.captor = self.finisher = -1
        self.turn = (self.dealer + 1) % self.seats
        return self.deal_out(rng)

    # Plays.

    def list_plays(self, seat: int, out: Plays) -> None:
        """`finish` where it is open, captures by card, then lays (R27)."""
        if self.early_finish == CLAIM and self.covered(seat % self.sides):
            plays.add(out, bits.play(FINISH, 0))
        if seat != self.turn:
            return
        hand = self.hands[seat]
        able = 0
        if self.table and not self.resting(seat):
            totals = self.totals()
            able = hand & self.takers(totals)
            if able:
                self.add_captures(able, totals, out)
                if self.capture_obligation == IF_ABLE:
                    return
                if self.capture_obligation == BY_CARD:
                    hand &= ~able
        while hand:
            plays.add(out, bits.play(bits.number(hand), 0))
            hand &= hand - 1

    def add_captures(self, able: int, totals: int, out: Plays) -> None:
        """By card; a jack that sweeps takes the whole table (R22)."""
        sweepers = able & JACKS if self.jack_sweeps else 0
        lower = able & (sweepers & -sweepers) - 1  # all if there are none
        higher = able ^ lower ^ sweepers
        self.add_sets(lower, totals, out)
        while sweepers:
            plays.add(out, bits.play(bits.number(sweepers), self.table))
            sweepers &= sweepers - 1
        self.add_sets(higher, totals, out)

    def add_sets(self, able: int, totals: int, out: Plays) -> None:
        if able:
            fishing.add_captures(
                out, able, self.table, self.pool(), totals, self.lift(), self.raised(), self.capture_scope, 0
            )

    def pool(self) -> int:
        """The cards of the table that have a value (R18, R23, R50)."""
        if self.figure_values != NO_VALUES:
            return self.table
        return self.table & NUMERALS & ~ACES if self.ace_value else self.table & NUMERALS

    def lift(self) -> int:
        """How much more than 11, 12, 13 the figures count where they lie."""
        return 1 if self.figure_values == ALL_HIGHER else 0

    def raised(self) -> int:
        """How much more than 11, 12, 13 a set adds up to that a figure takes (R51)."""
        return 1 if self.figure_values > FACE_VALUES else 0

    def totals(self) -> int:
        """Bit v for every total v of two or more cards of the table that a card can take (R18, R20)."""
        found = fishing.sums(self.pool(), self.lift())
        return found & VALUES if self.figure_values == NO_VALUES else found

    def takers(self, totals: int) -> int:
        """Every card that could capture something of the table."""
        able = fishing.takers(self.table, totals, self.raised())
        return able | JACKS if self.jack_sweeps and self.table else able

    def resting(self, seat: int) -> bool:
        """Whether a seat has captured on its previous turn and must lay now (R25a)."""
        return self.consecutive_captures != 0 and self.took & bits.bit(seat) != 0

    def make(self, seat: int, play: int) -> None:
        if bits.head(play) == FINISH:
            self.finish(seat % self.sides)
            return
        card = bits.bit(bits.head(play))
        taken = bits.body(play)
        self.spend(seat, card)
        self.turn = bits.wrap(seat + 1, self.seats)
        if taken:
            self.capture(seat, card, taken)
        else:
            if self.capture_obligation == IF_ABLE and not self.resting(seat):
                self.bars[seat] |= self.takers(self.totals())
            self.captor = -1
            self.took &= ~bits.bit(seat)
            self.lay(card)
        if self.turn >= 0 and self.hands[self.turn] == 0:
            self.end_round()

    def capture(self, seat: int, card: int, taken: int) -> None:
        side = bits.wrap(seat, self.sides)
        self.last_taker = side
        self.captor = seat
        self.took |= bits.bit(seat)
        self.table ^= taken
        self.piles[side] |= card | taken
        if self.table == 0:
            self.sweeps[side] += 1
        if self.early_finish == AUTO or (self.early_finish == CLAIM and not self.moves_again(side)):
            if self.covered(side):
                self.finish(side)

    def end_round(self) -> None:
        if self.left:
            self.next_round()
            return
        if self.last_taker >= 0:
            self.piles[self.last_taker] |= self.table  # no capture: it cannot finish, nor sweep (R33)
            self.table = 0
        self.turn = -1

    # Finishing in mid-deal (R44-R47).

    def need(self, side: int) -> int:
        """What a side lacks for the match."""
        return self.target_score - self.scores[side]

    def konchinki(self, side: int) -> int:
        """The points of the konchinki in a pile (R38)."""
        points = 0
        if self.piles[side] & TWO_OF_CLUBS:
            points += self.points_2c
        if self.piles[side] & TEN_OF_DIAMONDS:
            points += self.points_td
        return points

    def secured(self, side: int) -> int:
        """Points that nobody can take away any more (R45)."""
        points = self.konchinki(side)
        if bits.size(self.piles[side] & CLUBS) >= ENOUGH and not (self.early_finish_test and self.need(side) == 2):
            points += self.points_clubs
        return points

    def covered(self, side: int) -> bool:
        """R45. Not in an extra deal: somebody has reached the target already (R43)."""
        if not 1 <= self.need(side) <= 2 or self.secured(side) < self.need(side):
            return False
        for other in range(self.sides):
            if self.need(other) <= 0:
                return False
        return True

    def moves_again(self, side: int) -> bool:
        """Whether a seat of the side has a turn left in this deal."""
        if self.left:
            return True
        for s in range(self.seats):
            if s % self.sides == side and self.hands[s]:
                return True
        return False

    def out_of_turn(self, seat: int) -> bool:
        """R47a: whoever has just captured may still finish."""
        return self.early_finish == CLAIM and seat == self.captor and self.covered(seat % self.sides)

    def finish(self, side: int) -> None:
        self.finisher = side
        self.turn = -1

    # Scoring.

    def majority(self, side: int, cards: int, points: int, one_each: int) -> int:
        """Points for having most of these cards (R36, R37, R39)."""
        if points == 0 or self.last_taker < 0:
            return 0
        place = fishing.most(self.piles, cards, side, self.sides, 0)
        if place == 2:
            return points
        return 1 if place == 1 and one_each else 0

    def item(self, side: int, i: int) -> int:
        """The points of a side for REASONS[i]."""
        mine = self.piles[side]
        if i == 0:
            return self.majority(side, PACK, self.points_cards, self.cards_tie)
        if i == 1:
            return self.points_2c if mine & TWO_OF_CLUBS else 0
        if i == 2:
            return self.points_td if mine & TEN_OF_DIAMONDS else 0
        if i == 3:
            return self.majority(side, CLUBS, self.points_clubs, self.clubs_tie)
        if i == 4:
            return bits.size(mine & ACES) * self.points_each_ace
        return self.sweeps[side] * self.sweep_bonus

    def score(self, seat: int) -> int:
        side = seat % self.sides
        if self.finisher >= 0:
            if side == self.finisher:
                return self.secured(side)
            return self.konchinki(side) if self.early_finish_others else 0
        points = 0
        for i in range(ITEMS):
            points += self.item(side, i)
        return points

    def promise(self, seat: int, play: int) -> int:
        """Many cards, clubs and above all konchinki; laid, the opposite."""
        if bits.head(play) == FINISH:
            return 1000
        card = bits.bit(bits.head(play))
        taken = bits.body(play)
        dear = TWO_OF_CLUBS | TEN_OF_DIAMONDS
        if taken:
            taken |= card
            return 30 + 10 * bits.size(taken) + 10 * bits.size(taken & CLUBS) + 60 * bits.size(taken & dear)
        if card & dear:
            return 1
        return 6 if card & CLUBS else 10

    def reward(self, seat: int) -> float:
        """1 and -1 where the match is decided; else the chance of it, as far as the points tell, and a tenth for the lead."""
        side = seat % self.sides
        if self.finisher >= 0:
            return 1.0 if self.finisher == side else -1.0
        mine = self.expected(side)
        lead = margin = 1e9
        first = self.scores[side] + mine
        for other in range(self.sides):
            theirs = self.expected(other)
            first = max(first, self.scores[other] + theirs)
            if other != side:
                lead = min(lead, mine - theirs)
                margin = min(margin, self.scores[side] + mine - self.scores[other] - theirs)
        if self.turn < 0 and first >= self.target_score and margin != 0:
            return 1.0 if margin > 0 else -1.0
        spread = STRAY * math.sqrt(max((self.target_score - first) / A_DEAL, 1.0))
        odds = 0.0
        for other in range(self.sides):
            odds += outlook.against(self.scores[other] + self.expected(other) - self.scores[side] - mine, spread)
        return 0.9 * (2.0 / odds - 1.0) + 0.1 * max(-1.0, min(1.0, lead / 5.0))

    def expected(self, side: int) -> float:
        """The points of the deal: while it is being played a majority is as sure as the lead in it."""
        if self.turn < 0:
            return self.score(side)
        found = (
            self.share(side, PACK, 1.0) * self.points_cards + self.share(side, CLUBS, CLUBS_STRAY) * self.points_clubs
        )
        found += self.konchinki(side) + bits.size(self.piles[side] & ACES) * self.points_each_ace
        return found + self.sweeps[side] * self.sweep_bonus

    def share(self, side: int, cards: int, stray: float) -> float:
        """How likely a side gets the most of these cards."""
        return fishing.share(self.piles, cards, side, self.sides, stray)

    def key(self) -> int:
        """Hands, table and turn, what was captured last, and all that counts of the piles."""
        key = bits.stir(self.table, self.turn * 64 + (self.last_taker + 1) * 8 + self.captor + 1)
        key = bits.stir(key, self.took * 8 + self.finisher + 1)
        for seat in range(self.seats):
            key = bits.stir(key, self.hands[seat])
        for side in range(self.sides):
            mine = self.piles[side]
            key = bits.stir(key, (bits.size(mine) * 16 + bits.size(mine & CLUBS)) * 64 + self.sweeps[side])
            key = bits.stir(key, mine & (TWO_OF_CLUBS | TEN_OF_DIAMONDS | ACES))
        return key

    def points(self) -> list[Point]:
        """In the order in which items are credited (R43a), each for all its sides; or the finish, the others after it."""
        if self.finisher >= 0:
            others = [s for s in range(self.sides) if s != self.finisher and self.early_finish_others]
            found = [Point(self.finisher, "finish", self.secured(self.finisher))]
            found += [Point(side, REASONS[i], self.item(side, i)) for i in (1, 2) for side in others]
        else:
            found = [
                Point(side, reason, self.item(side, i))
                for i, reason in enumerate(REASONS)
                for side in range(self.sides)
            ]
        return [line for line in found if line.points]

    def ended(self) -> str:
        return "early_finish" if self.finisher >= 0 else ""

    def taken(self, side: int) -> tuple[int, int, int, int, int, int]:
        """Cards, clubs, two of clubs, ten of diamonds and aces in a pile, and sweeps."""
        mine = self.piles[side]
        cards = (PACK, CLUBS, TWO_OF_CLUBS, TEN_OF_DIAMONDS, ACES)
        all_cards, clubs, two, ten, aces = [bits.size(mine & of) for of in cards]
        return all_cards, clubs, two, ten, aces, self.sweeps[side]

    # Words.

    def text(self, play: int) -> str:
        return words.text(self, play)

    def opened(self) -> list[Event]:
        return words.opened(self)

    def events(self, before: Deal, seat: int, play: int) -> list[Event]:
        assert isinstance(before, KonchinkaDeal)
        return words.events(before, self, seat, play)
