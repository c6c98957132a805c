"""Konchinka: every choice of every option, and the tables at which each option matters."""

from collections.abc import Mapping
from decimal import Decimal

RULES = [*(f"R{n}" for n in range(1, 57)), "R12a", "R13a", "R25a", "R39a", "R43a", "R47a", "R47b"]

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

THREE: dict[str, object] = {"players": 3}
FOUR: dict[str, object] = {"players": 4}
PARTNERS: dict[str, object] = {"players": 4, "partnerships": True}
FIGURES: dict[str, object] = {"jack_sweeps": False, "figure_values": "13_12_11"}
POT: dict[str, object] = {"settlement": "pot"}

# The table at which each option is tried, and its choices.
CHOICES: dict[str, tuple[dict[str, object], list[object]]] = {
    "players": ({}, [2, 3, 4]),
    "partnerships": (FOUR, [False, True]),
    "direction": (THREE, ["clockwise", "counterclockwise"]),
    "first_dealer": ({}, ["random", "seat:0", "seat:1"]),
    "deal_packet": ({}, [1, 2, 4]),
    "hands_open": ({}, [False, True]),
    "layout_check": ({}, ["auto", "pairs_and_jacks", "jacks_only", "pairs_only", "none"]),
    "layout_pair_return": ({}, ["one", "all"]),
    "layout_pair_which": ({}, ["later", "random"]),
    "return_position": ({}, ["random_middle", "exact_middle", "random", "bottom"]),
    "ace_value": ({}, ["1", "none"]),
    "capture_obligation": ({}, ["if_able", "by_card", "optional"]),
    "capture_scope": ({}, ["one", "several"]),
    "consecutive_captures": ({}, ["unrestricted", "not_twice_running"]),
    "jack_sweeps": ({}, [True, False]),
    "figure_values": ({}, ["none", "13_12_11", "literal_14", "14_13_12"]),
    "sweep_bonus": ({}, [0, 1, 2, 10]),
    "points_each_ace": ({}, [0, 1, 2, 5]),
    "cards_tie": ({}, ["none", "one_each"]),
    "clubs_tie": (THREE, ["none", "one_each"]),
    "points_cards": ({}, [0, 1, 2, 10]),
    "points_clubs": ({}, [0, 1, 2, 10]),
    "points_2c": ({}, [0, 1, 2, 10]),
    "points_td": ({}, [0, 1, 2, 10]),
    "target_score": ({}, [1, 15, 500]),
    "target_tie": ({}, ["highest", "count_order"]),
    "early_finish": ({}, ["auto", "claim", "off"]),
    "early_finish_test": ({}, ["secured_points", "listed_only"]),
    "early_finish_others": ({}, ["none", "konchinki"]),
    "settlement": ({}, ["by_points", "pot", "none"]),
    "point_value": ({}, [Decimal(0), Decimal(1), Decimal("0.50")]),
    "stake": (POT, [Decimal(0), Decimal(1), Decimal(5), Decimal("0.50")]),
    "pile_visibility": ({}, ["closed", "own", "open"]),
}

# More tables at which an option matters: with other numbers of players, or with another option beside it.
TABLES: dict[str, list[dict[str, object]]] = {option: [THREE, FOUR, PARTNERS] for option in CHOICES} | {
    "players": [FIGURES],
    "partnerships": [{**FOUR, **POT}],
    "direction": [FOUR, PARTNERS],
    "clubs_tie": [FOUR],
    "layout_check": [{"jack_sweeps": False}, FIGURES],
    "layout_pair_return": [FIGURES, {"layout_pair_which": "random"}, {"layout_check": "pairs_only"}],
    "jack_sweeps": [{"figure_values": "13_12_11"}, {"figure_values": "literal_14"}, {"layout_check": "none"}],
    "figure_values": [{"jack_sweeps": False}],
    "capture_obligation": [FIGURES, {"consecutive_captures": "not_twice_running"}],
    "early_finish_test": [{"early_finish": "claim"}, {"points_2c": 2}],
    "stake": [{**POT, **PARTNERS}],
}

PRESETS: dict[str, dict[str, object]] = {
    "seed": {},
    "figures_with_values": FIGURES,
    "figures_literal_14": {"jack_sweeps": False, "figure_values": "literal_14"},
    "figures_tablic": {"jack_sweeps": False, "figure_values": "14_13_12"},
    "open_cards": {"hands_open": True},
    "free_lay": {"capture_obligation": "optional"},
    "not_twice_running": {"consecutive_captures": "not_twice_running", "capture_obligation": "optional"},
    "pot_game": POT,
    "two_pairs": PARTNERS,
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


def allowed(options: Mapping[str, object]) -> bool:
    """Whether these options may stand together."""
    points = [options[f"points_{of}"] for of in ("cards", "clubs", "2c", "td")]
    partners = options["players"] == 4 or not options["partnerships"]
    return partners and any(points) and (options["ace_value"] == "1" or options["figure_values"] == "none")
