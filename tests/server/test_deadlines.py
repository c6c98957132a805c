"""Thinking time outlasts the server: what was used stays used, and nobody is charged for the time when it was away."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from server.client import Human, Pair, Server, everybody_agrees, run, table_of
from server.database import rewrite
from server.making import KINDS, Makes
from server.postgres import Postgres

HOUR_MS = 3_600_000


@pytest.fixture
def own(made: Makes) -> Server | Pair:
    """A server that is killed and started again."""
    return made(beat_s=0.2, grace_s=0.3)


async def begun(server: Server | Pair, game: str, clock: dict[str, Any]) -> tuple[Human, Human]:
    """A match of two; who leads, and the other."""
    humans = [Human(server, f"P{i}").come_in() for i in range(2)]
    await table_of(humans, game, clock=clock, options={"first_dealer": "seat:1"} if game == "kontsina" else {})
    await everybody_agrees(humans)
    return humans[0], humans[1]


def sleeping(server: Server | Pair, ago_h: float, seen_ago_h: float) -> None:
    """As if the last row was made so long ago, and the server was killed, after some hours of that, so long ago."""
    now = time.time_ns() // 1_000_000
    rewrite(server, "UPDATE plays SET at = :at", at=now - round(ago_h * HOUR_MS))
    rewrite(server, "UPDATE processes SET seen = :seen", seen=now - round(seen_ago_h * HOUR_MS))


async def restarted(server: Server | Pair) -> None:
    await asyncio.to_thread(server.start)


def test_days_go_on_after_a_restart_without_the_days_when_nobody_was_there(own: Server) -> None:
    async def body() -> None:
        a, _ = await begun(own, "kontsina", {"kind": "days", "days": 1})
        own.kill()
        sleeping(own, ago_h=20, seen_ago_h=15)
        await restarted(own)
        await a.connect()
        left_h = a.now["clock"]["left_s"][0] / 3600
        assert 18.9 < left_h < 19.01  # five of twenty-four hours are used
        await a.until(lambda: not a.now["clock"].get("warn"))
        own.kill()
        await restarted(own)
        await a.connect()
        assert left_h - 0.01 < a.now["clock"]["left_s"][0] / 3600 <= left_h

    run(body())


def test_the_days_of_a_window_go_on_too(own: Server) -> None:
    async def body() -> None:
        a, b = await begun(own, "kozel", {"kind": "days", "days": 1})
        assert 86_300 < a.now["clock"]["window_s"] <= 86_400
        await a.play(a.now["legal"][0])
        await a.until(lambda: a.accepted)
        own.kill()
        sleeping(own, ago_h=20, seen_ago_h=15)
        await restarted(own)
        await a.connect()
        assert 18.9 < a.now["clock"]["window_s"] / 3600 < 19.01
        assert a.now["answered"]
        await b.connect()
        await b.play(b.now["legal"][0])
        await a.until(lambda: len(a.now["actors"]) == 1)

    run(body())


def test_a_deadline_that_passed_while_the_server_was_away_has_not_passed(own: Server) -> None:
    async def body() -> None:
        a, b = await begun(own, "kontsina", {"kind": "days", "days": 1})
        own.kill()
        sleeping(own, ago_h=60, seen_ago_h=59)
        await restarted(own)
        await b.connect()
        assert not b.state["seats"][0].get("absent")
        await a.connect()
        assert 22.9 < a.now["clock"]["left_s"][0] / 3600 < 23.01

    run(body())


def test_seconds_used_before_a_restart_stay_used(own: Server) -> None:
    async def body() -> None:
        a, _ = await begun(own, "kontsina", {"kind": "play", "seconds": 100})
        thinking = time.monotonic()
        while time.monotonic() < thinking + 2.0:
            await asyncio.sleep(0.05)
        own.kill()
        away = time.monotonic()
        while time.monotonic() < away + 1.5:
            await asyncio.sleep(0.05)
        await restarted(own)
        await a.connect()
        assert 97.0 < a.now["clock"]["left_s"][0] < 98.6

    run(body())


def test_who_lets_the_time_of_the_match_run_out_does_not_get_it_anew(own: Server) -> None:
    async def body() -> None:
        a, b = await begun(own, "kontsina", {"kind": "match", "seconds": 1})
        await b.until(lambda: b.now["actors"] == [1])  # a bot has played for the other
        assert b.state["seats"][0]["absent"]
        await b.play(b.now["legal"][0])
        await a.send({"t": "back"})
        await a.until(lambda: not a.state["seats"][0].get("absent") and a.now["clock"])
        assert a.now["clock"]["left_s"][0] <= 10.0

    run(body())


@pytest.mark.parametrize("kind", KINDS)
def test_while_the_database_is_away_nobodys_time_runs(postgres: Postgres, kind: str) -> None:
    server = (Pair if kind == "pair" else Server)(postgres.database(f"away_{kind}"))

    async def body() -> None:
        a, b = await begun(server, "kontsina", {"kind": "play", "seconds": 3})
        await asyncio.to_thread(postgres.kill)
        try:
            await a.play(a.now["legal"][0])
            await a.until(lambda: a.refusals)
            assert a.refusals[0]["code"] == "not_stored" and a.sent is not None
            away = time.monotonic()
            while time.monotonic() < away + 3.5:
                await asyncio.sleep(0.05)
        finally:
            await asyncio.to_thread(postgres.start)
        while a.sent is not None:
            await asyncio.sleep(0.1)
            await a.send(a.sent)
            known = len(a.refusals)
            await a.until(lambda n=known: a.sent is None or len(a.refusals) > n)  # type: ignore[misc]
        await b.until(lambda: b.now.get("legal"))
        assert a.accepted and not a.state["seats"][0].get("absent")

    try:
        run(body())
    finally:
        server.stop()
