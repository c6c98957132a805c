"""The lobby and the sessions of two server processes that share a database."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.client import Human, Pair, Server, chooser, everybody_agrees, run
from server.lobby import Visitor, visit
from server.postgres import Postgres

WORD = "three sweeps and a ronda"


async def closed_with(receiver: Human | Visitor) -> int:
    with pytest.raises(ConnectionClosed) as found:
        while True:
            await receiver.receive()
    assert found.value.rcvd is not None
    return found.value.rcvd.code


def test_a_table_of_one_process_is_listed_at_the_other(pair: Pair) -> None:
    async def body() -> None:
        host, watcher = Human(pair.one, "Host").come_in(), await visit(Human(pair.two, "W").come_in())
        made = await asyncio.to_thread(host.make, "ronda", public=True, options={"target_score": 21})
        key = made["id"]
        await watcher.until(lambda: key in watcher.tables)
        assert watcher.tables[key]["seats"] == ["Host", ""]
        await host.connect()
        await watcher.until(lambda: watcher.tables[key].get("here") == 1)
        await host.send({"t": "fill", "bot": "random"})
        await host.until(lambda: host.state["seats"][1].get("bot"))
        await host.agree()
        await watcher.until(lambda: watcher.tables[key]["state"] == "playing")
        assert key in {table["id"] for table in watcher.human.http("GET", "/api/tables")}
        await host.play_on(chooser(1))
        await watcher.until(lambda: key not in watcher.tables)

    run(body())


def test_friends_at_different_processes_see_each_other(pair: Pair) -> None:
    async def body() -> None:
        a, b = Human(pair.one, "A").come_in(), Human(pair.two, "B").come_in()
        code = a.http("POST", "/api/friends/link")["link"].partition("#")[2]
        b.http("POST", "/api/friends", {"code": code})
        watching = await visit(a)
        assert watching.friends[b.id]["presence"] == "away"
        there = await visit(b)
        await there.until(lambda: there.friends[a.id]["presence"] == "online")
        await watching.until(lambda: watching.friends[b.id]["presence"] == "online")
        made = await asyncio.to_thread(b.make, "ronda", public=True)
        await b.connect()
        await watching.until(lambda: watching.friends[b.id].get("table") == made["id"])
        assert a.http("GET", "/api/friends")[0]["presence"] == "at_table"
        await b.close()
        await there.close()
        await watching.until(lambda: watching.friends[b.id]["presence"] == "away")

    run(body())


def test_people_at_different_processes_find_a_table_and_play_there(pair: Pair) -> None:
    async def body() -> None:
        a, b, c = [await visit(Human(pair.door(), name).come_in()) for n, name in enumerate("ABC")]
        wanted: dict[str, Any] = {"clock": {"kind": "play", "seconds": 60}, "preset": "quick", "players": 3}
        await a.find("1", **wanted)
        await a.until(lambda: a.waiting)
        await b.find("1", **wanted)
        await a.until(lambda: a.waiting["waiting"] == 2)
        await c.find("1", **wanted)
        for visitor in (a, b, c):
            await visitor.until(lambda v=visitor: v.found)  # type: ignore[misc]
        people = [visitor.human for visitor in (a, b, c)]
        for human in people:
            human.table = a.found[0]["table"]
            await human.connect()
        await everybody_agrees(people)
        await asyncio.gather(
            *(human.play_on(chooser(n), stop=lambda h=human: h.now["v"] > 8) for n, human in enumerate(people))  # type: ignore[misc]
        )

    run(body())


def test_who_looks_for_something_else_at_another_process_looks_no_more_here(pair: Pair) -> None:
    async def body() -> None:
        human = Human(pair.one, "A").come_in()
        same = Human(pair.two, "A")
        same.cookie = human.cookie
        here, there = await visit(human), await visit(same)
        await here.find("1", game="kozel")
        await here.until(lambda: here.waiting)
        await there.find("2", game="kontsina")
        await here.until(lambda: here.cancelled == ["1"])

    run(body())


def test_a_session_that_ends_at_one_process_closes_its_sockets_at_the_other(pair: Pair) -> None:
    async def body() -> None:
        human = Human(pair.one, "A").come_in()
        human.http("POST", "/api/account", {"login": "both", "password": WORD})
        same = Human(pair.two, "A")
        same.cookie = human.cookie
        there = await visit(same)
        made = await asyncio.to_thread(same.make, "ronda")
        await same.connect()
        await asyncio.to_thread(human.http, "POST", "/api/logout", {})
        assert await closed_with(there) == 4401 and await closed_with(same) == 4401
        other = Human(pair.two, "A")
        other.id = other.http("POST", "/api/login", {"login": "both", "password": WORD})["id"]
        other.table = made["id"]
        await other.connect()
        assert other.seat == 0
        again = Human(pair.one, "A")
        again.http("POST", "/api/login", {"login": "both", "password": WORD})
        await asyncio.to_thread(again.http, "POST", "/api/logout", {"everywhere": True})
        assert await closed_with(other) == 4401

    run(body())


def test_who_deletes_himself_at_one_process_is_followed_by_a_bot_at_the_other(pair: Pair) -> None:
    async def body() -> None:
        a, b = Human(pair.one, "Vanishing").come_in(), Human(pair.two, "Nikos").come_in()
        b.join(await asyncio.to_thread(a.make, "ronda", options={"target_score": 21}))
        await a.connect()
        await b.connect()
        await b.sit(1)
        await everybody_agrees([a, b])
        await asyncio.to_thread(a.http, "POST", "/api/me/delete", {"name": "Vanishing"})
        assert await closed_with(a) == 4401
        await b.until(lambda: b.state["seats"][0].get("bot"))
        await b.play_on(chooser(1))
        assert "Vanishing" not in b.http("GET", f"/api/tables/{b.table}/record")

    run(body())


def test_a_guest_who_logs_in_at_one_process_keeps_his_seat_at_the_other(pair: Pair) -> None:
    async def body() -> None:
        Human(pair.one, "Eleni").come_in().http("POST", "/api/account", {"login": "eleni", "password": WORD})
        guest, host = Human(pair.one, "G").come_in(), Human(pair.two, "H").come_in()
        guest.join(await asyncio.to_thread(host.make, "ronda"))
        await host.connect()
        await guest.connect()
        await guest.sit(1)
        me = await asyncio.to_thread(guest.http, "POST", "/api/login", {"login": "eleni", "password": WORD})
        await host.until(lambda: host.state["seats"][1].get("person") == me["id"])
        assert host.state["seats"][1]["name"] == "Eleni"

    run(body())


def test_who_looked_for_a_table_at_a_process_that_has_died_is_waited_for_no_more(postgres: Postgres) -> None:
    database = postgres.database("lobby_dies")
    one, two = Server(database, beat_s=0.5), Server(database, beat_s=0.5)
    try:

        async def body() -> None:
            gone, friend = Human(one, "A").come_in(), Human(two, "B").come_in()
            code = gone.http("POST", "/api/friends/link")["link"].partition("#")[2]
            friend.http("POST", "/api/friends", {"code": code})
            looking, here = await visit(gone), await visit(friend)
            await looking.find("1")
            await looking.until(lambda: looking.waiting)
            await here.until(lambda: here.friends[gone.id]["presence"] == "online")
            await asyncio.to_thread(one.kill)
            await here.until(lambda: here.friends[gone.id]["presence"] == "away")
            await here.find("2")
            await here.until(lambda: here.waiting)
            assert here.waiting["waiting"] == 1 and not here.found

        run(body())
    finally:
        one.start()
        for server in (one, two):
            server.stop()


def test_when_the_database_is_back_who_looks_is_found_and_friends_see_each_other(postgres: Postgres) -> None:
    database = postgres.database("lobby_back")
    one, two = Server(database, beat_s=0.5), Server(database, beat_s=0.5)
    try:

        async def body() -> None:
            a, b, c = Human(one, "A").come_in(), Human(two, "B").come_in(), Human(two, "C").come_in()
            code = a.http("POST", "/api/friends/link")["link"].partition("#")[2]
            b.http("POST", "/api/friends", {"code": code})
            here, there, other = await visit(a), await visit(b), await visit(c)
            await here.find("1", players=3)
            await here.until(lambda: here.waiting)
            await asyncio.to_thread(postgres.kill)
            await there.find("2", players=3)
            await there.until(lambda: there.refusals)
            assert there.refusals[0]["code"] == "not_stored"
            await there.close()
            await asyncio.to_thread(postgres.start)
            await here.until(lambda: here.friends.get(b.id, {}).get("presence") == "away")
            back = await visit(b)
            await here.until(lambda: here.friends[b.id]["presence"] == "online")
            await back.find("3", players=3)
            await back.until(lambda: back.waiting or back.refusals)
            await other.find("4", players=3)
            for visitor in (here, back, other):
                await visitor.until(lambda v=visitor: v.found)  # type: ignore[misc]

        run(body())
    finally:
        for server in (one, two):
            server.stop()
