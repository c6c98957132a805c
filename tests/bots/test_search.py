"""Search and levels: repeatable, honest, accounted for, and no burden to others."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kafenio
from in_words import english
from kafenio.bots import bot
from kafenio.bots.ismcts import Search
from kafenio.bots.levels import LEVELS, Level, Plan, forget, seed_of
from kafenio.contract import Deal, Rng
from kafenio.game import Choice, Game, load
from kafenio.unseen import imagine
from support import FIRST, Case, dealt, each_game, fields, many, mover

each_first = pytest.mark.parametrize("case", FIRST, ids=str)
QUICK = Plan(200, counts=True)


def middle(game: Game, seed: int, plays: int = 7) -> tuple[Deal, int]:
    """A deal after some plays, where a seat has a choice."""
    deal = dealt(game, seed)
    for ply in range(1000):
        deal.answer_forced()
        seat = mover(deal)
        if ply >= plays and deal.choices(seat) > 1:
            return deal, seat
        deal.pick(seat, (5 * ply + seed) % deal.choices(seat))
        if deal.turn < 0:
            deal = dealt(game, seed + 1000)
    raise AssertionError("no choice in a whole deal")


def choice(name: str, deal: Deal, seat: int, seed: int = 3) -> Choice:
    return Level(name, seed).choose(deal.view(seat), [deal.text(p) for p in deal.legal(seat)])


# Repeatable.


@each_game
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_choice(name: str, level: str) -> None:
    if not kafenio.compiled and LEVELS[level].iterations > 300:
        return
    deal, seat = middle(load(name).of(), 4)
    assert choice(level, deal, seat) == choice(level, deal, seat)


def test_another_seed_searches_otherwise() -> None:
    deal, seat = middle(load("kontsina").of(), 4)
    assert choice("level4@1", deal, seat, 1).estimates != choice("level4@1", deal, seat, 2).estimates


def test_a_grown_tree_is_the_same_in_one_step_or_in_many() -> None:
    deal, seat = middle(load("kontsina").of(), 6)
    once, often = (Search(deal, seat, 1000, 9) for _ in range(2))
    once.grow(60)
    for _ in range(6):
        often.grow(10)
    assert once.found() == often.found()


def test_compiled_and_interpreted_search_agree() -> None:
    script = Path(__file__).with_name("both_searches.py")
    answers = []
    for interpreted in ("0", "1"):
        environment = os.environ | {"KAFENIO_INTERPRETED": interpreted, "PYTHONWARNINGS": "ignore"}
        run = subprocess.run(
            [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
        answers.append(run.stdout.splitlines())
    assert len(answers[0]) > 10
    assert answers[0] == answers[1]


# Honest.


@each_first
def test_a_level_given_an_imagined_deal_plays_the_same(case: Case) -> None:
    deal, seat = middle(case.game(), 5)
    view = deal.view(seat)
    for seed in range(many(compiled=5, interpreted=1)):
        other = imagine(type(deal), view, Rng(seed))
        for level in ("level1@1", "level3@1", "level5@1"):
            assert choice(level, deal, seat) == choice(level, other, seat)


@each_first
def test_the_seed_of_a_decision_tells_views_apart_and_nothing_else(case: Case) -> None:
    deal, seat = middle(case.game(), 5)
    assert seed_of(1, deal.view(seat)) == seed_of(1, imagine(type(deal), deal.view(seat), Rng(8)).view(seat))
    assert len({seed_of(1, deal.view(s)) for s in range(deal.seats)} | {seed_of(2, deal.view(seat))}) == deal.seats + 1


@each_first
def test_what_is_forgotten_leaves_a_possible_deal(case: Case) -> None:
    for seed in range(many(compiled=6, interpreted=2)):
        deal, seat = middle(case.game(), seed, plays=12)
        view = deal.view(seat)
        root = imagine(type(deal), view, Rng(seed))
        before = fields(root)
        forget(root, view, 1.0, Rng(seed))
        assert root.legal(seat) == deal.legal(seat)
        assert [h.bit_count() for h in root.hands] == [h.bit_count() for h in deal.hands]
        after = fields(root)
        changed = {name for name in before if before[name] != after[name]}
        assert changed <= {"piles", "stock", "hands"}
        assert Search(root, seat, 500, 1).grow(20) == 20


# Accounted for.


@each_first
@pytest.mark.parametrize("guided", [0, 1])
def test_visits_sum_to_iterations(case: Case, guided: int) -> None:
    deal, seat = middle(case.game(), 7)
    search = Search(deal, seat, 2000, 1, guided)
    n = many(compiled=300, interpreted=40)
    assert search.grow(n) == n
    found = search.found()
    assert sum(f.visits for f in found) == n
    assert {f.play for f in found} <= set(deal.legal(seat))
    assert all(-1.0 <= f.value <= 1.0 and f.error > 0 for f in found)
    assert [f.visits for f in found] == sorted((f.visits for f in found), reverse=True)


def test_estimates_come_with_a_choice() -> None:
    deal, seat = middle(load("kontsina").of(), 7)
    made = choice("level5@1", deal, seat)
    assert sum(e.visits for e in made.estimates) == LEVELS["level5@1"].iterations
    assert made.play == made.estimates[0].play
    assert all(0.0 <= e.chance <= 1.0 for e in made.estimates)
    assert made.why is not None
    assert "% for the match" in english.text(made.why) and made.estimates[1].play in english.text(made.why)


def test_a_search_ends_when_nothing_can_change_its_choice() -> None:
    bare = load("kontsina").of().position({"hand": "8h Kd", "table": "8s 3h 5d"})
    deal = imagine(type(bare), bare.view(0), Rng(1))
    level = Level("sure", 1, plan=Plan(many(compiled=20000, interpreted=1200), horizon=8))
    found = level.search(deal, 0, 5, None)
    assert sum(f.visits for f in found) < level.plan.iterations
    whole = Search(deal, 0, 4 * level.plan.iterations + 64, 5, 1, 8)
    whole.grow(level.plan.iterations)
    assert whole.found()[0].play == found[0].play


def test_a_full_tree_goes_on_searching() -> None:
    deal, seat = middle(load("kontsina").of(), 7)
    search = Search(deal, seat, 20, 1)
    assert search.grow(200) == 200
    assert search.nodes == 20
    assert sum(f.visits for f in search.found()) == 200


def test_the_horizon_the_narrow_tree_and_careless_others_change_what_is_seen() -> None:
    deal, seat = middle(load("kontsina").of(), 7)
    seen = []
    for options in ({}, {"horizon": 1}, {"narrow": 1.0}, {"careless": 0.5}):
        search = Search(deal, seat, 2000, 1, **options)
        search.grow(100)
        assert sum(f.visits for f in search.found()) == 100
        seen.append(search.found())
    assert all(found != seen[0] for found in seen[1:])


def test_the_only_play_needs_no_search() -> None:
    deal, seat = middle(load("kontsina").of(), 7)
    assert Level("level8@1", 1).choose(deal.view(seat), ["lay 2c"]).play == "lay 2c"


def test_levels_are_found_by_name_and_by_version() -> None:
    assert bot("level5", "ronda", 1).name == bot("level5@3", "ronda", 1).name == "level5@3"
    assert bot("level5@1", "ronda", 1).name == "level5@1"


# No burden.


def test_a_search_in_a_thread_leaves_the_event_loop_free() -> None:
    deal, seat = middle(load("kontsina").of(), 8)
    level = Level("level8@1", 1, time_s=0.5)
    view, legal = deal.view(seat), [deal.text(p) for p in deal.legal(seat)]

    async def beats() -> tuple[int, Choice]:
        thinking = asyncio.create_task(asyncio.to_thread(level.choose, view, legal))
        n = 0
        while not thinking.done():
            await asyncio.sleep(0.001)
            n += 1
        return n, await thinking

    n, made = asyncio.run(beats())
    assert n > (50 if kafenio.compiled else 0)  # of 500; the interpreted search holds the GIL
    assert sum(e.visits for e in made.estimates) > many(compiled=1000, interpreted=10)


def test_a_level_with_a_time_keeps_it() -> None:
    deal, seat = middle(load("kozel").of(), 8)
    used = []
    for seed in range(5):
        before = time.perf_counter()
        Level("level8@1", seed, time_s=0.1).choose(deal.view(seat), [deal.text(p) for p in deal.legal(seat)])
        used.append(time.perf_counter() - before)
    assert sorted(used)[2] < 0.1 * 1.5


ONE_SECOND = """
import resource, sys
from kafenio.bots import bot
from kafenio.contract import Rng
from kafenio.game import load
from kafenio.match import Match
game = load(sys.argv[1]).of(players=int(sys.argv[2]))
match = Match(game, Rng(1))
match.begin()
while True:
    match.settle()
    seat = next(s for s in match.actors() if match.legal(s))
    if len(match.legal(seat)) > 1:
        break
    match.make(seat, match.legal(seat)[0])
made = bot("level8:time=1s", game.NAME, 1).choose(match.view(seat), match.legal(seat))
print(sum(e.visits for e in made.estimates), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(not kafenio.compiled, reason="an interpreted search makes few nodes")
@each_first
def test_a_search_of_a_second_takes_less_than_300_mb(case: Case) -> None:
    """All of a process that does nothing else, the interpreter with it."""
    command = [sys.executable, "-c", ONE_SECOND, case.name, str(case.players)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    visits, kilobytes = map(int, run.stdout.split())
    assert visits > 1000
    assert kilobytes < 300_000


def test_a_long_search_is_bounded_in_memory() -> None:
    deal, seat = middle(load("kontsina").of(), 8)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    search = Search(deal, seat, 20000, 1)
    search.grow(many(compiled=60000, interpreted=300))
    assert search.nodes <= 20000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40000  # KB
