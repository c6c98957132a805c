"""Kozel, 2 to 5 seats. Cards: number = 9 * suit + rank, ranks 6789JQKTA low to high, suits c d h s.

R17 lead cards of one suit; R20 everyone plays as many, to contest (each beats another one, R24) or to discard face down;
R26 the winner takes all and alone sees what was thrown; R29-R31 before a lead with full hands every seat is asked in secret
whether it claims a Moscow or a Molodka, and the best claim leads; R38 one card each from the winner on until all have four.
"""

from __future__ import annotations

from typing import ClassVar

from kafenio import bits, plays
from kafenio.audience import FACE_UP, FACT, Audience
from kafenio.contract import Deal, Plays, Rng

RANKS, SUITS = "6789JQKTA", "cdhs"
PACK = (1 << 36) - 1
SHOKHA = 1 << 27
ACES = 1 << 8 | 1 << 17 | 1 << 26 | 1 << 35
TENS = ACES >> 1
KINGS = ACES >> 2
QUEENS = ACES >> 3
JACKS = ACES >> 4
LEAD, CONTEST, DISCARD, CLAIM = 0, 1, 2, 3  # the head of a play; its body is the cards, or what is claimed
NOTHING, MOLODKA, MOSCOW = 0, 1, 2
THROWN, BURIED, BEATEN = 0, 5, 10  # heaps: thrown to this trick by seat s; face down in the pile of side s; below


