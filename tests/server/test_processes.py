"""Two server processes share a PostgreSQL: any of them serves any socket, and one may die at any moment."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest

from server.client import Human, Pair, Server, chooser, run, table_of
from server.database import stored
from server.postgres import Postgres
from server.test_crashes import restless
from server.test_matches import SHORT, check


async def both(a: Human, b: Human, true: Any) -> None:
    for human in (a, b):
        await human.until(lambda h=human: true(h))  # type: ignore[misc]


async def spread(pair: Pair, game: str, **wanted: Any) -> tuple[Human, Human]:
    """A match of two people, each at another process, has begun; the first one's looks after the table."""
    a, b = Human(pair, "A").come_in(), Human(pair, "B").come_in()
    if a.server is pair.two:
        a, b = b, a
    await table_of([a, b], game, **wanted)
    await b.agree()
    await a.until(lambda: a.state["seats"][1].get("agreed"))
    await a.agree()
    await both(a, b, lambda human: human.now.get("deal"))
    return a, b


def owner(database: str, table: str) -> int:
    with psycopg.connect(database) as c:
        found = c.execute("SELECT owner FROM tables WHERE id = %s", (table,)).fetchone()
    assert found is not None
    return int(found[0])


def test_two_who_sit_down_at_once_do_not_share_a_seat(pair: Pair) -> None:
    async def body() -> None:
        for _ in range(5):
            a, b, c = (Human(pair, name).come_in() for name in "ABC")
            made = await table_of([a], "ronda", players=2)
            for human in (b, c):
                human.join(made)
                await human.connect()
            await asyncio.gather(*(human.send({"t": "sit", "seat": 1}) for human in (b, c)))
            for human in (b, c):
                await human.until(lambda h=human: h.seat == 1 or h.refusals)  # type: ignore[misc]
            assert sorted([b.seat is None, c.seat is None]) == [False, True]
            assert {human.refusals[0]["code"] for human in (b, c) if human.seat is None} == {"taken"}

    run(body())


def test_a_play_sent_again_at_another_process_is_not_played_twice(pair: Pair) -> None:
    async def body() -> None:
        a, b = await spread(pair, "kontsina", options={"first_dealer": "seat:1"})
        sent = await a.play(a.now["legal"][0])
        await both(a, b, lambda human: human.now["v"] == 2)
        a.server = pair.other(a.server)
        await a.connect()
        await a.send(sent)
        await a.until(lambda: a.last("t") == "done")
        assert a.now["v"] == 2 and not a.refusals
        assert len(stored(pair, a.table)) == 1

    run(body())


async def halted(server: Server, meanwhile: Callable[[], Awaitable[None]]) -> None:
    """A process stands still while something happens; what it has missed then comes to it all at once."""
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        await meanwhile()
    finally:
        server.process.send_signal(signal.SIGCONT)


def test_answers_in_a_window_given_at_once_at_two_processes_are_both_accepted(pair: Pair) -> None:
    """What nobody could see does not refuse a play: a copy of it, still under way, would be accepted after that."""

    async def body() -> None:
        a, b = await spread(pair, "kozel", window_s=20.0)

        async def both_answer() -> None:
            await b.play("no claim")
            await a.play("no claim")
            await a.until(lambda: a.accepted)

        await halted(pair.two, both_answer)
        await b.until(lambda: b.accepted or b.refusals)
        assert len(b.accepted) == 1 and not b.refusals
        assert len(stored(pair, a.table)) == 2

    run(body())


def test_an_answer_at_the_last_moment_does_not_keep_a_window_open(pair: Pair) -> None:
    async def body() -> None:
        a, b = await spread(pair, "kozel", window_s=1.0)

        async def late() -> None:
            await b.play("no claim")
            await b.until(lambda: b.accepted)
            await asyncio.sleep(1.0)  # until the window should close

        await a.until(lambda: a.last("t") == "clock")  # the window is open
        await halted(pair.one, late)
        known = len(a.frames)
        await a.until(lambda: len(a.now["actors"]) == 1)
        told = [json.loads(frame) for frame in a.frames[known:]]
        assert not [message for message in told if message["t"] == "clock"]

    run(body())


def test_when_news_are_cut_off_everything_missed_is_read(pair: Pair) -> None:
    """The connections on which both processes hear news are ended by the database, in mid-match, again and again."""

    def cut() -> None:
        with psycopg.connect(pair.one.settings["database"], autocommit=True) as c:
            c.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
            )

    async def body() -> str:
        a, b = await spread(pair, "ronda", options=SHORT["ronda"])
        playing = [asyncio.create_task(human.play_on(chooser(i))) for i, human in enumerate((a, b))]
        for v in (4, 10, 16):
            while a.now["v"] < v:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(cut)
        await asyncio.gather(*playing)
        return str(await asyncio.to_thread(b.http, "GET", f"/api/tables/{b.table}/record"))

    check(run(body()))


# A process dies.


async def moving(human: Human, pair: Pair, seed: int) -> None:
    """Plays to the end; when the process dies, he goes on at the other one."""

    async def lost() -> None:
        human.server = pair.other(human.server)

    await restless(human, seed, lost)


@pytest.mark.parametrize("game", ["kozel", "ronda"])
def test_a_process_killed_in_mid_match_loses_nothing_and_the_other_goes_on(postgres: Postgres, game: str) -> None:
    pair, rng = Pair(postgres.database(f"moving_{game}")), random.Random(3)

    async def body() -> str:
        a, b = await spread(pair, game, players=3, bots=["random"], options=SHORT[game])
        first = owner(pair.one.settings["database"], a.table)
        playing = [asyncio.create_task(moving(human, pair, i)) for i, human in enumerate((a, b))]
        for victim in (pair.one, pair.two):  # the one that looks after the table, then its heir
            v = b.now["v"] + rng.randint(2, 5)
            while b.now["v"] < v and not b.over:
                await asyncio.sleep(0.001)
            victim.kill()
            await asyncio.to_thread(victim.start)
        await asyncio.gather(*playing)
        told = Counter((h.seat, key) for h in (a, b) for key in set(h.accepted))
        assert Counter(stored(pair, a.table)) == told
        assert owner(pair.one.settings["database"], a.table) != first
        return str(await asyncio.to_thread(a.http, "GET", f"/api/tables/{a.table}/record"))

    try:
        check(run(body()))
    finally:
        pair.stop()


def test_who_inherits_a_table_closes_its_window_and_watches_its_clock(postgres: Postgres) -> None:
    pair = Pair(postgres.database("heir"))

    async def body() -> None:
        a, b = await spread(pair, "kozel", window_s=1.5, clock={"kind": "play", "seconds": 2})
        assert sorted(a.now["actors"]) == [0, 1]
        pair.one.kill()
        await b.until(lambda: len(b.now["actors"]) == 1)  # the window has closed
        if b.now["actors"] == [1]:
            await b.play(b.now["legal"][0])
        await b.until(lambda: b.state["seats"][0].get("absent"))  # his time was up
        await b.until(lambda: b.now["actors"] == [1])  # a bot has played for him
        assert not b.state["seats"][0].get("here")

    try:
        run(body())
    finally:
        pair.stop()
