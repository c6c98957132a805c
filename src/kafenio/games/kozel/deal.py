"""Kozel (Russia, the Bura family): one deal. Cards: number = 9 * suit + rank, ranks 6789JQKTA, suits c d h s.

R8-R11 four cards each, one at a time, and a trump turned up under the stock; R17 lead one to four cards of one suit, R27 a
Moscow (aces and tens) or R28 a Molodka (four of a suit, or three and the 6s); R20 everyone plays as many: R24 to contest,
each card beating another one of the best play so far, or to discard face down; R26 the winner takes all and alone sees what
was thrown; R29-R31 before a lead with full hands every seat is asked in secret whether it claims a combination, the best
claim leads, R32 and wins; R38 one card each from the winner on until all have four, R39 the turn-up last; R41 with unequal
hands nobody leads more cards than the shortest hand holds. R57, R58 for money a Bura or four aces win the pot at once.
"""

from __future__ import annotations

import math
from typing import ClassVar

from kafenio import bits, plays
from kafenio.audience import FACE_UP, FACT, Audience, Event
from kafenio.contract import Deal, Plays, Point, Rng
from kafenio.games import outlook
from kafenio.games.kozel import words

__all__ = ["KozelDeal", "penalty"]

PACK = (1 << 36) - 1
SIX_C = 1
SHOKHA = 1 << 27
ACES = 1 << 8 | 1 << 17 | 1 << 26 | 1 << 35
TENS = ACES >> 1
KINGS = ACES >> 2
QUEENS = ACES >> 3
JACKS = ACES >> 4
LEAD, CONTEST, DISCARD, CLAIM = 0, 1, 2, 3  # the head of a play; its body is the cards, or what is claimed
NOTHING, MOLODKA, MOSCOW, FOUR_ACES = 0, 1, 2, 3  # claims, the best last (R31, R58)
BURA = 1  # broken_off; the other is FOUR_ACES
THROWN, BURIED, BEATEN = 0, 5, 10  # heaps: thrown to this trick by seat s; face down in the pile of side s; below
APART = 7  # heaps from BEATEN on: five claims of five seats in one window, then the turn-up lost to three sides
# options, by their place in the list of choices
SHOKHA_WILD, NO_TRUMP, AUTO_WIN = 1, 1, 0
SHOWN = 1  # discards
WINNER_SEES, ALL_SEE = 0, 2  # discard_view
FILL_UP, PLAY_ALL = 1, 1
THRESHOLDS, BY_TRICKS, BOTH_PAY = 1, 1, 1
ON_LEAD, IF_TRICK_WON = 0, 1  # bura_wins
CARRY = 1
FIRST_OUT = 1  # elimination
STRAY, A_DEAL = 1.4, 1.3  # how far a lead in penalty points strays in a deal, and what a deal costs a side
OPTIONS = (
    *("shokha", "shokha_lead", "shokha_turnup", "remove_6c", "lead_sizes", "special_leads", "special_lead_effect"),
    *("special_lead_first_trick", "discards", "discard_view", "refill_order", "short_hand", "scale_2p", "scale_3p"),
    *("saved_at", "zero_test", "tie_rule", "penalty_limit", "elimination", "deals", "money", "stake", "purse"),
    *("bura_wins", "four_aces_win", "money_tie"),
)
CARD = "[6-9TJQKA][cdhs]"


