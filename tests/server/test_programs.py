"""Programs that play: their tokens, the client for them, the example bot."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from kafenio.client import Client, Ended, Refused, Table, play_match
from kafenio.contract import Rng
from kafenio.game import load
from kafenio.match import Match
from kafenio.server import wire
from server.client import Human, Pair, Refusal, Server, run
from server.database import stored
from server.making import Makes
from server.test_matches import SHORT, check

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys, kafenio.client
print([name for name in ("litestar", "sqlalchemy", "uvicorn", "kafenio.server.table", "kafenio.games") if name in sys.modules])
"""


def chosen(seed: int) -> Any:
    rng = random.Random(seed)
    return lambda now: rng.choice(now.legal)


async def played_by(table: Table, seed: int) -> None:
    choose = chosen(seed)
    async for now in table.turns():
        await table.play(choose(now))


async def two_programs(server: Server | Pair, game: str) -> tuple[Client, Client, str]:
    a, b = await Client.guest(server.url, "A"), await Client.guest(server.url, "B")
    made = await a.make(game, options=SHORT[game], window_s=0.05, pause_s=60.0)
    assert await b.join(made["link"]) == made["id"]
    return a, b, made["id"]


async def seated(table: Table) -> None:
    await table.sit()
    await table.agree()


# The client.


@pytest.mark.parametrize("game", SHORT)
def test_two_programs_play_a_whole_match(server: Server | Pair, game: str) -> None:
    async def body() -> str:
        a, b, key = await two_programs(server, game)
        async with a, b, a.table(key) as first, b.table(key) as second:
            await seated(first)
            await seated(second)
            await asyncio.gather(played_by(first, 1), played_by(second, 2))
            assert first.over and second.over
        async with await Client.guest(server.url, "C") as stranger:
            with pytest.raises(Refused) as refused:
                await stranger.record(key)
            assert refused.value.code == 404
        return await record_of(server, a.token, key)

    check(run(body()))


async def record_of(server: Server | Pair, token: str, key: str) -> str:
    async with Client(server.url, token) as client:
        return await client.record(key)


def test_the_client_plays_on_when_the_server_is_killed(made: Makes) -> None:
    server = made()

    async def body() -> str:
        a, b, key = await two_programs(server, "kozel")
        async with a, b, a.table(key) as first, b.table(key) as second:
            await seated(first)
            await seated(second)
            playing = [asyncio.create_task(played_by(first, 1)), asyncio.create_task(played_by(second, 2))]
            for moment in (3, 9):
                await first.until(lambda v=moment: first.now.v >= v)  # type: ignore[misc]
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
            await asyncio.gather(*playing)
            assert first.reconnected == second.reconnected == 2
        rows = Counter(stored(server, key))
        assert rows and set(rows.values()) == {1}
        return await record_of(server, a.token, key)

    check(run(body()))


def test_a_play_that_is_refused_says_why_and_the_table_goes_on(server: Server) -> None:
    async def body() -> None:
        a, b, key = await two_programs(server, "kontsina")
        async with a, b, a.table(key) as first, b.table(key) as second:
            with pytest.raises(Refused) as refused:
                await second.sit(0)
            assert refused.value.code == "taken"
            await seated(first)
            await seated(second)
            await first.until(lambda: first.now.deal == 1)
            mover, other = (first, second) if first.now.actors == [first.seat] else (second, first)
            await mover.until(lambda: mover.now.legal)
            with pytest.raises(Refused) as refused:
                await mover.play("lay Zz")
            assert refused.value.code == "illegal"
            await mover.play(mover.now.legal[0])
            await other.until(lambda: other.now.v == mover.now.v)
            heard = other.messages()
            await mover.say("hello")
            while not isinstance(said := await anext(heard), wire.Said):
                pass
            assert (said.phrase, said.person) == ("hello", mover.you)

    run(body())


def test_a_seat_taken_over_elsewhere_ends_the_first_client(server: Server) -> None:
    async def body() -> None:
        a, b, key = await two_programs(server, "ronda")
        async with a, b, a.table(key) as first, a.table(key):
            with pytest.raises(Ended):
                await first.until(lambda: False)

    run(body())


