"""Killed at any moment, a server goes on where it stood: nothing lost, nothing doubled, nothing dealt again."""

from __future__ import annotations

import asyncio
import random
import resource
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
import websockets

from kafenio.server.clocks import LAG_MOST
from server.client import Human, Pair, Server, chooser, everybody_agrees, run, table_of
from server.database import rewrite, stored
from server.making import KINDS, Makes
from server.postgres import Postgres
from server.test_matches import SHORT, check


async def restless(human: Human, seed: int, lost: Callable[[], Awaitable[object]]) -> None:
    """Plays to the end whatever happens to the server: after `lost` comes back, sends again what was not settled."""
    choose = chooser(seed, eager=True)
    while not human.over or human.sent is not None:
        try:
            if human.socket is None:
                await human.connect()
                if human.sent:
                    await human.send(human.sent)
            await human.play_on(choose)
            await human.until(lambda: human.sent is None)
        except (websockets.ConnectionClosed, websockets.InvalidHandshake, OSError, TimeoutError):
            human.socket = None
            await lost()


async def killed_in_mid_match(server: Server | Pair, game: str, kills: int, seed: int) -> str:
    """A match of two people and a bot during which the server dies so many times: its record."""
    rng, down = random.Random(seed), asyncio.Event()
    down.set()
    humans = [Human(server, f"P{i}").come_in() for i in range(2)]
    await table_of(humans, game, players=3, bots=["random"], options=SHORT[game])
    await everybody_agrees(humans)
    playing = [asyncio.create_task(restless(h, i, down.wait)) for i, h in enumerate(humans)]
    for _ in range(kills):
        v = humans[0].now["v"] + rng.randint(2, 8)
        while humans[0].now["v"] < v and not humans[0].over:
            await asyncio.sleep(0.001)
        down.clear()
        server.kill()
        await asyncio.to_thread(server.start)
        down.set()
    await asyncio.gather(*playing)
    told = Counter((h.seat, key) for h in humans for key in set(h.accepted))
    assert Counter(stored(server, humans[0].table)) == told
    assert all(h.sent is None for h in humans)
    return str(await asyncio.to_thread(humans[0].http, "GET", f"/api/tables/{humans[0].table}/record"))


def test_server_killed_in_mid_match_loses_and_doubles_nothing(made: Makes) -> None:
    check(run(killed_in_mid_match(made(), "kozel", 2, 5)))


def test_clocks_stand_after_a_restart_where_they_stood(made: Makes) -> None:
    server = made(grace_s=20.0)

    async def main() -> None:
        humans = [Human(server, f"P{i}").come_in() for i in range(2)]
        clock = {"kind": "match", "seconds": 100, "increment": 1}
        await table_of(humans, "kontsina", clock=clock, options={"first_dealer": "seat:1"})
        await everybody_agrees(humans)
        a, b = humans
        await asyncio.sleep(1.2)
        await a.play(a.now["legal"][0])
        for human in humans:
            await human.until(lambda h=human: h.now["v"] == 2)  # type: ignore[misc]
        before = b.now["clock"]["left_s"]
        assert 98.0 <= before[0] <= 99.8 + LAG_MOST and 99.0 < before[1] <= 100.0  # 1.2 s less 1 s, but for the lag
        server.kill()
        await asyncio.sleep(1.5)
        await asyncio.to_thread(server.start)
        await asyncio.sleep(1.5)  # nobody is back yet, so nobody's time runs
        await b.connect()
        assert b.now["clock"]["left_s"][0] == before[0] and b.now["clock"]["left_s"][1] > 99.0

    run(main())


def test_server_on_postgresql_killed_in_mid_match(postgres: Postgres) -> None:
    server = Server(postgres.database("killed"))
    try:
        check(run(killed_in_mid_match(server, "ronda", 2, 6)))
    finally:
        server.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_database_killed_and_back_in_mid_match(postgres: Postgres, kind: str) -> None:
    server = (Pair if kind == "pair" else Server)(postgres.database(f"back_{kind}"))

    async def main() -> str:
        humans = [Human(server, f"P{i}").come_in() for i in range(2)]
        await table_of(humans, "ronda", options=SHORT["ronda"])
        await everybody_agrees(humans)
        playing = [asyncio.create_task(patient(h, i)) for i, h in enumerate(humans)]
        while humans[0].now["v"] < 10:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(postgres.kill)
        await asyncio.sleep(0.2)
        await asyncio.to_thread(postgres.start)
        await asyncio.gather(*playing)
        told = Counter((h.seat, key) for h in humans for key in set(h.accepted))
        assert Counter(stored(server, humans[0].table)) == told
        return str(await asyncio.to_thread(humans[0].http, "GET", f"/api/tables/{humans[0].table}/record"))

    try:
        check(run(main()))
    finally:
        server.stop()


def write_limit(server: Server, most: int) -> None:
    """No file of this process grows beyond that: what lies further is refused, as on a disk that is full."""
    assert server.process is not None
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard if most < 0 else most, hard))


NO_ROOM = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER no_room BEFORE INSERT ON plays EXECUTE FUNCTION no_room();
"""


@contextmanager
def full_disk(server: Server | Pair) -> Iterator[None]:
    """Nothing can be written: with SQLite because the system refuses it, with PostgreSQL because it says the same of its disk."""
    if isinstance(server, Server):
        write_limit(server, 4096)
        yield
        write_limit(server, -1)
    else:
        rewrite(server, NO_ROOM)
        yield
        rewrite(server, "DROP FUNCTION no_room CASCADE")


def test_while_the_disk_is_full_plays_are_refused_and_then_the_match_goes_on(made: Makes) -> None:
    server = made()

    async def main() -> str:
        humans = [Human(server, f"P{i}").come_in() for i in range(2)]
        await table_of(humans, "kontsina", options={**SHORT["kontsina"], "first_dealer": "seat:1"})
        await everybody_agrees(humans)
        a, b = humans
        with full_disk(server):
            await a.play(a.now["legal"][0])
            for times in (1, 2):
                await a.until(lambda n=times: len(a.refusals) == n)  # type: ignore[misc]
                assert a.refusals[-1]["code"] == "not_stored"
                await a.send(a.sent)
            await b.send({"t": "hello"})
            await b.until(lambda: b.last("t") == "state" and b.last("why") == "hello")
            assert b.now["v"] == 1  # the deal alone
            assert len(stored(server, a.table)) == 0
        await asyncio.gather(*(patient(h, i) for i, h in enumerate(humans)))
        told = Counter((h.seat, key) for h in humans for key in set(h.accepted))
        assert Counter(stored(server, a.table)) == told
        return str(await asyncio.to_thread(a.http, "GET", f"/api/tables/{a.table}/record"))

    check(run(main()))


async def patient(human: Human, seed: int) -> None:
    """Sends again what the server could not store."""
    choose = chooser(seed)
    while not human.over or human.sent is not None:
        if human.now.get("legal") and human.sent is None:
            await human.play(choose(human.now["legal"]))
        with suppress(TimeoutError):
            message = await human.receive(1.0)
            if message["t"] != "refused":
                continue
        if human.sent is not None:
            await asyncio.sleep(0.2)
            await human.send(human.sent)
