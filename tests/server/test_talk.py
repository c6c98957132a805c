"""What people say at a table, whom they do not hear, what they report and who reads it."""

from __future__ import annotations

from typing import Any

import pytest

from kafenio.records import format
from kafenio.server.phrases import PHRASES
from server.client import Human, Pair, Refusal, Server, chooser, everybody_agrees, run, table_of
from server.making import Makes
from server.test_matches import check
from server.test_play import two

ADMIN = "a token of those who run the server"
FOR_EVER = (  # names of phrases that clients know: more may come, none may go
    "hello welcome nice_to_meet good_luck bye see_you well_played nice_one bravo wow exciting so_close what_luck bad_luck "
    "oops my_mistake partner good_game thanks please sorry no_problem yes no one_moment thinking take_time your_turn "
    "go_on back_soon i_am_back slow_line which_rules bot_instead take_back another last_one"
)


@pytest.fixture(scope="module")
def run_by_us(made_once: Makes) -> Server | Pair:
    return made_once(admin=ADMIN)


def admin(server: Server | Pair, method: str, path: str, token: str = ADMIN) -> Any:
    us = Human(server, "us")
    us.token = token
    return us.http(method, path, {} if method == "POST" else None)


def test_phrases_stay_known_by_their_names() -> None:
    assert set(FOR_EVER.split()) <= set(PHRASES)


def test_who_is_muted_is_not_heard_by_who_muted_him_and_by_others_still(server: Server) -> None:
    async def body() -> None:
        a, b = await two(server, public=True)
        watcher = Human(server, "W").come_in()
        watcher.table = a.table
        await watcher.connect()
        await a.send({"t": "mute", "person": b.id})
        await a.until(lambda: a.last("t") == "muted")
        assert a.last("people") == [b.id]
        await b.send({"t": "say", "phrase": "hello"})
        await watcher.send({"t": "say", "phrase": "bravo"})
        await a.until(lambda: a.said)
        await watcher.until(lambda: len(watcher.said) == 2)
        assert [said["person"] for said in a.said] == [watcher.id]
        await a.close()
        await a.connect(fresh=True)  # it holds after coming back, and on other tables
        await a.until(lambda: a.last("t") == "muted")
        await a.send({"t": "mute", "person": b.id, "on": False})
        await a.until(lambda: a.last("t") == "muted" and a.last("people") == [])
        await b.send({"t": "say", "phrase": "thanks"})
        await a.until(lambda: len(a.said) == 2)
        assert a.said[-1]["phrase"] == "thanks"

    run(body())


def test_only_somebody_else_who_exists_is_muted(server: Server) -> None:
    async def body() -> None:
        a, _ = await two(server)
        await a.send({"t": "mute", "person": a.id})
        await a.send({"t": "mute", "person": "nobody"})
        await a.until(lambda: len(a.refusals) == 2)
        assert [r["code"] for r in a.refusals] == ["not_now", "unknown"]

    run(body())


def test_who_says_too_much_is_told_to_say_less_and_stays(made: Makes) -> None:
    server = made(words=3, words_per_s=0.001)

    async def body() -> None:
        a, b = await two(server)
        for _ in range(5):
            await a.send({"t": "say", "phrase": "hello"})
        await a.until(lambda: len(a.refusals) == 2)
        assert {r["code"] for r in a.refusals} == {"too_fast"}
        await b.until(lambda: len(b.said) == 3)
        await a.play(a.now["legal"][0])
        await a.until(lambda: a.accepted)

    run(body())