class KozelDeal(Deal):
    shokha: int
    shokha_lead: int
    shokha_turnup: int
    remove_6c: int
    lead_sizes: int
    special_leads: int
    special_lead_effect: int
    special_lead_first_trick: int
    discards: int
    discard_view: int
    refill_order: int
    short_hand: int
    scale_2p: int
    scale_3p: int
    saved_at: int
    zero_test: int
    tie_rule: int
    penalty_limit: int
    elimination: int
    deals: int
    money: int
    stake: int
    purse: int
    bura_wins: int
    four_aces_win: int
    money_tie: int
    present: int
    penalty_factor: int
    pot: int
    trick: int
    leader: int
    trump: int
    taking: int
    special: int
    broken_off: int
    to_play: int
    turned: int
    turn_up: int
    drawer: int
    lead: int
    best: int
    shown: list[int]
    last: list[int]
    last_taker: int
    piles: list[int]
    tricks: list[int]
    claims: list[int]
    beaten: int
    beaten_kind: list[int]
    beaten_side: list[int]

    GAME = "kozel"
    PLAY = rf"(lead|contest|discard)( {CARD}){{1,4}}|claim (moscow|molodka|aces)|no claim"
    EXAMPLE = "'lead Kh 8h', 'contest Ah 9h' or 'claim moscow'"
    AUDIENCES: ClassVar[dict[str, Audience]] = {
        **dict.fromkeys(OPTIONS, FACT),  # lead_sizes: bit n - 1 for n cards; special_leads: 1 moscow, 2 molodka
        "present": FACT,  # bit s for each seat still in the match; 0: all
        "penalty_factor": FACT,  # the penalties of this deal count so many times (R48a)
        "pot": FACT,  # tokens in the pot, the stakes of this deal among them; scores are the purses before it
        "trick": FACT,  # from 1
        "leader": FACT,
        "trump": FACT,  # the place of its suit in c d h s; -1: no trump
        "taking": FACT,  # the seat that wins the trick so far, or that has won the pot at once
        "special": FACT,  # no reply can beat the lead (R32)
        "broken_off": FACT,  # 1 by a Bura, 3 by four aces
        "to_play": FACT,  # bit s for each seat that has yet to play to this trick
        "turned": FACE_UP,  # the trump card under the stock; none once it is drawn
        "turn_up": FACT,  # its number from then on
        "drawer": FACT,  # 1 + the seat that drew it, 0 before
        "lead": FACE_UP,
        "best": FACE_UP,  # the best play so far
        "shown": FACE_UP.each(5),  # cards played face up to this trick, by seat
        "last": FACE_UP.each(5),  # the same of the trick before
        "last_taker": FACT,  # the seat that took it, -1 before the first
        "piles": FACE_UP.each(5),  # cards taken face up, by side; in the end all that was taken
        "tricks": FACT.each(5),  # taken, by side
        "claims": FACT.each(5),  # what each seat claimed in this trick's window, once it has closed
        "beaten": FACT,  # so many heaps from BEATEN on: hands whose claim was heard but beaten lie apart because everyone
        "beaten_kind": FACT.each(APART),  # knows what they are; with kind 0 discards in which the turn-up may be (R39)
        "beaten_side": FACT.each(APART),  # whose pile they are in
    }

    def pack(self) -> int:
        """Without the 6c where it is removed; it comes back for two (R51)."""
        return PACK ^ SIX_C if self.remove_6c and bits.size(self.present) != 2 else PACK

    def begin(self, rng: Rng) -> bool:
        if self.present == 0:
            self.present = bits.run(self.seats, 0)
        self.last_taker = -1
        for _ in range(4):
            for i in range(self.seats):
                s = (self.dealer + 1 + i) % self.seats
                if self.present & bits.bit(s):
                    self.hands[s] |= self.pop()
        self.turned = self.pop()
        self.trump = bits.number(self.turned) // 9
        if self.turned == SHOKHA and self.shokha and self.shokha_turnup == NO_TRUMP:
            self.trump = -1
        self.leader = (self.dealer + 1) % self.seats
        self.open_trick()
        return True

    def open_trick(self) -> None:
        """A new trick (R16): the claim window if there is one, then the seat on lead. No cards: the deal is over."""
        self.lead = self.best = self.to_play = 0
        self.special = 0
        self.trick += 1
        self.turn = -1
        full = 0
        uneven = 0
        for i in range(self.seats):
            s = bits.wrap(self.leader + i, self.seats)
            self.claims[s] = NOTHING
            n = bits.size(self.hands[s])
            if n:
                self.to_play |= bits.bit(s)
                if self.turn < 0:
                    self.turn = s  # R40
                if n == 4:
                    full |= bits.bit(s)
                else:
                    uneven = 1
        if self.turn < 0:
            self.end()
            return
        self.leader = self.turn
        if self.special_leads == 0 and not (self.money and self.four_aces_win):
            return
        if (uneven == 0 or self.short_hand == PLAY_ALL) and (self.trick > 1 or self.special_lead_first_trick):
            self.asked = full  # R29, R35, R41: known to all, whatever the hands are

    # Combinations and claims.

    def is_moscow(self, cards: int) -> bool:
        """R27, for four cards."""
        return cards & ACES != 0 and not cards & ~(ACES | TENS | self.wild())

    def is_molodka(self, cards: int) -> bool:
        """R28, for four cards."""
        plain = cards & ~self.wild()
        return not plain & ~suit_of(plain & -plain)

    def combination(self, cards: int) -> int:
        """The special lead that these cards are, if it is in the game (R28a)."""
        if bits.size(cards) != 4:
            return NOTHING
        if self.special_leads & 1 and self.is_moscow(cards):
            return MOSCOW
        if self.special_leads & 2 and self.is_molodka(cards):
            return MOLODKA
        return NOTHING

    def claimable(self, hand: int) -> int:
        """What a hand may claim."""
        if hand == ACES and self.money and self.four_aces_win:
            return FOUR_ACES
        return self.combination(hand)

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
        if best == FOUR_ACES:
            self.break_off(self.leader, FOUR_ACES)

    # What beats what.

    def trumps(self) -> int:
        return 0 if self.trump < 0 else bits.run(9, 9 * self.trump)

    def is_bura(self, cards: int) -> bool:
        """R57."""
        return bits.size(cards & (self.trumps() | SHOKHA if self.shokha else self.trumps())) >= 3

    def beaters(self, card: int) -> int:
        """Every card that beats this one (R23)."""
        top = SHOKHA if self.shokha else 0
        if card & top:
            return 0
        suit = suit_of(card)
        trumps = self.trumps()
        higher = bits.above(card) & suit
        return higher | top if suit == trumps else higher | trumps | top

    def beats(self, cards: int, others: int) -> bool:
        """Whether each of the others can be beaten by a different card (R24)."""
        if others == 0:
            return True
        other = others & -others
        able = cards & self.beaters(other)
        while able:
            card = able & -able
            able ^= card
            if self.beats(cards ^ card, others ^ other):
                return True
        return False

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

    def longest_lead(self, seat: int) -> int:
        """R41."""
        most = bits.size(self.hands[seat])
        if self.short_hand == PLAY_ALL:
            return most
        for s in range(self.seats):
            if s != seat and self.hands[s] and bits.size(self.hands[s]) < most:
                most = bits.size(self.hands[s])
        return most

    def list_leads(self, seat: int, hand: int, out: Plays) -> None:
        """By size, then by suit (R17-R18a)."""
        if self.claims[seat]:
            plays.add(out, bits.play(LEAD, hand))
            return
        most = self.longest_lead(seat)
        suited = True  # as far as is known there are so many cards of one suit
        for n in range(1, most + 1):
            if n == 4 and self.combination(hand):
                plays.add(out, bits.play(LEAD, hand))
            elif self.lead_sizes & bits.bit(n - 1):
                if n == 1:
                    add_sets(out, LEAD, hand, 1, 0)
                elif suited:
                    suited = self.list_suited(hand, n, out)

    def list_suited(self, hand: int, n: int, out: Plays) -> bool:
        """Leads of two or more cards of one suit; whether there are any."""
        found = False
        for i in range(4):
            part = hand & bits.run(9, 27 - 9 * i)
            if self.shokha_lead == SHOKHA_WILD and part:
                part |= hand & self.wild()
            if bits.size(part) >= n:
                add_sets(out, LEAD, part, n, 0)
                found = True
        return found

    def list_replies(self, hand: int, out: Plays) -> None:
        """Contests, then discards (R22)."""
        n = bits.size(self.lead)
        if bits.size(hand) < n:
            plays.add(out, bits.play(DISCARD, hand))  # short_hand=play_all (R41)
            return
        if not self.special:
            self.list_contests(hand, n, out)
        add_sets(out, DISCARD, hand, n, 0)

    def list_contests(self, hand: int, n: int, out: Plays) -> None:
        """Every n cards of which each beats another one of the best play (R24)."""
        able = 0
        rest = self.best
        while rest:
            able |= self.beaters(rest & -rest)
            rest &= rest - 1
        start = end = out.size
        add_sets(out, CONTEST, hand & able, n, 0)
        if n > 1:
            for i in range(start, out.size):
                if self.beats(bits.body(out.items[i]), self.best):
                    out.items[end] = out.items[i]
                    end += 1
            out.size = end

    def make(self, seat: int, play: int) -> None:
        if self.asked:
            self.answers[seat] = 1 + bits.body(play)
            self.close_window()
        else:
            self.put(seat, bits.head(play), bits.body(play))

    def put(self, seat: int, kind: int, cards: int) -> None:
        """Cards from a hand, then the next seat or the end of the trick."""
        self.hands[seat] ^= cards
        self.to_play ^= bits.bit(seat)
        if kind == DISCARD and self.discards != SHOWN:
            self.heaps[THROWN + seat] = cards
            self.seen[seat] |= cards
            if self.hands[seat] and self.hides_turn_up(seat):
                self.lose_turn_up(seat)
        else:
            self.shown[seat] = cards
        if kind != DISCARD:
            self.best = cards
            self.taking = seat
        if kind == LEAD:
            self.lead = cards
            if self.special_lead_effect == AUTO_WIN and self.combination(cards):
                self.special = 1
            if self.money:
                if cards == ACES and self.four_aces_win:
                    self.break_off(seat, FOUR_ACES)
                    return
                if self.bura_wins == ON_LEAD and self.is_bura(cards):
                    self.break_off(seat, BURA)
                    return
        if self.to_play == 0:
            self.take()
            return
        while not self.to_play & bits.bit(self.turn):
            self.turn = bits.wrap(self.turn + 1, self.seats)

    # The end of a trick and of the deal.

    def break_off(self, seat: int, why: int) -> None:
        """The seat wins the pot at once (R57, R58)."""
        self.broken_off = why
        self.taking = seat
        self.turn = -1
        if why == FOUR_ACES:
            for other in range(6):
                self.seen[other] |= ACES

    def take(self) -> None:
        winner = self.taking
        side = winner % self.sides
        won = self.money and self.bura_wins == IF_TRICK_WON and winner == self.leader and self.is_bura(self.lead)
        for s in range(self.seats):
            self.piles[side] |= self.shown[s]
            self.last[s] = self.shown[s]
            self.shown[s] = 0
            if self.heaps[THROWN + s]:
                self.bury(s, winner, self.heaps[THROWN + s])
                self.heaps[THROWN + s] = 0
                if self.hides_turn_up(s):
                    self.find_turn_up(s, winner)
            self.claims[s] = NOTHING
        self.tricks[side] += 1
        self.last_taker = winner
        self.leader = winner
        if won:
            self.lead = self.best = 0
            self.break_off(winner, BURA)
            return
        self.draw()
        self.open_trick()

    def bury(self, seat: int, winner: int, thrown: int) -> None:
        """Face-down cards go to the winner's pile, seen by those who may (R26)."""
        side = winner % self.sides
        if self.discard_view == ALL_SEE:
            self.piles[side] |= thrown
            self.last[seat] = thrown
            return
        if self.discard_view == WINNER_SEES:
            self.seen[winner] |= thrown
        if self.claims[seat]:
            self.lay_apart(self.claims[seat], side, thrown)
        elif self.hides_turn_up(seat):
            self.lay_apart(NOTHING, side, thrown)
        else:
            self.heaps[BURIED + side] |= thrown

    def lay_apart(self, kind: int, side: int, thrown: int) -> None:
        """Into a heap of its own; what only may hold the turn-up, into one for each side."""
        for i in range(self.beaten):
            if kind == NOTHING and self.beaten_kind[i] == NOTHING and self.beaten_side[i] == side:
                self.heaps[BEATEN + i] |= thrown
                return
        if self.beaten == APART:  # only in a last trick, after which all is open
            self.heaps[BURIED + side] |= thrown
            return
        self.heaps[BEATEN + self.beaten] = thrown
        self.beaten_kind[self.beaten] = kind
        self.beaten_side[self.beaten] = side
        self.beaten += 1

    # The turn-up, which everyone saw go into a hand: known there until cards of that hand are thrown face down.

    def hides_turn_up(self, seat: int) -> bool:
        """Whether the turn-up is among the cards that this seat holds or has thrown face down."""
        if self.drawer != 1 + seat:
            return False
        for side in range(self.sides):
            if self.piles[side] & bits.bit(self.turn_up):
                return False
        return True

    def lose_turn_up(self, seat: int) -> None:
        """It may be among the cards just thrown, or still in the hand: whoever has not seen it elsewhere cannot tell."""
        if bits.bit(self.turn_up) & (self.hands[seat] | self.heaps[THROWN + seat]):
            for other in range(6):
                if other != seat:
                    self.seen[other] &= ~bits.bit(self.turn_up)

    def find_turn_up(self, seat: int, winner: int) -> None:
        """Whoever has seen all that the seat has thrown since knows that it holds the turn-up."""
        for other in range(6):
            if self.discard_view == ALL_SEE or (self.discard_view == WINNER_SEES and other == winner):
                known = True
                for i in range(self.beaten):
                    if self.beaten_kind[i] == NOTHING and self.heaps[BEATEN + i] & ~self.seen[other]:
                        known = False
                if known:
                    self.seen[other] |= self.hands[seat] & bits.bit(self.turn_up)

    def draw(self) -> None:
        """R37-R39."""
        short = True
        while short and (self.left or self.turned):
            short = False
            for i in range(self.seats):
                s = bits.wrap(self.leader + i, self.seats)
                lacking = 4 - bits.size(self.hands[s]) if self.present & bits.bit(s) else 0
                if lacking > 0:
                    self.give(s, lacking if self.refill_order == FILL_UP else 1)
                if lacking > 1:
                    short = True

    def give(self, seat: int, n: int) -> None:
        """So many cards for a hand, as far as there are any."""
        while n and (self.left or self.turned):
            n -= 1
            if self.left:
                self.hands[seat] |= self.pop()
            else:
                self.hands[seat] |= self.turned
                self.turn_up = bits.number(self.turned)
                self.drawer = 1 + seat
                for other in range(6):
                    self.seen[other] |= self.turned  # everyone saw it go there
                self.turned = 0

    def end(self) -> None:
        """All cards are played: the piles are opened and counted (R26, R42)."""
        for side in range(self.sides):
            self.piles[side] |= self.heaps[BURIED + side]
            self.heaps[BURIED + side] = 0
        for i in range(self.beaten):
            self.piles[self.beaten_side[i]] |= self.heaps[BEATEN + i]
            self.heaps[BEATEN + i] = 0
        self.beaten = 0
        self.turn = -1

    def possible(self, seat: int) -> bool:
        """A claim that was heard tells a hand, passing nothing (R30); the turn-up went where all saw it go (R39)."""
        for s in range(self.seats):
            if (
                self.claims[s]
                and self.claimable(self.hands[s] | self.shown[s] | self.heaps[THROWN + s]) != self.claims[s]
            ):
                return False
        elsewhere = 0  # where the turn-up cannot be
        for s in range(self.sides):
            elsewhere |= self.heaps[BURIED + s]
        for s in range(self.seats):
            if s != self.drawer - 1:
                elsewhere |= self.hands[s] | self.heaps[THROWN + s]
        for i in range(self.beaten):
            if self.beaten_kind[i]:
                elsewhere |= self.heaps[BEATEN + i]
                if self.claimable(self.heaps[BEATEN + i]) != self.beaten_kind[i]:
                    return False
        return self.drawer == 0 or not elsewhere & bits.bit(self.turn_up) & ~self.seen[seat]

    def claim_on(self, place: int) -> int:
        """Who claims plays all four cards at once: they lie in one place (R20, R29)."""
        if place < BURIED:
            return self.claims[place]
        heap = place - BURIED
        if heap < BURIED:
            return self.claims[heap]
        return self.beaten_kind[heap - BEATEN] if BEATEN <= heap < BEATEN + self.beaten else NOTHING

    def draw_claimed(self, claim: int, held: int, hidden: int, rng: Rng) -> int:
        n = 4 - bits.size(held)
        if claim == MOSCOW:  # four aces that were claimed everybody has seen
            hidden &= ACES | TENS | self.wild()
        else:
            hidden &= self.suit_drawn(held & ~self.wild(), hidden, n, rng) | self.wild()
        if bits.size(hidden) < n:
            return 0
        rng.fill(hidden)
        return rng.draw_set(n)

    def suit_drawn(self, held: int, hidden: int, n: int, rng: Rng) -> int:
        """A suit to which these cards belong, as likely as it has sets of n hidden cards; a set has one (R28)."""
        total = 0
        for i in range(4):
            if not held & ~bits.run(9, 9 * i):
                total += subsets(bits.size(hidden & (bits.run(9, 9 * i) | self.wild())), n)
        u = rng.below(total)
        found = 0
        for i in range(4):
            if not held & ~bits.run(9, 9 * i) and u >= 0:
                u -= subsets(bits.size(hidden & (bits.run(9, 9 * i) | self.wild())), n)
                found = bits.run(9, 9 * i)
        return found

    def wild(self) -> int:
        """The 6s, if it is more than a spade (R4)."""
        return SHOKHA if self.shokha else 0

    # Counting.

    def card_points(self, side: int) -> int:
        """R43."""
        cards = self.piles[side] | self.heaps[BURIED + side]
        for i in range(self.beaten):
            if self.beaten_side[i] == side:
                cards |= self.heaps[BEATEN + i]
        return worth(cards)

    def score(self, seat: int) -> int:
        return self.card_points(seat % self.sides)

    def rivals(self) -> int:
        """How many sides are in play."""
        return self.sides if self.sides < self.seats else bits.size(self.present)

    def by_thresholds(self) -> bool:
        """Whether the losers pay by their own points."""
        if self.rivals() == 3:
            return self.scale_3p == THRESHOLDS
        return self.scale_2p == THRESHOLDS or self.sides < self.seats

    def penalty_of(self, side: int) -> int:
        """What a side in play pays, before it is multiplied."""
        better = level = 0
        mine = self.card_points(side)
        for other in range(self.sides):
            if other != side and self.present & bits.bit(other):
                theirs = self.card_points(other)
                if theirs > mine:
                    better += 1
                elif theirs == mine:
                    level += 1
        saved_at = 21 if self.rivals() == 3 else self.saved_at
        nothing = self.tricks[side] == 0 if self.zero_test == BY_TRICKS else mine == 0
        return penalty(mine, nothing, better, level, self.by_thresholds(), saved_at, self.tie_rule == BOTH_PAY)

    def promise(self, seat: int, play: int) -> int:
        """Claims, tricks that are worth it, cheap discards."""
        cards = bits.body(play)
        if self.asked:
            return 60 if cards else 20
        head = bits.head(play)
        if head == LEAD:
            return 10 * bits.size(cards)
        if head == DISCARD:
            return 1 + 60 // (2 + worth(cards))
        return 5 + 2 * worth(self.best) + worth(cards)

    def reward(self, seat: int) -> float:
        """1 and -1 where the match or the pot is decided; else the chance of it, and a tenth for the card points."""
        side = seat % self.sides
        if self.broken_off:
            return 1.0 if self.taking == seat else -1.0
        ahead = 1000.0
        for other in range(self.sides):
            if other != side and self.present & bits.bit(other):
                ahead = min(ahead, (self.card_points(side) - self.card_points(other)) / 120.0)
        part = self.part_of_pot(side) if self.money else self.chance(side)
        if not self.money and (part <= 0.0 or part >= 1.0):
            return 2.0 * part - 1.0
        return 0.9 * (2.0 * part - 1.0) + 0.1 * ahead

    def part_of_pot(self, side: int) -> float:
        """The part of the pot that a side takes (R59, R60), or may be expected to take."""
        mine = self.card_points(side)
        odds = 0.0
        best = level = 0
        for other in range(self.sides):
            theirs = self.card_points(other)
            odds += outlook.against(theirs - mine, self.point_stray())
            if theirs > best:
                best = theirs
                level = 1
            elif theirs == best:
                level += 1
        if self.turn >= 0:
            return 1.0 / odds
        if level > 1 and self.money_tie == CARRY:
            return 1.0 / self.rivals()  # everyone may still win it
        return 1.0 / level if mine == best else 0.0

    def chance(self, side: int) -> float:
        """How likely a side wins the match, by penalty points with those of this deal (R50-R54)."""
        mine = self.total(side)
        worst = 0.0
        below = playing = lower = level = 0
        for other in range(self.sides):
            if self.present & bits.bit(other):
                playing += 1
                total = self.total(other)
                worst = max(worst, total)
                if total < self.penalty_limit:
                    below += 1
                if total < mine:
                    lower += 1
                elif total == mine:
                    level += 1
        over = self.deals > 0 and self.deal_number >= self.deals
        if self.turn < 0:
            if self.deals == 0 and below < playing:
                if below and mine >= self.penalty_limit:
                    return 0.0
                over = self.elimination == FIRST_OUT or below <= 1
            if over:
                return 0.0 if lower else 1.0 / level
        to_come = (self.penalty_limit - worst) / A_DEAL
        if self.deals:
            to_come = self.deals - self.deal_number
        spread = STRAY * math.sqrt(max(to_come, 0.3))
        odds = 0.0
        for other in range(self.sides):
            if self.present & bits.bit(other) and (
                self.turn >= 0 or below == 0 or self.deals or self.total(other) < self.penalty_limit
            ):
                odds += outlook.against(mine - self.total(other), spread)
        return 1.0 / odds

    def total(self, side: int) -> float:
        """The penalty points of a side with those of this deal, while it is played those to be expected."""
        times = max(self.penalty_factor, 1)  # none in a bare position
        return self.scores[side] + times * (self.penalty_of(side) if self.turn < 0 else self.expected(side))

    def point_stray(self) -> float:
        """How far a lead in card points strays until the end of the deal."""
        return 1.0 + 2.4 * math.sqrt(self.points_to_come())

    def points_to_come(self) -> int:
        """Card points that nobody has taken."""
        found = 120
        for side in range(self.sides):
            found -= self.card_points(side)
        return found

    def expected(self, side: int) -> float:
        """The penalty of a side for what it may be expected to have in the end, before it is multiplied."""
        mine = self.card_points(side)
        stray = self.point_stray()
        odds = behind = 0.0
        for other in range(self.sides):
            if self.present & bits.bit(other):
                odds += outlook.against(self.card_points(other) - mine, stray)
                if other != side:
                    behind += outlook.sure(self.card_points(other) - mine, stray)
        if not self.by_thresholds():
            return 2.0 * behind
        rest = self.points_to_come()
        saved_at = 21 if self.rivals() == 3 else self.saved_at
        found = 2.0 * (1.0 - 1.0 / odds) + 2.0 * outlook.sure(saved_at - mine - rest / self.rivals(), stray / 2.0)
        if self.tricks[side] == 0:
            found += 2.0 * math.exp(-rest / 30.0)
        return found

    def key(self) -> int:
        """Hands and turn, the trick, the card points and who has taken none; a window's answers."""
        key = bits.stir(self.best, (self.turn + 1) * 64 + self.leader * 8 + self.taking)
        key = bits.stir(key, (bits.size(self.lead) * 2 + self.special) * 64 + self.to_play)
        key = bits.stir(key, self.asked * 4 + self.broken_off)
        on_table = 0
        for seat in range(self.seats):
            key = bits.stir(key, self.hands[seat])
            key = bits.stir(key, self.answers[seat] * 16 + self.claims[seat])
            on_table += worth(self.shown[seat] | self.heaps[THROWN + seat])
        key = bits.stir(key, on_table)
        for side in range(self.sides):
            key = bits.stir(key, self.card_points(side) * 64 + self.tricks[side])
        return bits.stir(key, self.turned)

    # Words.

    def begin_trick(self, leader: int) -> None:
        """For positions: a trick begins with the hands as they are."""
        self.leader = leader
        self.open_trick()

    def text(self, play: int) -> str:
        return words.text(self, play)

    def opened(self) -> list[Event]:
        return words.opened(self)

    def events(self, before: Deal, seat: int, play: int) -> list[Event]:
        assert isinstance(before, KozelDeal)
        return words.events(self, before, seat, play)

    def points(self) -> list[Point]:
        """Card points by side and rank."""
        return words.breakdown(self)

    def ended(self) -> str:
        return words.ENDS[self.broken_off]


