"""Two server processes share a PostgreSQL: any of them serves any socket, and one may die at any moment."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from server.client import Human, Server, chooser, everybody_agrees, run
from server.postgres import Postgres
from server.test_crashes import stored
from server.test_matches import SHORT, check


class Pair:
    """Two processes with one database. Who is killed comes back as another one."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.database = database
        self.one, self.two = (Server(database, beat_s=0.5, **settings) for _ in range(2))

    def stop(self) -> None:
        for server in (self.one, self.two):
            server.stop()


@pytest.fixture(scope="module")
def pair(postgres: Postgres) -> Iterator[Pair]:
    found = Pair(postgres.database("pair"))
    yield found
    found.stop()


async def spread(pair: Pair, game: str, **wanted: Any) -> tuple[Human, Human]:
    """Two people at one table, each at another process; the table was made at the first."""
    a, b = Human(pair.one, "A").come_in(), Human(pair.two, "B").come_in()
    b.join(await asyncio.to_thread(a.make, game, **wanted))
    await a.connect()
    await b.connect()
    await b.sit(1)
    return a, b


async def both(a: Human, b: Human, v: int) -> None:
    for human in (a, b):
        await human.until(lambda h=human: h.now["v"] >= v)  # type: ignore[misc]


@pytest.mark.parametrize("game", SHORT)
def test_whole_match_of_two_people_at_two_processes_and_a_bot(pair: Pair, game: str) -> None:
    async def body() -> str:
        a, b = await spread(pair, game, players=3, bots=["random"], options=SHORT[game])
        await everybody_agrees([a, b])
        await asyncio.gather(*(h.play_on(chooser(i, eager=True)) for i, h in enumerate((a, b))))
        told = Counter((h.seat, key) for h in (a, b) for key in set(h.accepted))
        assert Counter(stored(pair.database, a.table)) == told
        records = [await asyncio.to_thread(h.http, "GET", f"/api/tables/{h.table}/record") for h in (a, b)]
        assert records[0] == records[1]
        return str(records[0])

    check(run(body()))
