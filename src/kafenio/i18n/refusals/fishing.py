"""What Kontsina and Konchinka refuse alike: cards that are not there, sums that do not come out, lays where one must take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafenio.cards import FRENCH_52
from kafenio.i18n.refusals import Refusal
from kafenio.i18n.words import N_, Words

if TYPE_CHECKING:
    from kafenio.audience import View

__all__ = ["Fishing"]

BY_CARD = "by_card"


@dataclass(frozen=True)
class Fishing:
    """The rules of one game: their numbers, and what cards count. A rank is 0 for the ace to 12 for the king."""

    hold: str  # a card of one's hand is played
    there: str  # a card of the table is taken
    equal: str  # an equal card
    total: str  # a sum
    figure: str  # figures and sums
    one: str  # one combination
    duty: str  # capturing is compulsory
    all: str  # everything that is legal
    value: Callable[[View, int], int]  # of a rank on the table, 0 for none
    takes: Callable[[View, int], int]  # the sum that a rank takes, 0 for none

    def refuse(self, words: Words, view: View, legal: Sequence[str], text: str) -> Refusal:
        cards = [word for word in text.split() if word in FRENCH_52.numbers]
        verb = text.split()[0]
        held = FRENCH_52.shown(view.hand).split()
        if cards and cards[0] not in held:
            return Refusal(words.say(N_("You do not hold {card}"), card=cards[0]), self.hold)
        if verb not in ("lay", *cards):
            return self.otherwise(words, legal)
        if verb == "lay" and len(cards) > 1:
            return Refusal(words.say(N_("One card is laid at a time")), self.hold)
        if len(cards) == 1:
            return self.laying(words, view, legal, cards[0])
        if len(cards) > 1:
            return self.taking(words, view, cards[0], cards[1:])
        return self.otherwise(words, legal)

    def otherwise(self, words: Words, legal: Sequence[str]) -> Refusal:
        return Refusal(words.say(N_("That is not among your plays, such as {play}"), play=legal[0]), self.all)

    def laying(self, words: Words, view: View, legal: Sequence[str], card: str) -> Refusal:
        """Only a duty to capture forbids a lay."""
        capture = next((play for play in legal if play.startswith(f"{card} x")), None)
        if capture:
            return Refusal(
                words.say(N_("{card} can take, so it may not be laid: {play}"), card=card, play=capture), self.duty
            )
        capture = next((play for play in legal if " x " in play), None)
        if capture:
            text = N_("A card of yours can take, so none may be laid: {play}")
            return Refusal(words.say(text, play=capture), self.duty)
        return self.otherwise(words, legal)

    def taking(self, words: Words, view: View, card: str, taken: Sequence[str]) -> Refusal:
        """Cards that do not lie there, more than one combination, or a sum that is wrong."""
        table = FRENCH_52.shown(view["table"]).split()
        missing = [name for name in taken if name not in table]
        if missing:
            return Refusal(words.say(N_("{card} does not lie on the table"), card=missing[0]), self.there)
        if len(set(taken)) < len(taken):
            return Refusal(words.say(N_("A card can be taken only once")), self.there)
        equal = [name for name in taken if name[0] == card[0]]
        if equal and len(taken) > 1 and len(equal) < len(taken):
            text = N_("{card} takes the equal card or a sum, not both together")
            return Refusal(words.say(text, card=card), self.one)
        if len(equal) > 1:
            return Refusal(words.say(N_("{card} takes one equal card only"), card=card), self.equal)
        if len(taken) == 1:
            text = N_("{card} takes a single card only if it is equal, and {taken} is not")
            return Refusal(words.say(text, card=card, taken=taken[0]), self.equal)
        return self.adding(words, view, card, taken)

    def adding(self, words: Words, view: View, card: str, taken: Sequence[str]) -> Refusal:
        takes = self.takes(view, rank(card))
        if not takes:
            return Refusal(words.say(N_("{card} takes no sum"), card=card), self.figure)
        without = [name for name in taken if not self.value(view, rank(name))]
        if without:
            return Refusal(words.say(N_("{card} has no value and belongs to no sum"), card=without[0]), self.figure)
        total = sum(self.value(view, rank(name)) for name in taken)
        if total == takes:
            return Refusal(words.say(N_("{card} must take the equal card that lies there"), card=card), self.one)
        text = N_("{cards} make {total}, but {card} takes {takes}")
        return Refusal(words.say(text, cards=words.listed(taken), total=total, card=card, takes=takes), self.total)


def rank(card: str) -> int:
    return FRENCH_52.number(card) // 4
