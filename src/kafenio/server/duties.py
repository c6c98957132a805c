"""What must happen at a table without a player: deals begin, windows close, clocks run, bots play, matches end.

A window is open for a time that does not depend on what anybody holds, and closes for all at once.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from kafenio.audience import View
from kafenio.game import plain
from kafenio.server.bots import stand_in
from kafenio.server.course import CLOSE, DEAL, TABLE
from kafenio.server.inbox import Thought
from kafenio.server.sealed import prepared
from kafenio.server.store import NotStored, Taken

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

    async def go_on(self) -> None:
        """What is due now, after anything has changed."""
        course = self.table.course
        for name in ("window", "warn", "flag"):
            if not (name == "window" and course and course.window and course.moment == self.window_moment):
                self.table.cancel(name)
        if self.table.state != "playing" or course is None:
            return
        if self.table.doubt:
            await self.table.playing.catch_up()
        if course.match.over:
            await self.finish()
        elif course.deal is None:
            await self.prepare()
            if course.deal_number == 0:
                await self.next_deal()
            elif "deal" not in self.table.timers:
                self.table.after("deal", self.table.terms.pause_s)
        else:
            if course.window:
                self.open_window()
            else:
                self.watch_clock()
            self.ask_bots()

    # Deals.

    async def prepare(self) -> None:
        """Draw and store the next deal; its seal is shown at once."""
        course, match = self.table.course, self.table.match
        assert course is not None and match is not None
        number = len(course.match.deals) + 1
        if number in course.prepared:
            return
        if self.table.doubt:
            await self.table.playing.catch_up()
        deal = prepared(course.match, self.table.house.shuffler)
        try:
            await self.table.house.store.add_deal(match.id, deal)
        except (NotStored, Taken):
            self.table.doubt = True  # what stands there counts, not what was drawn here
            raise
        course.prepared[number] = deal
        self.table.telling.tell_table()

    async def next_deal(self) -> None:
        course = self.table.course
        if self.table.state != "playing" or course is None or course.deal is not None or course.match.over:
            return
        self.table.cancel("deal")
        await self.prepare()
        self.table.seating.ready.clear()
        await self.table.playing.enter_row(TABLE, DEAL)
        await self.go_on()

    async def finish(self) -> None:
        course, match = self.table.course, self.table.match
        assert course is not None and match is not None
        tally = course.match.tally
        result = {
            "totals": list(tally.totals),
            "winners": list(tally.winners),
            "settlement": [plain(v) for v in tally.settlement() or ()],
        }
        await self.table.house.store.end_match(match.id, self.table.id, self.table.seating.names(), result)
        self.table.state = "over"
        self.table.seating.seats = [replace(s, agreed=False) for s in self.table.seating.seats]
        self.table.telling.tell_table()

    # Windows: open so long, whatever anybody holds; at a table of days until everybody has answered.

    def open_window(self) -> None:
        course = self.table.course
        assert course is not None
        slow = self.table.terms.clock.kind == "days"
        if slow and all(seat in course.answers for seat in course.window):
            self.table.after("window", 0.0)
            return
        if course.moment == self.window_moment and "window" in self.table.timers:
            return
        if not slow and not self.terms_hold():
            return  # at an untimed table it waits for who is away
        self.window_moment = course.moment
        seconds = self.table.terms.clock.days * 86_400.0 if slow else self.table.terms.window_s
        self.window_ends = time.monotonic() + seconds
        self.table.after("window", seconds)
        self.table.telling.tell_all(self.table.telling.clock())

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
        answered = self.table.terms.clock.kind == "days" and all(seat in course.answers for seat in course.window)
        if not answered and time.monotonic() < self.window_ends - 0.01:
            return  # an earlier one
        self.table.timers.pop("window", None)
        if self.table.terms.clock.kind == "untimed" and not self.terms_hold():
            self.window_moment = -1
            return
        await self.table.playing.enter_row(TABLE, CLOSE)
        await self.go_on()

    # Clocks.

    def run_clock(self) -> None:
        """Let the time of the seat run whose turn it is, if a person plays it and has had time to come back."""
        assert self.table.course is not None
        seat, now = self.table.course.turn, time.monotonic()
        runs = (
            seat >= 0
            and not self.table.seating.by_bot(seat)
            and (self.table.seating.connected(seat) or now >= self.grace_ends)
        )
        self.table.clocks.start(seat if runs else None, now)

    def watch_clock(self) -> None:
        """Be woken before the time of the running seat is up, and when it is."""
        self.run_clock()
        now = time.monotonic()
        if not self.table.clocks.timed:
            return
        if self.table.clocks.seat is None:
            if now < self.grace_ends:
                self.table.after("go", self.grace_ends - now)
            return
        due = self.table.clocks.due(now, self.lag(self.table.clocks.seat))
        assert due is not None
        self.table.after("warn", max(0.0, due - self.table.clocks.warn_before(self.table.clocks.seat)))
        self.table.after("flag", due)

    def lag(self, seat: int) -> float:
        connection = self.table.seating.here.get(self.table.seating.person(seat))
        return connection.lag_s if connection else 0.0

    async def flag(self) -> None:
        """The time is up: a bot plays until the player is back."""
        seat = self.table.clocks.seat
        if seat is None or self.table.course is None or self.table.course.turn != seat:
            return
        if (self.table.clocks.due(time.monotonic(), self.lag(seat)) or 0.0) > 0.02:
            return  # he has played in the meantime
        if self.table.terms.clock.kind == "match":
            self.table.clocks.bank[seat] = 0.0
        await self.table.seating.mark(seat, True)
        self.table.telling.tell_table()
        await self.go_on()

    # Bots.

    def ask_bots(self) -> None:
        course = self.table.course
        assert course is not None
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

    async def on_thought(self, thought: Thought) -> None:
        course, seat = self.table.course, thought.seat
        if (
            course is None
            or course.moment != thought.moment
            or not self.table.seating.by_bot(seat)
            or seat in course.answers
        ):
            return
        self.thinking.pop(seat, None)
        if self.table.playing.question is not None:  # the bot waits for the answer too
            asyncio.get_running_loop().call_later(RETRY_S, self.table.inbox.put_nowait, (None, thought))
            return
        await self.table.playing.enter_row(seat, course.check(seat, thought.play))
        await self.go_on()
