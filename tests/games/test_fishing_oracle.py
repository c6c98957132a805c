"""Whole matches of Kontsina and Konchinka under random options, beside a slow second reading of their rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.fishing_oracle import Account, Table, play_key
from kafenio.cards import FRENCH_52 as PACK
from kafenio.contract import Deal, Rng
from kafenio.game import Game, load
from kafenio.games.konchinka.deal import KonchinkaDeal
from kafenio.games.kontsina.deal import KontsinaDeal
from kafenio.match import Match
from support import any_options, many

MOST_DEALS = 6
WIDE = 14  # from so many cards of the table on one is captured where it can be: else there are too many unions


def names(cards: int) -> set[str]:
    return {PACK.name(n) for n in PACK.members(cards)}


def begun(match: Match, account: Account, options: dict[str, object]) -> Table:
    """The next deal, and the same in the oracle."""
    match.begin()
    played = match.deals[-1]
    repairs = [(PACK.name(r.out), PACK.name(r.back_in), r.above) for r in played.repairs]
    table = Table(options, [PACK.name(n) for n in played.pack], repairs, played.dealer, account.totals)
    assert table.repairs == repairs
    return table


def compare(match: Match, table: Table) -> dict[int, list[str]]:
    """The legal plays by seat, when everything lies alike and everybody may do the same."""
    deal = match.deal
    assert isinstance(deal, KontsinaDeal | KonchinkaDeal)
    lying = [PACK.name(n) for n in sorted(PACK.members(deal.table), key=lambda n: int(deal.laid_at[n]))]
    assert (deal.turn, lying) == (table.turn, table.table)
    assert [names(hand) for hand in deal.hands[: table.seats]] == table.hands
    assert [PACK.name(n) for n in reversed(deal.stock[: deal.left])] == table.stock
    found = {}
    for seat in range(table.seats):
        plays = match.legal(seat)
        assert len(set(map(play_key, plays))) == len(plays) and set(map(play_key, plays)) == table.legal(seat)
        if plays:
            found[seat] = plays
    assert set(found) == set(match.actors())
    return found


def chosen(plays: dict[int, list[str]], table: Table, rng: random.Random, eager: float) -> tuple[int, str]:
    """Any play; a finish half of the time, a capture as often as the eager like it."""
    finishing = [seat for seat in plays if "finish" in plays[seat]]
    if finishing and rng.random() < 0.5:
        return rng.choice(finishing), "finish"
    taking = [play for play in plays[table.turn] if " x " in play]
    if taking and (rng.random() < eager or len(table.table) >= WIDE):
        return table.turn, rng.choice(taking)
    return table.turn, rng.choice([play for play in plays[table.turn] if play != "finish"])


def piles(deal: Deal, sides: int) -> list[set[str]]:
    assert isinstance(deal, KontsinaDeal | KonchinkaDeal)
    return [names(pile) for pile in deal.piles[:sides]]


def follow(game: Game, seed: int) -> None:
    """A match of random plays, up to MOST_DEALS deals: every state, count, total, winner and payment."""
    options = game.options.plain()
    match, account, rng = Match(game, Rng(seed)), Account(options), random.Random(seed)
    eager = rng.choice([0.3, 0.6, 1.0])
    dealer = -1
    while not match.over and account.deals < MOST_DEALS:
        table = begun(match, account, options)
        assert dealer < 0 or table.dealer == (dealer + 1) % table.seats
        dealer = table.dealer
        while match.deal is not None:
            seat, play = chosen(compare(match, table), table, rng, eager)
            match.play(seat, play)
            table.play(seat, play_key(play))
        result = match.deals[-1].result
        assert table.over and match.last is not None and result is not None
        assert piles(match.last, table.sides) == table.piles
        assert list(result.points) == table.points()
        assert [sum(p.points for p in result.lines if p.side == s) for s in range(table.sides)] == table.points()
        account.add(table)
        assert (match.tally.totals, list(match.tally.winners)) == (account.totals, account.winners)
        assert match.tally.settlement() == account.settlement()


@pytest.mark.parametrize("name", ["kontsina", "konchinka"])
@settings(max_examples=many(40, 3, 1000))
@given(data=st.data(), target=st.sampled_from([1, 2, 3, 5, 8, 15]), seed=st.integers(0, 2**31))
def test_matches_go_as_the_rules_say(name: str, data: st.DataObject, target: int, seed: int) -> None:
    options = data.draw(any_options(name)).options.plain()
    follow(load(name).of(None, **{**options, "target_score": target}), seed)


@pytest.mark.parametrize("seed", [12, 16])
def test_r12a_a_card_that_went_back_may_come_in_the_place_of_its_twin(seed: int) -> None:
    follow(load("konchinka").of(None, layout_pair_return="all", return_position="random"), seed)


@pytest.mark.parametrize("seed", range(many(30, 2, 300)))
@pytest.mark.parametrize(
    "options",
    [
        {"early_finish": "claim", "players": 4, "partnerships": True, "early_finish_others": "konchinki"},
        {"early_finish": "claim", "early_finish_test": "listed_only", "points_td": 2, "points_clubs": 2},
        {"consecutive_captures": "not_twice_running", "players": 3, "target_tie": "count_order"},
    ],
)
def test_finishes_in_mid_deal_go_as_the_rules_say(options: dict[str, object], seed: int) -> None:
    """With so low a target every deal may end so."""
    follow(load("konchinka").of(None, **{**options, "target_score": 1 + seed % 5}), seed)
