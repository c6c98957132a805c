"""Why a play is refused, in a sentence with its rule. Told from what the seat sees, one module a game.

A module has `refuse(words, view, legal, text)` for a text in the notation of its game that is none of the legal plays.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafenio.i18n.words import Words

if TYPE_CHECKING:
    from kafenio.audience import View

__all__ = ["Refusal", "refusal"]


class Refusal(NamedTuple):
    """A sentence without its full stop, and the number of the rule behind it."""

    sentence: str
    rule: str

    def line(self) -> str:
        """`You do not hold 7d (R11).`"""
        return f"{self.sentence} ({self.rule})."


def refusal(words: Words, view: View, legal: Sequence[str], text: str) -> Refusal:
    """Why this text is not among the legal plays of the view's seat."""
    module = importlib.import_module(f"kafenio.i18n.refusals.{view.game}")
    refuse: Callable[[Words, View, Sequence[str], str], Refusal] = module.refuse
    return refuse(words, view, legal, text.replace("+", " "))
