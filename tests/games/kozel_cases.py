"""The worked cases of Kozel: legal plays as bare positions, combinations, penalties, matches."""

from __future__ import annotations

__all__ = ["COMBINATIONS", "LEGAL", "MATCHES", "PENALTIES"]


def leads(texts: str) -> list[str]:
    return [f"lead {cards}" for cards in texts.split("; ")]


def replies(contests: str, discards: str) -> list[str]:
    return [f"contest {cards}" for cards in contests.split("; ") if cards] + [
        f"discard {cards}" for cards in discards.split("; ")
    ]


LEGAL: list[tuple[str, dict[str, object], list[str]]] = [
    ("K1 Td on Kd", {"seat": 1, "hand": "Td", "trump": "h", "plays": ["0 lead Kd"]}, replies("Td", "Td")),
    ("K1 Kd on Td", {"seat": 1, "hand": "Kd", "trump": "h", "plays": ["0 lead Td"]}, replies("", "Kd")),
    ("K2 6h on Ad", {"seat": 1, "hand": "6h", "trump": "h", "plays": ["0 lead Ad"]}, replies("6h", "6h")),
    ("K2 Ad on 6h", {"seat": 1, "hand": "Ad", "trump": "h", "plays": ["0 lead 6h"]}, replies("", "Ad")),
    ("K3 Qc on Jd", {"seat": 1, "hand": "Qc", "trump": "h", "plays": ["0 lead Jd"]}, replies("", "Qc")),
    ("K3 Jd on Qc", {"seat": 1, "hand": "Jd", "trump": "h", "plays": ["0 lead Qc"]}, replies("", "Jd")),
    ("K4 6s on Ad", {"seat": 1, "hand": "6s", "trump": "d", "plays": ["0 lead Ad"]}, replies("6s", "6s")),
    ("K4 Ad on 6s", {"seat": 1, "hand": "Ad", "trump": "d", "plays": ["0 lead 6s"]}, replies("", "Ad")),
    (
        "K5 6s on Ad",
        {"options": {"shokha": False}, "seat": 1, "hand": "6s", "trump": "d", "plays": ["0 lead Ad"]},
        replies("", "6s"),
    ),
    (
        "K5 6s on 7s",
        {"options": {"shokha": False}, "seat": 1, "hand": "6s", "trump": "d", "plays": ["0 lead 7s"]},
        replies("", "6s"),
    ),
    (
        "K5 6s on 9c",
        {"options": {"shokha": False}, "seat": 1, "hand": "6s", "trump": "d", "plays": ["0 lead 9c"]},
        replies("", "6s"),
    ),
    ("K6", {"hand": "As Ks 6s 9d"}, leads("As; Ks; 6s; 9d; As Ks; As 6s; Ks 6s; As Ks 6s")),
    ("K7", {"hand": "Th Kh 6s 9d"}, leads("6s; Th; Kh; 9d; Th Kh")),
    (
        "K8",
        {"options": {"shokha_lead": "wild"}, "hand": "Th Kh 6s 9d"},
        leads("6s; Th; Kh; 9d; Th 6s; Kh 6s; Th Kh; 9d 6s; Th Kh 6s"),
    ),
    ("K9", {"hand": "Th Kh 8h 6s"}, leads("6s; Th; Kh; 8h; Th Kh; Th 8h; Kh 8h; Th Kh 8h; Th Kh 8h 6s")),
    ("K10", {"hand": "Ah Td Tc 6s"}, leads("6s; Ah; Td; Tc; Ah Tc Td 6s")),
    ("K11", {"hand": "Td Tc Th 6s"}, leads("6s; Th; Td; Tc")),
    (
        "K14",
        {"hand": "9h 8h 7h 6h"},
        leads(
            "9h; 8h; 7h; 6h; 9h 8h; 9h 7h; 9h 6h; 8h 7h; 8h 6h; 7h 6h; 9h 8h 7h; 9h 8h 6h; 9h 7h 6h; 8h 7h 6h; 9h 8h 7h 6h"
        ),
    ),
    ("K15", {"options": {"special_leads": []}, "hand": "Ah Td Tc 6s"}, leads("6s; Ah; Td; Tc")),
    (
        "K16",
        {"seat": 1, "hand": "Ah 9h Jd 7c", "trump": "c", "plays": ["0 lead Kh 8h"]},
        replies("Ah 9h; Ah 7c; 9h 7c", "Ah 9h; Ah Jd; Ah 7c; Jd 9h; 9h 7c; Jd 7c"),
    ),
    (
        "K17",
        {"seat": 1, "hand": "9h 8h 6c Qd", "trump": "c", "plays": ["0 lead Ah Kh 7h"]},
        replies("", "Qd 9h 8h; 9h 8h 6c; Qd 9h 6c; Qd 8h 6c"),
    ),
    (
        "K18",
        {"seat": 1, "hand": "9h 8h 6c Qd", "trump": "c", "plays": ["0 lead Ah 7h 6h"]},
        replies("9h 8h 6c", "Qd 9h 8h; 9h 8h 6c; Qd 9h 6c; Qd 8h 6c"),
    ),
    (
        "K19",
        {"seat": 1, "hand": "9h 8h 7c Kd", "trump": "c", "plays": ["0 lead Ah Kh 7h"]},
        replies("", "Kd 9h 8h; 9h 8h 7c; Kd 9h 7c; Kd 8h 7c"),
    ),
    (
        "K20",
        {"seat": 1, "hand": "6s Ts 8d 7d", "trump": "h", "plays": ["0 lead As Ks"]},
        replies("Ts 6s", "Ts 6s; Ts 8d; Ts 7d; 8d 6s; 7d 6s; 8d 7d"),
    ),
    (
        "K21",
        {"seat": 1, "hand": "As Ts Ah Th", "trump": "h", "plays": ["0 lead 6s 9s"]},
        replies("", "As Ts; Ah As; As Th; Ah Ts; Th Ts; Ah Th"),
    ),
    ("K22", {"seat": 1, "hand": "Ah Td 8d 7c", "trump": "h", "plays": ["0 lead 6s"]}, replies("", "Ah; Td; 8d; 7c")),
    (
        "K23",
        {
            "options": {"players": 3},
            "seat": 2,
            "hand": "Jd 8d Ac Ks",
            "trump": "h",
            "plays": ["0 lead 7d", "1 contest 9d"],
        },
        replies("Jd", "Ks; Jd; 8d; Ac"),
    ),
    (
        "K24",
        {
            "options": {"players": 3},
            "seat": 2,
            "hand": "8c Ad Ts",
            "trump": "c",
            "plays": ["0 lead Kd 8d", "1 contest 9d 7c"],
        },
        replies("Ad 8c", "Ad Ts; Ts 8c; Ad 8c"),
    ),
    (
        "K25 B",
        {"options": {"players": 3}, "seat": 1, "hand": "Jh 9h 7h 6d", "trump": "h", "plays": ["0 lead Ac Kc Qc"]},
        replies("Jh 9h 7h", "Jh 9h 7h; Jh 9h 6d; Jh 7h 6d; 9h 7h 6d"),
    ),
    (
        "K25 C",
        {
            "options": {"players": 3},
            "seat": 2,
            "hand": "6s Th 8h 7d",
            "trump": "h",
            "plays": ["0 lead Ac Kc Qc", "1 contest Jh 9h 7h"],
        },
        replies("Th 8h 6s", "Th 8h 6s; Th 7d 6s; 8h 7d 6s; Th 8h 7d"),
    ),
    ("K26", {"seat": 1, "hand": "Ad Kc", "plays": ["0 lead 7d"], "trump": "h"}, replies("Ad", "Ad; Kc")),
    (
        "K27 window",
        {"options": {"players": 4}, "seat": 2, "hand": "Kd Jd 9d 7d", "phase": "claims"},
        ["no claim", "claim molodka"],
    ),
    (
        "K27 window of the Moscow",
        {"options": {"players": 4}, "seat": 3, "hand": "Ac Ad Th 6s", "phase": "claims"},
        ["no claim", "claim moscow"],
    ),
    (
        "K27 lead",
        {
            "options": {"players": 4},
            "seat": 3,
            "hand": "Ac Ad Th 6s",
            "plays": ["0 no claim", "1 no claim", "2 claim molodka", "3 claim moscow"],
        },
        leads("Ac Ad Th 6s"),
    ),
    (
        "K27 reply",
        {
            "options": {"players": 4},
            "seat": 2,
            "hand": "Kd Jd 9d 7d",
            "trump": "d",
            "plays": ["0 no claim", "1 no claim", "2 claim molodka", "3 claim moscow", "3 lead Ac Ad Th 6s"],
        },
        replies("", "Kd Jd 9d 7d"),
    ),
    (
        "K28",
        {
            "options": {"players": 4},
            "seat": 1,
            "hand": "Kd Jd 9d 7d",
            "plays": ["0 no claim", "1 claim molodka", "2 no claim", "3 no claim"],
        },
        leads("Kd Jd 9d 7d"),
    ),
    (
        "K30",
        {
            "seat": 0,
            "hand": "Kd Jd 9d 7d",
            "options": {"players": 3},
            "plays": ["0 claim molodka", "2 claim moscow", "2 lead Ac Ad Th 6s"],
        },
        replies("", "Kd Jd 9d 7d"),
    ),
    (
        "K31",
        {"seat": 1, "hand": "Ah Th Kh Qh", "trump": "h", "plays": ["0 lead 9d 8d 7d 6d"]},
        replies("", "Ah Th Kh Qh"),
    ),
    (
        "K31 lead_only",
        {
            "options": {"special_lead_effect": "lead_only"},
            "seat": 1,
            "hand": "Ah Th Kh Qh",
            "trump": "h",
            "plays": ["0 lead 9d 8d 7d 6d"],
        },
        replies("Ah Th Kh Qh", "Ah Th Kh Qh"),
    ),
    (
        "K31 no special leads",
        {
            "options": {"special_leads": []},
            "seat": 1,
            "hand": "Ah Th Kh Qh",
            "trump": "h",
            "plays": ["0 lead 9d 8d 7d 6d"],
        },
        replies("Ah Th Kh Qh", "Ah Th Kh Qh"),
    ),
    (
        "K32",
        {"seat": 1, "hand": "Kc Qd 9s 7h", "trump": "c", "plays": ["0 lead Ac Ad Th 6s"]},
        replies("", "Kc Qd 9s 7h"),
    ),
    (
        "K34",
        {
            "options": {"players": 3, "remove_6c": True},
            "seat": 2,
            "hand": "Kd Jd 9d 7d",
            "sizes": [4, 3, 4],
            "stock": 0,
        },
        leads("Kd; Jd; 9d; 7d; Kd Jd; Kd 9d; Kd 7d; Jd 9d; Jd 7d; 9d 7d; Kd Jd 9d; Kd Jd 7d; Kd 9d 7d; Jd 9d 7d"),
    ),
    (
        "K34 no claim",
        {
            "options": {"players": 3, "remove_6c": True},
            "seat": 2,
            "hand": "Kd Jd 9d 7d",
            "sizes": [4, 3, 4],
            "stock": 0,
            "phase": "claims",
        },
        [],
    ),
    (
        "K35",
        {"options": {"refill_order": "fill_up"}, "seat": 0, "hand": "Kd Jd 9d 8c", "sizes": [4, 1], "stock": 0},
        leads("Kd; Jd; 9d; 8c"),
    ),
    (
        "K36",
        {
            "options": {"players": 5, "money": True},
            "seat": 3,
            "hand": "Kd Jd 9d 7d",
            "sizes": [3, 3, 3, 4, 3],
            "stock": 0,
        },
        leads("Kd; Jd; 9d; 7d; Kd Jd; Kd 9d; Kd 7d; Jd 9d; Jd 7d; 9d 7d; Kd Jd 9d; Kd Jd 7d; Kd 9d 7d; Jd 9d 7d"),
    ),
    (
        "K37",
        {
            "options": {"players": 3, "short_hand": "play_all"},
            "seat": 2,
            "hand": "Kd Jd 9d 7d",
            "sizes": [4, 3, 4],
            "stock": 0,
        },
        leads(
            "Kd; Jd; 9d; 7d; Kd Jd; Kd 9d; Kd 7d; Jd 9d; Jd 7d; 9d 7d; Kd Jd 9d; Kd Jd 7d; Kd 9d 7d; Jd 9d 7d; Kd Jd 9d 7d"
        ),
    ),
    (
        "K37 reply",
        {
            "options": {"players": 3, "short_hand": "play_all"},
            "seat": 1,
            "hand": "Ad Th 6s",
            "sizes": [4, 3, 0],
            "plays": ["2 lead Kd Jd 9d 7d"],
            "stock": 0,
        },
        replies("", "Ad Th 6s"),
    ),
    (
        "K37 cap_lead",
        {"options": {"players": 3}, "seat": 2, "hand": "Kd Jd 9d 7d", "sizes": [4, 3, 4], "stock": 0},
        leads("Kd; Jd; 9d; 7d; Kd Jd; Kd 9d; Kd 7d; Jd 9d; Jd 7d; 9d 7d; Kd Jd 9d; Kd Jd 7d; Kd 9d 7d; Jd 9d 7d"),
    ),
    ("K38", {"seat": 1, "hand": "6s Ts", "trump": "s", "plays": ["0 lead As"]}, replies("6s", "Ts; 6s")),
    ("K38 on 6s", {"seat": 1, "hand": "As Ts", "trump": "s", "plays": ["0 lead 6s"]}, replies("", "As; Ts")),
    (
        "K38 no_trump",
        {"options": {"shokha_turnup": "no_trump"}, "seat": 1, "hand": "6s Th", "trump": "none", "plays": ["0 lead As"]},
        replies("6s", "6s; Th"),
    ),
    (
        "K39",
        {"options": {"players": 4}, "seat": 2, "hand": "Kd Jd 9d 7d", "phase": "claims", "stock": 20},
        ["no claim", "claim molodka"],
    ),
    (
        "K39 first trick left out",
        {
            "options": {"players": 4, "special_lead_first_trick": False},
            "seat": 2,
            "hand": "Kd Jd 9d 7d",
            "phase": "claims",
            "stock": 20,
        },
        [],
    ),
    (
        "K39 second trick",
        {
            "options": {"players": 4, "special_lead_first_trick": False},
            "seat": 2,
            "hand": "Kd Jd 9d 7d",
            "phase": "claims",
            "stock": 16,
        },
        ["no claim", "claim molodka"],
    ),
    (
        "K39 on lead",
        {"options": {"players": 4, "special_lead_first_trick": False}, "seat": 2, "hand": "Kd Jd 9d 7d", "stock": 20},
        leads(
            "Kd; Jd; 9d; 7d; Kd Jd; Kd 9d; Kd 7d; Jd 9d; Jd 7d; 9d 7d; Kd Jd 9d; Kd Jd 7d; Kd 9d 7d; Jd 9d 7d; Kd Jd 9d 7d"
        ),
    ),
    (
        "K52",
        {
            "options": {"players": 3, "money": True},
            "trump": "h",
            "seat": 1,
            "hand": "9c 8c 7c",
            "plays": ["0 lead Ah Kh 7h"],
        },
        [],
    ),
    (
        "K53 Ah Kh",
        {
            "options": {"players": 3, "money": True},
            "trump": "h",
            "seat": 1,
            "hand": "Th 9h 9c 8c",
            "plays": ["0 lead Ah Kh"],
        },
        replies("", "Th 9h; Th 9c; Th 8c; 9c 9h; 9h 8c; 9c 8c"),
    ),
    (
        "K53 Ad Kd 9d",
        {
            "options": {"players": 3, "money": True},
            "trump": "h",
            "seat": 1,
            "hand": "Th 9h 8h 8c",
            "plays": ["0 lead Ad Kd 9d"],
        },
        replies("Th 9h 8h", "Th 9h 8h; Th 9h 8c; Th 8c 8h; 9h 8c 8h"),
    ),
    (
        "K54",
        {"options": {"players": 3, "money": True}, "hand": "Ac Ad Ah As", "phase": "claims"},
        ["no claim", "claim moscow"],
    ),
    (
        "K54 without special leads",
        {"options": {"players": 3, "money": True, "special_leads": []}, "hand": "Ac Ad Ah As", "phase": "claims"},
        ["no claim", "claim aces"],
    ),
    (
        "K54 without a Moscow",
        {
            "options": {"players": 3, "money": True, "special_leads": ["molodka"]},
            "hand": "Ac Ad Ah As",
            "phase": "claims",
        },
        ["no claim", "claim aces"],
    ),
    (
        "K57",
        {"options": {"lead_sizes": [1, 3]}, "hand": "Kd Jd 9d 7d"},
        leads("Kd; Jd; 9d; 7d; Kd Jd 9d; Kd Jd 7d; Kd 9d 7d; Jd 9d 7d; Kd Jd 9d 7d"),
    ),
    (
        "K57 no special leads",
        {"options": {"lead_sizes": [1, 3], "special_leads": []}, "hand": "Kd Jd 9d 7d"},
        leads("Kd; Jd; 9d; 7d; Kd Jd 9d; Kd Jd 7d; Kd 9d 7d; Jd 9d 7d"),
    ),
    (
        "K58",
        {"options": {"special_leads": ["moscow"]}, "hand": "Th Kh 8h 6s"},
        leads("6s; Th; Kh; 8h; Th Kh; Th 8h; Kh 8h; Th Kh 8h"),
    ),
    (
        "K58 reply",
        {
            "options": {"special_leads": ["moscow"]},
            "seat": 1,
            "hand": "Ah Th Kh Qh",
            "trump": "h",
            "plays": ["0 lead 9d 8d 7d 6d"],
        },
        replies("Ah Th Kh Qh", "Ah Th Kh Qh"),
    ),
    ("K59 Ah Td Tc 6s", {"options": {"shokha": False}, "hand": "Ah Td Tc 6s"}, leads("6s; Ah; Td; Tc")),
    (
        "K59 Th Kh 8h 6s",
        {"options": {"shokha": False}, "hand": "Th Kh 8h 6s"},
        leads("6s; Th; Kh; 8h; Th Kh; Th 8h; Kh 8h; Th Kh 8h"),
    ),
    (
        "K59 Ks 9s 7s 6s",
        {"options": {"shokha": False}, "hand": "Ks 9s 7s 6s"},
        leads(
            "Ks; 9s; 7s; 6s; Ks 9s; Ks 7s; Ks 6s; 9s 7s; 9s 6s; 7s 6s; Ks 9s 7s; Ks 9s 6s; Ks 7s 6s; 9s 7s 6s; Ks 9s 7s 6s"
        ),
    ),
    (
        "K60",
        {"options": {"special_leads": [], "shokha_lead": "wild"}, "hand": "Th Kh 8h 6s"},
        leads(
            "6s; Th; Kh; 8h; Th 6s; Kh 6s; 8h 6s; Th Kh; Th 8h; Kh 8h; Th Kh 6s; Th 8h 6s; Kh 8h 6s; Th Kh 8h; Th Kh 8h 6s"
        ),
    ),
    (
        "K60 reply",
        {
            "options": {"special_leads": [], "shokha_lead": "wild"},
            "seat": 1,
            "hand": "Ah Qh Jh 9h",
            "trump": "h",
            "plays": ["0 lead Th Kh 8h 6s"],
        },
        replies("", "Ah Qh Jh 9h"),
    ),
    (
        "K65 leads",
        {"options": {"refill_order": "fill_up"}, "hand": "Kd Jd 9d 7d", "sizes": [4, 1], "stock": 0},
        leads("Kd; Jd; 9d; 7d"),
    ),
    (
        "K65 claims",
        {"options": {"refill_order": "fill_up"}, "hand": "Kd Jd 9d 7d", "sizes": [4, 1], "stock": 0, "phase": "claims"},
        [],
    ),
    (
        "K65 play_all leads",
        {
            "options": {"refill_order": "fill_up", "short_hand": "play_all"},
            "hand": "Kd Jd 9d 7d",
            "sizes": [4, 1],
            "stock": 0,
        },
        leads(
            "Kd; Jd; 9d; 7d; Kd Jd; Kd 9d; Kd 7d; Jd 9d; Jd 7d; 9d 7d; Kd Jd 9d; Kd Jd 7d; Kd 9d 7d; Jd 9d 7d; Kd Jd 9d 7d"
        ),
    ),
    (
        "K65 play_all claims",
        {
            "options": {"refill_order": "fill_up", "short_hand": "play_all"},
            "hand": "Kd Jd 9d 7d",
            "sizes": [4, 1],
            "stock": 0,
            "phase": "claims",
        },
        ["no claim", "claim molodka"],
    ),
]

