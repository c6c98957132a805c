"""The lobby: public tables as they change, friends as they come and go, people brought together."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import websockets
from websockets.exceptions import ConnectionClosed

from kafenio.server import lobby_wire
from server.client import Human, Pair, Refusal, Server, chooser, everybody_agrees, run
from server.database import rewrite
from server.lobby import Visitor, visit
from server.making import Makes

CLOCK = {"kind": "play", "seconds": 60}


def guest(server: Server | Pair, name: str) -> Human:
    return Human(server, name).come_in()


def befriend(a: Human, b: Human) -> str:
    code: str = a.http("POST", "/api/friends/link")["link"].partition("#")[2]
    b.http("POST", "/api/friends", {"code": code})
    return code


def test_the_published_schema_of_the_lobby_is_current(server: Server) -> None:
    assert lobby_wire.PUBLISHED.read_text() == lobby_wire.schema_text()
    assert Human(server, "x").http("GET", "/api/lobby.schema.json") == lobby_wire.schema()
    parts = lobby_wire.schema()["$defs"]
    for direction, classes in (("FromClient", lobby_wire.FROM_CLIENT), ("FromServer", lobby_wire.FROM_SERVER)):
        assert {o["$ref"].rpartition("/")[2] for o in parts[direction]["anyOf"]} == {c.__name__ for c in classes}


def test_public_tables_appear_change_and_go_and_private_ones_never_show(server: Server) -> None:
    async def body() -> None:
        host, watcher = guest(server, "Host"), await visit(guest(server, "Watcher"))
        private = await asyncio.to_thread(host.make, "ronda")
        public = await asyncio.to_thread(host.make, "ronda", public=True, options={"target_score": 21})
        key = public["id"]
        await watcher.until(lambda: key in watcher.tables)
        assert watcher.tables[key]["seats"] == ["Host", ""] and watcher.tables[key]["differences"]
        assert [said["id"].split(".")[0] for said in watcher.tables[key]["said"]] == ["option"]
        await host.connect()
        await host.send({"t": "fill", "bot": "random"})
        await watcher.until(lambda: watcher.tables[key]["seats"] == ["Host", "bot:random@1"])
        await host.agree()
        await watcher.until(lambda: watcher.tables[key]["state"] == "playing")
        late = await visit(guest(server, "Late"))
        await late.until(lambda: late.tables.get(key, {}).get("state") == "playing")
        await host.play_on(chooser(1))
        await watcher.until(lambda: key not in watcher.tables)
        told = "".join(watcher.frames + late.frames)
        for secret in (private["id"], private["code"], public["code"], host.id):
            assert secret not in told

    run(body())


def test_the_lobby_is_for_who_has_a_session_and_comes_from_our_page(server: Server) -> None:
    async def body() -> None:
        human = guest(server, "x")
        for origin, cookie in (("http://evil.example", human.cookie), (human.server.url, "")):
            with pytest.raises(websockets.InvalidStatus) as found:
                await websockets.connect(
                    human.server.url.replace("http", "ws") + "/ws/lobby",
                    origin=websockets.Origin(origin),
                    additional_headers={"Cookie": cookie},
                )
            assert found.value.response.status_code == 403
        visitor = await visit(human)
        await asyncio.to_thread(human.http, "POST", "/api/logout", {})
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await visitor.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401

    run(body())


def test_bad_messages_are_refused_and_then_end_the_socket(server: Server) -> None:
    async def body() -> None:
        visitor = await visit(guest(server, "x"))
        assert visitor.socket is not None
        await visitor.find("a", "chess")
        await visitor.find("b", players=5)
        await visitor.find("c", rated=True, clock=CLOCK)
        await visitor.send(t="cancel")
        await visitor.until(lambda: len(visitor.refusals) == 4)
        assert [r.get("id") for r in visitor.refusals] == ["a", "b", "c", None]
        assert "no game 'chess'" in visitor.refusals[0]["text"] and "account" in visitor.refusals[2]["text"]
        for bad in ('{"t":"find"}', "[", b"\x00", '{"t":"play"}', '{"t":"cancel","x":1}'):
            await visitor.socket.send(bad)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await visitor.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4400
        assert [r["code"] for r in visitor.refusals[4:]] == ["bad_message"] * 5

    run(body())


# Friends.


def test_friends_are_made_by_a_link_that_works_once(server: Server) -> None:
    a, b, c = guest(server, "A"), guest(server, "B"), guest(server, "C")
    code = befriend(a, b)
    assert [f["id"] for f in a.http("GET", "/api/friends")] == [b.id]
    assert [f["id"] for f in b.http("GET", "/api/friends")] == [a.id]
    own = c.http("POST", "/api/friends/link")["link"].partition("#")[2]
    for human, bad in ((c, code), (c, own), (c, "nonsense")):
        with pytest.raises(Refusal) as found:
            human.http("POST", "/api/friends", {"code": bad})
        assert found.value.status == 404
    b.http("DELETE", f"/api/friends/{a.id}")
    assert a.http("GET", "/api/friends") == b.http("GET", "/api/friends") == []


def test_a_link_for_friends_is_no_cookie_and_no_recovery(server: Server) -> None:
    a, other = guest(server, "A"), Human(server, "x")
    code = a.http("POST", "/api/friends/link")["link"].partition("#")[2]
    other.cookie = f"kafenio={code}"
    for method, path, body in (("GET", "/api/me", None), ("POST", "/api/recover", {"code": code})):
        with pytest.raises(Refusal):
            other.http(method, path, body)


def test_friends_see_each_other_come_sit_down_and_go_and_nobody_else_does(server: Server) -> None:
    async def body() -> None:
        a, b, stranger = guest(server, "A"), guest(server, "B"), await visit(guest(server, "S"))
        watching = await visit(a)
        assert watching.friends == {}
        await asyncio.to_thread(befriend, a, b)
        await watching.until(lambda: b.id in watching.friends)
        assert watching.friends[b.id]["presence"] == "away"
        there = await visit(b)
        await watching.until(lambda: watching.friends[b.id]["presence"] == "online")
        await there.until(lambda: there.friends[a.id]["presence"] == "online")
        private = await asyncio.to_thread(b.make, "ronda")
        await b.connect()
        await watching.until(lambda: watching.friends[b.id]["presence"] == "at_table")
        assert "table" not in watching.friends[b.id] and private["id"] not in "".join(watching.frames)
        await b.close()
        await watching.until(lambda: watching.friends[b.id]["presence"] == "online")
        public = await asyncio.to_thread(b.make, "ronda", public=True)
        await b.connect()
        await watching.until(lambda: watching.friends[b.id].get("table") == public["id"])
        await b.close()
        await there.close()
        await watching.until(lambda: watching.friends[b.id]["presence"] == "away")
        await asyncio.to_thread(a.http, "DELETE", f"/api/friends/{b.id}")
        await watching.until(lambda: b.id not in watching.friends)
        await stranger.until(lambda: public["id"] in stranger.tables)
        assert a.id not in "".join(stranger.frames) and b.id not in "".join(stranger.frames)

    run(body())


# Who looks for a table.


async def all_found(visitors: list[Visitor]) -> str:
    for visitor in visitors:
        await visitor.until(lambda v=visitor: v.found)  # type: ignore[misc]
    (key,) = {visitor.found[-1]["table"] for visitor in visitors}
    return str(key)


def test_four_who_look_for_a_ronda_find_a_table_and_play_there(server: Server) -> None:
    async def body() -> None:
        people = [guest(server, name) for name in "ABCD"]
        visitors = [await visit(human) for human in people]
        for number, visitor in enumerate(visitors[:3], 1):
            await visitor.find("r", players=4, clock=CLOCK)
            await visitor.until(lambda v=visitor, n=number: v.waiting.get("waiting") == n)  # type: ignore[misc]
            assert visitor.waiting == {"t": "waiting", "id": "r", "waiting": number, "needed": 4}
        await visitors[0].until(lambda: visitors[0].waiting["waiting"] == 3)
        await visitors[3].find("r", players=4, clock=CLOCK)
        key = await all_found(visitors)
        for human in people:
            human.table = key
            await human.connect()
        assert sorted(human.seat for human in people if human.seat is not None) == [0, 1, 2, 3]
        assert people[0].state["clock"] == CLOCK and not people[0].state.get("public")
        assert [t["id"] for t in people[2].http("GET", "/api/me/tables")] == [key]
        await everybody_agrees(people)
        stranger = guest(server, "S")
        with pytest.raises(Refusal):
            stranger.http("GET", f"/api/tables/{key}")
        assert key not in visitors[0].tables

    run(body())


def test_who_is_stronger_meets_an_equal_first_and_others_when_he_has_waited(made: Makes) -> None:
    server = made()

    async def body() -> None:
        people = [guest(server, name) for name in ("Strong", "Newcomer", "Equal", "Other")]
        for human, mu in ((people[0], 4000.0), (people[2], 4002.0)):  # hours away from others
            values = {"who": human.id, "mu": mu}
            rewrite(server, "INSERT INTO ratings VALUES (:who, 'ronda', 'duel', :mu, 2.0, 30, 0)", **values)
        strong, newcomer, equal, other = [await visit(human) for human in people]
        for visitor in (strong, newcomer):
            await visitor.find("x", clock=CLOCK)
            await visitor.until(lambda v=visitor: v.waiting)  # type: ignore[misc]
        await strong.until(lambda: strong.waiting["waiting"] == 2)
        assert not strong.found  # two wait, but not for each other
        await equal.find("x", clock=CLOCK)
        assert await all_found([strong, equal])
        assert not newcomer.found
        await equal.find("y", clock=CLOCK)
        await equal.until(lambda: equal.waiting.get("id") == "y")
        assert not newcomer.found
        rewrite(server, "UPDATE waiting SET since = since - 36000000")  # as if both had waited so long
        await equal.until(lambda: len(equal.found) == 2)
        assert await all_found([newcomer, equal])
        await other.find("x", clock=CLOCK)
        await other.until(lambda: other.waiting)
        assert other.waiting["waiting"] == 1

    run(body())


def test_only_those_who_want_the_same_are_brought_together(server: Server) -> None:
    async def body() -> None:
        wanted: list[dict[str, Any]] = [
            {"preset": "quick"},
            {"preset": "cafe"},
            {"clock": {"kind": "days"}},
            {"game": "kontsina"},
            {"preset": None},
        ]
        visitors = [await visit(guest(server, f"V{n}")) for n in range(len(wanted))]
        for visitor, some in zip(visitors[:4], wanted, strict=False):
            await visitor.find("x", **{"clock": {"kind": "play", "seconds": 77}, **some})
            await visitor.until(lambda v=visitor: v.waiting)  # type: ignore[misc]
        assert not any(visitor.found for visitor in visitors)
        await visitors[4].find("x", clock={"kind": "play", "seconds": 77})
        key = await all_found([visitors[0], visitors[4]])
        state = visitors[0].human.http("GET", f"/api/tables/{key}")
        assert state["options"]["target_score"] == 21 and state["game"] == "ronda"
        assert not visitors[1].found

    run(body())


def test_who_cancels_or_goes_or_looks_for_something_else_is_not_found(server: Server) -> None:
    async def body() -> None:
        wanted: dict[str, Any] = {"players": 3, "clock": {"kind": "play", "seconds": 78}}
        watching, a, b, c = [await visit(guest(server, name)) for name in "WABC"]

        async def sees(number: int) -> None:
            await watching.until(lambda: watching.waiting.get("waiting") == number)

        await watching.find("0", **wanted)
        await sees(1)
        await a.find("1", **wanted)
        await sees(2)
        await a.send(t="cancel")
        await a.until(lambda: a.cancelled == ["1"])
        await sees(1)
        await b.find("1", **wanted)
        await sees(2)
        await b.close()
        await sees(1)
        await c.find("1", **wanted)
        await sees(2)
        other_window = Visitor(c.human)
        await other_window.connect()
        await other_window.find("2", game="kozel", clock=wanted["clock"])
        await c.until(lambda: c.cancelled == ["1"])
        await sees(1)
        await other_window.find("3", **wanted)
        await other_window.until(lambda: other_window.cancelled == ["2"])
        await sees(2)
        assert not (watching.found or a.found or c.found or other_window.found)

    run(body())


def test_after_a_crash_nobody_is_waited_for_who_is_not_here(made: Makes) -> None:
    server = made()

    async def body() -> None:
        a, b = guest(server, "A"), guest(server, "B")
        gone = await visit(a)
        await gone.find("1")
        await gone.until(lambda: gone.waiting)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        here = await visit(b)
        await here.find("2")
        await here.until(lambda: here.waiting)
        assert here.waiting["waiting"] == 1
        back = await visit(a)
        await back.find("3")
        await all_found([here, back])

    run(body())


def test_one_who_deletes_himself_is_looked_for_no_more(server: Server) -> None:
    async def body() -> None:
        clock = {"kind": "play", "seconds": 79}
        a, b = await visit(guest(server, "A")), await visit(guest(server, "B"))
        await a.find("1", clock=clock)
        await a.until(lambda: a.waiting)
        await asyncio.to_thread(a.human.http, "POST", "/api/me/delete", {"name": "A"})
        await b.find("1", clock=clock)
        await b.until(lambda: b.waiting)
        assert b.waiting["waiting"] == 1 and json.loads(b.frames[-1])["t"] == "waiting"

    run(body())
