"""Kontsina: points of a deal, deals of a match, options."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from games.kontsina_cases import COUNTED
from in_words import sheet as sheet_of
from kafenio import bits
from kafenio.cards import FRENCH_52 as PACK
from kafenio.contract import Rng
from kafenio.errors import BadOptions, BadRecord
from kafenio.game import Result
from kafenio.games.kontsina import Kontsina
from kafenio.games.kontsina.deal import KontsinaDeal
from kafenio.games.kontsina.tally import KontsinaTally
from kafenio.match import Match


def counted(
    game: Kontsina, cards: Sequence[int], clubs: Sequence[int], two: int, ten: int, sweeps: Sequence[int]
) -> KontsinaDeal:
    """A finished deal with piles of so many cards and clubs."""
    deal = game.bare()
    assert isinstance(deal, KontsinaDeal)
    free = {"club": [n for n in range(0, 52, 4) if n != 4], "other": [n for n in range(52) if n % 4 and n != 37]}
    piles = []
    for side, (n, c) in enumerate(zip(cards, clubs, strict=True)):
        mine = [4] if side == two else []
        mine += [37] if side == ten else []
        mine += [free["club"].pop() for _ in range(c - (side == two))]
        mine += [free["other"].pop() for _ in range(n - len(mine))]
        piles.append(sum(bits.bit(n) for n in mine))
    deal.put_field("piles", piles)
    deal.put_field("sweeps", sweeps)
    deal.last_taker = 0 if sum(cards) else -1
    deal.turn = -1
    return deal


def tally(**options: object) -> KontsinaTally:
    game = Kontsina.of(None, **options)
    assert isinstance(game, Kontsina)
    return game.tally()


def enter(account: KontsinaTally, *deals: Sequence[int]) -> KontsinaTally:
    """Deals by their points; none after the end."""
    for dealer, points in enumerate(deals):
        assert not account.winners
        account.add(Result(tuple(points)), dealer % len(points))
    return account


@pytest.mark.parametrize(
    "name, options, cards, clubs, two, ten, sweeps, points, won", COUNTED, ids=[row[0] for row in COUNTED]
)
def test_worked_counts(
    name: str,
    options: dict[str, object],
    cards: list[int],
    clubs: list[int],
    two: int,
    ten: int,
    sweeps: list[int],
    points: list[int],
    won: tuple[int, ...],
) -> None:
    """R30-R37a: cards, clubs, good two, good ten, ties, who wins the deal."""
    game = Kontsina.of(None, **options)
    assert isinstance(game, Kontsina)
    deal = counted(game, cards, clubs, two, ten, sweeps)
    account = game.tally()
    result = account.judge(deal)
    assert list(result.points) == points and account.deal_winners(result.points) == won
    assert [sum(line.points for line in result.lines if line.side == s) for s in range(game.sides)] == points
    assert result.counts is not None and list(result.counts["cards"]) == cards and list(result.counts["clubs"]) == clubs


@pytest.mark.parametrize(
    "option, reason",
    [("points_cards", "cards"), ("points_clubs", "clubs"), ("points_2c", "good two"), ("points_td", "good ten")],
)
@pytest.mark.parametrize("points", [0, 3, 10])
def test_r3_r32a_a_category_is_worth_what_the_option_says(option: str, reason: str, points: int) -> None:
    """R3, R33, R34: captures are counted; a category worth 0 is off."""
    game = Kontsina.of(None, **{option: points})
    assert isinstance(game, Kontsina)
    found = {line.reason: line.points for line in counted(game, [30, 22], [8, 5], 0, 0, [0, 0]).points()}
    assert found.get(reason, 0) == points and len(found) == (4 if points else 3)


def test_r32a_a_category_that_is_off_takes_its_tie_option_with_it() -> None:
    game = Kontsina.of(None, points_cards=0, cards_tie="one_each")
    assert isinstance(game, Kontsina)
    assert counted(game, [26, 26], [8, 5], 0, 0, [0, 0]).gained() == [3, 0]


def test_r32a_half_of_the_pack_is_a_tie_only_with_the_other_half_on_one_side() -> None:
    game = Kontsina.of(None, players=3, majority_test="more_than_half", cards_tie="one_each", points_clubs=0)
    assert isinstance(game, Kontsina)
    assert counted(game, [26, 26, 0], [8, 5, 0], 0, 0, [0, 0, 0]).gained() == [3, 1, 0]
    assert counted(game, [26, 14, 12], [8, 3, 2], 0, 0, [0, 0, 0]).gained() == [2, 0, 0]


@pytest.mark.parametrize("tie, points", [("none", [0, 0]), ("one_each", [1, 1])])
def test_r31_divided_cards_score_for_nobody_unless_agreed(tie: str, points: list[int]) -> None:
    game = Kontsina.of(None, cards_tie=tie)
    assert isinstance(game, Kontsina)
    lines = counted(game, [26, 26], [8, 5], 0, 0, [0, 0]).points()
    assert [sum(line.points for line in lines if line.side == s and line.reason == "cards") for s in (0, 1)] == points


@pytest.mark.parametrize("tie, points", [("none", [0, 0, 0]), ("one_each", [1, 1, 0])])
def test_r32_level_clubs_score_for_nobody_unless_agreed(tie: str, points: list[int]) -> None:
    game = Kontsina.of(None, players=3, clubs_tie=tie)
    assert isinstance(game, Kontsina)
    lines = counted(game, [20, 18, 14], [5, 5, 3], 0, 0, [0, 0, 0]).points()
    assert [
        sum(line.points for line in lines if line.side == s and line.reason == "clubs") for s in (0, 1, 2)
    ] == points


def test_r35_what_was_noted_at_a_real_table_must_be_possible() -> None:
    assert tally().claim([3, 2], {}).points == (3, 2)
    assert tally().claim([5, 0], {}).points == (5, 0)
    assert tally().claim([2, 1], {}).points == (2, 1)
    for options, most in (
        ({"sweep_bonus": 1}, 31),
        ({"sweep_bonus": 2}, 57),
        ({"points_cards": 3, "points_clubs": 4, "points_2c": 5, "points_td": 6}, 18),
        ({"players": 4, "cards_tie": "one_each"}, 7),
        ({"players": 4, "clubs_tie": "one_each"}, 8),
        ({"players": 4, "cards_tie": "one_each", "points_cards": 0}, 3),
        ({"players": 4, "clubs_tie": "one_each", "points_clubs": 0}, 4),
    ):
        account = tally(**options)
        rest = [0] * (len(account.totals) - 1)
        assert account.claim([most, *rest], {}).points == (most, *rest)
        with pytest.raises(BadRecord, match=f"where a deal brings 0 to {most} in all"):
            account.claim([most + 1, *rest], {})
    for points in ([5, 1], [-1, 3]):
        with pytest.raises(BadRecord, match=f"points: {re.escape(str(points))}, where a deal brings 0 to 5 in all"):
            tally().claim(points, {})


def test_who_gives_a_deal_up_leaves_all_its_points_to_each_other_side() -> None:
    """R35: sweeps, which nobody can count on, are not among them."""
    assert tally().given_up(1).points == (5, 0)
    worth = {"points_cards": 3, "points_clubs": 4, "points_2c": 5, "points_td": 7, "sweep_bonus": 2}
    for side, points in ((0, (0, 19, 19)), (1, (19, 0, 19)), (2, (19, 19, 0))):
        assert tally(players=3, **worth).given_up(side).points == points


@pytest.mark.parametrize("alone", ["points_cards", "points_clubs", "points_2c", "points_td"])
def test_r32a_one_category_may_be_all_that_counts(alone: str) -> None:
    off = {"points_cards": 0, "points_clubs": 0, "points_2c": 0, "points_td": 0}
    assert tally(**{**off, alone: 1}).given_up(0).points == (0, 1)


def test_r35_a_deal_of_two_sides_is_worth_five_or_three() -> None:
    for seed in range(30):
        match = Match(Kontsina.of(None, deals=1), Rng(seed))
        match.begin()
        deal = match.deal
        assert isinstance(deal, KontsinaDeal)
        rng = Rng(seed)
        while deal.turn >= 0:
            deal.pick(deal.turn, rng.roll(deal.choices(deal.turn)))
        assert sum(deal.gained()) == (3 if bits.size(deal.piles[0]) == 26 else 5)


def test_km07_r38_the_deal_passes_whoever_won() -> None:
    match = Match(Kontsina.of(None, players=3, first_dealer="seat:2", deals=3), Rng(1))
    dealers = []
    while not match.over:
        match.begin()
        dealers.append(match.dealer)
        while match.deal:
            match.play(match.deal.turn, match.legal(match.deal.turn)[0])
    assert dealers[:3] == [2, 0, 1]


def test_km04_r39_r40_level_deals_ask_for_an_extra_one() -> None:
    account = enter(tally(deals=4), (3, 2), (2, 3), (1, 4), (4, 1))
    assert account.totals == [2, 2] and account.winners == ()
    assert enter(account, (2, 3)).winners == (1,) and account.totals == [2, 3]


def test_r39_the_default_is_two_deals_a_player() -> None:
    assert [Kontsina.of(None, players=n).options.plain()["deals"] for n in (2, 3, 4)] == [4, 6, 8]
    assert enter(tally(), (3, 2), (3, 2), (2, 3), (3, 2)).winners == (0,)
    assert enter(tally(deals=1), (2, 3)).winners == (1,)


def test_km05_r39_all_agreed_deals_are_played() -> None:
    account = enter(tally(deals=4), (3, 2), (4, 1), (3, 2))
    assert account.winners == () and enter(account, (2, 3)).winners == (0,)


def test_km08_r40a_a_match_may_stop_when_it_is_decided() -> None:
    account = enter(tally(deals=4, stop_when_decided=True), (3, 2), (4, 1))
    assert account.winners == ()
    assert enter(account, (3, 2)).winners == (0,)


def test_r40a_a_lead_that_can_still_be_caught_decides_nothing() -> None:
    account = enter(tally(deals=4, stop_when_decided=True), (3, 2), (2, 3), (3, 2))
    assert account.totals == [2, 1] and account.winners == ()


def test_r40a_a_lead_that_the_deals_left_cannot_make_up_decides() -> None:
    account = enter(tally(deals=5, stop_when_decided=True), (3, 2), (2, 3), (3, 2), (3, 2))
    assert account.totals == [3, 1] and account.winners == (0,)


def test_km06_a_draw_shares_the_match() -> None:
    deals = [(3, 1, 1), (3, 1, 1), (1, 3, 1), (1, 3, 1), (1, 1, 3), (2, 2, 1)]
    assert enter(tally(players=3, deals=6), *deals).winners == ()
    assert enter(tally(players=3, deals=6, match_tie="draw"), *deals).winners == (0, 1)


def test_r37_deal_tie_credits_nobody_or_all_who_are_level() -> None:
    assert enter(tally(players=3, deals=2), (2, 2, 1)).totals == [0, 0, 0]
    assert enter(tally(players=3, deals=2, deal_tie="all_tied"), (2, 2, 1)).totals == [1, 1, 0]
    assert enter(tally(deals=2, deal_tie="all_tied"), (0, 0)).totals == [1, 1]  # R29 too


def test_km01_r41_first_to_21_points() -> None:
    account = tally(match_format="points")
    account.totals = [19, 20]
    assert enter(account, (4, 1)).winners == (0,) and account.totals == [23, 21]


def test_km02_r42_level_at_the_target_another_deal_is_played() -> None:
    account = tally(match_format="points")
    account.totals = [18, 19]
    enter(account, (3, 2))
    assert account.totals == [21, 21] and account.winners == ()
    assert enter(account, (2, 3)).winners == (1,)


def test_km03_r41_nothing_ends_in_mid_deal() -> None:
    game = Kontsina.of("first_to_21")
    deal = game.deal(Rng(3).shuffled(range(52)), {"dealer": 1, "scores": [20, 3]})
    plays = 0
    while deal.turn >= 0:
        deal.pick(deal.turn, 0)
        plays += 1
    assert plays == 48 and deal.ended() == ""


@pytest.mark.parametrize("target, winners", [(5, (0,)), (6, ())])
def test_target_score_ends_the_match(target: int, winners: tuple[int, ...]) -> None:
    assert enter(tally(match_format="points", target_score=target), (3, 2), (2, 1)).winners == winners


WORKED = [
    ("29/7/–/–", "23/6/2c/Td", 3, 2),
    ("22/7/2c/–", "30/6/–/Td", 2, 3),
    ("20/5/–/Td", "32/8/2c/–", 1, 4),
    ("33/9/2c/–", "19/4/–/Td", 4, 1),
    ("24/6/2c/Td", "28/7/–/–", 2, 3),
    ("26/6/–/Td", "26/7/2c/–", 1, 2),
    ("31/6/2c/–", "21/7/–/Td", 3, 2),
    ("21/8/–/Td", "31/5/2c/–", 2, 3),
    ("36/8/–/Td", "16/5/2c/–", 4, 1),
]
TOTALS = [(3, 2), (5, 5), (6, 9), (10, 10), (12, 13), (13, 15), (16, 17), (18, 20), (22, 21)]


def worked_result(game: Kontsina, row: tuple[str, str, int, int]) -> Result:
    columns = [text.split("/") for text in row[:2]]
    cards, clubs = [int(c[0]) for c in columns], [int(c[1]) for c in columns]
    two = next(s for s in (0, 1) if columns[s][2] == "2c")
    ten = next(s for s in (0, 1) if columns[s][3] == "Td")
    return game.tally().judge(counted(game, cards, clubs, two, ten, [0, 0]))


@pytest.mark.parametrize("options, ends, winners", [({"deals": 4}, 5, (1,)), ({"match_format": "points"}, 9, (0,))])
def test_the_worked_score_sheet(options: dict[str, object], ends: int, winners: tuple[int, ...]) -> None:
    """Both formats are read off one sheet: B wins 3–2 after an extra deal, A wins 22–21."""
    game = Kontsina.of(None, **options)
    assert isinstance(game, Kontsina)
    account = game.tally()
    for number, row in enumerate(WORKED[:ends]):
        assert account.winners == ()
        account.add(worked_result(game, row), 1 - number % 2)
    assert account.winners == winners
    sheet = sheet_of(account, "AB")
    assert sheet.heads == (
        "deal",
        "dealer",
        "A",
        "B",
        "A points",
        "B points",
        "won by",
        "A total",
        "B total",
        "A deals",
        "B deals",
    )
    for number, (cells, row, total) in enumerate(zip(sheet.rows, WORKED, TOTALS, strict=False)):
        won = "A" if row[2] > row[3] else "B"
        assert cells[:9] == (
            str(number + 1),
            str(1 - number % 2),
            row[0],
            row[1],
            str(row[2]),
            str(row[3]),
            won,
            *map(str, total),
        )


def test_a_sheet_of_noted_points_leaves_the_counts_open() -> None:
    sheet = sheet_of(enter(tally(players=3, deals=2), (2, 2, 1)), "ABC")
    assert sheet.rows[0][2:5] == ("–", "–", "–") and sheet.rows[0][8] == "nobody"


def test_r36_the_winner_of_a_deal_has_the_most_points() -> None:
    assert tally(players=3).deal_winners((3, 1, 1)) == (0,)


@pytest.mark.parametrize("direction", ["counterclockwise", "clockwise"])
def test_r10_direction_is_only_the_picture(direction: str) -> None:
    deal = Kontsina.of(None, players=3, direction=direction).deal(list(range(52)), {"dealer": 0})
    assert deal.turn == 1


@pytest.mark.parametrize("alone", ["points_cards", "points_clubs", "points_2c", "points_td"])
def test_r35_one_thing_that_scores_is_enough(alone: str) -> None:
    nothing = dict.fromkeys(("points_cards", "points_clubs", "points_2c", "points_td"), 0)
    assert getattr(Kontsina.of(None, **{**nothing, alone: 1}).options, alone) == 1


def test_wrong_options_are_refused_in_one_line() -> None:
    with pytest.raises(BadOptions, match="option partnerships: four players needed, not 2"):
        Kontsina.of(None, partnerships=True)
    with pytest.raises(BadOptions, match="one of them must not be 0"):
        Kontsina.of(None, points_cards=0, points_clubs=0, points_2c=0, points_td=0)
    with pytest.raises(BadOptions, match="option first_dealer: 'seat:2' is not one of random, seat:0, seat:1"):
        Kontsina.of(None, first_dealer="seat:2")
    with pytest.raises(BadOptions, match="option players: 5 is not one of 2, 3, 4"):
        Kontsina.of(None, players=5)


def rewards(scores: list[int], deal_number: int, **options: object) -> list[float]:
    """After a deal that side 0 won 5 to 0."""
    game = Kontsina.of(None, **options)
    assert isinstance(game, Kontsina)
    deal = counted(game, [30, 22], [8, 5], 0, 0, [0, 0])
    assert deal.points_2c == 1 and PACK.shown(deal.piles[0] & PACK.cards("2c Td")) == "2c Td"
    assert deal.gained() == [5, 0]
    deal.put_field("scores", scores)
    deal.deal_number = deal_number
    return deal.rewards()


def test_reward_is_the_chance_of_the_match() -> None:
    first, last = rewards([0, 0], 1), rewards([1, 1], 4)
    assert 0.3 < first[0] < 0.9 < last[0] <= 1.0
    assert first[0] == pytest.approx(-first[1]) and last[0] == pytest.approx(-last[1])
    assert rewards([0, 2], 3)[0] < rewards([1, 1], 3)[0] < rewards([2, 0], 3)[0]
    level, ahead = rewards([0, 1], 4)[0], rewards([0, 0], 4)[0]
    assert level < ahead / 4  # a match that is level after its last deal is even


def test_reward_of_a_match_for_points() -> None:
    behind, even = rewards([0, 10], 3, match_format="points"), rewards([5, 10], 3, match_format="points")
    assert behind[0] < 0 < behind[1] and abs(even[0] - 0.1) < 1e-9
    assert rewards([16, 20], 5, match_format="points")[0] > 0.9  # 21 to 20 is won


def test_reward_stays_in_its_bounds_whatever_a_deal_is_worth() -> None:
    worth = {"points_cards": 10, "points_clubs": 10, "points_2c": 10, "points_td": 10}
    game = Kontsina.of(None, match_format="points", target_score=500, **worth)
    assert isinstance(game, Kontsina)
    deal = counted(game, [30, 22], [8, 5], 0, 0, [0, 0])
    deal.put_field("scores", [499, 0])
    assert deal.rewards()[0] == pytest.approx(1.0) and deal.rewards()[1] == pytest.approx(-1.0)
