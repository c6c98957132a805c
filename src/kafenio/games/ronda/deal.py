"""Ronda (Morocco): one deal. Cards: number = 4 * rank + suit, ranks 1-7 10 11 12, suits c e b d.

R9-R12 three cards each and four on the table, without a pair or a run, or four each and none; R17-R30 a pair (ronda) or
three alike (tringla) may be announced before the first card of a round, its rank stays secret, and a small one kept back
costs 5; R32 a card takes its equal and the run above it, R33 else it is laid; R36 clearing the table is a missa; R39-R46 a
card just laid may be tapped (bount), and the tap answered twice (khamsa, aachra); R50-R52 cards above the half; R53 the
target ends a match at once; R55 the order of the scoring steps, which `log` keeps; R57-R60 the dealer's last card.
"""

from __future__ import annotations

import math
from typing import ClassVar

from kafenio import bits, plays
from kafenio.audience import FACE_UP, FACT, Audience, Event
from kafenio.cards import LATIN_40
from kafenio.contract import Deal, Plays, Point, Rng
from kafenio.games import outlook
from kafenio.games.ronda import events
from kafenio.games.ronda.events import REASONS, Step

__all__ = ["RondaDeal"]

PACK = (1 << 40) - 1
RANKS = 10
ACE, KING = 0, 9  # the ranks 1 and 12 (R59, R60)
CARDS, ANNOUNCING, CALLING = 0, 1, 2  # phase
ANSWER, QUIET = 64, 128  # heads of plays: above the number of the card
ANNOUNCE, PASS, CALL = 192, 193, 194  # heads of words
PAIR, THREE, TWO_PAIRS, ONE_PAIR = 2, 3, 4, 5  # kinds, as unseen.py reads them
AUTO, FOUR_CARDS = 0, 2  # opening
REDEAL_ALL = 1  # table_fix
BEFORE_PLAY = 1  # announce_timing
CANCEL = 1  # ronda_tie
LOWEST_OF_FOUR = 1  # four_rondas
LOWEST = 0  # tringla_winner
AUTOMATIC, CHALLENGE = 0, 1  # hidden_ronda
TRANSFER = 0  # hidden_ronda_mode
ALL, FOUR_PLAYERS = 0, 1  # tap_chain
IMMEDIATE = 0  # game_end
EXTRA = 5  # points for the dealer's last card
RONDA, TRINGLA, MISSA, BOUNT, HIDDEN, CALLED, DEALER_LAST, COUNT = 0, 1, 2, 3, 6, 7, 8, 9  # reasons; 4, 5: answers
STRAY, A_DEAL = 4.1, 6.0  # how far a lead strays in a deal, and what a deal brings who is ahead
CARD_WORTH, CARD_OF_FOUR = (
    0.5,
    0.1,
)  # points that a card in the pile brings in the end, with two or three sides and with four
NOTHING = 0x808080  # the points of a step: a byte for each side, 128 more than they are
SETTINGS = """
    opening table_run_limit table_fix announce_timing announce_in_four_card_hand two_pairs ronda_tie four_rondas
    tringla_points tringla_winner hidden_ronda hidden_ronda_points hidden_ronda_mode capture_obligation
    missa_last_hand tap_chain tap_optional tap_across_rounds dealer_last game_end target_score
""".split()  # the options that a deal knows, beside tap_points
CARD = "([1-7]|1[0-2])[cebd]"


