"""The lower levels: they see less, know less, forget; and they are as honest and repeatable as the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from kafenio.bots import bot, full_name
from kafenio.bots.beginners import Beginner, forgotten
from kafenio.bots.ladder import HEIGHT, Mind, Plan, rung
from kafenio.contract import Rng
from kafenio.errors import BadOptions
from kafenio.game import load
from kafenio.unseen import imagine
from support import FIRST, Case, dealt, each_game, many, mover

each_first = pytest.mark.parametrize("case", FIRST, ids=str)


def newest(game: str) -> list[str]:
    """The levels as they are now, the lowest first."""
    return [full_name(f"level{n}", game) for n in range(1, HEIGHT + 1)]


def low(game: str) -> list[str]:
    """Those of them that do not search."""
    return [level for level in newest(game) if isinstance(rung(game, level), Mind)]


@each_game
def test_the_ladder_goes_from_those_who_see_to_those_who_calculate(name: str) -> None:
    rungs = [rung(name, level) for level in newest(name)]
    minds = [found for found in rungs if isinstance(found, Mind)]
    plans = [found for found in rungs if isinstance(found, Plan)]
    assert [*minds, *plans] == list(rungs)
    assert [m.overlooks for m in minds] == sorted((m.overlooks for m in minds), reverse=True)
    assert [m.care for m in minds] == sorted(m.care for m in minds)
    assert [m.forgets for m in minds] == sorted((m.forgets for m in minds), reverse=True)
    assert [p.iterations for p in plans] == sorted(p.iterations for p in plans)
    assert plans[-1].counts


def test_who_does_not_calculate_takes_no_time() -> None:
    with pytest.raises(BadOptions, match="level1@2 takes neither time nor iterations"):
        bot("level1:time=1s", "ronda", 1)
    assert full_name("level1", "ronda", 1.0) == "level1@2"
    assert full_name("level8", "ronda", 1.0) == "level8@3:time=1s"


@each_first
def test_they_play_on_the_same_view_and_seed_the_same(case: Case) -> None:
    deal = dealt(case.game(), 5)
    for ply in range(many(compiled=60, interpreted=20)):
        deal.answer_forced()
        seat = mover(deal)
        if seat < 0:
            break
        view, legal = deal.view(seat), [deal.text(p) for p in deal.legal(seat)]
        other = imagine(type(deal), view, Rng(ply)).view(seat)
        for name in low(case.name):
            choice = bot(name, case.name, 7).choose(view, legal)
            assert choice.play in legal
            assert choice.why is not None
            assert bot(name, case.name, 7).choose(other, legal) == choice
        deal.pick(seat, ply % deal.choices(seat))


@each_game
def test_a_clear_mind_plays_like_greedy(name: str) -> None:
    deal = dealt(load(name).of(), 3)
    for ply in range(40):
        deal.answer_forced()
        seat = mover(deal)
        if seat < 0:
            break
        view, legal = deal.view(seat), [deal.text(p) for p in deal.legal(seat)]
        greedy = bot("greedy", name, 0).choose(view, legal).play
        assert Beginner("clear", name, 1, Mind()).choose(view, legal).play == greedy
        deal.pick(seat, ply % deal.choices(seat))


def test_what_is_forgotten_stays_forgotten_for_a_deal() -> None:
    assert forgotten(4, 1, 0.5) == forgotten(4, 1, 0.5) != forgotten(4, 2, 0.5)
    assert forgotten(4, 1, 0.0) == 0
    assert forgotten(4, 1, 1.0) == (1 << 52) - 1


def beginner(mind: Mind, position: Mapping[str, object], seed: int = 1) -> tuple[list[str], str]:
    """What one sees in a bare position of Kontsina, and what it plays."""
    deal = load("kontsina").of().position(position)
    view, legal = deal.view(0), [deal.text(play) for play in deal.legal(0)]
    player = Beginner("beginner", "kontsina", seed, mind)
    return player.noticed(legal, Rng(seed)), player.choose(view, legal).play


def test_the_more_cards_a_play_takes_the_sooner_it_is_overlooked() -> None:
    position = {"hand": "Td 3c", "table": "4h 6s 3d"}
    seen = Counter(play for seed in range(400) for play in beginner(Mind(overlooks=0.5), position, seed)[0])
    assert seen["lay Td"] == seen["lay 3c"] == 400
    assert 160 < seen["3c x 3d"] < 240
    assert 70 < seen["Td x 4h+6s"] < 130


def test_who_does_not_know_what_counts_takes_the_most_cards() -> None:
    position = {"hand": "Th 7h", "table": "Td 4s 3d"}
    assert beginner(Mind(), position)[1] == "Th x Td"
    assert beginner(Mind(care=0.0, knows=False), position)[1] == "7h x 4s+3d"


def test_who_does_not_think_ahead_lays_the_good_two() -> None:
    position = {"hand": "2c Kh", "table": "7d 9s"}
    assert beginner(Mind(), position)[1] == "lay Kh"
    assert beginner(Mind(care=0.0), position)[1] == "lay 2c"
