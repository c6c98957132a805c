"""Who plays whom: every bot at every place, on the same cards."""

from __future__ import annotations

from collections import Counter

import pytest

from kafenio.arena.contest import play_unit
from kafenio.arena.plan import Contest, Unit, planned
from kafenio.arena.simulate import seeded
from kafenio.contract import Rng
from kafenio.errors import BadOptions
from kafenio.game import load
from kafenio.match import Match
from support import each_game


def contest(name: str, bots: int, matches: int = 1, **options: object) -> Contest:
    return planned(load(name).of(**options), ["random"] * bots, matches, 1)


def test_two_sides_exchange_their_seats() -> None:
    assert contest("kontsina", 2).seatings == [(0, 1), (1, 0)]
    assert contest("kozel", 2, players=4).seatings == [(0, 1), (1, 0)]


def test_with_more_bots_every_two_meet() -> None:
    assert contest("ronda", 3).seatings == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]


@pytest.mark.parametrize("players", [3, 4])
def test_with_as_many_bots_as_sides_each_has_every_seat_and_every_neighbour(players: int) -> None:
    seatings = contest("kontsina", players, players=players).seatings
    assert len(seatings) == len(set(seatings)) == 2 * players
    for seat in range(players):
        assert Counter(line[seat] for line in seatings) == dict.fromkeys(range(players), 2)
    after = Counter((line[i], line[(i + 1) % players]) for line in seatings for i in range(players))
    assert len(set(after.values())) == 1  # whoever sits after another does so as often as before it


def test_with_fewer_bots_than_sides_each_sits_alone_among_the_other() -> None:
    seatings = contest("kontsina", 2, players=3).seatings
    assert seatings == [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]


@pytest.mark.parametrize(("players", "matches", "sets"), [(2, 1, 1), (2, 5, 3), (2, 6, 3), (3, 7, 2), (4, 8, 1)])
def test_whole_sets_are_played(players: int, matches: int, sets: int) -> None:
    found = contest("kontsina", players, matches, players=players)
    assert found.sets == sets
    assert len(list(found.units())) == sets * len(found.seatings)


def test_one_bot_is_no_contest() -> None:
    with pytest.raises(BadOptions, match="bots: two or more expected, not 1"):
        contest("ronda", 1)


@each_game
def test_all_matches_of_a_set_have_the_same_cards(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    packs: dict[int, list[tuple[int, list[int]]]] = {}
    begin = Match.begin

    def noted(self: Match) -> object:
        found = begin(self)
        packs.setdefault(id(self), []).append((self.deals[-1].dealer, self.deals[-1].pack))
        kept.append(self)
        return found

    kept: list[Match] = []
    monkeypatch.setattr(Match, "begin", noted)
    game = planned(load(name).of(), ["random", "greedy"], 2, 5)
    for number in range(2):
        for seating in range(2):
            play_unit(game, Unit(number, seating))
    first, second, third, fourth = packs.values()
    both = min(len(first), len(second))
    assert first[:both] == second[:both] and both
    assert third[0] == fourth[0] and third[0][1] != first[0][1]


def test_a_set_is_dealt_by_its_seed_and_number_alone() -> None:
    match = Match(load("kozel").of(), Rng(seeded(5, 0, "deal 1")))
    match.begin()
    other = Match(load("kozel").of(), Rng(seeded(5, 0, "deal 1")))
    other.begin()
    assert match.deals == other.deals
