"""What a table tells: to each viewer his own events and his own view, made from the audiences."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from kafenio.audience import SPECTATOR
from kafenio.bots.shown import Writer
from kafenio.server import wire
from kafenio.server.course import Bundle, Course
from kafenio.server.outbox import Connection
from kafenio.server.shown import fact, happened, settled

if TYPE_CHECKING:
    from kafenio.server.table import Table

__all__ = ["Frames", "Telling"]

Frames: TypeAlias = list[tuple[Connection, bytes]]  # what is to be sent, and to whom


class Telling:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.writer = Writer(table.game)

    def written(self, bundle: Bundle) -> Frames:
        """A row, for everybody who saw it: his own events and view."""
        course, watchers = self.table.course, b""
        assert course is not None
        alike, found = self.alike(course), Frames()
        for connection in self.greeted():
            seat = self.table.seating.seat_of(connection.person.id)
            if not bundle.seen_by(SPECTATOR if seat is None else seat):
                continue
            if seat is not None:
                found.append((connection, wire.encoded(self.news(bundle, seat, alike))))
            else:
                watchers = watchers or wire.encoded(self.news(bundle, None, alike))
                found.append((connection, watchers))
        return found

    def send(self, frames: Frames) -> None:
        for connection, frame in frames:
            connection.put_text(frame)

    def news(self, bundle: Bundle, seat: int | None, alike: dict[str, Any]) -> wire.News:
        key = bundle.row.id if seat is not None and bundle.row.seat == seat else None
        return wire.News(
            self.now(seat, alike),
            happened(self.table.game, bundle.events, seat),
            key.partition(".")[2] if key else None,
        )

    def now(self, seat: int | None, alike: dict[str, Any] | None = None) -> wire.Now:
        """The present as a seat (None: a spectator) may see it; `alike` is shared between those who are told at once."""
        course, match = self.table.course, self.table.match
        if course is None or match is None:
            return wire.Now(0, 0, 0)
        view = course.view(seat)
        return wire.Now(
            v=course.v[SPECTATOR if seat is None else seat],
            match=match.number,
            deal=course.deal_number,
            view=None if view is None else cast(Any, self.writer.json(view)),
            legal=[] if seat is None else course.legal(seat),
            answered="" if seat is None else course.answers.get(seat, ""),
            settled=settled(course.match, seat),
            beats={} if view is None or seat is None else self.table.game.beating(view),
            undo=seat is not None and self.table.playing.may_undo(seat),
            **(alike or self.alike(course)),
        )

    def alike(self, course: Course) -> dict[str, Any]:
        """Of the present, what everyone is told alike."""
        deal = course.deal
        return {
            "actors": list(course.window) or ([course.turn] if course.turn >= 0 else []),
            "totals": list(course.match.tally.totals),
            "history": course.history,
            "result": fact(course.match.deals[-1].result) if deal is None and course.match.deals else None,
            "winners": list(course.match.tally.winners),
            "clock": self.clock() if deal is not None else None,
        }

    def clock(self, warn: bool = False) -> wire.Clock:
        now = time.monotonic()
        window = None
        if self.table.course and self.table.course.window and not self.table.duties.alone():
            running = self.table.course.moment == self.table.duties.window_moment and "window" in self.table.timers
            left = self.table.duties.window_ends - now if running else self.table.duties.window_lasts_s()
            window = round(max(0.0, left), 1)
        return wire.Clock(self.table.clocks.seat, self.table.clocks.shown(now), window, warn)

    def send_whole(self, connection: Connection, why: Any) -> None:
        seat, course = self.table.seating.seat_of(connection.person.id), self.table.course
        since = course.earliest(SPECTATOR if seat is None else seat) if course else 0
        connection.put(wire.State(why, self.table_state(), self.now(seat), connection.person.id, seat, since))

    def greeted(self) -> list[Connection]:
        return [c for c in self.table.seating.here.values() if c.greeted]

    def tell_all(self, message: wire.FromServer, but: Sequence[Connection] = ()) -> None:
        frame = wire.encoded(message)
        for connection in self.greeted():
            if connection not in but:
                connection.put_text(frame)

    def tell_table(self, but: Sequence[Connection] = ()) -> None:
        self.tell_all(wire.TableNews(self.table_state()), but)
        self.table.house.changed(self.table.id)

    def table_state(self) -> wire.TableState:
        course = self.table.course
        sheet: list[list[Any]] = []
        seal = ""
        if course is not None:
            found = course.match.tally.sheet()
            sheet = [list(found.heads), *map(list, found.rows)]
            number = max(course.prepared, default=0)
            seal = course.prepared[number].seal if number else ""
        state: Any = self.table.state
        return wire.TableState(
            id=self.table.id,
            state=state,
            game=self.table.game.NAME,
            title=self.table.game.TITLE,
            options=self.table.terms.options,
            differences=self.table.differences,
            terms=self.table.terms.digest,
            clock=self.table.terms.clock,
            window_s=self.table.terms.window_s,
            seats=self.table.seating.states(self.table.next_deal, self.table.out),
            host=self.table.seating.host,
            public=self.table.seating.public,
            free_chat=self.table.terms.free_chat,
            rated=self.table.terms.rated,
            watching=self.table.seating.watching,
            match=self.table.match.number if self.table.match else 0,
            deal=course.deal_number if course else 0,
            seal=seal,
            sheet=sheet,
        )
