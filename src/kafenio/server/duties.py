"""What must happen at a table without a player: deals begin, windows close, clocks run, bots play, matches end.

A window is open for a time that does not depend on what anybody holds, and closes for all at once.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import Connection as SqlConnection

from kafenio.audience import View
from kafenio.game import plain
from kafenio.server.bots import stand_in
from kafenio.server.clocks import DAY, GRACE
from kafenio.server.course import CLOSE, DEAL, TABLE, Course
from kafenio.server.inbox import Thought
from kafenio.server.sealed import prepared
from kafenio.server.seating import mark, seat_names
from kafenio.server.store import Running, TableRow, Taken, now_ms

if TYPE_CHECKING:
    from kafenio.server.table import Table

__all__ = ["Duties"]

RETRY_S = 1.0


class Duties:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # by seat: since which row
        self.window_moment = -1
        self.window_ends = 0.0
        self.grace_ends = 0.0
        self.late = False  # a clock has begun to run at another time than the last row's, and nobody else knows
        self.clock_heard: Running | None = None

    async def go_on(self) -> None:
        """What is due now, after anything has changed. Where others look after the table only clocks are shown."""
        course = self.table.course
        for name in ("window", "warn", "flag") if self.table.timers else ():
            if not (name == "window" and course and course.window and course.moment == self.window_moment):
                self.table.cancel(name)
        if self.table.state != "playing" or course is None:
            return
        if self.table.doubt:
            await self.table.refresh()
        if self.table.row.stopped is not None and self.table.owned:
            await self.take_over()
        if course.match.over:
            await self.finish()
        elif course.deal is None:
            await self.between_deals(course)
        else:
            if course.window:
                self.open_window()
            else:
                self.watch_clock()
            await self.save_clock()
            self.ask_bots()

    # Deals.

    async def between_deals(self, course: Course) -> None:
        if not self.table.owned:
            return
        await self.prepare()
        seating = self.table.seating
        waiting = {s for s in seating.playing() if seating.connected(s)} - self.table.out
        if course.deal_number == 0 or (waiting and waiting <= seating.ready(self.table.next_deal)):
            await self.next_deal()
        elif "deal" not in self.table.timers:
            self.table.after("deal", self.table.terms.pause_s)

    async def prepare(self) -> None:
        """Draw and store the next deal; its seal is shown at once."""
        course, match = self.table.course, self.table.match
        assert course is not None and match is not None
        number = len(course.match.deals) + 1
        if number in course.prepared:
            return
        if self.table.doubt:
            await self.table.refresh()
        deal = prepared(course.match, self.table.house.shuffler)
        try:
            await self.table.house.store.add_deal(match, deal)
        except Taken:
            self.table.doubt = True  # what stands there counts, not what was drawn here
            raise
        course.prepared[number] = deal
        self.table.telling.tell_table()

    async def next_deal(self) -> None:
        course = self.table.course
        if self.table.state != "playing" or course is None or course.deal is not None or course.match.over:
            return
        self.table.cancel("deal")
        if not self.table.owned:
            return
        await self.prepare()
        await self.table.playing.enter_row(TABLE, DEAL)
        await self.go_on()

    async def finish(self) -> None:
        course, match = self.table.course, self.table.match
        assert course is not None and match is not None
        if not self.table.owned:
            return
        tally = course.match.tally
        result = {
            "totals": list(tally.totals),
            "winners": list(tally.winners),
            "settlement": [plain(v) for v in tally.settlement() or ()],
        }

        def over(row: TableRow) -> TableRow:
            if row.state != "playing" or row.matches != match.number:
                return row
            seats = tuple(replace(s, agreed=False, ready=0) for s in row.seats)
            return replace(
                row, state="over", seats=seats, base=tuple(course.v), question=None, clock=None, stopped=None
            )

        def also(c: SqlConnection, _: TableRow, after: TableRow) -> None:
            self.table.house.store.end_match(c, match.id, seat_names(after), result)

        await self.table.change(over, also)

    # Windows: open so long, whatever anybody holds; at a table of days until everybody has answered.

    def open_window(self) -> None:
        course = self.table.course
        assert course is not None
        slow = self.table.terms.clock.kind == "days"
        if self.all_answered():
            self.table.after("window", 0.0)
            return
        if self.alone():
            return  # nobody learns from the time how long one person thinks among bots
        if course.moment == self.window_moment and "window" in self.table.timers:
            return
        if not slow and not self.terms_hold():
            return  # at an untimed table it waits for who is away
        self.window_moment = course.moment
        seconds = self.window_lasts_s()
        self.late = self.late or (slow and self.running().since is None)
        self.window_ends = time.monotonic() + seconds
        self.table.after("window", seconds)
        self.table.telling.tell_all(self.table.telling.clock())

    def window_lasts_s(self) -> float:
        """How long a window that opens now stays open; days count from when it opened first, without a restart's time."""
        if self.table.terms.clock.kind != "days":
            return self.table.terms.window_s
        running = self.running()
        used_ms = running.used_ms + (0 if running.since is None else max(0, now_ms() - running.since))
        return max(0.0, self.table.terms.clock.days * DAY - used_ms / 1000)

    def alone(self) -> bool:
        """Whether one person at most plays here, and no clock runs: the window then waits for the answer."""
        people = [seat for seat in range(self.table.game.seats) if not self.table.seating.by_bot(seat)]
        return len(people) <= 1 and self.table.terms.clock.kind == "untimed"

    def all_answered(self) -> bool:
        """Whether an open window need not wait for its time: there is none, and everybody asked has answered."""
        course = self.table.course
        assert course is not None
        waits = self.table.terms.clock.kind == "days" or self.alone()
        return waits and all(seat in course.answers for seat in course.window)

    def terms_hold(self) -> bool:
        """Whether the window's time may run: everybody asked can answer, or has a clock."""
        course = self.table.course
        assert course is not None
        away = [s for s in course.window if not self.table.seating.by_bot(s) and not self.table.seating.connected(s)]
        return not away or (self.table.terms.clock.kind != "untimed" and time.monotonic() >= self.grace_ends)

    async def close_window(self) -> None:
        course = self.table.course
        if course is None or not course.window:
            return
        answered = self.all_answered()
        if not answered and time.monotonic() < self.window_ends - 0.01:
            return  # an earlier one
        self.table.cancel("window")
        if not self.table.owned:
            return
        if self.table.terms.clock.kind == "untimed" and not answered and not self.terms_hold():
            self.window_moment = -1
            return
        moment = course.moment
        await self.table.playing.insist(
            TABLE, lambda course: CLOSE if course.window and course.moment == moment else None
        )
        await self.go_on()

    # Clocks.

    def run_clock(self, row_at: int | None = None) -> None:
        """Let the time of the seat run whose turn it is, if a person plays it and has had time to come back.

        It runs since the last row, if that is given, and else from now on.
        """
        assert self.table.course is not None
        seat, now = self.table.course.turn, time.monotonic()
        runs = (
            seat >= 0
            and not self.table.seating.by_bot(seat)
            and (self.table.seating.connected(seat) or now >= self.grace_ends)
        )
        since = now if row_at is None else now - max(0, now_ms() - row_at) / 1000
        if self.table.clocks.start(seat if runs else None, since) and row_at is None:
            self.late = True

    def watch_clock(self) -> None:
        """Be woken before the time of the running seat is up, and when it is."""
        self.run_clock()
        if not self.table.clocks.timed:
            return
        now = time.monotonic()
        if self.table.clocks.seat is None:
            if now < self.grace_ends:
                self.table.after("go", self.grace_ends - now)
            return
        due = self.table.clocks.due(now, self.lag(self.table.clocks.seat))
        assert due is not None
        self.table.after("warn", max(0.0, due - self.table.clocks.warn_before(self.table.clocks.seat)))
        self.table.after("flag", due)

    # Clocks outlast the process: they are computed from the rows, and from what is stored when they run otherwise.

    def running(self) -> Running:
        """Since when the present time runs, as the database tells it."""
        course, row = self.table.course, self.table.row
        assert course is not None
        if row.clock is not None and (row.clock.match, row.clock.n) == (row.matches, course.moment):
            return row.clock
        return Running(row.matches, course.moment, 0, course.moment_at)

    def resume(self) -> None:
        """The clock of the seat whose turn it is, as the database tells it."""
        course = self.table.course
        self.window_moment = -1
        if course is None or course.turn < 0 or not self.table.clocks.timed:
            return
        running = self.clock_heard = self.running()
        gone_s = None if running.since is None else max(0, now_ms() - running.since) / 1000
        since = None if gone_s is None else time.monotonic() - gone_s
        self.table.clocks.resume(course.turn, running.used_ms / 1000, since)

    def hear_clock(self) -> None:
        """Another process has let the clock run since another time; who plays himself needs no bot."""
        for seat in list(self.thinking):
            if not self.table.seating.by_bot(seat):
                self.forget(seat)
        if self.table.course is not None and self.table.row.clock is not None:
            if self.running() is self.table.row.clock and self.running() != self.clock_heard:
                self.resume()

    async def take_over(self) -> None:
        """Nobody has watched the clocks for a while: nobody is charged for that, and everybody may come back first."""
        stopped = self.table.row.stopped
        assert stopped is not None
        running = self.running()
        if running.since is not None:
            used_ms = running.used_ms + max(0, stopped - running.since)
            running = Running(running.match, running.n, used_ms, None)
        self.grace_ends = time.monotonic() + self.table.house.settings.grace_s
        await self.table.change(lambda row: replace(row, stopped=None, clock=running))

    async def save_clock(self) -> None:
        """Store since when the clock runs, if the rows do not tell it."""
        course, clocks = self.table.course, self.table.clocks
        assert course is not None
        if not self.late:
            return
        self.late = False
        if not self.table.owned or not clocks.timed:
            return
        used_ms = self.running().used_ms
        since = now_ms()
        if clocks.seat is not None:
            used_ms, since = round(1000 * clocks.used), since - round(1000 * (time.monotonic() - clocks.since))
        running = self.clock_heard = Running(self.table.row.matches, course.moment, used_ms, since)
        await self.table.change(lambda row: replace(row, clock=running))

    def outlast(self) -> None:
        """The database was away, and time stood still: windows are open anew, clocks run on."""
        self.window_moment = -1
        self.late = True

    def lag(self, seat: int) -> float:
        connection = self.table.seating.here.get(self.table.seating.person(seat))
        return connection.lag_s if connection else 0.0

    async def flag(self) -> None:
        """The time is up: a bot plays until the player is back."""
        seat = self.table.clocks.seat
        if seat is None or self.table.course is None or self.table.course.turn != seat or not self.table.owned:
            return
        if (self.table.clocks.due(time.monotonic(), self.lag(seat)) or 0.0) > 0.02:
            return  # he has played in the meantime
        person = self.table.seating.person(seat)
        await self.table.change(lambda row: mark(row, seat, person, True))
        await self.go_on()

    def time_again(self, seat: int) -> Running | None:
        """The time of who plays himself again: all of it for a play, or what is left of the match, and a little at least."""
        course, clocks = self.table.course, self.table.clocks
        if course is None or course.turn != seat:
            return self.table.row.clock
        used = 0.0
        if self.table.terms.clock.kind == "match":
            used = min(clocks.taken(seat, time.monotonic()), max(0.0, clocks.bank[seat] - GRACE))
        return Running(self.table.row.matches, course.moment, round(1000 * used), now_ms())

    # Bots.

    def ask_bots(self) -> None:
        course = self.table.course
        assert course is not None
        if not self.table.owned:
            self.forget_all()
            return
        for seat in course.window or (course.turn,):
            if not self.table.seating.by_bot(seat) or seat in course.answers:
                continue
            if seat in self.thinking and self.thinking[seat][0] == course.moment:
                continue
            self.forget(seat)
            view, most_s = course.view(seat), self.table.terms.window_s / 2 if course.window else 60.0
            assert view is not None
            task = asyncio.create_task(self.think(seat, course.moment, view, course.legal(seat), most_s))
            self.thinking[seat] = (course.moment, task)

    async def think(self, seat: int, moment: int, view: View, legal: list[str], most_s: float) -> None:
        spec = self.table.seating.seats[seat].bot or stand_in(self.table.game.NAME)
        play = await self.table.house.bots.choose(spec, self.table.game.NAME, view, legal, most_s)
        self.table.inbox.put_nowait((None, Thought(seat, moment, play)))

    def forget(self, seat: int) -> None:
        """What a bot thinks for this seat is no longer wanted."""
        if seat in self.thinking:
            self.thinking.pop(seat)[1].cancel()

    def forget_all(self) -> None:
        for seat in list(self.thinking):
            self.forget(seat)

    async def on_thought(self, thought: Thought) -> None:
        course, seat = self.table.course, thought.seat
        if (
            course is None
            or course.moment != thought.moment
            or not self.table.seating.by_bot(seat)
            or seat in course.answers
            or not self.table.owned
        ):
            return
        self.thinking.pop(seat, None)
        if self.table.playing.asked is not None:  # the bot waits for the answer too
            asyncio.get_running_loop().call_later(RETRY_S, self.table.inbox.put_nowait, (None, thought))
            return
        spent = self.table.clocks.spent(seat, time.monotonic())  # by the person, before the bot took over
        await self.table.playing.insist(
            seat,
            lambda course: (
                course.check(seat, thought.play)
                if course.moment == thought.moment and seat not in course.answers
                else None
            ),
            spent_ms=round(1000 * spent),
        )
        await self.go_on()
