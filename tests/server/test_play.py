"""Single steps at a table: resent, stale, missed, taken back, watched, said."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
import websockets

from kafenio.cards import FRENCH_52
from kafenio.records import format, verify
from server.client import Human, Pair, Refusal, Server, chooser, everybody_agrees, run, table_of


@pytest.fixture(scope="module", params=["single", "pair"])
def server(request: pytest.FixtureRequest) -> Server | Pair:
    found: Server | Pair = request.getfixturevalue(request.param)
    return found


async def two(server: Server | Pair, game: str = "kontsina", **wanted: Any) -> tuple[Human, Human]:
    """A match of two has begun: who leads, and the other."""
    humans = [Human(server, f"P{i}").come_in() for i in range(2)]
    wanted.setdefault("options", {"first_dealer": "seat:1"} if game != "ronda" else {})
    await table_of(humans, game, **wanted)
    await everybody_agrees(humans)
    a, b = humans
    return (a, b) if a.now["actors"] == [0] else (b, a)


async def step(a: Human, b: Human, choose: Callable[[list[str]], str]) -> tuple[Human, Human]:
    """A play of `a` that both have seen; who is next, and the other."""
    v = a.now["v"]
    await a.play(choose(a.now["legal"]))
    for human in (a, b):
        await human.until(lambda h=human: h.now["v"] > v)  # type: ignore[misc]
    return (a, b) if a.now.get("legal") else (b, a)


def test_a_play_sent_again_is_not_played_twice(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = await two(server)
        sent = await a.play(a.now["legal"][0])
        await a.send(sent)
        await a.until(lambda: len(a.accepted) == 2)
        await b.until(lambda: b.now.get("legal"))
        assert a.accepted == [sent["id"]] * 2
        assert a.now["v"] == b.now["v"] == 2  # the deal and one play
        await a.close()
        await a.connect()
        await a.send(sent)
        await a.until(lambda: len(a.accepted) == 3)
        assert a.now["v"] == 2 and not a.refusals

    run(body())


def test_a_play_made_on_an_old_board_is_refused_and_the_new_one_sent(server: Server | Pair) -> None:
    async def body() -> None:
        a, _ = await two(server)
        legal = a.now["legal"]
        await a.send({"t": "play", "id": "x1", "v": a.now["v"] - 1, "m": legal[0]})
        await a.until(lambda: a.refusals)
        assert a.refusals[0]["code"] == "stale" and a.refusals[0]["id"] == "x1" and a.refusals[0]["v"] == 1
        await a.until(lambda: a.last("t") == "missed")
        assert a.now["legal"] == legal
        await a.play(legal[0])
        await a.until(lambda: a.accepted)

    run(body())


def test_an_illegal_play_names_the_legal_ones(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = await two(server)
        await a.play("lay Zz")
        await a.until(lambda: a.refusals)
        await b.play("lay 2c")
        await b.until(lambda: b.refusals)
        assert a.refusals[0]["code"] == "illegal" and "a play looks like" in a.refusals[0]["text"]
        assert b.refusals[0]["code"] == "illegal" and "turn of seat" in b.refusals[0]["text"]
        assert a.now["v"] == 1

    run(body())


def test_reconnecting_gives_what_was_missed_and_says_so(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = await two(server)
        choose = chooser(3)
        await b.close()
        told = len(b.told)
        await a.play(choose(a.now["legal"]))
        await a.until(lambda: a.accepted)
        await b.connect()
        assert b.last("t") == "missed" and json.loads(b.frames[-1])["since"] == 1
        assert len(b.told) > told and b.now["v"] == 2 and b.now["legal"]
        await b.close()
        await b.connect(fresh=True)
        assert b.last("t") == "state" and json.loads(b.frames[-1])["why"] == "hello"
        b.now["v"] = 999
        await b.close()
        await b.connect()
        assert b.last("t") == "state" and json.loads(b.frames[-1])["why"] == "gap"

    run(body())


def test_who_comes_back_knowing_nothing_may_be_told_the_match_again(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = await two(server, public=True)
        c, d = a, b
        for _ in range(5):
            c, d = await step(c, d, chooser(3))
        watcher = Human(server, "W").come_in()
        watcher.table = a.table
        await watcher.connect()
        before = b.told[:]
        await b.close()
        await b.connect(fresh=True)
        for human in (b, watcher):
            human.told = []
            state = json.loads(next(frame for frame in human.frames[::-1] if '"t":"state"' in frame))
            await human.send({"t": "hello", "v": state.get("since", 0), "as": human.seat})
            await human.until(lambda h=human: h.told)  # type: ignore[misc]
        assert b.told == before
        seen = [event["cards"] for event in watcher.told if event["kind"] == "dealt"]
        assert len(seen) == 2 and all(set(cards.split()) == {"??"} for cards in seen)
        laid = [[(e["seat"], e["cards"]) for e in told if e["kind"] == "laid"] for told in (before, watcher.told)]
        assert laid[0] == laid[1] != []

    run(body())


def test_a_second_socket_of_one_person_takes_over(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = await two(server)
        old = a.socket
        await a.connect()
        assert old is not None
        with pytest.raises(websockets.ConnectionClosed) as closed:
            while True:
                await old.recv()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4409
        await step(a, b, chooser(1))

    run(body())


def test_a_spectator_sees_no_hand_and_may_not_play(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = await two(server, public=True)
        watcher = Human(server, "W").come_in()
        watcher.table = a.table
        await watcher.connect()
        assert watcher.seat is None and "legal" not in watcher.now
        assert set(" ".join(watcher.now["view"]["hands"]).split()) == {"??"}
        await watcher.play(a.now["legal"][0])
        await watcher.until(lambda: watcher.refusals)
        assert watcher.refusals[0]["code"] == "not_seated"
        await step(a, b, chooser(1))
        await watcher.until(lambda: watcher.now["v"] == 2)

    run(body())


def test_a_private_table_does_not_exist_for_strangers(server: Server | Pair) -> None:
    async def body() -> None:
        a, _ = await two(server)
        stranger = Human(server, "S").come_in()
        stranger.table = a.table
        with pytest.raises(websockets.InvalidStatus):
            await stranger.connect()
        with pytest.raises(Refusal) as refused:
            stranger.http("GET", f"/api/tables/{a.table}")
        assert refused.value.status == 404
        with pytest.raises(Refusal) as refused:
            stranger.http("POST", f"/api/tables/{a.table}/join", {"code": "guess"})
        assert refused.value.status == 404
        with pytest.raises(Refusal) as refused:
            a.http("GET", f"/api/tables/{a.table}/record")
        assert refused.value.status == 409

    run(body())


def test_a_play_is_taken_back_only_by_consent_and_before_anybody_plays(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = await two(server)
        before = a.now
        await step(a, b, chooser(2))
        assert a.now["undo"] and not b.now.get("undo")
        await a.send({"t": "undo", "id": "u1"})
        await b.until(lambda: b.undo)
        await b.send({"t": "undo_answer", "yes": False})
        for human in (a, b):
            await human.until(lambda h=human: h.undo.get("refused"))  # type: ignore[misc]
        await a.send({"t": "undo", "id": "u2"})
        await b.until(lambda: b.undo.get("waiting"))
        await b.send({"t": "undo_answer", "yes": True})
        await a.until(lambda: a.now["v"] == 3)
        assert a.now["view"] == before["view"] and a.now["legal"] == before["legal"]
        assert "u2" in a.accepted
        await a.send({"t": "undo", "id": "u3"})
        await a.until(lambda: a.refusals)
        assert a.refusals[-1]["code"] == "not_now"

    run(body())


def test_claims_close_for_all_at_once_and_an_answer_shows_nothing_to_others(server: Server | Pair) -> None:
    async def body() -> None:
        humans = [Human(server, f"P{i}").come_in() for i in range(3)]
        await table_of(humans, "kozel", players=3, window_s=0.6)
        await everybody_agrees(humans)
        a, b, c = humans
        assert sorted(a.now["actors"]) == [0, 1, 2]
        quiet = [len(h.frames) for h in (b, c)]
        await a.play("no claim")
        await a.until(lambda: a.accepted)
        assert a.now["answered"] == "no claim" and a.now["v"] == 2
        assert [len(h.frames) for h in (b, c)] == quiet
        for human in humans:
            await human.until(lambda h=human: len(h.now["actors"]) == 1)  # type: ignore[misc]
        assert b.now["v"] == c.now["v"] == 2 and a.now["v"] == 3

    run(body())


@pytest.mark.parametrize(
    ("game", "options", "players"), [("kozel", {}, 2), ("ronda", {"announce_timing": "before_play"}, 3)]
)
def test_a_window_stays_open_for_its_time_though_everybody_has_answered(
    server: Server | Pair, game: str, options: dict[str, Any], players: int
) -> None:
    """Whether one seat is asked or all; else the time would tell what they had to think about."""

    async def body() -> None:
        humans = [Human(server, f"P{i}").come_in() for i in range(players)]
        await table_of(humans, game, players=players, options=options, window_s=0.7)
        begun = time.monotonic()  # before it is open
        await everybody_agrees(humans)
        asked = humans[0].now["actors"]
        for seat in asked:
            await humans[seat].play(humans[seat].now["legal"][-1])
        for human in humans:
            await human.until(lambda h=human: h.now["actors"] != asked)  # type: ignore[misc]
        assert time.monotonic() - begun > 0.65

    run(body())


def test_phrases_are_said_to_all_and_free_words_only_where_allowed(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = await two(server)
        await a.send({"t": "say", "phrase": "well_played"})
        await b.until(lambda: b.said)
        assert b.said[0]["phrase"] == "well_played" and b.said[0]["name"] == a.name
        await a.send({"t": "say", "text": "hey"})
        await a.send({"t": "say", "phrase": "insult"})
        await a.until(lambda: len(a.refusals) == 2)
        assert [r["code"] for r in a.refusals] == ["not_yours", "unknown"]

    run(body())


def test_a_bot_takes_over_from_who_leaves_and_from_who_is_too_slow(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = await two(server, clock={"kind": "play", "seconds": 1}, options={"deals": 1})
        await a.until(lambda: a.last("t") == "clock" and json.loads(a.frames[-1]).get("warn"))
        await b.until(lambda: b.now.get("legal"))
        slow = b.state["seats"][a.seat or 0]
        assert slow["absent"] and slow["person"] == a.id
        await a.send({"t": "back"})
        await a.until(lambda: not a.state["seats"][a.seat or 0].get("absent"))
        await b.send({"t": "leave"})
        await b.until(lambda: b.seat is None)
        await a.until(lambda: any(s.get("bot") for s in a.state["seats"]))
        await a.play_on(chooser(5))
        assert a.over

    run(body())


def test_people_and_bots_change_places_between_deals(server: Server | Pair) -> None:
    async def body() -> None:
        a, friend = Human(server, "A").come_in(), Human(server, "F").come_in()
        made = await table_of(
            [a],
            "kontsina",
            bots=["random"],
            options={"deals": 2, "stop_when_decided": False, "match_tie": "draw"},
            pause_s=30.0,
        )
        friend.join(made)
        await friend.connect()
        await a.agree()
        await a.until(lambda: a.now.get("deal") == 1)
        await friend.send({"t": "sit", "seat": 1})
        await friend.until(lambda: friend.refusals)
        assert friend.refusals[0]["code"] == "taken"
        await a.play_on(chooser(1), stop=lambda: any(e["kind"] == "counted" for e in a.told))
        await friend.sit(1)
        await a.send({"t": "ready"})
        await friend.send({"t": "ready"})
        await friend.until(lambda: friend.now.get("deal") == 2)
        assert "??" not in friend.now["view"]["hands"][1]
        await asyncio.gather(*(h.play_on(chooser(7)) for h in (a, friend)))

    run(body())


def test_the_table_tells_in_words_what_is_not_as_usual(server: Server | Pair) -> None:
    async def body() -> None:
        a = Human(server, "A").come_in()
        made = await table_of([a], "kontsina", options={"deals": 3})
        assert [(d["option"], d["value"]) for d in a.state["differences"]] == [("deals", 3)]
        assert "3 deals" in a.state["differences"][0]["text"]
        await a.send({"t": "agree", "terms": "other"})
        await a.until(lambda: a.refusals)
        assert a.refusals[0]["code"] == "stale"
        assert made["link"].endswith(f"/t/{a.table}#{made['code']}")
        assert a.http("GET", f"/api/tables/{a.table}/invitation.svg").startswith("<?xml")

    run(body())


def test_a_recovery_link_gives_the_seat_back_once(server: Server | Pair) -> None:
    async def body() -> None:
        a, _ = await two(server)
        link = a.http("POST", "/api/me/recovery", {})["link"]
        again = Human(server, "again")
        again.http("POST", "/api/recover", {"code": link.partition("#")[2]})
        again.id, again.table = a.id, a.table
        await again.connect(fresh=True)
        assert again.seat == a.seat
        with pytest.raises(Refusal):
            Human(server, "thief").http("POST", "/api/recover", {"code": link.partition("#")[2]})

    run(body())


def test_the_host_sends_somebody_away_for_good(server: Server | Pair) -> None:
    async def body() -> None:
        host, rude = Human(server, "H").come_in(), Human(server, "R").come_in()
        made = await table_of([host, rude], "ronda", players=2)
        await rude.send({"t": "kick", "person": host.id})
        await rude.until(lambda: rude.refusals)
        assert rude.refusals[0]["code"] == "not_yours"
        await host.send({"t": "kick", "person": rude.id, "ban": True})
        with pytest.raises(websockets.ConnectionClosed):
            while True:
                await rude.receive()
        with pytest.raises(Refusal) as refused:
            rude.join(made)
        assert refused.value.status == 403
        await host.until(lambda: not host.state["seats"][1].get("person"))

    run(body())


def test_at_a_table_of_days_a_window_closes_when_everybody_has_answered(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = [Human(server, f"P{i}").come_in() for i in range(2)]
        await table_of([a, b], "kozel", window_s=0.1, clock={"kind": "days", "days": 2})
        await everybody_agrees([a, b])
        quiet = len(b.frames)
        await a.play(a.now["legal"][0])
        await a.until(lambda: a.now.get("answered"))
        with pytest.raises(TimeoutError):
            await a.until(lambda: len(a.now["actors"]) == 1, timeout=0.5)
        assert len(b.frames) == quiet and b.now["legal"]
        await b.play(b.now["legal"][0])
        for human in (a, b):
            await human.until(lambda h=human: len(h.now["actors"]) == 1)  # type: ignore[misc]

    run(body())


def test_a_play_of_an_earlier_match_sent_again_is_still_known(server: Server | Pair) -> None:
    async def body() -> None:
        a, b = await two(server, options={"deals": 1, "match_tie": "draw"})
        sent = await a.play(a.now["legal"][0])
        await asyncio.gather(*(h.play_on(chooser(i)) for i, h in enumerate((a, b))))
        for again in (1, 2):
            known = len(a.accepted)
            await a.send(sent)
            await a.until(lambda n=known: len(a.accepted) > n)  # type: ignore[misc]
            if again == 1:
                for human in (a, b):
                    await human.agree()
                await a.until(lambda: a.now["match"] == 2)
        assert a.accepted[-1] == sent["id"] and not a.refusals

    run(body())


def test_an_untimed_window_waits_for_who_is_away(server: Server | Pair) -> None:
    async def body() -> None:
        humans = [Human(server, f"P{i}").come_in() for i in range(2)]
        await table_of(humans, "kozel", window_s=0.4)
        await everybody_agrees(humans)
        a, b = humans
        await b.close()
        await a.until(lambda: not a.state["seats"][1].get("here"))
        with pytest.raises(TimeoutError):
            await a.until(lambda: len(a.now["actors"]) == 1, timeout=0.8)
        await b.connect()
        for human in humans:
            await human.until(lambda h=human: len(h.now["actors"]) == 1)  # type: ignore[misc]

    run(body())


def test_two_people_at_one_seat_in_turn_may_choose_the_same_ids(server: Server | Pair) -> None:
    async def body() -> None:
        a, friend = Human(server, "same").come_in(), Human(server, "same").come_in()
        options = {"deals": 2, "stop_when_decided": False, "match_tie": "draw"}
        made = await table_of([a], "kontsina", bots=["random"], options=options, pause_s=30.0)
        friend.join(made)
        await friend.connect()
        await a.agree()
        await a.until(lambda: a.now.get("deal") == 1)
        await a.play_on(chooser(1), stop=lambda: any(e["kind"] == "counted" for e in a.told))
        await a.send({"t": "leave"})
        await a.until(lambda: a.seat is None)
        await friend.sit(0)
        await friend.send({"t": "ready"})
        await friend.play_on(chooser(2))
        assert len(set(friend.accepted) & set(a.accepted)) > 10
        lines = friend.http("GET", "/api/me/records").splitlines()
        assert len(lines) == 1 and verify(format.from_json(lines[0].encode())) == []

    run(body())


def test_a_window_with_one_person_among_bots_closes_with_the_answer(server: Server | Pair) -> None:
    async def body() -> None:
        anna = Human(server, "Anna").come_in()
        anna.make("kozel", players=2, bots=["random"], window_s=60.0)
        await anna.connect()
        await anna.agree()
        await anna.until(lambda: anna.now.get("legal"))
        assert len(anna.now["actors"]) == 2 and "window_s" not in anna.now["clock"]
        await anna.play("no claim")
        await anna.until(lambda: len(anna.now["actors"]) == 1, timeout=10.0)

    run(body())


def test_who_plays_what_is_not_legal_is_told_why_with_the_rule(server: Server) -> None:
    async def body() -> None:
        a, b = await two(server, "konchinka")
        held = a.now["view"]["hands"][a.seat].split()
        lacking = next(card for card in FRENCH_52.names if card not in held)
        await a.play(f"lay {lacking}")
        await a.until(lambda: a.refusals)
        assert a.refusals[0]["said"] == {
            "id": "refused",
            "args": {"sentence": {"id": "refuse.not_held", "args": {"card": {"cards": lacking}}}, "rule": "R17"},
        }
        await b.play(f"lay {lacking}")  # it is not b's turn, so nothing is said about his cards
        await b.until(lambda: b.refusals)
        assert b.refusals[0].get("said") is None

    run(body())
