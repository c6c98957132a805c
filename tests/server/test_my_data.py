"""What is kept about somebody is given to him, and taken away when he says so."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.exceptions import ConnectionClosed

from kafenio.records.format import from_json
from kafenio.records.verify import verify
from server.client import Human, Pair, Refusal, Server, chooser, everybody_agrees, run, table_of
from server.database import everything
from server.making import Makes

WORD = "three sweeps and a ronda"


@pytest.fixture(scope="module")
def home(made_once: Makes) -> Server | Pair:
    return made_once()


async def played(server: Server | Pair, names: list[str]) -> list[Human]:
    people = [Human(server, name).come_in() for name in names]
    await table_of(people, "ronda", options={"target_score": 21, "players": len(people)})
    await everybody_agrees(people)
    await asyncio.gather(*(human.play_on(chooser(seat)) for seat, human in enumerate(people)))
    return people


def test_everything_that_is_kept_about_me_is_given_to_me_and_no_secret(home: Server | Pair) -> None:
    server = home

    async def body() -> None:
        a, b = await played(server, ["Eleni", "Nikos"])
        a.http("POST", "/api/account", {"login": "eleni.mine", "password": WORD})
        text = json.dumps(a.http("GET", "/api/me/export"))
        found = json.loads(text)
        assert found["person"][0]["name"] == "Eleni" and found["account"][0]["login"] == "eleni.mine"
        (match,) = found["matches"]
        assert match["seat"] == 0 and json.loads(match["names"]) == ["Eleni", "Nikos"] and match["ended"]
        assert [table["id"] for table in found["tables"]] == [a.table]
        assert "argon2" not in text and a.cookie.partition("=")[2] not in text and b.id not in text
        record = from_json(a.http("GET", "/api/me/records").splitlines()[0])
        verify(record)

    run(body())


def test_who_deletes_himself_leaves_the_matches_of_others_without_his_name(home: Server | Pair) -> None:
    server = home

    async def body() -> None:
        a, b = await played(server, ["Unforgettable", "Nikos"])
        before = b.http("GET", "/api/me/records").splitlines()[0]
        assert "Unforgettable" in before
        with pytest.raises(Refusal):
            a.http("POST", "/api/me/delete", {"name": "Nikos"})
        await asyncio.to_thread(a.http, "POST", "/api/me/delete", {"name": "Unforgettable"})
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await a.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
        with pytest.raises(Refusal):
            a.http("GET", "/api/me")
        after = b.http("GET", "/api/me/records").splitlines()[0]
        assert after == before.replace("Unforgettable", "somebody")
        await b.until(lambda: not b.state["seats"][0].get("person"))
        assert "Unforgettable" not in b.http("GET", f"/api/tables/{b.table}/record")
        kept = everything(server)
        assert "Unforgettable" not in kept and a.id not in kept

    run(body())


def test_who_deletes_himself_in_mid_match_is_followed_by_a_bot(home: Server | Pair) -> None:
    server = home

    async def body() -> None:
        people = [Human(server, name).come_in() for name in ("Vanishing", "Nikos")]
        a, b = people
        await table_of(people, "ronda", options={"target_score": 21})
        await everybody_agrees(people)
        await asyncio.to_thread(a.http, "POST", "/api/me/delete", {"name": "Vanishing"})
        await b.until(lambda: b.state["seats"][0].get("bot"))
        await b.play_on(chooser(1))
        (line,) = b.http("GET", "/api/me/records").splitlines()
        assert "Vanishing" not in line
        assert "Vanishing" not in everything(server) and a.id not in everything(server)

    run(body())


def test_tables_where_nobody_else_sat_go_with_who_made_them(home: Server | Pair) -> None:
    server = home

    async def body() -> None:
        human, watcher = Human(server, "Alone").come_in(), Human(server, "W").come_in()
        made = human.make("ronda", bots=["greedy"], public=True, options={"target_score": 21})
        await human.connect()
        await human.agree()
        await human.play_on(chooser(1))
        watcher.table = made["id"]
        await watcher.connect()
        await asyncio.to_thread(human.http, "POST", "/api/me/delete", {"name": "Alone"})
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await watcher.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
        assert made["id"] not in everything(server)
        assert made["id"] not in {table["id"] for table in watcher.http("GET", "/api/tables")}

    run(body())
