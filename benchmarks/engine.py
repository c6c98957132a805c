"""The engine beside its peers, measured in turn in one run: playouts, search, steps from Python, solving, threads.

    python benchmarks/engine.py --json engine.json

Peers are optional: open-spiel and rlcard are measured where they are installed, and named where they are not. Ours also runs
interpreted, in a process of its own. Each number is the median of interleaved rounds, in CPU time but for threads; a ratio is
the median of the ratios within rounds. A move is a play that stands in a record; chance moves of peers are not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Thread
from typing import Any

import kafenio
from kafenio.bots.endgame import Solver
from kafenio.bots.ismcts import Search
from kafenio.contract import Deal, Rng, playouts
from kafenio.game import games, load

YARDSTICK = "openspiel:hearts"
ITERATIONS = 10000  # of one search, ours or a peer's
PEERS = ("hearts", "oh_hell", "skat", "gin_rummy")
SPEEDS = {"playouts": "moves/s", "ismcts": "iterations/s", "step": "moves/s", "pick": "moves/s"}


@dataclass(frozen=True)
class Row:
    """One measured number, and how many times another one it is."""

    what: str
    game: str
    value: float
    unit: str
    ratio: float | None = None
    against: str | None = None


class Timer:
    """Repeats something for a while: how often a second of CPU time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def rate(self, work: Callable[[], float]) -> float:
        """`work` tells how much it has done."""
        done = 0.0
        start = time.process_time()
        while True:
            done += work()
            used = time.process_time() - start
            if used >= self.seconds:
                return done / used


# Ours.


def opening(name: str, players: int = 2) -> Deal:
    """A deal without cards under the default options: for playouts."""
    return load(name).of(players=players).opening()


def our_playouts(name: str, timer: Timer, players: int = 2) -> float:
    start, n = opening(name, players), 2000 if kafenio.compiled else 10
    return timer.rate(lambda: playouts(start, n, 1)[0])


def our_search(name: str, timer: Timer, players: int = 2, guided: int = 0) -> float:
    deal = opening(name, players).dealt(Rng(3))
    seat, n = deal.mover(), ITERATIONS if kafenio.compiled else 20

    def search() -> float:
        return Search(deal, seat, 3 * n, 1, guided).grow(n)

    return timer.rate(search)


def our_steps(name: str, timer: Timer) -> float:
    """`legal` and `apply`, whole deals."""
    start, rng, chance = opening(name), Rng(1), random.Random(1).random

    def deal_out() -> float:
        deal, n = start.dealt(rng), 0
        while (seat := deal.mover()) >= 0:
            plays = deal.legal(seat)
            deal.apply(seat, plays[int(chance() * len(plays))])
            n += 1
        return n

    return timer.rate(deal_out)


def our_picks(name: str, timer: Timer) -> float:
    """`choices` and `pick`, whole deals."""
    start, rng, chance = opening(name), Rng(1), random.Random(1).random

    def deal_out() -> float:
        deal, n = start.dealt(rng), 0
        while (seat := deal.mover()) >= 0:
            deal.pick(seat, int(chance() * deal.choices(seat)))
            n += 1
        return n

    return timer.rate(deal_out)


OURS: Mapping[str, Callable[[str, Timer], float]] = {
    "playouts": our_playouts,
    "ismcts": our_search,
    "step": our_steps,
    "pick": our_picks,
}


def solve_ms(name: str, ends: int) -> list[float]:
    """The time of each of so many last rounds of two players, after random plays."""
    start, used = opening(name), []
    for seed in range(ends):
        deal, rng = start.dealt(Rng(seed)), random.Random(seed)
        while (seat := deal.mover()) >= 0 and (deal.left or deal.asked):
            deal.pick(seat, rng.randrange(deal.choices(seat)))
        if seat >= 0:
            before = time.process_time()
            Solver(deal, seat).solve()
            used.append(1000 * (time.process_time() - before))
    return used


def two_threads() -> float:
    """Two searches in two threads: how many times the iterations of one in the same time."""
    deal = opening("kontsina").dealt(Rng(3))
    seat, n = deal.mover(), 60000

    def took(count: int) -> float:
        threads = [Thread(target=Search(deal, seat, 3 * n, i).grow, args=(n,)) for i in range(count)]
        before = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.perf_counter() - before

    return 2 * took(1) / took(2)


# Peers.


class OpenSpiel:
    """Games of OpenSpiel: its C++ loop of random bots, its ISMCTSBot, and a loop in Python."""

    def __init__(self) -> None:
        import pyspiel

        self.spiel: Any = pyspiel

    def measures(self, name: str) -> dict[str, Callable[[Timer], float]]:
        found = {"playouts": lambda timer: self.playouts(name, timer), "step": lambda timer: self.steps(name, timer)}
        if self.searches(name):
            found["ismcts"] = lambda timer: self.search(name, timer)
        return found

    def playouts(self, name: str, timer: Timer) -> float:
        game = self.spiel.load_game(name)
        bots = [self.spiel.make_uniform_random_bot(p, p + 1) for p in range(game.num_players())]
        seeds = iter(range(10**9))

        def one() -> float:
            state = game.new_initial_state()
            self.spiel.evaluate_bots(state, bots, next(seeds))
            states.append(state)
            return 0.0

        states: list[Any] = []
        start = time.process_time()
        while (used := time.process_time() - start) < timer.seconds:
            one()
        sample = states[:: max(1, len(states) // 200)]  # counting moves costs more than playing them
        moves = statistics.fmean(sum(move.player >= 0 for move in state.full_history()) for state in sample)
        return moves * len(states) / used

    def dealt(self, name: str) -> Any:
        """The first state in which a player chooses."""
        state, rng = self.spiel.load_game(name).new_initial_state(), random.Random(1)
        while state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        return state

    def search(self, name: str, timer: Timer, simulations: int = ITERATIONS) -> float:
        state, policy = self.dealt(name), self.spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

        def one() -> float:
            evaluator = self.spiel.RandomRolloutEvaluator(1, 1)
            self.spiel.ISMCTSBot(1, evaluator, 0.7, simulations, -1, policy, False, False).step(state)
            return simulations

        return timer.rate(one)

    def searches(self, name: str) -> bool:
        """ISMCTSBot needs what only some games tell."""
        try:
            self.search(name, Timer(0.0), 2)
        except RuntimeError:
            return False
        return True

    def steps(self, name: str, timer: Timer) -> float:
        game, chance = self.spiel.load_game(name), random.Random(1).random

        def one() -> float:
            state, n = game.new_initial_state(), 0
            while not state.is_terminal():
                n += not state.is_chance_node()
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])
            return n

        return timer.rate(one)


