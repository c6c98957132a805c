"""The people at a table: they come and go, sit down and rise, agree, say something, are sent away."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection as SqlConnection
from sqlalchemy.exc import SQLAlchemyError

from kafenio.audience import SPECTATOR
from kafenio.server import wire
from kafenio.server.bots import known_bot, stand_in
from kafenio.server.inbox import Overheard, Tick
from kafenio.server.outbox import Connection
from kafenio.server.rated import as_it_began, entry, may_take
from kafenio.server.seating import (
    NotAllowed,
    agreed,
    ban,
    complete,
    fill,
    mark,
    may_enter,
    placed,
    rise,
    seat_names,
    sit,
)
from kafenio.server.shown import happened
from kafenio.server.store import MatchRow, NotStored, TableRow, Taken, now_ms

if TYPE_CHECKING:
    from kafenio.server.table import Table

__all__ = ["Company"]


class Company:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.arriving: dict[str, Connection] = {}  # other processes do not know of them yet
        self.asides: set[asyncio.Task[None]] = set()

    def enter(self, connection: Connection) -> None:
        person = connection.person.id
        if not self.table.seating.may_enter(person):
            connection.close(4403, "not yours")
            return
        if (
            self.table.seating.seat_of(person) is None
            and self.table.seating.watching >= self.table.house.settings.watchers_most
        ):
            connection.close(4403, "too many are watching")
            return
        if person in self.table.seating.here:
            self.table.seating.here[person].close(4409, "taken over elsewhere")
        self.table.seating.here[person] = connection
        self.tell_present(connection)

    def gone(self, connection: Connection) -> None:
        person = connection.person.id
        if self.table.seating.here.get(person) is connection:
            del self.table.seating.here[person]
            self.tell_present(connection, here=False)
            if connection.greeted:
                self.table.telling.tell_table()

    def tell_present(self, connection: Connection, here: bool = True) -> None:
        """Let other processes know whose socket is held here. Nobody waits for that."""
        if not self.table.house.store.shared:
            return
        person = connection.person.id
        if here:
            self.arriving[person] = connection

        async def tell() -> None:
            with suppress(NotStored, Taken):
                version = await self.table.house.store.set_present(self.table.id, person, here)
                self.table.least = max(self.table.least, version)
            if self.arriving.get(person) is connection:
                del self.arriving[person]
            self.table.send(None, Tick("news"))

        task = asyncio.create_task(tell())
        self.asides.add(task)
        task.add_done_callback(self.asides.discard)

    def tell_all_present(self) -> None:
        """Again, for this may have been lost."""
        for connection in self.table.seating.here.values():
            self.tell_present(connection)

    def part(self, row: TableRow) -> None:
        """Close the sockets of who has come in at another process, or may no longer be here."""
        for person, connection in list(self.table.seating.here.items()):
            if row.present.get(person, self.table.house.store.number) != self.table.house.store.number:
                if person not in self.arriving:
                    connection.close(4409, "taken over elsewhere")
                    del self.table.seating.here[person]
            elif not may_enter(row, person):
                connection.close(4403, "the host has sent you away")

    async def hello(self, connection: Connection, message: wire.Hello) -> None:
        """Bring somebody up to date, and take his seat back from the bot."""
        first = not connection.greeted
        if first and self.table.house.store.shared:
            with suppress(SQLAlchemyError, NotStored):  # he may have been told more at another process
                await self.table.refresh()
        connection.greeted = True
        seat = self.table.seating.seat_of(connection.person.id)
        viewer = SPECTATOR if seat is None else seat
        missed = None
        if message.v is not None and message.as_ == seat and self.table.course is not None:
            missed = self.table.course.missed(viewer, message.v)
        if missed is None:
            self.table.telling.send_whole(connection, "hello" if message.v is None else "gap")
        else:
            assert message.v is not None
            told = [happened(self.table.game, bundle.events, seat) for bundle in missed]
            connection.put(wire.Missed(message.v, told, self.table.telling.table_state(), self.table.telling.now(seat)))
        if not first:
            return
        connection.ping()
        if connection.muted:
            connection.put(wire.Muted(sorted(connection.muted)))
        self.table.telling.tell_table(but=[connection])
        if seat is not None and self.table.seating.seats[seat].absent:
            await self.back(seat)
        elif (
            seat is not None
            and self.table.course is not None
            and (seat == self.table.course.turn or seat in self.table.course.window)
        ):
            if self.table.duties.grace_ends > time.monotonic() or "window" not in self.table.timers:
                await self.table.duties.go_on()
                self.table.telling.tell_all(self.table.telling.clock())

    async def back(self, seat: int) -> None:
        """A person plays himself again."""
        if self.table.seating.seats[seat].absent:
            person, clock = self.table.seating.person(seat), self.table.duties.time_again(seat)
            await self.table.change(lambda row: replace(mark(row, seat, person, False), clock=clock))
            await self.table.duties.go_on()

    # Seats.

    async def on_sit(self, connection: Connection, seat: int) -> None:
        """On a free seat, or between deals on a bot's."""
        if self.table.course is not None and self.table.house.store.shared:
            await self.table.playing.catch_up()  # another process may have begun a deal
        may_take(self.table, connection.person, seat)
        if seat in self.table.out:
            raise NotAllowed("taken", f"seat {seat} is out of this match; it is free again for the next one")
        between, match = self.table.between, self.table.match

        def also(c: SqlConnection, _: TableRow, after: TableRow) -> None:
            if after.state == "playing" and match is not None and match.number == after.matches:
                self.table.house.store.add_player(c, match.id, after.seats[seat])

        await self.table.change(lambda row: sit(row, connection.person, seat, between), also)
        await self.table.duties.go_on()

    async def leave(self, person: str) -> None:
        """During a match a bot takes the seat."""
        await self.table.change(lambda row: rise(row, person, stand_in(self.table.game.NAME)))
        await self.table.duties.go_on()

    async def on_fill(self, connection: Connection, message: wire.FillSeat) -> None:
        self.table.seating.must_host(connection.person.id)
        as_it_began(self.table.state, self.table.match)
        bot = known_bot(message.bot, self.table.game.NAME) if message.bot else ""
        connected = self.table.seating.connected
        await self.table.change(lambda row: self.begun(fill(row, message.seat, bot, connected)), self.match_begins)
        await self.table.duties.go_on()

    async def on_kick(self, connection: Connection, message: wire.Kick) -> None:
        self.table.seating.must_host(connection.person.id)
        as_it_began(self.table.state, self.table.match)
        person = message.person
        if person == connection.person.id:
            raise NotAllowed("not_now", "leave instead")
        if message.ban:
            await self.table.change(lambda row: ban(row, person))
        await self.tell_everywhere(Overheard(away=person))
        if self.table.seating.seat_of(person) is not None:
            await self.leave(person)

    async def tell_everywhere(self, heard: Overheard) -> None:
        """To the sockets of this table at every process; nobody keeps it."""
        if self.table.house.store.shared:
            await self.table.house.store.say(self.table.id, msgspec.json.encode(heard).decode())
        self.overhear(heard)

    def overhear(self, heard: Overheard) -> None:
        if heard.frame:
            frame = heard.frame.encode()
            self.table.talk.remember(heard.frame)
            for connection in self.table.telling.greeted():
                if heard.by not in connection.muted:
                    connection.put_text(frame)
        if heard.away in self.table.seating.here:
            self.table.seating.here[heard.away].close(4403, "the host has sent you away")

    # Before, between and after matches.

    async def on_agree(self, connection: Connection, terms: str) -> None:
        if self.table.state != "playing" and terms != self.table.terms.digest:
            raise NotAllowed("stale", f"the terms here are {self.table.terms.digest}")
        await self.table.change(lambda row: self.begun(agreed(row, connection.person.id)), self.match_begins)
        await self.table.duties.go_on()

    def begun(self, row: TableRow) -> TableRow:
        """In play, if all seats are taken and everybody has agreed; here is looked after it."""
        if row.state == "playing" or not complete(row):
            return row
        seats = tuple(replace(seat, ready=0) for seat in row.seats)
        owner = self.table.house.store.number
        return replace(
            row,
            state="playing",
            matches=row.matches + 1,
            seats=seats,
            owner=owner,
            question=None,
            clock=None,
            stopped=None,
        )

    def match_begins(self, c: SqlConnection, before: TableRow, after: TableRow) -> None:
        if after.matches > before.matches:
            names, rated = tuple(seat_names(after)), entry(self.table.terms, self.table.game, after.seats)
            key = secrets.token_hex(10)
            match = MatchRow(key, after.id, after.matches, after.base, names, now_ms(), None, rated)
            self.table.house.store.begin_match(c, match, after.seats)

    async def on_ready(self, seat: int) -> None:
        deal = self.table.next_deal
        if self.table.between:
            await self.table.change(lambda row: placed(row, replace(row.seats[seat], ready=deal)))
            await self.table.duties.go_on()
