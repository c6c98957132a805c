"""How strong the bots are: each level against the one below, the top level with a time against greedy and a plain search.

python benchmarks/bots.py --json FILE writes rows {"what", "game", "players", "bot", "against", "deals", "points",
"interval", "won", "matches"}: points per deal ahead, 95 % over duplicate sets, matches won.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import kafenio
from kafenio.arena.plan import planned
from kafenio.arena.report import as_json, standings
from kafenio.arena.workers import in_processes
from kafenio.game import games, load

MORE_PLAYERS = (("kozel", 4), ("ronda", 4))


class Pair(NamedTuple):
    """Two bots at one game; the first is expected to win."""

    what: str
    game: str
    players: int
    bot: str
    against: str


def pairs(names: list[str], time: str, highest: int) -> Iterator[Pair]:
    """Everything that is measured."""
    tables = [(name, 2) for name in names] + [table for table in MORE_PLAYERS if table[0] in names]
    for name, players in tables:
        for n in range(2, highest + 1):
            yield Pair("levels", name, players, f"level{n}", f"level{n - 1}")
    for name, players in tables:
        yield Pair("top", name, players, f"level8:time={time}", "greedy")
        yield Pair("top", name, players, f"level8:time={time}", f"ismcts:time={time}")


def row(pair: Pair, matches: int, seed: int, workers: int) -> dict[str, Any]:
    """Play a pair."""
    game = load(pair.game).of(players=pair.players)
    contest = planned(game, [pair.bot, pair.against], matches, seed)
    found = standings(contest, list(in_processes(contest, contest.units(), workers)))
    first: dict[str, Any] = as_json(found)["bots"][0]
    return {
        **pair._asdict(),
        **{name: first[name] for name in ("deals", "points", "interval", "won")},
        "matches": contest.sets * len(contest.seatings),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", metavar="FILE", help="write the rows there")
    parser.add_argument("--games", default=",".join(games()))
    parser.add_argument("--matches", type=int, default=100, help="of each two levels")
    parser.add_argument("--top-matches", type=int, default=20, help="of the top level with a time; 0: none")
    parser.add_argument("--time", default="1s")
    parser.add_argument("--highest", type=int, default=8, help="the highest level that is measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if not kafenio.compiled:
        sys.exit("kafenio is not compiled here: nothing to measure")
    rows = []
    for pair in pairs(given.games.split(","), given.time, given.highest):
        matches = given.matches if pair.what == "levels" else given.top_matches
        if not matches:
            continue
        rows.append(found := row(pair, matches, given.seed, given.workers))
        interval = "{:+.3f} to {:+.3f}".format(*found["interval"])
        print(
            f"{pair.game:10} {pair.players} {pair.bot:16} against {pair.against:16} {found['points']:+.3f} ({interval}) a deal"
            f" in {found['deals']} deals; {found['won']} of {found['matches']} matches",
            flush=True,
        )
        if given.json:
            with open(given.json, "w", encoding="utf-8") as out:
                json.dump(rows, out, indent=1)


if __name__ == "__main__":
    main()
