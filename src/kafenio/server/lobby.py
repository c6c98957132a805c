"""The lobby: public tables as they change, friends as they come and go, and people brought together who look for a table.

One task tells what has changed; what changes often within a moment is told once.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import secrets
from collections.abc import Sequence
from typing import Any, cast

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from kafenio.errors import KafenioError
from kafenio.server import lobby_wire as lw
from kafenio.server.doors import Doors
from kafenio.server.hall import Hall
from kafenio.server.outbox import Connection
from kafenio.server.rated import may_rate
from kafenio.server.seating import NotAllowed
from kafenio.server.settings import Settings
from kafenio.server.store import NotStored, Person, SeatRow, Store, TableRow, Taken
from kafenio.server.store.friends import Friends
from kafenio.server.store.pool import Pool, Seeker
from kafenio.server.table import Table
from kafenio.server.terms import Terms, Wanted, made_terms
from kafenio.server.wire import Refused, encode

__all__ = ["Lobby", "listed"]

log = logging.getLogger(__name__)
MOMENT_S = 0.1
COMMANDS_MOST = 20  # of one socket, that wait


def listed(table: Table) -> lw.Listed:
    return lw.Listed(
        table.id,
        table.state,
        table.game.NAME,
        [d.text for d in table.differences],
        table.terms.clock,
        table.seating.names(),
        table.seating.watching,
        table.terms.rated,
    )


class Visitor:
    """One socket in the lobby."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.commands: asyncio.Queue[lw.Find | lw.Cancel] = asyncio.Queue(COMMANDS_MOST)
        self.looking: tuple[str, Seeker, int] | None = None  # by which id, and how many are needed
        self.task: asyncio.Task[None] | None = None


