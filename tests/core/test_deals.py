"""What every deal can do: copy itself, refuse an illegal play, read packs."""

from __future__ import annotations

import copy
import os
import pickle

import pytest

import kafenio
from kafenio.contract import Deal, Plays, Rng, perft, playouts
from kafenio.errors import IllegalPlay, NotationError
from support import FIRST, Case, dealt, each_count, fields, mover, opening, walk

NO_PLAYS = [(0, 63 << 52), (0, 0xFFFFFFFFFFFFFFFF), (-3, 1), (-1, 0), (5, 1), (999, 1)]


def test_it_is_compiled_as_asked() -> None:
    if os.environ.get("KAFENIO_REQUIRE_COMPILED") == "1":
        assert kafenio.compiled
    if os.environ.get("KAFENIO_INTERPRETED") == "1":
        assert not kafenio.compiled


@each_count
def test_copies_are_equal_and_apart(case: Case) -> None:
    for deal in walk(case.game(), 2):
        stored = fields(deal)
        for twin in (deal.copy(), copy.copy(deal), copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
            assert type(twin) is type(deal) and fields(twin) == stored
            if (seat := mover(twin)) >= 0:
                twin.pick(seat, 0)
                assert fields(deal) == stored and fields(twin) != stored


@each_count
def test_an_illegal_play_changes_nothing(case: Case) -> None:
    for deal in walk(case.game(), 5):
        before = fields(deal)
        actors = [s for s in deal.actors() if deal.choices(s)]
        other = next((s for s in range(deal.seats) if s not in actors), 4)
        for seat, play in [*NO_PLAYS, *((other, play) for s in actors[:1] for play in deal.legal(s))]:
            with pytest.raises(IllegalPlay, match="is not legal for seat"):
                deal.apply(seat, play)
        for seat, i in [(other, 0), (-1, 0), *((s, deal.choices(s)) for s in actors), *((s, -1) for s in actors)]:
            with pytest.raises(IllegalPlay, match=r"seat -?\d+ has \d+ plays, not one with number -?\d+"):
                deal.pick(seat, i)
        assert fields(deal) == before


@each_count
def test_numbers_that_fit_no_field_are_refused(case: Case) -> None:
    deal = dealt(case.game(), 1)
    if kafenio.compiled:
        with pytest.raises(OverflowError):
            deal.apply(0, 1 << 64)
        with pytest.raises(IndexError):
            deal.hands = [1, 2]
    else:
        with pytest.raises(IllegalPlay):
            deal.apply(0, 1 << 64)


@each_count
def test_pick_makes_the_play_that_legal_names(case: Case) -> None:
    for deal in walk(case.game(), 6):
        for seat in deal.actors():
            plays = deal.legal(seat)
            assert deal.choices(seat) == len(plays)
            for i, play in enumerate(plays):
                by_number, by_play = deal.copy(), deal.copy()
                assert by_number.pick(seat, i) == play
                by_play.apply(seat, play)
                assert fields(by_number) == fields(by_play)


@each_count
def test_a_finished_deal_has_no_plays(case: Case) -> None:
    *_, deal = walk(case.game(), 2)
    assert deal.actors() == ()
    assert all(deal.legal(seat) == [] and deal.choices(seat) == 0 for seat in range(-1, 6))
    with pytest.raises(IllegalPlay, match="the deal is over"):
        deal.apply(0, 0)


@each_count
def test_a_wrong_pack_is_refused(case: Case) -> None:
    game = case.game()
    facts = {**game.tally().facts(), "dealer": 0, "deal_number": 1}
    pack = game.pack(facts)
    for wrong in ([], pack[:-1], [*pack, pack[0]], [pack[0], *pack[:-1]], [*pack[:-1], 63], [-1, *pack[1:]]):
        with pytest.raises(NotationError, match=f"not the pack of {case.name}: {len(pack)} different cards expected"):
            game.deal(wrong, facts, rng=Rng(1))


@each_count
def test_a_word_that_is_no_play_is_refused_in_one_line(case: Case) -> None:
    deal = dealt(case.game(), 1)
    seat = mover(deal)
    for text in ("", "lay", "lay Zz", "hello", "7", "lay 8h; drop table", "\n", "🂡", "x" * 5000):
        with pytest.raises(NotationError, match="is no play; a play looks like ") as raised:
            deal.read(seat, text)
        assert "\n" not in str(raised.value)


@each_count
def test_a_play_out_of_turn_says_whose_turn_it_is(case: Case) -> None:
    deal = dealt(case.game(), 1)
    deal.answer_forced()
    seat = mover(deal)
    text = deal.text(deal.legal(seat)[0])
    idle = [s for s in range(deal.seats) if not deal.choices(s)]
    for other in idle:
        with pytest.raises(IllegalPlay, match=f"is not legal for seat {other}; it is the turn of seat .*{seat}"):
            deal.read(other, text)


def test_a_fresh_deal_of_one_seed_is_always_the_same() -> None:
    game = FIRST[0].game()
    assert fields(dealt(game, 7)) == fields(dealt(game, 7))
    assert fields(dealt(game, 7)) != fields(dealt(game, 7 + game.seats))


@each_count
def test_playouts_repeat_and_depend_on_the_seed(case: Case) -> None:
    deal = opening(case.game())
    assert playouts(deal, 5, 1) == playouts(deal, 5, 1) != playouts(deal, 5, 2)
    assert playouts(deal, 0, 1) == (0, 0)


@each_count
def test_perft_counts_the_lines(case: Case) -> None:
    deal = dealt(case.game(), 8)
    assert perft(deal, 0) == 1
    deal.answer_forced()
    seat = mover(deal)
    assert perft(deal, 1) == deal.choices(seat)
    *_, over = walk(case.game(), 8)
    assert perft(over, 3) == 1


def test_the_generator_is_the_same_for_ever() -> None:
    rng = Rng(42)
    assert [rng.roll(1000) for _ in range(5)] == [805, 846, 4, 839, 696]
    assert Rng(1).shuffled(range(8)) == [2, 3, 5, 6, 1, 0, 7, 4]


def test_the_generator_is_even() -> None:
    rng, counts = Rng(3), [0] * 7
    for _ in range(7000):
        counts[rng.roll(7)] += 1
    assert sum((n - 1000) ** 2 / 1000 for n in counts) < 22.5  # chi-square, 6 degrees: p = 0.001


@pytest.mark.parametrize("n", [0, -1, 1 << 31])
def test_a_roll_needs_a_number_from_one_on(n: int) -> None:
    with pytest.raises(ValueError, match="a number from 1 on expected"):
        Rng(1).roll(n)


def test_shuffling_keeps_every_card_and_leaves_the_given_list_alone() -> None:
    given = list(range(52))
    assert sorted(Rng(5).shuffled(given)) == given == list(range(52))


def test_a_bare_deal_of_no_game_has_no_rules() -> None:
    with pytest.raises(NotImplementedError):
        Deal().text(0)
    assert Plays() is not None
