"""Every choice of every option of Ronda, with the settings under which the option takes effect."""

from collections.abc import Mapping

RULES = [*(f"R{n}" for n in range(1, 62)), "R11a"]

# The defaults of two players.
DEFAULTS: dict[str, object] = {
    "players": 2,
    "target_score": 41,
    "game_end": "immediate",
    "first_dealer": "random",
    "opening": "auto",
    "table_run_limit": 4,
    "table_fix": "replace",
    "return_position": "random_middle",
    "announce_timing": "own_first_turn",
    "announce_in_four_card_hand": True,
    "two_pairs": "highest",
    "ronda_tie": "split",
    "four_rondas": "highest",
    "tringla_points": 3,
    "tringla_winner": "lowest",
    "hidden_ronda": "automatic",
    "hidden_ronda_points": 5,
    "hidden_ronda_mode": "transfer",
    "capture_obligation": "optional",
    "missa_last_hand": "none",
    "tap_points": (1, 5, 10),
    "tap_chain": "all",
    "tap_optional": False,
    "tap_across_rounds": False,
    "dealer_last": "off",
}

THREE: dict[str, object] = {"players": 3}
FOUR: dict[str, object] = {"players": 4}
FOURS: dict[str, object] = {"opening": "four_cards"}  # two players, all hands of four cards
TABLED: dict[str, object] = {"players": 4, "opening": "table"}
CHALLENGE: dict[str, object] = {"hidden_ronda": "challenge"}
NO_ANSWERS: dict[str, object] = {"tap_chain": "off"}

CHOICES: dict[str, tuple[dict[str, object], list[object]]] = {
    "players": ({}, [2, 3, 4]),
    "target_score": ({}, [21, 31, 41, 61]),
    "game_end": ({}, ["immediate", "deal_end"]),
    "first_dealer": (FOUR, ["random", "cut_lowest", "seat:0", "seat:1", "seat:2", "seat:3"]),
    "opening": (FOUR, ["auto", "table", "four_cards"]),
    "table_run_limit": ({}, [2, 3, 4]),
    "table_fix": ({}, ["replace", "redeal_all"]),
    "return_position": ({}, ["random_middle", "exact_middle"]),
    "announce_timing": ({}, ["own_first_turn", "before_play"]),
    "announce_in_four_card_hand": (FOUR, [True, False]),
    "two_pairs": (FOUR, ["highest", "two_rondas"]),
    "ronda_tie": ({}, ["split", "cancel"]),
    "four_rondas": (FOUR, ["highest", "lowest"]),
    "tringla_points": ({}, [3, 5]),
    "tringla_winner": ({}, ["lowest", "highest"]),
    "hidden_ronda": ({}, ["automatic", "challenge", "off"]),
    "hidden_ronda_points": ({}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    "hidden_ronda_mode": ({}, ["transfer", "award"]),
    "capture_obligation": ({}, ["optional", "if_able"]),
    "missa_last_hand": ({}, ["none", "all_but_last_card"]),
    "tap_points": ({}, [(1, 5, 10), (1, 5, 2)]),
    "tap_chain": (FOUR, ["all", "four_players", "off"]),
    "tap_optional": ({}, [False, True]),
    "tap_across_rounds": ({}, [False, True]),
    "dealer_last": ({}, ["off", "on"]),
}

SEATS: list[dict[str, object]] = [THREE, FOUR, FOURS, TABLED]

# More tables at which an option matters: with other numbers of players, or with another option beside it.
TABLES: dict[str, list[dict[str, object]]] = dict.fromkeys(CHOICES, SEATS) | {
    "players": [{"opening": "table"}],
    "first_dealer": [],
    "opening": [],
    "table_run_limit": [THREE, TABLED, {"table_fix": "redeal_all"}],
    "table_fix": [THREE, TABLED, {"return_position": "exact_middle"}],
    "return_position": [THREE, TABLED],
    "announce_in_four_card_hand": [FOURS, {**FOUR, **CHALLENGE}, {**FOUR, "announce_timing": "before_play"}],
    "two_pairs": [FOURS, {**FOUR, "announce_timing": "before_play"}],
    "four_rondas": [TABLED, {**FOUR, "ronda_tie": "cancel"}],
    "hidden_ronda": [*SEATS, {"hidden_ronda_mode": "award"}, {**THREE, "ronda_tie": "cancel"}],
    "hidden_ronda_points": [*SEATS, *({**seats, **CHALLENGE} for seats in SEATS)],
    "hidden_ronda_mode": [*SEATS, *({**seats, **CHALLENGE} for seats in SEATS)],
    "capture_obligation": [*SEATS, NO_ANSWERS],
    "missa_last_hand": [*SEATS, NO_ANSWERS],
    "tap_chain": [{}, *SEATS],
    "tap_optional": [*SEATS, NO_ANSWERS],
    "tap_across_rounds": [*SEATS, NO_ANSWERS],
    "dealer_last": [*SEATS, NO_ANSWERS, {"game_end": "deal_end"}],
}

PRESETS: dict[str, dict[str, object]] = {
    "seed": {},
    "seed_3": THREE,
    "seed_4": FOUR,
    "seed_extras": {"dealer_last": "on"},
    "seed_point_list": {"tap_points": (1, 5, 2)},
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


def allowed(options: Mapping[str, object]) -> bool:
    """Whether these options may stand together."""
    players, dealer = options["players"], str(options["first_dealer"])
    assert isinstance(players, int)
    return (players != 3 or options["opening"] != "four_cards") and (
        not dealer.startswith("seat:") or int(dealer[5:]) < players
    )
