"""The solver against every line of play, and what it may be asked for."""

from __future__ import annotations

import pytest

from bots.endings import ending, every_line
from kafenio.bots.endgame import Solver, nothing_hidden
from kafenio.bots.levels import Level
from kafenio.contract import Deal, Rng
from kafenio.game import load
from support import each_game, many, mover


@each_game
def test_every_play_of_a_last_round_is_worth_what_every_line_says(name: str) -> None:
    game, checked = load(name).of(), 0
    most = many(compiled=200, interpreted=8, long=2000)
    for seed in range(4 * most):
        found = ending(game, seed, held=many(compiled=5 if seed % 10 else 6, interpreted=4))
        if found is None or checked == most:
            continue
        deal, seat = found
        solved = Solver(deal, seat).solve()
        assert solved is not None and [s.play for s in solved] != []
        assert {s.play for s in solved} == set(deal.legal(seat))
        for play, value, _ in solved:
            then = deal.copy()
            then.apply(seat, play)
            assert every_line(then, seat) == value, (name, seed, deal.text(play))
        checked += 1
    assert checked == most


def test_partners_play_for_one_another() -> None:
    game, checked = load("kozel").of(players=4), 0
    for seed in range(many(compiled=60, interpreted=6, long=1000)):
        found = ending(game, seed, held=6)
        if found is not None:
            deal, seat = found
            solved = Solver(deal, seat).solve()
            assert solved is not None
            assert solved[0].value == every_line(deal.copy(), seat)
            checked += 1
    assert checked


@each_game
def test_two_players_know_every_card_of_the_last_round(name: str) -> None:
    game = load(name).of()
    deal, seat = next(found for seed in range(9) if (found := ending(game, seed, held=6)))
    assert nothing_hidden(deal.view(seat))
    assert not nothing_hidden(deal.view(None))


def test_a_stock_or_two_hands_hide_cards() -> None:
    four = load("kontsina").of(players=4)
    deal, seat = next(found for seed in range(9) if (found := ending(four, seed, held=10)))
    assert not nothing_hidden(deal.view(seat))


def test_a_limit_stops_the_solver() -> None:
    deal, seat = next(found for seed in range(9) if (found := ending(load("kontsina").of(), seed, held=6)))
    assert Solver(deal, seat, 3).solve() is None


def test_the_mean_over_deals_that_cannot_be_excluded() -> None:
    game = load("kozel").of(players=4)
    deal, seat = next(found for seed in range(30) if (found := ending(game, seed, held=8)))
    first, again = (Solver(deal, seat).average(20, 7) for _ in range(2))
    assert first is not None and first == again
    assert {s.play for s in first} == set(deal.legal(seat))
    assert all(-1.0 <= s.value <= 1.0 for s in first)
    values = [s.value for s in first]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("name", ["kontsina", "konchinka", "kozel", "ronda"])
def test_a_level_that_counts_plays_the_best_play_of_the_last_round(name: str) -> None:
    game = load(name).of()
    for seed in range(many(compiled=30, interpreted=3)):
        found = ending(game, seed, held=5)
        if found is None:
            continue
        deal, seat = found
        if deal.choices(seat) < 2:
            continue
        choice = Level("level8@1", 1).choose(deal.view(seat), [deal.text(p) for p in deal.legal(seat)])
        best = every_line(deal.copy(), seat)
        then = deal.copy()
        then.apply(seat, deal.read(seat, choice.play))
        assert every_line(then, seat) == best
        assert choice.estimates[0].error == 0.0


@each_game
def test_endings_with_one_key_are_worth_the_same(name: str) -> None:
    """Of all the ways to play a last round on, those that are remembered as one come to one end."""
    met: dict[int, float] = {}
    again = 0

    def walk(deal: Deal, seat: int, root: int) -> None:
        nonlocal again
        deal.answer_forced()
        if deal.turn < 0:
            return
        key = hash((root, deal.key_of_ending()))
        value = every_line(deal.copy(), seat)
        again += key in met
        assert met.setdefault(key, value) == value
        to_play = mover(deal)
        for i in range(deal.choices(to_play)):
            then = deal.copy()
            then.pick(to_play, i)
            walk(then, seat, root)

    late = name in ("kontsina", "konchinka")  # where the order of plays is soon forgotten
    for seed in range(many(compiled=12, interpreted=3, long=60)):
        found = ending(load(name).of(), seed, held=4 if late else 6)
        if found is not None:
            walk(*found, seed)
    assert again


def test_where_hands_are_hidden_a_level_counts_out_what_it_cannot_exclude() -> None:
    game, checked = load("kozel").of(players=4), 0
    for seed in range(many(compiled=20, interpreted=4)):
        found = ending(game, seed, held=8)
        if found is None or found[0].choices(found[1]) < 2:
            continue
        deal, seat = found
        legal = [deal.text(p) for p in deal.legal(seat)]
        choice = Level("level7@1", 1).choose(deal.view(seat), legal)
        assert {e.play for e in choice.estimates} == set(legal)
        assert {e.error for e in choice.estimates} in ({0.0}, {0.5 / 20**0.5})  # nothing was hidden, or something was
        other = game.imagine(deal.view(seat), Rng(seed))
        assert Level("level7@1", 1).choose(other.view(seat), legal) == choice
        checked += choice.estimates[0].error > 0
    assert checked
