"""Bad frames: answered once with a clear error, no other socket disturbed, and who goes on loses his connection."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
import websockets

from server.client import Human, Pair, Server, chooser, everybody_agrees, run, table_of
from server.making import Makes
from server.test_matches import SHORT
from support import LONG

FUZZED = 50_000 if LONG else 10_000
ROUND = 20
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
def patient(made_once: Makes) -> Server | Pair:
    """A server that ends no connection for its bad messages, to see many of them."""
    return made_once(strikes=10**9, burst=10**9)


@pytest.fixture(scope="module")
def strict(made_once: Makes) -> Server | Pair:
    """A server with the limits that it has by default."""
    return made_once(strikes=5, burst=20, per_s=5.0)


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


GOOD_FORM: list[dict[str, Any]] = [
    PLAY,
    {"t": "say", "phrase": "hello"},
    {"t": "fill", "bot": "random", "seat": 0},
]
REFUSED: list[dict[str, Any]] = [  # good in form, yet not for who watches, nor for who plays
    {**PLAY, "v": 0},
    {**PLAY, "v": 2**40, "m": "lay 99"},
    {"t": "sit", "seat": 0},
    {"t": "sit", "seat": 4},
    {"t": "agree", "terms": "others"},
    {"t": "fill", "bot": "nobody"},
    {"t": "kick", "person": "nobody", "ban": True},
    {"t": "mute", "person": "nobody"},
    {"t": "report", "person": "nobody", "why": "x"},
    {"t": "undo_answer", "yes": True},
    {"t": "say", "phrase": "insult"},
    {"t": "report_play", "seat": 4},
]


def fuzzed(rng: random.Random) -> str | bytes:
    """Something like a message, but broken or out of place."""
    kind = rng.randrange(9)
    text = json.dumps(rng.choice(GOOD_FORM))
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
    if kind == 5:
        return rng.choice(["{", "[", '{"t":', '{"t":"hello","as":']) * rng.randint(1, 500)
    if kind == 6:
        return json.dumps({**PLAY, rng.choice(["id", "m", "x"]): "x" * rng.randint(300, 12_000)})
    if kind == 7:
        return json.dumps({**rng.choice(REFUSED), rng.choice(["seat_of", "secret", "as"]): rng.randrange(5)})
    return json.dumps(rng.choice(REFUSED))


async def noise(human: Human, frames: int, seed: int) -> int:
    """So many bad frames, plays in between where he has a seat: how many were refused, each once.

    They come in rounds that end with a message of which the answer is known.
    """
    rng, answered, choose = random.Random(seed), 0, chooser(seed)
    for number in range(frames // ROUND):
        for _ in range(ROUND):
            await human.send(fuzzed(rng))
        await human.send({"t": "say", "phrase": f"end{number}"})
        seen = len(human.refusals)
        await human.until(lambda n=number: human.refusals and f"'end{n}'" in human.refusals[-1]["text"])  # type: ignore[misc]
        refused = len(human.refusals) - seen - 1
        assert refused <= ROUND and all(len(r["text"]) > 10 for r in human.refusals[seen:])
        answered += refused
        if human.now.get("legal") and not human.over:
            await human.play(choose(human.now["legal"]))
            await human.until(lambda: human.sent is None)
    return answered


def test_thousands_of_fuzzed_frames_disturb_nobody(patient: Server) -> None:
    """From one who watches a match, and from one of its players; the others play as if nothing were."""

    async def body() -> int:
        people = [Human(patient, f"P{i}").come_in() for i in range(3)]
        watcher = Human(patient, "L").come_in()
        options = {"deals": 50, "stop_when_decided": False, "match_tie": "draw"}
        made = await table_of(people, "kontsina", players=3, public=True, options=options)
        watcher.table = made["id"]
        await watcher.connect()
        await everybody_agrees(people)
        quiet, rude = people[:2], people[2]
        playing = [asyncio.create_task(h.play_on(chooser(i))) for i, h in enumerate(quiet)]
        watching = asyncio.create_task(noise(watcher, FUZZED // 2, 1))
        answered = await noise(rude, FUZZED // 2, 2)
        await rude.play_on(chooser(2), stop=watching.done)
        answered += await watching
        for task in playing:
            task.cancel()
        ends = await asyncio.gather(*playing, return_exceptions=True)
        assert all(end is None or isinstance(end, asyncio.CancelledError) for end in ends)
        assert all(not h.refusals and h.now["v"] > 50 for h in quiet)
        return answered

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
                human.server.url.replace("http", "ws") + f"/ws/tables/{human.table}",
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
