"""Ronda, 2 to 4 seats, the seed's rules; `challenge` as an option. Cards: number = 4 * rank + suit, ranks 1-7 10 11 12.

R10, R11 a layout without a pair or a run of four, by putting back; R18 a pair (ronda) or three alike (tringla) may be announced
before the first card of a hand: it takes no turn, its rank stays secret, and silence proves nothing; R28 a small one kept back
costs 5; R32 a card takes its equal and the run above it; R39-R46 a card just laid may be tapped, and the tap answered twice.
"""

from __future__ import annotations

from typing import ClassVar

from kafenio import bits, plays
from kafenio.audience import FACE_UP, FACT, Audience
from kafenio.contract import Deal, Plays, Rng

RANKS, SUITS = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12"), "cebd"
PACK = (1 << 40) - 1
ANSWER, ANNOUNCE, PASS, CALL = 64, 128, 129, 130  # heads of plays; below: the card played, with ANSWER for an answer
PAIR, THREE = 2, 3


class Ronda(Deal):
    sides: int
    target: int
    challenge: int
    last_taker: int
    won: int
    discarded: int
    chain: int
    chain_seat: int
    chain_rank: int
    chain_missa: int
    paid: int
    calling: int
    called: int
    apart: int
    table: int
    piles: list[int]
    scores_before: list[int]
    gains: list[int]
    first: list[int]

    AUDIENCES: ClassVar[dict[str, Audience]] = {
        "sides": FACT,
        "target": FACT,  # 0: play every deal out
        "challenge": FACT,  # option hidden_ronda=challenge
        "last_taker": FACT,
        "won": FACT,  # 1: a side has reached the target (R53)
        "discarded": FACT,  # the card that the last play laid, -1 if it captured
        "chain": FACT,  # 1 bount, 2 khamsa
        "chain_seat": FACT,
        "chain_rank": FACT,  # every card of its rank
        "chain_missa": FACT,
        "paid": FACT,  # the announcements of this hand are settled
        "calling": FACT,  # calls of hidden combinations: how many seats have been asked, with this one (R30)
        "called": FACT,  # bit s for each seat called
        "apart": FACE_UP,  # cards of an open chain
        "table": FACE_UP,
        "piles": FACE_UP.each(4),
        "scores_before": FACT.each(4),
        "gains": FACT.each(4),  # this deal's points, by side
        "first": FACT.each(4),  # the layout as first opened
    }

    def pack(self) -> int:
        return PACK

    def begin(self, rng: Rng) -> bool:
        if self.seats == 0:
            self.seats = 2
        if self.sides == 0:
            self.sides = 2 if self.seats == 4 else self.seats
        self.last_taker = self.discarded = -1
        self.each = self.packet = 3
        self.top_first = 1
        if self.seats == 4:
            self.deal_round(4, 4)
            for s in range(4):
                if bits.size(bits.alike(self.hands[s])) == 4:
                    return False  # R13
        else:
            self.deal_round(3, 3)
            for i in range(4):
                self.first[i] = self.stock[self.left - 1]
                self.table |= self.pop()
        self.whole = self.left
        self.back_low = (self.whole + 1) // 3
        self.back_high = 2 * (self.whole - 1) // 3
        while True:
            card = self.faulty()
            if card == 0:
                break
            if self.circling():
                return False
            self.table ^= card
            self.table |= self.put_back(card, rng)
        self.turn = (self.dealer + 1) % self.seats
        return True

    def faulty(self) -> int:
        """The last opened card that makes a pair or a run of four (R11)."""
        ranks = bits.alike(self.table)
        run = bits.size(ranks) == 16 and ranks == bits.run(16, bits.number(ranks))
        last = -9
        found = 0
        cards = self.table
        while cards:
            card = cards & -cards
            cards ^= card
            if run or self.table & bits.alike(card) != card:
                when = self.opened(bits.number(card))
                if when > last:
                    last = when
                    found = card
        return found

    def opened(self, number: int) -> int:
        i = self.returns
        while i:
            i -= 1
            if self.replaced[i] == number:
                return i
        while self.first[i] != number:
            i += 1
        return i - 4

    # Plays.

    def list_plays(self, seat: int, out: Plays) -> None:
        if self.calling:
            plays.add(out, bits.play(PASS, 0))
            for s in range(self.seats):
                if s % self.sides != seat % self.sides and not self.called & bits.bit(s):
                    plays.add(out, bits.play(CALL, s))
            return
        hand = self.hands[seat]
        if self.spent[seat] == 0 and self.kinds[seat] == 0 and kind_of(hand):
            plays.add(out, bits.play(ANNOUNCE, kind_of(hand)))
        while hand:
            number = bits.number(hand)
            hand &= hand - 1
            if self.chain and bits.bit(number) & self.chain_rank:
                plays.add(out, bits.play(ANSWER + number, 0))
            else:
                plays.add(out, bits.play(number, self.taken_by(number)))

    def taken_by(self, number: int) -> int:
        """The equal card and the run above it (R32)."""
        taken = 0
        for rank in range(number // 4, 10):
            card = self.table & bits.run(4, 4 * rank)
            if card == 0:
                break
            taken |= card
        return taken

    def make(self, seat: int, play: int) -> None:
        head = bits.head(play)
        if head == ANNOUNCE:
            self.kinds[seat] = bits.body(play)
            return
        self.turn = seat + 1 if seat + 1 < self.seats else 0
        if head >= PASS:
            if head == CALL:
                self.call(seat, bits.body(play))
            self.calling += 1
            if self.calling > self.seats:
                self.calling = 0
                self.next_round()
        else:
            self.play_card(seat, head % 64, bits.body(play))
            if self.hands[self.turn] == 0 and not self.won:
                self.end_round()
        if self.won:
            self.turn = -1

    def play_card(self, seat: int, number: int, taken: int) -> None:
        card = bits.bit(number)
        self.spend(seat, card)
        if self.chain and card & self.chain_rank:
            self.apart |= card
            self.chain += 1
            self.chain_seat = seat
            if self.chain == 3:
                self.settle_chain()
        else:
            self.settle_chain()
            if taken and self.discarded >= 0 and card & bits.alike(bits.bit(self.discarded)):
                self.table ^= taken
                self.apart = card | taken
                self.chain = 1
                self.chain_rank = bits.alike(card)
                self.chain_seat = seat
                self.discarded = -1
                self.chain_missa = 1 if self.table == 0 and self.left else 0
            elif taken:
                self.table ^= taken
                self.take(seat, card | taken)
                if self.table == 0 and self.left:
                    self.gain(seat, 1)  # missa
            else:
                self.table |= card
                self.discarded = number
        begun = 0
        for s in range(self.seats):
            if self.spent[s]:
                begun += 1
        if begun == self.seats and not self.paid:
            self.pay_announced(False)

    def take(self, seat: int, cards: int) -> None:
        self.last_taker = seat % self.sides
        self.piles[self.last_taker] |= cards
        self.discarded = -1

    def settle_chain(self) -> None:
        if self.chain:
            self.take(self.chain_seat, self.apart)
            self.gain(self.chain_seat, (1 if self.chain == 1 else 5 if self.chain == 2 else 10) + self.chain_missa)
            self.chain = self.chain_missa = 0
            self.apart = 0

    def gain(self, seat: int, points: int) -> None:
        """One scoring step; it may win the match (R53)."""
        if not self.won:
            self.gains[seat % self.sides] += points
            self.check()

    def check(self) -> None:
        best = second = -1000
        for side in range(self.sides):
            total = self.scores_before[side] + self.gains[side]
            if total > best:
                second = best
                best = total
            elif total > second:
                second = total
        if self.target and best >= self.target and best > second:
            self.won = 1

    # Announcements.

    def announced(self) -> int:
        """Bit s for each seat that announced."""
        found = 0
        for s in range(self.seats):
            if self.kinds[s]:
                found |= bits.bit(s)
        return found

    def winners(self, among: int) -> int:
        """Of seats with a combination: the lowest tringla, else the highest rondas (R23-R26)."""
        best = -1
        found = 0
        for s in range(self.seats):
            if among & bits.bit(s):
                cards = self.spent[s] | self.hands[s]
                worth = 100 - rank_of(cards) if kind_of(cards) == THREE else rank_of(cards)
                if worth > best:
                    best = worth
                    found = 0
                if worth == best:
                    found |= bits.bit(s)
        return found

    def pay_announced(self, all_seen: bool) -> None:
        pairs = threes = 0
        for s in range(self.seats):
            if self.kinds[s] == PAIR:
                pairs += 1
            elif self.kinds[s] == THREE:
                threes += 1
        if not all_seen and threes != 1 and threes + pairs != 1:
            return
        self.paid = 1
        if pairs + threes == 0 or self.won:
            return
        among = self.announced()
        if threes == 1:
            for s in range(self.seats):
                if self.kinds[s] != THREE:
                    among &= ~bits.bit(s)
        if bits.size(among) > 1:
            among = self.winners(among)
        worth = 3 * threes + pairs if threes else pairs // bits.size(among)
        for s in range(self.seats):
            if among & bits.bit(s):
                self.gains[s % self.sides] += worth
        self.check()

    def punish(self, hider: int, caller: int) -> None:
        """R28, R29: 5 points for a combination kept back that would have lost; with a call, to the caller if to nobody else."""
        winners = self.winners(self.announced())
        for s in range(self.seats):
            if winners & bits.bit(s) and s % self.sides == hider % self.sides:
                winners = 0
        if winners and self.winners(self.announced() | bits.bit(hider)) & bits.bit(hider):
            winners = 0
        if winners == 0 and caller >= 0:
            winners = bits.bit(caller)
        if winners == 0 or self.won:
            return
        first = -1
        second = -1
        for s in range(self.seats):
            if winners & bits.bit(s):
                if first < 0:
                    first = s % self.sides
                elif s % self.sides != first:
                    second = s % self.sides
        self.gains[hider % self.sides] -= 5
        if second >= 0:
            self.gains[first] += 2
            self.gains[second] += 2
        else:
            self.gains[first] += 5
        self.check()

    def call(self, caller: int, accused: int) -> None:
        self.called |= bits.bit(accused)
        if self.kinds[accused] == 0 and kind_of(self.spent[accused]):
            self.punish(accused, caller)
        elif not self.won:
            self.gains[caller % self.sides] -= 1
            self.gains[accused % self.sides] += 1
            self.check()

    # Rounds.

    def end_round(self) -> None:
        self.settle_chain()
        if not self.paid:
            self.pay_announced(True)
        self.turn = (self.dealer + 1) % self.seats
        if self.won:
            return
        if self.challenge:
            self.calling = 1
            self.called = 0
            return
        for i in range(self.seats):
            s = (self.dealer + 1 + i) % self.seats
            if self.kinds[s] == 0 and kind_of(self.spent[s]):
                self.punish(s, -1)
        self.next_round()

    def next_round(self) -> None:
        self.discarded = -1
        self.paid = 0
        if self.left and not self.won:
            self.deal_round(3, 3)
            self.turn = (self.dealer + 1) % self.seats
            return
        if not self.won:
            self.piles[self.last_taker] |= self.table  # R49
            self.table = 0
            for side in range(self.sides):
                self.gains[side] += max(0, bits.size(self.piles[side]) - (13 if self.sides == 3 else 20))
        self.turn = -1

    def score(self, seat: int) -> int:
        return self.gains[seat % self.sides]

    def reward(self, seat: int) -> float:
        best = -1000
        for side in range(self.sides):
            if side != seat % self.sides and self.gains[side] > best:
                best = self.gains[side]
        return max(-1.0, min(1.0, (self.score(seat) - best) / 40.0))

    def points(self) -> list[tuple[int, str, int]]:
        return [(side, "deal", self.gains[side]) for side in range(self.sides)]

    def text(self, play: int) -> str:
        head, body = bits.head(play), bits.body(play)
        if head >= ANNOUNCE:
            return ("announce tringla" if body == THREE else "announce ronda", "pass", f"call {body}")[head - ANNOUNCE]
        if head >= ANSWER:
            return f"answer {name(head - ANSWER)}"
        taken = [n for n in range(40) if body & bits.bit(n)]
        return f"{name(head)} x {'+'.join(map(name, taken))}" if taken else f"lay {name(head)}"


def name(number: int) -> str:
    return RANKS[number // 4] + SUITS[number % 4]


def kind_of(cards: int) -> int:
    """Three alike before a pair; 0: neither."""
    best = 0
    while cards:
        equal = cards & bits.alike(cards & -cards)
        best = max(best, bits.size(equal))
        cards ^= equal
    return min(best, THREE) if best >= PAIR else 0


def rank_of(cards: int) -> int:
    """The rank of three alike, else of the highest pair."""
    kind = kind_of(cards)
    found = -1
    while cards:
        equal = cards & bits.alike(cards & -cards)
        if bits.size(equal) >= kind:
            found = bits.number(equal) // 4
        cards ^= equal
    return found
