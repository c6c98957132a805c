"""Who is brought together, and that two processes that share a database bring nobody together twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import pytest
from sqlalchemy import update

from kafenio.server.store import Person, SeatRow, TableRow, now_ms, schema
from kafenio.server.store.pool import Outcome, Pool, Reach, Seeker, group
from server.making import two_stores

NOBODY = Person("0", "", "blue")
REACH = Reach(4.0, 0.5)
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
    assert "".join(s.id for s in group(seekers(*presets), players, REACH, 0)) == expected


@pytest.mark.parametrize(
    ("strengths", "players", "waited_s", "expected"),
    [
        ([25, 31], 2, 0, ""),  # too far apart …
        ([25, 31], 2, 4, "01"),  # … but not for ever: after four seconds the circle is 4 + 4 * 0.5
        ([25, 31], 2, 3, ""),
        ([25, 31, 28, 26], 2, 0, "03"),  # the nearest, not who has waited longest
        ([25, 40, 41], 2, 0, "12"),  # nobody waits because somebody else does
        ([25, 28, 22, 26], 3, 0, "031"),  # as near: who has waited longer
        ([25, 28, 40], 3, 0, ""),
        ([25, 28, 40], 3, 30, "012"),
    ],
)
def test_near_strengths_meet_first_and_the_circle_grows_while_one_waits(
    strengths: Sequence[float], players: int, waited_s: int, expected: str
) -> None:
    waiting = [replace(seeker, since=0, mu=mu) for seeker, mu in zip(seekers(*[None] * 4), strengths, strict=False)]
    assert "".join(s.id for s in group(waiting, players, REACH, 1000 * waited_s)) == expected


def table(found: Sequence[Seeker]) -> TableRow:
    seats = [SeatRow(n, seeker.person) for n, seeker in enumerate(found)]
    return TableRow(f"t{next(numbers)}", "code", found[0].person.id, "open", False, {"game": "ronda"}, seats=seats)


def test_two_processes_bring_nobody_together_twice(each_database: str) -> None:
    """Twenty people look at once, through two processes that share a database, for tables of two."""

    async def body() -> None:
        async with two_stores(each_database) as stores:
            pools = [Pool(store, REACH) for store in stores]
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

    asyncio.run(body())


def test_who_has_waited_long_enough_is_brought_together_once(each_database: str) -> None:
    """Two far apart wait until both processes see, at once, that they may meet by now."""

    async def body() -> None:
        async with two_stores(each_database) as stores:
            pools = [Pool(store, Reach(4.0, 1000.0)) for store in stores]
            people = [(await stores[0].add_person(f"P{n}", "blue"))[0] for n in range(8)]
            for n, person in enumerate(people):
                ahead = replace(seeker(person), mu=100.0 * n, since=now_ms() + 3_600_000)  # nobody's circle has grown
                assert (await pools[n % 2].enter(ahead, 2, table)).table is None
            assert [await pool.look("pool", 2, table) for pool in pools] == [None, None]
            await stores[0].write(update(schema.waiting).values(since=now_ms() - 1000))
            told = await asyncio.gather(*(pools[n % 2].look("pool", 2, table) for n in range(12)))
            rows = [row for row in told if row is not None]
            seated = [seat.person.id for row in rows for seat in row.seats if seat.person]
            assert len(rows) == 4 and sorted(seated) == sorted(person.id for person in people)
            assert await pools[0].waiting("pool") == []

    asyncio.run(body())
