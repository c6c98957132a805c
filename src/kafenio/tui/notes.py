"""What a person at the table is told besides the events: which lines of the picture matter, and what may be said now."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kafenio.audience import Event, View
from kafenio.i18n.words import Words

__all__ = ["last_plays", "matters", "notes"]

ASIDE = re.compile(r"stock|pile .*|seat \d")  # labels of the picture that are told only when asked for
PLAYS = frozenset({"laid", "captured", "lead", "contest", "discard", "announced", "claimed", "tapped", "answered"})


def matters(label: str) -> bool:
    """Whether a line of the picture is told at every turn."""
    return not ASIDE.fullmatch(label)


def last_plays(log: Sequence[Event], seats: int) -> Sequence[Event]:
    """From the log: the last trick with its claims and draws where there are tricks, else the last round of the table."""
    tricks = [i for i, event in enumerate(log) if event.kind == "trick"]
    if tricks:
        first = next((i for i in range(tricks[-1] - 1, -1, -1) if log[i].kind == "lead"), 0)
        return log[first : tricks[-1] + 1]
    plays = [i for i, event in enumerate(log) if event.kind in PLAYS]
    return log[plays[-seats] if len(plays) >= seats else 0 :] if plays else ()


def notes(words: Words, view: View, legal: Sequence[str]) -> list[str]:
    """A sentence for each thing beyond a card that the seat may say now."""
    return []