class Kozel(Deal):
    sides: int
    present: int
    leader: int
    trump: int
    taking: int
    special: int
    to_play: int
    turned: int
    lead: int
    best: int
    shown: list[int]
    piles: list[int]
    claims: list[int]
    beaten: int
    beaten_kind: list[int]
    beaten_side: list[int]

    AUDIENCES: ClassVar[dict[str, Audience]] = {
        "sides": FACT,
        "present": FACT,  # bit s for each seat still in the match; 0: all
        "leader": FACT,
        "trump": FACT,
        "taking": FACT,  # the seat that wins the trick so far
        "special": FACT,  # the lead cannot be beaten (R32), or must be made by the claimer
        "to_play": FACT,  # bit s for each seat that has yet to play to this trick
        "turned": FACE_UP,  # the trump card under the stock
        "lead": FACE_UP,
        "best": FACE_UP,  # the best play so far
        "shown": FACE_UP.each(5),  # cards played face up to this trick, by seat
        "piles": FACE_UP.each(5),  # cards taken face up, by side
        "claims": FACT.each(5),  # what each seat claimed in this trick's window, once it has closed
        "beaten": FACT,  # hands whose claim was heard but beaten: they lie apart in the heaps from BEATEN on, because
        "beaten_kind": FACT.each(6),  # everyone knows what they are
        "beaten_side": FACT.each(6),  # whose pile they are in
    }

    def pack(self) -> int:
        return PACK

    def begin(self, rng: Rng) -> bool:
        if self.seats == 0:
            self.seats = 2
        if self.sides == 0:
            self.sides = 2 if self.seats == 4 else self.seats
        if self.present == 0:
            self.present = bits.run(self.seats, 0)
        for _ in range(4):
            for i in range(self.seats):
                s = (self.dealer + 1 + i) % self.seats
                if self.present & bits.bit(s):
                    self.hands[s] |= self.pop()
        self.turned = self.pop()
        self.trump = bits.number(self.turned) // 9
        self.leader = (self.dealer + 1) % self.seats
        self.open_trick()
        return True

    # A trick: claims, lead, replies, taking, drawing (R16).

    def open_trick(self) -> None:
        """The claim window if hands are full, then the seat on lead. No cards: the deal is over."""
        self.lead = self.best = 0
        self.special = 0
        self.turn = -1
        shortest = 4
        for i in range(self.seats):
            s = bits.wrap(self.leader + i, self.seats)
            self.shown[s] = 0
            self.claims[s] = NOTHING
            self.answers[s] = 0
            if self.hands[s]:
                if self.turn < 0:
                    self.turn = s  # R40
                shortest = min(shortest, bits.size(self.hands[s]))
        if self.turn < 0:
            return
        self.leader = self.turn
        self.to_play = 0
        for s in range(self.seats):
            if self.hands[s]:
                self.to_play |= bits.bit(s)
        if shortest == 4:  # R35, R41
            self.asked = self.to_play

    def claimable(self, hand: int) -> int:
        return MOSCOW if is_moscow(hand) else MOLODKA if is_molodka(hand) else NOTHING

    def pass_over(self) -> None:
        for s in range(self.seats):
            if self.asked & bits.bit(s) and self.answers[s] == 0 and self.claimable(self.hands[s]) == NOTHING:
                self.answers[s] = 1
        self.close_window()

    def close_window(self) -> None:
        """When all have answered the claims are heard, and the best one leads (R31)."""
        if self.next_asked() >= 0:
            return
        best = NOTHING
        first = self.leader
        for i in range(self.seats):
            s = bits.wrap(first + i, self.seats)
            if self.answers[s]:
                self.claims[s] = self.answers[s] - 1
                self.answers[s] = 0
                if self.claims[s] > best:
                    best = self.claims[s]
                    self.leader = s
        self.asked = 0
        self.turn = self.leader
        self.special = 1 if best else 0

    def put(self, seat: int, kind: int, cards: int) -> None:
        """Cards from a hand, then the next seat or the end of the trick."""
        self.hands[seat] ^= cards
        if kind == DISCARD:
            self.heaps[THROWN + seat] = cards
            self.seen[seat] |= cards
        else:
            self.shown[seat] = cards
            self.best = cards
            self.taking = seat
            if kind == LEAD:
                self.lead = cards
                if bits.size(cards) == 4:
                    self.special = 1  # four of a suit, a Moscow or a Molodka (R28)
        self.to_play ^= bits.bit(seat)
        if self.to_play == 0:
            self.take()
            return
        while not self.to_play & bits.bit(self.turn):
            self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0

    def take(self) -> None:
        winner = self.taking
        side = winner % self.sides
        for s in range(self.seats):
            self.piles[side] |= self.shown[s]
            self.seen[winner] |= self.heaps[THROWN + s]
            if self.claims[s] and self.heaps[THROWN + s]:
                self.heaps[BEATEN + self.beaten] = self.heaps[THROWN + s]
                self.beaten_kind[self.beaten] = self.claims[s]
                self.beaten_side[self.beaten] = side
                self.beaten += 1
            else:
                self.heaps[BURIED + side] |= self.heaps[THROWN + s]
            self.heaps[THROWN + s] = 0
        self.leader = winner
        self.draw()
        self.open_trick()

    def draw(self) -> None:
        for _ in range(4):
            if self.left == 0 and self.turned == 0:
                return
            for i in range(self.seats):
                s = bits.wrap(self.leader + i, self.seats)
                if self.present & bits.bit(s) and bits.size(self.hands[s]) < 4:
                    if self.left:
                        self.hands[s] |= self.pop()
                    elif self.turned:
                        self.hands[s] |= self.turned
                        for other in range(6):
                            self.seen[other] |= self.turned  # everyone saw it go there
                        self.turned = 0

    # Plays.

    def list_plays(self, seat: int, out: Plays) -> None:
        hand = self.hands[seat]
        if self.asked:
            plays.add(out, bits.play(CLAIM, NOTHING))
            if self.claimable(hand):
                plays.add(out, bits.play(CLAIM, self.claimable(hand)))
        elif self.lead == 0:
            self.list_leads(seat, hand, out)
        else:
            self.list_replies(hand, out)

    def list_leads(self, seat: int, hand: int, out: Plays) -> None:
        if self.special:
            plays.add(out, bits.play(LEAD, hand))  # what was claimed
            return
        most = 4
        for s in range(self.seats):
            if s != seat and self.hands[s]:
                most = min(most, bits.size(self.hands[s]))  # R41
        cards = hand
        while cards:
            if bits.size(cards) <= most and (one_suit(cards) or self.claimable(cards)):
                plays.add(out, bits.play(LEAD, cards))
            cards = cards - 1 & hand

    def list_replies(self, hand: int, out: Plays) -> None:
        n = bits.size(self.lead)
        cards = hand
        while cards and not self.special:
            if bits.size(cards) == n and beats(cards, self.best, self.trump):
                plays.add(out, bits.play(CONTEST, cards))
            cards = cards - 1 & hand
        cards = hand
        while cards:
            if bits.size(cards) == n:
                plays.add(out, bits.play(DISCARD, cards))
            cards = cards - 1 & hand

    def make(self, seat: int, play: int) -> None:
        if self.asked:
            self.answers[seat] = 1 + bits.body(play)
            self.close_window()
        else:
            self.put(seat, bits.head(play), bits.body(play))

    def possible(self, seat: int) -> bool:
        """Whoever's claim was heard and beaten held that combination; passing tells nothing (R30)."""
        for s in range(self.seats):
            if (
                self.claims[s]
                and self.claimable(self.hands[s] | self.shown[s] | self.heaps[THROWN + s]) != self.claims[s]
            ):
                return False
        for i in range(self.beaten):
            if self.claimable(self.heaps[BEATEN + i]) != self.beaten_kind[i]:
                return False
        return True

    def card_points(self, side: int) -> int:
        cards = self.piles[side] | self.heaps[BURIED + side]
        for i in range(self.beaten):
            if self.beaten_side[i] == side:
                cards |= self.heaps[BEATEN + i]
        return (
            11 * bits.size(cards & ACES)
            + 10 * bits.size(cards & TENS)
            + 4 * bits.size(cards & KINGS)
            + 3 * bits.size(cards & QUEENS)
            + 2 * bits.size(cards & JACKS)
        )

    def score(self, seat: int) -> int:
        return self.card_points(seat % self.sides)

    def reward(self, seat: int) -> float:
        best = 0
        for side in range(self.sides):
            if side != seat % self.sides and self.card_points(side) > best:
                best = self.card_points(side)
        mine = self.score(seat)
        return (mine - best) / 240.0 + (0.5 if mine > best else -0.5 if mine < best else 0.0)

    def points(self) -> list[tuple[int, str, int]]:
        return [(side, "card points", self.card_points(side)) for side in range(self.sides)]

    def text(self, play: int) -> str:
        if bits.head(play) == CLAIM:
            return ("no claim", "claim molodka", "claim moscow")[bits.body(play)]
        cards = [n for n in range(36) if bits.body(play) & bits.bit(n)]
        cards.sort(key=lambda n: (-(n % 9), n // 9))
        return " ".join([("lead", "contest", "discard")[bits.head(play)], *map(name, cards)])


def name(number: int) -> str:
    return RANKS[number % 9] + SUITS[number // 9]


def suit_of(card: int) -> int:
    return bits.run(9, bits.number(card) // 9 * 9)


def one_suit(cards: int) -> bool:
    return not cards & ~suit_of(cards)


def is_moscow(cards: int) -> bool:
    return bits.size(cards) == 4 and cards & ACES != 0 and not cards & ~(ACES | TENS | SHOKHA)


def is_molodka(cards: int) -> bool:
    return bits.size(cards) == 4 and one_suit(cards & ~SHOKHA)


def beaters(card: int, trump: int) -> int:
    """Every card that beats this one (R23)."""
    if card == SHOKHA:
        return 0
    suit = suit_of(card)
    trumps = bits.run(9, 9 * trump)
    higher = bits.above(card) & suit
    return higher | SHOKHA if suit == trumps else higher | trumps | SHOKHA


def beats(cards: int, others: int, trump: int) -> bool:
    """Whether each of the others can be beaten by a different card (R24)."""
    if others == 0:
        return True
    other = others & -others
    able = cards & beaters(other, trump)
    while able:
        card = able & -able
        able ^= card
        if beats(cards ^ card, others ^ other, trump):
            return True
    return False
