"""Konchinka: options and presets, and what a seat cannot exclude under each of them."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from games.konchinka_table import dealt, game, place, run
from games.option_tables import listed
from kafenio import bits
from kafenio.cards import FRENCH_52 as PACK
from kafenio.contract import Rng
from kafenio.errors import BadOptions
from kafenio.games.konchinka import Konchinka
from kafenio.games.konchinka.deal import KonchinkaDeal
from kafenio.match import Match
from support import many

DEFAULTS: dict[str, object] = {
    "players": 2,
    "partnerships": False,
    "direction": "clockwise",
    "first_dealer": "random",
    "deal_packet": 1,
    "hands_open": False,
    "layout_check": "auto",
    "layout_pair_return": "one",
    "layout_pair_which": "later",
    "return_position": "random_middle",
    "ace_value": "1",
    "capture_obligation": "if_able",
    "capture_scope": "one",
    "consecutive_captures": "unrestricted",
    "jack_sweeps": True,
    "figure_values": "none",
    "sweep_bonus": 0,
    "points_each_ace": 0,
    "cards_tie": "none",
    "clubs_tie": "none",
    "points_cards": 2,
    "points_clubs": 1,
    "points_2c": 1,
    "points_td": 1,
    "target_score": 15,
    "target_tie": "highest",
    "early_finish": "auto",
    "early_finish_test": "secured_points",
    "early_finish_others": "none",
    "settlement": "by_points",
    "point_value": Decimal(1),
    "stake": Decimal(1),
    "pile_visibility": "closed",
}

PRESETS: dict[str, dict[str, object]] = {
    "seed": {},
    "figures_with_values": {"jack_sweeps": False, "figure_values": "13_12_11"},
    "figures_literal_14": {"jack_sweeps": False, "figure_values": "literal_14"},
    "figures_tablic": {"jack_sweeps": False, "figure_values": "14_13_12"},
    "open_cards": {"hands_open": True},
    "free_lay": {"capture_obligation": "optional"},
    "not_twice_running": {"consecutive_captures": "not_twice_running", "capture_obligation": "optional"},
    "pot_game": {"settlement": "pot"},
    "two_pairs": {"players": 4, "partnerships": True},
    "house_app": {
        "capture_obligation": "by_card",
        "capture_scope": "several",
        "figure_values": "13_12_11",
        "layout_check": "jacks_only",
        "return_position": "random",
        "sweep_bonus": 1,
        "points_each_ace": 1,
        "cards_tie": "one_each",
        "clubs_tie": "one_each",
    },
}


def test_the_defaults_are_those_of_the_rules() -> None:
    options = game().options
    assert {name: getattr(options, name) for name in options.__struct_fields__} == DEFAULTS


def test_every_option_takes_the_values_of_the_rules() -> None:
    tie, to_10, money = "one of none, one_each", "a whole number from 0 to 10", "a decimal from 0 on"
    assert {name: values for name, (_, values) in listed(Konchinka).items()} == {
        "players": "one of 2, 3, 4",
        "partnerships": "true or false",
        "direction": "one of clockwise, counterclockwise",
        "first_dealer": "one of random, seat:0, seat:1",
        "deal_packet": "one of 1, 2, 4",
        "hands_open": "true or false",
        "layout_check": "one of auto, pairs_and_jacks, jacks_only, pairs_only, none",
        "layout_pair_return": "one of one, all",
        "layout_pair_which": "one of later, random",
        "return_position": "one of random_middle, exact_middle, random, bottom",
        "ace_value": "one of 1, none",
        "capture_obligation": "one of if_able, by_card, optional",
        "capture_scope": "one of one, several",
        "consecutive_captures": "one of unrestricted, not_twice_running",
        "jack_sweeps": "true or false",
        "figure_values": "one of none, 13_12_11, literal_14, 14_13_12",
        "sweep_bonus": to_10,
        "points_each_ace": "a whole number from 0 to 5",
        "cards_tie": tie,
        "clubs_tie": tie,
        "points_cards": to_10,
        "points_clubs": to_10,
        "points_2c": to_10,
        "points_td": to_10,
        "target_score": "a whole number from 1 to 500",
        "target_tie": "one of highest, count_order",
        "early_finish": "one of auto, claim, off",
        "early_finish_test": "one of secured_points, listed_only",
        "early_finish_others": "one of none, konchinki",
        "settlement": "one of by_points, pot, none",
        "point_value": money,
        "stake": money,
        "pile_visibility": "one of closed, own, open",
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_its_options(preset: str) -> None:
    assert game(preset).options == game(None, **PRESETS[preset]).options
    assert list(Konchinka.PRESETS) == list(PRESETS)


@pytest.mark.parametrize("alone", ["points_cards", "points_clubs", "points_2c", "points_td"])
def test_r40_one_thing_that_scores_is_enough(alone: str) -> None:
    nothing = dict.fromkeys(("points_cards", "points_clubs", "points_2c", "points_td"), 0)
    assert getattr(game(None, **{**nothing, alone: 1}).options, alone) == 1


@pytest.mark.parametrize(
    "options, message",
    [
        ({"partnerships": True}, "option partnerships: four players needed, not 2"),
        ({"ace_value": "none", "figure_values": "13_12_11"}, "option ace_value: with figure_values=13_12_11"),
        ({"layout_pair_which": "random", "layout_pair_return": "all"}, "option layout_pair_which"),
        ({"points_cards": 0, "points_clubs": 0, "points_2c": 0, "points_td": 0}, "one of them must not be 0"),
        ({"first_dealer": "seat:2"}, "option first_dealer: 'seat:2' is not one of random, seat:0, seat:1"),
        ({"deal_packet": 3}, "option deal_packet: 3 is not one of 1, 2, 4"),
        ({"sweep_bonus": 11}, "option sweep_bonus: 11 is not a whole number from 0 to 10"),
        ({"points_each_ace": 6}, "option points_each_ace: 6 is not a whole number from 0 to 5"),
        ({"target_score": 0}, "option target_score: 0 is not a whole number from 1 to 500"),
        ({"target_score": 501}, "option target_score"),
        ({"points_2c": 11}, "option points_2c: 11 is not a whole number from 0 to 10"),
        ({"stake": "-1"}, "option stake: '-1' is not a decimal from 0 on"),
        ({"ace_value": 1}, "option ace_value: 1 is not one of 1, none"),
        ({"trump": "h"}, "no option 'trump'"),
    ],
)
def test_options_that_exclude_one_another_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        game(None, **options)


def test_the_deal_knows_the_options_by_their_place_in_the_list() -> None:
    deal = game("house_app", layout_pair_which="random", early_finish="claim", target_tie="count_order").bare()
    assert isinstance(deal, KonchinkaDeal)
    assert (deal.capture_obligation, deal.capture_scope, deal.figure_values, deal.layout_check) == (1, 1, 1, 2)
    assert (deal.return_position, deal.layout_pair_which, deal.early_finish, deal.target_tie) == (2, 1, 1, 1)


# Rewards: what search plays for.


def rewards(scores: list[int], piles: list[str], **options: object) -> list[float]:
    """Of a deal that has ended so."""
    deal = place([""] * len(piles), "", piles, scores, **options)
    deal.last_taker, deal.turn = 0, -1
    return deal.rewards()


def test_a_lead_is_worth_something_and_the_match_more() -> None:
    ahead = rewards([0, 0], ["2c 9h 9c", "8h 8d"])
    assert 1 >= ahead[0] > 0 > ahead[1] >= -1
    assert rewards([0, 0], ["2c Td 9h 9c", "8h 8d"])[0] > ahead[0]
    won = rewards([11, 0], ["2c 9h 9c", "8h 8d"])
    assert 1 >= won[0] > ahead[0] and -1 <= won[1] < ahead[1]
    assert rewards([0, 0], ["9h 9d", "8h 8d"]) == [0, 0]
    assert max(map(abs, rewards([0, 0], ["Ac Ad Ah As 2c", "8h"], points_each_ace=5))) <= 1


def test_who_finishes_has_all_the_reward() -> None:
    deal = place(["Ts 3h", "Qd 4h", "8d 8s"], "Td 7h", ["", "", ""], [14, 0, 0])
    run(deal, "Ts x Td")
    won = deal.rewards()
    assert 1 >= won[0] > 0.8 and -1 <= max(won[1:]) < -0.8


# What a seat cannot exclude.

TABLES = [
    *((preset, {"players": players}) for preset in PRESETS for players in (2, 3, 4) if preset != "two_pairs"),
    ("two_pairs", {}),
    ("seed", {"layout_pair_return": "all", "return_position": "exact_middle"}),
    ("seed", {"layout_pair_return": "all", "return_position": "random", "players": 4}),
    ("seed", {"layout_pair_which": "random", "return_position": "bottom"}),
    ("open_cards", {"return_position": "random", "players": 3}),
    ("not_twice_running", {"capture_obligation": "if_able", "players": 3}),
    ("figures_literal_14", {"early_finish": "claim", "target_score": 3}),
]


@pytest.mark.parametrize("preset, options", TABLES, ids=str)
def test_imagined_deals_look_the_same_through_a_match(preset: str, options: dict[str, object]) -> None:
    """R15, R24: for every seat in turn and the spectators, at some plays of a whole random match."""
    rules = game(preset, **options)
    match, rng, draws = Match(rules, Rng(7)), random.Random(7), Rng(8)
    ply = 0
    while not match.over:
        match.begin()
        while (deal := match.deal) is not None:
            ply += 1
            if ply % many(3, 29) == 0:
                seat = (*range(rules.seats), None)[ply // 3 % (rules.seats + 1)]
                view = deal.view(seat)
                drawn = rules.imagine(view, draws)
                assert drawn.view(seat) == view
                if seat is not None:
                    assert drawn.legal(seat) == deal.legal(seat)
                assert sum(map(bits.size, drawn.hands)) + drawn.left + bits.size(taken(drawn)) == 52
            match.play(deal.turn, rng.choice(match.legal(deal.turn)))


def taken(deal: object) -> int:
    """The table and the piles."""
    assert isinstance(deal, KonchinkaDeal)
    cards = deal.table
    for pile in deal.piles:
        cards |= pile
    return cards


def test_r24_after_a_lay_the_barred_cards_are_never_imagined() -> None:
    """Nor after the free lay of R25a, where nothing is barred."""
    seen = {}
    for consecutive in ("unrestricted", "not_twice_running"):
        deal = dealt(
            ["2c 3c 4c 5c", "6c 7c 8c 9c"], "Kc Qd Ts Ah", consecutive_captures=consecutive, return_position="bottom"
        )
        if consecutive == "not_twice_running":
            deal.took = 1
        run(deal, "lay 2c")
        rules = game(None, consecutive_captures=consecutive, return_position="bottom")
        held = 0
        for seed in range(many(300, 60)):
            held |= rules.imagine(deal.view(1), Rng(seed)).hands[0]
        seen[consecutive] = {card[0] for card in PACK.shown(held).split()}
    assert not seen["unrestricted"] & set("JKQTA")
    assert seen["not_twice_running"] >= set("JKQ")


def test_open_hands_leave_only_the_stock_unknown() -> None:
    deal = dealt(["2c 3c 4c 5c", "6c 7c 8c 9c"], "Kc Qd Ts Ah", hands_open=True)
    rules = game(None, hands_open=True)
    for viewer in (0, None):
        drawn = rules.imagine(deal.view(viewer), Rng(1))
        assert drawn.hands[:2] == deal.hands[:2] and drawn.stock[:40] != deal.stock[:40]