class RondaDeal(Deal):
    opening: int
    table_run_limit: int
    table_fix: int
    announce_timing: int
    announce_in_four_card_hand: int
    two_pairs: int
    ronda_tie: int
    four_rondas: int
    tringla_points: int
    tringla_winner: int
    hidden_ronda: int
    hidden_ronda_points: int
    hidden_ronda_mode: int
    capture_obligation: int
    missa_last_hand: int
    tap_points: list[int]
    tap_chain: int
    tap_optional: int
    tap_across_rounds: int
    dealer_last: int
    game_end: int
    target_score: int
    phase: int
    may_announce: int
    paid: int
    called: int
    last_card: int
    laid_last: int
    chain: int
    chain_seat: int
    chain_missa: int
    chain_rank: int
    apart: int
    table: int
    laid: int
    laid_at: list[int]
    piles: list[int]
    last_taker: int
    won: int
    gains: list[int]
    steps: int
    log: list[int]

    GAME = "ronda"
    PLAY = rf"lay {CARD}|{CARD} x {CARD}([+ ]{CARD})*( quiet)?|answer {CARD}|announce (ronda|tringla)|pass|call [0-3]"
    EXAMPLE = "'lay 5b', '5b x 5d+6c', 'answer 7b', 'announce ronda', 'pass' or 'call 2'"
    AUDIENCES: ClassVar[dict[str, Audience]] = {
        **dict.fromkeys(SETTINGS, FACT),
        "tap_points": FACT.each(3),
        "phase": FACT,  # 0 a card is due, 1 a word before the first card (R18), 2 a call at the end of a round (R30)
        "may_announce": FACT,  # bit s: the seat may announce at its turn
        "paid": FACT,  # the announcements of this round are settled
        "called": FACT,  # bit s: the seat was called in this window
        "last_card": FACT,  # the last card played, -1 before the first
        "laid_last": FACT,  # that card was laid and can still be tapped
        "chain": FACT,  # an open tap: 1, answered once: 2
        "chain_seat": FACT,  # who tapped or answered last
        "chain_missa": FACT,  # the tap left the table empty (R45)
        "chain_rank": FACT,  # every card of the rank tapped
        "apart": FACE_UP,  # the cards of an open tap
        "table": FACE_UP,
        "laid": FACT,  # cards laid so far
        "laid_at": FACT.each(40),  # when a card of the table was laid: their order on the table
        "piles": FACE_UP.each(4),  # by side; every capture was public
        "last_taker": FACT,  # a side, -1 before the first capture
        "won": FACT,  # a side reached the target before the deal was counted (R53)
        "gains": FACT.each(4),  # points of this deal, by side
        "steps": FACT,  # scoring steps so far
        "log": FACT.each(48),  # the steps: points, reason, seat and what else the score-sheet tells
    }

    def pack(self) -> int:
        return PACK

    # The deal.

    def begin(self, rng: Rng) -> bool:
        self.last_taker = self.last_card = -1
        self.top_first = 1
        self.each = 4 if self.opening == FOUR_CARDS and self.seats == 2 else 3
        self.packet = self.each
        if self.opening == FOUR_CARDS or (self.opening == AUTO and self.seats == 4):
            self.deal_round(4, 4)
            self.whole = self.left
            if self.four_alike(-1):
                return False
        else:
            self.deal_round(3, 3)
            if not self.open_table(rng):
                return False
        self.open_round()
        return True

    def four_alike(self, but: int) -> bool:
        """Whether another hand than that of `but` was dealt four cards of one rank (R13)."""
        for s in range(self.seats):
            held = self.spent[s] | self.hands[s]
            if s != but and bits.size(held) == 4 and bits.size(bits.alike(held)) == 4:
                return True
        return False

    def possible(self, seat: int) -> bool:
        """A first round with four alike in a hand would not have been played."""
        return self.whole > self.left or not self.four_alike(seat)

    def open_table(self, rng: Rng) -> bool:
        """Four cards face up, repaired until no pair and no run lies there (R10, R11); False: shuffle again."""
        for place in range(4):
            self.open_card(self.pop(), place)
        self.laid = 4
        self.whole = self.left
        card = self.faulty()
        while card:
            if self.table_fix == REDEAL_ALL or self.circling(1):
                return False  # R11a
            self.table ^= card
            self.open_card(self.put_back(card, rng), self.laid_at[bits.number(card)])
            card = self.faulty()
        return True

    def open_card(self, card: int, place: int) -> None:
        self.table |= card
        self.laid_at[bits.number(card)] = place

    def faulty(self) -> int:
        """The last dealt card that is part of a pair or of too long a run; 0 if the table is right."""
        wrong = run = 0
        length = 0
        for rank in range(RANKS + 1):
            cards = self.table & bits.run(4, 4 * rank)
            if bits.size(cards) > 1:
                wrong |= cards
            if cards:
                run |= cards
                length += 1
            else:
                if length >= self.table_run_limit:
                    wrong |= run
                run = 0
                length = 0
        found = 0
        last = -5
        while wrong:
            card = wrong & -wrong
            wrong ^= card
            when = self.opening_time(bits.number(card))
            if when > last:
                last = when
                found = card
        return found

    def opening_time(self, number: int) -> int:
        """When a card of the layout came to the table: -4 … -1, then the replacements from 0 on."""
        i = self.returns
        while i:
            i -= 1
            if self.replaced[i] == number:
                return i
        return self.laid_at[number] - 4

    def open_round(self) -> None:
        """The seat after the dealer is first to speak or to play (R8)."""
        self.phase = CARDS
        self.paid = 0
        self.may_announce = 0
        self.turn = bits.wrap(self.dealer + 1, self.seats)
        if self.announcing():
            if self.announce_timing == BEFORE_PLAY:
                self.open_window(ANNOUNCING)
            else:
                for s in range(self.seats):
                    self.may_announce |= bits.bit(s)

    def announcing(self) -> bool:
        """Whether this round has announcements: it may be one of four cards (R18)."""
        return self.announce_in_four_card_hand != 0 or bits.size(self.spent[0] | self.hands[0]) < 4

    def open_window(self, phase: int) -> None:
        """Every seat is asked for a word, the seat after the dealer first."""
        self.phase = phase
        self.called = 0
        self.turn = bits.wrap(self.dealer + 1, self.seats)
        self.asked = bits.bit(self.turn)

    # Plays.

    def list_plays(self, seat: int, out: Plays) -> None:
        """Announcements, then `pass`, calls; or the cards in ascending order, a tap before the quiet capture."""
        if self.phase == CALLING:
            plays.add(out, bits.play(PASS, 0))
            for s in range(self.seats):
                if self.may_call(seat, s):
                    plays.add(out, bits.play(CALL, s))
            return
        hand = self.hands[seat]
        if self.phase == ANNOUNCING or self.may_announce & bits.bit(seat):
            if kind_of(hand):
                plays.add(out, bits.play(ANNOUNCE, self.kind_told(hand)))
            if self.phase == ANNOUNCING:
                plays.add(out, bits.play(PASS, 0))
                return
        if self.capture_obligation and hand & self.takers():
            hand &= self.takers()  # R35
        while hand:
            number = bits.number(hand)
            hand &= hand - 1
            if self.chain and bits.bit(number) & self.chain_rank:
                plays.add(out, bits.play(ANSWER + number, 0))
                continue
            taken = self.taken_by(number)
            plays.add(out, bits.play(number, taken))
            if taken and self.tap_optional and self.just_laid(number):
                plays.add(out, bits.play(QUIET + number, taken))

    def may_call(self, seat: int, other: int) -> bool:
        return other % self.sides != seat % self.sides and not self.called & bits.bit(other)

    def kind_told(self, hand: int) -> int:
        """The kind that an announcement tells everybody (R17, R20)."""
        kind = kind_of(hand)
        if kind == TWO_PAIRS and not self.two_pairs:
            return PAIR
        if kind == PAIR and self.two_pairs and bits.size(hand) == 4:
            return ONE_PAIR
        return kind

    def takers(self) -> int:
        """Every card that would capture or answer."""
        return bits.alike(self.table) | (self.chain_rank if self.chain else 0)

    def taken_by(self, number: int) -> int:
        """The equal card and the run above it (R32)."""
        taken = 0
        for rank in range(number // 4, RANKS):
            card = self.table & bits.run(4, 4 * rank)
            if card == 0:
                break
            taken |= card
        return taken

    def just_laid(self, number: int) -> bool:
        """Whether a card of this rank would tap: the last play laid one (R39)."""
        return self.laid_last != 0 and self.last_card // 4 == number // 4

    def make(self, seat: int, play: int) -> None:
        head = bits.head(play)
        if head == ANNOUNCE:
            self.kinds[seat] = bits.body(play)
            self.may_announce &= ~bits.bit(seat)
        elif head == CALL:
            self.call(seat, bits.body(play))
        elif head != PASS:
            self.play_card(seat, head, bits.body(play))
        if self.phase != CARDS and head >= ANNOUNCE:
            self.next_word(seat)
        if self.won:
            self.turn = -1
            self.asked = 0

    def next_word(self, seat: int) -> None:
        """The next seat is asked; after the dealer, who speaks last, the window closes."""
        self.turn = bits.wrap(seat + 1, self.seats)
        if seat != self.dealer:
            self.asked = bits.bit(self.turn)
            return
        self.asked = 0
        if self.phase == ANNOUNCING:
            self.phase = CARDS
            self.pay_announced(False)
        else:
            self.phase = CARDS
            self.next_round()

    def pass_over(self) -> None:
        """Who holds nothing to announce, or has nobody to call, says pass."""
        while self.asked and not self.has_word(self.turn):
            self.make(self.turn, bits.play(PASS, 0))

    def has_word(self, seat: int) -> bool:
        if self.phase == ANNOUNCING:
            return kind_of(self.hands[seat]) != 0
        for s in range(self.seats):
            if self.may_call(seat, s):
                return True
        return False

    def play_card(self, seat: int, head: int, taken: int) -> None:
        number = head % 64
        card = bits.bit(number)
        self.may_announce &= ~bits.bit(seat)
        if self.capture_obligation and taken == 0 and head < ANSWER:
            self.bars[seat] |= self.takers()
        self.spend(seat, card)
        self.turn = bits.wrap(seat + 1, self.seats)
        if ANSWER <= head < QUIET:
            self.apart |= card
            self.chain += 1
            self.chain_seat = seat
            self.last_card = number
        else:
            self.settle_chain()  # before the card lies on the table (R46)
            self.play_on_table(seat, number, taken, head < ANSWER and self.just_laid(number))
        if self.chain and not self.answerable():
            self.settle_chain()
        if seat == self.dealer and bits.size(self.spent[seat]) == 1 and not self.paid:
            self.pay_announced(False)  # everybody has played a first card (R27)
        if self.hands[self.turn] == 0:
            self.end_round()

    def play_on_table(self, seat: int, number: int, taken: int, tap: bool) -> None:
        """A tap, a capture, or a card laid."""
        card = bits.bit(number)
        self.last_card = number
        self.laid_last = 1 if taken == 0 else 0
        if taken == 0:
            self.table |= card
            self.laid_at[number] = self.laid
            self.laid += 1
            return
        self.table ^= taken
        missa = self.table == 0 and self.missa_counts()
        if tap:
            self.apart = card | taken
            self.chain = 1
            self.chain_seat = seat
            self.chain_rank = bits.alike(card)
            self.chain_missa = 1 if missa else 0
            return
        self.take(seat, card | taken)
        if missa:
            self.book(MISSA, seat, 0, 0, NOTHING + self.unit(seat))

    def missa_counts(self) -> bool:
        """Not in the last round (R37), or not with the very last card; the card played has left its hand."""
        return self.left > 0 or (self.missa_last_hand != 0 and self.hands[self.turn] != 0)

    def take(self, seat: int, cards: int) -> None:
        self.last_taker = seat % self.sides
        self.piles[self.last_taker] |= cards

    def answerable(self) -> bool:
        """Whether the chain may go on: options allow it and a card of the rank is still out (R42, R46)."""
        if not (self.tap_chain == ALL or (self.tap_chain == FOUR_PLAYERS and self.seats == 4)):
            return False
        gone = self.apart
        for side in range(self.sides):
            gone |= self.piles[side]
        return self.chain_rank & ~gone != 0

    def settle_chain(self) -> None:
        """The last caller takes the cards and the points (R43-R45)."""
        if self.chain:
            self.take(self.chain_seat, self.apart)
            points = self.tap_points[self.chain - 1] + self.chain_missa
            reason = BOUNT + self.chain - 1
            self.chain = 0
            self.apart = 0
            self.book(reason, self.chain_seat, self.chain_missa, 0, NOTHING + points * self.unit(self.chain_seat))

    # Scoring steps.

    def unit(self, seat: int) -> int:
        """One point for the side of a seat, among the points of a step."""
        side = seat % self.sides
        return 1 if side == 0 else 256 if side == 1 else 65536

    def book(self, reason: int, seat: int, what: int, more: int, points: int) -> None:
        """Enter a scoring step; it may win the match (R53), and then nothing more is scored."""
        if self.won or (points == NOTHING and reason != COUNT):
            return
        for side in range(self.sides):
            self.gains[side] += bits.byte(points, side) - 128
        if self.steps < 48:
            told = bits.at_byte(reason, 3) | bits.at_byte(seat, 4) | bits.at_byte(what, 5) | bits.at_byte(more, 6)
            self.log[self.steps] = points | told
            self.steps += 1
        if self.game_end == IMMEDIATE and reason != COUNT and self.leader() >= 0:
            self.won = 1

    def leader(self) -> int:
        """The side that has the target and more than every other (R53, R54), or -1."""
        found = -1
        best = self.target_score - 1
        for side in range(self.sides):
            total = self.scores[side] + self.gains[side]
            if total > best:
                best = total
                found = side
            elif total == best:
                found = -1
        return found

    # Announcements.

    def rank_of(self, seat: int, low: bool) -> int:
        """The rank of the combination that a seat was dealt; of two rondas the higher, or the lower one."""
        cards = self.spent[seat] | self.hands[seat]
        found = -1
        while cards:
            equal = cards & bits.alike(cards & -cards)
            if bits.size(equal) > 1:
                found = bits.number(equal) // 4
                if low and self.two_pairs:
                    return found
            cards ^= equal
        return found

    def is_tringla(self, seat: int) -> bool:
        if self.kinds[seat]:
            return self.kinds[seat] == THREE
        return kind_of(self.spent[seat] | self.hands[seat]) == THREE

    def announcers(self) -> int:
        """Bit s for each seat that has announced."""
        found = 0
        for s in range(self.seats):
            if self.kinds[s]:
                found |= bits.bit(s)
        return found

    def winners(self, among: int) -> int:
        """Of seats with a combination those that win (R22-R26); none where equal rondas cancel each other."""
        threes = 0
        for s in range(self.seats):
            if among & bits.bit(s) and self.is_tringla(s):
                threes |= bits.bit(s)
        if threes:
            low = self.tringla_winner == LOWEST
            among = threes
        else:
            low = self.four_rondas == LOWEST_OF_FOUR and bits.size(among) == 4
        best = -100
        found = 0
        for s in range(self.seats):
            if among & bits.bit(s):
                worth = -self.rank_of(s, True) if low else self.rank_of(s, False)
                if worth > best:
                    best = worth
                    found = 0
                if worth == best:
                    found |= bits.bit(s)
        if self.ronda_tie == CANCEL and bits.size(found) > 1:
            return 0
        return found

    def pay_announced(self, all_seen: bool) -> None:
        """Settle the announcements of the round, before its end only if no rank is needed (R27)."""
        rondas = tringlas = told = 0
        for s in range(self.seats):
            if self.kinds[s] == THREE:
                tringlas += 1
                told |= bits.bit(s + 4)
            elif self.kinds[s]:
                rondas += 2 if self.kinds[s] == TWO_PAIRS else 1
                told |= bits.bit(s)
        among = self.announcers()
        if among == 0 or (not all_seen and tringlas != 1 and bits.size(among) > 1):
            return
        self.paid = 1
        best = self.winners(among)
        if best == 0:
            return
        worth = self.tringla_points * tringlas + rondas if tringlas else rondas // bits.size(best)
        points = NOTHING
        for s in range(self.seats):
            if best & bits.bit(s):
                points += worth * self.unit(s)
        self.book(TRINGLA if tringlas else RONDA, bits.number(best), told, rondas, points)

    def hid(self, seat: int) -> bool:
        """Whether a seat has kept a combination back; asked when all cards of the round are seen."""
        return self.kinds[seat] == 0 and kind_of(self.spent[seat]) != 0

    def receivers(self, hider: int) -> int:
        """The opponents who won the announcements, if the hidden combination would have lost to them (R28)."""
        best = self.winners(self.announcers())
        for s in range(self.seats):
            if best & bits.bit(s) and s % self.sides == hider % self.sides:
                return 0
        if best:
            then = self.winners(self.announcers() | bits.bit(hider))
            if then == 0 or then & bits.bit(hider):
                return 0
        return best

    def punish(self, hider: int, caller: int) -> None:
        """R29; with a call the caller receives where nobody else does (R30)."""
        best = self.receivers(hider)
        first = second = -1
        for s in range(self.seats):
            if best & bits.bit(s):
                if first < 0:
                    first = s
                elif s % self.sides != first % self.sides:
                    second = s
        points = NOTHING
        if second >= 0:
            points += self.hidden_ronda_points // 2 * (self.unit(first) + self.unit(second))
        elif first >= 0:
            points += self.hidden_ronda_points * self.unit(first)
        elif caller >= 0:
            points += self.hidden_ronda_points * self.unit(caller)
        else:
            return
        if self.hidden_ronda_mode == TRANSFER:
            points -= self.hidden_ronda_points * self.unit(hider)
        if caller >= 0:
            self.book(CALLED, caller, hider, self.combination(hider), points)
        else:
            self.book(HIDDEN, hider, self.combination(hider), self.combination(first), points)

    def combination(self, seat: int) -> int:
        """16 * kind + rank, for the score-sheet."""
        return 16 * (THREE if self.is_tringla(seat) else PAIR) + self.rank_of(seat, False)

    def call(self, caller: int, accused: int) -> None:
        """R30: a wrong call costs 1."""
        self.called |= bits.bit(accused)
        if self.hid(accused):
            self.punish(accused, caller)
        else:
            self.book(CALLED, caller, accused, 0, NOTHING + self.unit(accused) - self.unit(caller))

    # Rounds.

    def end_round(self) -> None:
        """R55: chain, announcements, hidden combinations or calls."""
        if self.won:
            return
        if self.left == 0 or not self.tap_across_rounds:
            self.settle_chain()
        if not self.paid:
            self.pay_announced(True)
        if self.hidden_ronda == CHALLENGE and self.announcing():
            self.open_window(CALLING)
            return
        if self.hidden_ronda == AUTOMATIC:
            for i in range(self.seats):
                s = bits.wrap(self.turn + i, self.seats)
                if self.hid(s):
                    self.punish(s, -1)
        self.next_round()

    def next_round(self) -> None:
        if self.won:
            return
        if self.left == 0:
            self.end()
            return
        if not self.tap_across_rounds:
            self.laid_last = 0  # R47
        self.deal_round(self.each, self.packet)
        self.open_round()

    def end(self) -> None:
        """The dealer's last card, the rest of the table, the count of cards (R55)."""
        self.turn = -1
        if self.dealer_last:
            self.judge_last_card()
        if self.won:
            return
        if self.last_taker >= 0:
            self.piles[self.last_taker] |= self.table  # no missa (R49)
            self.table = 0
        half = 13 if self.sides == 3 else 20
        points = NOTHING
        for side in range(self.sides):
            if bits.size(self.piles[side]) > half:
                points += (bits.size(self.piles[side]) - half) * self.unit(side)
        self.book(COUNT, self.dealer, 0, 0, points)

    def judge_last_card(self) -> None:
        """R58-R60: the dealer should capture with the last card of the pack, but not with a 1."""
        rank = self.last_card // 4
        points = NOTHING
        if self.laid_last or rank == ACE:
            for side in range(self.sides):
                if side != self.dealer % self.sides:
                    points += EXTRA * self.unit(side)
        elif rank == KING:
            points += EXTRA * self.unit(self.dealer)
        self.book(DEALER_LAST, self.dealer, self.last_card, 1 - self.laid_last, points)

    def score(self, seat: int) -> int:
        return self.gains[seat % self.sides]

    def promise(self, seat: int, play: int) -> int:
        """What scores at once, then many cards."""
        head = bits.head(play)
        if head == ANNOUNCE:
            return 300
        if head == PASS:
            return 50
        if head == CALL:
            return 5
        taken = bits.body(play)
        if taken:
            tap = 60 if head < ANSWER and self.just_laid(head % 64) else 0
            missa = 30 if taken == self.table else 0
            return 20 + 10 * bits.size(taken) + tap + missa
        return 100 if head >= ANSWER else 10

    def reward(self, seat: int) -> float:
        """1 and -1 where the match is decided; else the chance of it, as far as the points tell, and a tenth for the lead."""
        mine = seat % self.sides
        if self.turn < 0 and self.leader() >= 0:
            return 1.0 if self.leader() == mine else -1.0
        first = lead = -1e9
        for side in range(self.sides):
            first = max(first, self.scores[side] + self.expected(side))
            if side != mine:
                lead = max(lead, self.expected(side))
        rest = self.left / 40.0 if self.turn >= 0 else 0.0
        spread = STRAY * math.sqrt(max((self.target_score - first) / A_DEAL, 1.0) + rest)
        odds = 0.0
        for side in range(self.sides):
            ahead = self.scores[side] + self.expected(side) - self.scores[mine] - self.expected(mine)
            odds += outlook.against(ahead, spread)
        lead = max(-1.0, min(1.0, (self.expected(mine) - lead) / 20.0))
        return 0.9 * (2.0 / odds - 1.0) + 0.1 * lead

    def expected(self, side: int) -> float:
        """The points of the deal: while it is being played a card in the pile is worth what it may bring in the end,
        and an open tap is taken for settled."""
        if self.turn < 0:
            return self.gains[side]
        worth = CARD_WORTH if self.sides < 4 else CARD_OF_FOUR
        found = self.gains[side] + worth * bits.size(self.piles[side])
        if self.chain and self.chain_seat % self.sides == side:
            found += self.tap_points[self.chain - 1] + self.chain_missa + worth * bits.size(self.apart)
        return found

    def key(self) -> int:
        """Hands, table and turn, an open tap, what was said and what counts so far; of one round only."""
        key = bits.stir(self.table, (self.turn + 1) * 64 + (self.last_taker + 1) * 8 + self.phase)
        key = bits.stir(key, (self.last_card + 1) * 2 + self.laid_last)
        key = bits.stir(key, self.apart)
        key = bits.stir(
            key, (((self.chain * 8 + self.chain_seat + 1) * 2 + self.chain_missa) * 2 + self.paid) * 2 + self.won
        )
        key = bits.stir(key, (self.may_announce * 16 + self.called) * 64 + self.asked)
        for seat in range(self.seats):
            key = bits.stir(key, self.hands[seat])
            key = bits.stir(key, self.spent[seat])
            key = bits.stir(key, self.kinds[seat])
        for side in range(self.sides):
            key = bits.stir(key, bits.size(self.piles[side]) * 1024 + self.gains[side] + 512)
        return key

    # Words.

    def ended(self) -> str:
        return "target" if self.won else ""

    def scored(self) -> list[Step]:
        """The scoring steps so far, in their order (R55)."""
        found = []
        for word in self.log[: self.steps]:
            points = tuple([bits.byte(word, side) - 128 for side in range(self.sides)])
            what = (bits.byte(word, 5), bits.byte(word, 6))
            found.append(Step(REASONS[bits.byte(word, 3)], bits.byte(word, 4), what, points))
        return found

    def points(self) -> list[Point]:
        return [
            Point(side, step.reason, gain) for step in self.scored() for side, gain in enumerate(step.points) if gain
        ]

    def open_chain(self) -> bool:
        """Whether a tap waits for an answer."""
        return self.chain != 0 and self.answerable()

    def taken(self) -> tuple[int, ...]:
        """The number of cards in the pile of each side."""
        return tuple([bits.size(self.piles[side]) for side in range(self.sides)])

    def parts(self, play: int) -> tuple[str, int, int]:
        """Its verb (card, answer, quiet; announce, pass, call), the card played, and the cards taken, kind or seat."""
        head = int(bits.head(play))
        if head < ANNOUNCE:
            return ("card", "answer", "quiet")[head // ANSWER], head % ANSWER, int(bits.body(play))
        return ("announce", "pass", "call")[head - ANNOUNCE], -1, int(bits.body(play))

    def text(self, play: int) -> str:
        verb, number, body = self.parts(play)
        if number < 0:
            kind = "tringla" if body == THREE else "ronda"
            return {"announce": f"announce {kind}", "pass": "pass", "call": f"call {body}"}[verb]
        card = LATIN_40.name(number)
        if verb == "answer":
            return f"answer {card}"
        taken = "+".join(events.names(LATIN_40.members(body)))
        return f"{card} x {taken}{' quiet' if verb == 'quiet' else ''}" if taken else f"lay {card}"

    def on_table(self, cards: int) -> list[int]:
        """Card numbers in the order they lie on the table."""
        return sorted(LATIN_40.members(cards), key=lambda n: int(self.laid_at[n]))

    def opened(self) -> list[Event]:
        return events.opened(self)

    def events(self, before: Deal, seat: int, play: int) -> list[Event]:
        assert isinstance(before, RondaDeal)
        return events.caused(before, self, seat, play) if seat >= 0 else events.forced(before)


def kind_of(cards: int) -> int:
    """THREE before TWO_PAIRS before PAIR; 0: nothing to announce."""
    pairs = 0
    while cards:
        equal = cards & bits.alike(cards & -cards)
        if bits.size(equal) > 2:
            return THREE
        if bits.size(equal) == 2:
            pairs += 1
        cards ^= equal
    return TWO_PAIRS if pairs == 2 else PAIR if pairs else 0
