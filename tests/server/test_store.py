"""What lasts: migrations, the group commit, what is done when a number is taken."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from kafenio.errors import BadOptions
from kafenio.server.course import Row
from kafenio.server.store import MatchRow, NotStored, Person, Question, Running, SeatRow, Store, TableRow, Taken
from kafenio.server.store.schema import metadata
from kafenio.server.table import nothing


def with_store(url: str, body: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Store(url)
        store.migrate()
        store.open()
        try:
            await body(store)
        finally:
            await store.close()

    asyncio.run(main())


async def begun(store: Store) -> Person:
    person, _ = await store.add_person("Eleni", "red")
    seats = (SeatRow(0, person), SeatRow(1, None, "random@1"))
    await store.add_table(TableRow("t1", "code", person.id, "open", True, {"game": "kozel"}, seats=seats))
    match = MatchRow("m1", "t1", 1, (0,) * 6, ("Eleni", "bot:random@1"), 5, None)
    await store.change(
        "t1",
        lambda row: replace(row, state="playing", matches=1),
        lambda c, before, after: store.begin_match(c, match, after.seats),
    )
    return person


def test_the_migrations_lead_to_the_schema(database: str) -> None:
    async def body(store: Store) -> None:
        with store.reading.connect() as c:
            assert compare_metadata(MigrationContext.configure(c), metadata) == []

    with_store(database, body)


def test_sqlite_keeps_what_it_has_committed(tmp_path: Path) -> None:
    async def body(store: Store) -> None:
        for engine in (store.writing, store.reading):
            with engine.connect() as c:
                assert c.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
                assert c.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL

    with_store(f"sqlite:///{tmp_path}/kafenio.db", body)


def test_one_taken_number_does_not_refuse_the_others(database: str) -> None:
    async def body(store: Store) -> None:
        await begun(store)
        rows = [
            Row(1, 0, "a", "c1"),
            Row(2, 0, "b", "c2"),
            Row(2, 1, "x", "d1"),
            Row(3, 0, "c", "c1"),
            Row(3, 1, "d", None),
        ]
        told = await asyncio.gather(*(store.add_row("m1", row) for row in rows), return_exceptions=True)
        assert [type(t) for t in told] == [type(None), type(None), Taken, Taken, type(None)]
        assert [(row.n, row.play) for row in await store.rows("m1")] == [(1, "a"), (2, "b"), (3, "d")]
        assert [row.n for row in await store.rows("m1", after=2)] == [3]

    with_store(database, body)


def test_a_table_comes_back_as_it_was(database: str) -> None:
    async def body(store: Store) -> None:
        person = await begun(store)
        (table,) = await store.live_tables()
        assert (table.id, table.state, table.host) == ("t1", "playing", person.id)
        assert table.seats == (SeatRow(0, person), SeatRow(1, None, "random@1"))
        changed = replace(
            table,
            seats=(table.seats[0], SeatRow(1, None, "greedy@1", False, True, 3)),
            banned=frozenset("b"),
            invited=frozenset("ac"),
            question=Question(1, 7, 0, "u1", (1,)),
            clock=Running(1, 7, 1500, None),
        )
        told = await store.change("t1", lambda _: changed, nothing)
        assert told == replace(changed, version=table.version + 1) == await store.table("t1")
        assert await store.change("t1", lambda row: row, nothing) == told  # nothing has changed, so there is no news

    with_store(database, body)


def test_what_may_not_be_changes_nothing_and_refuses_no_other(database: str) -> None:
    async def body(store: Store) -> None:
        await begun(store)

        def never(_: TableRow) -> TableRow:
            raise BadOptions("no")

        told = await asyncio.gather(
            store.change("t1", never, nothing),
            store.change("t1", lambda row: replace(row, public=False), nothing),
            return_exceptions=True,
        )
        table = await store.table("t1")
        assert type(told[0]) is BadOptions and told[1] == table and table is not None and not table.public

    with_store(database, body)


def test_tokens_are_kept_as_hashes_and_a_recovery_works_once(database: str) -> None:
    async def body(store: Store) -> None:
        person, token = await store.add_person("Eleni", "red")
        assert await store.person_of(token) == person
        assert await store.person_of(token + "x") is None
        recovery = await store.new_recovery(person.id)
        assert await store.person_of(recovery) is None  # it is no cookie
        found = await store.recover(recovery)
        assert found is not None and found[0] == person and await store.person_of(found[1]) == person
        assert await store.recover(recovery) is None
        with store.reading.connect() as c:
            kept = " ".join(str(row) for row in c.exec_driver_sql("SELECT * FROM sessions"))
        assert token not in kept and recovery not in kept

    with_store(database, body)


def test_when_the_disk_is_full_nothing_is_told_and_later_all_goes_on(tmp_path: Path) -> None:
    async def body(store: Store) -> None:
        await begun(store)

        def room(pages: int) -> None:
            with store.writing.connect() as c:  # the one connection of the pool
                c.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

        room(1)  # it never shrinks: as many as there are
        told, n = [], 0
        with pytest.raises(NotStored):
            while True:
                n += 1
                await store.add_row("m1", Row(n, 0, "lay 2c" * 50, f"c{n}"))
                told.append(n)
        room(10_000)
        await store.add_row("m1", Row(n, 0, "lay 2c", f"c{n}"))
        assert [row.n for row in await store.rows("m1")] == [*told, n]

    with_store(f"sqlite:///{tmp_path}/kafenio.db", body)


def test_what_is_to_be_done_while_a_row_is_written_is_done_once_and_not_for_a_row_that_is_refused(
    tmp_path: Path,
) -> None:
    async def body(store: Store) -> None:
        await begun(store)
        done: list[str] = []
        await store.add_row("m1", Row(1, 0, "a", "c1"), lambda: done.append("a"))
        assert done == ["a"]
        with pytest.raises(Taken):
            await store.add_row("m1", Row(1, 1, "b", "d1"), lambda: done.append("b"))
        assert done == ["a"]

    with_store(f"sqlite:///{tmp_path}/kafenio.db", body)
