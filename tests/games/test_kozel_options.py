"""Kozel: every option with its default and its values, and the presets, as the rules list them."""

from __future__ import annotations

from games.option_tables import changed, listed
from kafenio.games.kozel import Kozel


def test_every_option_has_the_values_and_the_default_of_the_rules() -> None:
    scale, tokens = "one of flat, thresholds", "a whole number from 1 to 1000000"
    assert listed(Kozel) == {
        "players": (2, "one of 2, 3, 4, 5"),
        "partnerships": (False, "true or false"),
        "first_dealer": ("cut_lowest", "one of cut_lowest, random, seat:0, seat:1"),
        "shokha": (True, "true or false"),
        "shokha_lead": ("spade", "one of spade, wild"),
        "shokha_turnup": ("spades_trump", "one of spades_trump, no_trump"),
        "remove_6c": (False, "true or false"),
        "lead_sizes": ([1, 2, 3, 4], "any of 1, 2, 3, 4"),
        "special_leads": (["molodka", "moscow"], "any of moscow, molodka"),
        "special_lead_effect": ("auto_win", "one of auto_win, lead_only"),
        "special_lead_first_trick": (True, "true or false"),
        "discards": ("face_down", "one of face_down, face_up"),
        "discard_view": ("winner", "one of winner, nobody, all"),
        "refill_order": ("one_at_a_time", "one of one_at_a_time, fill_up"),
        "short_hand": ("cap_lead", "one of cap_lead, play_all"),
        "scale_2p": ("flat", scale),
        "scale_3p": ("rank", scale.replace("flat", "rank")),
        "saved_at": (32, "one of 31, 32"),
        "zero_test": ("points", "one of points, tricks"),
        "tie_rule": ("best_free", "one of best_free, both_pay_2, double_next"),
        "penalty_limit": (12, "a whole number from 6 to 24"),
        "elimination": ("continue", "one of continue, first_out_ends"),
        "deals": (0, "a whole number from 0 to 50"),
        "money": (False, "true or false"),
        "stake": (1, tokens),
        "purse": (20, tokens),
        "bura_wins": ("on_lead", "one of on_lead, if_trick_won, off"),
        "four_aces_win": (True, "true or false"),
        "money_tie": ("split", "one of split, carry"),
    }


def test_every_preset_changes_what_the_rules_say() -> None:
    assert changed(Kozel) == {
        "seed": {},
        "no_shokha": {"shokha": False},
        "teams_plain": {"players": 4, "partnerships": True, "special_leads": []},
        "three_35": {"players": 3, "remove_6c": True},
        "short_session": {"deals": 6},
        "money": {"money": True, "deals": 10},
        "pagat_points": {
            "shokha_lead": "wild",
            "special_lead_effect": "lead_only",
            "scale_2p": "thresholds",
            "scale_3p": "thresholds",
            "saved_at": 31,
            "zero_test": "tricks",
            "tie_rule": "both_pay_2",
            "discard_view": "nobody",
            "short_hand": "play_all",
        },
        "pagat_money": {"money": True, "shokha": False, "special_leads": [], "lead_sizes": [1, 3]},
        "burkozel_online": {
            "shokha": False,
            "special_leads": ["molodka"],
            "special_lead_effect": "lead_only",
            "scale_2p": "thresholds",
            "saved_at": 31,
            "zero_test": "tricks",
            "tie_rule": "double_next",
        },
    }
