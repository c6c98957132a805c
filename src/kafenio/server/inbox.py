"""What every table shares, and what comes into its inbox beside the messages of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from kafenio.server.bots import Bots
from kafenio.server.course import Row
from kafenio.server.sealed import Shuffler
from kafenio.server.settings import Settings
from kafenio.server.store import Store

if TYPE_CHECKING:
    from kafenio.server.table import Table

__all__ = ["Enter", "Gone", "Heard", "House", "Inner", "Overheard", "Thought", "Tick"]


@dataclass(frozen=True)
class House:
    """What every table of a server shares."""

    store: Store
    settings: Settings
    bots: Bots
    shuffler: Shuffler
    matches: dict[str, Table] = field(default_factory=dict)  # the tables that are live here, by the match in play
    heard: list[Callable[[str], None]] = field(default_factory=list)  # told the id of a table that has changed
    aside: dict[str, Callable[[str], None]] = field(default_factory=dict)  # told news of people, by their kind

    def changed(self, table: str) -> None:
        """A table has changed, here or elsewhere; empty: any may have."""
        for hear in self.heard:
            hear(table)


@dataclass(frozen=True)
class Enter:
    """A socket was opened."""


@dataclass(frozen=True)
class Gone:
    """A socket was closed."""


@dataclass(frozen=True)
class Tick:
    """A time has come."""

    name: str


@dataclass(frozen=True)
class Thought:
    """A bot has chosen, for the moment it was asked at."""

    seat: int
    moment: int
    play: str


@dataclass(frozen=True)
class Heard:
    """Rows that another process has stored."""

    match: str
    rows: Sequence[Row]


class Overheard(Struct, frozen=True, omit_defaults=True):
    """What another process has told its sockets and nobody keeps: what somebody said, or who was sent away."""

    frame: str = ""
    by: str = ""  # who said it
    away: str = ""


Inner: TypeAlias = Enter | Gone | Heard | Overheard | Thought | Tick
