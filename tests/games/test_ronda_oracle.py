"""Whole matches of Ronda under random options, beside a slow second reading of its rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ronda_oracle import NoDeal, Step, Table
from kafenio.cards import LATIN_40 as PACK
from kafenio.contract import Rng
from kafenio.errors import Misdeal
from kafenio.game import Game
from kafenio.games.ronda import Ronda
from kafenio.games.ronda.deal import RondaDeal
from kafenio.match import Match
from support import any_options, many

MOST_DEALS = 6


def names(cards: int) -> set[str]:
    return {PACK.name(n) for n in PACK.members(cards)}


def equal_cards(rng: random.Random) -> list[int]:
    """A pack in which many hands hold a ronda or a tringla, and neighbours cards of the same ranks."""
    left, found = rng.sample(range(40), 40), list[int]()
    while left:
        near = [n for n in left if n // 4 in {m // 4 for m in found[-9:]}]
        first = rng.choice(near if near and rng.random() < 0.5 else left)
        packet = [n for n in left if n // 4 == first // 4][: rng.choice([1, 2, 2, 3])]
        others = [n for n in left if n not in packet]
        packet += others[: 3 - len(packet)]
        left = [n for n in left if n not in packet]
        found += rng.sample(packet, len(packet))
    return found


def begun(match: Match, rng: random.Random) -> Table:
    """The next deal, and the same in the oracle."""
    while match.deal is None:
        pack = equal_cards(rng) if rng.random() < 0.7 else None
        try:
            match.begin(pack)
        except Misdeal:
            assert pack is not None
    played = match.deals[-1]
    repairs = [(PACK.name(r.out), PACK.name(r.back_in), r.above) for r in played.repairs]
    names = [PACK.name(n) for n in played.pack]
    table = Table(match.game.options.plain(), names, repairs, played.dealer, match.tally.totals)
    assert table.repairs == repairs
    return table


def compare(deal: RondaDeal, table: Table) -> None:
    """Everything lies alike, and was paid alike."""
    assert names(deal.table) == set(table.table) and names(deal.apart) == set(table.apart)
    assert [names(pile) for pile in deal.piles[: table.sides]] == list(map(set, table.piles))
    assert {seat: names(deal.hands[seat]) for seat in table.order} == {s: set(h) for s, h in table.hands.items()}
    assert [PACK.name(n) for n in reversed(deal.stock[: deal.left])] == table.stock
    assert steps(deal) == table.steps
    assert list(deal.gains[: table.sides]) == table.gains


def steps(deal: RondaDeal) -> list[Step]:
    found = [Step(step.reason, {side: n for side, n in enumerate(step.points) if n}) for step in deal.scored()]
    return [step for step in found if step.points]


def follow(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    match = Match(game, Rng(seed))
    match.tally.totals[:] = [rng.randrange(-9, 20) for _ in range(game.sides)]
    eager = rng.choice([0.2, 0.6, 1.0])
    while not match.over and len(match.deals) < MOST_DEALS:
        table = begun(match, rng)
        while isinstance(deal := match.deal, RondaDeal):
            compare(deal, table)
            plays = match.legal(table.actor)
            assert match.actors() == (table.actor,) and len(set(plays)) == len(plays)
            assert set(plays) == table.legal()
            telling = [play for play in plays if not play.startswith(("lay", "pass"))]
            play = rng.choice(telling if telling and rng.random() < eager else plays)
            match.play(table.actor, play)
            table.play(play)
        assert table.over and isinstance(match.last, RondaDeal)
        compare(match.last, table)
        totals = [score + gain for score, gain in zip(table.scores, table.gains, strict=True)]
        assert match.tally.totals == totals
        best = max(totals)
        reached = best >= table.options["target_score"] and totals.count(best) == 1
        assert match.tally.winners == ((totals.index(best),) if reached else ())


@settings(max_examples=many(60, 5, 1000))
@given(game=any_options("ronda"), seed=st.integers(0, 2**31))
def test_matches_go_as_the_rules_say(game: Game, seed: int) -> None:
    follow(game, seed)


@pytest.mark.parametrize("seed", range(many(30, 2, 300)))
@pytest.mark.parametrize(
    "options",
    [
        {"players": 4, "four_rondas": "lowest", "two_pairs": "two_rondas", "hidden_ronda_points": 3},
        {"players": 3, "hidden_ronda": "challenge", "announce_timing": "before_play", "hidden_ronda_mode": "award"},
        {"players": 2, "tap_across_rounds": True, "tap_optional": True, "missa_last_hand": "all_but_last_card"},
    ],
)
def test_rare_rules_go_as_the_rules_say(options: dict[str, object], seed: int) -> None:
    follow(Ronda.of(None, **options), seed)


@pytest.mark.parametrize("seed", range(many(200, 20, 2000)))
def test_r11_r13_the_same_packs_are_dealt_again(seed: int) -> None:
    rng = random.Random(seed)
    options = {"players": rng.choice([2, 3, 4]), "return_position": "exact_middle", "table_run_limit": 2}
    game = Ronda.of(None, **options, table_fix=rng.choice(["replace", "redeal_all"]))
    pack = equal_cards(rng) if rng.random() < 0.5 else rng.sample(range(40), 40)
    if rng.random() < 0.2:
        pack.sort(key=lambda n: n // 4 != 0)  # four cards of rank 1 in the first hand
    facts: dict[str, int | list[int]] = {"dealer": 0, "scores": [0] * game.sides}
    try:
        table = Table(game.options.plain(), [PACK.name(n) for n in pack], [], 0, [0] * game.sides)
    except NoDeal:
        with pytest.raises(Misdeal):
            game.deal(pack, facts)
    else:
        deal = game.deal(pack, facts)
        assert isinstance(deal, RondaDeal)
        compare(deal, table)
