"""Ratings: who is rated, in which form, by which matches; a match counts once, whoever stays until its end."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from kafenio.game import load
from kafenio.server.skills import Entry, Skill, form, shown_points, skills_after
from kafenio.server.store import MatchRow, NotStored, SeatRow, TableRow, Taken
from kafenio.server.store.ratings import ratings_of
from server.client import Human, Pair, Refusal, Server, chooser, everybody_agrees, run, table_of
from server.database import asked
from server.making import Makes, two_stores

WORD = "three sweeps and a ronda"
RATED = {"rated": True, "clock": {"kind": "play", "seconds": 60}, "options": {"target_score": 21}}


@pytest.fixture(scope="module")
def home(made_once: Makes) -> Server | Pair:
    return made_once()


def account(server: Server | Pair, name: str, login: str) -> Human:
    human = Human(server, name).come_in()
    human.http("POST", "/api/account", {"login": login, "password": WORD})
    return human


def ratings(human: Human, who: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = human.http("GET", f"/api/people/{who}")["ratings"]
    return found


def winners(human: Human) -> list[int]:
    ((text,),) = asked(human.server, 'SELECT totals FROM matches WHERE "table" = :t', t=human.table)
    found: list[int] = json.loads(text)["winners"]
    return found


def recomputed(server: Server | Pair) -> dict[tuple[str, str, str], tuple[Skill, int]]:
    """All ratings anew, from the matches alone."""
    rows = asked(
        server, "SELECT rated, totals FROM matches WHERE rated IS NOT NULL AND ended IS NOT NULL ORDER BY ended"
    )
    found: dict[tuple[str, str, str], tuple[Skill, int]] = {}
    for rated, totals in rows:
        match = msgspec.json.decode(rated, type=Entry)
        known = {w: found.get((w, match.game, match.form), (Skill(), 0)) for side in match.sides for w in side}
        after = skills_after(match.sides, json.loads(totals)["winners"], {w: skill for w, (skill, _) in known.items()})
        for who, skill in after.items():
            found[who, match.game, match.form] = skill, known[who][1] + 1
    return found


@pytest.mark.parametrize(
    ("name", "players", "expected"),
    [
        ("ronda", 2, "duel"),
        ("ronda", 3, "three"),
        ("ronda", 4, "teams"),
        ("kozel", 4, "teams"),
        ("kontsina", 4, "four"),
    ],
)
def test_a_form_is_how_many_play_for_themselves_or_in_teams(name: str, players: int, expected: str) -> None:
    assert form(load(name).of(None, players=players)) == expected


def test_five_play_alone() -> None:
    assert form(load("kozel").of("money", players=5)) == "five"


def test_a_side_that_wins_gains_and_the_others_lose_alike() -> None:
    before = {who: Skill() for who in "abc"}
    after = skills_after([["a"], ["b"], ["c"]], [1], before)
    assert after["b"].mu > Skill().mu > after["a"].mu == after["c"].mu
    assert all(skill.sigma < Skill().sigma for skill in after.values())
    assert shown_points(Skill()) == 1000 and shown_points(after["b"]) > 1000


def test_partners_gain_together_and_a_shared_win_moves_equals_nowhere() -> None:
    before = {who: Skill() for who in "abcd"}
    after = skills_after([["a", "c"], ["b", "d"]], [0], before)
    assert after["a"] == after["c"] and after["b"] == after["d"] and after["a"].mu > after["b"].mu
    drawn = skills_after([["a", "c"], ["b", "d"]], [0, 1], before)
    assert drawn["a"].mu == pytest.approx(drawn["b"].mu)


def test_a_bot_on_both_sides_stays_where_it_is() -> None:
    after = skills_after([["bot:x"], ["bot:x"]], [0], {"bot:x": Skill()})
    assert after["bot:x"].mu == pytest.approx(Skill().mu)


def test_rated_tables_are_for_accounts_and_bots_with_a_clock(home: Server | Pair) -> None:
    server = home

    async def body() -> None:
        guest, eleni = Human(server, "Guest").come_in(), account(server, "Eleni", "eleni.terms")
        for human, wanted in ((guest, RATED), (eleni, {**RATED, "clock": {"kind": "untimed"}})):
            with pytest.raises(Refusal) as found:
                human.make("ronda", **wanted)
            assert found.value.status in (403, 409)
        made = eleni.make("ronda", **RATED)
        guest.join(made)
        await guest.connect()
        assert guest.state["rated"] is True
        await guest.send({"t": "sit", "seat": 1})
        await guest.until(lambda: guest.refusals)
        assert guest.refusals[-1]["code"] == "not_yours"

    run(body())


def test_a_rated_match_changes_the_ratings_of_people_and_bots_once(home: Server | Pair) -> None:
    server = home

    async def body() -> None:
        eleni, nikos = account(server, "Eleni", "eleni.rated"), account(server, "Nikos", "nikos.rated")
        assert ratings(eleni, eleni.id) == []
        eleni.make("ronda", **{**RATED, "options": {"target_score": 21, "players": 3}}, bots=["random"])
        nikos.join(
            {
                "id": eleni.table,
                "code": eleni.http("GET", f"/api/tables/{eleni.table}/invitation")["link"].partition("#")[2],
            }
        )
        await eleni.connect()
        await nikos.connect()
        await nikos.sit(1)
        await everybody_agrees([eleni, nikos])
        await asyncio.gather(eleni.play_on(chooser(1)), nikos.play_on(chooser(2)))
        (won,) = winners(eleni)
        for seat, who in enumerate((eleni.id, nikos.id, "bot:random@1")):
            (mine,) = [r for r in ratings(eleni, who) if r["form"] == "three"]
            assert mine["game"] == "ronda" and mine["matches"] == 1
            assert (mine["mu"] > 25) is (seat == won)
        expected = recomputed(server)
        for who in (eleni.id, nikos.id, "bot:random@1"):
            for r in ratings(eleni, who):
                assert expected[who, r["game"], r["form"]] == (Skill(r["mu"], r["sigma"]), r["matches"])

    run(body())


def test_a_casual_match_changes_no_rating(home: Server | Pair) -> None:
    server = home

    async def body() -> None:
        eleni = account(server, "Eleni", "eleni.casual")
        eleni.make("ronda", options={"target_score": 21}, bots=["random"])
        await eleni.connect()
        await eleni.agree()
        await eleni.play_on(chooser(1))
        assert ratings(eleni, eleni.id) == []

    run(body())


def test_who_leaves_a_rated_match_has_its_result_and_nobody_takes_his_place(home: Server | Pair) -> None:
    server = home

    async def body() -> None:
        a, b, c = (account(server, n, f"{n}.left") for n in ("anna", "boris", "carol"))
        made = await table_of([a, b], "ronda", **RATED)
        await everybody_agrees([a, b])
        c.join(made)
        await c.connect()
        await a.send({"t": "kick", "person": b.id})
        await a.until(lambda: a.refusals)
        await a.send({"t": "fill", "bot": "random", "seat": 1})
        await a.until(lambda: len(a.refusals) == 2)
        assert [r["code"] for r in a.refusals] == ["not_now", "not_now"]
        await b.send({"t": "leave"})
        await a.until(lambda: a.state["seats"][1].get("bot"))
        await c.send({"t": "sit", "seat": 1})
        await c.until(lambda: c.refusals)
        assert c.refusals[-1]["code"] == "taken"
        await a.play_on(chooser(1))
        (won,) = winners(a)
        assert [ratings(a, h.id)[0]["mu"] > 25 for h in (a, b)] == [won == 0, won == 1]
        assert ratings(a, c.id) == []

    run(body())


def test_who_has_deleted_himself_is_rated_no_more(home: Server | Pair) -> None:
    server = home

    async def body() -> None:
        a, b = account(server, "anna", "anna.stays"), account(server, "gone", "gone.goes")
        await table_of([a, b], "ronda", **RATED)
        await everybody_agrees([a, b])
        await asyncio.to_thread(b.http, "POST", "/api/me/delete", {"name": "gone"})
        await a.until(lambda: a.state["seats"][1].get("bot"))
        await a.play_on(chooser(1))
        assert len(ratings(a, a.id)) == 1
        with pytest.raises(Refusal) as found:
            ratings(a, b.id)
        assert found.value.status == 404
        known = {who for (who,) in asked(server, "SELECT who FROM ratings")}
        assert b.id not in known and all(recomputed(server)[a.id, "ronda", "duel"])

    run(body())


def test_matches_that_end_at_once_at_two_processes_count_one_after_the_other(each_database: str) -> None:
    """Forty duels of five players and a bot: what is kept is what the matches give, in the order of their ends."""

    async def body() -> None:
        async with two_stores(each_database) as stores:
            people = [(await stores[0].add_person(f"P{n}", "blue"))[0] for n in range(5)]
            await stores[0].add_table(TableRow("t", "code", None, "open", False, {}, seats=[SeatRow(0)]))
            for n in range(40):
                sides = [[people[n % 5].id], [people[(n + 1) % 5].id if n % 3 else "bot:random@1"]]
                rated = msgspec.json.encode(Entry("ronda", "duel", sides)).decode()
                match = MatchRow(f"m{n}", "t", n + 1, (0,) * 6, ("A", "B"), n, None, rated)
                await stores[0].do(lambda c, m=match: stores[0].begin_match(c, m, ()))  # type: ignore[misc]

            async def end(n: int) -> None:
                store = stores[n % 2]
                while True:
                    with suppress(Taken, NotStored):  # two were the first of somebody: one of them is asked again
                        return await store.do(lambda c: store.end_match(c, f"m{n}", ("A", "B"), {"winners": [n % 2]}))

            await asyncio.gather(*(end(n) for n in range(40)), *(end(n) for n in range(40)))
            found: dict[str, tuple[Skill, int]] = {}
            rows = await stores[0].read(
                lambda c: c.exec_driver_sql("SELECT rated, totals FROM matches ORDER BY ended").all()
            )
            for rated, totals in rows:
                sides = msgspec.json.decode(rated, type=Entry).sides
                known = {who: found.get(who, (Skill(), 0)) for side in sides for who in side}
                after = skills_after(sides, json.loads(totals)["winners"], {w: s for w, (s, _) in known.items()})
                found |= {who: (skill, known[who][1] + 1) for who, skill in after.items()}
            assert sum(count for _, count in found.values()) == 80
            for who, (skill, count) in found.items():
                (kept,) = await ratings_of(stores[0], who)
                assert kept == ("ronda", "duel", skill, count)

    asyncio.run(body())
