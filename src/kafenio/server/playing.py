"""Plays: checked against the rules, stored, entered, and only then told. Taken back by consent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from kafenio.server import wire
from kafenio.server.clocks import Clocks
from kafenio.server.course import DEAL, TABLE, UNDO, Course, Row
from kafenio.server.inbox import Heard
from kafenio.server.outbox import Connection
from kafenio.server.seating import NotAllowed
from kafenio.server.store import Question, TableRow, Taken, now_ms
from kafenio.server.telling import Frames

if TYPE_CHECKING:
    from kafenio.server.table import Table

__all__ = ["Playing"]


class Ahead(NamedTuple):
    """A row that was entered before it stands."""

    frames: Frames  # that tell it, not sent yet
    take_back: Callable[[], None]
    clocks: Clocks  # as they were before


class Playing:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.asked: Question | None = None  # somebody wants to take a play back, and that has been told

    async def on_play(self, connection: Connection, message: wire.Play) -> None:
        seat = self.table.own_seat(connection)
        if self.table.doubt or (self.table.house.store.shared and not self.fits(seat, message.v)):
            # Who is refused must know that it does not stand, at whatever process it came in.
            await self.table.refresh()
        course, key = self.table.course, own_id(connection, message.id)
        if await self.stands(seat, key, message.v):
            connection.put(wire.Done(message.id, self.table.telling.now(seat)))
            return
        if course is None or self.table.state != "playing":
            raise NotAllowed("not_now", "no match is being played")
        if not self.fits(seat, message.v):
            connection.put(
                self.table.refusal("stale", f"the table has moved on to {course.v[seat]}", message.id, connection)
            )
            await self.table.company.hello(connection, wire.Hello(message.v, seat))
            return
        course.check(seat, message.m)
        if self.table.seating.seats[seat].absent:
            await self.table.company.back(seat)
        spent = self.table.clocks.spent(seat, time.monotonic(), connection.lag_s)
        try:
            await self.insist(
                seat,
                lambda course: course.check(seat, message.m) if self.fits(seat, message.v) else None,
                key,
                round(1000 * spent),
            )
        except Taken:
            if not await self.stands(seat, key, message.v):
                raise
        await self.table.duties.go_on()

    def fits(self, seat: int, v: int) -> bool:
        """Whether a play that was made when its seat had seen so much may be made now."""
        course = self.table.course
        return course is not None and self.table.state == "playing" and v == course.v[seat]

    async def stands(self, seat: int, key: str, v: int) -> bool:
        """Whether a play was accepted before: in this match, or in an earlier one at this table."""
        course = self.table.course
        if course is None:
            return False
        if (seat, key) in course.ids:
            return True
        return v < course.base[seat] and await self.table.house.store.has_play(self.table.id, key)

    def told(self, connection: Connection, key: str | None) -> bool:
        """Whether somebody has been told that what he sent under this id stands: it is not refused any more."""
        course, seat = self.table.course, self.table.seating.seat_of(connection.person.id)
        return course is not None and key is not None and (seat, own_id(connection, key)) in course.ids

    async def insist(
        self, seat: int, made: Callable[[Course], str | None], key: str | None = None, spent_ms: int = 0
    ) -> None:
        """Store what `made` makes of the course, then enter and tell it: again, while only others' answers were first.

        Taken: nothing is made of it any more, or the row stands already.
        """
        while True:
            course = self.table.course
            play = None if course is None else made(course)
            if course is None or play is None:
                raise Taken("the table has moved on")
            n = course.n
            try:
                await self.enter_row(seat, play, key, spent_ms)
            except Taken:
                if self.table.course is not course or course.n == n or (seat, key) in course.ids:
                    raise
            else:
                return

    async def enter_row(self, seat: int, play: str, key: str | None = None, spent_ms: int = 0) -> None:
        """Store a row that was checked, then enter and tell it. Taken: another was first, and stands here now."""
        course, match = self.table.course, self.table.match
        assert course is not None and match is not None
        if self.table.doubt:
            n = course.n
            await self.table.refresh()
            if self.table.course is not course or course.n != n:
                raise Taken("the row was checked against an older table")
        row = Row(course.n + 1, seat, play, key, spent_ms, now_ms())
        ahead: list[Ahead] = []
        try:
            await self.table.house.store.add_row(match.id, row, lambda: self.look_ahead(row, ahead))
        except BaseException as e:
            for known in ahead:
                known.take_back()
                self.table.clocks = known.clocks
            if isinstance(e, Taken):
                await self.catch_up()
            raise
        if ahead:
            self.table.telling.send(ahead[0].frames)
        else:
            self.take(row)

    def look_ahead(self, row: Row, ahead: list[Ahead]) -> None:
        """Make what everybody will be told, while the row is being written; nobody is told, and it can be taken back."""
        course, clocks = self.table.course, self.table.clocks.copy()
        take_back = course.trial(row) if course is not None and self.asked is None else None
        if take_back is not None:
            ahead.append(Ahead(self.entered(row), take_back, clocks))

    def take(self, row: Row) -> None:
        """A stored row becomes part of the match, and is told."""
        if self.asked is not None:
            asked, self.asked = self.asked, None
            self.table.telling.tell_all(wire.Undo(asked.seat))
        self.table.telling.send(self.entered(row))

    def entered(self, row: Row) -> Frames:
        """A row becomes part of the match: what is to be told of it."""
        course = self.table.course
        assert course is not None
        secret = bool(course.window) and row.seat != TABLE
        before = len(course.charges)
        bundle = course.apply(row)
        for seat, spent_ms in course.charges[before:]:
            self.table.clocks.charge(seat, spent_ms / 1000)
        if not secret:
            self.table.clocks.turn()
        self.table.duties.run_clock(row.at)
        return self.table.telling.written(bundle)

    async def take_all(self, rows: Iterable[Row]) -> None:
        """Rows that another process has stored, in order; what is known already is passed over."""
        course, match = self.table.course, self.table.match
        assert course is not None and match is not None
        for row in rows:
            if row.n <= course.n:
                continue
            if row.play == DEAL and row.seat == TABLE and course.deal_number + 1 not in course.prepared:
                await self.read_deals()
            self.take(row)

    async def read_deals(self) -> None:
        """What others have drawn: the seal of a deal is told before its first card."""
        course, match = self.table.course, self.table.match
        assert course is not None and match is not None
        sealed = len(course.prepared)
        for deal in await self.table.house.store.deals(match.id):
            course.prepared[deal.number] = deal
        if len(course.prepared) != sealed:
            self.table.telling.tell_table()

    async def catch_up(self) -> None:
        """Enter and tell every stored row that is not known here yet. SQLAlchemyError: the database is not there."""
        course, match = self.table.course, self.table.match
        assert course is not None and match is not None
        await self.take_all(await self.table.house.store.rows(match.id, course.n))
        if course.deal is None and not course.match.over:
            await self.read_deals()

    async def hear(self, heard: Heard) -> None:
        """What another process has stored, read already."""
        course, match = self.table.course, self.table.match
        if course is None or match is None or heard.match != match.id:
            return
        if heard.rows[0].n > course.n + 1:
            await self.catch_up()
        await self.take_all(heard.rows)
        self.hear_question()
        await self.table.duties.go_on()

    # Undo.

    def may_undo(self, seat: int) -> bool:
        """Whether a seat may ask to take its play back."""
        course = self.table.course
        if course is None or course.player != seat:
            return False
        return course.may_undo(seat, [s.seat for s in self.table.seating.seats if s.person])

    async def ask_undo(self, connection: Connection, message: wire.AskUndo) -> None:
        seat, course, match = self.table.own_seat(connection), self.table.course, self.table.match
        key = own_id(connection, message.id)
        if self.table.doubt or (self.table.house.store.shared and not self.may_undo(seat)):
            await self.table.refresh()
            course, match = self.table.course, self.table.match
        if course is not None and (seat, key) in course.ids:
            connection.put(wire.Done(message.id, self.table.telling.now(seat)))
            return
        if course is None or match is None or self.table.state != "playing":
            raise NotAllowed("not_now", "no match is being played")
        if not self.may_undo(seat):
            raise NotAllowed(
                "not_now", "only your own last play can be taken back, and only if it has shown nobody another card"
            )
        others = tuple(s for s in self.table.seating.playing() if s != seat and s not in self.table.out)
        question = Question(match.number, course.n, seat, key, others)
        await self.table.change(lambda row: replace(row, question=question))
        await self.settle_question()

    async def answer_undo(self, connection: Connection, yes: bool) -> None:
        seat, asked = self.table.own_seat(connection), self.asked

        def answered(row: TableRow) -> TableRow:
            question = row.question
            if question is None or asked is None or question.id != asked.id or question.n != asked.n:
                raise NotAllowed("not_now", "nobody waits for your answer")
            if question.refused or seat not in question.waiting:
                raise NotAllowed("not_now", "nobody waits for your answer")
            waiting = tuple(s for s in question.waiting if s != seat or not yes)
            return replace(row, question=structs.replace(question, waiting=waiting, refused=not yes))

        await self.table.change(answered)
        await self.settle_question()

    async def settle_question(self) -> None:
        """All have said yes, at whatever process: the play is taken back."""
        if self.asked is not None and not self.asked.waiting:
            with suppress(Taken):  # another process has settled it, or somebody has played
                await self.enter_row(self.asked.seat, UNDO, self.asked.id)
        await self.table.duties.go_on()

    def hear_question(self) -> None:
        """Tell what is asked, and that it is no longer."""
        course, found = self.table.course, self.table.row.question
        if found is not None and (course is None or found.n != course.n or found.match != self.table.row.matches):
            found = None  # somebody has played since
        if found is None or found.refused:
            if self.asked is not None:
                self.table.telling.tell_all(wire.Undo(self.asked.seat, refused=found is not None))
            self.asked = None
        elif found != self.asked:
            self.asked = found
            if found.waiting:
                self.table.telling.tell_all(wire.Undo(found.seat, list(found.waiting)))


def own_id(connection: Connection, chosen: str) -> str:
    """The id of a play as it is stored: two people who sit at one seat in turn may choose the same."""
    return f"{connection.person.id}.{chosen}"