class RLCard:
    """Games of RLCard, plain Python."""

    def __init__(self) -> None:
        import rlcard

        self.make: Any = rlcard.make

    def measures(self, name: str) -> dict[str, Callable[[Timer], float]]:
        return {"step": lambda timer: self.steps(name, timer)}

    def steps(self, name: str, timer: Timer) -> float:
        env, rng = self.make(name), random.Random(1)

        def one() -> float:
            env.game.init_game()
            n = 0
            while not env.game.is_over():
                env.game.step(rng.choice(list(env.game.get_legal_actions())))
                n += 1
            return n

        return timer.rate(one)


def peers() -> dict[str, dict[str, Callable[[Timer], float]]]:
    """What each installed peer can be measured at, by peer and game."""
    found: dict[str, dict[str, Callable[[Timer], float]]] = {}
    try:
        spiel = OpenSpiel()
        found |= {f"openspiel:{name}": spiel.measures(name) for name in PEERS}
    except ImportError:
        print("open-spiel is not installed: no figures of its games", file=sys.stderr)
    try:
        rlcard = RLCard()
        found |= {f"rlcard:{name}": rlcard.measures(name) for name in ("leduc-holdem", "uno")}
    except ImportError:
        print("rlcard is not installed: no figures of its games", file=sys.stderr)
    return found


def interpreted(seconds: float) -> dict[tuple[str, str], float]:
    """Our own speeds without compilation, by what and game."""
    command = [sys.executable, __file__, "--ours", "--seconds", str(seconds)]
    environment = os.environ | {"KAFENIO_INTERPRETED": "1"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return {(what, game): value for what, game, value in json.loads(run.stdout)}


# The run.


def measured(rounds: int, seconds: float) -> list[Row]:
    """Every round measures everything once, one after the other, so that a busy machine is fair to all."""
    timer, others = Timer(seconds), peers()
    speeds: dict[tuple[str, str], list[float]] = {}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for what, measure in OURS.items():
            for game in games():
                speeds.setdefault((what, game), []).append(measure(game, timer))
            for peer, measures in others.items():
                if what in measures:
                    speeds.setdefault((what, peer), []).append(measures[what](timer))
        for (what, game), value in interpreted(seconds).items():
            speeds.setdefault((what, f"interpreted:{game}"), []).append(value)
    rows = [row for (what, game), values in speeds.items() for row in against_all(what, game, values, speeds)]
    for game in games():
        rows.append(Row("solve", game, round(statistics.median(solve_ms(game, 200)), 3), "ms, median"))
    gain = statistics.median(two_threads() for _ in range(max(3, rounds)))
    rows.append(Row("two threads", "kontsina", round(gain, 2), "times one"))
    return rows


def against_all(what: str, game: str, values: list[float], speeds: Mapping[tuple[str, str], list[float]]) -> list[Row]:
    """A row for each thing that a speed of ours is compared with; a peer's own row has no ratio."""
    value, unit = float(f"{statistics.median(values):.4g}"), SPEEDS[what]
    if ":" in game:
        return [Row(what, game, value, unit)]
    rows = []
    for against, key in ((YARDSTICK, YARDSTICK), ("interpreted", f"interpreted:{game}")):
        theirs = speeds.get(("step" if what == "pick" and key == YARDSTICK else what, key))
        if theirs:
            ratio = statistics.median(mine / other for mine, other in zip(values, theirs, strict=True))
            rows.append(Row(what, game, value, unit, float(f"{ratio:.3g}"), against))
    return rows or [Row(what, game, value, unit)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", metavar="FILE", help="write the rows there")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of each measurement")
    parser.add_argument("--ours", action="store_true", help="print our own speeds as JSON and stop")
    given = parser.parse_args()
    if given.ours:
        timer = Timer(given.seconds)
        print(json.dumps([(what, game, measure(game, timer)) for what, measure in OURS.items() for game in games()]))
        return
    if not kafenio.compiled:
        sys.exit("kafenio is not compiled here: nothing to measure")
    rows = measured(given.rounds, given.seconds)
    for row in rows:
        ratio = f"{row.ratio:8.3g} x {row.against}" if row.ratio is not None else ""
        print(f"{row.what:12} {row.game:24} {row.value:14,.6g} {row.unit:14} {ratio}")
    if given.json:
        with open(given.json, "w", encoding="utf-8") as out:
            json.dump([vars(row) for row in rows], out, indent=1)


if __name__ == "__main__":
    main()
