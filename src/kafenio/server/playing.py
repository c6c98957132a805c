"""Plays: checked against the rules, stored, entered, and only then told. Taken back by consent."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from kafenio.server import wire
from kafenio.server.course import TABLE, UNDO, Row
from kafenio.server.inbox import Question
from kafenio.server.outbox import Connection
from kafenio.server.seating import NotAllowed
from kafenio.server.store import NotStored, Taken

if TYPE_CHECKING:
    from kafenio.server.table import Table

__all__ = ["Playing"]


class Playing:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.question: Question | None = None

    async def on_play(self, connection: Connection, message: wire.Play) -> None:
        seat, course = self.table.own_seat(connection), self.table.course
        if self.table.doubt:
            await self.catch_up()
        key = own_id(connection, message.id)
        if await self.stands(seat, key, message.v):
            connection.put(wire.Done(message.id, self.table.telling.now(seat)))
            return
        if course is None or self.table.state != "playing":
            raise NotAllowed("not_now", "no match is being played")
        if message.v != course.v[seat]:
            connection.put(
                self.table.refusal("stale", f"the table has moved on to {course.v[seat]}", message.id, connection)
            )
            await self.table.company.hello(connection, wire.Hello(message.v, seat))
            return
        text = course.check(seat, message.m)
        if self.table.seating.seats[seat].absent:
            await self.table.seating.mark(seat, False)
            self.table.telling.tell_table()
        spent = self.table.clocks.spent(seat, time.monotonic(), connection.lag_s)
        try:
            await self.enter_row(seat, text, key, round(1000 * spent))
        except Taken:
            if (seat, key) not in course.ids:
                raise
        await self.table.duties.go_on()

    async def stands(self, seat: int, key: str, v: int) -> bool:
        """Whether a play was accepted before: in this match, or in an earlier one at this table."""
        course = self.table.course
        if course is None:
            return False
        if (seat, key) in course.ids:
            return True
        return v < course.base[seat] and await self.table.house.store.has_play(self.table.id, key)

    async def enter_row(self, seat: int, play: str, key: str | None = None, spent_ms: int = 0) -> None:
        """Store a row that was checked, then enter and tell it. Taken: another was first, and stands here now."""
        course, match = self.table.course, self.table.match
        assert course is not None and match is not None
        if self.table.doubt:
            await self.catch_up()
        row = Row(course.n + 1, seat, play, key, spent_ms)
        try:
            await self.table.house.store.add_row(match.id, row)
        except Taken:
            await self.catch_up()
            raise
        except NotStored:
            self.table.doubt = True
            raise
        self.take(row)

    def take(self, row: Row) -> None:
        """A stored row becomes part of the match, and is told."""
        assert self.table.course is not None
        self.drop_question()
        secret = bool(self.table.course.window) and row.seat != TABLE
        before = len(self.table.course.charges)
        bundle = self.table.course.apply(row)
        for seat, spent_ms in self.table.course.charges[before:]:
            self.table.clocks.charge(seat, spent_ms / 1000)
        if not secret:
            self.table.clocks.start(None, 0.0)
        self.table.duties.run_clock()
        self.table.telling.tell(bundle)

    async def catch_up(self) -> None:
        """Enter and tell every stored row that is not known here yet. NotStored: the database is not there."""
        course, match = self.table.course, self.table.match
        assert course is not None and match is not None
        try:
            for deal in await self.table.house.store.deals(match.id):
                course.prepared[deal.number] = deal
            rows = await self.table.house.store.rows(match.id, course.n)
        except SQLAlchemyError as e:
            raise NotStored(type(e).__name__) from None
        self.table.doubt = False
        for row in rows:
            self.take(row)

    # Undo.

    async def ask_undo(self, connection: Connection, message: wire.AskUndo) -> None:
        seat, course = self.table.own_seat(connection), self.table.course
        key = own_id(connection, message.id)
        if course is not None and (seat, key) in course.ids:
            connection.put(wire.Done(message.id, self.table.telling.now(seat)))
            return
        if course is None or self.table.state != "playing":
            raise NotAllowed("not_now", "no match is being played")
        if not course.may_undo(seat):
            raise NotAllowed(
                "not_now", "only your own last play can be taken back, and only if it has shown no other card"
            )
        self.question = Question(seat, key, {s for s in self.table.seating.playing() if s != seat})
        await self.settle_question()

    async def answer_undo(self, connection: Connection, yes: bool) -> None:
        seat, question = self.table.own_seat(connection), self.question
        if question is None or seat not in question.waiting:
            raise NotAllowed("not_now", "nobody waits for your answer")
        if yes:
            question.waiting.discard(seat)
            await self.settle_question()
        else:
            self.question = None
            self.table.telling.tell_all(wire.Undo(question.seat, refused=True))

    async def settle_question(self) -> None:
        question = self.question
        assert question is not None
        if question.waiting:
            self.table.telling.tell_all(wire.Undo(question.seat, sorted(question.waiting)))
            return
        await self.enter_row(question.seat, UNDO, question.id)
        await self.table.duties.go_on()

    def drop_question(self) -> None:
        if self.question is not None:
            question, self.question = self.question, None
            self.table.telling.tell_all(wire.Undo(question.seat))


def own_id(connection: Connection, chosen: str) -> str:
    """The id of a play as it is stored: two people who sit at one seat in turn may choose the same."""
    return f"{connection.person.id}.{chosen}"
