"""Every open socket of this process: whose it is, by which session it came in, and where it leads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kafenio.server.outbox import Connection

__all__ = ["Door", "Doors", "Presence"]

Presence: TypeAlias = Literal["away", "online", "at_table"]


@dataclass(frozen=True, eq=False)
class Door:
    person: str
    session: str  # the hash of its token
    connection: Connection
    table: str = ""  # empty: the lobby


class Doors:
    """Who is here. A session that ends closes its sockets at once."""

    def __init__(self) -> None:
        self._open: defaultdict[str, list[Door]] = defaultdict(list)  # by person
        self.heard: list[Callable[[str], None]] = []  # told the id of a person who comes, goes or changes places

    def opened(self, door: Door) -> None:
        self._open[door.person].append(door)
        self._tell(door.person)

    def closed(self, door: Door) -> None:
        self._open[door.person].remove(door)
        if not self._open[door.person]:
            del self._open[door.person]
        self._tell(door.person)

    def _tell(self, person: str) -> None:
        for hear in self.heard:
            hear(person)

    def people(self) -> set[str]:
        """Everybody who has a socket here."""
        return set(self._open)

    def of(self, person: str) -> list[Door]:
        """The open sockets of a person."""
        return list(self._open.get(person, ()))

    def presence(self, person: str) -> Presence:
        found = self.of(person)
        return "at_table" if any(door.table for door in found) else "online" if found else "away"

    def tables(self, person: str) -> list[str]:
        """The tables where a person is."""
        return [door.table for door in self.of(person) if door.table]

    def ended_elsewhere(self, news: str) -> None:
        """Another process has ended a session of a person, or all (`*`)."""
        person, _, session = news.partition(" ")
        self.end_sessions(person, None if session == "*" else [session])

    def end_sessions(self, person: str, sessions: Iterable[str] | None = None, but: str = "") -> None:
        """Close the sockets of these sessions, or of all that a person has but one."""
        ended = None if sessions is None else set(sessions)
        for door in self.of(person):
            if door.session != but and (ended is None or door.session in ended):
                door.connection.close(4401, "the session has ended")
