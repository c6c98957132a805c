"""Why a play is refused, in a sentence with its rule. Told from what the seat sees, one module a game.

A module has `refuse(view, legal, text)` for a text in the notation of its game that is none of the legal plays.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafenio.message import Message, said

if TYPE_CHECKING:
    from kafenio.audience import View

__all__ = ["Refusal", "refusal"]


class Refusal(NamedTuple):
    """A sentence without its full stop, and the number of the rule behind it."""

    sentence: Message
    rule: str

    def message(self) -> Message:
        """`You do not hold 7d (R11).`"""
        return said("refused", sentence=self.sentence, rule=self.rule)


def refusal(view: View, legal: Sequence[str], text: str) -> Refusal:
    """Why this text is not among the legal plays of the view's seat."""
    module = importlib.import_module(f"kafenio.i18n.refusals.{view.game}")
    refuse: Callable[[View, Sequence[str], str], Refusal] = module.refuse
    return refuse(view, legal, text.replace("+", " "))
