"""What Kontsina and Konchinka refuse alike: cards that are not there, sums that do not come out, lays where one must take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafenio.cards import FRENCH_52
from kafenio.i18n.refusals import Refusal
from kafenio.message import Cards, said

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

    def refuse(self, view: View, legal: Sequence[str], text: str) -> Refusal:
        cards = [word for word in text.split() if word in FRENCH_52.numbers]
        verb = text.split()[0]
        held = FRENCH_52.shown(view.hand).split()
        if cards and cards[0] not in held:
            return Refusal(said("refuse.not_held", card=Cards(cards[0])), self.hold)
        if verb not in ("lay", *cards):
            return self.otherwise(legal)
        if verb == "lay" and len(cards) > 1:
            return Refusal(said("refuse.one_laid"), self.hold)
        if len(cards) == 1:
            return self.laying(view, legal, cards[0])
        if len(cards) > 1:
            return self.taking(view, cards[0], cards[1:])
        return self.otherwise(legal)

    def otherwise(self, legal: Sequence[str]) -> Refusal:
        return Refusal(said("refuse.not_among", play=legal[0]), self.all)

    def laying(self, view: View, legal: Sequence[str], card: str) -> Refusal:
        """Only a duty to capture forbids a lay."""
        capture = next((play for play in legal if play.startswith(f"{card} x")), None)
        if capture:
            return Refusal(said("refuse.can_take", card=Cards(card), play=capture), self.duty)
        capture = next((play for play in legal if " x " in play), None)
        if capture:
            return Refusal(said("refuse.one_can_take", play=capture), self.duty)
        return self.otherwise(legal)

    def taking(self, view: View, card: str, taken: Sequence[str]) -> Refusal:
        """Cards that do not lie there, more than one combination, or a sum that is wrong."""
        table = FRENCH_52.shown(view["table"]).split()
        missing = [name for name in taken if name not in table]
        if missing:
            return Refusal(said("refuse.not_on_table", card=Cards(missing[0])), self.there)
        if len(set(taken)) < len(taken):
            return Refusal(said("refuse.taken_once"), self.there)
        equal = [name for name in taken if name[0] == card[0]]
        if equal and len(taken) > 1 and len(equal) < len(taken):
            return Refusal(said("refuse.not_both", card=Cards(card)), self.one)
        if len(equal) > 1:
            return Refusal(said("refuse.one_equal", card=Cards(card)), self.equal)
        if len(taken) == 1:
            return Refusal(said("refuse.not_equal", card=Cards(card), taken=Cards(taken[0])), self.equal)
        return self.adding(view, card, taken)

    def adding(self, view: View, card: str, taken: Sequence[str]) -> Refusal:
        takes = self.takes(view, rank(card))
        if not takes:
            return Refusal(said("refuse.no_sum", card=Cards(card)), self.figure)
        without = [name for name in taken if not self.value(view, rank(name))]
        if without:
            return Refusal(said("refuse.no_value", card=Cards(without[0])), self.figure)
        total = sum(self.value(view, rank(name)) for name in taken)
        if total == takes:
            return Refusal(said("refuse.equal_first", card=Cards(card)), self.one)
        return Refusal(
            said("refuse.wrong_sum", cards=Cards(" ".join(taken)), total=total, card=Cards(card), takes=takes),
            self.total,
        )


def rank(card: str) -> int:
    return FRENCH_52.number(card) // 4
