"""Every match ends, and somebody has won it."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from in_words import sheet as sheet_of
from kafenio.contract import Rng
from kafenio.game import Game
from kafenio.match import Match
from support import CASES, Case, any_options, each_case, each_game, many

MOST_DEALS = 3000


def ended(game: Game, seed: int) -> Match:
    """A whole match of random plays, none of them written down."""
    match, rng = Match(game, Rng(seed)), Rng(seed + 1)
    while not match.over:
        match.begin()
        deal = match.deal
        assert deal is not None and len(match.deals) < MOST_DEALS
        while deal.turn >= 0:
            deal.answer_forced()
            for seat in deal.actors():
                if n := deal.choices(seat):
                    deal.pick(seat, rng.roll(n))
                    break
        match.settle()
    return match


def somebody_has_won(match: Match) -> None:
    game, tally = match.game, match.tally
    assert tally.winners and set(tally.winners) <= set(range(game.sides))
    assert list(tally.winners) == sorted(set(tally.winners))
    assert match.deal is None and match.actors() == ()
    paid = tally.settlement()
    assert paid is None or (len(paid) == game.seats and all(isinstance(sum_, int | Decimal) for sum_ in paid))
    sheet = sheet_of(tally, [f"side {side}" for side in range(game.sides)])
    assert sheet.rows and all(len(row) == len(sheet.heads) for row in sheet.rows)
    assert all(isinstance(cell, str) and cell != "None" for row in sheet.rows for cell in row)


def slow(game: Game) -> bool:
    """Whether random plays need hundreds of deals: a session for money that ends when somebody cannot pay."""
    options = game.options
    return bool(getattr(options, "money", False)) and not getattr(options, "deals", 0)


@each_case
def test_a_thousand_random_matches_end(case: Case) -> None:
    """A thousand a game, shared out among its presets and numbers of players, but few of the slow ones."""
    others = [other for other in CASES if other.name == case.name and not slow(other.game())]
    share = -(-many(1000, 30, 20_000) // len(others))
    for seed in range(share if not slow(case.game()) else -(-share // 10)):
        somebody_has_won(ended(case.game(), seed))


@each_game
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_matches_under_random_options_end(name: str, data: st.DataObject, seed: int) -> None:
    game = data.draw(any_options(name))
    if not slow(game) and getattr(game.options, "target_score", 0) <= 61:
        somebody_has_won(ended(game, seed))
