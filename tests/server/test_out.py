"""Who is out of a match watches the rest of it from his seat: he sees what spectators see, and nobody waits for him."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from server.client import Human, Pair, Server, chooser, everybody_agrees, run, table_of
from server.making import Makes
from server.test_matches import check


@pytest.fixture(scope="module")
def known(made_once: Makes, tmp_path_factory: pytest.TempPathFactory) -> Server | Pair:
    """A server that always deals the same packs."""
    packs: Path = tmp_path_factory.mktemp("out") / "packs.json"
    packs.write_text("{}")
    return made_once(packs=packs)


def out(human: Human) -> list[int]:
    return [seat["seat"] for seat in human.state["seats"] if seat.get("out")]


def presents(human: Human, deal: int) -> list[Any]:
    """What somebody was told, play by play, since a deal began; `v` counts what each could see before, so it is his own."""
    told = [json.loads(frame) for frame in human.frames]
    found = [message for message in told if message["t"] == "news" and message["now"]["deal"] >= deal]
    for message in found:
        del message["now"]["v"]
        message["now"].pop("clock", None)  # read at two moments
    return found


async def only_the_others_are_asked(still: list[Human], everyone: list[Human], deal: int) -> None:
    """The leader wants to take his lead back, and is refused."""
    for human in everyone:
        await human.until(lambda h=human: h.now.get("deal") == deal)  # type: ignore[misc]
    for human in still:
        await human.play("no claim")
    for human in still:
        await human.until(lambda h=human: len(h.now["actors"]) == 1)  # type: ignore[misc]
    leader, other = sorted(still, key=lambda h: not h.now.get("legal"))
    await leader.play(leader.now["legal"][0])
    await leader.until(lambda: leader.now.get("undo"))
    await leader.send({"t": "undo", "id": "back"})
    for human in everyone:
        await human.until(lambda h=human: h.undo.get("waiting"))  # type: ignore[misc]
        assert human.undo["waiting"] == [other.seat]
    await other.send({"t": "undo_answer", "yes": False})
    for human in everyone:
        await human.until(lambda h=human: h.undo.get("refused"))  # type: ignore[misc]


def test_who_is_out_watches_and_plays_again_in_the_next_match(known: Server) -> None:
    async def body() -> None:
        people = [Human(known, f"P{i}").come_in() for i in range(3)]
        watcher = Human(known, "W").come_in()
        days = {"kind": "days", "days": 3}  # a window closes with the last answer
        options = {"penalty_limit": 6, "first_dealer": "seat:0"}
        made = await table_of(people, "kozel", players=3, options=options, public=True, clock=days, pause_s=60.0)
        watcher.table = made["id"]
        await watcher.connect()
        await everybody_agrees(people)
        choose = [chooser(i) for i in range(3)]
        everyone = [*people, watcher]

        async def play_a_deal(number: int) -> None:
            for human in everyone:
                await human.until(lambda h=human: h.now.get("deal") == number)  # type: ignore[misc]

            def ended(human: Human) -> bool:
                return human.now.get("result") is not None

            await asyncio.gather(
                *(h.play_on(c, stop=lambda h=h: ended(h)) for h, c in zip(people, choose, strict=True)),  # type: ignore[misc]
                watcher.until(lambda: ended(watcher)),
            )

        deal = 0
        while not out(people[0]):
            deal += 1
            await play_a_deal(deal)
            assert not people[0].now.get("winners")
            if any(total >= 6 for total in people[0].now["totals"]):
                for human in everyone:
                    await human.until(lambda h=human: out(h))  # type: ignore[misc]
            else:
                for human in people:
                    await human.send({"t": "ready"})
        gone = people[out(people[0])[0]]
        still, begun = [human for human in people if human is not gone], deal + 1
        while not gone.now.get("winners"):
            for human in still:  # he is not waited for, though the pause is long
                await human.send({"t": "ready"})
            deal += 1
            if deal == begun:
                await only_the_others_are_asked(still, everyone, deal)
            await play_a_deal(deal)
        assert presents(gone, begun) == presents(watcher, begun) != []
        assert not any(m["now"].get("legal") for m in presents(gone, begun))
        for human in people:
            await human.until(lambda h=human: h.over)  # type: ignore[misc]
            assert not out(human)
        check(await asyncio.to_thread(gone.http, "GET", f"/api/tables/{gone.table}/record"))
        for human in people:
            await human.agree()
        await gone.until(lambda: gone.now["match"] == 2)
        assert gone.now["view"]["present"] == 7 and "??" not in gone.now["view"]["hands"][gone.seat or 0]

    run(body())
