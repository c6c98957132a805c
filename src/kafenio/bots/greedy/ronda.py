"""The greedy player of Ronda: cards, missas and taps now, less what the next seat may take, tap or answer."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio import bits
from kafenio.audience import View
from kafenio.bots.greedy import weigh
from kafenio.bots.ladder import Mind, Plan
from kafenio.cards import LATIN_40
from kafenio.game import Choice
from kafenio.message import Cards, Message, said

__all__ = ["LADDER", "LATER", "Greedy"]

RANKS, ONE, KING = 10, 0, 9
CARD = 0.85  # points that a card in the pile is worth: most of them come to lie above the half
CAUTION = 0.9  # what the next seat may take weighs less than what one has
LAST_TAKER = 0.4  # of what lies there in the last round, for whoever takes now
DEALER = 1.0  # for the dealer to keep the right card to the end
LOW = 5  # a ronda below this rank seldom wins against another
NEVER = 2  # hidden_ronda
ALL_CHAINS, FOUR_PLAYERS = 0, 1  # tap_chain


LADDER = (  # level1@2 to level8@2
    Mind(overlooks=0.7, care=0.0, forgets=1.0, knows=False),
    Mind(overlooks=0.5, care=0.0, forgets=1.0, knows=False),
    Mind(overlooks=0.33, care=0.0, forgets=1.0),
    Mind(overlooks=0.18, care=0.0, forgets=0.8),
    Mind(overlooks=0.05, care=0.1, forgets=0.5),
    Mind(care=0.55, forgets=0.3),
    Plan(250, horizon=10),
    Plan(8000, horizon=12, counts=True, deals=50),
)
LATER = {
    # level7@2 is as good as level8 with two; with more it takes so many iterations to look as far
    "level7@3": Plan(25, horizon=4, crowd=Plan(250, horizon=10)),
}


class Greedy:
    name = "greedy@1"
    EXTRAS = ("tap_points",)

    def __init__(self, care: float = 1.0) -> None:
        self.care = care

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        announcement = next((play for play in legal if play.startswith("announce")), None)
        if announcement and Table(view).worth_announcing(announcement):
            return Choice(announcement, said("why.announce"))
        if "pass" in legal:
            return call(view, legal) or Choice("pass", said("why.silent"))
        table = Table(view, self.care)
        best = max((play for play in legal if play != announcement), key=table.worth)
        return Choice(best, table.why(best))

    def effort(self, play: str) -> int:
        """How many cards one has to see for a play."""
        return 1 if play.startswith(("announce", "call")) else weigh.effort(play)

    def reasons(self, view: View, play: str, legal: Sequence[str]) -> list[Message]:
        """What speaks for a play."""
        if play.startswith("announce"):
            return [said("why.announce")]
        if play.startswith("call"):
            return [said("why.call")]
        if play == "pass":
            return [said("why.silent")]
        table = Table(view)
        return [table.why(play), *table.reasons(play)]


def call(view: View, legal: Sequence[str]) -> Choice | None:
    """A call of who has played a combination without announcing it (R30), if that brings the caller something."""
    sides = view["sides"]
    announced = {seat % sides for seat, kind in enumerate(view["kinds"]) if kind}
    for play in legal:
        if play.startswith("call"):
            seat = int(play.split()[1])
            elsewhere = announced - {view.seat % sides, seat % sides}
            if not view["kinds"][seat] and alike(view["spent"][seat]) and not elsewhere:
                return Choice(play, said("why.call"))
    return None


def alike(cards: int) -> bool:
    """Whether two of these cards have one rank."""
    return bits.size(bits.alike(cards)) < 4 * bits.size(cards)


class Table:
    """What plays are worth to the viewer, in points."""

    def __init__(self, view: View, care: float = 1.0) -> None:
        self.view = view
        self.care = care
        self.table: int = view["table"]
        self.hidden = weigh.unseen(view, LATIN_40, self.table | view["apart"])
        self.next = (view.seat + 1) % view["seats"]
        part = view["hands"][self.next]
        self.same_round = bool(part.more)
        self.cards_next: int = part.more or min(view["each"], len(view["stock"]))
        self.last_round = not view["stock"]

    def worth_announcing(self, announcement: str) -> bool:
        """Not a low ronda after another announcement, where keeping it back is free."""
        others = [kind for seat, kind in enumerate(self.view["kinds"]) if kind and seat != self.view.seat]
        if announcement == "announce tringla" or self.view["hidden_ronda"] != NEVER or not others:
            return True
        ranks = [n // 4 for n in LATIN_40.members(self.view.hand)]
        return max(rank for rank in ranks if ranks.count(rank) > 1) >= LOW

    def worth(self, play: str) -> float:
        card, taken = weigh.played_and_taken(LATIN_40, play)
        rank = card // 4
        bonus = self.dealers_end(rank)
        if play.startswith("answer"):
            return self.answer(rank) - self.risk(self.table, -1) + bonus
        if not taken:
            return self.bait(rank) - self.risk(self.table | bits.bit(card), rank) + bonus
        rest = self.table & ~taken
        brought = CARD * (1 + bits.size(taken)) + (0 if rest else self.missa())
        if self.last_round:
            bonus += LAST_TAKER * CARD * bits.size(rest)
        if self.taps(rank) and "quiet" not in play:
            return self.tap(rank, brought) - self.risk(rest, -1) + bonus
        return brought - self.risk(rest, -1) + bonus

    def taps(self, rank: int) -> bool:
        return bool(self.view["laid_last"]) and self.view["last_card"] // 4 == rank

    def missa(self) -> int:
        """R36, R37."""
        return int(not self.last_round or self.view["missa_last_hand"])

    def tap(self, rank: int, brought: float) -> float:
        """A tap brings its point unless it is answered: then all goes to the answer."""
        one: int = self.view["tap_points"][0]
        five: int = self.view["tap_points"][1]
        answered = self.answered(rank)
        back = self.holding(rank) > 1 and self.view["seats"] == 2  # the fourth card answers the answer
        lost = 0.0 if back else five + brought
        return (1 - answered) * (one + brought) - answered * lost

    def answer(self, rank: int) -> float:
        """An answer takes what lies apart from the one before, if nobody answers in turn."""
        level: int = self.view["chain"]
        points: tuple[int, ...] = self.view["tap_points"]
        cards = CARD * (1 + bits.size(self.view["apart"]))
        answered = self.answered(rank) if level == 1 else 0.0
        return (1 - answered) * (points[level] + cards) - answered * (points[2] + cards) + points[level - 1] + cards

    def bait(self, rank: int) -> float:
        """Of two alike one may be laid: with two players the other answers a tap."""
        if self.holding(rank) < 2 or self.view["seats"] != 2 or self.view["tap_chain"] != ALL_CHAINS:
            return 0.0
        return max(self.care, 0.0) * self.next_holds(rank) * float(self.view["tap_points"][1])

    def answered(self, rank: int) -> float:
        """How likely the next seat answers a tap of this rank."""
        chain = self.view["tap_chain"]
        if chain == ALL_CHAINS or (chain == FOUR_PLAYERS and self.view["seats"] == 4):
            return (
                max(self.care, 0.0) * self.next_holds(rank)
                if self.same_round or self.view["tap_across_rounds"]
                else 0.0
            )
        return 0.0

    def holding(self, rank: int) -> int:
        """How many cards of a rank the viewer holds."""
        return bits.size(self.view.hand & bits.run(4, 4 * rank))

    def next_holds(self, rank: int) -> float:
        """How likely the next seat holds, or will be dealt, a card of this rank."""
        cards = self.hidden & bits.run(4, 4 * rank)
        if self.same_round:
            return weigh.likelihood(self.view, self.next, cards, self.hidden)
        return weigh.holds(bits.size(cards), self.cards_next, bits.size(self.hidden))

    def risk(self, table: int, laid: int) -> float:
        """What the next seat may be expected to take; `laid` is the rank that it could tap, or -1."""
        if not table or not self.cards_next or not self.care:
            return 0.0
        chances = []
        for rank in range(RANKS):
            taken = run(table, rank)
            if taken:
                gain = CARD * (1 + bits.size(taken)) + (0 if table & ~taken else self.missa())
                if rank == laid and (self.same_round or self.view["tap_across_rounds"]):
                    gain += self.view["tap_points"][0]
                chances.append((gain, self.next_holds(rank)))
        return self.care * CAUTION * weigh.expected_best(chances)

    def dealers_end(self, rank: int) -> float:
        """With dealer_last the dealer gets rid of a 1 and keeps a 12 (R57-R60)."""
        view = self.view
        if not view["dealer_last"] or not self.last_round or view["dealer"] != view.seat or bits.size(view.hand) < 2:
            return 0.0
        return DEALER if rank == ONE else -DEALER if rank == KING else 0.0

    def why(self, play: str) -> Message:
        """A sentence for a beginner."""
        card, taken = weigh.played_and_taken(LATIN_40, play)
        if play.startswith("answer"):
            return said("why.answer", n=self.view["tap_points"][self.view["chain"]])
        if not taken:
            return said("why.nothing_better", card=Cards(LATIN_40.name(card)))
        parts = [said("why.cards", n=1 + bits.size(taken))]
        if self.taps(card // 4) and "quiet" not in play:
            parts.append(said("why.bount"))
        if not self.table & ~taken and self.missa():
            parts.append(said("why.missa"))
        return said("why.brings", what=tuple(parts))

    def reasons(self, play: str) -> list[Message]:
        """More that speaks for a lay, true whatever the hidden cards are."""
        card, taken = weigh.played_and_taken(LATIN_40, play)
        equals = bits.run(4, card // 4 * 4) & ~bits.bit(card)
        if taken or play.startswith("answer") or equals & (self.hidden | self.view.hand | self.table):
            return []
        return [said("why.no_tap", card=Cards(LATIN_40.name(card)))]


def run(table: int, rank: int) -> int:
    """What a card of this rank takes: its equal and the run above it (R32)."""
    taken = 0
    for other in range(rank, RANKS):
        card = table & bits.run(4, 4 * other)
        if not card:
            break
        taken |= card
    return taken
