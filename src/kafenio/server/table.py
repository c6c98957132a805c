"""One live table: a task that owns a match. Everything that happens goes through its inbox, one thing at a time.

Its parts: `company` talks with the people, `playing` enters plays, `duties` does what happens without a player, `telling`
makes what each viewer is sent.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from kafenio.audience import SPECTATOR
from kafenio.errors import KafenioError
from kafenio.server import wire
from kafenio.server.clocks import Clocks
from kafenio.server.company import Company
from kafenio.server.course import Course
from kafenio.server.duties import Duties
from kafenio.server.inbox import Enter, Gone, House, Inner, Thought, Tick
from kafenio.server.outbox import Connection
from kafenio.server.playing import Playing
from kafenio.server.seating import NotAllowed, Seating
from kafenio.server.store import MatchRow, NotStored, TableRow, Taken
from kafenio.server.telling import Telling
from kafenio.server.terms import Terms, differing

__all__ = ["Table"]

log = logging.getLogger(__name__)
WAITING_MOST = 200  # messages in the inbox; then "busy"
RETRY_S = 1.0


class Table:
    def __init__(self, house: House, row: TableRow, terms: Terms) -> None:
        self.house = house
        self.id = row.id
        self.code = row.code
        self.terms = terms
        self.game = terms.rules()
        self.differences = differing(self.game)
        self.seating = Seating(row, self.game, house.store)
        self.state = row.state
        self.match: MatchRow | None = None
        self.course: Course | None = None
        self.clocks = Clocks(terms.clock, self.game.seats)
        self.inbox: asyncio.Queue[tuple[Connection | None, Any]] = asyncio.Queue()
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.doubt = False  # a row was sent to the database, and nobody knows whether it stands
        self.task: asyncio.Task[None] | None = None
        self.telling = Telling(self)
        self.playing = Playing(self)
        self.duties = Duties(self)
        self.company = Company(self)

    # The task.

    def start(self) -> None:
        self.task = asyncio.create_task(self.run(), name=f"table {self.id}")

    async def stop(self) -> None:
        for name in list(self.timers):
            self.cancel(name)
        for _, task in self.duties.thinking.values():
            task.cancel()
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def send(self, connection: Connection | None, message: Any) -> bool:
        """Put a message of a client into the inbox; False: the table is busy."""
        if self.inbox.qsize() >= WAITING_MOST and not isinstance(message, Enter | Gone):
            return False
        self.inbox.put_nowait((connection, message))
        return True

    async def run(self) -> None:
        await self.guarded(None, Tick("go"))
        while True:
            await self.guarded(*await self.inbox.get())
            await asyncio.sleep(0)  # let what was told go out before more is told

    async def guarded(self, connection: Connection | None, message: Any) -> None:
        """One thing, whatever it is; no mistake in it may end the table."""
        refused: wire.Refused | None = None
        key = getattr(message, "id", None)
        try:
            await self.handle(connection, message)
        except NotAllowed as e:
            refused = self.refusal(e.code, str(e), key, connection)
        except KafenioError as e:
            refused = self.refusal("illegal", str(e), key, connection)
        except Taken:
            refused = self.refusal("stale", "the table has moved on", key, connection)
            self.after("retry", 0.0)
        except NotStored:
            refused = self.refusal("not_stored", "the database does not answer; send it again", key, connection)
            self.after("retry", RETRY_S)
        except Exception:
            log.exception("table %s: %s", self.id, type(message).__name__)
            refused = self.refusal("not_now", "something went wrong", key, connection)
            self.after("reload", RETRY_S)
        if refused is not None and connection is not None:
            connection.put(refused)

    def refusal(self, code: Any, text: str, key: str | None, connection: Connection | None) -> wire.Refused:
        viewer = self.viewer(connection) if connection else SPECTATOR
        return wire.Refused(code, text, key, self.course.v[viewer] if self.course else None)

    async def handle(self, connection: Connection | None, message: Any) -> None:
        if connection is None:
            await self.handle_inner(message)
            return
        match message:
            case Enter():
                self.company.enter(connection)
            case Gone():
                await self.company.gone(connection)
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
                await self.company.on_agree(self.own_seat(connection), message.terms)
            case wire.Sit():
                await self.company.on_sit(connection, message.seat)
            case wire.Leave():
                await self.company.leave(self.own_seat(connection))
                self.telling.send_whole(connection, "seat")
            case wire.FillSeat():
                await self.company.on_fill(connection, message)
            case wire.Kick():
                await self.company.on_kick(connection, message)
            case wire.Say():
                self.company.on_say(connection, message)

    async def handle_inner(self, message: Inner) -> None:
        match message:
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

    # From the store.

    async def reload(self) -> None:
        """Everything anew from the database, whatever was going on here."""
        row = await self.house.store.table(self.id)
        assert row is not None
        self.state = row.state
        self.seating.read(row)
        await self.load()
        for connection in self.telling.greeted():
            self.telling.send_whole(connection, "gap")
        await self.duties.go_on()

    async def load(self) -> None:
        """The last match of this table, as its rows tell it. The time of a restart is charged to nobody."""
        store = self.house.store
        self.match = await store.last_match(self.id)
        if self.match is not None:
            deals, rows = await store.deals(self.match.id), await store.rows(self.match.id)
            self.course = Course.rebuilt(self.game, self.match.base, deals, rows)
            self.clocks = Clocks(self.terms.clock, self.game.seats)
            for seat, spent_ms in self.course.charges:
                self.clocks.charge(seat, spent_ms / 1000)
        self.doubt = False
        self.duties.window_moment = -1
        self.duties.grace_ends = time.monotonic() + self.house.settings.grace_s