# id, options, four cards, what they may be claimed as
COMBINATIONS: list[tuple[str, dict[str, object], str, str]] = [
    ("K12 Ac Ad Ah As", {}, "Ac Ad Ah As", "moscow"),
    ("K12 Ac Td Th Ts", {}, "Ac Td Th Ts", "moscow"),
    ("K12 Ac Tc Td 6s", {}, "Ac Tc Td 6s", "moscow"),
    ("K12 Tc Td Th Ts", {}, "Tc Td Th Ts", ""),
    ("K12 Ac Ad Th Kc", {}, "Ac Ad Th Kc", ""),
    ("K13 Kd Jd 9d 7d", {}, "Kd Jd 9d 7d", "molodka"),
    ("K13 Ah Th 9h 6s", {}, "Ah Th 9h 6s", "molodka"),
    ("K13 Ks 9s 7s 6s", {}, "Ks 9s 7s 6s", "molodka"),
    ("K13 Kd Jd 9d 7h", {}, "Kd Jd 9d 7h", ""),
    ("K13 Kd Jd 9h 6s", {}, "Kd Jd 9h 6s", ""),
    ("K15 no special leads", {"special_leads": []}, "Ah Td Tc 6s", ""),
    ("K54", {"money": True}, "Ac Ad Ah As", "moscow"),
    ("K54 no special leads", {"money": True, "special_leads": []}, "Ac Ad Ah As", "aces"),
    ("K58 no molodka", {"special_leads": ["moscow"]}, "Th Kh 8h 6s", ""),
    ("K59 shokha=false, Moscow", {"shokha": False}, "Ah Td Tc 6s", ""),
    ("K59 shokha=false, three and the 6s", {"shokha": False}, "Th Kh 8h 6s", ""),
    ("K59 shokha=false, spades", {"shokha": False}, "Ks 9s 7s 6s", "molodka"),
]

