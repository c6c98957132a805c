"""What the lobby tells as it changes: public tables to everybody, friends to friends.

What happens within a moment is told once. Where several processes share a database, tables and people of the others are
read from there when there is news of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from kafenio.server import lobby_wire as lw
from kafenio.server.doors import Doors
from kafenio.server.hall import Hall
from kafenio.server.outbox import Connection
from kafenio.server.seating import seat_names, seated
from kafenio.server.store import NotStored, Person, TableRow, Taken
from kafenio.server.store.friends import Friends
from kafenio.server.store.presence import Elsewhere, Online
from kafenio.server.terms import Terms, differing
from kafenio.server.wire import encoded

__all__ = ["Feed"]

log = logging.getLogger(__name__)
MOMENT_S = 0.1
RETRY_S = 1.0
SWEEP_S = 300.0
NOWHERE = Elsewhere(False, ())


class Feed:
    def __init__(self, hall: Hall, doors: Doors) -> None:
        self.hall = hall
        self.doors = doors
        self.friends = Friends(hall.house.store)
        self.online = Online(hall.house.store)
        self.listeners: set[Connection] = set()
        self._tables: dict[str, lw.Listed] = {}  # as the listeners know them
        self._changed: set[str] = set()  # tables; empty: any
        self._moved: set[str] = set()  # people who have come or gone here …
        self._heard: set[str] = set()  # … or elsewhere
        self._befriended: set[str] = set()  # elsewhere
        self._anybody = False  # whoever was at another process may be gone
        self._idle: set[str] = set()  # open tables where nobody was when one last looked
        self._wake = asyncio.Event()
        self._reading = asyncio.Lock()
        self._telling = asyncio.Lock()  # of friends: what was read later is told later
        self._tasks: list[asyncio.Task[None]] = []
        doors.heard.append(self.person_moved)
        hall.house.heard.append(self.table_changed)
        hall.house.aside["o"] = self.person_heard
        hall.house.aside["b"] = self.befriended_elsewhere

    async def open(self) -> None:
        self.table_changed("")
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # News.

    def table_changed(self, key: str) -> None:
        self._changed.add(key)
        self._idle.discard(key)
        self._anybody |= not key
        self._wake.set()

    def person_moved(self, person: str) -> None:
        self._moved.add(person)
        self._wake.set()

    def person_heard(self, person: str) -> None:
        self._heard.add(person)
        self._wake.set()

    def befriended_elsewhere(self, person: str) -> None:
        self._befriended.add(person)
        self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(MOMENT_S)
            self._wake.clear()
            try:
                await self._read_tables()
                await self._tell_moved()
            except (SQLAlchemyError, NotStored, Taken) as e:
                log.warning("the lobby is not told everything: %s", type(e).__name__)
                self._anybody = True
                await asyncio.sleep(RETRY_S)
                self._wake.set()
            except Exception:
                log.exception("the lobby")

    async def _sweep(self) -> None:
        """Leave out open tables to which nobody has come for a while; they are shown again when somebody does."""
        while True:
            await asyncio.sleep(SWEEP_S)
            idle = {key for key, table in self._tables.items() if table.state == "open" and not table.here}
            for key in idle & self._idle:
                self._drop(key)
            self._idle = idle

    # Tables.

    async def tables(self) -> list[lw.Listed]:
        """All public tables that are open or playing."""
        await self._read_tables()
        return list(self._tables.values())

    async def _read_tables(self) -> None:
        async with self._reading:
            keys, self._changed = self._changed, set()
            try:
                rows = await self._rows(keys)
            except BaseException:
                self._changed |= keys
                raise
            for key in (self._tables.keys() | rows.keys()) if "" in keys else keys:
                now = self.listed(rows[key]) if key in rows else None
                if now is None:
                    self._drop(key)
                elif now != self._tables.get(key):
                    self._tables[key] = now
                    self._tell_all(encoded(lw.ListedNews(now)))

    async def _rows(self, keys: set[str]) -> dict[str, TableRow]:
        """The public tables among these; of those that are live here, as they are known here."""
        here = {key: table.row for key in keys if (table := self.hall.tables.get(key)) is not None and not table.gone}
        found = {key: row for key, row in here.items() if row.public and row.state != "over"}
        if "" in keys:
            return found | {row.id: row for row in await self.hall.house.store.public_tables()}
        if keys - here.keys():
            found |= {row.id: row for row in await self.hall.house.store.public_tables(keys - here.keys())}
        return found

    def listed(self, row: TableRow) -> lw.Listed:
        """A table as the list shows it."""
        table, known = self.hall.tables.get(row.id), self._tables.get(row.id)
        present = table.seating.present() if table is not None and not table.gone else set(row.present)
        watching = sum(seated(row, person) is None for person in present)
        if known is None:
            known = bare(row)
        return msgspec.structs.replace(
            known, state=row.state, seats=seat_names(row), watching=watching, here=len(present) - watching
        )

    def _drop(self, key: str) -> None:
        if key in self._tables:
            del self._tables[key]
            self._tell_all(encoded(lw.Gone(key)))

    def _tell_all(self, frame: bytes) -> None:
        for connection in list(self.listeners):
            connection.put_text(frame)

    def begin(self, connection: Connection) -> None:
        """All public tables, then whatever changes."""
        connection.put(lw.Tables(list(self._tables.values())))
        self.listeners.add(connection)

    # Friends.

    def connections(self, person: str) -> list[Connection]:
        """The lobby sockets of a person at this process."""
        return [door.connection for door in self.doors.of(person) if door.connection in self.listeners]

    async def states(self, friends: Sequence[Person]) -> list[lw.FriendState]:
        """As their friends see them."""
        elsewhere = await self.online.elsewhere(friend.id for friend in friends)
        return [self._state(friend, elsewhere.get(friend.id, NOWHERE)) for friend in friends]

    def _state(self, friend: Person, elsewhere: Elsewhere) -> lw.FriendState:
        at = [*elsewhere.tables, *((key, self._public(key)) for key in self.doors.tables(friend.id))]
        here = "online" if elsewhere.online or self.doors.of(friend.id) else "away"
        public = next((key for key, is_public in at if is_public), "")
        return lw.FriendState(friend.id, friend.name, friend.colour, "at_table" if at else here, public)  # type: ignore[arg-type]  # one of three

    def _public(self, key: str) -> bool:
        table = self.hall.tables.get(key)
        return table is not None and table.seating.public

    async def _tell_moved(self) -> None:
        anybody, self._anybody = self._anybody, False
        befriended, self._befriended = self._befriended, set()
        moved, self._moved = self._moved, set()
        heard, self._heard = self._heard | moved, set()
        if anybody:
            moved |= self.doors.people()  # this process may go by another number now
        try:
            await self.online.save({person: bool(self.doors.of(person)) for person in moved})
        except BaseException:
            self._moved |= moved
            raise
        await self.befriended(befriended)
        if anybody:
            for connection in list(self.listeners):
                await self.send_friends(connection)
        elif self.listeners:
            for person in heard:
                await self._tell_friends_of(person)

    async def _tell_friends_of(self, person: str) -> None:
        async with self._telling:
            here = [c for friend in await self.friends.of(person) for c in self.connections(friend.id)]
            known = await self.hall.house.store.person(person) if here else None
            if known is not None:
                (state,) = await self.states([known])
                for connection in here:
                    connection.put(lw.FriendNews(state))

    async def befriended(self, people: Iterable[str]) -> None:
        """Their lists of friends have changed."""
        for person in people:
            for connection in self.connections(person):
                await self.send_friends(connection)

    async def send_friends(self, connection: Connection) -> None:
        async with self._telling:
            connection.put(lw.Friends(await self.states(await self.friends.of(connection.person.id))))


def bare(row: TableRow) -> lw.Listed:
    """What never changes of it, and nobody there."""
    terms = msgspec.convert(row.terms, Terms)
    found = differing(terms.rules())
    texts, said = [difference.text for difference in found], [difference.said for difference in found]
    return lw.Listed(row.id, row.state, terms.game, texts, terms.clock, [], 0, terms.rated, said=said)
