"""One live table: a task that owns a match. Everything that happens goes through its inbox, one thing at a time.

What a seat sends is checked against the rules, stored, entered, and only then told: to each viewer his own events and his
own view. A window is open for a time that does not depend on what anybody holds, and closes for all at once.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from kafenio.audience import SPECTATOR, View
from kafenio.errors import KafenioError
from kafenio.game import plain
from kafenio.server import wire
from kafenio.server.bots import known_bot, stand_in
from kafenio.server.clocks import Clocks
from kafenio.server.course import CLOSE, DEAL, TABLE, UNDO, Bundle, Course, Row
from kafenio.server.inbox import Enter, Gone, House, Inner, Question, Thought, Tick
from kafenio.server.outbox import Connection
from kafenio.server.phrases import PHRASES
from kafenio.server.sealed import prepared
from kafenio.server.seating import NotAllowed, Seating
from kafenio.server.shown import happened, shown
from kafenio.server.store import MatchRow, NotStored, TableRow, Taken
from kafenio.server.store.store import now_ms
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
        self.thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self.question: Question | None = None
        self.doubt = False  # a row was sent to the database, and nobody knows whether it stands
        self.window_ends = 0.0
        self.grace_ends = 0.0
        self.task: asyncio.Task[None] | None = None

    # The task.

    def start(self) -> None:
        self.task = asyncio.create_task(self.run(), name=f"table {self.id}")

    async def stop(self) -> None:
        for name in list(self.timers):
            self.cancel(name)
        for _, task in self.thinking.values():
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
                self.enter(connection)
            case Gone():
                await self.gone(connection)
            case _ if self.seating.here.get(connection.person.id) is not connection:
                pass  # it has been closed, what it sent last is late
            case wire.Hello():
                await self.hello(connection, message)
            case wire.Play():
                await self.on_play(connection, message)
            case wire.AskUndo():
                await self.ask_undo(connection, message)
            case wire.AnswerUndo():
                await self.answer_undo(connection, message.yes)
            case wire.Back():
                await self.back(self.own_seat(connection))
            case wire.Ready():
                await self.on_ready(self.own_seat(connection))
            case wire.Agree():
                await self.on_agree(self.own_seat(connection), message.terms)
            case wire.Sit():
                await self.on_sit(connection, message.seat)
            case wire.Leave():
                await self.leave(self.own_seat(connection))
                self.send_whole(connection, "seat")
            case wire.FillSeat():
                await self.on_fill(connection, message)
            case wire.Kick():
                await self.on_kick(connection, message)
            case wire.Say():
                self.on_say(connection, message)

    async def handle_inner(self, message: Inner) -> None:
        match message:
            case Thought():
                await self.on_thought(message)
            case Tick("window"):
                await self.close_window()
            case Tick("deal"):
                await self.next_deal()
            case Tick("warn"):
                self.tell_all(self.clock(warn=True))
            case Tick("flag"):
                await self.flag()
            case Tick("reload"):
                await self.reload()
            case Tick():
                await self.go_on()

    def after(self, name: str, seconds: float) -> None:
        """A tick of this name in so many seconds, instead of one that was due."""
        self.cancel(name)
        loop = asyncio.get_running_loop()
        self.timers[name] = loop.call_later(seconds, self.inbox.put_nowait, (None, Tick(name)))

    def cancel(self, name: str) -> None:
        if name in self.timers:
            self.timers.pop(name).cancel()

    # People come and go.

    def own_seat(self, connection: Connection) -> int:
        seat = self.seating.seat_of(connection.person.id)
        if seat is None:
            raise NotAllowed("not_seated", "you do not sit at this table")
        return seat

    def viewer(self, connection: Connection) -> int:
        seat = self.seating.seat_of(connection.person.id)
        return SPECTATOR if seat is None else seat

    def enter(self, connection: Connection) -> None:
        person = connection.person.id
        if not self.seating.may_enter(person):
            connection.close(4403, "not yours")
            return
        if self.seating.seat_of(person) is None and self.seating.watching >= self.house.settings.watchers_most:
            connection.close(4403, "too many are watching")
            return
        if person in self.seating.here:
            self.seating.here[person].close(4409, "taken over elsewhere")
        self.seating.here[person] = connection

    async def gone(self, connection: Connection) -> None:
        person = connection.person.id
        if self.seating.here.get(person) is connection:
            del self.seating.here[person]
            if connection.greeted:
                self.tell_table()

    async def hello(self, connection: Connection, message: wire.Hello) -> None:
        """Bring somebody up to date, and take his seat back from the bot."""
        first = not connection.greeted
        connection.greeted = True
        seat = self.seating.seat_of(connection.person.id)
        viewer = SPECTATOR if seat is None else seat
        missed = None
        if message.v is not None and message.as_ == seat and self.course is not None:
            missed = self.course.missed(viewer, message.v)
        if missed is None:
            self.send_whole(connection, "hello" if message.v is None else "gap")
        else:
            assert message.v is not None
            told = [happened(bundle.events, seat) for bundle in missed]
            connection.put(wire.Missed(message.v, told, self.table_state(), self.now(seat)))
        if not first:
            return
        connection.ping()
        self.tell_table(but=connection)
        if seat is not None and self.seating.seats[seat].absent:
            await self.back(seat)
        elif seat is not None and self.course is not None and (seat == self.course.turn or seat in self.course.window):
            if self.grace_ends > time.monotonic() or "window" not in self.timers:
                await self.go_on()
                self.tell_all(self.clock())

    async def back(self, seat: int) -> None:
        """A person plays himself again."""
        if self.seating.seats[seat].absent:
            await self.seating.mark(seat, False)
            self.forget(seat)
            self.tell_table()
            self.clocks.start(None, 0.0)
            await self.go_on()

    async def on_sit(self, connection: Connection, seat: int) -> None:
        """On a free seat, or between deals on a bot's."""
        await self.seating.sit(connection.person, seat, self.between)
        if self.state == "playing" and self.match is not None:
            with suppress(Taken):
                await self.house.store.add_player(self.match.id, self.seating.seats[seat])
        self.send_whole(connection, "seat")
        self.tell_table()

    async def leave(self, seat: int) -> None:
        """During a match a bot takes the seat."""
        await self.seating.rise(seat, stand_in(self.game.NAME) if self.state == "playing" else "")
        self.drop_question()
        self.tell_table()
        await self.go_on()

    async def on_fill(self, connection: Connection, message: wire.FillSeat) -> None:
        self.seating.must_host(connection.person.id)
        if not message.bot and self.state == "playing":
            raise NotAllowed(
                "not_now", "during a match a bot's seat stays taken; people may sit down there between deals"
            )
        bot = known_bot(message.bot, self.game.NAME) if message.bot else ""
        await self.seating.fill(message.seat, bot, stand_in=self.state == "playing")
        self.tell_table()
        await self.begin_if_complete()
        await self.go_on()

    async def on_kick(self, connection: Connection, message: wire.Kick) -> None:
        self.seating.must_host(connection.person.id)
        person = message.person
        if person == connection.person.id:
            raise NotAllowed("not_now", "leave instead")
        if message.ban:
            await self.seating.ban(person)
        seat = self.seating.seat_of(person)
        if person in self.seating.here:
            self.seating.here[person].close(4403, "the host has sent you away")
        if seat is not None:
            await self.leave(seat)

    def on_say(self, connection: Connection, message: wire.Say) -> None:
        if message.phrase is not None and message.phrase not in PHRASES:
            raise NotAllowed("unknown", f"no phrase {message.phrase!r}; phrases: {', '.join(PHRASES)}")
        if message.text is not None and not self.terms.free_chat:
            raise NotAllowed("not_yours", "at this table only the ready phrases may be said")
        if (message.phrase is None) == (message.text is None):
            raise NotAllowed("unknown", "a phrase or a text expected")
        seat = self.seating.seat_of(connection.person.id)
        self.tell_all(wire.Said(connection.person.name, seat, message.phrase or "", message.text or ""))

    # Before, between and after.

    @property
    def between(self) -> bool:
        """No deal is being played, so a seat may change hands."""
        return self.course is None or self.course.deal is None

    async def on_agree(self, seat: int, terms: str) -> None:
        if self.state == "playing":
            raise NotAllowed("not_now", "the match has begun")
        if terms != self.terms.digest:
            raise NotAllowed("stale", f"the terms here are {self.terms.digest}")
        await self.seating.agree(seat)
        self.tell_table()
        await self.begin_if_complete()

    async def begin_if_complete(self) -> None:
        """A match, when all seats are taken and everybody has agreed."""
        if self.state == "playing" or not self.seating.complete():
            return
        number = self.match.number + 1 if self.match else 1
        base = tuple(self.course.v) if self.course else (0,) * 6
        match = MatchRow(secrets.token_hex(10), self.id, number, base, tuple(self.seating.names()), now_ms(), None)
        try:
            await self.house.store.add_match(match, self.seating.seats)
        except (NotStored, Taken):
            self.after("reload", RETRY_S)
            raise
        self.match, self.state = match, "playing"
        self.course = Course(self.game, base)
        self.clocks = Clocks(self.terms.clock, self.game.seats)
        self.seating.ready.clear()
        self.thinking.clear()
        await self.go_on()

    async def on_ready(self, seat: int) -> None:
        self.seating.ready.add(seat)
        if self.state == "playing" and self.between:
            self.tell_table()
            if all(s in self.seating.ready for s in self.seating.playing() if self.seating.connected(s)):
                await self.next_deal()

    async def prepare(self) -> None:
        """Draw and store the next deal; its seal is shown at once."""
        course, match = self.course, self.match
        assert course is not None and match is not None
        number = len(course.match.deals) + 1
        if number in course.prepared:
            return
        if self.doubt:
            await self.catch_up()
        deal = prepared(course.match, self.house.shuffler)
        try:
            await self.house.store.add_deal(match.id, deal)
        except (NotStored, Taken):
            self.doubt = True  # what stands there counts, not what was drawn here
            raise
        course.prepared[number] = deal
        self.tell_table()

    async def next_deal(self) -> None:
        course = self.course
        if self.state != "playing" or course is None or course.deal is not None or course.match.over:
            return
        self.cancel("deal")
        await self.prepare()
        self.seating.ready.clear()
        await self.enter_row(TABLE, DEAL)
        await self.go_on()

    async def finish(self) -> None:
        course, match = self.course, self.match
        assert course is not None and match is not None
        tally = course.match.tally
        result = {
            "totals": list(tally.totals),
            "winners": list(tally.winners),
            "settlement": [plain(v) for v in tally.settlement() or ()],
        }
        await self.house.store.end_match(match.id, self.id, self.seating.names(), result)
        self.state = "over"
        self.seating.seats = [replace(s, agreed=False) for s in self.seating.seats]
        self.tell_table()

    # Playing.

    async def on_play(self, connection: Connection, message: wire.Play) -> None:
        seat, course = self.own_seat(connection), self.course
        if self.doubt:
            await self.catch_up()
        key = own_id(connection, message.id)
        if await self.stands(seat, key, message.v):
            connection.put(wire.Done(message.id, self.now(seat)))
            return
        if course is None or self.state != "playing":
            raise NotAllowed("not_now", "no match is being played")
        if message.v != course.v[seat]:
            connection.put(self.refusal("stale", f"the table has moved on to {course.v[seat]}", message.id, connection))
            await self.hello(connection, wire.Hello(message.v, seat))
            return
        text = course.check(seat, message.m)
        if self.seating.seats[seat].absent:
            await self.seating.mark(seat, False)
            self.tell_table()
        spent = self.clocks.spent(seat, time.monotonic(), connection.lag_s)
        try:
            await self.enter_row(seat, text, key, round(1000 * spent))
        except Taken:
            if (seat, key) not in course.ids:
                raise
        await self.go_on()

    async def stands(self, seat: int, key: str, v: int) -> bool:
        """Whether a play was accepted before: in this match, or in an earlier one at this table."""
        course = self.course
        if course is None:
            return False
        if (seat, key) in course.ids:
            return True
        return v < course.base[seat] and await self.house.store.has_play(self.id, key)

    async def on_thought(self, thought: Thought) -> None:
        course, seat = self.course, thought.seat
        if course is None or course.moment != thought.moment or not self.seating.by_bot(seat) or seat in course.answers:
            return
        self.thinking.pop(seat, None)
        if self.question is not None:  # the bot waits for the answer too
            asyncio.get_running_loop().call_later(RETRY_S, self.inbox.put_nowait, (None, thought))
            return
        await self.enter_row(seat, course.check(seat, thought.play))
        await self.go_on()

    async def enter_row(self, seat: int, play: str, key: str | None = None, spent_ms: int = 0) -> None:
        """Store a row that was checked, then enter and tell it. Taken: another was first, and stands here now."""
        course, match = self.course, self.match
        assert course is not None and match is not None
        if self.doubt:
            await self.catch_up()
        row = Row(course.n + 1, seat, play, key, spent_ms)
        try:
            await self.house.store.add_row(match.id, row)
        except Taken:
            await self.catch_up()
            raise
        except NotStored:
            self.doubt = True
            raise
        self.take(row)

    def take(self, row: Row) -> None:
        """A stored row becomes part of the match, and is told."""
        assert self.course is not None
        self.drop_question()
        secret = bool(self.course.window) and row.seat != TABLE
        before = len(self.course.charges)
        bundle = self.course.apply(row)
        for seat, spent_ms in self.course.charges[before:]:
            self.clocks.charge(seat, spent_ms / 1000)
        if not secret:
            self.clocks.start(None, 0.0)
        self.run_clock()
        self.tell(bundle)

    async def catch_up(self) -> None:
        """Enter and tell every stored row that is not known here yet. NotStored: the database is not there."""
        course, match = self.course, self.match
        assert course is not None and match is not None
        try:
            for deal in await self.house.store.deals(match.id):
                course.prepared[deal.number] = deal
            rows = await self.house.store.rows(match.id, course.n)
        except SQLAlchemyError as e:
            raise NotStored(type(e).__name__) from None
        self.doubt = False
        for row in rows:
            self.take(row)

    async def go_on(self) -> None:
        """What is due now, after anything has changed."""
        course = self.course
        for name in ("window", "warn", "flag"):
            if not (name == "window" and course and course.window and course.moment == self.window_moment):
                self.cancel(name)
        if self.state != "playing" or course is None:
            return
        if self.doubt:
            await self.catch_up()
        if course.match.over:
            await self.finish()
        elif course.deal is None:
            await self.prepare()
            if course.deal_number == 0:
                await self.next_deal()
            elif "deal" not in self.timers:
                self.after("deal", self.terms.pause_s)
        else:
            if course.window:
                self.open_window()
            else:
                self.watch_clock()
            self.ask_bots()

    # Windows: open so long, whatever anybody holds; at a table of days until everybody has answered.

    window_moment = -1

    def open_window(self) -> None:
        course = self.course
        assert course is not None
        slow = self.terms.clock.kind == "days"
        if slow and all(seat in course.answers for seat in course.window):
            self.after("window", 0.0)
            return
        if course.moment == self.window_moment and "window" in self.timers:
            return
        if not slow and not self.terms_hold():
            return  # at an untimed table it waits for who is away
        self.window_moment = course.moment
        seconds = self.terms.clock.days * 86_400.0 if slow else self.terms.window_s
        self.window_ends = time.monotonic() + seconds
        self.after("window", seconds)
        self.tell_all(self.clock())

    def terms_hold(self) -> bool:
        """Whether the window's time may run: everybody asked can answer, or has a clock."""
        course = self.course
        assert course is not None
        away = [s for s in course.window if not self.seating.by_bot(s) and not self.seating.connected(s)]
        return not away or (self.terms.clock.kind != "untimed" and time.monotonic() >= self.grace_ends)

    async def close_window(self) -> None:
        course = self.course
        if course is None or not course.window:
            return
        answered = self.terms.clock.kind == "days" and all(seat in course.answers for seat in course.window)
        if not answered and time.monotonic() < self.window_ends - 0.01:
            return  # an earlier one
        self.timers.pop("window", None)
        if self.terms.clock.kind == "untimed" and not self.terms_hold():
            self.window_moment = -1
            return
        await self.enter_row(TABLE, CLOSE)
        await self.go_on()

    # Clocks.

    def run_clock(self) -> None:
        """Let the time of the seat run whose turn it is, if a person plays it and has had time to come back."""
        assert self.course is not None
        seat, now = self.course.turn, time.monotonic()
        runs = seat >= 0 and not self.seating.by_bot(seat) and (self.seating.connected(seat) or now >= self.grace_ends)
        self.clocks.start(seat if runs else None, now)

    def watch_clock(self) -> None:
        """Be woken before the time of the running seat is up, and when it is."""
        self.run_clock()
        now = time.monotonic()
        if not self.clocks.timed:
            return
        if self.clocks.seat is None:
            if now < self.grace_ends:
                self.after("go", self.grace_ends - now)
            return
        due = self.clocks.due(now, self.lag(self.clocks.seat))
        assert due is not None
        self.after("warn", max(0.0, due - self.clocks.warn_before(self.clocks.seat)))
        self.after("flag", due)

    def lag(self, seat: int) -> float:
        connection = self.seating.here.get(self.seating.person(seat))
        return connection.lag_s if connection else 0.0

    async def flag(self) -> None:
        """The time is up: a bot plays until the player is back."""
        seat = self.clocks.seat
        if seat is None or self.course is None or self.course.turn != seat:
            return
        if (self.clocks.due(time.monotonic(), self.lag(seat)) or 0.0) > 0.02:
            return  # he has played in the meantime
        if self.terms.clock.kind == "match":
            self.clocks.bank[seat] = 0.0
        await self.seating.mark(seat, True)
        self.tell_table()
        await self.go_on()

    def clock(self, warn: bool = False) -> wire.Clock:
        now = time.monotonic()
        window = None
        if self.course and self.course.window:
            running = self.course.moment == self.window_moment and "window" in self.timers
            window = round(max(0.0, self.window_ends - now), 1) if running else self.terms.window_s
        return wire.Clock(self.clocks.seat, self.clocks.shown(now), window, warn)

    # Bots.

    def ask_bots(self) -> None:
        course = self.course
        assert course is not None
        for seat in course.window or (course.turn,):
            if not self.seating.by_bot(seat) or seat in course.answers:
                continue
            if seat in self.thinking and self.thinking[seat][0] == course.moment:
                continue
            self.forget(seat)
            view, most_s = course.view(seat), self.terms.window_s / 2 if course.window else 60.0
            assert view is not None
            task = asyncio.create_task(self.think(seat, course.moment, view, course.legal(seat), most_s))
            self.thinking[seat] = (course.moment, task)

    async def think(self, seat: int, moment: int, view: View, legal: list[str], most_s: float) -> None:
        spec = self.seating.seats[seat].bot or stand_in(self.game.NAME)
        play = await self.house.bots.choose(spec, self.game.NAME, view, legal, most_s)
        self.inbox.put_nowait((None, Thought(seat, moment, play)))

    def forget(self, seat: int) -> None:
        """What a bot thinks for this seat is no longer wanted."""
        if seat in self.thinking:
            self.thinking.pop(seat)[1].cancel()

    # Undo.

    async def ask_undo(self, connection: Connection, message: wire.AskUndo) -> None:
        seat, course = self.own_seat(connection), self.course
        key = own_id(connection, message.id)
        if course is not None and (seat, key) in course.ids:
            connection.put(wire.Done(message.id, self.now(seat)))
            return
        if course is None or self.state != "playing":
            raise NotAllowed("not_now", "no match is being played")
        if not course.may_undo(seat):
            raise NotAllowed(
                "not_now", "only your own last play can be taken back, and only if it has shown no other card"
            )
        self.question = Question(seat, key, {s for s in self.seating.playing() if s != seat})
        await self.settle_question()

    async def answer_undo(self, connection: Connection, yes: bool) -> None:
        seat, question = self.own_seat(connection), self.question
        if question is None or seat not in question.waiting:
            raise NotAllowed("not_now", "nobody waits for your answer")
        if yes:
            question.waiting.discard(seat)
            await self.settle_question()
        else:
            self.question = None
            self.tell_all(wire.Undo(question.seat, refused=True))

    async def settle_question(self) -> None:
        question = self.question
        assert question is not None
        if question.waiting:
            self.tell_all(wire.Undo(question.seat, sorted(question.waiting)))
            return
        await self.enter_row(question.seat, UNDO, question.id)
        await self.go_on()

    def drop_question(self) -> None:
        if self.question is not None:
            question, self.question = self.question, None
            self.tell_all(wire.Undo(question.seat))

    # Telling.

    def tell(self, bundle: Bundle) -> None:
        """A row, to everybody who saw it: his own events and view."""
        watchers: str | None = None
        for connection in self.greeted():
            seat = self.seating.seat_of(connection.person.id)
            if not bundle.seen_by(SPECTATOR if seat is None else seat):
                continue
            if seat is None:
                watchers = watchers or wire.encode(self.news(bundle, None))
                connection.put_text(watchers)
            else:
                connection.put(self.news(bundle, seat))

    def news(self, bundle: Bundle, seat: int | None) -> wire.News:
        key = bundle.row.id if seat is not None and bundle.row.seat == seat else None
        return wire.News(self.now(seat), happened(bundle.events, seat), key.partition(".")[2] if key else None)

    def now(self, seat: int | None) -> wire.Now:
        """The present as a seat (None: a spectator) may see it."""
        course, match = self.course, self.match
        if course is None or match is None:
            return wire.Now(0, 0, 0)
        view = course.view(seat)
        return wire.Now(
            v=course.v[SPECTATOR if seat is None else seat],
            match=match.number,
            deal=course.deal_number,
            view=None if view is None else shown(self.game, view),
            actors=list(course.window) or ([course.turn] if course.turn >= 0 else []),
            legal=[] if seat is None else course.legal(seat),
            answered="" if seat is None else course.answers.get(seat, ""),
            totals=list(course.match.tally.totals),
            undo=seat is not None and course.may_undo(seat),
            clock=self.clock() if course.deal is not None else None,
        )

    def table_state(self) -> wire.TableState:
        course = self.course
        sheet: list[list[str]] = []
        seal = ""
        if course is not None:
            found = course.match.tally.sheet(self.side_names())
            sheet = [list(found.heads), *map(list, found.rows)]
            number = max(course.prepared, default=0)
            seal = course.prepared[number].seal if number else ""
        state: Any = self.state
        return wire.TableState(
            id=self.id,
            state=state,
            game=self.game.NAME,
            title=self.game.TITLE,
            options=self.terms.options,
            differences=self.differences,
            terms=self.terms.digest,
            clock=self.terms.clock,
            window_s=self.terms.window_s,
            seats=self.seating.states(),
            host=self.seating.host,
            public=self.seating.public,
            free_chat=self.terms.free_chat,
            watching=self.seating.watching,
            match=self.match.number if self.match else 0,
            deal=course.deal_number if course else 0,
            seal=seal,
            sheet=sheet,
        )

    def side_names(self) -> list[str]:
        names = self.seating.names()
        return [" + ".join(names[s] for s in self.game.members(side)) for side in range(self.game.sides)]

    def send_whole(self, connection: Connection, why: Any) -> None:
        seat = self.seating.seat_of(connection.person.id)
        connection.put(wire.State(why, self.table_state(), self.now(seat), connection.person.id, seat))

    def greeted(self) -> list[Connection]:
        return [c for c in self.seating.here.values() if c.greeted]

    def tell_all(self, message: wire.FromServer, but: Connection | None = None) -> None:
        frame = wire.encode(message)
        for connection in self.greeted():
            if connection is not but:
                connection.put_text(frame)

    def tell_table(self, but: Connection | None = None) -> None:
        self.tell_all(wire.TableNews(self.table_state()), but)

    # From the store.

    async def reload(self) -> None:
        """Everything anew from the database, whatever was going on here."""
        row = await self.house.store.table(self.id)
        assert row is not None
        self.state = row.state
        self.seating.seats = list(row.seats)
        await self.load()
        for connection in self.greeted():
            self.send_whole(connection, "gap")
        await self.go_on()

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
        self.window_moment = -1
        self.grace_ends = time.monotonic() + self.house.settings.grace_s


def own_id(connection: Connection, chosen: str) -> str:
    """The id of a play as it is stored: two people who sit at one seat in turn may choose the same."""
    return f"{connection.person.id}.{chosen}"
