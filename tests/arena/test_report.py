"""What outcomes say: means, confidence over sets, ratings."""

from __future__ import annotations

import random

import pytest

from kafenio.arena.contest import Outcome, Part
from kafenio.arena.plan import planned
from kafenio.arena.report import as_json, lines, quantile, standings
from kafenio.game import load

TWO = planned(load("kontsina").of(), ["greedy", "random"], 4, 1)


def outcome(number: int, seating: int, points: float, deals: int = 1, won: float = 1.0) -> Outcome:
    return Outcome(number, seating, [Part(0, deals, points, won), Part(1, deals, -points, 1 - won)])


def test_the_mean_is_per_deal_and_the_interval_over_sets() -> None:
    # two matches of a set always add up to 2: sets do not differ, matches do
    found = standings(TWO, [outcome(n, s, 2.0 if s else 0.0) for n in range(3) for s in range(2)])
    assert found[0].points == 1.0 and found[0].interval == (1.0, 1.0)
    assert found[1].points == -1.0 and found[0].deals == 6


def test_sets_that_differ_widen_the_interval() -> None:
    found = standings(TWO, [outcome(n, s, float(n)) for n in range(3) for s in range(2)])[0]
    assert found.points == 1.0
    low, high = found.interval or (0, 0)
    # sums 0, 2, 4 over 2 deals each: standard error sqrt(3/2 * 8) / 6, t(2) = 4.3027
    assert high - 1.0 == pytest.approx(4.3027 * 12**0.5 / 6, rel=1e-4)
    assert low == pytest.approx(2.0 - high)


def test_longer_matches_count_by_their_deals() -> None:
    found = standings(TWO, [outcome(0, 0, 6.0, deals=3), outcome(1, 0, 0.0, deals=1)])[0]
    assert found.points == 1.5


def test_one_set_tells_no_interval() -> None:
    found = standings(TWO, [outcome(0, 0, 1.0), outcome(0, 1, 2.0)])
    assert found[0].interval is None
    assert as_json(found)["bots"][0]["interval"] == [None, None]
    assert "two sets needed" in lines(found)[1]


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (100, 1.9840)]
)
def test_the_quantile_is_that_of_the_tables(freedom: int, value: float) -> None:
    assert quantile(freedom) == pytest.approx(value, rel=4e-3)


def test_the_true_mean_lies_within_in_95_of_100_cases() -> None:
    rng, held = random.Random(4), 0
    for _ in range(400):
        made = [outcome(n, 0, rng.gauss(0.3, 1.0)) for n in range(20)]
        low, high = standings(TWO, made)[0].interval or (0, 0)
        held += low <= 0.3 <= high
    assert 365 <= held <= 394


def test_the_order_of_outcomes_does_not_matter() -> None:
    made = [outcome(n, s, n - s, won=float((n + s) % 3 == 0)) for n in range(9) for s in range(2)]
    assert as_json(standings(TWO, made)) == as_json(standings(TWO, made[::-1]))


def test_who_wins_is_rated_higher() -> None:
    first, second = standings(TWO, [outcome(n, 0, 1.0) for n in range(20)])
    assert first.rating > 25 > second.rating
    assert as_json([first])["bots"] == [
        {
            "name": "greedy@1",
            "deals": 20,
            "points": 1.0,
            "interval": [1.0, 1.0],
            "won": 20,
            "rating": round(first.rating, 2),
        }
    ]


def test_a_shared_match_counts_in_part() -> None:
    assert as_json(standings(TWO, [outcome(0, 0, 0.0, won=0.5)]))["bots"][0]["won"] == 0.5


def test_the_table_has_the_best_first() -> None:
    head, first, second = lines(standings(TWO, [outcome(n, 0, -1.0, won=0.0) for n in range(4)]))
    assert head.split() == ["bot", "deals", "points", "per", "deal", "95", "%", "won", "rating"]
    assert first.startswith("random@1") and second.startswith("greedy@1")
    assert len(head) == len(first) == len(second)
