"""Ronda: what search is told of a play and of a finished deal."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

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


def hoped(totals: Sequence[float], leads: Sequence[float], stray: float = 0.0) -> list[float]:
    """Nine tenths for the chance of the match, by side, and a tenth for the lead of the deal."""
    stray = stray or 4.1 * sqrt(max((41 - max(totals)) / 6, 1))
    chances = [1 / sum(exp((other - mine) / stray) for other in totals) for mine in totals]
    return [
        0.9 * (2 * chance - 1) + 0.1 * max(-1, min(1, lead / 20)) for chance, lead in zip(chances, leads, strict=True)
    ]


@pytest.mark.parametrize(
    "gains, scores, expected",
    [
        ([6, 2], [0, 0], hoped([6, 2], [4, -4])),
        ([6, 2], [3, 30], hoped([9, 32], [4, -4])),
        ([-2, 4], [0, 0], hoped([-2, 4], [-6, 6])),
        ([38, 0], [0, 0], hoped([38, 0], [38, -38])),
        ([6, 2], [35, 0], [1, -1]),
        ([6, 2], [34, 0], hoped([40, 2], [4, -4])),  # 40 of 41
        ([6, 2], [35, 40], [-1, 1]),
        ([6, 2], [37, 41], hoped([43, 43], [4, -4])),
    ],
)
def test_a_deal_is_worth_the_chance_of_the_match_and_a_little_for_its_lead(
    gains: list[int], scores: list[int], expected: list[float]
) -> None:
    """R53, R54: 1 and -1 where the match is decided."""
    assert ended(gains, scores).rewards() == pytest.approx(expected)


def test_before_the_deal_is_over_no_match_is_won() -> None:
    deal = ended([6, 2], [35, 0])
    deal.turn = 0
    stray = 4.1 * sqrt(1 + deal.left / 40)
    assert deal.rewards() == pytest.approx(hoped([41, 2], [4, -4], stray))


def test_while_a_deal_is_played_a_card_in_the_pile_is_worth_half_a_point() -> None:
    deal = ended([0, 0])
    deal.turn = 0
    assert deal.rewards() == [0, 0]
    deal.put_field("piles", [0b1111, 0b110000])
    deal.put_field("gains", [0, 1])
    assert deal.rewards() == pytest.approx([0, 0])


def test_while_a_deal_is_played_an_open_tap_counts_for_its_last_caller() -> None:
    def worth(**fields: int) -> float:
        deal = ended([0, 0])
        deal.turn = 0
        for name, value in fields.items():
            deal.put_field(name, value)
        return deal.rewards()[0]

    assert worth(chain=1, chain_seat=0) > 0 > worth(chain=1, chain_seat=1)
    assert worth(chain=1, chain_seat=0) < worth(chain=1, chain_seat=0, chain_missa=1)
    assert worth(chain=1, chain_seat=0) < worth(chain=1, chain_seat=0, apart=0b11)
    assert worth(chain=1, chain_seat=0) < worth(chain=2, chain_seat=0)


def test_of_three_sides_the_best_other_counts() -> None:
    assert ended([8, 2, -4]).rewards() == pytest.approx(hoped([8, 2, -4], [6, -6, -12]))
    assert ended([8, 2, -4], [0, 40, 0]).rewards() == [-1, 1, -1]


def test_partners_have_one_reward() -> None:
    assert ended([6, 2], partners=True).rewards() == pytest.approx(hoped([6, 2], [4, -4]) * 2)


# What an ending is remembered by.


def test_an_ending_is_known_by_all_that_can_still_count() -> None:
    def ending(**fields: object) -> int:
        known = {"hands": ["7e 2b", "11c 3b"], "table": "4c 10c", "piles": ["1c", "1e"], "last_round": True}
        own = {name: fields.pop(name) for name in list(fields) if name not in known}
        deal = position({**known, **fields})
        for name, value in own.items():
            deal.put_field(name, value)  # type: ignore[arg-type]
        return deal.key_of_ending()

    found = [
        ending(),
        ending(hands=["11c 3b", "7e 2b"]),
        ending(table="4c 10e"),
        ending(piles=["1c 1b", "1e"]),
        ending(piles=["1c", "1e 1b"]),
        ending(turn=1),
        ending(last_taker=1),
        ending(last_card=8),
        ending(last_card=8, laid_last=1),
        ending(apart=1),
        ending(chain=1),
        ending(chain=2),
        ending(chain=1, chain_seat=1),
        ending(chain=1, chain_missa=1),
        ending(paid=1),
        ending(may_announce=1),
        ending(may_announce=2),
        ending(called=1),
        ending(kinds=[2, 0]),
        ending(kinds=[0, 2]),
        ending(gains=[1, 0]),
        ending(gains=[-1, 0]),
        ending(gains=[0, 1]),
        ending(spent=[1, 0]),
    ]
    assert len(set(found)) == len(found)
    assert ending(laid=30) == ending()