class Lobby:
    def __init__(self, store: Store, hall: Hall, doors: Doors, settings: Settings) -> None:
        self.hall = hall
        self.doors = doors
        self.settings = settings
        self.friends = Friends(store)
        self.pool = Pool(store)
        self.visitors: dict[Connection, Visitor] = {}
        self.chance = random.SystemRandom()
        self._told: dict[str, lw.Listed] = {}  # public tables as the visitors know them
        self._tables: set[str] = set()  # that have changed
        self._people: set[str] = set()  # who have come or gone
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._held: set[asyncio.Task[object]] = set()  # tasks that go on when their socket is closed
        doors.heard.append(self.person_changed)
        hall.house.heard.append(self.table_changed)

    async def open(self) -> None:
        self._told = {table.id: listed(table) for table in self.public()}
        self._task = asyncio.create_task(self._run(), name="lobby")

    async def close(self) -> None:
        tasks = [self._task, *(visitor.task for visitor in self.visitors.values())]
        for task in tasks:
            if task is not None:
                task.cancel()
        await asyncio.gather(*(task for task in tasks if task is not None), *self._held, return_exceptions=True)

    # What has changed.

    def public(self) -> list[Table]:
        """Public tables that are open or playing."""
        return [table for table in self.hall.tables.values() if shown_here(table)]

    def table_changed(self, key: str) -> None:
        self._tables.add(key)
        self._wake.set()

    def person_changed(self, person: str) -> None:
        if self.visitors:
            self._people.add(person)
            self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(MOMENT_S)
            self._wake.clear()
            try:
                self._tell_tables()
                await self._tell_friends()
            except SQLAlchemyError as e:
                log.warning("friends are not told: %s", type(e).__name__)
            except Exception:
                log.exception("the lobby")

    def _tell_tables(self) -> None:
        keys, self._tables = self._tables, set()
        for key in keys:
            table = self.hall.tables.get(key)
            now = listed(table) if table is not None and shown_here(table) else None
            if now == self._told.get(key):
                continue
            if now is None:
                del self._told[key]
                self._tell_all(encode(lw.Gone(key)))
            else:
                self._told[key] = now
                self._tell_all(encode(lw.ListedNews(now)))

    def _tell_all(self, frame: str) -> None:
        for connection in list(self.visitors):
            connection.put_text(frame)

    async def _tell_friends(self) -> None:
        people, self._people = self._people, set()
        for person in people:
            here = [c for friend in await self.friends.of(person) for c in self._connections(friend.id)]
            known = await self.hall.house.store.person(person) if here else None
            if known is not None:
                frame = encode(lw.FriendNews(self.friend_state(known)))
                for connection in here:
                    connection.put_text(frame)

    def _connections(self, person: str) -> list[Connection]:
        """The lobby sockets of a person."""
        return [door.connection for door in self.doors.of(person) if door.connection in self.visitors]

    def friend_state(self, friend: Person) -> lw.FriendState:
        """As his friends see him."""
        tables = (self.hall.tables.get(key) for key in self.doors.tables(friend.id))
        public = next((table.id for table in tables if table is not None and table.seating.public), "")
        return lw.FriendState(friend.id, friend.name, friend.colour, self.doors.presence(friend.id), public)

    async def befriended(self, *people: str) -> None:
        """Their lists of friends have changed."""
        for person in people:
            for connection in self._connections(person):
                await self._send_friends(connection)

    async def _send_friends(self, connection: Connection) -> None:
        friends = await self.friends.of(connection.person.id)
        connection.put(lw.Friends([self.friend_state(friend) for friend in friends]))

    # Visitors.

    def come(self, connection: Connection) -> None:
        """Somebody opens his socket: he is told all there is, then whatever changes."""
        visitor = Visitor(connection)
        self.visitors[connection] = visitor
        connection.put(lw.Tables(list(self._told.values())))
        visitor.task = asyncio.create_task(self._attend(visitor), name="visitor")

    def ask(self, connection: Connection, command: lw.Find | lw.Cancel) -> bool:
        """What a visitor wants, in its turn; False: too much of that waits."""
        commands = self.visitors[connection].commands
        if commands.full():
            return False
        commands.put_nowait(command)
        return True

    def go(self, connection: Connection) -> None:
        """His socket is closed; what he looked for, he looks for no more."""
        visitor = self.visitors.pop(connection)
        if visitor.task is not None:
            visitor.task.cancel()
        if visitor.looking is not None:
            self._hold(asyncio.create_task(self._give_up(visitor)))

    def _hold(self, task: asyncio.Task[object]) -> None:
        self._held.add(task)
        task.add_done_callback(self._let_go)

    def _let_go(self, task: asyncio.Task[object]) -> None:
        self._held.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), NotStored | Taken):
            log.warning("the lobby: %s", type(error).__name__)

    async def _attend(self, visitor: Visitor) -> None:
        """Everything that one visitor asks for, one thing after the other."""
        connection = visitor.connection
        try:
            await self._send_friends(connection)
        except SQLAlchemyError:
            connection.close(1013, "the database does not answer")
            return
        while True:
            command = await visitor.commands.get()
            key = command.id if isinstance(command, lw.Find) else None
            task = asyncio.create_task(self._obey(visitor, command))
            self._hold(task)
            try:
                await asyncio.shield(task)  # not to be broken off half-way, when the socket closes meanwhile
            except NotAllowed as e:
                connection.put(Refused(cast(Any, e.code), str(e), key))
            except KafenioError as e:
                connection.put(Refused("not_now", str(e), key))
            except (NotStored, Taken, SQLAlchemyError):
                connection.put(Refused("not_stored", "the database does not answer; send it again", key))
            except Exception:
                log.exception("the lobby: %s", type(command).__name__)
                connection.put(Refused("not_now", "something went wrong", key))

    async def _obey(self, visitor: Visitor, command: lw.Find | lw.Cancel) -> None:
        if isinstance(command, lw.Cancel):
            if visitor.looking is None:
                raise NotAllowed("not_now", "you look for no table")
            key = visitor.looking[0]
            if await self._give_up(visitor):
                visitor.connection.put(lw.Cancelled(key))
            return
        terms = self._terms(command, command.preset)
        may_rate(terms, visitor.connection.person)
        wanted = msgspec.json.encode(command).decode()
        seeker = Seeker(visitor.connection.person, pool_of(command), command.preset, wanted)
        entered, waiting, row = await self.pool.enter(seeker, command.players, self._table_for)
        self._replace(visitor.connection.person.id)
        visitor.looking = (command.id, entered, command.players)
        if row is not None:
            await self.found(row)
        self._tell_waiting(waiting)
        if visitor.connection not in self.visitors:  # he has gone meanwhile
            await self._give_up(visitor)

    def _replace(self, person: str) -> None:
        """What he looked for before, in another window too, he looks for no more."""
        for connection in self._connections(person):
            visitor = self.visitors[connection]
            if visitor.looking is not None:
                connection.put(lw.Cancelled(visitor.looking[0]))
                visitor.looking = None

    async def _give_up(self, visitor: Visitor) -> bool:
        """False: a table had been found already."""
        if visitor.looking is None:
            return False
        waiting = await self.pool.leave(visitor.looking[1])
        if waiting is None:
            return False
        visitor.looking = None
        self._tell_waiting(waiting)
        return True

    def _tell_waiting(self, waiting: Sequence[Seeker]) -> None:
        """Those of them who are here."""
        ids = {seeker.id for seeker in waiting}
        for seeker in waiting:
            for connection in self._connections(seeker.person.id):
                looking = self.visitors[connection].looking
                if looking is not None and looking[1].id in ids:
                    connection.put(lw.Waiting(looking[0], len(waiting), looking[2]))

    async def found(self, row: TableRow) -> None:
        """A table was made for people who looked for one: those of them who are here are told."""
        await self.hall.find(row.id)
        for seat in row.seats:
            for connection in self._connections(seat.person.id if seat.person else ""):
                visitor = self.visitors[connection]
                if visitor.looking is not None:
                    key, visitor.looking = visitor.looking[0], None
                    connection.put(lw.Found(key, row.id))

    # Tables for who looks for one.

    def _terms(self, wanted: lw.Find, preset: str | None) -> Terms:
        """BadOptions for what cannot be played."""
        return made_terms(
            Wanted(wanted.game, wanted.players, preset, clock=wanted.clock, rated=wanted.rated), self.settings
        )

    def _table_for(self, people: Sequence[Seeker]) -> TableRow:
        """A private table where they all sit, in an order drawn by lot. Called in the thread that writes."""
        preset = next((seeker.preset for seeker in people if seeker.preset is not None), None)
        terms = self._terms(msgspec.json.decode(people[0].wanted, type=lw.Find), preset)
        drawn = self.chance.sample([seeker.person for seeker in people], len(people))
        return TableRow(
            secrets.token_hex(6),
            secrets.token_urlsafe(18),
            people[0].person.id,
            "open",
            False,
            msgspec.to_builtins(terms),
            seats=[SeatRow(seat, person) for seat, person in enumerate(drawn)],
            owner=self.hall.house.store.number,
        )


def shown_here(table: Table) -> bool:
    return table.seating.public and table.state != "over" and not table.gone


def pool_of(wanted: lw.Find) -> str:
    """Names all that must be equal where people are brought together."""
    text = msgspec.json.encode([wanted.game, wanted.players, wanted.clock, wanted.rated], order="deterministic")
    return hashlib.sha256(text).hexdigest()
