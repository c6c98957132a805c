"""What holds in every state of every deal, under every preset and under random options."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import in_words
from kafenio.contract import Deal
from kafenio.game import Game
from support import Case, History, any_options, deals, each_case, each_game, face_up, in_stock, many

seeds = st.integers(0, 2**31)


def no_card_is_lost_or_doubled(deal: Deal) -> None:
    where = [*deal.hands, *deal.heaps, in_stock(deal), *face_up(deal)]
    assert sum(where) == deal.cards()
    assert sum(cards.bit_count() for cards in where) == deal.cards().bit_count()


def somebody_can_play_until_it_is_over(deal: Deal) -> None:
    actors = deal.actors()
    assert bool(actors) == (deal.turn >= 0)
    assert len(set(actors)) == len(actors) and all(0 <= s < deal.seats for s in actors)
    if actors:
        assert any(deal.choices(s) for s in actors)
    for seat in range(deal.seats):
        if seat not in actors:
            assert deal.legal(seat) == []


def the_mover_is_the_first_with_a_choice(deal: Deal) -> None:
    quick, slow = deal.copy(), deal.copy()
    seat = quick.mover()
    slow.answer_forced()
    assert seat == next((s for s in slow.actors() if slow.choices(s)), -1)
    assert quick.open_view() == slow.open_view()


def texts_are_unique_and_read_back(deal: Deal) -> None:
    for seat in deal.actors():
        plays = deal.legal(seat)
        texts = [deal.text(play) for play in plays]
        assert len(set(plays)) == len(set(texts)) == len(texts)
        for play, text in zip(plays, texts, strict=True):
            assert deal.read(seat, text) == play
            for other in (reordered(text), text.replace(" x ", " × "), f"  {text.replace(' ', '   ')} "):
                assert deal.read(seat, other) == play


def reordered(text: str) -> str:
    """The same play with its cards named the other way round."""
    head, x, taken = text.partition(" x ")
    if x:
        together, *quiet = taken.split(" ")
        return " ".join([head, "x", "+".join(together.split("+")[::-1]), *quiet])
    word, *cards = text.split(" ")
    return " ".join([word, *cards[::-1]])


def counts_stay_in_bounds(deal: Deal) -> None:
    assert -1 <= deal.turn < deal.seats and 0 <= deal.dealer < deal.seats
    assert 0 <= deal.left <= deal.cards().bit_count()
    assert deal.asked >> deal.seats == 0
    assert all(hand == 0 for hand in deal.hands[deal.seats :])
    assert all(cards & ~deal.cards() == 0 for cards in [*deal.hands, *deal.heaps, *deal.seen])


def a_line_of_the_breakdown_is_worth_something(deal: Deal) -> None:
    for side, reason, points in deal.points():
        assert 0 <= side < deal.sides and reason and isinstance(points, int)


CHECKS = [
    no_card_is_lost_or_doubled,
    somebody_can_play_until_it_is_over,
    the_mover_is_the_first_with_a_choice,
    texts_are_unique_and_read_back,
    counts_stay_in_bounds,
    a_line_of_the_breakdown_is_worth_something,
]


def holds(history: History) -> None:
    for deal in history.states:
        for check in CHECKS:
            check(deal)
    *_, over = history.states
    assert over.turn == -1


@each_case
def test_deals_hold_together(case: Case) -> None:
    for seed in range(many(2, 1, 20)):
        for history in deals(case.game(), seed, 2, eager=seed % 2 == 1):
            holds(history)


@each_game
@given(data=st.data(), seed=seeds, eager=st.booleans())
def test_deals_hold_together_under_random_options(name: str, data: st.DataObject, seed: int, eager: bool) -> None:
    game = data.draw(any_options(name))
    for history in deals(game, seed, 2, eager):
        holds(history)


@each_case
def test_the_deal_is_what_the_pack_and_the_repairs_make_of_it(case: Case) -> None:
    for seed in range(many(10, 2, 200)):
        (history,) = deals(case.game(), seed, 1)
        again = dealt_again(history)
        assert again.view(None) == history.states[0].view(None)
        assert again.open_view() == history.states[0].open_view()


def dealt_again(history: History) -> Deal:
    game: Game = history.game
    return game.deal(history.record.pack, history.facts, history.record.repairs)


@each_case
def test_a_pack_is_never_dealt_without_all_its_cards(case: Case) -> None:
    (history,) = deals(case.game(), 1, 1)
    pack = history.record.pack
    assert sorted(pack) == sorted(case.game().pack(history.facts))
    assert sum(1 << n for n in pack) == history.states[0].cards()


@each_case
def test_the_picture_shows_nobody_a_card_that_his_view_does_not(case: Case) -> None:
    game = case.game()
    for history in deals(game, 3, 1):
        for deal in history.states[:: many(1, 5)]:
            for viewer in [*range(game.seats), None]:
                lines = in_words.lines(game, deal.view(viewer))
                assert lines and all(label and text and "\n" not in text for label, text in lines.items())


@pytest.mark.parametrize("text", ["lay 8h", "8h x 3c+5d", "lead Kh 8h", "7e x 7c quiet"])
def test_reordering_a_text_keeps_its_words(text: str) -> None:
    assert sorted(reordered(text).replace("+", " ").split()) == sorted(text.replace("+", " ").split())
