"""Replays: a record told as a table tells it, to who may see it, within limits; and reports about plays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kafenio.errors import BadRecord
from kafenio.i18n.english import ENGLISH
from kafenio.records import format, read
from kafenio.server.reading import Reading
from kafenio.server.replay import Replay, advised, replayed
from kafenio.server.seating import NotAllowed
from server.client import Human, Refusal, Server, chooser, everybody_agrees, run, table_of
from server.test_matches import SHORT
from server.test_talk import ADMIN, admin
from support import LONG

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.kaf"))
SOME = GOLDEN if LONG else GOLDEN[::5]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(f"sqlite:///{tmp_path_factory.mktemp('replays')}/kafenio.db", admin=ADMIN)
    yield running
    running.stop()


def plain(found: Replay) -> dict[str, Any]:
    """As it is sent."""
    sent: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return sent


def cards(view: dict[str, Any], seat: int) -> list[str]:
    hands = view.get("hands", [])
    return hands[seat].split() if seat < len(hands) else []


# What is told.


@pytest.mark.parametrize("path", SOME, ids=lambda p: p.stem)
def test_every_play_is_a_step_and_the_totals_are_those_of_the_record(path: Path) -> None:
    record = read(path)
    last = len(record.deals)
    for number in sorted({1, last}):
        found = plain(replayed(record, number, 0))
        steps, plays = found["steps"], record.deals[number - 1].plays
        assert len(steps) == len(plays) + 1 and found["deals"][number - 1] == len(plays)
        assert [f"{step['seat']} " for step in steps[1:]] == [play[:2] for play in plays]
        assert steps[0]["events"][0]["kind"] in ("deal_begins", "misdeal") and not steps[0]["now"].get("result")
        assert all(
            said["id"] in ENGLISH for step in steps for event in step["events"] for said in event.get("said", ())
        )
    if record.result is not None:
        assert (
            steps[-1]["now"]["totals"] == record.result.totals and steps[-1]["now"]["winners"] == record.result.winner
        )
        assert len(steps[-1]["now"]["history"]) == last


@pytest.mark.parametrize("path", SOME, ids=lambda p: p.stem)
def test_a_seat_sees_backs_where_others_hold_cards_and_open_hands_show_all(path: Path) -> None:
    record = read(path)
    game_seats = len(record.seats) or 2
    for seat in range(game_seats):
        closed, opened = (plain(replayed(record, 1, seat, how)) for how in (False, True))
        backs = 0
        for shut, bare in zip(closed["steps"], opened["steps"], strict=True):
            if shut["now"].get("result"):
                continue
            for other in range(game_seats):
                known, true = cards(shut["now"]["view"], other), cards(bare["now"]["view"], other)
                assert "??" not in true and len(known) == len(true)
                assert set(known) <= {*true, "??"}
                backs += known.count("??") if other != seat else 0
                assert "??" not in known or other != seat
        assert bool(backs) != path.stem.startswith("konchinka-open_cards")  # there all hands lie open
        assert "stock" not in json.dumps([step["now"]["view"] for step in opened["steps"]])
        assert "??" not in json.dumps([event for step in opened["steps"] for event in step["events"]])


def test_places_that_are_not_there_are_refused_in_a_line() -> None:
    record = read(GOLDEN[0])
    for deal, seat, words in ((99, 0, "no deal 99: the record has deals 1 to"), (1, 4, "no seat 4: seats are 0 to")):
        with pytest.raises(BadRecord, match=words):
            replayed(record, deal, seat)


def test_a_record_without_its_cards_tells_the_points_alone() -> None:
    text = (
        'format = "kafenio/1"\ngame = "kontsina"\n[[deals]]\ndealer = 0\npoints = [3, 1]\n[[deals]]\npoints = [0, 4]\n'
    )
    found = plain(replayed(read(text), 2, 0))
    (step,) = found["steps"]
    assert found["whole"] is False and "view" not in step["now"]
    assert step["now"]["totals"] == [1, 1] and step["now"]["result"]["points"] == [0, 4]
    assert step["events"][0]["kind"] == "counted"


def unknown_from(name: str, place: int) -> tuple[format.Record, format.Record]:
    """A record, and the same without the cards from a place of its first pack on."""
    whole, part = (read(GOLDEN[0].parent / f"{name}.kaf") for _ in range(2))
    pack = (part.deals[0].pack or "").split()
    part.deals[0].pack = " ".join([*pack[:place], *["??"] * (len(pack) - place)])
    part.deals[0].seal = None
    return whole, part


def test_unknown_cards_that_the_plays_tell_are_shown() -> None:
    whole, part = unknown_from("kontsina-seed-2-1", 32)
    assert plain(replayed(part, 1, 0, True))["steps"] == plain(replayed(whole, 1, 0, True))["steps"]


def test_unknown_cards_that_lie_in_several_ways_end_the_steps() -> None:
    whole, part = unknown_from("kozel-seed-2-1", 8)
    found = plain(replayed(part, 1, 0, True))
    assert found["whole"] is False
    assert all(not step["now"].get("view") for step in found["steps"])
    assert found["steps"][-1]["now"]["result"]["points"] == whole.deals[0].points


# Of matches at tables.


@pytest.mark.parametrize("game", SHORT)
def test_a_replay_tells_a_seat_what_it_was_told_at_the_table(server: Server, game: str) -> None:
    async def body() -> Human:
        human = Human(server, "H").come_in()
        await table_of(
            [human],
            game,
            players=4 if game == "kozel" else 2,
            bots=["greedy"] * (3 if game == "kozel" else 1),
            options=SHORT[game],
        )
        await everybody_agrees([human])
        await human.play_on(chooser(5, eager=True))
        return human

    human = run(body())
    told: list[Any] = []
    number = 0
    while number < (human.now["deal"]):
        number += 1
        found = human.http("GET", f"/api/tables/{human.table}/matches/1/replay?deal={number}")
        told += [event for step in found["steps"] for event in step["events"]]
    assert found["mine"] == found["seat"] == 0 and found["table"]["seats"][1]["bot"].startswith("greedy@")
    before = [e for e in human.told if e["kind"] not in ("first_dealer", "cut")]
    assert told == before
    last = found["steps"][-1]["now"]
    assert {k: last.get(k) for k in ("totals", "winners", "result", "history", "view")} == {
        k: human.now.get(k) for k in ("totals", "winners", "result", "history", "view")
    }


async def two_matches(server: Server) -> tuple[Human, Human]:
    """One is over, another is being played."""
    people = [Human(server, f"P{i}").come_in() for i in range(2)]
    await table_of(people, "kontsina", options=SHORT["kontsina"])
    await everybody_agrees(people)
    await asyncio.gather(*(h.play_on(chooser(i)) for i, h in enumerate(people)))
    for person in people:
        await person.agree()
    for person in people:
        await person.until(lambda p=person: p.now.get("match") == 2 and p.now.get("deal"))  # type: ignore[misc]
    return people[0], people[1]


def test_only_who_may_enter_sees_a_match_and_only_when_it_is_over(server: Server) -> None:
    async def body() -> None:
        a, _ = await two_matches(server)
        stranger, nobody = Human(server, "S").come_in(), Human(server, "N")
        paths = ("replay?open=true", "record", "advice?deal=1&ply=0")
        for path in paths:
            assert a.http("GET", f"/api/tables/{a.table}/matches/1/{path}")
            for who, number, status in (
                (a, 2, 409),
                (a, 3, 404),
                (stranger, 1, 404),
                (stranger, 2, 404),
                (nobody, 1, 403),
            ):
                with pytest.raises(Refusal) as refused:
                    who.http("GET", f"/api/tables/{a.table}/matches/{number}/{path}")
                assert refused.value.status == status, (path, number, refused.value)
        with pytest.raises(Refusal) as refused:
            a.http("POST", f"/api/tables/{a.table}/matches/2/reports", {"deal": 1, "ply": 0})
        assert refused.value.status == 409
        stranger.join(
            {"id": a.table, "code": a.http("GET", f"/api/tables/{a.table}/invitation")["link"].partition("#")[2]}
        )
        found = stranger.http("GET", f"/api/tables/{a.table}/matches/1/replay?seat=1")
        assert found.get("mine") is None and found["seat"] == 1

    run(body())


# Of records that are sent.


def test_a_record_that_is_sent_is_replayed_and_not_kept(server: Server) -> None:
    human, text = Human(server, "H").come_in(), GOLDEN[3].read_text()
    found = human.http("POST", "/api/replays?deal=1&seat=1&open=true", {"text": text})
    assert found["seat"] == 1 and found["open"] and len(found["steps"]) == found["deals"][0] + 1
    line = format.to_json(format.from_toml(text.encode())).decode()
    assert human.http("POST", "/api/replays", {"text": line})["table"]["game"] == found["table"]["game"]
    assert human.http("GET", "/api/records") == []


def test_a_record_that_does_not_hold_is_not_replayed(server: Server) -> None:
    human, text = Human(server, "H").come_in(), (GOLDEN[0].parent / "kontsina-seed-2-1.kaf").read_text()
    play = format.from_toml(text.encode()).deals[0].plays[3]
    for path in ("/api/replays", "/api/replays/advice?deal=1&ply=0"):
        for wrong, words in (
            (text.replace(f'"{play}"', f'"{play[0]} lay 9z"', 1), "deal 1, ply 3: "),
            ("no", "not TOML"),
        ):
            with pytest.raises(Refusal) as refused:
                human.http("POST", path, {"text": wrong})
            said = json.loads(str(refused.value).partition(" ")[2])["error"]
            assert refused.value.status == 409 and words in said and "\n" not in said


def test_a_record_that_is_too_large_is_not_replayed(server: Server) -> None:
    human = Human(server, "H").come_in()
    for size, status in ((300_000, 400), (3_000_000, 413)):
        with pytest.raises((Refusal, OSError)) as refused:
            human.http("POST", "/api/replays", {"text": "#" * size})
        if isinstance(refused.value, Refusal):
            assert refused.value.status == status


def for_ever() -> None:
    while True:
        pass


def quick(text: str) -> str:
    return text


def test_reading_ends_after_so_much_computing_and_others_are_served_then() -> None:
    async def body() -> None:
        reading = Reading(cpu_s=0.2, waiting_most=2)
        try:
            slow = asyncio.create_task(reading(for_ever))
            after = asyncio.create_task(reading(quick, "after it"))
            await asyncio.sleep(0)
            with pytest.raises(NotAllowed, match="try again"):
                await reading(quick, "too many")
            with pytest.raises(BadRecord, match="too long"):
                await slow
            assert await after == "after it"
        finally:
            reading.close()

    asyncio.run(body())


def test_a_worker_that_is_killed_is_replaced() -> None:
    async def body() -> None:
        reading = Reading()
        try:
            with pytest.raises(NotAllowed, match="try again"):
                await reading(die)
            assert await reading(quick, "again") == "again"
        finally:
            reading.close()

    asyncio.run(body())


def die() -> None:
    import os

    os._exit(1)


# Advice and reports.


@pytest.mark.parametrize("golden", ["kontsina-seed-2-1.kaf", "kozel-seed-2-1.kaf", "ronda-seed-2-1.kaf"])
def test_advice_is_a_play_that_was_legal_with_reasons_and_prospects(golden: str) -> None:
    """In every game it comes from a bot that looks ahead."""
    record = read(GOLDEN[0].parent / golden)
    found = advised(record, 1, 0)
    assert found.seat == int(record.deals[0].plays[0][0]) and found.likely[0].play == found.play
    assert all(message.id in ENGLISH for message in found.why) and found.why
    assert record.deals[0].plays[0].partition(" ")[2] in {likely.play for likely in found.likely}
    with pytest.raises(BadRecord, match="nobody has to play there"):
        advised(record, 1, len(record.deals[0].plays))


async def against_a_bot(server: Server) -> Human:
    human = Human(server, "H").come_in()
    options = {"first_dealer": "seat:0", "deals": 1, "match_tie": "draw"}
    await table_of([human], "kontsina", bots=["random"], options=options)
    await everybody_agrees([human])
    await human.until(lambda: human.now.get("legal"))
    return human


def test_a_play_of_a_finished_match_is_reported_with_its_place(server: Server) -> None:
    async def body() -> Human:
        human = await against_a_bot(server)
        await human.play_on(chooser(1))
        return human

    human = run(body())
    path = f"/api/tables/{human.table}/matches/1/reports"
    record = format.from_toml(human.http("GET", f"/api/tables/{human.table}/matches/1/record").encode())
    ply = next(i for i, play in enumerate(record.deals[0].plays) if play.startswith("1 "))
    key = human.http("POST", path, {"deal": 1, "ply": ply, "why": "why not the ten?"})["report"]
    text = admin(server, "GET", f"/api/admin/reports/{key}")["text"]
    assert (text["deal"], text["ply"], text["seat"], text["why"]) == (1, ply, 1, "why not the ten?")
    assert record.deals[0].plays[ply] == f"1 {text['play']}" and text["bot"].startswith("random")
    assert admin(server, "GET", f"/api/admin/reports/{key}/record") == format.to_toml(record)
    mine = next(i for i, play in enumerate(record.deals[0].plays) if play.startswith("0 "))
    for body_, words in (({"deal": 1, "ply": mine}, "no bot plays"), ({"deal": 9, "ply": 0}, "no play")):
        with pytest.raises(Refusal) as refused:
            human.http("POST", path, body_)
        assert refused.value.status == 404 and words in str(refused.value)


def test_a_report_from_a_live_match_tells_nothing_of_the_play(server: Server) -> None:
    """Neither the answer nor what one may read of one's own reports depends on what the bot has played, or whether."""

    async def body() -> Human:
        human = await against_a_bot(server)
        for place in ({}, {"deal": 1, "ply": 0}, {"deal": 1, "ply": 999}, {"deal": 7, "ply": 3}):
            await human.send({"t": "report_play", "seat": 1, "why": "hm", **place})
        await human.until(lambda: len(human.noted) == 4)
        assert human.refusals == []
        kept = json.dumps(human.http("GET", "/api/me/export")["reports"])
        assert kept.count("play") == kept.count('"kind": "play"') == 4
        (early, *_) = (admin(server, "GET", f"/api/admin/reports/{key}")["text"] for key in human.noted)
        assert "play" not in early
        await human.play_on(chooser(1))
        return human

    human = run(body())
    first, named, *wrong = (admin(server, "GET", f"/api/admin/reports/{key}")["text"] for key in human.noted)
    assert first["deal"] == 1 and first["ply"] == 0 and first["play"] == named["play"]
    assert all("play" not in text for text in wrong)
