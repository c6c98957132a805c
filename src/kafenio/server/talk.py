"""What people say at a table, whom they do not want to hear, and what they report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kafenio.server import wire
from kafenio.server.bots import stand_in
from kafenio.server.export import place_of
from kafenio.server.inbox import Overheard
from kafenio.server.outbox import Budget, Connection
from kafenio.server.phrases import PHRASES
from kafenio.server.seating import NotAllowed
from kafenio.server.store import Taken, now_ms
from kafenio.server.store.reports import NewReport, Reports

if TYPE_CHECKING:
    from kafenio.server.table import Table

__all__ = ["Talk"]

REMEMBERED = 40  # the last words, which go along with a report


class Talk:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.reports = Reports(table.house.store)
        self.recent: list[dict[str, Any]] = []
        self.budgets: dict[str, Budget] = {}  # by person

    async def on_say(self, connection: Connection, message: wire.Say) -> None:
        if message.phrase is not None and message.phrase not in PHRASES:
            raise NotAllowed("unknown", f"no phrase {message.phrase!r}; phrases: {', '.join(PHRASES)}")
        if message.text is not None and not self.table.terms.free_chat:
            raise NotAllowed("not_yours", "at this table only the ready phrases may be said")
        if (message.phrase is None) == (message.text is None):
            raise NotAllowed("unknown", "a phrase or a text expected")
        person, settings = connection.person, self.table.house.settings
        budget = self.budgets.setdefault(person.id, Budget(settings.words, settings.words_per_s))
        if not budget.take():
            raise NotAllowed("too_fast", "one after the other: say less")
        seat = self.table.seating.seat_of(person.id)
        said = wire.Said(person.name, person.id, seat, message.phrase or "", message.text or "")
        await self.table.company.tell_everywhere(Overheard(wire.encode(said), person.id))

    def remember(self, frame: str) -> None:
        """What was said here, at whatever process."""
        del self.recent[: 1 - REMEMBERED]
        self.recent.append({**msgspec.json.decode(frame), "at": now_ms()})

    async def on_mute(self, connection: Connection, message: wire.Mute) -> None:
        if message.person == connection.person.id:
            raise NotAllowed("not_now", "you hear yourself anyway")
        try:
            muted = await self.reports.mute(connection.person.id, message.person, message.on)
        except Taken:
            raise NotAllowed("unknown", "no such person") from None
        connection.muted = muted
        connection.put(wire.Muted(sorted(muted)))

    async def on_report(self, connection: Connection, message: wire.Report) -> None:
        text = {"why": message.why, "said": list(self.recent)}
        match = self.table.match.id if self.table.match else None
        await self.note(
            connection, NewReport("person", connection.person.id, message.person, self.table.id, match, None, text)
        )

    async def on_report_play(self, connection: Connection, message: wire.ReportPlay) -> None:
        """While the match is played its place in the record is not looked for, nor kept: it would tell what was hidden."""
        course, match, seat = self.table.course, self.table.match, message.seat
        if course is None or match is None or seat >= self.table.game.seats:
            raise NotAllowed("not_now", "no match is being played, or there is no such seat")
        state = self.table.seating.seats[seat]
        bot = state.bot or (stand_in(self.table.game.NAME) if state.absent else "")
        if not bot:
            raise NotAllowed("unknown", f"no bot plays at seat {seat}")
        text: dict[str, Any] = {"why": message.why, "seat": seat, "bot": bot, "row": course.moment}
        asked = {"deal": message.deal, "ply": message.ply}
        if course.match.over:
            found = place_of(course.match, seat, message.deal, message.ply)
            if found is None:
                raise NotAllowed("unknown", f"no such play of seat {seat}")
            asked = found
        await self.note(
            connection,
            NewReport("play", connection.person.id, None, self.table.id, match.id, course.moment, text | asked),
        )

    async def note(self, connection: Connection, report: NewReport) -> None:
        try:
            key = await self.reports.add(report)
        except Taken as e:
            raise NotAllowed("not_now", str(e)) from None
        connection.put(wire.Noted(key))
