"""Whole matches over real sockets against a real server process."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from kafenio.records import format, verify
from server.client import Human, Pair, Server, chooser, everybody_agrees, run, table_of

SHORT: dict[str, dict[str, Any]] = {
    "kontsina": {"deals": 1},
    "konchinka": {"target_score": 5},
    "kozel": {"deals": 1},
    "ronda": {"target_score": 21},
}
COMPANIES: list[tuple[int, list[str]]] = [
    (2, []),
    (1, ["greedy"]),
    (3, []),
    (2, ["random"]),
    (4, []),
    (1, ["random", "greedy", "random"]),
]


async def whole_match(humans: list[Human]) -> str:
    """Played to its end: the record."""
    await everybody_agrees(humans)
    await asyncio.gather(*(h.play_on(chooser(i, eager=True)) for i, h in enumerate(humans)))
    return str(await asyncio.to_thread(humans[0].http, "GET", f"/api/tables/{humans[0].table}/record"))


def check(record: str) -> format.Record:
    found = format.from_toml(record.encode())
    assert verify(found) == []
    assert all(deal.seal and deal.salt for deal in found.deals)
    return found


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.parametrize(("people", "bots"), COMPANIES)
def test_whole_match_of_people_and_bots(server: Server | Pair, game: str, people: int, bots: list[str]) -> None:
    async def main() -> str:
        humans = [Human(server, f"P{i}").come_in() for i in range(people)]
        await table_of(humans, game, players=people + len(bots), bots=bots, options=SHORT[game])
        return await whole_match(humans)

    found = check(run(main()))
    assert len(found.seats) == people + len(bots)


@pytest.mark.parametrize("game", SHORT)
def test_whole_match_of_people_at_two_processes_and_a_bot(pair: Pair, game: str) -> None:
    async def main() -> str:
        humans = [Human(pair, f"P{i}").come_in() for i in range(2)]
        await table_of(humans, game, players=3, bots=["random"], options=SHORT[game])
        record = await whole_match(humans)
        for human in humans:
            await human.until(lambda h=human: h.over)  # type: ignore[misc]
            assert await asyncio.to_thread(human.http, "GET", f"/api/tables/{human.table}/record") == record
        return record

    check(run(main()))


@pytest.mark.parametrize("bots", [[], ["random", "greedy"]], ids=["people", "mixed"])
def test_kozel_for_money_with_five_ends_when_a_purse_cannot_pay(server: Server | Pair, bots: list[str]) -> None:
    async def main() -> tuple[str, list[Human]]:
        humans = [Human(server, f"P{i}").come_in() for i in range(5 - len(bots))]
        await table_of(humans, "kozel", preset="money", players=5, bots=bots, options={"purse": 2, "deals": 0})
        record = await whole_match(humans)
        return record, humans

    record, humans = run(main())
    assert len(check(record).seats) == 5
    assert all(human.over and min(human.now["totals"]) < 1 for human in humans)


def test_rematch_at_the_same_table_counts_on(server: Server | Pair) -> None:
    async def main() -> None:
        humans = [Human(server, f"P{i}").come_in() for i in range(2)]
        await table_of(humans, "kontsina", options={"deals": 1})
        check(await whole_match(humans))
        before = humans[0].now["v"]
        for human in humans:
            await human.until(lambda h=human: h.over)  # type: ignore[misc]
            await human.agree()
        for human in humans:
            await human.until(lambda h=human: h.now["match"] == 2)  # type: ignore[misc]
        assert humans[0].now["v"] == before + 1  # the first deal of the second match
        await asyncio.gather(*(h.play_on(chooser(i)) for i, h in enumerate(humans)))

    run(main())


def children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for path in found for child in path.read_text().split()]


def niceness(process: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, process)


def test_a_bot_that_searches_thinks_in_another_process(server: Server | Pair) -> None:
    """What it thinks in is no thread of the server, so nobody's answer waits for it; and people come before it."""

    async def main() -> None:
        human = Human(server, "P").come_in()
        await table_of([human], "konchinka", bots=["level1"], options=SHORT["konchinka"])
        await everybody_agrees([human])
        await human.play_on(chooser(4), stop=lambda: human.now["v"] > 12)
        assert human.server.process is not None
        thinking = [
            child
            for child in children(human.server.process.pid)
            if niceness(child) > niceness(human.server.process.pid)
        ]
        assert thinking
        assert {event.get("seat", -1) for event in human.told if event["kind"] in ("laid", "captured")} == {0, 1}

    run(main())
