"""What every table shares, and what comes into its inbox beside the messages of people."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from kafenio.server.bots import Bots
from kafenio.server.sealed import Shuffler
from kafenio.server.settings import Settings
from kafenio.server.store import Store

__all__ = ["Enter", "Gone", "House", "Inner", "Question", "Thought", "Tick"]


@dataclass(frozen=True)
class House:
    """What every table of a server shares."""

    store: Store
    settings: Settings
    bots: Bots
    shuffler: Shuffler


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


@dataclass
class Question:
    """Somebody asks to take his play back."""

    seat: int
    id: str
    waiting: set[int] = field(default_factory=set)


Inner: TypeAlias = Enter | Gone | Tick | Thought
