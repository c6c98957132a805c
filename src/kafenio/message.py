"""What is said to people before it has a language: the id of a message, and what stands in its places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

__all__ = ["Cards", "Message", "Row", "Seat", "Side", "Value", "said", "series"]

# What may stand in a place: a number, a text that no language changes, one of the following, or a tuple of such values.
Value = Any


class Message(Struct, frozen=True, omit_defaults=True):
    """A sentence or a word: the id of its text and the values of its places. `n` chooses the plural."""

    id: str
    args: dict[str, Value] = {}


class Cards(Struct, frozen=True):
    """Cards in a sentence, by their names with blanks between: `3c, 5d and 7h`."""

    cards: str


class Row(Struct, frozen=True):
    """Cards side by side, as they lie: `3c 5d 7h`."""

    row: str


class Seat(Struct, frozen=True):
    """Who sits there."""

    seat: int


class Side(Struct, frozen=True):
    """The members of a side."""

    side: int


def said(key: str, /, **args: Value) -> Message:
    """A message by its id, with what stands in its places."""
    return Message(key, args)


def series(values: Sequence[Value]) -> Value:
    """Several values one after another, with commas alone between them."""
    found = values[0]
    for value in values[1:]:
        found = said("comma", list=found, last=value)
    return found
