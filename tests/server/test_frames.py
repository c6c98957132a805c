"""Bad frames: answered once with a clear error, no other socket disturbed, and who goes on loses his connection."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from server.client import Human, Server, chooser, everybody_agrees, run, table_of
from server.test_matches import SHORT

FUZZED = 10_000
PLAY = {"t": "play", "id": "x", "v": 1, "m": "lay 2c"}
BAD: list[str | bytes] = [
    b"\x00\xff binary",
    b"{}",
    "",
    "null",
    "[]",
    "{}",
    '{"t":"fly"}',
    '{"t":["play"]}',
    '{"t":"play"}',
    json.dumps({**PLAY, "v": "1"}),
    json.dumps({**PLAY, "v": -1}),
    json.dumps({**PLAY, "v": 1e300}),
    json.dumps({**PLAY, "v": None}),
    json.dumps({**PLAY, "id": ""}),
    json.dumps({**PLAY, "id": "a b"}),
    json.dumps({**PLAY, "m": "x" * 300}),
    json.dumps({**PLAY, "m": ["lay 2c"]}),
    json.dumps({**PLAY, "seat": 1}),
    json.dumps({"t": "sit", "seat": 99}),
    json.dumps({"t": "sit", "seat": True}),
    json.dumps({"t": "say", "text": "x" * 400}),
    '{"t":"hello","v":' + "9" * 400 + "}",
    "[" * 8000,
    '{"t":"hello","as":' * 800,
    '{"t":"hello"',
    '{"t":"hello"}{"t":"hello"}',
    '{"t":"hello","t":"fly"}',
    '{"t":"play","id":"\\ud800","v":1,"m":"x"}',
]


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that ends no connection for its bad messages, to see many of them."""
    path: Path = tmp_path_factory.mktemp("frames")
    running = Server(f"sqlite:///{path}/kafenio.db", strikes=10**9, burst=10**9)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that it has by default."""
    path: Path = tmp_path_factory.mktemp("strict")
    running = Server(f"sqlite:///{path}/kafenio.db", strikes=5, burst=20, per_s=5.0)
    yield running
    running.stop()


async def at_a_table(server: Server) -> tuple[Human, Human]:
    humans = [Human(server, f"P{i}").come_in() for i in range(2)]
    await table_of(humans, "kontsina", options={"first_dealer": "seat:1"})
    await everybody_agrees(humans)
    return humans[0], humans[1]


async def closed(human: Human) -> int:
    """The code with which the server ends the connection."""
    assert human.socket is not None
    try:
        async with asyncio.timeout(10):
            while True:
                await human.socket.recv()
    except websockets.ConnectionClosed as e:
        return e.rcvd.code if e.rcvd else 1006


@pytest.mark.parametrize("frame", BAD, ids=[str(n) for n in range(len(BAD))])
def test_a_bad_frame_is_answered_once_and_changes_nothing(
    patient: Server, shared: list[Human], frame: str | bytes
) -> None:
    human = shared[0]
    before = human.now

    async def body() -> None:
        await human.connect()
        known = len(human.refusals)
        await human.send(frame)
        await human.send({"t": "sit", "seat": 4})  # good in form, refused by the table: the answer comes last
        await human.until(lambda: len(human.refusals) >= known + 2)
        await human.close()
        first, last = human.refusals[known:]
        assert first["code"] == "bad_message" and len(first["text"]) > 10
        assert last["code"] == "unknown"

    run(body())
    assert human.now["v"] == before["v"] and human.now["legal"] == before["legal"]


@pytest.fixture(scope="module")
def shared(patient: Server) -> list[Human]:
    """Two at a table, who hang up after every test."""
    return run(both(patient))


async def both(server: Server) -> list[Human]:
    return list(await at_a_table(server))


def fuzzed(rng: random.Random) -> str | bytes:
    """Something like a message, but broken."""
    kind = rng.randrange(6)
    text = json.dumps(rng.choice([PLAY, {"t": "say", "phrase": "hello"}, {"t": "fill", "bot": "random", "seat": 0}]))
    if kind == 0:
        return rng.randbytes(rng.randint(1, 200))
    if kind == 1:
        at = rng.randrange(len(text))
        return text[:at] + chr(rng.randint(1, 0x2FFF)) + text[at:]
    if kind == 2:
        return text[: rng.randrange(len(text))]
    if kind == 3:
        broken: dict[str, Any] = {
            **PLAY,
            rng.choice(["id", "v", "m", "t", "x"]): rng.choice([None, [], {}, -1, 1.5, "", True]),
        }
        return json.dumps(broken)
    if kind == 4:
        return json.dumps([text] * rng.randint(1, 50))
    return "{" * rng.randint(1, 500)


def test_thousands_of_fuzzed_frames_disturb_nobody(patient: Server) -> None:
    rng = random.Random(1)

    async def noise(human: Human) -> int:
        """Every frame is answered once: counted by a round that ends with a message of a known answer."""
        answered = 0
        for _ in range(FUZZED // 20):
            frames = [fuzzed(rng) for _ in range(20)]
            for frame in frames:
                await human.send(frame)
            await human.send({"t": "hello"})
            while (message := await human.receive())["t"] not in ("state", "missed"):
                answered += message["t"] == "refused"
        return answered

    async def body() -> int:
        a, b = await at_a_table(patient)
        loud = Human(patient, "L").come_in()
        made = await table_of([loud], "ronda")
        assert made
        noisy = asyncio.create_task(noise(loud))
        await asyncio.gather(*(h.play_on(chooser(i)) for i, h in enumerate((a, b))))
        assert not a.refusals and not b.refusals
        return await noisy

    assert run(body()) >= FUZZED * 0.97  # a few happen to be good in form, and some of these are allowed


def test_who_sends_bad_messages_again_and_again_is_cut_off(strict: Server) -> None:
    async def body() -> None:
        a, b = await at_a_table(strict)
        for _ in range(5):
            await a.send("nonsense")
        assert await closed(a) == 4400
        await b.until(lambda: not b.state["seats"][0].get("here"))
        await a.connect()
        assert a.now["legal"]

    run(body())


def test_a_flood_ends_the_connection_and_nobody_elses(strict: Server) -> None:
    async def body() -> None:
        a, b = await at_a_table(strict)
        for _ in range(60):
            await b.send({"t": "hello"})
        assert await closed(b) == 4429
        await a.play(a.now["legal"][0])
        await a.until(lambda: a.accepted)

    run(body())


def test_a_huge_frame_ends_the_connection(strict: Server) -> None:
    async def body() -> None:
        a, b = await at_a_table(strict)
        await a.send(json.dumps({**PLAY, "m": "x" * 20_000}))
        assert await closed(a) == 1009
        await b.send({"t": "hello"})
        await b.until(lambda: b.last("t") == "state")

    run(body())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_a_page_from_elsewhere_gets_no_socket(strict: Server, origin: str | None) -> None:
    async def body() -> None:
        human = Human(strict, "A").come_in()
        human.make("kontsina", options=SHORT["kontsina"])
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(
                strict.url.replace("http", "ws") + f"/ws/tables/{human.table}",
                origin=None if origin is None else websockets.Origin(origin),
                additional_headers={"Cookie": human.cookie},
            )
        assert refused.value.response.status_code == 403

    run(body())


def test_without_a_session_there_is_no_socket(strict: Server) -> None:
    async def body() -> None:
        human = Human(strict, "A").come_in()
        human.make("kontsina", options=SHORT["kontsina"])
        human.cookie = "kafenio=guess"
        with pytest.raises(websockets.InvalidStatus) as refused:
            await human.connect()
        assert refused.value.response.status_code == 403

    run(body())


def test_who_reads_nothing_is_cut_off_and_others_play_on(patient: Server) -> None:
    async def body() -> int:
        a, deaf = Human(patient, "A").come_in(), Human(patient, "D").come_in()
        deaf.join(await table_of([a], "kontsina", free_chat=True))
        await deaf.connect()
        await a.until(lambda: a.state.get("watching") == 1)
        assert deaf.socket is not None
        deaf.socket.transport.pause_reading()
        said = 0
        while a.state.get("watching") and said < 60_000:
            for _ in range(100):
                await a.send({"t": "say", "text": "x" * 300})
            said += 100
            await a.until(lambda n=said: len(a.said) >= n)  # type: ignore[misc]
        assert not a.state.get("watching")
        deaf.socket.transport.abort()
        await deaf.connect()
        assert deaf.last("t") == "state"
        return said

    assert run(body()) < 60_000
