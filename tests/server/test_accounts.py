"""Accounts: how somebody comes back, who is not let in, and what a guest brings along."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.client import Human, Pair, Refusal, Server, chooser, everybody_agrees, run, table_of
from server.database import everything
from server.making import Makes
from server.passkey import Authenticator

WORD = "three sweeps and a ronda"


def refused(human: Human, method: str, path: str, body: Any = None) -> tuple[int, str]:
    with pytest.raises(Refusal) as found:
        human.http(method, path, body)
    return found.value.status, str(found.value)


def account(server: Server | Pair, name: str, login: str) -> Human:
    human = Human(server, name).come_in()
    human.http("POST", "/api/account", {"login": login, "password": WORD})
    return human


def log_in(human: Human, login: str, password: str = WORD) -> Any:
    me = human.http("POST", "/api/login", {"login": login, "password": password})
    human.id = me["id"]
    return me


async def closed_with(human: Human) -> int:
    """The code with which the server closes his socket."""
    with pytest.raises(ConnectionClosed) as found:
        while True:
            await human.receive()
    assert found.value.rcvd is not None
    return found.value.rcvd.code


@pytest.fixture(scope="module")
def strict(made_once: Makes) -> Server | Pair:
    """A server that counts attempts."""
    return made_once(tries_of_name=3, tries_of_address=8)


def test_a_guest_makes_an_account_and_comes_back_to_it(server: Server) -> None:
    human = account(server, "Eleni", "Eleni@example")
    me = human.http("GET", "/api/me")
    assert me == {"id": human.id, "name": "Eleni", "colour": "blue", "account": True}
    assert human.http("GET", "/api/account") == {"login": "eleni@example", "password": True, "passkeys": []}
    other = Human(server, "x")
    assert log_in(other, "ELENI@example ") == me and other.http("GET", "/api/me") == me
    assert refused(human, "POST", "/api/account", {"login": "eleni2", "password": WORD})[0] == 409


def test_a_login_belongs_to_one_person(server: Server) -> None:
    account(server, "Eleni", "taken_login")
    other = Human(server, "Nikos").come_in()
    assert refused(other, "POST", "/api/account", {"login": "Taken_Login", "password": WORD})[0] == 409
    assert refused(other, "POST", "/api/account", {"login": "no spaces", "password": WORD})[0] == 409
    assert refused(other, "POST", "/api/account", {"login": "nikos", "password": "short"})[0] == 400
    assert other.http("GET", "/api/me")["account"] is False


def test_who_is_not_let_in_does_not_learn_why(server: Server) -> None:
    account(server, "Eleni", "known_login")
    stranger = Human(server, "x")
    words = {
        refused(stranger, "POST", "/api/login", {"login": login, "password": word})
        for login, word in (("known_login", "wrong password"), ("unknown_login", WORD), ("no such \u0000", WORD))
    }
    assert len(words) == 1 and words.pop()[0] == 403


def test_an_unknown_login_takes_as_long_as_a_wrong_password(server: Server) -> None:
    account(server, "Eleni", "slow_login")
    stranger = Human(server, "x")

    def took(login: str) -> float:
        start = time.perf_counter()
        refused(stranger, "POST", "/api/login", {"login": login, "password": "wrong password"})
        return time.perf_counter() - start

    pairs = [(took("slow_login"), took("nobody_login")) for _ in range(5)]
    known, unknown = (statistics.median(side) for side in zip(*pairs, strict=True))
    assert unknown > known / 2  # without the work it would be a tenth


def test_passwords_and_tokens_are_kept_as_hashes(server: Server | Pair) -> None:
    human = account(server, "Eleni", "eleni.hashed")
    kept = everything(server)
    assert human.id in kept and WORD not in kept and human.cookie.partition("=")[2] not in kept and "$argon2id$" in kept


def test_a_name_and_an_address_may_not_be_tried_without_end(strict: Server) -> None:
    account(strict, "Eleni", "eleni")
    thief = Human(strict, "x")
    tries = [refused(thief, "POST", "/api/login", {"login": "eleni", "password": "wrong one"})[0] for _ in range(4)]
    assert tries == [403, 403, 403, 429]
    assert refused(thief, "POST", "/api/login", {"login": "eleni", "password": WORD})[0] == 429  # nor the right one
    others = [refused(thief, "POST", "/api/login", {"login": f"n{i}", "password": WORD})[0] for i in range(4)]
    assert others[0] == 403 and others[-1] == 429  # now the address


def test_logging_in_gives_a_new_session_and_ends_the_old_one(server: Server) -> None:
    account(server, "Eleni", "rotating")
    human = Human(server, "guest").come_in()
    before = human.cookie
    log_in(human, "rotating")
    assert human.cookie != before
    stale = Human(server, "x")
    stale.cookie = before
    assert refused(stale, "GET", "/api/me")[0] == 403


def test_logging_out_closes_the_sockets_of_the_session_and_no_others(server: Server) -> None:
    async def body() -> None:
        here = await asyncio.to_thread(account, server, "Eleni", "two_devices")
        made = await asyncio.to_thread(here.make, "ronda")
        there = Human(server, "Eleni")
        await asyncio.to_thread(log_in, there, "two_devices")
        second = await asyncio.to_thread(there.make, "ronda")
        assert made["id"] != second["id"]
        await here.connect()
        await there.connect()
        await asyncio.to_thread(here.http, "POST", "/api/logout", {})
        assert await closed_with(here) == 4401
        await there.send({"t": "hello"})
        await there.until(lambda: there.last("t") == "state")
        assert (await asyncio.to_thread(refused, here, "GET", "/api/me"))[0] == 403
        await asyncio.to_thread(there.http, "POST", "/api/logout", {"everywhere": True})
        assert await closed_with(there) == 4401

    run(body())


def test_a_new_password_ends_every_other_session(server: Server) -> None:
    human = account(server, "Eleni", "changing")
    other = Human(server, "x")
    log_in(other, "changing")
    assert refused(human, "POST", "/api/account/password", {"old": "not this one", "new": WORD + "!"})[0] == 403
    human.http("POST", "/api/account/password", {"old": WORD, "new": WORD + "!"})
    assert human.http("GET", "/api/me")["name"] == "Eleni"
    assert refused(other, "GET", "/api/me")[0] == 403
    assert refused(other, "POST", "/api/login", {"login": "changing", "password": WORD})[0] == 403
    log_in(other, "changing", WORD + "!")


def test_a_passkey_makes_an_account_and_comes_back_to_it(server: Server) -> None:
    human = Human(server, "Eleni").come_in()
    device = Authenticator(human.server.url)
    asked = human.http("POST", "/api/passkeys/options")
    answer = device.create(asked["options"])
    body = {"id": asked["id"], "credential": answer, "name": "telephone"}
    assert human.http("POST", "/api/passkeys", body)["account"] is True
    assert refused(human, "POST", "/api/passkeys", body)[0] == 409  # a challenge is answered once
    assert [k["name"] for k in human.http("GET", "/api/account")["passkeys"]] == ["telephone"]
    other = Human(server, "x")
    device.origin = other.server.url
    asked = other.http("POST", "/api/login/passkey/options")
    assert not asked["options"].get("allowCredentials")  # it names nobody
    shown = {"id": asked["id"], "credential": device.get(asked["options"])}
    assert other.http("POST", "/api/login/passkey", shown)["id"] == human.id
    assert refused(other, "POST", "/api/login/passkey", shown)[0] == 403
    key = human.http("GET", "/api/account")["passkeys"][0]["id"]
    assert refused(human, "DELETE", f"/api/passkeys/{key}")[0] == 409  # the last way in
    human.http("POST", "/api/account", {"login": "by_key", "password": WORD})
    human.http("DELETE", f"/api/passkeys/{key}")
    assert refused(human, "DELETE", f"/api/passkeys/{key}")[0] == 404


@pytest.mark.parametrize("fault", ["origin", "key", "counter", "site", "bytes"])
def test_a_passkey_that_is_not_right_is_not_let_in(server: Server, fault: str) -> None:
    human = Human(server, "Eleni").come_in()
    device = Authenticator(human.server.url)
    asked = human.http("POST", "/api/passkeys/options")
    human.http("POST", "/api/passkeys", {"id": asked["id"], "credential": device.create(asked["options"])})
    other = Human(server, "x")
    device.origin = other.server.url
    if fault == "origin":
        device.origin = "https://kafenio.example.net"
    elif fault == "key":
        device.key = Authenticator(device.origin).key
    elif fault == "counter":
        device.count = 0  # a copy of it, made before it was used
    elif fault == "site":
        device.site = "example.net"
    asked = other.http("POST", "/api/login/passkey/options")
    answer = device.get(asked["options"])
    if fault == "bytes":
        answer["response"]["authenticatorData"] = "AAAA"
    status, text = refused(other, "POST", "/api/login/passkey", {"id": asked["id"], "credential": answer})
    assert status == 403 and "this passkey is not known here" in text


def test_a_challenge_is_for_who_asked_for_it(server: Server) -> None:
    human, other = Human(server, "A").come_in(), Human(server, "B").come_in()
    device = Authenticator(human.server.url)
    asked = human.http("POST", "/api/passkeys/options")
    body = {"id": asked["id"], "credential": device.create(asked["options"])}
    assert refused(other, "POST", "/api/passkeys", body)[0] == 409
    assert human.http("POST", "/api/passkeys", body)["account"] is True


def test_a_guest_who_logs_in_brings_his_matches_and_his_seat_along(server: Server) -> None:
    async def body() -> None:
        eleni = await asyncio.to_thread(account, server, "Eleni", "claiming")
        guest, friend = Human(server, "Guest").come_in(), Human(server, "Friend").come_in()
        await table_of([guest, friend], "ronda", options={"target_score": 21})
        await everybody_agrees([guest, friend])
        await asyncio.gather(guest.play_on(chooser(1)), friend.play_on(chooser(2)))
        first = guest.state["match"]
        await everybody_agrees_again([guest, friend], first)
        was = guest.id
        await asyncio.to_thread(log_in, guest, "claiming")
        assert guest.id == eleni.id != was
        assert await closed_with(guest) == 4401
        guest.now, guest.seat = {}, None
        await guest.connect()
        await guest.until(lambda: guest.seat == 0)
        assert guest.state["host"] == eleni.id
        await asyncio.gather(guest.play_on(chooser(3)), friend.play_on(chooser(4)))
        lines = await asyncio.to_thread(eleni.http, "GET", "/api/me/records")
        assert len(lines.splitlines()) == 2

    run(body())


async def everybody_agrees_again(people: list[Human], before: int) -> None:
    for person in people:
        await person.agree()
    for person in people:
        await person.until(lambda p=person: p.now.get("match", 0) > before and p.now.get("deal"))  # type: ignore[misc]


def test_nobody_sits_twice_at_a_table_after_logging_in(server: Server) -> None:
    async def body() -> None:
        eleni = await asyncio.to_thread(account, server, "Eleni", "sitting")
        guest = Human(server, "Guest").come_in()
        await table_of([eleni, guest], "ronda")
        await asyncio.to_thread(log_in, guest, "sitting")
        await eleni.until(lambda: not eleni.state["seats"][1].get("person"))
        assert eleni.seat == 0 and eleni.state["host"] == eleni.id

    run(body())


def test_a_recovery_link_still_gives_a_guest_his_seat_back(server: Server) -> None:
    human = Human(server, "Eleni").come_in()
    token = human.http("POST", "/api/me/recovery")["link"].partition("#")[2]
    other = Human(server, "x")
    assert other.http("POST", "/api/recover", {"code": token})["id"] == human.id