TEAMS: dict[str, object] = {"players": 4}
THRESHOLDS_2: dict[str, object] = {"scale_2p": "thresholds"}
THRESHOLDS_3: dict[str, object] = {"players": 3, "scale_3p": "thresholds"}
TRICKS: dict[str, object] = {"zero_test": "tricks"}
BOTH_PAY: dict[str, object] = {"tie_rule": "both_pay_2"}

# id, options, card points, tricks, penalties
PENALTIES: list[tuple[str, dict[str, object], tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = [
    ("K40 75-45", {}, (75, 45), (8, 6), (0, 2)),
    ("K40 118-2", {}, (118, 2), (8, 6), (0, 2)),
    ("K40 120-0", {}, (120, 0), (8, 6), (0, 2)),
    ("K41", {}, (60, 60), (7, 7), (0, 0)),
    ("K41 both_pay_2", BOTH_PAY, (60, 60), (7, 7), (2, 2)),
    ("K41 double_next", {"tie_rule": "double_next"}, (60, 60), (7, 7), (0, 0)),
    ("K41 teams", TEAMS, (60, 60), (4, 3), (0, 0)),
    ("K41 teams, both_pay_2", {**TEAMS, **BOTH_PAY}, (60, 60), (4, 3), (2, 2)),
    ("K42", {"players": 3}, (50, 40, 30), (3, 3, 3), (0, 2, 4)),
    ("K43 60-30-30", {"players": 3}, (60, 30, 30), (3, 3, 3), (0, 2, 2)),
    ("K43 45-45-30", {"players": 3}, (45, 45, 30), (3, 3, 3), (0, 0, 4)),
    ("K43 40-40-40", {"players": 3}, (40, 40, 40), (3, 3, 3), (0, 0, 0)),
    ("K44 88-32", TEAMS, (88, 32), (4, 3), (0, 2)),
    ("K44 89-31", TEAMS, (89, 31), (4, 3), (0, 4)),
    ("K44 118-2", TEAMS, (118, 2), (4, 3), (0, 4)),
    ("K44 120-0", TEAMS, (120, 0), (6, 1), (0, 6)),
    ("K45 saved_at=31", {**TEAMS, "saved_at": 31}, (89, 31), (4, 3), (0, 2)),
    ("K45 saved_at=31, 90-30", {**TEAMS, "saved_at": 31}, (90, 30), (4, 3), (0, 4)),
    ("K45 a trick of nothing", {**TEAMS, **TRICKS}, (120, 0), (6, 1), (0, 4)),
    ("K45 no trick", {**TEAMS, **TRICKS}, (120, 0), (7, 0), (0, 6)),
    ("K46 92-28", THRESHOLDS_2, (92, 28), (8, 6), (0, 4)),
    ("K46 70-50", THRESHOLDS_2, (70, 50), (8, 6), (0, 2)),
    ("K46 120-0", THRESHOLDS_2, (120, 0), (14, 0), (0, 6)),
    ("K47 60-40-20", THRESHOLDS_3, (60, 40, 20), (3, 3, 3), (0, 2, 4)),
    ("K47 99-21-0", THRESHOLDS_3, (99, 21, 0), (6, 3, 0), (0, 2, 6)),
    ("K47 saved_at has no part", {**THRESHOLDS_3, "saved_at": 31}, (78, 21, 21), (6, 3, 0), (0, 2, 2)),
    ("K47 a trick of nothing", {**THRESHOLDS_3, **TRICKS}, (99, 21, 0), (5, 3, 1), (0, 2, 4)),
    ("K47 both_pay_2", {**THRESHOLDS_3, **BOTH_PAY}, (40, 40, 40), (3, 3, 3), (2, 2, 2)),
    ("K61 45-45-30", {"players": 3, **BOTH_PAY}, (45, 45, 30), (3, 3, 3), (2, 2, 4)),
    ("K61 40-40-40", {"players": 3, **BOTH_PAY}, (40, 40, 40), (3, 3, 3), (2, 2, 2)),
    ("K61 thresholds", {**THRESHOLDS_3, **BOTH_PAY}, (45, 45, 30), (3, 3, 3), (2, 2, 2)),
]

# id, options, totals before, card points of the deals, totals after, sides out, winners
MATCHES: list[
    tuple[str, dict[str, object], list[int], list[tuple[int, ...]], list[int], tuple[int, ...], tuple[int, ...]]
] = [
    ("K48", {"players": 3}, [8, 10, 9], [(50, 40, 30)], [8, 12, 13], (1, 2), (0,)),
    ("K49", {"players": 3}, [8, 10, 4], [(50, 40, 30)], [8, 12, 8], (1,), ()),
    ("K50", {}, [10, 8], [(40, 80)], [12, 8], (0,), (1,)),
    ("K51", BOTH_PAY, [10, 10], [(60, 60)], [12, 12], (), ()),
    ("K51 and another deal", BOTH_PAY, [10, 10], [(60, 60), (70, 50)], [12, 14], (1,), (0,)),
    ("K62", {"tie_rule": "double_next"}, [0, 0], [(60, 60), (60, 60), (70, 50), (80, 40)], [0, 8], (), ()),
    (
        "K63 one winner",
        {"players": 3, "elimination": "first_out_ends"},
        [8, 6, 8],
        [(30, 50, 40)],
        [12, 6, 10],
        (0,),
        (1,),
    ),
    (
        "K63 shared",
        {"players": 3, "elimination": "first_out_ends"},
        [8, 4, 2],
        [(30, 50, 40)],
        [12, 4, 4],
        (0,),
        (1, 2),
    ),
]