def test_a_match_without_asyncio(server: Server) -> None:
    human = Human(server, "H").come_in()
    made = human.make("ronda", options=SHORT["ronda"])

    async def body() -> str:
        await human.connect()
        playing = asyncio.create_task(asyncio.to_thread(play_match, server.url, made["link"], chosen(3), "Blocking"))
        await human.until(lambda: human.state["seats"][1].get("agreed"))
        await human.agree()
        await human.play_on(random.Random(4).choice)
        return await playing

    check(run(body()))


def test_an_answer_that_comes_after_its_window_ends_no_match(made: Makes, tmp_path: Path) -> None:
    """A program thinks until the window has closed: what it answers then is nothing, and it plays on."""
    packs = tmp_path / "packs.json"
    packs.write_text(json.dumps({"1": claiming(seat=1)}))
    human = Human(made(packs=packs), "H").come_in()
    table = human.make("kozel", options={**SHORT["kozel"], "first_dealer": "seat:0"})
    late: list[int] = []
    closed = threading.Event()

    def choose(now: wire.Now) -> str:
        if not late and "no claim" in now.legal:
            late.append(now.v)
            assert human.now["v"] > now.v or closed.wait(20)
        return now.legal[0]

    async def body() -> str:
        await human.connect()
        playing = asyncio.create_task(asyncio.to_thread(play_match, human.server.url, table["link"], choose, "Late"))
        await human.until(lambda: human.state["seats"][1].get("agreed"))
        await human.agree()
        while not human.over:
            if human.now.get("legal") and "no claim" not in human.now["legal"] and human.sent is None:
                await human.play(human.now["legal"][0])
            await human.receive()
            if late and human.now["v"] > late[0]:
                closed.set()
        return await playing

    check(run(body()))
    assert late


def claiming(seat: int) -> list[int]:
    """A pack of Kozel with which a seat may claim before the first lead."""
    game = load("kozel").of(None, **SHORT["kozel"], first_dealer="seat:0")
    for seed in itertools.count():
        match = Match(game, Rng(seed))
        match.begin()
        if "no claim" in match.legal(seat) and len(match.legal(seat)) > 1:
            return list(match.deals[0].pack)
    raise AssertionError("unreachable")


def test_the_example_bot_plays_against_a_person(server: Server) -> None:
    human = Human(server, "H").come_in()
    made = human.make("kontsina", options=SHORT["kontsina"])

    async def body() -> str:
        await human.connect()
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "examples/bot.py", server.url, made["link"], "--name", "Robot",
            cwd=ROOT, stdout=subprocess.PIPE,
        )  # fmt: skip
        await human.until(lambda: human.state["seats"][1].get("agreed"))
        await human.agree()
        await human.play_on(random.Random(5).choice)
        out, _ = await bot.communicate()
        assert bot.returncode == 0 and [said["phrase"] for said in human.said][:1] == ["hello"]
        return out.decode()

    first, _, record = run(body()).partition("\n")
    assert first == "Kontsina, seat 1"
    assert check(record).seats == ["H", "Robot"]


def test_the_example_bot_is_short() -> None:
    code = [line for line in (ROOT / "examples/bot.py").read_text().split('"""', 2)[2].splitlines() if line.strip()]
    assert len(code) <= 45


def test_the_client_needs_nothing_of_the_server_but_its_messages() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Tokens.


def test_a_token_is_shown_once_listed_and_revoked(server: Server) -> None:
    human = Human(server, "H").come_in()
    made = human.http("POST", "/api/me/tokens", {"name": "my bot"})
    assert made["token"].startswith("kaf_")
    (listed,) = human.http("GET", "/api/me/tokens")
    assert listed["name"] == "my bot" and listed["used"] is None and "token" not in listed
    table = human.make("ronda")["id"]

    async def body() -> None:
        async with Client(server.url, made["token"]) as client:
            assert (await client.me())["id"] == human.id
            async with client.table(table) as here:
                assert here.seat == 0
                await asyncio.to_thread(human.http, "DELETE", f"/api/me/tokens/{listed['id']}")
                with pytest.raises(Ended):
                    await here.until(lambda: False)
            with pytest.raises(Refused) as refused:
                await client.me()
            assert refused.value.code == 403

    run(body())
    assert human.http("GET", "/api/me/tokens") == []
    with pytest.raises(Refusal) as gone:
        human.http("DELETE", f"/api/me/tokens/{listed['id']}")
    assert gone.value.status == 404


