"""What is read from the database and written to it, as plain values."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

__all__ = ["MatchRow", "Person", "Question", "Running", "SeatRow", "TableRow", "now_ms"]


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    colour: str
    account: bool = field(default=False, compare=False)  # no guest; known where somebody shows his cookie
    banned: str | None = field(default=None, compare=False)  # why he may not play here, and until when; known there too


@dataclass(frozen=True)
class SeatRow:
    seat: int
    person: Person | None = None
    bot: str = ""
    agreed: bool = False
    absent: bool = False
    ready: int = 0  # for the deal with this number


class Question(Struct, frozen=True):
    """A seat asks to take back its play, row `n` of a match; `waiting` have not answered yet."""

    match: int
    n: int
    seat: int
    id: str
    waiting: tuple[int, ...]
    refused: bool = False


class Running(Struct, frozen=True):
    """The time after row `n` of a match: so much was used before, and it runs since then (none: it stands)."""

    match: int
    n: int
    used_ms: int
    since: int | None


@dataclass(frozen=True)
class TableRow:
    id: str
    code: str
    host: str | None
    state: str
    public: bool
    terms: Mapping[str, Any]
    banned: frozenset[str] = frozenset()
    invited: frozenset[str] = frozenset()
    seats: Sequence[SeatRow] = field(default_factory=tuple)
    version: int = 0
    owner: int | None = None
    matches: int = 0
    base: tuple[int, ...] = (0,) * 6
    question: Question | None = None
    clock: Running | None = None
    stopped: int | None = None
    present: Mapping[str, int] = field(default_factory=dict)  # the process that holds the socket, by person


@dataclass(frozen=True)
class MatchRow:
    id: str
    table: str
    number: int
    base: tuple[int, ...]
    names: tuple[str, ...]
    began: int
    ended: int | None
    rated: str | None = None  # JSON: who is rated; None: casual
