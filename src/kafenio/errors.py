"""Everything that Kafenio refuses, as one tree.

KafenioError
├── NotationError   a text that is no card, no play, no record line
├── IllegalPlay     a play that is not legal here
├── Misdeal         a pack that the rules refuse: shuffle again, same dealer
├── BadOptions      options that the game does not know or that exclude one another
├── BadPosition     a bare position that cannot be
├── BadRecord       a record that does not hold
└── BotFailed       a program at the table that crashed, hung or answered what is no legal play
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafenio.message import Message

__all__ = [
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "BotFailed",
    "IllegalPlay",
    "KafenioError",
    "Misdeal",
    "NotationError",
]


class KafenioError(ValueError):
    """A mistake of the caller, told in one line: what stood there and what was expected."""


class NotationError(KafenioError):
    """A text that is no card or no play at all."""


class IllegalPlay(KafenioError):
    """A play that is not legal here; nothing has changed."""


class Misdeal(KafenioError):
    """A pack that the rules refuse: shuffle again, same dealer."""


class BadOptions(KafenioError):
    """An unknown option, a value out of range, or two that exclude one another; then `why` says it in any language."""

    def __init__(self, text: str, why: Message | None = None) -> None:
        super().__init__(text)
        self.why = why

    @property
    def options(self) -> list[str]:
        """The options at fault, as the text names them first: `option purse: …`, `options stake, purse: …`."""
        found = re.match(r"options? ([a-z0-9_, ]+):", str(self))
        return found[1].split(", ") if found else []


class BadPosition(KafenioError):
    """A bare position with an unknown field, an unknown card, or a card in two places."""


class BadRecord(KafenioError):
    """A record that does not hold."""


class BotFailed(KafenioError):
    """A program at the table crashed, hung, flooded or answered what is no legal play."""
