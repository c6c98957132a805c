"""One match of a contest: its account, and deals that are given up."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from kafenio.arena.contest import Account, Part, play_unit, told
from kafenio.arena.plan import Contest, Unit, planned
from kafenio.game import load
from support import FIRST, Case, each_game, made

BROKEN = """import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "kafenio": print("bot broken", flush=True)
    elif word == "game": print("ready", flush=True)
    elif word == "go": sys.exit("not today")
"""


def against_broken(folder: Path, case: Case) -> Contest:
    path = folder / "broken.py"
    path.write_text(BROKEN)
    broken = f"cmd:{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"
    return planned(made(case), [broken, "random"], 2, 3)


def test_points_are_those_ahead_of_the_mean_of_the_others() -> None:
    account = Account((0, 1, 0, 2))
    account.add((5, 1, 3, 0), {0, 1, 2, 3})
    assert account.parts([1, 0, 0]) == [Part(0, 1, 3.5, 1), Part(1, 1, round(1 - 8 / 3, 6), 0), Part(2, 1, -3.0, 0)]


def test_a_side_that_is_out_takes_no_part() -> None:
    account = Account((0, 1, 2))
    account.add((5, 1, 9), {0, 1})
    assert account.parts([1, 0, 0]) == [Part(0, 1, 4.0, 1), Part(1, 1, -4.0, 0), Part(2, 0, 0.0, 0)]


def test_two_bots_share_what_there_is() -> None:
    outcome = play_unit(planned(load("ronda").of(), ["greedy", "random"], 2, 3), Unit(0, 1))
    first, second = outcome.parts
    assert first.points == -second.points and first.deals == second.deals > 0
    assert first.won + second.won == 1


@each_game
def test_only_the_first_deals_of_a_match_are_played(name: str) -> None:
    whole, first = (planned(load(name).of(), ["greedy", "random"], 2, 3, deals=n) for n in (0, 1))
    assert whole.header() != first.header()
    outcome = play_unit(first, Unit(0, 1))
    one, other = outcome.parts
    assert one.deals == other.deals == 1 < play_unit(whole, Unit(0, 1)).parts[0].deals
    won = {True: (1, 0), False: (0, 1)}[one.points > other.points] if one.points != other.points else (0.5, 0.5)
    assert (one.won, other.won) == won


@pytest.mark.parametrize("case", FIRST, ids=str)
def test_a_program_that_fails_gives_up_its_deals_and_at_last_the_match(case: Case, tmp_path: Path) -> None:
    contest = against_broken(tmp_path, case)
    outcome = play_unit(contest, Unit(0, 0))
    broken, other = outcome.parts
    assert broken.points < 0 < other.points
    assert (broken.won, other.won) == (0, 1)
    assert len(outcome.forfeits) == broken.deals <= 3  # it never came to its second play
    assert {f.bot for f in outcome.forfeits} == {0}
    assert [f.deal for f in outcome.forfeits] == list(range(1, broken.deals + 1))
    line = told(outcome.forfeits[0], outcome, contest)
    assert line.startswith("set 1, match 1, deal 1 given up by cmd:") and line.endswith("code 1: not today")


@each_game
def test_a_deal_given_up_is_a_deal_lost(name: str) -> None:
    game = load(name).of()
    tally = game.tally()
    result = tally.given_up(1)
    mine, theirs = tally.worth(result)
    assert mine > theirs
    tally.add(result, 0)
    assert tally.sheet().rows


def test_who_gives_up_for_money_leaves_the_pot_to_the_others() -> None:
    tally = load("kozel").of("money", players=3).tally()
    assert tally.given_up(0).points == (0, 1, 1) or sum(tally.given_up(0).points) > 0
    assert tally.given_up(0).points[0] == 0
    assert tally.worth(tally.given_up(0)) == tally.given_up(0).points


@each_game
def test_the_same_seed_gives_the_same_outcome(name: str) -> None:
    contest = planned(load(name).of(), ["level1", "random"], 2, 9)
    assert play_unit(contest, Unit(0, 1)) == play_unit(contest, Unit(0, 1))
    other = planned(load(name).of(), ["level1", "random"], 2, 10)
    assert play_unit(contest, Unit(0, 1)) != play_unit(other, Unit(0, 1))
