"""One live table: a task that owns a match. Everything that happens goes through its inbox, one thing at a time.

Its parts: `company` knows the people, `playing` enters plays, `duties` does what happens without a player, `telling` makes
what each viewer is sent, `talk` carries what people say.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Connection as SqlConnection
from sqlalchemy.exc import SQLAlchemyError

from kafenio.audience import SPECTATOR
from kafenio.errors import IllegalPlay, KafenioError
from kafenio.message import Message
from kafenio.server import wire
from kafenio.server.clocks import Clocks
from kafenio.server.company import Company
from kafenio.server.course import Course
from kafenio.server.duties import Duties
from kafenio.server.inbox import Enter, Gone, Heard, House, Inner, Overheard, Thought, Tick
from kafenio.server.metrics import REFUSED
from kafenio.server.outbox import Connection
from kafenio.server.playing import Playing
from kafenio.server.seating import NotAllowed, Seating, invite
from kafenio.server.store import MatchRow, NotStored, Person, TableRow, Taken
from kafenio.server.talk import Talk
from kafenio.server.telling import Telling
from kafenio.server.terms import Terms, differing
from kafenio.server.waiting import Waiting

__all__ = ["Table", "nothing"]

log = logging.getLogger(__name__)
Made: TypeAlias = Callable[[TableRow], TableRow]
Also: TypeAlias = Callable[[SqlConnection, TableRow, TableRow], None]
WAITING_MOST = 200  # messages in the inbox; then "busy"
RETRY_S = 1.0


def nothing(_: SqlConnection, before: TableRow, after: TableRow) -> None:
    """Nothing more is to be stored with a change."""


class Table:
    def __init__(self, house: House, row: TableRow, terms: Terms) -> None:
        self.house = house
        self.id = row.id
        self.code = row.code
        self.terms = terms
        self.game = terms.rules()
        self.differences = differing(self.game)
        self.seating = Seating(row, self.game, lambda: house.store.number)
        self.match: MatchRow | None = None
        self.course: Course | None = None
        self.clocks = Clocks(terms.clock, self.game.seats)
        self.inbox: Waiting[tuple[Connection | None, Any]] = Waiting()
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.gone = False
        self.doubt = False  # something was sent to the database, and nobody knows whether it stands
        self.least = 0  # rows of the table that are older than this version are out of date
        self.task: asyncio.Task[None] | None = None
        self.telling = Telling(self)
        self.playing = Playing(self)
        self.duties = Duties(self)
        self.company = Company(self)
        self.talk = Talk(self)

    @property
    def row(self) -> TableRow:
        """The table as it stands in the database, as far as is known."""
        return self.seating.row

    @property
    def state(self) -> str:
        return self.row.state

    @property
    def owned(self) -> bool:
        """Whether this process does what happens without a player."""
        return self.row.owner == self.house.store.number

    # The task.

    def start(self) -> None:
        self.task = asyncio.create_task(self.run(), name=f"table {self.id}")

    async def stop(self) -> None:
        for name in list(self.timers):
            self.cancel(name)
        for _, task in self.duties.thinking.values():
            task.cancel()
        if self.match is not None:
            self.house.matches.pop(self.match.id, None)
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def send(self, connection: Connection | None, message: Any) -> bool:
        """Put a message of a client into the inbox; False: the table is busy."""
        if len(self.inbox) >= WAITING_MOST and not isinstance(message, Enter | Gone):
            return False
        self.inbox.put_nowait((connection, message))
        return True

    async def run(self) -> None:
        await self.guarded(None, Tick("go"))
        while True:
            await self.guarded(*await self.inbox.get())
            if self.inbox:
                await asyncio.sleep(0)  # let what was told go out before more is told

    async def guarded(self, connection: Connection | None, message: Any) -> None:
        """One thing, whatever it is; no mistake in it may end the table."""
        refused: wire.Refused | None = None
        key = getattr(message, "id", None)
        try:
            await self.handle(connection, message)
        except NotAllowed as e:
            refused = msgspec.structs.replace(self.refusal(e.code, str(e), key, connection), said=e.why)
        except KafenioError as e:
            refused = self.refusal("illegal", str(e), key, connection)
            if isinstance(e, IllegalPlay) and isinstance(message, wire.Play) and connection:
                refused = msgspec.structs.replace(refused, said=self.why(connection, message.m))
        except Taken:
            refused = self.refusal("stale", "the table has moved on", key, connection)
            self.after("retry", 0.0)
        except (NotStored, SQLAlchemyError):
            refused = self.refusal("not_stored", "the database does not answer; send it again", key, connection)
            self.doubt = True
            self.clocks.hold(time.monotonic())
            self.after("retry", RETRY_S)
        except Exception:
            log.exception("table %s: %s", self.id, type(message).__name__)
            refused = self.refusal("not_now", "something went wrong", key, connection)
            self.after("reload", RETRY_S)
        if refused is not None and connection is not None and not self.playing.told(connection, key):
            REFUSED.labels(refused.code).inc()
            connection.put(refused)

    def refusal(self, code: Any, text: str, key: str | None, connection: Connection | None) -> wire.Refused:
        viewer = self.viewer(connection) if connection else SPECTATOR
        return wire.Refused(code, text, key, self.course.v[viewer] if self.course else None)

    def why(self, connection: Connection, text: str) -> Message | None:
        """Why a play is not legal, for its player; nothing, if that cannot be told."""
        try:
            return self.course.why(self.viewer(connection), text) if self.course else None
        except Exception:
            log.exception("table %s: why not %r", self.id, text)
            return None

    async def handle(self, connection: Connection | None, message: Any) -> None:
        if connection is None:
            await self.handle_inner(message)
            return
        match message:
            case Enter():
                self.company.enter(connection)
            case Gone():
                self.company.gone(connection)
            case _ if self.seating.here.get(connection.person.id) is not connection:
                pass  # it has been closed, what it sent last is late
            case wire.Hello():
                await self.company.hello(connection, message)
            case wire.Play():
                await self.playing.on_play(connection, message)
            case wire.AskUndo():
                await self.playing.ask_undo(connection, message)
            case wire.AnswerUndo():
                await self.playing.answer_undo(connection, message.yes)
            case wire.Back():
                await self.company.back(self.own_seat(connection))
            case wire.Ready():
                await self.company.on_ready(self.own_seat(connection))
            case wire.Agree():
                await self.company.on_agree(connection, message.terms)
            case wire.Sit():
                await self.company.on_sit(connection, message.seat)
            case wire.Leave():
                await self.company.leave(connection.person.id)
            case wire.FillSeat():
                await self.company.on_fill(connection, message)
            case wire.Kick():
                await self.company.on_kick(connection, message)
            case wire.Say():
                await self.talk.on_say(connection, message)
            case wire.Mute():
                await self.talk.on_mute(connection, message)
            case wire.Report():
                await self.talk.on_report(connection, message)
            case wire.ReportPlay():
                await self.talk.on_report_play(connection, message)

    async def handle_inner(self, message: Inner) -> None:
        match message:
            case Heard():
                await self.playing.hear(message)
            case Overheard():
                self.company.overhear(message)
            case Thought():
                await self.duties.on_thought(message)
            case Tick("window"):
                await self.duties.close_window()
            case Tick("deal"):
                await self.duties.next_deal()
            case Tick("warn"):
                self.telling.tell_all(self.telling.clock(warn=True))
            case Tick("flag"):
                await self.duties.flag()
            case Tick("reload"):
                await self.reload()
            case Tick("news"):
                await self.refresh()
                await self.duties.go_on()
            case Tick():
                await self.duties.go_on()

    def after(self, name: str, seconds: float) -> None:
        """A tick of this name in so many seconds, instead of one that was due."""
        self.cancel(name)
        loop = asyncio.get_running_loop()
        self.timers[name] = loop.call_later(seconds, self.inbox.put_nowait, (None, Tick(name)))

    def cancel(self, name: str) -> None:
        if name in self.timers:
            self.timers.pop(name).cancel()

    # Who, and when.

    def own_seat(self, connection: Connection) -> int:
        seat = self.seating.seat_of(connection.person.id)
        if seat is None:
            raise NotAllowed("not_seated", "you do not sit at this table")
        return seat

    def viewer(self, connection: Connection) -> int:
        seat = self.seating.seat_of(connection.person.id)
        return SPECTATOR if seat is None else seat

    @property
    def between(self) -> bool:
        """No deal is being played, so a seat may change hands."""
        return self.course is None or self.course.deal is None

    @property
    def out(self) -> frozenset[int]:
        """Seats that are out of the match being played: whoever sits there watches, and nobody waits for him."""
        return self.course.out if self.course is not None and self.state == "playing" else frozenset()

    @property
    def next_deal(self) -> int:
        """The number of the deal that comes, or would come."""
        return self.course.deal_number + 1 if self.course else 1

    def asks(self, seat: int) -> bool:
        """Whether a seat has something to choose now."""
        course = self.course
        if course is None or self.state != "playing":
            return False
        return course.turn == seat or (seat in course.window and len(course.legal(seat)) > 1)

    # The store.

    async def change(self, made: Made, also: Also = nothing) -> None:
        """Change the table for every process, then tell it. What `made` raises has changed nothing. NotStored."""
        await self.adopt(await self.house.store.change(self.id, made, also))

    async def come_in(self, person: Person) -> None:
        """Somebody has come by the link: not through the inbox, so only that is entered here. NotAllowed, NotStored."""
        row = await self.house.store.change(self.id, lambda row: invite(row, person.id), nothing)
        self.least = max(self.least, row.version)
        self.seating.row = replace(self.row, invited=self.row.invited | (row.invited & {person.id}))
        self.send(None, Tick("news"))

    async def refresh(self) -> None:
        """Read what other processes, or a commit without an answer, have changed, and tell it. NotStored, SQLAlchemyError."""
        row = await self.house.store.table(self.id)
        if row is None:
            self.vanish()
            return
        await self.adopt(row)
        if self.course is not None:
            await self.playing.catch_up()
        self.doubt = False
        if self.clocks.release(time.monotonic()):
            self.duties.outlast()

    async def adopt(self, row: TableRow) -> None:
        """What has changed in the table itself, told to everybody whom it concerns."""
        if row.version < max(self.row.version, self.least):
            return
        number = self.match.number if self.match else 0
        ahead = row.matches > number or row.state == "over"
        if self.course is not None and ahead and not self.course.match.over:
            await self.playing.catch_up()
        before, sat = self.telling.table_state(), {c: self.viewer(c) for c in self.telling.greeted()}
        follows = row.matches == number + 1 and (self.course is None or self.course.match.over)
        match = await self.house.store.last_match(self.id) if follows else None
        if row.matches != number and (match is None or match.number != row.matches):
            await self.reload()
            return
        self.seating.row = row
        if match is not None:
            self.begin(match, Course(self.game, match.base))
        self.company.part(row)
        moved = [c for c, viewer in sat.items() if self.viewer(c) != viewer]
        for connection in moved:
            self.telling.send_whole(connection, "seat")
        if self.telling.table_state() != before:
            self.telling.tell_table(moved)
        if match is not None:
            await self.playing.catch_up()
        self.playing.hear_question()
        self.duties.hear_clock()

    def begin(self, match: MatchRow, course: Course) -> None:
        """From now on this match is the one of the table."""
        if self.match is not None:
            self.house.matches.pop(self.match.id, None)
        self.match, self.course = match, course
        self.house.matches[match.id] = self  # before its rows are read: what is written meanwhile is news
        self.clocks = Clocks(self.terms.clock, self.game.seats)
        for seat, spent_ms in course.charges:
            self.clocks.charge(seat, spent_ms / 1000)
        self.duties.forget_all()

    async def reload(self) -> None:
        """Everything anew from the database, whatever was going on here."""
        row = await self.house.store.table(self.id)
        if row is None:
            self.vanish()
            return
        self.seating.row = row
        await self.load()
        for connection in self.telling.greeted():
            self.telling.send_whole(connection, "gap")
        await self.duties.go_on()

    def vanish(self) -> None:
        """It is no longer in the database."""
        self.gone = True
        for connection in self.seating.here.values():
            connection.close(4404, "this table is no more")
        self.house.changed(self.id)

    async def load(self) -> None:
        """The last match of this table, as its rows tell it."""
        store = self.house.store
        match = await store.last_match(self.id)
        if match is not None:
            self.house.matches[match.id] = self
            deals, rows = await store.deals(match.id), await store.rows(match.id)
            self.begin(match, Course.rebuilt(self.game, match.base, deals, rows))
        self.doubt = False
        self.duties.resume()
