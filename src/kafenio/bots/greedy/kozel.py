"""The greedy player of Kozel: the points of the trick, what its cards would still be good for, and who may beat them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kafenio import bits
from kafenio.audience import View
from kafenio.bots.greedy.weigh import holds
from kafenio.bots.ladder import Mind, Plan
from kafenio.cards import FRENCH_36
from kafenio.game import Choice
from kafenio.message import Cards, Message, said

__all__ = ["LADDER", "Greedy"]

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SHOKHA = FRENCH_36.number("6s")
RANKS = 9
OFF = 2  # bura_wins
THROWN = (0.0, 0.3, 1.5, 5.0, 13.3)  # card points that a hand of four throws to a trick of so many cards
POT = 1000.0  # what wins the pot at once is worth more than anything else
SHOKHA_KEPT, TRUMP_KEPT, TRUMP_STEP, PLAIN_STEP = 14.0, 3.0, 0.7, 0.3
TRUMP_WINS, PLAIN_WINS = 0.8, 0.4  # how often a card that is kept brings its own points home
LATE = 16  # with fewer cards to come those in hand are good for less
GIVEN = 1.2  # points thrown to an opponent weigh more than points not won


LADDER = (  # level1@2 to level8@2
    Mind(overlooks=0.8, care=-1.0, forgets=1.0),
    Mind(overlooks=0.71, care=-0.8, forgets=1.0),
    Mind(overlooks=0.62, care=-0.55, forgets=0.9),
    Mind(overlooks=0.48, care=-0.3, forgets=0.8),
    Mind(overlooks=0.3, care=0.0, forgets=0.6),
    Mind(overlooks=0.12, care=0.35, forgets=0.4),
    Mind(),
    Plan(8000, horizon=12, counts=True, deals=50),
)


class Greedy:
    name = "greedy@1"
    EXTRAS = ()

    def __init__(self, care: float = 1.0) -> None:
        self.care = care

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        claims = [play for play in legal if play.startswith("claim")]
        if claims:
            return Choice(claims[0], said("why.claim"))
        if len(legal) == 1:
            return Choice(legal[0], said("why.no_other"))
        table = Table(view, self.care)
        best = max(legal, key=table.worth)
        return Choice(best, table.why(best))

    def effort(self, play: str) -> int:
        """How many cards one has to put together for a play; to throw cards away is the simplest."""
        verb, *names = play.split()
        return 2 if "claim" in verb else len(names) - (verb != "contest")

    def reasons(self, view: View, play: str, legal: Sequence[str]) -> list[Message]:
        """What speaks for a play."""
        if "claim" in play:
            return [said("why.claim" if play.startswith("claim") else "why.no_other")]
        table = Table(view)
        return [table.why(play), *table.reasons(play)]


class Table:
    """What plays are worth to the viewer, in card points."""

    def __init__(self, view: View, care: float = 1.0) -> None:
        self.view = view
        self.care = care
        self.side: int = view.seat % view["sides"]
        self.trump: int = view["trump"]
        self.hidden = unseen(view)
        self.on_table = points(sum_of(view["shown"]) | sum_of(part.shown for part in view["heaps"][:5]))
        self.after = [s for s in self.later_seats() if s % view["sides"] != self.side]
        to_come = len(view["stock"]) + bits.size(view["turned"]) + bits.size(view.hand) - 1
        self.late = care * min(1.0, to_come / LATE)

    def later_seats(self) -> list[int]:
        """Seats that play to this trick after the viewer."""
        view = self.view
        seats = [(view.seat + i) % view["seats"] for i in range(1, view["seats"])]
        return [s for s in seats if view["to_play"] & bits.bit(s)]

    def worth(self, play: str) -> float:
        verb, *names = play.split()
        cards = FRENCH_36.cards(" ".join(names))
        if verb == "lead":
            return self.lead(cards)
        return self.contest(cards) if verb == "contest" else self.discard(cards)

    def lead(self, cards: int) -> float:
        n = bits.size(cards)
        special = n == 4 and self.view["special_leads"] and not self.view["special_lead_effect"]
        held = 1.0 if special else self.stands(cards)
        thrown = THROWN[n] * len(self.after)
        gained = held * (points(cards) + thrown) - (1 - held) * points(cards) - self.kept(cards)
        return gained + POT * (held if self.view["bura_wins"] else 1.0) if self.bura(cards) else gained

    def contest(self, cards: int) -> float:
        held = self.stands(cards)
        at_stake = self.on_table + points(cards)
        return (2 * held - 1) * at_stake + held * THROWN[bits.size(cards)] * len(self.after) - self.kept(cards)

    def discard(self, cards: int) -> float:
        view = self.view
        if view["taking"] % view["sides"] == self.side:
            held = 1.0 if view["special"] else self.stands(view["best"])
            return (2 * held - 1) * (self.on_table + points(cards)) - self.kept(cards)
        return -self.on_table - GIVEN * points(cards) - self.kept(cards)

    def bura(self, cards: int) -> bool:
        """Whether a lead wins the pot (R57)."""
        if not self.view["money"] or self.view["bura_wins"] == OFF:
            return False
        trumps = sum(self.is_trump(n) or self.is_shokha(n) for n in FRENCH_36.members(cards))
        return trumps >= 3

    def is_trump(self, number: int) -> bool:
        return number // RANKS == self.trump

    def is_shokha(self, number: int) -> bool:
        return number == SHOKHA and bool(self.view["shokha"])

    def kept(self, cards: int) -> float:
        """What these cards would be good for later."""
        return self.late * sum(self.use(n) for n in FRENCH_36.members(cards))

    def use(self, number: int) -> float:
        rank, worth = number % RANKS, points(bits.bit(number))
        if self.is_shokha(number):
            return SHOKHA_KEPT
        if self.is_trump(number):
            return TRUMP_KEPT + TRUMP_STEP * rank + TRUMP_WINS * worth
        return PLAIN_STEP * rank + PLAIN_WINS * worth

    def beaters(self, number: int) -> int:
        """Every unseen card that beats this one (R23)."""
        if self.is_shokha(number):
            return 0
        first = number // RANKS * RANKS
        found = bits.run(RANKS, first) & ~bits.run(number + 1 - first, first)
        if self.trump >= 0 and not self.is_trump(number):
            found |= bits.run(RANKS, RANKS * self.trump)
        if self.view["shokha"]:
            found |= bits.bit(SHOKHA)
        return found & self.hidden

    def stands(self, cards: int) -> float:
        """How likely no opponent who is still to play can beat these cards one by one."""
        found = 1.0
        able = sorted(bits.size(self.beaters(n)) for n in FRENCH_36.members(cards))
        for seat in self.after:
            part = self.view["hands"][seat]
            chance = 1.0
            for i, beaters in enumerate(able):
                chance *= holds(beaters - i, part.more - i, bits.size(self.hidden) - i)
            found *= 1.0 - max(self.care, 0.0) * chance
        return found

    def why(self, play: str) -> Message:
        """A sentence for a beginner."""
        verb, *names = play.split()
        cards = FRENCH_36.cards(" ".join(names))
        if verb == "lead":
            if self.bura(cards):
                return said("why.bura")
            if points(cards) or len(names) > 1:
                return said("why.holds", percent=round(100 * self.stands(cards)))
            return said("why.costs_nothing")
        if verb == "contest":
            return said("why.wins", n=self.on_table + points(cards))
        if self.view["taking"] % self.view["sides"] == self.side:
            return said("why.partner")
        return said("why.not_worth")

    def reasons(self, play: str) -> list[Message]:
        """More that speaks for a play, true whatever the hidden cards are."""
        verb, *names = play.split()
        numbers = FRENCH_36.listed(" ".join(names))
        found = []
        if verb != "discard" and any(not self.beaters(n) for n in numbers) and self.after:
            found.append(said("why.no_beater"))
        if self.view["shokha"] and self.view.hand & bits.bit(SHOKHA) and SHOKHA not in numbers:
            found.append(said("why.keeps_trump", cards=Cards(FRENCH_36.name(SHOKHA))))
        return found


def unseen(view: View) -> int:
    """Cards that may be in other hands or in the stock, or lie face down where the viewer has not seen them."""
    gone: int = view.hand | view["turned"] | view["seen"] | sum_of(view["piles"]) | sum_of(view["shown"])
    if view["remove_6c"] and bits.size(view["present"]) != 2:
        gone |= 1
    return bits.run(4 * RANKS, 0) & ~gone


def sum_of(sets: Iterable[int]) -> int:
    found = 0
    for cards in sets:
        found |= cards
    return found


def points(cards: int) -> int:
    """The card points of a set (R3)."""
    return sum(POINTS.get(name[0], 0) for name in FRENCH_36.shown(cards).split())