def test_a_person_has_so_many_tokens_and_nobody_elses(server: Server) -> None:
    human, other = Human(server, "H").come_in(), Human(server, "O").come_in()
    made = [human.http("POST", "/api/me/tokens", {"name": f"bot {i}"}) for i in range(20)]
    with pytest.raises(Refusal) as refused:
        human.http("POST", "/api/me/tokens", {"name": "one more"})
    assert refused.value.status == 409 and "20 tokens" in str(refused.value)
    with pytest.raises(Refusal) as refused:
        other.http("DELETE", f"/api/me/tokens/{made[0]['id']}")
    assert refused.value.status == 404
    assert len(human.http("GET", "/api/me/tokens")) == 20


ONLY_PEOPLE = [
    ("POST", "/api/me/tokens", {"name": "another"}),
    ("GET", "/api/me/tokens", None),
    ("POST", "/api/me/recovery", {}),
    ("POST", "/api/account", {"login": "somebody", "password": "a long password"}),
    ("PATCH", "/api/me", {"name": "other"}),
]


@pytest.mark.parametrize(("method", "path", "body"), ONLY_PEOPLE, ids=[f"{m} {p}" for m, p, _ in ONLY_PEOPLE])
def test_a_token_is_not_enough_to_become_its_owner(server: Server, method: str, path: str, body: Any) -> None:
    async def ask() -> None:
        async with await Client.guest(server.url, "P") as client:
            with pytest.raises(Refused) as refused:
                await client.request(method, path, body)
            assert refused.value.code == 403 and "log in" in refused.value.text

    run(ask())


def test_a_token_goes_before_a_cookie(server: Server) -> None:
    human = Human(server, "H").come_in()

    async def ask() -> None:
        headers = {"Authorization": "Bearer kaf_wrong", "Cookie": human.cookie, "Origin": human.server.url}
        async with aiohttp.ClientSession(headers=headers) as session, session.get(f"{server.url}/api/me") as answer:
            assert answer.status == 403

    run(ask())


@pytest.mark.parametrize("shown", ["cookie", "wrong", "long", "basic", "nothing"])
def test_the_socket_for_programs_opens_for_a_good_token_only(server: Server, shown: str) -> None:
    human = Human(server, "H").come_in()
    table = human.make("ronda")["id"]
    headers = {
        "cookie": {"Cookie": human.cookie, "Origin": human.server.url},
        "wrong": {"Authorization": "Bearer kaf_guess", "Cookie": human.cookie},
        "long": {"Authorization": "Bearer " + "x" * 5000},
        "basic": {"Authorization": "Basic eDp5", "Cookie": human.cookie},
        "nothing": {},
    }[shown]

    async def ask() -> None:
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(f"{server.url}/ws/api/tables/{table}", headers=headers)
            assert refused.value.status == 403

    run(ask())


def test_a_token_opens_no_socket_of_browsers(server: Server) -> None:
    async def ask() -> None:
        async with await Client.guest(server.url, "P") as client:
            made = await client.make("ronda")
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await client.session.ws_connect(f"{server.url}/ws/tables/{made['id']}")
            assert refused.value.status == 403

    run(ask())


def test_a_page_brings_its_token_as_a_subprotocol(server: Server) -> None:
    async def body() -> None:
        a, b, key = await two_programs(server, "kontsina")
        async with a, b:
            where = f"{server.url.replace('http', 'ws')}/ws/api/tables/{key}"
            async with connect(where, subprotocols=[Subprotocol("kafenio"), Subprotocol(a.token)]) as socket:
                assert socket.subprotocol == "kafenio"
                await socket.send('{"t": "hello"}')
                state = json.loads(await socket.recv())
                assert state["you"] == (await a.me())["id"] and state["as"] == 0
            for offered in (["kafenio", "kaf_nobody"], ["other", a.token], ["kafenio"]):
                with pytest.raises(InvalidStatus):
                    await connect(where, subprotocols=[Subprotocol(name) for name in offered])
            with pytest.raises(InvalidStatus):  # not in a cookie's place, from whatever page
                await connect(
                    where.replace("/ws/api/", "/ws/"),
                    subprotocols=[Subprotocol("kafenio"), Subprotocol(a.token)],
                    origin=Origin(server.url),
                )

    run(body())
