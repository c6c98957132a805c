"""Kozel: dealers, penalties, elimination, short sessions, money, the score-sheet."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

import in_words
from games.kozel_cases import MATCHES, PENALTIES
from games.kozel_tables import dealt, enter, kozel, legal, say, tally
from in_words import sheet as sheet_of
from kafenio import bits
from kafenio.cards import FRENCH_36 as PACK
from kafenio.contract import Rng
from kafenio.errors import BadOptions, BadRecord
from kafenio.game import Result
from kafenio.games.kozel import Kozel
from kafenio.games.kozel.deal import KozelDeal, penalty
from kafenio.match import Cut, Match
from support import many


def counted(card_points: Sequence[int], tricks: Sequence[int], **options: object) -> KozelDeal:
    """A finished deal with piles worth so many card points."""
    deal = kozel(**options).bare()
    assert isinstance(deal, KozelDeal)
    deal.put_field("piles", piles(card_points))
    deal.put_field("tricks", tricks)
    deal.present = bits.run(deal.seats, 0)
    deal.pot = deal.stake * deal.seats if deal.money else 0
    deal.penalty_factor = 1
    deal.turn = -1
    return deal


def piles(card_points: Sequence[int]) -> list[int]:
    """The pack shared out so that each pile is worth what is asked: dear cards first, with a step back where it must."""
    worth = [(n, p) for rank, p in zip("ATKQJ", (11, 10, 4, 3, 2), strict=True) for n in ranks(rank)]

    def share(left: Sequence[tuple[int, int]], rest: Sequence[int]) -> list[int] | None:
        if not left:
            return [0] * len(rest) if not any(rest) else None
        (number, points), *others = left
        for side in range(len(rest)):
            if rest[side] >= points and rest[side] not in rest[:side]:
                found = share(others, [r - points * (s == side) for s, r in enumerate(rest)])
                if found:
                    found[side] |= bits.bit(number)
                    return found
        return None

    found = share(worth, card_points)
    assert found is not None
    return found


def ranks(rank: str) -> list[int]:
    return PACK.listed(" ".join(rank + suit for suit in "cdhs"))


def play_match(game: Kozel, seed: int, most: int = 1000) -> Match:
    """A match with random plays."""
    match, rng = Match(game, Rng(seed)), random.Random(seed)
    while not match.over and len(match.deals) < most:
        match.begin()
        while match.deal:
            seat = next(s for s in match.actors() if match.legal(s))
            match.play(seat, rng.choice(match.legal(seat)))
    return match


# Players and dealers.


def test_r1_two_and_three_play_alone_four_in_teams() -> None:
    assert [(kozel(players=n).sides, kozel(players=n).options.plain()["partnerships"]) for n in (2, 3, 4)] == [
        *((2, False), (3, False), (2, True))
    ]
    assert kozel(players=4).members(0) == [0, 2] and kozel(players=4).members(1) == [1, 3]
    assert kozel(players=4, money=True).sides == 4 and kozel(players=5, money=True).sides == 5
    assert kozel(players=4, partnerships=True) and kozel(players=4, money=True, partnerships=False)


@pytest.mark.parametrize(
    "options, reason",
    [
        ({"players": 5}, "option players: 5 play only with money"),
        ({"players": 6}, "option players: 6 is not one of 2, 3, 4, 5"),
        ({"players": 4, "partnerships": False}, "option partnerships: it is true with these players"),
        ({"players": 2, "partnerships": True}, "option partnerships: it is false with these players"),
        ({"players": 4, "money": True, "partnerships": True}, "option partnerships: it is false with these players"),
        ({"remove_6c": True}, "option remove_6c: 3 or 5 players needed, not 2"),
        ({"players": 4, "remove_6c": True}, "option remove_6c: 3 or 5 players needed, not 4"),
        ({"lead_sizes": [2, 3]}, "option lead_sizes: 1 must be in it"),
        ({"lead_sizes": []}, "option lead_sizes: 1 must be in it"),
        ({"money": True, "stake": 3, "purse": 2}, "option purse: 2 does not pay a stake of 3"),
        ({"saved_at": 30}, "option saved_at: 30 is not one of 31, 32"),
        ({"penalty_limit": 5}, "option penalty_limit: 5 is not a whole number from 6 to 24"),
        ({"deals": 51}, "option deals: 51 is not a whole number from 0 to 50"),
        ({"first_dealer": "seat:2"}, "option first_dealer: 'seat:2' is not one of cut_lowest, random, seat:0, seat:1"),
    ],
    ids=str,
)
def test_options_that_cannot_be_are_refused(options: dict[str, object], reason: str) -> None:
    with pytest.raises(BadOptions) as refused:
        kozel(**options)
    assert str(refused.value) == reason


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_options_written_out_make_the_same_game(players: int) -> None:
    game = kozel(players=players, money=players > 3, special_leads=["moscow"], lead_sizes=[1, 3])
    assert Kozel.of(None, **game.options.differing()).options == game.options


def test_r6_the_lowest_card_cut_deals_and_the_tied_cut_again() -> None:
    """K56."""
    cut = [Cut(s, PACK.number(c)) for s, c in enumerate(["Kd", "7h", "7c", "Ts"])]
    again = [Cut(1, PACK.number("9s")), Cut(2, PACK.number("Jd"))]
    match = Match(kozel(players=4))
    match.read_cuts([*cut, *again])
    assert match.dealer == 1
    with pytest.raises(BadRecord, match="dealer_draw: a card each of seats 1, 2 expected"):
        Match(kozel(players=4)).read_cuts(cut)


def test_r6_the_6s_is_a_plain_six_and_a_king_is_lower_than_a_ten() -> None:
    keys = [kozel().cut_key(PACK.number(name)) for name in ("6s", "6c", "7d", "9h", "Jc", "Qd", "Kh", "Tc", "As")]
    assert keys == [0, 0, 1, 3, 4, 5, 6, 7, 8]


def test_r6_first_dealer_is_cut_drawn_or_named() -> None:
    cut = Match(kozel(players=3), Rng(3))
    kinds = [e.kind for e in cut.find_dealer()]
    assert kinds[:3] == ["cut"] * 3 and kinds[-1] == "first_dealer" and len(cut.cuts) >= 3
    drawn = {Match(kozel(players=3, first_dealer="random"), Rng(seed)) for seed in range(12)}
    for match in drawn:
        assert [e.facts["how"] for e in match.find_dealer()] == ["random"] and not match.cuts
    assert {match.dealer for match in drawn} == {0, 1, 2}
    for seat in range(3):
        named = Match(kozel(players=3, first_dealer=f"seat:{seat}"))
        named.find_dealer()
        assert named.dealer == seat


def test_r6_the_6c_is_not_cut_where_it_is_removed() -> None:
    game = kozel(players=3, remove_6c=True)
    for seed in range(60):
        match = Match(game, Rng(seed))
        match.find_dealer()
        assert PACK.number("6c") not in [c.card for c in match.cuts]


def test_r7_the_next_player_still_in_the_match_deals() -> None:
    match = Match(kozel(players=3, first_dealer="seat:0"))
    dealers = []
    for points in [(0, 2, 4), (0, 2, 4), (0, 2, 4), (0, 2, 0), (0, 2, 0)]:
        match.find_dealer()
        dealers.append(match.dealer)
        match.enter(Result(points), match.dealer)
    assert dealers == [0, 1, 2, 0, 1]  # seat 2 is out after the third
    assert match.dealer == 0


# What a deal costs.


@pytest.mark.parametrize("name, options, card_points, tricks, penalties", PENALTIES, ids=[row[0] for row in PENALTIES])
def test_worked_penalties(
    name: str,
    options: dict[str, object],
    card_points: tuple[int, ...],
    tricks: tuple[int, ...],
    penalties: tuple[int, ...],
) -> None:
    """R44, R45, R46, R47, R47a, R48."""
    deal = counted(card_points, tricks, **options)
    account = tally(**options)
    result = account.judge(deal)
    assert result.points == penalties and result.ended == ""
    assert result.counts == {"card_points": card_points, "tricks": tricks}
    assert [(line.side, line.points) for line in result.lines] == [(s, p) for s, p in enumerate(penalties) if p]
    assert account.claim(penalties, {"card_points": card_points, "tricks": tricks}).points == penalties
    with pytest.raises(BadRecord, match="expected for"):
        account.claim([p + 2 for p in penalties], {"card_points": card_points, "tricks": tricks})


def test_r5_the_side_with_the_fewest_card_points_is_punished() -> None:
    for players in (2, 3, 4):
        match = play_match(kozel(players=players), 5, most=2)
        for played in match.deals:
            assert played.result is not None and played.result.counts is not None
            points = played.result.counts["card_points"]
            assert played.result.points[points.index(min(points))] == max(played.result.points)


def test_r44_the_loser_of_two_pays_two_or_by_his_points() -> None:
    assert [penalty(p, p == 0, 1, 0, False, 32, False) for p in (59, 31, 0)] == [2, 2, 2]
    assert [penalty(p, p == 0, 1, 0, True, 32, False) for p in (59, 32, 31, 0)] == [2, 2, 4, 6]


def test_r46_saved_at_is_the_least_that_costs_two() -> None:
    for players in ({"players": 4}, {"scale_2p": "thresholds"}):
        assert tally(**players).penalties((89, 31), [False] * 2) == (0, 4)
        assert tally(**players, saved_at=31).penalties((89, 31), [False] * 2) == (0, 2)
    assert tally(saved_at=31).penalties((89, 31), [False] * 2) == (0, 2)  # flat


def test_r48_a_tie_of_two_left_of_three() -> None:
    account = tally(players=3, tie_rule="both_pay_2")
    account.totals, account.playing = [4, 12, 6], [0, 2]
    assert account.penalties((60, 0, 60), [False, True, False]) == (2, 0, 2)


def test_r48a_penalties_are_multiplied_after_deals_in_which_nobody_paid() -> None:
    """K62."""
    account = tally(tie_rule="double_next", deals=10)
    found = []
    for card_points in [(60, 60), (60, 60), (70, 50), (80, 40)]:
        assert account.facts()["penalty_factor"] == account.factor
        result = account.judge(counted(card_points, (5, 5), tie_rule="double_next"))
        found.append(result.points)
        account.add(result, 0)
    assert found == [(0, 0), (0, 0), (0, 6), (0, 2)]
    plain = enter(tally(), (0, 0))
    assert plain.factor == 1


def test_r48a_a_deal_of_three_in_which_somebody_pays_breaks_the_row() -> None:
    account = enter(tally(players=3, tie_rule="double_next"), (0, 0, 0), (0, 0, 0))
    assert account.factor == 3 and account.penalties((60, 40, 20), [False] * 3) == (0, 6, 12)
    assert account.penalties((45, 45, 30), [False] * 3) == (0, 0, 12)
    assert enter(account, (0, 0, 4)).factor == 1


@pytest.mark.parametrize("name, options, before, deals, after, out, winners", MATCHES, ids=[row[0] for row in MATCHES])
def test_worked_matches(
    name: str,
    options: dict[str, object],
    before: list[int],
    deals: list[tuple[int, ...]],
    after: list[int],
    out: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    """R49, R50, R51, R52, R53."""
    account = tally(**options)
    account.totals = list(before)
    for card_points in deals:
        account.add(account.judge(counted(card_points, [3] * len(before), **options)), 0)
    assert account.totals == after and account.winners == winners
    assert tuple(s for s in range(len(after)) if s not in account.playing) == out


# Elimination and the end.


def test_r49_penalties_add_up_and_partners_share_a_score() -> None:
    assert enter(tally(players=4), (0, 2), (4, 0), (0, 6)).totals == [4, 8]
    assert enter(tally(players=3), (0, 2, 4), (4, 0, 2)).totals == [4, 2, 6]


@pytest.mark.parametrize("limit", [6, 12, 24])
def test_r50_a_side_with_the_limit_is_out(limit: int) -> None:
    account = tally(penalty_limit=limit)
    for _ in range(limit // 2 - 1):
        enter(account, (0, 2))
    assert account.winners == () and enter(account, (0, 2)).winners == (0,)


def test_r51_the_other_two_of_three_play_on_with_their_scores() -> None:
    account = enter(tally(players=3), (0, 2, 4), (4, 0, 2), (2, 0, 2), (2, 0, 4))  # section 5
    assert account.totals == [8, 2, 12] and account.still_in() == (0, 1) and account.facts()["present"] == 0b011
    assert account.penalties((66, 54, 0), [False, False, True]) == (0, 2, 0)
    enter(account, (0, 2, 0), (2, 0, 0), (2, 0, 0))
    assert account.totals == [12, 4, 12] and account.winners == (1,)


def test_r51_two_left_pay_by_the_scale_of_two() -> None:
    account = tally(players=3, scale_2p="thresholds")
    account.totals, account.playing = [4, 12, 6], [0, 2]
    assert account.penalties((92, 0, 28), [False, True, False]) == (0, 0, 4)
    deal = counted((92, 0, 28), (6, 0, 4), players=3, scale_2p="thresholds")
    deal.present = 0b101
    assert account.judge(deal).points == (0, 0, 4)


def test_r51_r12_the_6c_is_back_for_two() -> None:
    """K64."""
    account = enter(tally(players=3, remove_6c=True), (0, 2, 4), (0, 2, 4), (0, 2, 4))
    game = kozel(players=3, remove_6c=True)
    assert len(game.pack(tally(players=3, remove_6c=True).facts())) == 35
    facts = {**account.facts(), "dealer": 0, "deal_number": 4}
    assert len(game.pack(facts)) == 36
    deal = game.deal(game.pack(facts), facts)
    assert isinstance(deal, KozelDeal) and deal.left + 1 == 28 and deal.hands[2] == 0


def test_r51_a_whole_match_of_three_goes_on_as_two() -> None:
    for seed in range(many(10, 2)):
        match = play_match(kozel(players=3, remove_6c=True), seed)
        sizes = [len(played.pack) for played in match.deals]
        assert sizes[0] == 35 and set(sizes) <= {35, 36} and sizes == sorted(sizes)
        (winner,) = match.tally.winners
        assert match.tally.totals[winner] < 12 and sum(t >= 12 for t in match.tally.totals) == 2


def test_r52_the_first_out_may_end_the_match() -> None:
    ends = enter(tally(players=3, elimination="first_out_ends", penalty_limit=6), (0, 2, 4), (0, 2, 4))
    assert ends.winners == (0,)
    goes_on = enter(tally(players=3, penalty_limit=6), (0, 2, 4), (0, 2, 4))
    assert goes_on.winners == () and goes_on.playing == [0, 1]
    both = enter(tally(elimination="first_out_ends", tie_rule="both_pay_2", penalty_limit=6), *[(2, 2)] * 3)
    assert both.winners == (0, 1)


def test_r53_when_nobody_is_below_the_limit_the_lowest_play_on() -> None:
    account = tally(players=3, tie_rule="both_pay_2")
    account.totals = [10, 10, 10]
    enter(account, (2, 2, 2))
    assert account.playing == [0, 1, 2] and account.winners == ()
    enter(account, (2, 2, 4))
    assert account.playing == [0, 1] and account.totals == [14, 14, 16]
    enter(account, (2, 2, 0))
    assert account.winners == () and account.playing == [0, 1]
    assert enter(account, (0, 2, 0)).winners == (0,)


def test_r53_who_was_out_before_does_not_come_back() -> None:
    account = tally(players=3, tie_rule="both_pay_2")
    account.totals, account.playing = [10, 10, 12], [0, 1]
    assert enter(account, (2, 2, 0)).playing == [0, 1] and account.winners == ()


@pytest.mark.parametrize("deals", [1, 2, 3])
def test_r54_a_short_session_knows_no_elimination(deals: int) -> None:
    account = tally(deals=deals, penalty_limit=6)
    for _ in range(deals - 1):
        assert enter(account, (0, 6)).winners == ()
    assert enter(account, (0, 6)).winners == (0,) and account.totals == [0, 6 * deals]
    assert enter(tally(deals=1), (0, 0)).winners == (0, 1)
    last = tally(players=3, deals=1, elimination="first_out_ends")
    assert enter(last, (4, 2, 2)).winners == (1, 2)


# Money.


def money(**options: object) -> dict[str, object]:
    return {"money": True, "players": 3, **options}


def test_r56_everyone_puts_a_stake_into_the_pot() -> None:
    account = tally(**money(stake=3, purse=10))
    assert account.totals == [10, 10, 10] and account.facts()["pot"] == 9
    enter(account, (9, 0, 0))
    assert account.totals == [16, 7, 7] and account.settlement() == (6, -3, -3)
    assert tally(players=2).settlement() is None and tally(players=2).facts()["pot"] == 0
    assert account.still_in() == (0, 1, 2)  # nobody is out
    assert tally(**money()).totals == [20, 20, 20]


def test_r57_a_bura_takes_the_pot() -> None:
    """K52."""
    deal = dealt({0: "Ah Kh 7h 8c"}, turned="9h", players=3, money=True)
    say(deal, "0 lead Ah Kh 7h")
    account = tally(**money())
    result = account.judge(deal)
    assert (result.points, result.ended) == ((3, 0, 0), "bura")
    assert [tuple(line) for line in result.lines] == [(0, "bura", 3)]
    account.add(result, 2)
    assert account.totals == [22, 19, 19] and account.facts()["pot"] == 3


def test_r58_four_aces_take_it() -> None:
    deal = dealt({1: "Ac Ad Ah As"}, players=3, money=True)
    say(deal, "1 claim moscow")
    deal.answer_forced()
    result = tally(**money()).judge(deal)
    assert (result.points, result.ended) == ((0, 3, 0), "four_aces")


def test_r59_r60_the_most_card_points_take_the_pot_or_share_it() -> None:
    """K55."""
    account = tally(**money())
    assert account.judge(counted((50, 40, 30), (3, 3, 3), **money())).points == (3, 0, 0)
    result = account.judge(counted((45, 45, 30), (3, 3, 3), **money()))
    assert result.points == (1, 1, 0) and [line.reason for line in result.lines] == ["pot", "pot"]
    account.add(result, 0)
    assert account.totals == [20, 20, 19] and account.facts()["pot"] == 4
    carry = tally(**money(money_tie="carry"))
    assert carry.judge(counted((45, 45, 30), (3, 3, 3), **money(money_tie="carry"))).points == (0, 0, 0)
    assert enter(carry, (0, 0, 0)).facts()["pot"] == 6


def test_r61_the_session_ends_after_its_deals_and_most_tokens_win() -> None:
    account = enter(tally(**money(deals=2)), (3, 0, 0))
    assert account.winners == () and enter(account, (0, 3, 0)).winners == (0, 1)
    assert account.totals == [21, 21, 18]


@pytest.mark.parametrize("rest, each", [(2, 0), (4, 1), (6, 2)])
def test_r61_a_rest_left_in_the_pot_goes_back_in_equal_parts(rest: int, each: int) -> None:
    """K66."""
    account = tally(**money(deals=1))
    account.left = rest
    assert enter(account, (3, 0, 0)).totals == [22 + each, 19 + each, 19 + each] and account.left == 0
    assert account.winners == (0,)


def test_r61_the_session_ends_when_a_player_cannot_pay() -> None:
    account = enter(tally(**money(stake=2, purse=5)), (6, 0, 0))
    assert account.winners == () and enter(account, (6, 0, 0)).winners == (0,)
    assert account.totals == [13, 1, 1] and account.settlement() == (8, -4, -4)
    match = play_match(kozel(money=True, purse=3), 1)
    assert match.over and min(match.tally.totals) < 1


def test_r61_no_token_is_made_or_lost_but_those_that_lapse() -> None:
    for players in (2, 3, 4, 5):
        match = play_match(kozel(money=True, players=players, deals=10), players)
        assert 20 * players - players < sum(match.tally.totals) <= 20 * players


# Deals kept at a real table.


def test_a_deal_from_a_real_table_must_fit_its_card_points() -> None:
    account = tally(players=4)
    assert account.claim((0, 4), {"card_points": (89, 31)}).points == (0, 4)
    assert account.claim((0, 2), {}).points == (0, 2)
    wrong: list[tuple[tuple[int, ...], dict[str, tuple[int, ...]], str]] = [
        ((0, 2), {"card_points": (89, 31)}, r"points: \[0, 2\], \[0, 4\] expected for \[89, 31\] card points"),
        ((0, 4), {"card_points": (89, 30)}, r"card_points: \[89, 30\] add up to 119, not 120"),
        ((0, 4), {"card_points": (89, 31, 0)}, r"card_points: \[89, 31, 0\] are not 2 numbers from 0 on"),
        ((0, -4), {}, r"points: \[0, -4\] are not 2 numbers from 0 on"),
        ((0,), {}, r"points: \[0\] are not 2 numbers from 0 on"),
    ]
    for points, noted, reason in wrong:
        with pytest.raises(BadRecord, match=reason):
            account.claim(points, noted)


@pytest.mark.parametrize(
    "options, possible, impossible",
    [
        ({}, [(0, 2), (0, 0)], [(0, 4), (2, 2), (1, 0)]),
        ({"scale_2p": "thresholds"}, [(4, 0), (0, 6)], [(2, 2), (8, 0)]),
        ({"tie_rule": "both_pay_2"}, [(2, 2), (2, 0)], [(0, 0), (4, 0)]),
        ({"players": 3}, [(0, 2, 4), (4, 0, 0), (2, 2, 0), (0, 0, 0)], [(0, 2, 0), (2, 4, 6), (4, 4, 0)]),
        ({"players": 3, "scale_3p": "thresholds"}, [(0, 6, 6), (2, 0, 2), (4, 0, 2)], [(2, 2, 2), (2, 0, 8)]),
        ({"players": 4}, [(0, 2), (4, 0), (0, 6), (0, 0)], [(2, 2), (0, 3)]),
        ({"players": 3, "money": True, "stake": 5}, [(15, 0, 0), (7, 7, 0), (5, 5, 5)], [(7, 8, 0), (0, 0, 0)]),
        ({"money": True, "money_tie": "carry"}, [(2, 0), (0, 0)], [(1, 1), (1, 0)]),
    ],
)
def test_points_without_card_points_must_be_some_that_a_deal_can_cost(
    options: dict[str, object], possible: list[tuple[int, ...]], impossible: list[tuple[int, ...]]
) -> None:
    account = tally(**options)
    for points in possible:
        assert account.claim(points, {}).points == points
    for points in impossible:
        with pytest.raises(BadRecord, match="no card points"):
            account.claim(points, {})


def test_points_noted_after_level_deals_are_multiplied_and_who_is_out_pays_nothing() -> None:
    """R48a, R51."""
    double = enter(tally(tie_rule="double_next"), (0, 0))
    assert double.claim((0, 4), {}).points == (0, 4)
    with pytest.raises(BadRecord):
        double.claim((0, 2), {})
    two_left = enter(tally(players=3), (0, 2, 4), (0, 2, 4), (0, 2, 4))
    assert two_left.claim((0, 2, 0), {}).points == (0, 2, 0)
    for points in ((0, 0, 2), (0, 2, 4)):
        with pytest.raises(BadRecord):
            two_left.claim(points, {})


def test_a_side_that_is_out_has_no_card_points() -> None:
    account = enter(tally(players=3), (0, 2, 4), (0, 2, 4), (0, 2, 4))
    assert account.claim((0, 2, 0), {"card_points": (70, 50, 0)}).points == (0, 2, 0)
    with pytest.raises(BadRecord, match=r"card_points: \[70, 40, 10\], yet only sides 0, 1 are still in"):
        account.claim((0, 2, 0), {"card_points": (70, 40, 10)})


def test_a_side_without_card_points_may_have_taken_a_trick() -> None:
    account = tally(players=4, zero_test="tricks")
    for points in ((0, 4), (0, 6)):
        assert account.claim(points, {"card_points": (120, 0)}).points == points
    assert account.claim((0, 4), {"card_points": (120, 0), "tricks": (6, 1)}).points == (0, 4)
    with pytest.raises(BadRecord, match="expected for"):
        account.claim((0, 6), {"card_points": (120, 0), "tricks": (6, 1)})


def test_money_from_a_real_table_must_fit_the_pot() -> None:
    account = tally(**money())
    assert account.claim((0, 3, 0), {"card_points": (20, 60, 40)}).points == (0, 3, 0)
    assert account.claim((3, 0, 0), {"card_points": (20, 0, 11)}).points == (3, 0, 0)  # a Bura
    wrong: list[tuple[tuple[int, ...], dict[str, tuple[int, ...]]]] = [
        ((4, 0, 0), {}),
        ((1, 1, 0), {"card_points": (20, 60, 40)}),
        ((3, 0, 0), {"card_points": (70, 60, 0)}),
    ]
    for points, noted in wrong:
        with pytest.raises(BadRecord):
            account.claim(points, noted)
    no_bura = tally(**money(bura_wins="off", four_aces_win=False))
    with pytest.raises(BadRecord):
        no_bura.claim((3, 0, 0), {"card_points": (20, 60, 40)})


# The score-sheet, the picture, rewards.


def test_the_score_sheet_has_a_line_a_deal() -> None:
    """Section 5 of the rules: C is out after the fourth deal."""
    account = tally(players=3)
    deals: list[tuple[tuple[int, int, int], tuple[int, int, int]]] = [
        ((50, 40, 30), (0, 2, 4)),
        ((22, 61, 37), (4, 0, 2)),
        ((38, 44, 38), (2, 0, 2)),
        ((41, 50, 29), (2, 0, 4)),
        ((66, 54, 0), (0, 2, 0)),
        ((47, 73, 0), (2, 0, 0)),
        ((58, 62, 0), (2, 0, 0)),
    ]
    for dealer, (card_points, penalties) in enumerate(deals):
        account.add(account.claim(penalties, {"card_points": card_points}), dealer % 2)
    sheet = sheet_of(account, "ABC")
    assert (
        " ".join(sheet.heads[3:]) == "A points B points C points A penalty B penalty C penalty A total B total C total"
    )
    assert [" ".join(row) for row in sheet.rows] == [
        "1 0 – 50 40 30 0 2 4 0 2 4",
        "2 1 – 22 61 37 4 0 2 4 2 6",
        "3 0 – 38 44 38 2 0 2 6 2 8",
        "4 1 – 41 50 29 2 0 4 8 2 12 out",
        "5 0 – 66 54 – 0 2 – 8 4 12 out",
        "6 1 – 47 73 – 2 0 – 10 4 12 out",
        "7 0 – 58 62 – 2 0 – 12 out 4 12 out",
    ]
    assert account.winners == (1,)


def test_the_score_sheet_names_trump_and_how_a_pot_was_won() -> None:
    deal = dealt({0: "Ah Kh 7h 8c"}, turned="9h", players=3, money=True)
    say(deal, "0 lead Ah Kh 7h")
    account = tally(**money())
    account.add(account.judge(deal), 2)
    sheet = sheet_of(account, "ABC")
    assert sheet.heads[:3] == ("deal", "dealer", "trump") and sheet.heads[6:] == (
        *("A won", "B won", "C won"),
        *("A purse", "B purse", "C purse"),
    )
    assert sheet.rows == (("1", "2", "hearts", "0", "0", "0", "3 (Bura)", "0", "0", "22", "19", "19"),)


def lines(deal: KozelDeal, viewer: int | None) -> Mapping[str, str]:
    game = kozel(players=deal.seats, money=bool(deal.money))
    return in_words.lines(game, deal.view(viewer))


def test_the_picture_shows_what_a_seat_may_see() -> None:
    deal = dealt({0: "7d 8c 9s Kh", 1: "Ad 8s 7h 9c", 2: "6d 6h 7c Qh"}, players=3, turned="6c")
    assert lines(deal, 0)["Claimed"] == "being asked for"
    say(deal, "0 lead 7d", "1 discard Ad")
    mine, other = lines(deal, 1), lines(deal, 2)
    assert mine["Trump"] == "clubs, 6c lies under the stock" and mine["Led"] == "A: 7d"
    assert mine["Thrown"] == "you: Ad" and other["Thrown"] == "B: 1 face down"
    assert mine["Best so far"] == "A: 7d" and mine["Stock"] == "24 cards"
    assert mine["Your hand"] == "9c 7h 8s" and other["B"] == "3 cards"
    assert mine["Penalty points"] == "A 0, B 0, C 0" and mine["Pile of A"] == "nothing"
    say(deal, "2 discard 6d")
    assert lines(deal, 0)["Your pile"] == "Ad 7d 6d" and lines(deal, 1)["Pile of A"] == "Ad 7d, 1 face down"
    assert lines(deal, None)["Last trick"] == "taken by A: A 7d"


def test_the_picture_shows_contests_claims_and_the_pot() -> None:
    deal = dealt({1: "Kd Jd 9d 7d", 0: "7c 8h 9s Qc"}, players=3, money=True, stake=2)
    say(deal, "1 claim molodka")
    deal.answer_forced()
    assert lines(deal, 0)["Claimed"] == "B: Molodka"
    assert lines(deal, 0)["Pot"] == "6" and lines(deal, 0)["Purses"] == "A 18, B 18, C 18"
    other = dealt({0: "7d 8c 9s Kh", 1: "Ad 8s 7h 9c"}, turned="6c")
    say(other, "0 lead 7d", "1 contest Ad")
    other.answer_forced()
    say(other, "1 lead 8s")
    assert lines(other, 0)["Last trick"] == "taken by B: you 7d, B Ad"
    assert "lead 7h" not in legal(other, 0)


@pytest.mark.parametrize("options", [{}, {"players": 4}, {"scale_2p": "thresholds"}, {"money": True}], ids=str)
def test_rewards_of_two_sides_are_opposite(options: dict[str, object]) -> None:
    for card_points in [(70, 50), (60, 60), (120, 0), (118, 2)]:
        found = counted(card_points, (2, 2), **options).rewards()
        assert found[0] == pytest.approx(-found[1]) and (found[0] > 0) == (card_points[0] > 60) and -1 <= found[1] <= 1


def test_rewards_follow_penalties_and_the_pot() -> None:
    assert [r > 0 for r in counted((60, 40, 20), (3, 3, 3), players=3).rewards()] == [True, False, False]
    first, second, third = counted((60, 58, 2), (3, 3, 3), players=3).rewards()
    assert first > second > third
    thirty_one, thirty_two = (counted((120 - p, p), (3, 3), players=4).rewards()[1] for p in (31, 32))
    assert thirty_two - thirty_one > 0.2
    shared = counted((45, 45, 30), (3, 3, 3), **money()).rewards()
    assert shared[0] == shared[1] > shared[2]
    carried = counted((45, 45, 30), (3, 3, 3), **money(money_tie="carry")).rewards()
    assert shared[0] - carried[0] > 0 and carried[2] > shared[2]
    deal = dealt({0: "Ah Kh 7h 8c"}, turned="9h", players=3, money=True)
    say(deal, "0 lead Ah Kh 7h")
    assert deal.rewards() == [1, -1, -1]
