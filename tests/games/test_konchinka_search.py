"""Konchinka: what search is told of a play and of a finished deal."""

from __future__ import annotations

from collections.abc import Sequence

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


@pytest.mark.parametrize(
    "piles, scores, options, expected",
    [
        (WON, [0, 0], {}, 1.0),
        (AHEAD, [0, 0], {}, 0.4),
        (AHEAD, [3, 9], {}, 0.4),  # the lead of the deal alone
        (AHEAD, [11, 13], {}, 0.4),  # 14 each
        (AHEAD, [12, 13], {}, 1.0),  # 15:14
        (AHEAD, [10, 14], {}, -1.0),  # 13:15
        (AHEAD, [12, 14], {}, 0.4),  # 15:15, another deal
        (AHEAD, [13, 14], {}, 1.0),  # 16:15
        (AHEAD, [0, 0], {"target_score": 3}, 1.0),
        (AHEAD, [0, 0], {"points_cards": 4}, 4 / 7),
        (AHEAD, [0, 0], {"points_clubs": 4}, 2 / 8),
        (AHEAD, [0, 0], {"points_2c": 4}, 5 / 8),
        (AHEAD, [0, 0], {"points_td": 4}, -1 / 8),
        (AHEAD, [0, 0], {"points_each_ace": 1}, 2 / 9),
        (["Ah 8h 2c", "Td Kc"], [0, 0], {"points_each_ace": 2}, 4 / 13),
    ],
)
def test_a_deal_is_worth_its_lead_and_the_match_all(
    piles: list[str], scores: list[int], options: dict[str, object], expected: float
) -> None:
    """R42, R43: 1 and -1 where the match is decided, else the lead of what a deal is worth."""
    deal = ended(piles, scores, **options)
    assert deal.rewards() == pytest.approx([expected, -expected])


def test_a_lead_in_sweeps_may_pass_what_a_deal_is_worth() -> None:
    deal = ended(AHEAD, sweep_bonus=10, target_score=500)
    deal.put_field("sweeps", [3, 0])
    assert deal.rewards() == [1.0, -1.0]


def test_of_three_sides_the_best_other_counts() -> None:
    piles = ["2c 9h 8h", "Td 7h", "6h"]  # 4, 1, 0
    assert ended(piles).rewards() == pytest.approx([3 / 5, -3 / 5, -4 / 5])
    assert ended(piles, [11, 0, 0]).rewards() == [1, -1, -1]
    assert ended(piles, [11, 0, 15]).rewards() == pytest.approx([3 / 5, -1, -4 / 5])  # two are level at the target
    assert ended(piles, [0, 13, 0]).rewards() == pytest.approx([3 / 5, -3 / 5, -4 / 5])
    assert ended(piles, [0, 14, 0]).rewards() == [-1, 1, -1]


def test_partners_have_one_reward_and_a_finish_is_all_of_it() -> None:
    both = place(["", "", "", ""], "", AHEAD, partnerships=True)
    both.last_taker, both.turn = 0, -1
    assert both.rewards() == pytest.approx([0.4, -0.4, 0.4, -0.4])
    both.finisher = 1
    assert both.rewards() == [-1, 1, -1, 1]


def test_konchinka_remembers_no_endings() -> None:
    assert place(["9h", "8h"], "Kd").key_of_ending() == 0
