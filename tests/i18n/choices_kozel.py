"""Every choice of every option of Kozel, with the settings under which the option takes effect."""

from collections.abc import Mapping
from itertools import chain, combinations

RULES = [*(f"R{n}" for n in range(1, 62)), "R18a", "R28a", "R47a", "R48a"]

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

THREE: dict[str, object] = {"players": 3}
THREE_35: dict[str, object] = {"players": 3, "remove_6c": True}
TEAMS: dict[str, object] = {"players": 4, "partnerships": True}
MONEY: dict[str, object] = {"money": True, "deals": 10}
FIVE: dict[str, object] = {**MONEY, "players": 5}
PLAIN: dict[str, object] = {"special_leads": frozenset()}  # no Moscow, no Molodka
ACES: dict[str, object] = {**MONEY, **PLAIN}  # a claim window for four aces alone
ONLY_MOSCOW: dict[str, object] = {"special_leads": frozenset({MOSCOW})}
ONLY_MOLODKA: dict[str, object] = {"special_leads": frozenset({MOLODKA})}
TWO_BY_POINTS: dict[str, object] = {"scale_2p": "thresholds"}
THREE_BY_POINTS: dict[str, object] = {"players": 3, "scale_3p": "thresholds"}

CHOICES: dict[str, tuple[dict[str, object], list[object]]] = {
    "players": (MONEY, [2, 3, 4, 5]),
    "partnerships": (TEAMS, [True, False]),  # false is refused here: four are partners, except for money
    "first_dealer": (
        FIVE,
        ["cut_lowest", "random", "seat:0", "seat:1", "seat:2", "seat:3", "seat:4"],
    ),
    "shokha": ({}, [True, False]),
    "shokha_lead": ({}, ["spade", "wild"]),
    "shokha_turnup": ({}, ["spades_trump", "no_trump"]),
    "remove_6c": (THREE, [False, True]),
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
    "short_hand": (THREE_35, ["cap_lead", "play_all"]),
    "scale_2p": ({}, ["flat", "thresholds"]),
    "scale_3p": (THREE, ["rank", "thresholds"]),
    "saved_at": (TEAMS, [31, 32]),
    "zero_test": (TEAMS, ["points", "tricks"]),
    "tie_rule": (THREE, ["best_free", "both_pay_2", "double_next"]),
    "penalty_limit": ({}, [6, 12, 16, 24]),
    "elimination": (THREE, ["continue", "first_out_ends"]),
    "deals": ({}, [0, 1, 6, 50]),
    "money": ({}, [False, True]),
    "stake": (MONEY, [1, 2, 5]),
    "purse": (MONEY, [1, 2, 20]),
    "bura_wins": (MONEY, ["on_lead", "if_trick_won", "off"]),
    "four_aces_win": (MONEY, [True, False]),
    "money_tie": (MONEY, ["split", "carry"]),
}

SPECIAL: list[dict[str, object]] = [ONLY_MOSCOW, ONLY_MOLODKA, TEAMS, THREE, FIVE]

# More tables at which an option matters: with other numbers of players, or with another option beside it.
TABLES: dict[str, list[dict[str, object]]] = {
    "shokha": [PLAIN, ONLY_MOSCOW, ONLY_MOLODKA, TEAMS, FIVE],
    "shokha_lead": [PLAIN, ONLY_MOSCOW, {"lead_sizes": frozenset({1, 3})}],
    "shokha_turnup": [TEAMS, FIVE],
    "remove_6c": [FIVE, {**THREE, "deals": 6}, {**THREE, "money": True}],
    "lead_sizes": [PLAIN, ONLY_MOSCOW, {"special_lead_effect": "lead_only"}, TEAMS, FIVE],
    "special_leads": [
        THREE,
        TEAMS,
        MONEY,
        {"shokha": False},
        {"special_lead_effect": "lead_only"},
        {"special_lead_first_trick": False},
        {"lead_sizes": frozenset({1})},
        {**FIVE, "lead_sizes": frozenset({1, 3}), "four_aces_win": False},
    ],
    "special_lead_effect": [*SPECIAL, {**ONLY_MOSCOW, **TEAMS}],
    "special_lead_first_trick": [*SPECIAL, ACES],
    "discards": [PLAIN, {"discard_view": "nobody"}, {"discard_view": "all"}, TEAMS],
    "discard_view": [THREE, TEAMS, FIVE],
    "refill_order": [PLAIN, THREE, THREE_35, TEAMS, FIVE],
    "short_hand": [FIVE, {"refill_order": "fill_up"}, {**THREE_35, **PLAIN}, {**THREE_35, **ACES}],
    "scale_2p": [THREE],  # two are left when the third is out
    "scale_3p": [{**THREE, "deals": 6}, {**THREE, "tie_rule": "both_pay_2"}, {**THREE, "tie_rule": "double_next"}],
    "saved_at": [TWO_BY_POINTS, {**THREE, **TWO_BY_POINTS}],
    "zero_test": [TWO_BY_POINTS, THREE_BY_POINTS, {**THREE_BY_POINTS, "deals": 6}],
    "tie_rule": [{}, TEAMS, THREE_BY_POINTS, {"deals": 6}, {**THREE, "deals": 6}],
    "penalty_limit": [THREE, TEAMS, {**THREE, "elimination": "first_out_ends"}],
    "elimination": [{"tie_rule": "both_pay_2"}, {**TEAMS, "tie_rule": "both_pay_2"}, THREE_35],
    "deals": [THREE, TEAMS, {"money": True}],
    "money": [THREE, PLAIN],
    "stake": [FIVE],
    "purse": [FIVE, {**MONEY, "stake": 1}],
    "bura_wins": [FIVE, {**MONEY, "four_aces_win": False}, {**MONEY, "shokha": False}],
    "four_aces_win": [FIVE, ACES, {**MONEY, **ONLY_MOLODKA}, {**MONEY, "bura_wins": "off"}],
    "money_tie": [FIVE],
}

PRESETS: dict[str, dict[str, object]] = {
    "seed": {},
    "seed_3": THREE,
    "seed_4": TEAMS,
    "no_shokha": {"shokha": False},
    "teams_plain": {**TEAMS, **PLAIN},
    "three_35": THREE_35,
    "short_session": {"deals": 6},
    "money": MONEY,
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
    "pagat_money": {"money": True, "shokha": False, **PLAIN, "lead_sizes": frozenset({1, 3})},
    "burkozel_online": {
        "shokha": False,
        **ONLY_MOLODKA,
        "special_lead_effect": "lead_only",
        "scale_2p": "thresholds",
        "saved_at": 31,
        "zero_test": "tricks",
        "tie_rule": "double_next",
    },
}


def allowed(options: Mapping[str, object]) -> bool:
    """Whether these options may stand together."""
    players, dealer = options["players"], str(options["first_dealer"])
    assert isinstance(players, int)
    teams = players == 4 and not options["money"]
    stake, purse = options["stake"], options["purse"]
    assert isinstance(stake, int)
    assert isinstance(purse, int)
    return (
        (players < 5 or bool(options["money"]))
        and options["partnerships"] == teams
        and (players in (3, 5) or not options["remove_6c"])
        and (not dealer.startswith("seat:") or int(dealer[5:]) < players)
        and purse >= stake
    )
