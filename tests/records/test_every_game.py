"""Every game under every preset, and under random options: what is played is recorded, and what is recorded holds."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kafenio.arena.simulate import simulate
from kafenio.contract import Rng
from kafenio.game import Game
from kafenio.match import Match
from kafenio.records import record_of, replay, verify
from kafenio.records.format import from_json, from_toml, to_json, to_plain, to_toml
from records.sample import match_of, refusal
from support import Case, any_options, each_case, each_game, many


@each_case
def test_a_match_is_written_read_and_holds(case: Case) -> None:
    record = match_of(case.game(), 1)
    assert verify(record) == []
    assert from_toml(to_toml(record).encode()) == record
    assert from_json(to_json(record)) == record


@each_game
def test_a_match_under_any_options_holds(name: str) -> None:
    @settings(max_examples=many(25, 4))
    @given(any_options(name), st.integers(0, 1000))
    def holds(game: Game, seed: int) -> None:
        match = Match(game, Rng(seed))
        for _ in range(3):  # a whole match under odd options may take very long
            play_deal(match, Rng(seed + 1))
        record = from_toml(to_toml(record_of(match)).encode())
        notes = verify(record)
        assert notes == ([] if match.over else ["the match goes on"])

    holds()


def play_deal(match: Match, rng: Rng) -> None:
    """One deal with random plays, if the match goes on."""
    if match.over:
        return
    match.begin()
    while match.deal is not None:
        match.settle()
        for seat in match.actors():
            if legal := match.legal(seat):
                match.make(seat, legal[rng.roll(len(legal))])


@each_case
def test_a_match_is_replayed_to_the_same_totals(case: Case) -> None:
    record = match_of(case.game(), 1)
    match = replay(record)
    assert record.result is not None
    assert (match.tally.totals, list(match.tally.winners)) == (record.result.totals, record.result.winner)
    assert [[f"{s} {t}" for s, t in deal.plays] for deal in match.deals] == [deal.plays for deal in record.deals]


@each_case
def test_what_is_told_changes_nothing(case: Case) -> None:
    """`Match.play` and `Match.make` write the same."""
    told, silent = Match(case.game(), Rng(5)), Match(case.game(), Rng(5))
    rng = Rng(6)
    told.begin()
    silent.begin()
    while told.deal is not None:
        told.settle()
        silent.settle()
        for seat in told.actors():
            if legal := told.legal(seat):
                play = legal[rng.roll(len(legal))]
                told.play(seat, play)
                silent.make(seat, play)
    assert (told.deals, told.tally.totals) == (silent.deals, silent.tally.totals)


@each_case
def test_the_same_seed_gives_the_same_bytes(case: Case) -> None:
    bots = ["random", "random@1"] + ["random"] * (case.players - 2)
    first, second = [to_json(record) for record in simulate(case.game(), bots, 2, 1)]
    assert first == to_json(match_of(case.game(), 1))
    assert second != first


@each_case
def test_another_result_is_noticed(case: Case) -> None:
    """Whatever number of the result or of a deal is changed, the record no longer holds."""
    plain = to_plain(match_of(case.game(), 1))
    last = len(plain["deals"]) - 1
    places = [("deals", n, "points", s) for n in {0, last} for s in range(case.game().sides)]
    for place in [*places, ("result", "totals", 0), ("result", "winner", 0)]:
        changed = deepcopy(plain)
        inner: Any = changed
        for step in place[:-1]:
            inner = inner[step]
        inner[place[-1]] += 1 if inner[place[-1]] < 4 else -1
        assert "stands there; the rules give" in refusal(changed)
