"""Who is brought together, and that two processes that share a database bring nobody together twice."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import pytest

from kafenio.server.store import Person, SeatRow, Store, TableRow, now_ms
from kafenio.server.store.pool import Outcome, Pool, Seeker, group
from server.postgres import Postgres

NOBODY = Person("0", "", "blue")
numbers = count()


def seekers(*presets: str | None) -> list[Seeker]:
    return [Seeker(NOBODY, "pool", preset, "{}", f"{n}", n) for n, preset in enumerate(presets)]


def seeker(person: Person, pool: str = "pool") -> Seeker:
    return Seeker(person, pool, None, "{}", f"s{next(numbers)}", now_ms())


@pytest.mark.parametrize(
    ("presets", "players", "expected"),
    [
        ([None, None], 2, "01"),
        ([None, None], 3, ""),
        (["cafe", "quick"], 2, ""),
        (["cafe", "quick", "quick"], 2, "12"),
        (["cafe", "quick", None], 2, "02"),
        (["cafe", None, "quick", None], 3, "013"),
        ([None, "cafe", "cafe"], 2, "01"),
    ],
)
def test_those_who_have_waited_longest_play_together(
    presets: Sequence[str | None], players: int, expected: str
) -> None:
    assert "".join(s.id for s in group(seekers(*presets), players)) == expected


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="kafenio-pg-") as folder:
        found = Postgres(Path(folder))
        yield found
        found.stop()


def table(found: Sequence[Seeker]) -> TableRow:
    seats = [SeatRow(n, seeker.person) for n, seeker in enumerate(found)]
    return TableRow(f"t{next(numbers)}", "code", found[0].person.id, "open", False, {"game": "ronda"}, seats=seats)


def both_processes(url: str) -> None:
    """Twenty people look at once, through two processes that share a database, for tables of two."""

    async def body() -> None:
        stores = [Store(url), Store(url)]
        stores[0].migrate()
        for store in stores:
            store.open()
        try:
            stores[1].number = 2
            pools = [Pool(store) for store in stores]
            people = [(await stores[0].add_person(f"P{n}", "blue"))[0] for n in range(20)]
            told = await asyncio.gather(
                *(pools[n % 2].enter(seeker(person), 2, table) for n, person in enumerate(people))
            )
            rows = [entered.table for entered in told if entered.table is not None]
            seated = [seat.person.id for row in rows for seat in row.seats if seat.person]
            assert len(rows) == 10 and sorted(seated) == sorted(person.id for person in people)
            for row in rows:
                stored = await stores[1].table(row.id)
                assert stored is not None and [s.person for s in stored.seats] == [s.person for s in row.seats]
            first, second, third = seeker(people[0]), seeker(people[0], "other"), seeker(people[1])
            assert (await pools[0].enter(first, 2, table)).table is None
            assert await pools[1].waiting("pool") == [first]
            assert (await pools[1].enter(second, 2, table)).pools == {"pool", "other"}
            assert await pools[0].waiting("pool") == [] and not await pools[0].leave(first)
            await pools[0].enter(third, 2, table)
            await stores[1].claim(stores[0].number)  # that process is no more
            assert not await pools[0].leave(third)
            # who has missed the news asks what has become of him
            assert [await pools[1].outcome(s) for s in (second, third)] == [
                Outcome(second.id, None),
                Outcome(None, None),
            ]
            fourth = seeker(people[2], "other")
            (made,) = [(await pools[0].enter(fourth, 2, table)).table]
            assert (
                made is not None
                and [await pools[1].outcome(s) for s in (second, fourth)] == [Outcome(None, made.id)] * 2
            )
        finally:
            for store in stores:
                await store.close()

    asyncio.run(body())


def test_two_processes_bring_nobody_together_twice_on_sqlite(tmp_path: Path) -> None:
    both_processes(f"sqlite:///{tmp_path}/kafenio.db")


def test_two_processes_bring_nobody_together_twice_on_postgresql(postgres: Postgres) -> None:
    both_processes(postgres.database("pool"))
