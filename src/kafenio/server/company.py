"""The people at a table: they come and go, sit down and rise, agree, say something, are sent away."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from kafenio.audience import SPECTATOR
from kafenio.server import wire
from kafenio.server.bots import known_bot, stand_in
from kafenio.server.clocks import Clocks
from kafenio.server.course import Course
from kafenio.server.outbox import Connection
from kafenio.server.phrases import PHRASES
from kafenio.server.rated import as_it_began, entry, may_take
from kafenio.server.seating import NotAllowed
from kafenio.server.shown import happened
from kafenio.server.store import MatchRow, NotStored, Taken
from kafenio.server.store.store import now_ms

if TYPE_CHECKING:
    from kafenio.server.table import Table

__all__ = ["Company"]

RETRY_S = 1.0


class Company:
    def __init__(self, table: Table) -> None:
        self.table = table

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

    async def gone(self, connection: Connection) -> None:
        person = connection.person.id
        if self.table.seating.here.get(person) is connection:
            del self.table.seating.here[person]
            if connection.greeted:
                self.table.telling.tell_table()

    async def hello(self, connection: Connection, message: wire.Hello) -> None:
        """Bring somebody up to date, and take his seat back from the bot."""
        first = not connection.greeted
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
            told = [happened(bundle.events, seat) for bundle in missed]
            connection.put(wire.Missed(message.v, told, self.table.telling.table_state(), self.table.telling.now(seat)))
        if not first:
            return
        connection.ping()
        self.table.telling.tell_table(but=connection)
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
            await self.table.seating.mark(seat, False)
            self.table.duties.forget(seat)
            self.table.telling.tell_table()
            self.table.clocks.start(None, 0.0)
            await self.table.duties.go_on()

    # Seats.

    async def on_sit(self, connection: Connection, seat: int) -> None:
        """On a free seat, or between deals on a bot's."""
        may_take(self.table, connection.person, seat)
        await self.table.seating.sit(connection.person, seat, self.table.between)
        if self.table.state == "playing" and self.table.match is not None:
            with suppress(Taken):
                await self.table.house.store.add_player(self.table.match.id, self.table.seating.seats[seat])
        self.table.telling.send_whole(connection, "seat")
        self.table.telling.tell_table()

    async def leave(self, seat: int) -> None:
        """During a match a bot takes the seat."""
        await self.table.seating.rise(seat, stand_in(self.table.game.NAME) if self.table.state == "playing" else "")
        self.table.playing.drop_question()
        self.table.telling.tell_table()
        await self.table.duties.go_on()

    async def on_fill(self, connection: Connection, message: wire.FillSeat) -> None:
        self.table.seating.must_host(connection.person.id)
        as_it_began(self.table.state, self.table.match)
        if not message.bot and self.table.state == "playing":
            raise NotAllowed(
                "not_now", "during a match a bot's seat stays taken; people may sit down there between deals"
            )
        bot = known_bot(message.bot, self.table.game.NAME) if message.bot else ""
        await self.table.seating.fill(message.seat, bot, stand_in=self.table.state == "playing")
        self.table.telling.tell_table()
        await self.begin_if_complete()
        await self.table.duties.go_on()

    async def on_kick(self, connection: Connection, message: wire.Kick) -> None:
        self.table.seating.must_host(connection.person.id)
        as_it_began(self.table.state, self.table.match)
        person = message.person
        if person == connection.person.id:
            raise NotAllowed("not_now", "leave instead")
        if message.ban:
            await self.table.seating.ban(person)
        seat = self.table.seating.seat_of(person)
        if person in self.table.seating.here:
            self.table.seating.here[person].close(4403, "the host has sent you away")
        if seat is not None:
            await self.leave(seat)

    # Words.

    def on_say(self, connection: Connection, message: wire.Say) -> None:
        if message.phrase is not None and message.phrase not in PHRASES:
            raise NotAllowed("unknown", f"no phrase {message.phrase!r}; phrases: {', '.join(PHRASES)}")
        if message.text is not None and not self.table.terms.free_chat:
            raise NotAllowed("not_yours", "at this table only the ready phrases may be said")
        if (message.phrase is None) == (message.text is None):
            raise NotAllowed("unknown", "a phrase or a text expected")
        seat = self.table.seating.seat_of(connection.person.id)
        self.table.telling.tell_all(wire.Said(connection.person.name, seat, message.phrase or "", message.text or ""))

    # Before, between and after matches.

    async def on_agree(self, seat: int, terms: str) -> None:
        if self.table.state == "playing":
            raise NotAllowed("not_now", "the match has begun")
        if terms != self.table.terms.digest:
            raise NotAllowed("stale", f"the terms here are {self.table.terms.digest}")
        await self.table.seating.agree(seat)
        self.table.telling.tell_table()
        await self.begin_if_complete()

    async def begin_if_complete(self) -> None:
        """A match, when all seats are taken and everybody has agreed."""
        if self.table.state == "playing" or not self.table.seating.complete():
            return
        number = self.table.match.number + 1 if self.table.match else 1
        base = tuple(self.table.course.v) if self.table.course else (0,) * 6
        names, rated = (
            tuple(self.table.seating.names()),
            entry(self.table.terms, self.table.game, self.table.seating.seats),
        )
        match = MatchRow(secrets.token_hex(10), self.table.id, number, base, names, now_ms(), None, rated)
        try:
            await self.table.house.store.add_match(match, self.table.seating.seats)
        except (NotStored, Taken):
            self.table.after("reload", RETRY_S)
            raise
        self.table.match, self.table.state = match, "playing"
        self.table.course = Course(self.table.game, base)
        self.table.clocks = Clocks(self.table.terms.clock, self.table.game.seats)
        self.table.seating.ready.clear()
        self.table.duties.thinking.clear()
        await self.table.duties.go_on()

    async def on_ready(self, seat: int) -> None:
        self.table.seating.ready.add(seat)
        if self.table.state == "playing" and self.table.between:
            self.table.telling.tell_table()
            if all(
                s in self.table.seating.ready for s in self.table.seating.playing() if self.table.seating.connected(s)
            ):
                await self.table.duties.next_deal()
