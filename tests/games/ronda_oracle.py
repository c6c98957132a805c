"""Ronda said again, slowly, over the names of cards: one deal. Nothing here is taken from the game.

The options come as records write them, all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

__all__ = ["NoDeal", "Step", "Table"]

RANKS = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
CALLS = ("bount", "khamsa", "aachra")


class NoDeal(Exception):
    """The dealer shuffles again (R11, R13)."""


class Step(NamedTuple):
    """A scoring step: why, and the points by side."""

    reason: str
    points: dict[int, int]


class Combination(NamedTuple):
    kind: str
    ranks: list[int]  # two where both rondas of a hand count


def rank(card: str) -> int:
    return RANKS.index(card[:-1])


class Table:
    """One deal. `repairs` of the layout as recorded: the card out, the card in, the cards above it."""

    def __init__(
        self,
        options: Mapping[str, Any],
        pack: Sequence[str],
        repairs: Sequence[tuple[str, str, int]],
        dealer: int,
        scores: Sequence[int],
    ) -> None:
        self.options, self.dealer, self.scores = options, dealer, list(scores)
        self.seats = options["players"]
        self.sides = 2 if self.seats == 4 else self.seats
        self.order = [(dealer + 1 + i) % self.seats for i in range(self.seats)]
        self.gains = [0] * self.sides
        self.steps: list[Step] = []
        self.won = self.over = False
        self.stock, self.table, self.apart = list(pack), list[str](), list[str]()
        self.piles = [list[str]() for _ in range(self.sides)]
        self.callers: list[int] = []  # of the open chain
        self.tapped = ""  # its card that was played first
        self.tap_missa = 0
        self.fresh = ""  # the card laid by the last play
        self.last_side = -1
        self.repairs: list[tuple[str, str, int]] = []
        four = options["opening"] == "four_cards" or (options["opening"] == "auto" and self.seats == 4)
        self.later = 4 if options["opening"] == "four_cards" and self.seats == 2 else 3
        self.give(4 if four else 3)
        if four and any(len(set(map(rank, hand))) == 1 for hand in self.dealt.values()):
            raise NoDeal  # R13
        if not four:
            self.lay_out([above for _, _, above in repairs])
        self.start()

    # Dealing.

    def give(self, each: int) -> None:
        self.each, self.dealt = each, {}
        for seat in self.order:
            self.dealt[seat], self.stock = self.stock[:each], self.stock[each:]
        self.hands = {seat: list(hand) for seat, hand in self.dealt.items()}

    def lay_out(self, above: list[int]) -> None:
        """R9-R11a."""
        self.table, self.stock = self.stock[:4], self.stock[4:]
        came = list(self.table)  # in the order of time
        while True:
            faulty = self.faulty()
            if not faulty:
                return
            if self.options["table_fix"] == "redeal_all" or len(self.repairs) == 100:
                raise NoDeal
            out = max(faulty, key=lambda card: max(i for i, other in enumerate(came) if other == card))
            back_in = self.stock.pop(0)
            n = len(self.stock)
            i = n // 2 if self.options["return_position"] == "exact_middle" else above[len(self.repairs)]
            assert n <= 3 * i <= 2 * n
            self.stock.insert(i, out)
            self.table[self.table.index(out)] = back_in
            came.append(back_in)
            self.repairs.append((out, back_in, i))

    def faulty(self) -> set[str]:
        """R10."""
        ranks = [rank(card) for card in self.table]
        found = {card for card in self.table if ranks.count(rank(card)) > 1}
        for length in range(self.options["table_run_limit"], 5):
            for low in range(len(RANKS) - length + 1):
                run = set(range(low, low + length))
                if run <= set(ranks):
                    found |= {card for card in self.table if rank(card) in run}
        return found

    def start(self) -> None:
        """A round begins (R18)."""
        self.said: dict[int, Combination] = {}
        self.paid = False
        self.window, self.asked = "", list[int]()
        self.called: set[int] = set()
        self.turn = self.order[0]
        self.announcing = self.each == 3 or self.options["announce_in_four_card_hand"]
        if self.announcing and self.options["announce_timing"] == "before_play":
            self.window, self.asked = "announcements", list(self.order)

    # What may be done.

    @property
    def actor(self) -> int:
        return self.asked[0] if self.window else self.turn

    def legal(self) -> set[str]:
        seat = self.actor
        if self.over:
            return set()
        if self.window == "calls":
            others = {s for s in self.order if s % self.sides != seat % self.sides} - self.called
            return {"pass"} | {f"call {s}" for s in others}
        held = self.combination(seat)
        words = {f"announce {held.kind}"} if held and seat not in self.said else set[str]()
        if self.window:
            return words | {"pass"}
        first_turn = self.options["announce_timing"] == "own_first_turn" and len(self.hands[seat]) == self.each
        if not (first_turn and self.announcing):
            words = set()
        hand = self.hands[seat]
        able = [card for card in hand if self.taken_by(card) or self.answers(card)]
        if self.options["capture_obligation"] == "if_able" and able:
            hand = able  # R35
        return words.union(*[self.plays_of(card) for card in hand])

    def plays_of(self, card: str) -> set[str]:
        if self.answers(card):
            return {f"answer {card}"}
        taken = self.taken_by(card)
        if not taken:
            return {f"lay {card}"}
        text = f"{card} x {'+'.join(taken)}"
        return {text, f"{text} quiet"} if self.options["tap_optional"] and self.taps(card) else {text}

    def taken_by(self, card: str) -> list[str]:
        """R32."""
        lying = {rank(other): other for other in self.table}
        found: list[str] = []
        while rank(card) + len(found) in lying:
            found.append(lying[rank(card) + len(found)])
        return found

    def taps(self, card: str) -> bool:
        return bool(self.fresh) and rank(card) == rank(self.fresh)

    def answers(self, card: str) -> bool:
        return bool(self.callers) and rank(card) == rank(self.tapped)

    # Plays.

    def play(self, text: str) -> None:
        seat = self.actor
        word, *rest = text.replace("+", " ").split()
        if word == "announce":
            held = self.combination(seat)
            assert held is not None
            self.said[seat] = held
        elif word == "call":
            self.call(seat, int(rest[0]))
        elif word != "pass":
            self.play_card(seat, rest[0] if word in ("lay", "answer") else word, word == "answer", rest[-1] == "quiet")
        if self.window and word in ("announce", "call", "pass") and not self.won:
            self.asked.pop(0)
            if not self.asked:
                window, self.window = self.window, ""
                if window == "calls":
                    self.next_round()
                else:
                    self.pay_unless_ranks_matter()
        self.over = self.over or self.won

    def play_card(self, seat: int, card: str, answer: bool, quiet: bool) -> None:
        self.hands[seat].remove(card)
        self.turn = (seat + 1) % self.seats
        last_of_deal = not self.stock and not self.hands[self.turn]
        missa_counts = bool(self.stock) or (
            self.options["missa_last_hand"] == "all_but_last_card" and not last_of_deal
        )  # R37
        if answer:
            self.apart.append(card)
            self.callers.append(seat)
            taken = self.apart
        else:
            self.settle()  # R46
            taken = self.taken_by(card)
            tap = self.taps(card) and not quiet
            self.table = [other for other in self.table if other not in taken] + ([] if taken else [card])
            self.fresh = "" if taken else card
            missa = int(not self.table and missa_counts)
            if tap:
                self.callers, self.tapped, self.apart, self.tap_missa = [seat], card, [card, *taken], missa
            elif taken:
                self.take(seat, [card, *taken])
                self.score("missa", {seat % self.sides: missa})
        if not self.answerable():
            self.settle()
        if seat == self.dealer and len(self.hands[seat]) == self.each - 1:
            self.pay_unless_ranks_matter()
        if not any(self.hands.values()):
            self.last_card, self.last_captured = card, bool(taken)
            self.end_round()

    def answerable(self) -> bool:
        """R42, R46."""
        gone = [card for pile in (*self.piles, self.apart) for card in pile]
        allowed = {"all": True, "four_players": self.seats == 4, "off": False}[self.options["tap_chain"]]
        return bool(self.callers) and allowed and sum(rank(card) == rank(self.tapped) for card in gone) < 4

    def take(self, seat: int, cards: list[str]) -> None:
        self.last_side = seat % self.sides
        self.piles[self.last_side] += cards

    def settle(self) -> None:
        """R43-R45."""
        if self.callers:
            level, seat = len(self.callers) - 1, self.callers[-1]
            self.take(seat, self.apart)
            self.callers, self.apart = [], []
            self.score(CALLS[level], {seat % self.sides: self.options["tap_points"][level] + self.tap_missa})

    def score(self, reason: str, points: dict[int, int]) -> None:
        """R53-R55: nothing after the step that wins."""
        points = {side: n for side, n in points.items() if n}
        if self.won or not points:
            return
        for side, n in points.items():
            self.gains[side] += n
        self.steps.append(Step(reason, points))
        best, second = sorted(map(sum, zip(self.scores, self.gains, strict=True)), reverse=True)[:2]
        if self.options["game_end"] == "immediate" and reason != "cards":
            self.won = best >= self.options["target_score"] and best > second

    # Announcements.

    def combination(self, seat: int) -> Combination | None:
        """R17."""
        ranks = [rank(card) for card in self.dealt[seat]]
        threes = sorted({r for r in ranks if ranks.count(r) > 2})
        pairs = sorted({r for r in ranks if ranks.count(r) == 2})
        if threes:
            return Combination("tringla", threes)
        if not pairs:
            return None
        return Combination("ronda", pairs if self.options["two_pairs"] == "two_rondas" else pairs[-1:])

    def winners(self, said: Mapping[int, Combination]) -> list[int]:
        """R22-R26."""
        kind = "tringla" if any(held.kind == "tringla" for held in said.values()) else "ronda"
        those = {seat: held.ranks for seat, held in said.items() if held.kind == kind}
        if kind == "tringla":
            low = self.options["tringla_winner"] == "lowest"
        else:
            low = self.options["four_rondas"] == "lowest" and len(those) == 4
        ranks = [r for held in those.values() for r in held]
        best = (min(ranks) if low else max(ranks)) if ranks else -1
        found = [seat for seat, held in those.items() if best in held]
        return [] if len(found) > 1 and self.options["ronda_tie"] == "cancel" else found

    def pay_unless_ranks_matter(self) -> None:
        """R27."""
        if len(self.said) == 1 or [held.kind for held in self.said.values()].count("tringla") == 1:
            self.pay_announced()

    def pay_announced(self) -> None:
        if self.paid:
            return
        self.paid = True
        rondas = sum(len(held.ranks) for held in self.said.values() if held.kind == "ronda")
        tringlas = [held.kind for held in self.said.values()].count("tringla")
        best = self.winners(self.said)
        points = dict.fromkeys(range(self.sides), 0)
        for seat in best:
            worth = rondas + tringlas * self.options["tringla_points"] if tringlas else rondas // len(best)
            points[seat % self.sides] += worth
        self.score("tringla" if tringlas else "ronda", points)

    def hid(self, seat: int) -> bool:
        return self.combination(seat) is not None and seat not in self.said

    def receivers(self, hider: int) -> set[int]:
        """The sides that won, if the hidden combination would have lost (R28)."""
        held = self.combination(hider)
        assert held is not None
        best = {seat % self.sides for seat in self.winners(self.said)}
        then = self.winners({**self.said, hider: held})
        return set() if hider % self.sides in best or hider in then or not then else best

    def fine(self, reason: str, hider: int, receivers: set[int]) -> None:
        """R29."""
        worth = self.options["hidden_ronda_points"]
        points = dict.fromkeys(receivers, worth // len(receivers) if receivers else 0)
        if receivers and self.options["hidden_ronda_mode"] == "transfer":
            points[hider % self.sides] = -worth
        self.score(reason, points)

    def call(self, seat: int, accused: int) -> None:
        """R30."""
        self.called.add(accused)
        if self.hid(accused):
            self.fine("call", accused, self.receivers(accused) or {seat % self.sides})
        else:
            self.score("call", {seat % self.sides: -1, accused % self.sides: 1})

    # Ends.

    def end_round(self) -> None:
        """R55."""
        if self.won:
            return
        if not (self.options["tap_across_rounds"] and self.stock):
            self.settle()
        self.pay_announced()
        if self.options["hidden_ronda"] == "challenge" and self.announcing:
            self.window, self.asked = "calls", list(self.order)
            return
        if self.options["hidden_ronda"] == "automatic":
            for seat in filter(self.hid, self.order):
                self.fine("hidden", seat, self.receivers(seat))
        self.next_round()

    def next_round(self) -> None:
        if self.won:
            return
        if self.stock:
            if not self.options["tap_across_rounds"]:
                self.fresh = ""  # R47
            self.give(self.later)
            self.start()
            return
        self.over = True
        if self.options["dealer_last"] == "on":
            self.judge_last_card()
        if not self.won:
            self.piles[self.last_side] += self.table
            self.table = []
            half = 13 if self.seats == 3 else 20
            self.score("cards", {side: max(0, len(pile) - half) for side, pile in enumerate(self.piles)})

    def judge_last_card(self) -> None:
        """R58-R60."""
        mine = self.dealer % self.sides
        if not self.last_captured or rank(self.last_card) == 0:
            self.score("dealer_last", {side: 5 for side in range(self.sides) if side != mine})
        elif self.last_card[:-1] == "12":
            self.score("dealer_last", {mine: 5})
