"""Kontsina: what search is told of a play, of a finished deal, and of two endings that are worth the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import exp, sqrt

import pytest

from kafenio.cards import FRENCH_52 as PACK
from kafenio.game import load
from kafenio.games.kontsina.deal import KontsinaDeal


def position(fields: Mapping[str, object]) -> KontsinaDeal:
    deal = load("kontsina").of().position(fields)
    assert isinstance(deal, KontsinaDeal)
    return deal


def ended(
    piles: Sequence[str], scores: Sequence[int] = (), number: int = 1, sweeps: Sequence[int] = (), /, **options: object
) -> KontsinaDeal:
    """A finished deal, so many-th of its match, with these piles."""
    fields = {"piles": list(piles), "scores": list(scores), "options": {"players": len(piles), **options}}
    deal = position({**fields, "last_round": True})
    deal.put_field("sweeps", sweeps)
    deal.deal_number, deal.last_taker, deal.turn = number, 0, -1
    return deal


# What a play promises.


@pytest.mark.parametrize(
    "hand, table, text, promise",
    [
        ("6s", "2d 4h", "6s x 2d+4h", 60),  # 30, 10 a card
        ("6s", "2h 4c", "6s x 2h+4c", 70),  # 10 more a club
        ("6c", "2h 4c", "6c x 2h+4c", 80),
        ("2h", "2c", "2h x 2c", 120),  # 60 more for the good two or the good ten
        ("2c", "2h", "2c x 2h", 120),
        ("Th", "Td", "Th x Td", 110),
        ("Td", "2c 8h", "Td x 2c+8h", 190),
        ("Ah", "", "lay Ah", 10),
        ("Ac", "", "lay Ac", 6),
        ("2c", "", "lay 2c", 1),
        ("Td", "", "lay Td", 1),
    ],
)
def test_a_play_promises_its_cards_clubs_and_dear_cards(hand: str, table: str, text: str, promise: int) -> None:
    deal = position({"hand": hand, "table": table})
    assert dict(zip(map(deal.text, deal.legal(0)), deal.promises(0), strict=True))[text] == promise


# What a finished deal is worth.

WON = ["2c Td 9h", "Kh"]  # 5:0
ONE_AHEAD = ["9h 8h 2c", "Td Kc"]  # 3:1, clubs are level


def part(lead: float, spread: float) -> float:
    """Nine tenths for the chance of the match, of two sides, after such a lead."""
    return 0.9 * (2 / (1 + exp(-lead / spread)) - 1)


def deals_to_come(n: int) -> float:
    """How far a lead in deals strays until the end."""
    return 0.25 + 0.52 * sqrt(n)


def points_to_come(n: float) -> float:
    return 1.4 * sqrt(n / 2.4)


@pytest.mark.parametrize(
    "piles, scores, number, options, expected",
    [
        (WON, [0, 0], 4, {}, part(1, 0.25) + 0.1),
        (WON, [0, 0], 3, {}, part(1, deals_to_come(1)) + 0.1),
        (WON, [0, 0], 1, {}, part(1, deals_to_come(3)) + 0.1),
        (WON, [0, 1], 1, {}, part(0, 1) + 0.1),
        (WON, [2, 0], 3, {}, part(3, deals_to_come(1)) + 0.1),
        (WON, [2, 2], 5, {}, part(1, 0.25) + 0.1),  # an extra deal
        (WON, [0, 0], 1, {"deals": 5}, part(1, deals_to_come(4)) + 0.1),
        (ONE_AHEAD, [0, 0], 4, {}, part(1, 0.25) + 0.04),
        (["9h", "Kh"], [0, 0], 4, {}, 0.0),  # a deal that nobody wins
        (["9h", "Kh"], [1, 0], 4, {}, part(1, 0.25)),
        (WON, [0, 0], 1, {"match_format": "points"}, part(5, points_to_come(16)) + 0.1),
        (WON, [3, 9], 1, {"match_format": "points"}, part(-1, points_to_come(12)) + 0.1),
        (WON, [11, 20], 1, {"match_format": "points"}, part(-4, 1.4) + 0.1),
        (WON, [16, 20], 1, {"match_format": "points"}, part(1, 0.25) + 0.1),  # the match is won
        (WON, [16, 21], 1, {"match_format": "points"}, 0.1),  # level at the target
        (WON, [0, 0], 1, {"match_format": "points", "target_score": 5}, part(5, 0.25) + 0.1),
    ],
)
def test_a_deal_is_worth_the_chance_of_the_match_and_a_little_for_its_points(
    piles: list[str], scores: list[int], number: int, options: dict[str, object], expected: float
) -> None:
    """R39-R42: both formats, from the first deal to an extra one."""
    deal = ended(piles, scores, number, **options)
    assert deal.rewards() == pytest.approx([expected, -expected])


def test_points_alone_are_a_tenth_and_no_more() -> None:
    rich = ended(["9h", "8h 7h"], [], 1, [10, 0], sweep_bonus=9, match_format="points", target_score=500)
    assert rich.gained() == [90, 2]
    share = part(88, points_to_come(410))
    assert rich.rewards() == pytest.approx([share + 0.1, -share - 0.1])


def test_of_three_sides_the_best_other_counts_and_level_totals_leave_the_match_open() -> None:
    piles = ["2c 9h 8h", "Td 7h", "6h"]  # 4, 1, 0
    options: dict[str, object] = {"match_format": "points"}

    def chances(totals: Sequence[int], spread: float) -> list[float]:
        return [0.9 * (2 / sum(exp((other - mine) / spread) for other in totals) - 1) for mine in totals]

    leads = [0.1 * 3 / 5, 0.1 * -3 / 5, 0.1 * -4 / 5]
    for scores, totals, spread in (
        ([0, 0, 0], [4, 1, 0], points_to_come(17)),
        ([17, 4, 21], [21, 5, 21], 1.4),
        ([17, 20, 5], [21, 21, 5], 1.4),
        ([1, 20, 21], [5, 21, 21], 1.4),
        ([17, 4, 20], [21, 5, 20], 0.25),
        ([0, 4, 21], [4, 5, 21], 0.25),
    ):
        found = ended(piles, scores, **options).rewards()
        assert found == pytest.approx([c + lead for c, lead in zip(chances(totals, spread), leads, strict=True)])


def test_who_wins_a_deal_of_three_must_be_ahead_of_both() -> None:
    """R36, R37: level at the top nobody is credited."""
    level = ended(["2c 9h", "Td 8h", "7h"], [], 6, points_cards=0, points_clubs=0)  # 1, 1, 0
    assert level.rewards()[:2] == pytest.approx([0.9 * (2 / 3 - 1)] * 2)
    alone = ended(["9h", "2c Td 8h", "7h"], [], 6, points_cards=0, points_clubs=0)  # 0, 2, 0
    assert alone.rewards()[1] == pytest.approx(0.9 * (2 / (1 + 2 * exp(-4)) - 1) + 0.1 * 2 / 5)


def test_partners_have_one_reward() -> None:
    deal = ended(["2c Td 9h", "Kh"], [], 8, players=4, partnerships=True)
    expected = part(1, 0.25) + 0.1
    assert deal.rewards() == pytest.approx([expected, -expected, expected, -expected])


def test_a_lead_beyond_all_measure_is_still_a_number() -> None:
    assert ended(WON, [500, 0], match_format="points").rewards() == pytest.approx([1, -1])


# What an ending is remembered by.


def ending(**fields: object) -> KontsinaDeal:
    known = {"hands": ["Ah", "Kc"], "table": "5d 7s", "piles": ["2c 3h", "9c"]}
    return position({**known, "last_round": True, **fields})


def test_an_ending_is_known_by_hands_table_turn_and_what_counts_of_the_piles() -> None:
    """Each of these differs from the first and from every other."""
    taken, swept = ending(), ending()
    taken.last_taker = 1
    swept.put_field("sweeps", [1, 0])
    found = [
        ending(),
        ending(hands=["Kc", "Ah"]),
        ending(hands=["As", "Kc"]),
        ending(hands=["Ah", "Kd"]),
        ending(table="5d"),
        ending(table="5d 8s"),
        ending(seat=1),
        ending(piles=["9c", "2c 3h"]),
        ending(piles=["3c 3h", "9c"]),  # without the good two
        ending(piles=["3c 3h", "2c"]),
        ending(piles=["2c Td", "9c"]),
        ending(piles=["2c 3h", "9c Td"]),
        ending(piles=["2c 3c", "9c"]),  # a club more
        ending(piles=["2c 3h 4h", "9c"]),
        taken,
        swept,
    ]
    assert len({deal.key_of_ending() for deal in found}) == len(found)


def test_what_no_longer_counts_is_not_remembered() -> None:
    same = ending(table="7s 5d", piles=["2c 4d", "Kd"], options={"deals": 9})
    assert same.key_of_ending() != ending().key_of_ending()  # a club less
    same = ending(table="7s 5d", piles=["2c 4d", "8c"], options={"deals": 9})
    same.laid = 30
    assert same.key_of_ending() == ending().key_of_ending()
    same = ending(piles=["2c Kd", "Qc"])
    assert same.key_of_ending() == ending().key_of_ending()


def test_counts_of_piles_are_never_mixed_up() -> None:
    clubs = PACK.listed("Ac 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")
    plain = [n for n in range(52) if n % 4 and n != PACK.number("Td")]
    deal, keys = ending(piles=["", ""]), set()
    for more, club, swept in product(range(0, 36, 2), range(13), (0, 1, 2, 16, 26)):
        deal.put_field("piles", [sum(1 << n for n in (*clubs[:club], *plain[:more]))])
        deal.put_field("sweeps", [swept])
        keys.add(deal.key_of_ending())
    assert len(keys) == 18 * 13 * 5


def test_turn_and_last_taker_are_never_mixed_up() -> None:
    deal, keys = ending(hands=["Ah", "Kc", "Qh", "Jh"], piles=[], options={"players": 4}), set()
    for deal.turn, deal.last_taker in product(range(4), range(-1, 4)):
        keys.add(deal.key_of_ending())
    assert len(keys) == 20


# What a deal is worth while it is being played.


def soft(values: Sequence[float], stray: float) -> list[float]:
    """How likely each of these is the most in the end."""
    return [1 / sum(exp((other - mine) / stray) for other in values) for mine in values]


def playing(piles: Sequence[str], scores: Sequence[int], number: int, /, **options: object) -> KontsinaDeal:
    deal = ended(piles, scores, number, **options)
    deal.turn = 0
    return deal


@pytest.mark.parametrize("piles", [["2c Td 9h", "Kh"], ["Ac 3c", "2c 4c Kh Kd Ks"], ["Ac", "Td 2c 5c", "9h 8h"]])
@pytest.mark.parametrize("form", ["deals", "points"])
def test_while_a_deal_is_played_majorities_and_the_deal_are_likely_not_sure(piles: list[str], form: str) -> None:
    """A lead strays with the root of what is to come: cards by 1, clubs by 0.7, points by 0.35 and the part of the pack."""
    sides = len(piles)
    scores = [2, 1, 0][:sides]
    cards = [len(pile.split()) for pile in piles]
    clubs = [pile.count("c") for pile in piles]
    most = soft(cards, sqrt(52 - sum(cards) + 1))
    most_clubs = soft(clubs, 0.7 * sqrt(13 - sum(clubs) + 1))
    expected = [
        3 * most[s] + 4 * most_clubs[s] + 5 * ("2c" in piles[s]) + 6 * ("Td" in piles[s]) + 7 * (s == 1)
        for s in range(sides)
    ]
    worth: dict[str, object] = {"points_cards": 3, "points_clubs": 4, "points_2c": 5, "points_td": 6, "sweep_bonus": 7}
    deal = playing(piles, scores, 2, match_format=form, deals=6, **worth)
    deal.put_field("sweeps", [0, 1])
    if form == "deals":
        won = soft(expected, 0.35 + sqrt((52 - sum(cards)) / 52))
        chances = soft([s + w for s, w in zip(scores, won, strict=True)], deals_to_come(4))
    else:
        totals = [s + e for s, e in zip(scores, expected, strict=True)]
        chances = soft(totals, points_to_come(max(21 - max(totals), 2.4)))
    leads = [expected[s] - max(e for o, e in enumerate(expected) if o != s) for s in range(sides)]
    assert deal.rewards() == pytest.approx(
        [0.9 * (2 * c - 1) + 0.1 * max(-1, min(1, lead / 5)) for c, lead in zip(chances, leads, strict=True)]
    )


def test_a_match_for_points_is_not_won_before_the_deal_is_counted() -> None:
    """R41."""
    assert ended(["2c Td 9h", "Kh"], [20, 0], match_format="points").rewards()[0] == pytest.approx(1)
    open_yet = playing(["2c", ""], [20, 20], 1, match_format="points", points_cards=0, points_clubs=0)
    assert open_yet.rewards()[0] == pytest.approx(part(1, 1.4) + 0.1 / 5)
