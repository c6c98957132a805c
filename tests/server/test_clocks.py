"""Thinking time, in plain numbers."""

from __future__ import annotations

from kafenio.server.clocks import GRACE, Clocks
from kafenio.server.wire import ClockTerms


def test_time_runs_for_the_seat_whose_turn_it_is_only() -> None:
    clocks = Clocks(ClockTerms("match", seconds=60, increment=5), 2)
    clocks.start(0, 100.0)
    assert clocks.left(0, 110.0) == 50.0 and clocks.left(1, 110.0) == 60.0
    clocks.charge(0, clocks.spent(0, 110.0))
    clocks.start(1, 110.0)
    assert clocks.shown(112.0) == [55.0, 58.0]


def test_lag_is_taken_off_but_only_half_a_second_of_it() -> None:
    clocks = Clocks(ClockTerms("play", seconds=10), 2)
    clocks.start(0, 0.0)
    assert clocks.spent(0, 4.0, 0.3) == 3.7
    assert clocks.spent(0, 4.0, 60.0) == 3.5
    assert clocks.spent(0, 4.0, -1.0) == 4.0
    assert clocks.due(4.0, 60.0) == 6.5


def test_a_seat_whose_time_does_not_run_spends_none() -> None:
    clocks = Clocks(ClockTerms("play", seconds=10), 3)
    clocks.start(1, 0.0)
    assert clocks.spent(2, 5.0) == 0.0
    clocks.start(None, 6.0)
    assert clocks.due(9.0) is None


def test_untimed_is_never_up() -> None:
    clocks = Clocks(ClockTerms(), 2)
    clocks.start(0, 0.0)
    assert clocks.due(1e9) is None and clocks.shown(1e9) is None


def test_days_are_a_clock_too() -> None:
    clocks = Clocks(ClockTerms("days", days=2), 2)
    clocks.start(0, 0.0)
    assert clocks.due(0.0) == 172_800.0 and clocks.warn_before(0) == 3600.0


def test_who_has_used_up_the_match_still_gets_a_little_for_each_play() -> None:
    clocks = Clocks(ClockTerms("match", seconds=10), 2)
    clocks.charge(0, 11.0)
    clocks.start(0, 0.0)
    assert clocks.due(0.0) == GRACE


def test_after_a_restart_every_seat_has_what_it_had() -> None:
    terms = ClockTerms("match", seconds=100, increment=2)
    live, restored = Clocks(terms, 2), Clocks(terms, 2)
    for seat, spent in ((0, 10.0), (1, 20.5), (0, 3.25)):
        live.charge(seat, spent)
        restored.charge(seat, spent)
    assert restored.bank == live.bank == [90.75, 81.5]
