"""Why Konchinka refuses a play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kafenio import bits
from kafenio.cards import FRENCH_52
from kafenio.i18n.refusals import Refusal
from kafenio.i18n.refusals.fishing import Fishing
from kafenio.i18n.words import N_, Words

if TYPE_CHECKING:
    from kafenio.audience import View

__all__ = ["refuse"]

NONE, LYING_LOWER, HIGHER = 0, 2, 3  # figure_values


def value(view: View, rank: int) -> int:
    """What a rank counts on the table (R18, R50)."""
    if rank == 0 and view["ace_value"]:
        return 0
    if rank < 10:
        return rank + 1
    return 0 if view["figure_values"] == NONE else rank + 1 + (view["figure_values"] == HIGHER)


def takes(view: View, rank: int) -> int:
    """The sum that a rank takes (R20, R51)."""
    return value(view, rank) + (rank >= 10 and view["figure_values"] == LYING_LOWER)


FISHING = Fishing("R17", "R19", "R19", "R20", "R18", "R21", "R24", "R27", value, takes)


def refuse(words: Words, view: View, legal: Sequence[str], text: str) -> Refusal:
    card = text.split()[0]
    if card == "finish":
        return Refusal(words.say(N_("You have not secured what you lack for the match")), "R45")
    if " x " in text and card in FRENCH_52.shown(view.hand):
        if view["consecutive_captures"] and view["took"] & bits.bit(view.seat):
            return Refusal(words.say(N_("You captured on your last turn, so now you lay a card")), "R25a")
        if card[0] == "J" and view["jack_sweeps"] and view["table"]:
            return Refusal(words.say(N_("A jack takes everything that lies on the table, and nothing less")), "R22")
    return FISHING.refuse(words, view, legal, text)
