"""Konchinka: the count, the record, finishing in mid-deal, the end of a match, what losers pay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from games.konchinka_cases import COUNTED, FINISHES, MATCHES
from games.konchinka_table import game, legal, place, run
from in_words import sheet as sheet_of
from kafenio import bits
from kafenio.cards import FRENCH_52 as PACK
from kafenio.contract import Deal, Point, Rng, perft
from kafenio.errors import BadRecord, IllegalPlay
from kafenio.game import Result
from kafenio.games.konchinka import Konchinka
from kafenio.games.konchinka.deal import KonchinkaDeal
from kafenio.games.konchinka.tally import KonchinkaTally
from kafenio.i18n.rules import rule
from kafenio.match import Match
from support import many

TWO, TEN = PACK.number("2c"), PACK.number("Td")


def counted(rules: Konchinka, cards: Sequence[int], clubs: Sequence[int], two: int, ten: int) -> KonchinkaDeal:
    """A finished deal with piles of so many cards and clubs; all aces lie in the last one."""
    deal = rules.bare()
    assert isinstance(deal, KonchinkaDeal)
    club = [*range(8, 52, 4), 0]
    plain = [n for n in range(4, 52) if n % 4 and n != TEN] + [1, 2, 3]
    piles = []
    for side, (n, c) in enumerate(zip(cards, clubs, strict=True)):
        mine = [TWO] * (side == two) + [TEN] * (side == ten)
        mine += [club.pop(0) for _ in range(c - (side == two))]
        mine += [plain.pop(0) for _ in range(n - len(mine))]
        piles.append(sum(bits.bit(m) for m in mine))
    deal.put_field("piles", piles)
    deal.finisher = deal.turn = -1
    return deal


def tally(preset: str | None = None, /, **options: object) -> KonchinkaTally:
    return game(preset, **options).tally()


def enter(account: KonchinkaTally, *deals: Sequence[int]) -> KonchinkaTally:
    """Deals by their points; none after the end."""
    for points in deals:
        assert not account.winners
        account.add(Result(tuple(points)), 0)
    return account


# The count.


@pytest.mark.parametrize("name, options, cards, clubs, two, ten, points", COUNTED, ids=[row[0] for row in COUNTED])
def test_worked_counts(
    name: str,
    options: dict[str, object],
    cards: list[int],
    clubs: list[int],
    two: int,
    ten: int,
    points: list[int],
) -> None:
    """R35-R40: cards, clubs, konchinki, ties."""
    rules = game(None, **options)
    result = rules.tally().judge(counted(rules, cards, clubs, two, ten))
    assert list(result.points) == points and result.ended == ""
    assert [sum(line.points for line in result.lines if line.side == s) for s in range(rules.sides)] == points
    assert result.counts is not None and list(result.counts["cards"]) == cards and list(result.counts["clubs"]) == clubs


def points_of(deal: Deal) -> list[tuple[int, str, int]]:
    return [(line.side, line.reason, line.points) for line in deal.points()]


@pytest.mark.parametrize(
    "option, value, reason",
    [
        ("points_cards", 3, "cards"),
        ("points_2c", 3, "two of clubs"),
        ("points_td", 3, "ten of diamonds"),
        ("points_clubs", 3, "clubs"),
        ("points_each_ace", 2, "aces"),
        ("sweep_bonus", 4, "sweeps"),
    ],
)
def test_r36_r39a_every_category_is_worth_what_was_agreed(option: str, value: int, reason: str) -> None:
    scored = {}
    for points in (0, value):
        deal = counted(game(None, **{option: points}), [30, 22], [7, 6], 0, 0)
        deal.put_field("sweeps", [1, 0])
        scored[points] = [(line.side, line.points) for line in deal.points() if line.reason == reason]
    aces = [(1, 8)] if reason == "aces" else [(0, value)]
    assert scored == {0: [], value: aces}


def test_r37_clubs_score_for_the_side_with_more_than_each_other() -> None:
    deal = counted(game(None, players=3), [20, 17, 15], [5, 4, 4], 2, 1)
    assert (0, "clubs", 1) in points_of(deal)


def test_r38_konchinki_left_on_the_table_count_for_the_last_taker() -> None:
    deal = place(["9h 2c", "Kd 8h"], "9c Td")
    run(deal, "9h x 9c", "lay Kd", "lay 2c", "lay 8h")
    assert points_of(deal)[1:3] == [(0, "two of clubs", 1), (0, "ten of diamonds", 1)]


@pytest.mark.parametrize("tie", ["none", "one_each"])
def test_r39_ties_score_for_nobody_or_one_each(tie: str) -> None:
    deal = counted(game(None, players=3, cards_tie=tie), [20, 20, 12], [5, 5, 3], 0, 1)
    level = [(0, "cards", 1), (1, "cards", 1)] if tie == "one_each" else []
    assert [line for line in points_of(deal) if line[1] in ("cards", "clubs")] == level
    deal = counted(game(None, players=3, clubs_tie=tie), [20, 20, 12], [5, 5, 3], 0, 1)
    level = [(0, "clubs", 1), (1, "clubs", 1)] if tie == "one_each" else []
    assert [line for line in points_of(deal) if line[1] in ("cards", "clubs")] == level


def test_r39a_a_category_of_0_points_has_no_tie_either() -> None:
    off = game(None, players=3, cards_tie="one_each", clubs_tie="one_each", points_cards=0, points_clubs=0)
    deal = counted(off, [20, 20, 12], [5, 5, 3], 0, 1)
    assert points_of(deal) == [(0, "two of clubs", 1), (1, "ten of diamonds", 1)]


def test_r40_two_sides_share_five_points_or_three() -> None:
    for seed in range(many(300, 12)):
        deal = game(None, early_finish="off").bare().dealt(Rng(seed))
        while deal.turn >= 0:
            deal.pick(deal.turn, seed % deal.choices(deal.turn))
        assert isinstance(deal, KonchinkaDeal)
        assert sum(deal.gained()) == (3 if bits.size(deal.piles[0]) == 26 else 5)


def test_the_breakdown_stands_in_the_order_of_the_count() -> None:
    """R43a: cards, 2c, Td, clubs, aces, sweeps, each for all its sides."""
    deal = counted(game(None, points_each_ace=1, sweep_bonus=1, cards_tie="one_each"), [26, 26], [6, 7], 1, 1)
    deal.put_field("sweeps", [1, 1])
    reasons = ["cards", "cards", "two of clubs", "ten of diamonds", "clubs", "aces", "sweeps", "sweeps"]
    assert [line.reason for line in deal.points()] == reasons


# Finishing in mid-deal.


@pytest.mark.parametrize(
    "name, options, records, piles, hands, table, plays, ended, points", FINISHES, ids=[row[0] for row in FINISHES]
)
def test_worked_finishes(
    name: str,
    options: dict[str, object],
    records: list[int],
    piles: list[str],
    hands: list[str],
    table: str,
    plays: list[str],
    ended: str,
    points: list[int],
) -> None:
    """R44, R45, R47, R47a, R47b."""
    deal = place(hands, table, piles, records, **options)
    run(deal, *plays)
    assert deal.ended() == ended and (deal.turn == -1) == bool(points)
    account = tally(None, **options)
    account.totals = list(records)
    result = account.judge(deal)
    assert not points or list(result.points) == points
    if ended:
        account.add(result, 0)
        assert account.winners == (0,)


def test_ce12_the_loser_pays_for_his_record() -> None:
    """9 pays 6; with the konchinki in his pile 10 pays 5. CE16: at 15 he pays nothing."""
    for others, record, pays in (("none", 9, 6), ("konchinki", 9, 5), ("konchinki", 14, 0)):
        account = tally(None, early_finish_others=others)
        account.totals = [14, record]
        lines = [Point(0, "finish", 1), *([Point(1, "two of clubs", 1)] if others == "konchinki" else [])]
        account.add(Result((1, len(lines) - 1), tuple(lines), "early_finish"), 0)
        assert account.winners == (0,) and account.settlement() == (pays, -pays)


def test_r44_r47_the_finish_ends_the_deal_for_everybody() -> None:
    deal = place(["Ts 3h", "Qd 4h"], "Td 7h", ["", ""], [14, 9])
    told = deal.play(0, deal.read(0, "Ts x Td"))
    assert [(e.kind, e.seat, dict(e.facts)) for e in told] == [("captured", 0, {}), ("finished", 0, {"side": 0})]
    assert deal.actors() == () and points_of(deal) == [(0, "finish", 1)]


def test_r44_off_every_deal_is_played_to_its_end() -> None:
    deal = place(["Ts 3h", "Qd 4h"], "Td 7h", ["", ""], [14, 9], early_finish="off")
    run(deal, "Ts x Td")
    assert deal.turn == 1
    claim = place(["Ts 3h", "Qd 4h"], "Td 7h", ["", ""], [14, 9], early_finish="claim")
    run(claim, "Ts x Td")
    assert claim.actors() == (1, 0)


@pytest.mark.parametrize(
    "record, options, pile, finishes",
    [
        (14, {}, "2c", True),
        (13, {}, "2c", False),
        (13, {}, "2c Td", True),
        (12, {}, "2c Td", False),
        (12, {"points_2c": 2, "points_td": 2}, "2c Td", False),  # three are lacking
        (13, {"points_2c": 2}, "2c", True),
        (14, {"points_2c": 0}, "2c", False),
        (13, {"points_td": 2}, "Td", True),
        (14, {"points_clubs": 0}, "3c 4c 5c 6c 7c 8c Tc", False),
        (13, {"points_clubs": 2}, "3c 4c 5c 6c 7c 8c Tc", True),
        (13, {"points_clubs": 2, "early_finish_test": "listed_only"}, "3c 4c 5c 6c 7c 8c Tc", False),
        (14, {"early_finish_test": "listed_only"}, "3c 4c 5c 6c 7c 8c Tc", True),
        (13, {"points_each_ace": 1}, "2c Ac Ad Ah As", False),
        (18, {"target_score": 20}, "2c Td", True),
        (14, {"target_score": 20}, "2c Td", False),
    ],
)
def test_r45_what_is_secured_must_cover_the_need(
    record: int, options: dict[str, object], pile: str, finishes: bool
) -> None:
    deal = place(["9h 3h", "Qd 4h"], "9d 7h", [pile, ""], [record, 0], **options)
    run(deal, "9h x 9d")
    assert (deal.ended() == "early_finish") == finishes


def test_r45_a_side_finishes_at_its_own_capture_only() -> None:
    deal = place(["9h 3h", "Qd 7s"], "9d 7h", ["", "2c"], [0, 14])
    run(deal, "9h x 9d")
    assert deal.turn == 1
    run(deal, "7s x 7h")
    assert deal.ended() == "early_finish" and deal.gained() == [0, 1]


def test_r46_seven_clubs_are_a_majority_whoever_has_the_others() -> None:
    for players, others in ((2, [6]), (3, [3, 3]), (3, [6, 0]), (4, [2, 2, 2]), (4, [6, 0, 0])):
        cards = [52 - 12 * (players - 1), *[12] * (players - 1)]
        deal = counted(game(None, players=players), cards, [7, *others], 0, 0)
        assert (0, "clubs", 1) in points_of(deal)
    assert (0, "clubs", 1) not in points_of(counted(game(), [26, 26], [6, 7], 0, 0))


def test_r47a_the_captor_may_finish_until_the_next_play() -> None:
    deal = place(["Ts 3h", "Qd 4h", "9d 8h"], "Td 7h", ["", "", ""], [14, 0, 0], early_finish="claim")
    run(deal, "Ts x Td")
    assert deal.actors() == (1, 0) and legal(deal, 0) == ["finish"] and "finish" not in legal(deal, 1)
    gone = deal.copy()
    run(gone, "lay 4h")
    assert gone.actors() == (2,) and legal(gone, 0) == []
    with pytest.raises(IllegalPlay, match="'finish' is not legal for seat 0; it is the turn of seat 2"):
        gone.read(0, "finish")
    told = deal.play(0, deal.read(0, "finish"))
    assert [(e.kind, e.seat, dict(e.facts)) for e in told] == [("finished", 0, {"side": 0})]
    assert deal.actors() == () and deal.gained() == [1, 0, 0]


def test_r47a_without_a_cover_nobody_may_finish() -> None:
    deal = place(["Ts 3h", "Qd 4h"], "Td 7h", ["", ""], [13, 0], early_finish="claim")
    run(deal, "Ts x Td")
    assert deal.actors() == (1,) and legal(deal, 0) == []


def test_r47a_each_partner_may_finish_at_his_own_turn() -> None:
    deal = place(
        ["Ts 3h", "Qd 4h", "9d 8h", "Kh Qs"],
        "Td 7c",
        ["", ""],
        [14, 0],
        partnerships=True,
        early_finish="claim",
    )
    run(deal, "Ts x Td")
    assert deal.actors() == (1, 0)  # the partner not out of turn
    run(deal, "lay Qd")
    assert deal.actors() == (2,) and legal(deal, 2)[0] == "finish"
    run(deal, "lay 8h", "Qs x Qd")
    assert legal(deal, 0)[0] == "finish"


def test_r47a_the_last_capture_of_a_side_finishes_by_itself() -> None:
    """CE15; not while a partner has a turn left."""
    hands = ["Ts", "Qd", "9d", "Kh"]
    deal = place(hands, "Td 7c", ["", ""], [14, 0], partnerships=True, early_finish="claim")
    run(deal, "Ts x Td", "lay Qd")
    assert legal(deal, 2) == ["finish", "lay 9d"]
    alone = place(hands, "Td 7c", ["", "", "", ""], [14, 0, 0, 0], early_finish="claim")
    run(alone, "Ts x Td")
    assert alone.ended() == "early_finish"
    stocked = place(["Ts", "Qd"], "Td 7c", ["", ""], [14, 0], 8, early_finish="claim")
    run(stocked, "Ts x Td")
    assert stocked.actors() == (1, 0)


def test_r47a_a_new_round_does_not_close_the_captors_chance() -> None:
    top = PACK.listed("Ts 9c 3h 4h 2s 5s 6h Td Kd 7c Ac Qh")
    rules = game(None, deal_packet=4, early_finish="claim", capture_obligation="optional")
    deal = rules.deal(top + [n for n in range(52) if n not in top], {"dealer": 1, "scores": [0, 14]})
    run(deal, "lay Ts", "lay 2s", "lay 9c", "lay 5s", "lay 3h", "lay 6h", "lay 4h", "Td x Ts")
    assert deal.left == 32 and deal.actors() == (0, 1) and legal(deal, 1) == ["finish"]
    run(deal, "lay Ad")
    assert deal.actors() == (1,) and legal(deal, 1)[0] == "finish"


def test_r47a_a_match_writes_a_finish_out_of_turn() -> None:
    match = Match(game(None, early_finish="claim", target_score=1, first_dealer="seat:1"))
    top = PACK.listed("Ts 9c 3h 4h 2s 5s 6h 8c Td Kc 7d Qh")
    match.begin(top + [n for n in range(52) if n not in top])
    match.play(0, "Ts x Td")
    assert match.actors() == (1, 0) and match.legal(0) == ["finish"]
    told = match.play(0, "finish")
    assert [e.kind for e in told] == ["finished", "counted", "match_over"]
    assert match.deals[0].plays == [(0, "Ts x Td"), (0, "finish")] and match.tally.winners == (0,)


def test_r47a_counting_lines_of_play_counts_the_word_out_of_turn() -> None:
    deal = place(["Ts 3h", "Qd 4h"], "Td 7h", ["", ""], [14, 9], early_finish="claim")
    assert perft(deal, 1) == 1 and perft(deal, 2) == 3  # lay Qd, lay 4h, or finish


def test_ce14_positions_ask_for_the_finish() -> None:
    """Right after the capture, at the next turn of the captor, and never without early_finish=claim."""
    fields: dict[str, object] = {
        "hand": "3h",
        "table": "7h",
        "piles": ["Ts Td", ""],
        "scores": [14, 0],
        "plays": ["0 Ts x Td"],
        "options": {"early_finish": "claim"},
    }
    rules = game()
    assert legal(rules.position(fields)) == ["finish"]
    assert legal(rules.position({**fields, "scores": [13, 0]})) == []
    later = {**fields, "table": "7h Kd", "plays": ["0 Ts x Td", "1 lay Kd"]}
    assert legal(rules.position(later)) == ["finish", "lay 3h"]
    assert legal(rules.position({**later, "plays": []})) == ["finish", "lay 3h"]
    assert legal(rules.position({**later, "options": {}})) == ["lay 3h"]
    assert legal(rules.position({**fields, "seat": 1, "piles": ["Ts Td", ""]}), 1) == ["lay 3h"]


# The record and the match.


def test_r41_cm08_entries_are_struck_through_and_nothing_is_written_for_nothing() -> None:
    """The worked match of section 5: 16-9, B pays 6."""
    account = tally()
    games = [
        ([24, 28], [6, 7], 0, 0),
        ([30, 22], [8, 5], 0, 1),
        ([31, 21], [6, 7], 0, 0),
        ([23, 29], [7, 6], 1, 0),
        ([33, 19], [9, 4], 1, 0),
    ]
    for number, (cards, clubs, two, ten) in enumerate(games):
        account.add(account.judge(counted(game(), cards, clubs, two, ten)), number % 2)
    assert account.records == [[2, 6, 10, 12, 16], [3, 4, 5, 8, 9]]
    sheet = sheet_of(account, "AB")
    assert sheet.heads == ("deal", "dealer", "A", "B", "A points", "B points", "A record", "B record")
    assert sheet.rows[0] == ("1", "0", "24/6/2c/Td", "28/7/–/–", "2", "3", "2", "3")
    assert sheet.rows[1][6:] == ("~~2~~ 6", "~~3~~ 4")
    assert sheet.rows[4][6:] == ("~~2~~ ~~6~~ ~~10~~ ~~12~~ 16", "~~3~~ ~~4~~ ~~5~~ ~~8~~ 9")
    assert account.winners == (0,) and account.settlement() == (6, -6)
    nothing = enter(tally(), (0, 6), (0, 0))
    assert nothing.records == [[], [6]] and sheet_of(nothing, "AB").rows[1][2:] == ("–", "–", "0", "0", "–", "6")


def test_r39a_aces_and_sweeps_stand_on_the_sheet_where_they_score() -> None:
    rules = game("house_app")
    account = rules.tally()
    account.add(account.judge(counted(rules, [24, 28], [6, 7], 0, 0)), 0)
    assert sheet_of(account, "AB").rows[0][2:4] == ("24/6/2c/Td/0 aces/0 sweeps", "28/7/–/–/4 aces/0 sweeps")
    noted = tally()
    noted.add(noted.claim([2, 3], {"cards": (24, 28)}), 0)
    assert sheet_of(noted, "AB").rows[0][2:4] == ("24/–/–/–", "28/–/–/–")


def test_r42_the_first_record_that_reaches_the_target_wins() -> None:
    assert enter(tally(), (5, 0), (5, 0), (4, 1)).winners == ()
    assert enter(tally(), (5, 0), (5, 0), (5, 0)).winners == (0,)
    assert enter(tally(None, target_score=3), (2, 1), (1, 1)).winners == (0,)


@pytest.mark.parametrize(
    "name, options, before, lines, totals, winners, settlement", MATCHES, ids=[row[0] for row in MATCHES]
)
def test_worked_ends_of_matches(
    name: str,
    options: dict[str, object],
    before: list[int],
    lines: list[tuple[int, str, int]],
    totals: list[int],
    winners: tuple[int, ...],
    settlement: tuple[int, ...] | None,
) -> None:
    """R42-R43a, R48, R49."""
    account = tally(None, **options)
    account.totals = list(before)
    points = [sum(p for s, _, p in lines if s == side) for side in range(len(before))]
    account.add(Result(tuple(points), tuple(Point(*line) for line in lines)), 0)
    assert (account.totals, account.winners, account.settlement()) == (totals, winners, settlement)


def test_r43_a_shared_total_asks_for_another_deal_without_early_finish() -> None:
    account = enter(tally(), (13, 12), (2, 3))
    assert account.winners == () and account.settlement() is None
    third = place(["Ts 3h", "Qd 4h", "9d 8h"], "Td 7h", ["", "", ""], [14, 15, 15])
    run(third, "Ts x Td")
    assert third.turn == 1  # 14 would win by the ten of diamonds, but not in an extra deal
    enter(account, (2, 2))
    assert enter(account, (3, 1)).winners == (0,)


def test_r43a_an_extra_deal_is_won_by_the_highest() -> None:
    account = tally(None, target_tie="count_order")
    account.totals = [15, 15]
    account.add(Result((2, 3), (Point(0, "cards", 2), Point(1, "two of clubs", 1), Point(1, "clubs", 2))), 0)
    assert account.winners == (1,)


def test_r43a_the_order_must_be_known_where_it_decides() -> None:
    account = tally(None, target_tie="count_order")
    account.totals = [14, 14]
    with pytest.raises(BadRecord, match="target_tie=count_order"):
        account.add(account.claim([2, 3], {}), 0)
    assert enter(tally(None, target_tie="count_order"), (14, 12), (1, 2)).winners == (0,)


def test_r43a_an_item_may_carry_a_side_beyond_the_target() -> None:
    account = tally(None, target_tie="count_order")
    account.totals = [14, 14]
    account.add(Result((2, 3), (Point(0, "cards", 2), Point(1, "two of clubs", 1), Point(1, "clubs", 2))), 0)
    assert account.winners == (0,) and account.totals == [16, 17]


def test_who_gives_a_deal_up_leaves_all_its_points_to_each_other_side() -> None:
    """R40: sweeps, which nobody can count on, are not among them."""
    assert tally().given_up(1).points == (5, 0)
    worth = {"points_cards": 3, "points_clubs": 4, "points_2c": 5, "points_td": 7, "points_each_ace": 4}
    for side, points in ((0, (0, 35, 35)), (1, (35, 0, 35)), (2, (35, 35, 0))):
        assert tally(None, players=3, sweep_bonus=2, **worth).given_up(side).points == points


@pytest.mark.parametrize("alone", ["points_cards", "points_clubs", "points_2c", "points_td"])
def test_r39a_one_category_may_be_all_that_counts(alone: str) -> None:
    off = {"points_cards": 0, "points_clubs": 0, "points_2c": 0, "points_td": 0}
    assert tally(None, **{**off, alone: 1}).given_up(0).points == (0, 1)


def test_r40_r47_what_was_noted_at_a_real_table_must_be_possible() -> None:
    assert tally().claim([3, 2], {}).points == (3, 2)
    assert tally(None, sweep_bonus=1).claim([5, 2], {}).points == (5, 2)
    assert tally().claim([5, 0], {}).points == (5, 0)
    assert tally().claim([2, 1], {}).points == (2, 1)
    for options, most in (
        ({"sweep_bonus": 1}, 31),
        ({"sweep_bonus": 2}, 57),
        ({"points_each_ace": 2}, 13),
        ({"points_cards": 3, "points_clubs": 4, "points_2c": 5, "points_td": 6, "points_each_ace": 1}, 22),
        ({"players": 4, "cards_tie": "one_each"}, 7),
        ({"players": 4, "clubs_tie": "one_each"}, 8),
        ({"players": 4, "cards_tie": "one_each", "points_cards": 0}, 3),
        ({"players": 4, "clubs_tie": "one_each", "points_clubs": 0}, 4),
    ):
        account = tally(None, **options)
        rest = [0] * (len(account.totals) - 1)
        assert account.claim([most, *rest], {}).points == (most, *rest)
        with pytest.raises(BadRecord, match=f"where a deal brings 0 to {most} in all"):
            account.claim([most + 1, *rest], {})
    for points in ([4, 2], [-1, 3]):
        with pytest.raises(BadRecord, match=f"points: {re.escape(str(points))}, where a deal brings 0 to 5 in all"):
            tally().claim(points, {})


@pytest.mark.parametrize(
    "options, before, points, reason",
    [
        ({}, (14, 13), [0, 1], "no side that lacked 1 or 2 points has reached 15"),
        ({}, (11, 13), [4, 0], "no side that lacked 1 or 2 points has reached 15"),
        ({}, (15, 15, 13), [0, 0, 2], "no side that lacked 1 or 2 points has reached 15"),  # in an extra deal (R43)
        ({}, (14, 13), [1, 1], r"others have points: \[1, 1\]"),
        ({"early_finish": "off"}, (14, 13), [1, 0], "early_finish=off"),
        ({"early_finish_others": "konchinki"}, (14, 14), [1, 1], "it must be known which of sides 0 and 1"),
    ],
)
def test_r44_r47_a_finish_noted_at_a_real_table_must_be_possible(
    options: dict[str, object], before: tuple[int, ...], points: list[int], reason: str
) -> None:
    account = enter(tally(None, players=len(before), **options), before)
    with pytest.raises(BadRecord, match=reason):
        account.add(replace(account.claim(points, {}), ended="early_finish"), 0)


def test_r47b_who_has_finished_wins_though_another_record_is_higher() -> None:
    alone = enter(tally(), (14, 13))
    alone.add(replace(alone.claim([1, 0], {}), ended="early_finish"), 0)
    assert alone.winners == (0,) and alone.totals == [15, 13]
    account = enter(tally(None, points_td=5, early_finish_others="konchinki"), (14, 11))
    account.add(replace(account.claim([1, 5], {}), ended="early_finish"), 0)
    assert account.winners == (0,) and account.totals == [15, 16] and account.settlement() == (0, 0)


# Settlement.


def test_r48_losers_pay_what_they_lack_times_the_price() -> None:
    assert enter(tally(None, point_value=Decimal("0.50")), (14, 9), (3, 0)).settlement() == (3, -3)
    assert enter(tally(None, settlement="none"), (14, 9), (3, 0)).settlement() is None
    assert enter(tally(None, target_score=11), (14, 9)).settlement() == (2, -2)
    assert enter(tally(), (14, 9)).settlement() is None


def test_r49_the_winner_takes_the_pot_and_a_pair_shares_it() -> None:
    """CM05: 20 taken, 5 of them his own."""
    four = enter(tally("pot_game", players=4, stake=5), (0, 15, 3, 4))
    assert four.settlement() == (-5, 15, -5, -5)
    pair = enter(tally("pot_game", players=4, partnerships=True, stake=5), (15, 3))
    assert pair.settlement() == (5, -5, 5, -5)
    assert enter(tally("pot_game"), (15, 3)).settlement() == (1, -1)
    halves = enter(tally("pot_game", players=3, stake="0.50"), (15, 3, 3))
    assert halves.settlement() == (1, Decimal("-0.50"), Decimal("-0.50"))


def test_r56_partners_have_one_pile_one_record_and_finish_together() -> None:
    rules = game("two_pairs")
    assert (rules.seats, rules.sides, [rules.side(s) for s in range(4)]) == (4, 2, [0, 1, 0, 1])
    deal = place(["Ts 3h", "Qd 4h", "7s 8h", "9d 8c"], "Td 7h", ["", ""], [13, 0], partnerships=True)
    run(deal, "Ts x Td", "lay Qd", "7s x 7h")
    assert PACK.shown(deal.piles[0]) == "7h 7s Td Ts" and deal.turn == 3 and deal.gained() == [3, 0, 3, 0]


@pytest.mark.parametrize("winner, paid", [(0, (6, -6, 6, -6)), (1, (-6, 6, -6, 6))])
def test_r56_each_loser_pays_the_winner_at_his_left(winner: int, paid: tuple[int, ...]) -> None:
    account = tally("two_pairs")
    points = [9, 9]
    points[winner] = 15
    account.add(Result(tuple(points)), 0)
    assert account.settlement() == paid
    for direction, side in (("clockwise", "left"), ("counterclockwise", "right")):
        options = game("two_pairs", direction=direction).options
        words = rule("konchinka", {name: getattr(options, name) for name in options.plain()}, "R56")
        assert words.endswith(f"A loser pays the winner at the {side}, who plays next.")
