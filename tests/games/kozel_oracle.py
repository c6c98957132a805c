"""The rules of one deal of Kozel a second time, slow and plain: sets of card names, permutations, no bits.

Nothing here is shared with the game but its options.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from kafenio.games.kozel.options import KozelOptions

__all__ = ["RANKS", "SUITS", "PlainDeal", "Play"]

Play = tuple[str, frozenset[str]]  # a verb and its cards; "claim moscow" and the like without any
RANKS, SUITS = "6789JQKTA", "cdhs"
ACES, TENS = {"A" + suit for suit in SUITS}, {"T" + suit for suit in SUITS}
SHOKHA = "6s"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def suits(cards: Iterable[str]) -> set[str]:
    return {card[1] for card in cards}


class PlainDeal:
    """A deal from a pack, top first. `turn`: who leads or replies; in a window the seats in `asked`; None when over."""

    def __init__(self, options: KozelOptions, present: Sequence[int], dealer: int, pack: Sequence[str]) -> None:
        self.options, self.present, self.seats = options, present, options.players
        self.sides = 2 if options.partnerships else options.players
        self.stock = list(pack)
        self.hands: list[set[str]] = [set() for _ in range(self.seats)]
        self.piles: list[set[str]] = [set() for _ in range(self.sides)]
        order = self.round_from(dealer + 1)
        for _ in range(4):
            for seat in order:
                self.hands[seat].add(self.stock.pop(0))
        turned = self.stock.pop(0)
        self.stock.append(turned)  # R39
        no_trump = turned == SHOKHA and options.shokha and options.shokha_turnup == "no_trump"
        self.trump = "" if no_trump else turned[1]
        self.tricks, self.ended, self.turn = 0, "", order[0]
        self.asked: set[int] = set()
        self.begin_trick()

    def round_from(self, first: int) -> list[int]:
        """The seats in play, clockwise."""
        return [s for i in range(self.seats) if (s := (first + i) % self.seats) in self.present]

    def begin_trick(self) -> None:
        """R16, R29, R40, R41."""
        self.lead: set[str] = set()
        self.best: set[str] = set()
        self.thrown: dict[int, set[str]] = {}  # by seat, contests and the lead too
        self.answers: dict[int, str] = {}
        self.claimed: dict[int, str] = {}
        holding = [s for s in self.round_from(self.turn) if self.hands[s]]
        if not holding:
            self.ended = "played out"
            return
        self.leader = self.turn = holding[0]
        options = self.options
        anything = options.special_leads or (options.money and options.four_aces_win)
        if anything and (self.tricks or options.special_lead_first_trick):
            self.asked = {s for s in holding if len(self.hands[s]) == 4 and not self.capped(s, 4)}

    def capped(self, seat: int, size: int) -> bool:
        """Whether another hand is too short for a lead of so many cards (R41)."""
        others = [len(hand) for s, hand in enumerate(self.hands) if s != seat and hand]
        return self.options.short_hand == "cap_lead" and any(n < size for n in others)

    # What may be played.

    def legal(self, seat: int) -> set[Play]:
        nothing: frozenset[str] = frozenset()
        hand = self.hands[seat]
        if self.ended:
            return set()
        if self.asked:
            if seat not in self.asked or seat in self.answers:
                return set()
            claim = self.claim_of(hand)
            return {("no claim", nothing)} | ({(f"claim {claim}", nothing)} if claim else set())
        if seat != self.turn:
            return set()
        if not self.lead:
            leads = [hand] if seat in self.claimed else [set(c) for n in range(1, 5) for c in combinations(hand, n)]
            return {("lead", frozenset(c)) for c in leads if self.may_lead(seat, c)}
        if len(hand) < len(self.lead):
            return {("discard", frozenset(hand))}
        sets = [frozenset(c) for c in combinations(hand, len(self.lead))]
        unbeatable = self.options.special_lead_effect == "auto_win" and self.special(self.lead)
        contests = [] if unbeatable else [c for c in sets if self.beats(c)]
        return {("discard", c) for c in sets} | {("contest", c) for c in contests}

    def may_lead(self, seat: int, cards: set[str]) -> bool:
        """R17, R18, R18a, R41."""
        wild = self.options.shokha and self.options.shokha_lead == "wild"
        one_suit = len(suits(cards)) == 1 or (wild and len(suits(cards - {SHOKHA})) == 1)
        ordinary = one_suit and len(cards) in self.options.lead_sizes
        return (ordinary or bool(self.special(cards))) and not self.capped(seat, len(cards))

    def special(self, cards: set[str]) -> str:
        """R27-R28a."""
        options = self.options
        shokha = {SHOKHA} if options.shokha else set()
        if len(cards) == 4:
            if "moscow" in options.special_leads and cards <= ACES | TENS | shokha and cards & ACES:
                return "moscow"
            if "molodka" in options.special_leads and (len(suits(cards)) == 1 or len(suits(cards - shokha)) == 1):
                return "molodka"
        return ""

    def four_aces(self, cards: set[str]) -> bool:
        return self.options.money and self.options.four_aces_win and cards == ACES

    def claim_of(self, hand: set[str]) -> str:
        """R30, R58."""
        return self.special(hand) or ("aces" if self.four_aces(hand) else "")

    def card_beats(self, card: str, other: str) -> bool:
        """R4, R23."""
        if self.options.shokha and SHOKHA in (card, other):
            return card == SHOKHA
        if card[1] == other[1]:
            return RANKS.index(card[0]) > RANKS.index(other[0])
        return card[1] == self.trump

    def beats(self, cards: Iterable[str]) -> bool:
        """R24, R25."""
        best = sorted(self.best)
        return any(all(map(self.card_beats, order, best)) for order in permutations(cards))

    def bura(self, cards: set[str]) -> bool:
        """R57."""
        return sum(c[1] == self.trump or (c == SHOKHA and self.options.shokha) for c in cards) >= 3

    # Playing.

    def make(self, seat: int, play: Play) -> None:
        verb, cards = play[0], set(play[1])
        if not cards:
            self.answers[seat] = verb
            if set(self.answers) == self.asked:
                self.hear()
            return
        self.hands[seat] -= cards
        self.thrown[seat] = cards
        if verb != "discard":
            self.best, self.taker = cards, seat
        if verb == "lead":
            self.lead = cards
            if self.four_aces(cards):
                self.ended = "four_aces"
            elif self.options.money and self.options.bura_wins == "on_lead" and self.bura(cards):
                self.ended = "bura"
        if self.ended:
            return
        waiting = [s for s in self.round_from(seat + 1) if self.hands[s] and s not in self.thrown]
        if waiting:
            self.turn = waiting[0]
        else:
            self.take()

    def hear(self) -> None:
        """R31, R58."""
        self.asked = set()
        said = {s: a.removeprefix("claim ") for s, a in self.answers.items() if a != "no claim"}
        for seat in said:
            if self.four_aces(self.hands[seat]):
                self.ended, self.taker = "four_aces", seat
                return
        for claim in ("molodka", "moscow"):
            for seat in reversed(self.round_from(self.leader)):
                if said.get(seat) == claim:
                    self.turn, self.claimed = seat, {seat: claim}
        self.leader = self.turn

    def take(self) -> None:
        """R26, R37-R39."""
        self.piles[self.taker % self.sides].update(*self.thrown.values())
        self.tricks += 1
        self.turn = self.taker
        if_won = self.options.money and self.options.bura_wins == "if_trick_won"
        if if_won and self.taker == self.leader and self.bura(self.lead):
            self.ended = "bura"
            return
        at_once = 4 if self.options.refill_order == "fill_up" else 1
        for _ in range(4):
            for seat in self.round_from(self.taker):
                for _ in range(min(at_once, 4 - len(self.hands[seat]), len(self.stock))):
                    self.hands[seat].add(self.stock.pop(0))
        self.begin_trick()

    def points(self) -> list[int]:
        """Card points by side (R3)."""
        return [sum(POINTS.get(card[0], 0) for card in pile) for pile in self.piles]
