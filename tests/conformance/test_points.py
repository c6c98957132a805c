"""Points add up: the breakdown, the account of the match, and what the rules say a whole deal is worth."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafenio.contract import Deal
from kafenio.game import Game, Options, Result, load
from support import Case, History, any_options, deals, each_case, each_game, many

seeds = st.integers(0, 2**31)


def account(history: History) -> tuple[Result, list[int], list[int]]:
    """The result of a deal, and the totals of the match before and after it."""
    result = history.record.result
    assert result is not None
    counted = next(e for e in history.events[-1] if e.kind == "counted")
    before = list(history.facts["scores"])  # type: ignore[arg-type]
    return result, before, list(counted.facts["totals"])


def adds_points(options: Options) -> bool:
    """Whether the totals of a match are the sums of the points of its deals."""
    return getattr(options, "match_format", "points") == "points" and not getattr(options, "money", False)


def lines_add_up(history: History) -> None:
    game, deal = history.game, history.states[-1]
    result, before, after = account(history)
    assert len(result.points) == len(after) == game.sides
    lines = [0] * game.sides
    for side, _, points in result.lines:
        lines[side] += points
    assert tuple(lines) == result.points
    assert all(line.points for line in result.lines)
    assert tuple(deal.gained()[: game.sides]) == tuple(broken_down(deal))
    if adds_points(game.options):
        assert [a - b for a, b in zip(after, before, strict=True)] == list(result.points)
    assert result.ended == deal.ended()
    for column in (result.counts or {}).values():
        assert len(column) == game.sides and all(n >= 0 for n in column)


def broken_down(deal: Deal) -> list[int]:
    sums = [0] * deal.sides
    for side, _, points in deal.points():
        sums[side] += points
    return sums


def rewards_are_fair(deal: Deal) -> None:
    rewards = deal.rewards()
    assert all(-1 <= reward <= 1 for reward in rewards)
    for seat in range(deal.seats):
        assert rewards[seat] == rewards[seat % deal.sides]


@each_case
def test_the_breakdown_adds_up_to_what_the_match_adds(case: Case) -> None:
    for seed in range(many(5, 2, 50)):
        for history in deals(case.game(), seed, 4, eager=seed % 2 == 1):
            lines_add_up(history)
            rewards_are_fair(history.states[-1])


@each_game
@given(data=st.data(), seed=seeds, eager=st.booleans())
def test_it_does_under_random_options(name: str, data: st.DataObject, seed: int, eager: bool) -> None:
    for history in deals(data.draw(any_options(name)), seed, 3, eager):
        lines_add_up(history)
        rewards_are_fair(history.states[-1])


# What a deal that is played out is worth in all.


def five_or_three(game: Game, result: Result) -> bool:
    """Kontsina R35, Konchinka R40: five points, three if the cards are divided."""
    assert result.counts is not None
    divided = result.counts["cards"][0] == 26
    return sum(result.points) == (3 if divided else 5) if game.sides == 2 else sum(result.points) <= 5


def all_cards_counted(game: Game, result: Result) -> bool:
    assert result.counts is not None
    return sum(result.counts["cards"]) == len(game.PACK)


def hundred_and_twenty(game: Game, result: Result) -> bool:
    """Kozel R43."""
    assert result.counts is not None
    return sum(result.counts["card_points"]) == 120


def penalties(game: Game, result: Result) -> bool:
    """Kozel R44-R47."""
    sums = {2: (0, 2), 3: (0, 4, 6), 4: (0, 2, 4, 6)}
    return sum(result.points) in sums[game.seats]


WHOLE: list[tuple[str, str, Callable[[Game, Result], bool]]] = [
    ("kontsina", "seed", five_or_three),
    ("kontsina", "seed", all_cards_counted),
    ("konchinka", "seed", five_or_three),
    ("konchinka", "seed", all_cards_counted),
    ("kozel", "seed", hundred_and_twenty),
    ("kozel", "no_shokha", hundred_and_twenty),
    ("kozel", "three_35", hundred_and_twenty),
    ("kozel", "money", hundred_and_twenty),
    ("kozel", "seed", penalties),
    ("ronda", "seed", all_cards_counted),
    ("ronda", "seed_extras", all_cards_counted),
]


@pytest.mark.parametrize(("name", "preset", "holds"), WHOLE)
def test_a_deal_played_out_is_worth_what_the_rules_say(
    name: str, preset: str, holds: Callable[[Game, Result], bool]
) -> None:
    looked = 0
    for players in (2, 3, 4, 5):
        case = Case(name, preset, players)
        if load(name).PRESETS[preset].get("players", players) != players or (players == 5) > (preset == "money"):
            continue
        for seed in range(many(40, 5, 400)):
            for history in deals(case.game(), seed, 1):
                result, *_ = account(history)
                if not result.ended:
                    assert holds(case.game(), result), result
                    looked += 1
    assert looked
