"""Imagined deals: drawn evenly, repeatable, and none where there is none."""

from __future__ import annotations

import pytest

from kafenio.contract import Rng
from kafenio.errors import BadPosition
from kafenio.unseen import Unseen, imagine
from support import Case, dealt, each_count, fields, many, mover, walk


@each_count
def test_the_same_seed_imagines_the_same_deals(case: Case) -> None:
    deal = dealt(case.game(), 1)
    view = deal.view(0)
    assert fields(imagine(type(deal), view, Rng(3))) == fields(imagine(type(deal), view, Rng(3)))
    assert fields(imagine(type(deal), view, Rng(3))) != fields(imagine(type(deal), view, Rng(4)))


@each_count
def test_a_draw_leaves_alone_what_the_seat_knows(case: Case) -> None:
    for deal in walk(case.game(), 2):
        seat = max(mover(deal), 0)
        work, rng = deal.copy(), Rng(1)
        unseen = Unseen(work, seat)
        for _ in range(3):
            assert unseen.draw(work, rng)
            assert work.view(seat) == deal.view(seat)
        assert unseen.tried >= 3


@each_count
def test_every_unseen_card_is_as_likely_in_the_next_hand(case: Case) -> None:
    deal, n = dealt(case.game(), 4), many(4000, 400)
    view, rng, counts = deal.view(0), Rng(9), [0] * 52
    unseen = Unseen(imagine(type(deal), view, rng), 0)
    work = deal.copy()
    for _ in range(n):
        unseen.draw(work, rng)
        for card in range(52):
            counts[card] += work.hands[1] >> card & 1
    hidden = [counts[card] for card in range(52) if counts[card]]
    held = view["hands"][1].more
    assert sum(hidden) == held * n
    if deal.returns == 0:
        p = held / len(hidden)
        chi = sum((count - n * p) ** 2 / (n * p * (1 - p)) for count in hidden)
        assert chi < len(hidden) + 5 * (2 * len(hidden)) ** 0.5


@each_count
def test_where_no_deal_fits_none_is_made(case: Case) -> None:
    """A hand that may hold nothing at all, and one that would hold equal cards of which it has not enough."""
    deal = dealt(case.game(), 1)
    barred = deal.copy()
    barred.bars = [0, deal.cards(), 0, 0, 0]
    with pytest.raises(BadPosition, match="no deal has this view"):
        imagine(type(deal), barred.view(0), Rng(1))
    single = deal.copy()
    single.hands = [hand if seat != 1 else hand & -hand for seat, hand in enumerate(deal.hands)]
    single.kinds = [0, 3, 0, 0, 0]
    with pytest.raises(BadPosition, match="no deal has this view"):
        imagine(type(deal), single.view(0), Rng(1))