def test_a_report_reaches_those_who_run_the_server_with_the_last_words(run_by_us: Server) -> None:
    server = run_by_us

    async def body() -> tuple[Human, Human]:
        people = [Human(server, f"P{i}").come_in() for i in range(2)]
        await table_of(people, "ronda", players=2, free_chat=True)
        a, b = people
        await b.send({"t": "say", "text": "something rude"})
        await a.until(lambda: a.said)
        await a.send({"t": "report", "person": b.id, "why": "rude"})
        await a.until(lambda: a.noted)
        return a, b

    a, b = run(body())
    (key,) = a.noted
    found = next(r for r in admin(server, "GET", "/api/admin/reports") if r["id"] == key)
    assert (found["kind"], found["person"], found["about"], found["about_name"]) == ("person", a.id, b.id, "P1")
    assert found["text"]["why"] == "rude"
    assert [(s["person"], s["text"]) for s in found["text"]["said"]] == [(b.id, "something rude")]
    assert admin(server, "POST", f"/api/admin/reports/{key}/settled")["settled"]
    assert key not in {r["id"] for r in admin(server, "GET", "/api/admin/reports")}
    assert key in {r["id"] for r in admin(server, "GET", "/api/admin/reports?settled=true")}
    b.http("POST", "/api/me/delete", {"name": "P1"})
    after = admin(server, "GET", f"/api/admin/reports/{key}")
    assert after["about"] is None and after["text"]["said"] == []


def test_reports_end_somewhere(run_by_us: Server) -> None:
    async def body() -> None:
        a, b = await two(run_by_us)
        for _ in range(21):
            await a.send({"t": "report", "person": b.id, "why": "again"})
        await a.send({"t": "report", "person": "nobody", "why": "who?"})
        await a.until(lambda: len(a.refusals) == 2)
        assert "20 reports a day" in a.refusals[0]["text"]

    run(body())


def test_a_foolish_play_of_a_bot_is_reported_with_its_place_in_the_record(run_by_us: Server) -> None:
    server = run_by_us

    async def body() -> Human:
        human = Human(server, "H").come_in()
        options = {"first_dealer": "seat:0", "deals": 1, "match_tie": "draw"}
        await table_of([human], "kontsina", bots=["random"], options=options)
        await everybody_agrees([human])
        await human.until(lambda: human.now.get("legal"))
        await human.send({"t": "report_play", "seat": 0})
        await human.until(lambda: human.refusals)
        assert human.refusals[0]["code"] == "unknown" and "no bot" in human.refusals[0]["text"]
        await human.send({"t": "report_play", "seat": 1, "why": "why not the two?"})
        await human.until(lambda: human.noted)
        with pytest.raises(Refusal) as early:
            admin(server, "GET", f"/api/admin/reports/{human.noted[0]}/record")
        assert early.value.status == 409
        await human.play_on(chooser(1))
        await human.send({"t": "report_play", "seat": 1, "deal": 1, "ply": 6})
        await human.until(lambda: len(human.noted) == 2)
        await human.send({"t": "report_play", "seat": 1, "deal": 1, "ply": 999})
        await human.until(lambda: len(human.refusals) == 2)
        return human

    human = run(body())
    for key, ply in zip(human.noted, (0, 6), strict=True):
        report = admin(server, "GET", f"/api/admin/reports/{key}")
        assert report["kind"] == "play" and report["text"]["bot"].startswith("random")
        record = check(admin(server, "GET", f"/api/admin/reports/{key}/record"))
        assert isinstance(record, format.Record)
        assert report["text"]["deal"] == 1 and report["text"]["ply"] == ply
        assert record.deals[0].plays[ply] == f"1 {report['text']['play']}"


@pytest.mark.parametrize("token", ["", "guess", ADMIN[:-1], ADMIN + "x"])
def test_nobody_else_reads_reports(run_by_us: Server, token: str) -> None:
    with pytest.raises(Refusal) as refused:
        admin(run_by_us, "GET", "/api/admin/reports", token)
    assert refused.value.status == 403


def test_where_nobody_has_the_token_there_are_no_such_pages(server: Server) -> None:
    with pytest.raises(Refusal) as refused:
        admin(server, "GET", "/api/admin/reports", ADMIN)
    assert refused.value.status == 404
