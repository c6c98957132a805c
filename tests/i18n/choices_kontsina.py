"""Kontsina: every choice of every option, and the tables at which each option matters."""

from collections.abc import Mapping

RULES = [*(f"R{n}" for n in range(1, 46)), "R32a", "R37a", "R40a"]

DEFAULTS: dict[str, object] = {
    "players": 2,
    "partnerships": False,
    "direction": "counterclockwise",
    "first_dealer": "random",
    "deal_packet": 4,
    "capture_obligation": "optional",
    "capture_scope": "one",
    "equal_rank_priority": False,
    "sweep_bonus": 0,
    "pile_visibility": "closed",
    "majority_test": "most",
    "cards_tie": "none",
    "clubs_tie": "none",
    "points_cards": 2,
    "points_clubs": 1,
    "points_2c": 1,
    "points_td": 1,
    "match_format": "deals",
    "deals": 4,
    "target_score": 21,
    "deal_tie": "none",
    "match_tie": "extra_deal",
    "stop_when_decided": False,
}

THREE: dict[str, object] = {"players": 3, "deals": 6}
FOUR: dict[str, object] = {"players": 4, "deals": 8}
PARTNERS: dict[str, object] = {**FOUR, "partnerships": True}
POINTS: dict[str, object] = {"match_format": "points"}

# The table at which each option is tried, and its choices.
CHOICES: dict[str, tuple[dict[str, object], list[object]]] = {
    "players": ({}, [2, 3, 4]),
    "partnerships": (FOUR, [False, True]),
    "direction": (THREE, ["counterclockwise", "clockwise"]),
    "first_dealer": ({}, ["random", "seat:0", "seat:1"]),
    "deal_packet": ({}, [1, 2, 4]),
    "capture_obligation": ({}, ["optional", "by_card", "if_able"]),
    "capture_scope": ({}, ["one", "several"]),
    "equal_rank_priority": ({}, [False, True]),
    "sweep_bonus": ({}, [0, 1, 2, 10]),
    "pile_visibility": ({}, ["closed", "own", "open"]),
    "majority_test": (THREE, ["most", "more_than_half"]),
    "cards_tie": ({}, ["none", "one_each"]),
    "clubs_tie": (THREE, ["none", "one_each"]),
    "points_cards": ({}, [0, 1, 2, 10]),
    "points_clubs": ({}, [0, 1, 2, 10]),
    "points_2c": ({}, [0, 1, 2, 10]),
    "points_td": ({}, [0, 1, 2, 10]),
    "match_format": ({}, ["deals", "points"]),
    "deals": ({}, [1, 2, 4, 100]),
    "target_score": (POINTS, [1, 21, 500]),
    "deal_tie": ({}, ["none", "all_tied"]),
    "match_tie": ({}, ["extra_deal", "draw"]),
    "stop_when_decided": ({}, [False, True]),
}

# More tables at which an option matters: with other numbers of players, or with another option beside it.
TABLES: dict[str, list[dict[str, object]]] = {option: [THREE, FOUR, PARTNERS] for option in CHOICES} | {
    "players": [POINTS],
    "partnerships": [{**FOUR, **POINTS}],
    "direction": [FOUR, PARTNERS],
    "clubs_tie": [FOUR],
    "capture_scope": [{"equal_rank_priority": True}, {"capture_obligation": "if_able"}],
    "equal_rank_priority": [{"capture_scope": "several"}, {"capture_obligation": "by_card"}],
    "cards_tie": [THREE, FOUR, PARTNERS, {**THREE, "majority_test": "more_than_half"}],
    "deal_tie": [THREE, FOUR, PARTNERS, {"sweep_bonus": 1}, {"points_clubs": 0}],
    "target_score": [{**THREE, **POINTS}, {**FOUR, **POINTS}, {**PARTNERS, **POINTS}],
}

PRESETS: dict[str, dict[str, object]] = {
    "seed": {},
    "first_to_21": POINTS,
    "three_handed": THREE,
    "four_alone": FOUR,
    "four_partners": PARTNERS,
    "four_partners_21": {**PARTNERS, **POINTS},
    "clockwise": {"direction": "clockwise"},
    "must_capture": {"capture_obligation": "if_able"},
    "cassino_style": {"capture_scope": "several"},
}


def allowed(options: Mapping[str, object]) -> bool:
    """Whether these options may stand together."""
    points = [options[f"points_{of}"] for of in ("cards", "clubs", "2c", "td")]
    return (options["players"] == 4 or not options["partnerships"]) and any(points)
