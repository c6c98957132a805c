"""Exact numbers of lines from fixed packs: the quickest sign that a rule has changed."""

from __future__ import annotations

import pytest

from kafenio.contract import Deal, Rng, perft
from support import Case, many

MIXED = {
    "konchinka": 95,
    "kontsina": 100,
    "kozel": 38,
    "ronda": 96,
}  # by game: how its pack is mixed, so that presets differ
COUNTS: dict[Case, tuple[int, ...]] = {  # from depth 1 on
    Case("konchinka", "seed", 2): (4, 9, 19, 38, 56, 96, 96, 96, 96, 192),
    Case("konchinka", "seed", 3): (1, 4, 13, 25, 41, 101, 156, 250, 400, 400),
    Case("konchinka", "seed", 4): (3, 5, 14, 56, 126, 217, 404, 1101, 1929, 2944),
    Case("konchinka", "figures_with_values", 2): (4, 7, 19, 29, 52, 96, 96, 96, 144, 176),
    Case("konchinka", "figures_with_values", 3): (2, 8, 19, 41, 80, 194, 333, 525, 893, 893),
    Case("konchinka", "figures_with_values", 4): (3, 8, 23, 54, 119, 254, 524, 1082, 1870, 3120),
    Case("konchinka", "figures_literal_14", 2): (1, 4, 10, 18, 34, 60, 64, 64, 112, 144),
    Case("konchinka", "figures_literal_14", 3): (2, 8, 18, 39, 83, 166, 262, 432, 663, 665),
    Case("konchinka", "figures_literal_14", 4): (5, 16, 41, 85, 163, 369, 775, 1698, 2864, 4861),
    Case("konchinka", "figures_tablic", 2): (1, 4, 10, 18, 36, 56, 56, 56, 56, 56),
    Case("konchinka", "figures_tablic", 3): (2, 8, 18, 40, 86, 177, 283, 463, 728, 728),
    Case("konchinka", "figures_tablic", 4): (5, 16, 40, 84, 160, 352, 700, 1532, 2575, 4196),
    Case("konchinka", "open_cards", 2): (4, 9, 19, 38, 56, 96, 96, 96, 96, 192),
    Case("konchinka", "open_cards", 3): (1, 4, 13, 25, 41, 101, 156, 250, 400, 400),
    Case("konchinka", "open_cards", 4): (3, 5, 14, 56, 126, 217, 404, 1101, 1929, 2944),
    Case("konchinka", "free_lay", 2): (4, 25, 90, 454, 1238, 4848, 7104, 16_704),
    Case("konchinka", "free_lay", 3): (5, 30, 190, 824, 3876, 18_577),
    Case("konchinka", "free_lay", 4): (7, 42, 240, 1641, 8879),
    Case("konchinka", "not_twice_running", 2): (4, 25, 90, 436, 1160, 4020, 5692, 10_880),
    Case("konchinka", "not_twice_running", 3): (5, 30, 190, 812, 3588, 16_246),
    Case("konchinka", "not_twice_running", 4): (7, 42, 240, 1641, 8123),
    Case("konchinka", "pot_game", 2): (4, 9, 19, 38, 56, 96, 96, 96, 96, 192),
    Case("konchinka", "pot_game", 3): (1, 4, 13, 25, 41, 101, 156, 250, 400, 400),
    Case("konchinka", "pot_game", 4): (3, 5, 14, 56, 126, 217, 404, 1101, 1929, 2944),
    Case("konchinka", "two_pairs", 4): (3, 5, 14, 56, 126, 217, 404, 1101, 1929, 2944),
    Case("konchinka", "house_app", 2): (4, 16, 64, 200, 456, 912, 928, 928, 3712, 15_744),
    Case("konchinka", "house_app", 3): (5, 21, 87, 264, 804, 2434, 4921, 9935),
    Case("konchinka", "house_app", 4): (6, 28, 114, 480, 1511, 4682, 14_122),
    Case("kontsina", "seed", 2): (7, 44, 278, 1323, 6214),
    Case("kontsina", "seed", 3): (8, 48, 403, 2723, 13_099),
    Case("kontsina", "seed", 4): (5, 28, 161, 1065, 5928),
    Case("kontsina", "first_to_21", 2): (7, 44, 278, 1323, 6214),
    Case("kontsina", "first_to_21", 3): (8, 48, 403, 2723, 13_099),
    Case("kontsina", "first_to_21", 4): (5, 28, 161, 1065, 5928),
    Case("kontsina", "three_handed", 3): (8, 48, 403, 2723, 13_099),
    Case("kontsina", "four_alone", 4): (5, 28, 161, 1065, 5928),
    Case("kontsina", "four_partners", 4): (5, 28, 161, 1065, 5928),
    Case("kontsina", "four_partners_21", 4): (5, 28, 161, 1065, 5928),
    Case("kontsina", "clockwise", 2): (7, 44, 278, 1323, 6214),
    Case("kontsina", "clockwise", 3): (8, 48, 403, 2723, 13_099),
    Case("kontsina", "clockwise", 4): (5, 28, 161, 1065, 5928),
    Case("kontsina", "must_capture", 2): (3, 3, 9, 25, 39, 74, 77, 77, 310, 533),
    Case("kontsina", "must_capture", 3): (4, 7, 23, 52, 125, 293, 509, 889, 1527, 1539),
    Case("kontsina", "must_capture", 4): (1, 1, 4, 6, 14, 26, 61, 115, 197, 299),
    Case("kontsina", "cassino_style", 2): (7, 47, 326, 1642, 8481),
    Case("kontsina", "cassino_style", 3): (8, 51, 503, 3534, 17_895),
    Case("kontsina", "cassino_style", 4): (5, 28, 164, 1166, 6859),
    Case("kozel", "seed", 2): (5, 42, 221, 1273, 6561),
    Case("kozel", "seed", 3): (4, 23, 120, 595, 3495, 19_230),
    Case("kozel", "seed", 4): (2, 5, 23, 113, 581, 2857, 15_804),
    Case("kozel", "no_shokha", 2): (5, 35, 183, 1028, 5252),
    Case("kozel", "no_shokha", 3): (4, 22, 119, 593, 3448, 19_182),
    Case("kozel", "no_shokha", 4): (4, 22, 112, 537, 2769, 15_352),
    Case("kozel", "teams_plain", 4): (4, 22, 112, 580, 3200, 17_901),
    Case("kozel", "three_35", 3): (4, 22, 118, 544, 2834, 14_503),
    Case("kozel", "short_session", 2): (5, 42, 221, 1273, 6561),
    Case("kozel", "short_session", 3): (4, 23, 120, 595, 3495, 19_230),
    Case("kozel", "short_session", 4): (2, 5, 23, 113, 581, 2857, 15_804),
    Case("kozel", "money", 2): (5, 42, 221, 1270, 6546),
    Case("kozel", "money", 3): (4, 23, 120, 595, 3495, 19_230),
    Case("kozel", "money", 4): (2, 5, 23, 113, 581, 2857, 15_804),
    Case("kozel", "money", 5): (5, 22, 134, 620, 2984, 16_400),
    Case("kozel", "pagat_points", 2): (5, 42, 251, 1445, 8267),
    Case("kozel", "pagat_points", 3): (4, 23, 120, 639, 3743),
    Case("kozel", "pagat_points", 4): (2, 5, 23, 113, 581, 2937, 16_244),
    Case("kozel", "pagat_money", 2): (4, 26, 104, 550, 2228, 11_001),
    Case("kozel", "pagat_money", 3): (4, 22, 119, 476, 2584, 13_536),
    Case("kozel", "pagat_money", 4): (4, 22, 112, 537, 2217, 11_522),
    Case("kozel", "pagat_money", 5): (4, 16, 76, 304, 1216, 5056),
    Case("kozel", "burkozel_online", 2): (5, 35, 183, 1028, 5252),
    Case("ronda", "seed", 2): (4, 12, 27, 54, 72, 72, 144, 432, 972, 1944),
    Case("ronda", "seed", 3): (4, 12, 36, 81, 162, 324, 432, 432, 432, 864),
    Case("ronda", "seed", 4): (5, 20, 80, 320, 1024, 3072, 9216),
    Case("ronda", "seed_extras", 2): (4, 12, 27, 54, 72, 72, 144, 432, 972, 1944),
    Case("ronda", "seed_extras", 3): (4, 12, 36, 81, 162, 324, 432, 432, 432, 864),
    Case("ronda", "seed_extras", 4): (5, 20, 80, 320, 1024, 3072, 9216),
    Case("ronda", "seed_point_list", 2): (4, 12, 27, 54, 72, 72, 144, 432, 972, 1944),
    Case("ronda", "seed_point_list", 3): (4, 12, 36, 81, 162, 324, 432, 432, 432, 864),
    Case("ronda", "seed_point_list", 4): (5, 20, 80, 320, 1024, 3072, 9216),
    Case("ronda", "pagat_like", 2): (2, 6, 18, 36, 72, 72, 72, 216, 648, 1296),
    Case("ronda", "pagat_like", 3): (2, 6, 18, 54, 108, 216, 432, 432, 432, 432),
    Case("ronda", "pagat_like", 4): (2, 6, 18, 54, 162, 324, 648, 1296, 2592, 2592),
    Case("ronda", "cafe", 2): (5, 20, 64, 192, 432, 864, 1152, 1152, 2880, 11_520),
    Case("ronda", "cafe", 3): (4, 12, 36, 81, 162, 324, 432, 432, 432, 864),
    Case("ronda", "cafe", 4): (5, 20, 80, 320, 1024, 3072, 9216),
    Case("ronda", "bluff", 2): (4, 12, 27, 54, 72, 72, 108, 216, 576, 1728),
    Case("ronda", "bluff", 3): (4, 12, 36, 81, 162, 324, 432, 432, 432, 864),
    Case("ronda", "bluff", 4): (5, 20, 80, 320, 1024, 3072, 9216),
    Case("ronda", "quick", 2): (4, 12, 27, 54, 72, 72, 144, 432, 972, 1944),
    Case("ronda", "quick", 3): (4, 12, 36, 81, 162, 324, 432, 432, 432, 864),
    Case("ronda", "quick", 4): (5, 20, 80, 320, 1024, 3072, 9216),
}


