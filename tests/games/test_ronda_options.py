"""Ronda: every option with its default and its values, and the presets, as the rules list them."""

from __future__ import annotations

from games.option_tables import changed, listed
from kafenio.games.ronda import Ronda


def test_every_option_has_the_values_and_the_default_of_the_rules() -> None:
    assert listed(Ronda) == {
        "players": (2, "one of 2, 3, 4"),
        "target_score": (41, "one of 21, 31, 41, 61"),
        "game_end": ("immediate", "one of immediate, deal_end"),
        "first_dealer": ("random", "one of random, cut_lowest, seat:0, seat:1"),
        "opening": ("auto", "one of auto, table, four_cards"),
        "table_run_limit": (4, "one of 2, 3, 4"),
        "table_fix": ("replace", "one of replace, redeal_all"),
        "return_position": ("random_middle", "one of random_middle, exact_middle"),
        "announce_timing": ("own_first_turn", "one of own_first_turn, before_play"),
        "announce_in_four_card_hand": (True, "true or false"),
        "two_pairs": ("highest", "one of highest, two_rondas"),
        "ronda_tie": ("split", "one of split, cancel"),
        "four_rondas": ("highest", "one of highest, lowest"),
        "tringla_points": (3, "one of 3, 5"),
        "tringla_winner": ("lowest", "one of lowest, highest"),
        "hidden_ronda": ("automatic", "one of automatic, challenge, off"),
        "hidden_ronda_points": (5, "a whole number from 1 to 10"),
        "hidden_ronda_mode": ("transfer", "one of transfer, award"),
        "capture_obligation": ("optional", "one of optional, if_able"),
        "missa_last_hand": ("none", "one of none, all_but_last_card"),
        "tap_points": ([1, 5, 10], "[1, 5, 10] or [1, 5, 2]"),
        "tap_chain": ("all", "one of all, four_players, off"),
        "tap_optional": (False, "true or false"),
        "tap_across_rounds": (False, "true or false"),
        "dealer_last": ("off", "one of off, on"),
    }


def test_every_preset_changes_what_the_rules_say() -> None:
    assert changed(Ronda) == {
        "seed": {},
        "seed_extras": {"dealer_last": "on"},
        "seed_point_list": {"tap_points": [1, 5, 2]},
        "pagat_like": {
            "opening": "table",
            "announce_timing": "before_play",
            "tringla_points": 5,
            "tringla_winner": "highest",
            "hidden_ronda": "off",
        },
        "cafe": {
            "tringla_points": 5,
            "four_rondas": "lowest",
            "ronda_tie": "cancel",
            "dealer_last": "on",
            "opening": "four_cards",
        },
        "bluff": {
            "hidden_ronda": "challenge",
            "hidden_ronda_points": 1,
            "tringla_points": 5,
            "tringla_winner": "highest",
            "game_end": "deal_end",
            "dealer_last": "on",
            "table_run_limit": 3,
            "table_fix": "redeal_all",
        },
        "quick": {"target_score": 21},
    }
