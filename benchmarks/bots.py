"""How strong the bots are: each level against the one below, the top level against greedy and against a plain search.

python benchmarks/bots.py --json FILE writes rows {"what", "game", "players", "bot", "against", "seed", "sets", "deals",
"points", "interval"}: points per deal ahead, 95 %. A set is one deal at the beginning of a match, played with every exchange
of seats; sets are independent. The table that is printed is that of docs/benchmarks.md. A pair that FILE holds already is not
played again, so what was broken off goes on.

How many sets each pair gets was reckoned beforehand from small trials with other seeds, from the difference and the spread
that they showed. It does not depend on what the sets say.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import kafenio
from kafenio.arena.plan import planned
from kafenio.arena.report import as_json, standings
from kafenio.arena.workers import here, in_processes
from kafenio.bots import full_name
from kafenio.bots.ladder import HEIGHT
from kafenio.game import load


class Table(NamedTuple):
    """A game and how many play it; the sets of level2 against level1 and so on, of the top against greedy and ismcts."""

    game: str
    players: int
    levels: tuple[int, ...]
    greedy: int
    ismcts: int


TABLES = (
    Table("kontsina", 2, (40, 50, 70, 70, 90, 80, 100), 40, 80),
    Table("konchinka", 2, (220, 220, 260, 260, 220, 160, 120), 60, 100),
    Table("kozel", 2, (100, 100, 100, 100, 120, 200, 80), 0, 300),  # its level7 plays as greedy does
    Table("kozel", 4, (80, 300, 60, 50, 120, 260, 140), 0, 200),
    Table("ronda", 2, (80, 50, 80, 180, 320, 50, 80), 60, 300),
    Table("ronda", 4, (45, 45, 90, 80, 50, 260, 150), 60, 200),
)


class Pair(NamedTuple):
    """Two bots at one table; the first is expected to win."""

    what: str
    game: str
    players: int
    bot: str
    against: str
    seed: int
    sets: int


def pairs(seed: int, time: str, share: float) -> Iterator[Pair]:
    """Everything that is measured, at each table the cheapest first."""
    top = f"level{HEIGHT}"
    for game, players, levels, greedy, ismcts in TABLES:
        for n, sets in enumerate(levels, 2):
            yield pair(f"level{n}", game, players, f"level{n}", f"level{n - 1}", seed, sets, share)
        if greedy:
            yield pair("greedy", game, players, top, "greedy", seed, greedy, share)
        yield pair("ismcts", game, players, f"{top}:time={time}", f"ismcts:time={time}", seed, ismcts, share)


def pair(what: str, game: str, players: int, one: str, other: str, seed: int, sets: int, share: float) -> Pair:
    """A pair by the full names of its bots."""
    return Pair(what, game, players, full_name(one, game), full_name(other, game), seed, max(2, round(sets * share)))


def row(pair: Pair, workers: int) -> dict[str, Any]:
    """Play a pair."""
    game = load(pair.game).of(players=pair.players)
    contest = planned(game, [pair.bot, pair.against], 0, pair.seed, deals=1)
    contest = planned(game, [pair.bot, pair.against], pair.sets * len(contest.seatings), pair.seed, deals=1)
    played = here(contest, contest.units()) if workers == 1 else in_processes(contest, contest.units(), workers)
    first: dict[str, Any] = as_json(standings(contest, played))["bots"][0]
    return {**pair._asdict(), **{name: first[name] for name in ("deals", "points", "interval")}}


HEAD = "| game | players | bot | against | seed | deals | ahead a deal | 95 % |\n|---|---|---|---|---|---|---|---|"


def line(found: dict[str, Any]) -> str:
    """A row as docs/benchmarks.md has it."""
    interval = "{:+.2f} to {:+.2f}".format(*found["interval"])
    who = f"| {found['game']} | {found['players']} | {found['bot']} | {found['against']} | {found['seed']} |"
    return f"{who} {found['deals']} | {found['points']:+.2f} | {interval} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", metavar="FILE", help="write the rows there; go on from what it holds")
    parser.add_argument("--tables", default=",".join(f"{t.game}:{t.players}" for t in TABLES))
    kinds = [*(f"level{n}" for n in range(2, HEIGHT + 1)), "greedy", "ismcts"]
    parser.add_argument(
        "--what", default=",".join(kinds), help="which pairs: level2 against level1 and so on, or the top"
    )
    parser.add_argument("--time", default="1s", help="for each play of the top level and of ismcts")
    parser.add_argument("--share", type=float, default=1.0, help="of the sets, for a first look")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if not kafenio.compiled:
        sys.exit("kafenio is not compiled here: nothing to measure")
    file = Path(given.json) if given.json else None
    rows: list[dict[str, Any]] = json.loads(file.read_text()) if file and file.exists() else []
    known = [Pair(*(found[name] for name in Pair._fields)) for found in rows]
    print(HEAD, *map(line, rows), sep="\n", flush=True)
    for each in pairs(given.seed, given.time, given.share):
        wanted = each.what in given.what.split(",") and f"{each.game}:{each.players}" in given.tables.split(",")
        if not wanted or each in known:
            continue
        rows.append(row(each, given.workers))
        print(line(rows[-1]), flush=True)
        if file:
            file.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
