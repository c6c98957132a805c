"""Konchinka: what search is told of a play and of a finished deal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp, sqrt

import pytest

from games.konchinka_table import place
from kafenio.games.konchinka.deal import KonchinkaDeal


@pytest.mark.parametrize(
    "hand, table, text, promise",
    [
        ("6s", "2d 4h", "6s x 2d+4h", 60),  # 30, 10 a card
        ("6s", "2h 4c", "6s x 2h+4c", 70),  # 10 more a club
        ("6c", "2h 4c", "6c x 2h+4c", 80),
        ("2h", "2c", "2h x 2c", 120),  # 60 more for a konchinka
        ("2c", "2h", "2c x 2h", 120),
        ("Th", "Td", "Th x Td", 110),
        ("Js", "2c Td 9s", "Js x 2c+Td+9s", 200),
        ("Ah", "", "lay Ah", 10),
        ("Ac", "", "lay Ac", 6),
        ("2c", "", "lay 2c", 1),
        ("Td", "", "lay Td", 1),
    ],
)
def test_a_play_promises_its_cards_clubs_and_konchinki(hand: str, table: str, text: str, promise: int) -> None:
    deal = place([hand, ""], table)
    assert dict(zip(map(deal.text, deal.legal(0)), deal.promises(0), strict=True))[text] == promise


def test_a_finish_promises_most_of_all() -> None:
    deal = place(["9h", "8h"], "Kd", ["2c 2d", ""], [14, 0], early_finish="claim")
    assert deal.promises(0) == [1000, 10]


def ended(piles: Sequence[str], scores: Sequence[int] = (), taker: int = 0, /, **options: object) -> KonchinkaDeal:
    """A finished deal with these piles."""
    deal = place([""] * len(piles), "", piles, scores, **options)
    deal.last_taker, deal.turn = taker, -1
    return deal


WON = ["2c Td 9h", "Kh"]  # 5:0
AHEAD = ["9h 8h 2c", "Td Kc"]  # 3:1, clubs are level


def hoped(totals: Sequence[float], leads: Sequence[float], target: int = 15) -> list[float]:
    """Nine tenths for the chance of the match, by side, and a tenth for the lead of the deal."""
    stray = 1.4 * sqrt(max((target - max(totals)) / 2.3, 1))
    chances = [1 / sum(exp((other - mine) / stray) for other in totals) for mine in totals]
    return [
        0.9 * (2 * chance - 1) + 0.1 * max(-1, min(1, lead / 5)) for chance, lead in zip(chances, leads, strict=True)
    ]


@pytest.mark.parametrize(
    "piles, scores, options, expected",
    [
        (WON, [0, 0], {}, hoped([5, 0], [5, -5])),
        (AHEAD, [0, 0], {}, hoped([3, 1], [2, -2])),
        (AHEAD, [3, 9], {}, hoped([6, 10], [2, -2])),
        (AHEAD, [11, 13], {}, hoped([14, 14], [2, -2])),
        (AHEAD, [12, 13], {}, [1, -1]),  # 15:14
        (AHEAD, [10, 14], {}, [-1, 1]),  # 13:15
        (AHEAD, [12, 14], {}, hoped([15, 15], [2, -2])),  # another deal
        (AHEAD, [13, 14], {}, [1, -1]),  # 16:15
        (AHEAD, [0, 0], {"target_score": 3}, [1, -1]),
        (AHEAD, [0, 0], {"points_cards": 4}, hoped([5, 1], [4, -4])),
        (AHEAD, [0, 0], {"points_td": 4}, hoped([3, 4], [-1, 1])),
        (AHEAD, [0, 0], {"sweep_bonus": 3, "target_score": 90}, hoped([6, 1], [5, -5], 90)),
        (["Ah 8h 2c", "Td Kc"], [0, 0], {"points_each_ace": 2}, hoped([5, 1], [4, -4])),
    ],
)
def test_a_deal_is_worth_the_chance_of_the_match_and_a_little_for_its_lead(
    piles: list[str], scores: list[int], options: dict[str, object], expected: list[float]
) -> None:
    """R42, R43: 1 and -1 where the match is decided."""
    deal = ended(piles, scores, **options)
    if "sweep_bonus" in options:
        deal.put_field("sweeps", [1, 0])
    assert deal.rewards() == pytest.approx(expected)


def test_of_three_sides_the_best_other_counts() -> None:
    piles = ["2c 9h 8h", "Td 7h", "6h"]  # 4, 1, 0
    leads = [3, -3, -4]
    assert ended(piles).rewards() == pytest.approx(hoped([4, 1, 0], leads))
    assert ended(piles, [11, 0, 0]).rewards() == [1, -1, -1]
    level = ended(piles, [11, 0, 15]).rewards()  # two are level at the target: another deal, but not for the third
    assert level[0] == pytest.approx(hoped([15, 1, 15], leads)[0]) and level[1] == -1
    assert ended(piles, [0, 13, 0]).rewards() == pytest.approx(hoped([4, 14, 0], leads))
    assert ended(piles, [0, 14, 0]).rewards() == [-1, 1, -1]


def test_partners_have_one_reward_and_a_finish_is_all_of_it() -> None:
    both = place(["", "", "", ""], "", AHEAD, partnerships=True)
    both.last_taker, both.turn = 0, -1
    assert both.rewards() == pytest.approx(hoped([3, 1], [2, -2]) * 2)
    both.finisher = 1
    assert both.rewards() == [-1, 1, -1, 1]


def test_while_a_deal_is_played_more_cards_and_clubs_are_worth_more_of_a_majority() -> None:
    def worth(*piles: str) -> float:
        return place(["9h", "8h"], "Kd", piles).rewards()[0]

    assert worth("3h 4h", "5h 6h") == 0
    assert 0 < worth("3h 4h 7h", "5h 6h") < worth("3h 4h 7h 7d", "5h 6h") < worth("3h 4h 7h 7c", "5h 6h")
    assert worth("3h 4h 7h 7c", "5h 6h") < worth("3h 4h 7h 2c", "5h 6h") < 1


# What an ending is remembered by.


def test_an_ending_is_known_by_all_that_can_still_count() -> None:
    def ending(hands: Sequence[str] = ("9h", "8h"), table: str = "Kd", *piles: str, **fields: int) -> int:
        deal = place(list(hands), table, piles or ("3h 4c", "5h"))
        for name, value in fields.items():
            deal.put_field(name, value)
        return deal.key_of_ending()

    found = [
        ending(),
        ending(("8h", "9h")),
        ending(("9h", "8s")),
        ending(table="Ks"),
        ending(("9h", "8h"), "Kd", "3h 4c 6h", "5h"),
        ending(("9h", "8h"), "Kd", "3c 4c", "5h"),
        ending(("9h", "8h"), "Kd", "2c 4h", "5h"),
        ending(("9h", "8h"), "Kd", "Ah 4c", "5h"),
        ending(("9h", "8h"), "Kd", "5h", "3h 4c"),
        ending(turn=1),
        ending(last_taker=1),
        ending(captor=1),
        ending(took=1),
    ]
    assert len(set(found)) == len(found)
    assert ending(("9h", "8h"), "Kd", "3h 7c", "6h") == ending()  # as many cards and clubs


def test_turn_takers_and_captures_of_an_ending_are_never_mixed_up() -> None:
    deal, keys = place(["9h", "8h", "7h", "6h"], "Kd"), set()
    for deal.turn, deal.last_taker, deal.captor in product(range(4), range(-1, 4), range(-1, 4)):
        keys.add(deal.key_of_ending())
    assert len(keys) == 4 * 5 * 5
    keys.clear()
    for deal.took, deal.finisher in product(range(16), range(-1, 4)):
        keys.add(deal.key_of_ending())
    assert len(keys) == 16 * 5


def test_counts_of_piles_are_never_mixed_up() -> None:
    clubs = list(range(8, 52, 4))
    plain = [n for n in range(4, 52) if n % 4 and n != 37]
    deal, keys = place(["", ""], "", ["", ""]), set()
    for more, club, swept in product(range(0, 34, 2), range(12), (0, 1, 2, 16, 26)):
        deal.put_field("piles", [sum(1 << n for n in (*clubs[:club], *plain[:more]))])
        deal.put_field("sweeps", [swept])
        keys.add(deal.key_of_ending())
    assert len(keys) == 17 * 12 * 5


# What a deal is worth while it is being played.


def soft(values: Sequence[float], stray: float) -> list[float]:
    """How likely each of these is the most in the end."""
    return [1 / sum(exp((other - mine) / stray) for other in values) for mine in values]


@pytest.mark.parametrize("piles", [["2c Td 9h", "Kh"], ["Ac 3c As", "2c 4c Kh Ks"], ["Ac", "Td 2c 5c", "9h Ah"]])
def test_while_a_deal_is_played_majorities_are_likely_not_sure(piles: list[str]) -> None:
    """A lead strays with the root of what is to come: cards by 1, clubs by 0.7."""
    cards = [len(pile.split()) for pile in piles]
    clubs = [pile.count("c") for pile in piles]
    most = soft(cards, sqrt(52 - sum(cards) + 1))
    most_clubs = soft(clubs, 0.7 * sqrt(13 - sum(clubs) + 1))
    expected = [
        3 * most[s] + 4 * most_clubs[s] + 5 * ("2c" in pile) + 6 * ("Td" in pile) + 2 * pile.count("A") + 7 * (s == 1)
        for s, pile in enumerate(piles)
    ]
    worth: dict[str, object] = {"points_cards": 3, "points_clubs": 4, "points_2c": 5, "points_td": 6}
    scores = [4, 2, 0][: len(piles)]
    deal = place([""] * len(piles), "", piles, scores, target_score=90, sweep_bonus=7, points_each_ace=2, **worth)
    deal.put_field("sweeps", [0, 1])
    leads = [mine - max(e for o, e in enumerate(expected) if o != s) for s, mine in enumerate(expected)]
    totals = [score + e for score, e in zip(scores, expected, strict=True)]
    assert deal.rewards() == pytest.approx(hoped(totals, leads, 90))


def test_a_match_is_not_won_before_the_deal_is_counted() -> None:
    deal = place(["9h", "8h"], "Kd", ["2c", ""], [14, 14], early_finish="off", points_cards=0, points_clubs=0)
    assert deal.rewards() == pytest.approx(hoped([15, 14], [1, -1]))
