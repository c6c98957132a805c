"""Those who run a server send somebody away from all of it: what is closed to him, what stays his, and who comes in as a guest."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest
import websockets

from kafenio.client import Client, Refused
from server.client import Human, Pair, Refusal, Server, chooser, run
from server.database import everything, rewrite
from server.lobby import visit
from server.making import Makes
from server.test_accounts import WORD, account, closed_with, log_in, refused
from server.test_lobby_processes import closed_with as lobby_closed_with
from server.test_play import two
from server.test_talk import ADMIN

HOME, ELSEWHERE = "1.2.3.4", "1.2.3.5"  # told in a header only


@pytest.fixture(scope="module")
def run_by_us(made_once: Makes) -> Server | Pair:
    return made_once(admin=ADMIN)


def us(server: Server | Pair, method: str, path: str = "", body: Any = None, token: str = ADMIN) -> Any:
    human = Human(server, "us")
    human.token = token
    return human.http(method, f"/api/admin/bans{path}", body)


def ban(server: Server | Pair, human: Human, **wanted: Any) -> Any:
    return us(server, "POST", body={"person": human.id, "why": "insults", **wanted})


def guest(server: Server | Pair, name: str, address: str) -> Human:
    human = Human(server, name)
    human.address = address
    return human.come_in()


def test_who_is_banned_is_cut_off_everywhere_and_a_bot_takes_his_seat(run_by_us: Server | Pair) -> None:
    server = run_by_us

    async def body() -> None:
        a, rude = await two(server, options={"deals": 1, "match_tie": "draw", "first_dealer": "seat:1"})
        token = rude.http("POST", "/api/me/tokens", {"name": "bot"})["token"]
        there, seat = await visit(rude), rude.seat
        assert seat is not None  # before he is told that he sits no more
        made = await asyncio.to_thread(ban, server, rude, days=30)
        assert made["name"] == rude.name and made["until"] - made["created"] == 30 * 86_400_000
        assert await closed_with(rude) == 4401 and await lobby_closed_with(there) == 4401
        await a.until(lambda: a.state["seats"][seat].get("bot"))
        await a.play_on(chooser(1))
        status, words = await asyncio.to_thread(refused, rude, "GET", "/api/me")
        assert status == 403 and "insults (until 2" in words
        for method, path, wanted in (
            ("POST", "/api/tables", {"game": "ronda"}),
            ("POST", "/api/guest", {"name": "Another"}),
            ("POST", "/api/account", {"login": "rude.one", "password": WORD}),
        ):
            assert (await asyncio.to_thread(refused, rude, method, path, wanted))[0] == 403
        with pytest.raises(websockets.InvalidStatus) as found:
            await rude.connect()
        assert found.value.response.status_code == 403
        async with Client(server.url, token) as program:
            with pytest.raises(Refused) as no:
                await program.make("ronda")
            assert no.value.code == 403 and "insults" in no.value.text
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await program.session.ws_connect(f"{server.url}/ws/api/tables/{a.table}")

    run(body())


def test_his_data_stay_his_and_when_it_is_lifted_he_plays_again(run_by_us: Server | Pair) -> None:
    server = run_by_us
    rude = account(server, "Rude", "rude.again")
    first = ban(server, rude)
    second = ban(server, rude, days=1)  # one ban at a time
    held = [b["id"] for b in us(server, "GET") if b["person"] == rude.id]
    assert held == [second["id"]] != [first["id"]]
    again = Human(server, "Rude")
    log_in(again, "rude.again")  # he comes in, and no further
    assert again.http("GET", "/api/me/export")["bans"][0]["until"] == second["until"]
    assert refused(again, "GET", "/api/me")[0] == 403
    assert rude.http("GET", "/api/me/export")["bans"][0]["why"] == "insults"
    us(server, "DELETE", f"/{second['id']}")
    assert rude.http("GET", "/api/me")["id"] == rude.id
    with pytest.raises(Refusal) as gone:
        us(server, "DELETE", f"/{second['id']}")
    assert gone.value.status == 404


def test_a_ban_ends_with_its_time(run_by_us: Server | Pair) -> None:
    human = Human(run_by_us, "Rude").come_in()
    made = ban(run_by_us, human, days=2)
    rewrite(run_by_us, "UPDATE bans SET until = 1 WHERE ban = :b", b=made["id"])
    assert human.http("GET", "/api/me")["id"] == human.id
    assert made["id"] not in [b["id"] for b in us(run_by_us, "GET")]


def test_no_new_guest_comes_in_from_where_somebody_was_sent_away(run_by_us: Server | Pair) -> None:
    server = run_by_us
    rude, neighbour = guest(server, "Rude", HOME), guest(server, "Neighbour", HOME)
    eleni = account(server, "Eleni", "eleni.at.home")
    made = ban(server, rude, days=365)
    assert made["network"] and HOME not in everything(server)
    again = Human(server, "Again")
    again.address = HOME
    for path in ("/api/guest", "/api/guest/token"):
        status, words = refused(again, "POST", path, {"name": "Again"})
        assert status == 403 and "network" in words and "until 2" in words
    assert neighbour.http("GET", "/api/me")["id"] == neighbour.id
    again.http("POST", "/api/login", {"login": "eleni.at.home", "password": WORD})
    assert again.http("GET", "/api/me")["id"] == eleni.id
    guest(server, "Elsewhere", ELSEWHERE)
    rude.http("POST", "/api/me/delete", {"name": "Rude"})  # he may; the network stays refused
    assert rude.id not in everything(server)
    assert [(b["person"], b["network"]) for b in us(server, "GET") if b["id"] == made["id"]] == [(None, True)]
    fresh = Human(server, "Fresh")
    fresh.address = HOME
    assert refused(fresh, "POST", "/api/guest", {"name": "Fresh"})[0] == 403
    us(server, "DELETE", f"/{made['id']}")
    guest(server, "Fresh", HOME)


def test_from_where_somebody_came_long_ago_says_nothing(made: Makes) -> None:
    server = made(admin=ADMIN)
    rude = guest(server, "Rude", HOME)
    rewrite(server, "UPDATE people SET created = created - 31 * CAST(86400000 AS BIGINT)")
    assert not ban(server, rude)["network"]
    rewrite(server, "DELETE FROM bans")
    server.kill()
    server.start()
    assert rude.http("GET", "/api/me/export")["person"][0]["network"] is None


@pytest.mark.parametrize("token", ["", "guess", ADMIN[:-1]])
def test_nobody_else_bans(run_by_us: Server | Pair, token: str) -> None:
    human = Human(run_by_us, "H").come_in()
    for method, path, body in (
        ("GET", "", None),
        ("POST", "", {"person": human.id, "why": "x"}),
        ("DELETE", "/00", None),
    ):
        with pytest.raises(Refusal) as found:
            us(run_by_us, method, path, body, token)
        assert found.value.status == 403


def test_a_ban_says_whom_and_why(run_by_us: Server | Pair) -> None:
    human = Human(run_by_us, "H").come_in()
    for body, status in (
        ({"person": "00ff", "why": "x"}, 404),
        ({"person": human.id, "why": ""}, 400),
        ({"person": human.id, "why": "x", "days": 0}, 400),
        ({"person": human.id, "why": "x", "hours": 3}, 400),
    ):
        with pytest.raises(Refusal) as found:
            us(run_by_us, "POST", body=body)
        assert found.value.status == status