def add_sets(out: Plays, kind: int, cards: int, n: int, chosen: int) -> None:
    """A play of this kind for every n of the cards together with those chosen, high cards first."""
    while bits.size(cards) >= n:
        card = bits.highest(cards)
        cards ^= card
        if n == 1:
            plays.add(out, bits.play(kind, chosen | card))
        else:
            add_sets(out, kind, cards, n - 1, chosen | card)


def worth(cards: int) -> int:
    """Card points (R3)."""
    return (
        11 * bits.size(cards & ACES)
        + 10 * bits.size(cards & TENS)
        + 4 * bits.size(cards & KINGS)
        + 3 * bits.size(cards & QUEENS)
        + 2 * bits.size(cards & JACKS)
    )


def suit_of(card: int) -> int:
    return bits.run(9, bits.number(card) // 9 * 9)


def subsets(m: int, n: int) -> int:
    """How many sets of n there are among m."""
    found = 1
    for i in range(n):
        found = found * (m - i) // (i + 1)
    return found


def penalty(mine: int, nothing: bool, better: int, level: int, thresholds: bool, saved_at: int, both_pay: bool) -> int:
    """Penalty points of a side with `mine` card points, when `better` sides have more and `level` others as many.

    R44-R47a. `nothing`: what zero_test asks; `thresholds`: a loser pays by his own points, else by his place.
    """
    if better == 0:
        return 2 if both_pay and level else 0
    if not thresholds:
        return 2 * better
    if nothing:
        return 6
    return 2 if mine >= saved_at else 4