def fixed(case: Case) -> Deal:
    """A deal that no generator has shuffled."""
    game, by = case.game(), MIXED[case.name]
    facts = {**game.tally().facts(), "dealer": 0, "deal_number": 1}
    cards = game.pack(facts)
    order = sorted(range(len(cards)), key=lambda i: ((i * i * by + 7 * i) % 101, i))
    return game.deal([cards[i] for i in order], facts, rng=Rng(1))


def counted(deal: Deal, depth: int) -> int:
    """The same as `perft`, by texts and checked plays."""
    deal = deal.copy()
    deal.answer_forced()
    if depth == 0 or not deal.actors():
        return 1
    seats = [seat for seat in deal.actors() if deal.legal(seat)]
    total = 0
    for seat in seats[:1] if deal.asked else seats:
        for play in deal.legal(seat):
            then = deal.copy()
            then.apply(seat, then.read(seat, then.text(play)))
            total += counted(then, depth - 1)
    return total


@pytest.mark.parametrize(("case", "counts"), COUNTS.items(), ids=map(str, COUNTS))
def test_the_number_of_lines(case: Case, counts: tuple[int, ...]) -> None:
    deal = fixed(case)
    for depth, count in enumerate(counts[: many(len(counts), 4)], 1):
        assert perft(deal, depth) == count, f"at depth {depth}"


@pytest.mark.parametrize("case", COUNTS, ids=str)
def test_lines_are_the_same_by_text(case: Case) -> None:
    deal = fixed(case)
    assert counted(deal, 3) == perft(deal, 3)
