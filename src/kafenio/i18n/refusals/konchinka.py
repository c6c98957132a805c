"""Why Konchinka refuses a play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kafenio import bits
from kafenio.cards import FRENCH_52
from kafenio.i18n.refusals import Refusal
from kafenio.i18n.refusals.fishing import Fishing
from kafenio.message import said

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


def refuse(view: View, legal: Sequence[str], text: str) -> Refusal:
    card = text.split()[0]
    if card == "finish":
        return Refusal(said("refuse.not_secured"), "R45")
    if " x " in text and card in FRENCH_52.shown(view.hand):
        if view["consecutive_captures"] and view["took"] & bits.bit(view.seat):
            return Refusal(said("refuse.not_twice"), "R25a")
        if card[0] == "J" and view["jack_sweeps"] and view["table"]:
            return Refusal(said("refuse.jack_takes_all"), "R22")
    return FISHING.refuse(view, legal, text)
