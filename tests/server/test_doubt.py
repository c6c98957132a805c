"""When it is not known here what stands in the database: nothing unchecked is stored, and nothing that stands is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from kafenio.game import load
from kafenio.server import wire
from kafenio.server.bots import Bots
from kafenio.server.course import DEAL, TABLE, UNDO, Course, Row
from kafenio.server.inbox import Heard, House, Tick
from kafenio.server.outbox import Connection
from kafenio.server.sealed import Shuffler, prepared
from kafenio.server.settings import Settings
from kafenio.server.store import MatchRow, NotStored, Person, SeatRow, Store, TableRow, Taken
from kafenio.server.table import Table
from kafenio.server.terms import Terms, standing
from server.ear import Ear


class Desk:
    """A table in play where a person at seat 0 leads, without a task: each thing is done when the test says so."""

    def __init__(self, store: Store, table: Table, person: Person) -> None:
        self.store, self.table = store, table
        self.ear = Ear()
        self.connection = Connection(person, self.ear)
        table.company.enter(self.connection)
        self.connection.greeted = True

    async def says(self, message: wire.FromClient) -> list[dict[str, Any]]:
        """What is answered."""
        return await self.told(self.connection, message)

    async def hears(self, message: Heard | Tick) -> list[dict[str, Any]]:
        """What the person is told when another process has done something."""
        return await self.told(None, message)

    async def told(self, connection: Connection | None, message: Any) -> list[dict[str, Any]]:
        self.ear.told()
        await self.table.guarded(connection, message)
        return self.ear.told()

    async def behind_its_back(self, seat: int, play: str) -> None:
        """A row stands, and the table was told that nobody knows."""
        assert self.table.match is not None and self.table.course is not None
        await self.store.add_row(self.table.match.id, Row(self.table.course.n + 1, seat, play))
        self.table.doubt = True

    async def stored(self) -> list[str]:
        assert self.table.match is not None
        return [row.play for row in await self.store.rows(self.table.match.id)]


def at_desk(url: str, body: Callable[[Desk], Awaitable[None]]) -> None:
    async def main() -> None:
        store, bots = Store(url), Bots((0.0, 0.0))
        store.migrate()
        store.open()
        try:
            person, _ = await store.add_person("Eleni", "red")
            options = load("kontsina").of(None, players=2, first_dealer="seat:1").options.plain()
            terms = Terms("kontsina", options)
            seats = (SeatRow(0, person), SeatRow(1, None, "random@1"))
            row = TableRow("t1", "code", person.id, "playing", True, msgspec.to_builtins(terms), seats=seats, matches=1)
            await store.add_table(row)
            match = MatchRow("m1", "t1", 1, (0,) * 6, ("Eleni", "bot:random@1"), 5, None)
            await store.do(lambda c: store.begin_match(c, match, seats))
            table = Table(
                House(store, Settings(), bots, Shuffler()),
                row,
                standing(msgspec.json.encode(terms, order="deterministic")),
            )
            await table.load()
            assert table.course is not None
            table.course.prepared[1] = prepared(table.course.match, Shuffler())
            await store.add_deal(match, table.course.prepared[1])
            try:
                await body(Desk(store, table, person))
            finally:
                await table.stop()
        finally:
            bots.close()
            await store.close()

    asyncio.run(main())


def test_a_deal_that_stands_without_an_answer_is_not_stored_again(database: str) -> None:
    async def body(desk: Desk) -> None:
        await desk.behind_its_back(TABLE, DEAL)
        with pytest.raises(Taken):
            await desk.table.playing.enter_row(TABLE, DEAL)
        assert await desk.stored() == [DEAL]
        assert desk.table.course is not None and desk.table.course.turn == 0

    at_desk(database, body)


def test_who_asks_for_a_play_back_that_stands_without_an_answer_is_not_refused(database: str) -> None:
    async def body(desk: Desk) -> None:
        await desk.table.playing.enter_row(TABLE, DEAL)
        assert desk.table.course is not None
        play = desk.table.course.legal(0)[0]
        await desk.behind_its_back(0, play)
        answers = await desk.says(wire.AskUndo("u1"))
        assert not [answer for answer in answers if answer["t"] == "refused"]
        assert await desk.stored() == [DEAL, play, UNDO]

    at_desk(database, body)


def test_a_play_that_stands_is_not_refused_because_what_comes_after_it_fails(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(desk: Desk) -> None:
        async def fails() -> None:
            raise NotStored("the database is away")

        await desk.table.playing.enter_row(TABLE, DEAL)
        assert desk.table.course is not None
        play = desk.table.course.legal(0)[0]
        monkeypatch.setattr(desk.table.duties, "go_on", fails)
        sent = wire.Play("p1", desk.table.course.v[0], play)
        answers = await desk.says(sent)
        assert [answer.get("id") for answer in answers if answer["t"] in ("news", "refused")] == ["p1"]
        assert await desk.stored() == [DEAL, play] and desk.table.doubt
        assert [answer["t"] for answer in await desk.says(sent)] == ["done"]

    at_desk(database, body)


def test_a_seal_is_told_before_the_first_card_although_its_own_news_were_lost(database: str) -> None:
    async def body(desk: Desk) -> None:
        course, match = desk.table.course, desk.table.match
        assert course is not None and match is not None
        seal = course.prepared.pop(1).seal  # it was drawn at another process, which then has dealt
        row = Row(1, TABLE, DEAL)
        await desk.store.add_row(match.id, row)
        told = await desk.hears(Heard(match.id, [row]))
        assert [frame["t"] for frame in told][:2] == ["table", "news"] and told[0]["table"]["seal"] == seal

    at_desk(database, body)


def test_a_seal_is_told_in_the_pause_although_the_end_of_the_deal_is_heard_with_it(database: str) -> None:
    async def body(desk: Desk) -> None:
        course, match = desk.table.course, desk.table.match
        assert course is not None and match is not None
        desk.store.number += 1  # another process looks after the table
        await desk.table.playing.enter_row(TABLE, DEAL)
        ahead = Course.rebuilt(desk.table.game, match.base, [course.prepared[1]], await desk.store.rows(match.id))
        while ahead.deal is not None:
            row = Row(ahead.n + 1, ahead.turn, ahead.legal(ahead.turn)[0])
            await desk.store.add_row(match.id, row)
            ahead.apply(row)
        deal = prepared(ahead.match, Shuffler())
        await desk.store.add_deal(match, deal)
        told = await desk.hears(Tick("news"))
        assert course.n == ahead.n and course.deal is None
        assert told[-1]["t"] == "table" and told[-1]["table"]["seal"] == deal.seal

    at_desk(database, body)


@pytest.mark.parametrize("failure", [NotStored("the disk is full"), Taken("another was first")], ids=["lost", "taken"])
def test_what_was_made_ready_while_the_row_was_written_is_told_to_nobody_if_it_does_not_stand(
    database: str, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    async def body(desk: Desk) -> None:
        async def fails(_: str, __: Row, meanwhile: Callable[[], None]) -> None:
            meanwhile()
            assert desk.table.course is not None and desk.table.course.n == 2
            raise failure

        await desk.table.playing.enter_row(TABLE, DEAL)
        course, clocks = desk.table.course, desk.table.clocks.copy()
        assert course is not None
        play = course.legal(0)[0]
        sent = wire.Play("p1", course.v[0], play)
        with monkeypatch.context() as patched:
            patched.setattr(desk.store, "add_row", fails)
            answers = await desk.says(sent)
        assert [answer["t"] for answer in answers] == ["refused"]
        assert course.n == 1 and play in course.legal(0)
        assert vars(desk.table.clocks) | {"held": None} == vars(clocks)  # time stands still, but nobody was charged
        assert [answer["t"] for answer in await desk.says(sent) if answer.get("id") == "p1"] == ["news"]
        assert await desk.stored() == [DEAL, play]

    at_desk(database, body)
