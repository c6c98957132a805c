"""Kontsina: every option with its default and its values, and the presets, as the rules list them."""

from __future__ import annotations

from games.option_tables import changed, listed
from kafenio.games.kontsina import Kontsina


def test_every_option_has_the_values_and_the_default_of_the_rules() -> None:
    tie = ("none", "one of none, one_each")
    assert listed(Kontsina) == {
        "players": (2, "one of 2, 3, 4"),
        "partnerships": (False, "true or false"),
        "direction": ("counterclockwise", "one of counterclockwise, clockwise"),
        "first_dealer": ("random", "one of random, seat:0, seat:1"),
        "deal_packet": (4, "one of 1, 2, 4"),
        "capture_obligation": ("optional", "one of optional, by_card, if_able"),
        "capture_scope": ("one", "one of one, several"),
        "equal_rank_priority": (False, "true or false"),
        "sweep_bonus": (0, "a whole number from 0 to 10"),
        "pile_visibility": ("closed", "one of closed, own, open"),
        "majority_test": ("most", "one of most, more_than_half"),
        "cards_tie": tie,
        "clubs_tie": tie,
        "points_cards": (2, "a whole number from 0 to 10"),
        "points_clubs": (1, "a whole number from 0 to 10"),
        "points_2c": (1, "a whole number from 0 to 10"),
        "points_td": (1, "a whole number from 0 to 10"),
        "match_format": ("deals", "one of deals, points"),
        "deals": (4, "a whole number from 1 to 100"),
        "target_score": (21, "a whole number from 1 to 500"),
        "deal_tie": ("none", "one of none, all_tied"),
        "match_tie": ("extra_deal", "one of extra_deal, draw"),
        "stop_when_decided": (False, "true or false"),
    }


def test_every_preset_changes_what_the_rules_say() -> None:
    """A match of three or four has more deals (R39)."""
    assert changed(Kontsina) == {
        "seed": {},
        "first_to_21": {"match_format": "points"},
        "three_handed": {"players": 3, "deals": 6},
        "four_alone": {"players": 4, "deals": 8},
        "four_partners": {"players": 4, "deals": 8, "partnerships": True},
        "four_partners_21": {"players": 4, "deals": 8, "partnerships": True, "match_format": "points"},
        "clockwise": {"direction": "clockwise"},
        "must_capture": {"capture_obligation": "if_able"},
        "cassino_style": {"capture_scope": "several"},
    }
