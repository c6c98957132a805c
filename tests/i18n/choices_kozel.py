"""Every choice of every option of Kozel, with the settings under which the option takes effect."""

from itertools import chain, combinations

SIZES: list[object] = [frozenset({1, *more}) for more in chain(*(combinations((2, 3, 4), n) for n in range(4)))]
MOSCOW, MOLODKA = "moscow", "molodka"

# The defaults of two players.
DEFAULTS: dict[str, object] = {
    "players": 2,
    "partnerships": False,
    "first_dealer": "cut_lowest",
    "shokha": True,
    "shokha_lead": "spade",
    "shokha_turnup": "spades_trump",
    "remove_6c": False,
    "lead_sizes": frozenset({1, 2, 3, 4}),
    "special_leads": frozenset({MOSCOW, MOLODKA}),
    "special_lead_effect": "auto_win",
    "special_lead_first_trick": True,
    "discards": "face_down",
    "discard_view": "winner",
    "refill_order": "one_at_a_time",
    "short_hand": "cap_lead",
    "scale_2p": "flat",
    "scale_3p": "rank",
    "saved_at": 32,
    "zero_test": "points",
    "tie_rule": "best_free",
    "penalty_limit": 12,
    "elimination": "continue",
    "deals": 0,
    "money": False,
    "stake": 1,
    "purse": 20,
    "bura_wins": "on_lead",
    "four_aces_win": True,
    "money_tie": "split",
}

TEAMS: dict[str, object] = {"players": 4, "partnerships": True}
MONEY: dict[str, object] = {"money": True, "deals": 10}

CHOICES: dict[str, tuple[dict[str, object], list[object]]] = {
    "players": (MONEY, [2, 3, 4, 5]),
    "partnerships": (TEAMS, [True]),  # four are partners, except for money: any other value is refused
    "first_dealer": (
        {**MONEY, "players": 5},
        ["cut_lowest", "random", "seat:0", "seat:1", "seat:2", "seat:3", "seat:4"],
    ),
    "shokha": ({}, [True, False]),
    "shokha_lead": ({}, ["spade", "wild"]),
    "shokha_turnup": ({}, ["spades_trump", "no_trump"]),
    "remove_6c": ({"players": 3}, [False, True]),
    "lead_sizes": ({}, SIZES),
    "special_leads": (
        {},
        [frozenset(), frozenset({MOSCOW}), frozenset({MOLODKA}), frozenset({MOSCOW, MOLODKA})],
    ),
    "special_lead_effect": ({}, ["auto_win", "lead_only"]),
    "special_lead_first_trick": ({}, [True, False]),
    "discards": ({}, ["face_down", "face_up"]),
    "discard_view": ({}, ["winner", "nobody", "all"]),
    "refill_order": ({}, ["one_at_a_time", "fill_up"]),
    "short_hand": ({"players": 3, "remove_6c": True}, ["cap_lead", "play_all"]),
    "scale_2p": ({}, ["flat", "thresholds"]),
    "scale_3p": ({"players": 3}, ["rank", "thresholds"]),
    "saved_at": (TEAMS, [31, 32]),
    "zero_test": (TEAMS, ["points", "tricks"]),
    "tie_rule": ({"players": 3}, ["best_free", "both_pay_2", "double_next"]),
    "penalty_limit": ({}, [6, 12, 16, 24]),
    "elimination": ({"players": 3}, ["continue", "first_out_ends"]),
    "deals": ({}, [0, 1, 6, 50]),
    "money": ({}, [False, True]),
    "stake": (MONEY, [1, 2, 5]),
    "purse": (MONEY, [1, 2, 20]),
    "bura_wins": (MONEY, ["on_lead", "if_trick_won", "off"]),
    "four_aces_win": (MONEY, [True, False]),
    "money_tie": (MONEY, ["split", "carry"]),
}
