"""Ronda: what search is told of a play and of a finished deal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.ronda_table import position
from kafenio.games.ronda.deal import RondaDeal


@pytest.mark.parametrize(
    "fields, expected",
    [
        (
            {"hand": "7e 7b 11c", "table": "11e 3c"},
            {"announce ronda": 300, "lay 7e": 10, "lay 7b": 10, "11c x 11e": 30},
        ),
        ({"hand": "7e", "table": "7c 10c 2c"}, {"7e x 7c+10c": 40}),  # 20, 10 a card
        ({"hand": "7e", "table": "7c 10c"}, {"7e x 7c+10c": 70}),  # 30 more for a missa
        ({"hand": "7e", "table": "7c 2c", "plays": ["1 lay 7c"]}, {"7e x 7c": 90}),  # 60 more for a tap
        ({"hand": "7e", "table": "7c", "plays": ["1 lay 7c"]}, {"7e x 7c": 120}),
        (
            {"hand": "7e", "table": "7c 2c", "plays": ["1 lay 7c"], "options": {"tap_optional": True}},
            {"7e x 7c": 90, "7e x 7c quiet": 30},
        ),
        ({"hand": "7e 2b", "table": "3c", "plays": ["0 lay 7c", "1 7b x 7c"]}, {"answer 7e": 100, "lay 2b": 10}),
        ({"hand": "", "phase": "calls", "options": {"hidden_ronda": "challenge"}}, {"pass": 50, "call 1": 5}),
        (
            {"hand": "7e 7b 2c", "phase": "announcements", "options": {"announce_timing": "before_play"}},
            {"announce ronda": 300, "pass": 50},
        ),
    ],
)
def test_a_play_promises_what_scores_at_once_then_cards(fields: dict[str, object], expected: dict[str, int]) -> None:
    deal = position(fields)
    assert dict(zip(map(deal.text, deal.legal(0)), deal.promises(0), strict=True)) == expected


def ended(gains: Sequence[int], scores: Sequence[int] = (), **options: object) -> RondaDeal:
    """A finished deal with these points."""
    players = 4 if options.pop("partners", False) else len(gains)
    deal = position({"scores": list(scores), "options": {"players": players, **options}, "last_round": True})
    deal.put_field("gains", gains)
    deal.turn = -1
    return deal


@pytest.mark.parametrize(
    "gains, scores, expected",
    [
        ([6, 2], [0, 0], 0.1),
        ([6, 2], [3, 30], 0.1),  # the lead of this deal
        ([-2, 4], [0, 0], -0.15),
        ([38, 0], [0, 0], 0.9),
        ([39, 0], [0, 0], 0.9),
        ([6, 2], [35, 0], 1.0),
        ([6, 2], [34, 0], 0.1),  # 40 of 41
        ([6, 2], [35, 40], -1.0),
        ([6, 2], [37, 41], 0.1),  # level, 43 each
    ],
)
def test_a_match_won_is_all_else_the_lead_in_points(gains: list[int], scores: list[int], expected: float) -> None:
    """R53, R54."""
    assert ended(gains, scores).rewards() == pytest.approx([expected, -expected])


def test_before_the_deal_is_over_no_match_is_won() -> None:
    deal = ended([6, 2], [35, 0])
    deal.turn = 0
    assert deal.rewards() == pytest.approx([0.1, -0.1])


def test_of_three_sides_the_best_other_counts() -> None:
    assert ended([8, 2, -4]).rewards() == pytest.approx([0.15, -0.15, -0.3])
    assert ended([8, 2, -4], [0, 40, 0]).rewards() == [-1, 1, -1]


def test_partners_have_one_reward() -> None:
    assert ended([6, 2], partners=True).rewards() == pytest.approx([0.1, -0.1, 0.1, -0.1])


def test_ronda_remembers_no_endings() -> None:
    assert position({"hand": "7e", "table": "7c"}).key_of_ending() == 0
