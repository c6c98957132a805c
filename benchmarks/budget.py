"""Whether a level keeps its time: four searches at once on two cores, over all the decisions of whole deals.

python benchmarks/budget.py --json FILE writes rows {"what": "threads"|"processes", "game", "players", "budget_s", "decisions",
"median", "p95", "worst"}: the time that a decision took, in budgets.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import kafenio
from kafenio.bots import bot
from kafenio.bots.specs import read_time
from kafenio.contract import Rng
from kafenio.game import games, load
from kafenio.match import Match

TABLES = ((2, games()), (4, ("kozel", "ronda")))
POOLS: dict[str, type[Executor]] = {"threads": ThreadPoolExecutor, "processes": ProcessPoolExecutor}


def thought(name: str, players: int, spec: str, seed: int, most: int) -> list[float]:
    """The seconds of each decision where the bot had a choice, in a match against itself."""
    game = load(name).of(players=players)
    match, player = Match(game, Rng(seed)), bot(spec, name, seed)
    used: list[float] = []
    while not match.over and len(used) < most:
        match.begin()
        while match.deal is not None:
            match.settle()
            for seat in match.actors():
                legal = match.legal(seat)
                if len(legal) < 2 or len(used) >= most:
                    if legal:
                        match.make(seat, legal[0])
                    continue
                view = match.view(seat)
                before = time.perf_counter()
                play = player.choose(view, legal).play
                used.append(time.perf_counter() - before)
                match.make(seat, play)
    return used


def rows(budget: str, searches: int, most: int, seed: int) -> Iterator[dict[str, Any]]:
    spec, budget_s = f"level8:time={budget}", read_time(budget)
    for what, pool in POOLS.items():
        for players, names in TABLES:
            for name in names:
                with made(pool, searches) as executor:
                    running = [executor.submit(thought, name, players, spec, seed + i, most) for i in range(searches)]
                    used = sorted(s / budget_s for future in running for s in future.result())
                yield {
                    "what": what,
                    "game": name,
                    "players": players,
                    "budget_s": budget_s,
                    "decisions": len(used),
                    "median": round(used[len(used) // 2], 3),
                    "p95": round(used[int(0.95 * len(used))], 3),
                    "worst": round(used[-1], 3),
                }


def made(pool: type[Executor], searches: int) -> Any:
    if pool is ProcessPoolExecutor:
        return ProcessPoolExecutor(searches, multiprocessing.get_context("spawn"))
    return ThreadPoolExecutor(searches)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", metavar="FILE", help="write the rows there")
    parser.add_argument("--time", default="500ms", help="the budget")
    parser.add_argument("--searches", type=int, default=4)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=50, help="of each search")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not kafenio.compiled:
        sys.exit("kafenio is not compiled here: nothing to measure")
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: given.cores])
    found = []
    for row in rows(given.time, given.searches, given.decisions, given.seed):
        found.append(row)
        print(
            f"{row['what']:10} {row['game']:10} {row['players']} {row['decisions']:4} decisions of {row['budget_s']:g} s:"
            f" median {row['median']:.3f}, 95 % within {row['p95']:.3f}, worst {row['worst']:.3f} budgets",
            flush=True,
        )
    if given.json:
        with open(given.json, "w", encoding="utf-8") as out:
            json.dump(found, out, indent=1)


if __name__ == "__main__":
    main()
