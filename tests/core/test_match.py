"""A match around its deals: who deals, what is recorded, what is refused."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafenio.contract import Rng
from kafenio.errors import BadRecord, IllegalPlay, Misdeal, NotationError
from kafenio.game import Game, Repair, Result, games, load
from kafenio.match import Cut, Match, Played, left_out
from support import CASES, FIRST, Case, any_options, deals, each_case, each_count, each_game, fields, many, mover

CUT = [name for name in games() if "cut_lowest" in load(name).OPTIONS.DEALERS]


def played(game: Game, seed: int, most: int = 100) -> Match:
    """A random match, or its first deals. Seats answer a window in any order."""
    *_, last = deals(game, seed, most)
    return last.match


def replayed(game: Game, record: list[Played], cuts: list[Cut] | None = None) -> Match:
    """The same match from what was recorded, without a generator."""
    match = Match(game)
    if cuts:
        match.read_cuts(cuts)
    for deal in record:
        match.dealer = deal.dealer
        match.begin(deal.pack, deal.repairs, deal.misdeals)
        for i, (seat, text) in enumerate(deal.plays):
            if match.deal is not None and left_out(match.deal, deal.plays[i:]):
                match.settle()
            match.play(seat, text)
        match.settle()
    return match


def same(one: Match, other: Match) -> None:
    assert one.deals == other.deals
    assert one.tally.totals == other.tally.totals and one.tally.winners == other.tally.winners
    assert (one.dealer, one.over) == (other.dealer, other.over)


@each_case
def test_what_is_recorded_makes_the_same_match_again(case: Case) -> None:
    for seed in range(many(3, 1)):
        match = played(case.game(), seed, 4)
        same(replayed(case.game(), match.deals, match.cuts), match)


@each_game
@given(data=st.data())
def test_matches_under_random_options_are_recorded_too(name: str, data: st.DataObject) -> None:
    game = data.draw(any_options(name))
    match = played(game, data.draw(st.integers(0, 2**31)), 2)
    same(replayed(game, match.deals, match.cuts), match)


@each_case
def test_the_deal_passes_to_the_next_seat_still_in(case: Case) -> None:
    game, before = case.game(), -1
    match = Match(game, Rng(4))
    for _ in range(8):
        if match.over:
            break
        match.begin()
        deal = match.deal
        assert deal is not None and deal.dealer == match.dealer == match.deals[-1].dealer
        assert deal.deal_number == len(match.deals)
        still = match.tally.still_in() or tuple(range(game.seats))
        if before >= 0:
            assert match.dealer == next(s for i in range(1, 9) if (s := (before + i) % game.seats) in still)
        before = match.dealer
        while (seat := mover(deal)) >= 0:
            deal.pick(seat, 0)
        match.settle()


@each_count
def test_a_named_seat_deals_first(case: Case) -> None:
    for seat in range(case.players):
        game = load(case.name).of(case.preset, players=case.players, first_dealer=f"seat:{seat}")
        match = Match(game, Rng(1))
        first = match.begin()[0]
        assert (first.kind, first.seat, first.facts) == ("first_dealer", seat, {"how": "seat"})
        assert match.deals[0].dealer == seat and match.find_dealer() == []


@each_count
def test_the_lot_may_fall_on_every_seat(case: Case) -> None:
    game = load(case.name).of(case.preset, players=case.players, first_dealer="random")
    found = set()
    for seed in range(60):
        match = Match(game, Rng(seed))
        assert [e.facts for e in match.find_dealer()] == [{"how": "random"}]
        found.add(match.dealer)
    assert found == set(range(case.players))


# Cutting for the deal.


def cut_game(name: str, players: int) -> Game:
    return load(name).of(None, players=players, first_dealer="cut_lowest")


def by_key(game: Game) -> list[int]:
    """Cards from the lowest cut up; equal ones stand together."""
    return sorted(range(len(game.PACK)), key=lambda card: (game.cut_key(card), card))


@pytest.mark.parametrize("name", CUT)
def test_the_lowest_card_cut_deals(name: str) -> None:
    game = cut_game(name, 3)
    cards = by_key(game)
    match = Match(game)
    match.read_cuts([Cut(0, cards[-1]), Cut(1, cards[8]), Cut(2, cards[20])])
    assert match.dealer == 1 and len(match.cuts) == 3 and match.find_dealer() == []


@pytest.mark.parametrize("name", CUT)
def test_those_level_for_the_lowest_cut_again_until_one_is_lowest(name: str) -> None:
    game = cut_game(name, 4)
    low = by_key(game)
    assert game.cut_key(low[0]) == game.cut_key(low[3]) < game.cut_key(low[4]) == game.cut_key(low[7])
    first = [Cut(0, low[9]), Cut(1, low[0]), Cut(2, low[1]), Cut(3, low[2])]
    second = [Cut(1, low[4]), Cut(2, low[8]), Cut(3, low[5])]
    third = [Cut(1, low[12]), Cut(3, low[11])]
    match = Match(game)
    match.read_cuts(first + second + third)
    assert match.dealer == 3


def bad_cuts(game: Game) -> list[tuple[list[Cut], str]]:
    low = by_key(game)
    a, b, c = low[0], low[4], low[1]
    expected = "dealer_draw: a card each of seats 0, 1 expected, all different"
    return [
        ([], expected),
        ([Cut(0, a)], expected),
        ([Cut(1, a), Cut(0, b)], expected),
        ([Cut(0, a), Cut(0, b)], expected),
        ([Cut(0, a), Cut(1, a)], expected),
        ([Cut(0, a), Cut(1, c)], expected),  # level: they have to cut again
        ([Cut(0, a), Cut(1, c), Cut(0, b)], expected),
        ([Cut(0, a), Cut(1, b), Cut(0, c)], "dealer_draw: seat 0 deals, yet 1 more cards are cut"),
    ]


@pytest.mark.parametrize("name", CUT)
def test_cuts_that_nobody_can_have_made_are_refused(name: str) -> None:
    game = cut_game(name, 2)
    for cuts, message in bad_cuts(game):
        match = Match(game)
        with pytest.raises(BadRecord) as raised:
            match.read_cuts(cuts)
        assert str(raised.value) == message
        assert match.dealer == -1 and match.cuts == []


@pytest.mark.parametrize("name", CUT)
def test_cards_are_cut_in_seat_order_and_told_to_all(name: str) -> None:
    for players in (2, 3, 4):
        ties = 0
        for seed in range(60):
            match = Match(cut_game(name, players), Rng(seed))
            *cuts, last = match.find_dealer()
            assert [(e.kind, e.seat, e.cards) for e in cuts] == [
                ("cut", c.seat, (match.game.PACK.name(c.card),)) for c in match.cuts
            ]
            assert (last.kind, last.seat) == ("first_dealer", match.dealer)
            twin = Match(match.game)
            twin.read_cuts(match.cuts)
            assert twin.dealer == match.dealer
            ties += len(match.cuts) > players
        assert ties, "no tie among these seeds"


@each_game
def test_a_game_that_is_not_cut_for_says_so(name: str) -> None:
    if name not in CUT:
        with pytest.raises(ValueError, match="option first_dealer: 'cut_lowest' is not one of "):
            cut_game(name, 2)


# Plays.


@each_case
def test_what_is_refused_changes_nothing(case: Case) -> None:
    match = Match(case.game(), Rng(9))
    match.begin()
    rng = random.Random(9)
    for _ in range(30):
        deal = match.deal
        if deal is None:
            break
        before, recorded = fields(deal), list(match.deals[-1].plays)
        actors = [s for s in deal.actors() if deal.choices(s)]
        for seat in range(-1, deal.seats + 1):
            with pytest.raises(NotationError, match="is no play"):
                match.play(seat, "shuffle again")
        for seat in [s for s in range(deal.seats) if not deal.choices(s) and not deal.asked]:
            with pytest.raises(IllegalPlay):
                match.play(seat, deal.text(deal.legal(actors[0])[0]))
        assert fields(deal) == before and match.deals[-1].plays == recorded
        match.play(actors[0], deal.text(rng.choice(deal.legal(actors[0]))))


@each_count
def test_no_play_is_legal_while_no_deal_is_played(case: Case) -> None:
    match = Match(case.game(), Rng(1))
    assert match.actors() == () and match.legal(0) == [] and match.settle() == []
    with pytest.raises(IllegalPlay, match="is not legal for seat 0: no deal is being played"):
        match.play(0, "pass")


@each_count
def test_a_replay_without_a_pack_says_what_it_needs(case: Case) -> None:
    match = Match(case.game())
    match.dealer = 0
    with pytest.raises(ValueError, match="this match has no generator: give the pack and the dealer"):
        match.begin()


@each_case
def test_answers_of_a_window_stand_in_seat_order_and_forced_ones_are_left_out(case: Case) -> None:
    """However the seats answer, first or last, and whether the answers without a choice are given or not."""
    windows = 0
    for seed in range(many(40, 8)):
        match = Match(case.game(), Rng(seed))
        match.begin()
        deal = match.deal
        assert deal is not None
        if len(deal.actors()) < 2 or not deal.asked:
            continue
        pack, first = match.deals[0].pack, deal.turn
        choosers = {s for s in deal.actors() if deal.choices(s) > 1}
        windows += len(choosers) > 0
        records = []
        for order in (deal.actors(), deal.actors()[::-1]):
            for answering in (set(order), choosers):
                twin = Match(case.game())
                twin.dealer = match.deals[0].dealer
                twin.begin(pack, match.deals[0].repairs)
                assert twin.deal is not None
                for seat in order:
                    if seat in answering:
                        twin.play(seat, twin.legal(seat)[-1])
                twin.settle()
                records.append(twin.deals[0].plays)
                assert not twin.deal.asked
        assert all(record == records[0] for record in records)
        seats = [seat for seat, _ in records[0]]
        assert set(seats) == choosers and seats == sorted(seats, key=lambda s: (s - first) % case.players)


def test_some_game_has_a_window_in_which_somebody_chooses() -> None:
    """So the test above has something to look at."""
    found = 0
    for case in CASES:
        for seed in range(many(40, 8)):
            match = Match(case.game(), Rng(seed))
            match.begin()
            assert match.deal is not None
            found += sum(match.deal.choices(s) > 1 for s in match.deal.actors()) if match.deal.asked else 0
    assert found


@each_count
def test_misdeals_are_counted_and_told(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(case.name).of(case.preset, players=case.players, first_dealer="seat:0")
    true, left = game.deal, [3]

    def deal(*args: object, **named: object) -> object:
        if left[0]:
            left[0] -= 1
            raise Misdeal("again")
        return true(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(game, "deal", deal)
    match = Match(game, Rng(2))
    told = [e.kind for e in match.begin(misdeals=1)]
    assert told[:5] == ["first_dealer", "deal_begins", "misdeal", "misdeal", "misdeal"]
    assert match.deals[0].misdeals == 4
    left[0] = 1
    replay = Match(game)
    replay.dealer = 0
    with pytest.raises(Misdeal):
        replay.begin(match.deals[0].pack, match.deals[0].repairs)


@each_case
def test_the_end_of_a_deal_is_counted_and_that_of_the_match_told(case: Case) -> None:
    match = Match(case.game(), Rng(3))
    for _ in range(3):
        if match.over:
            break
        match.begin()
        deal, told = match.deal, []
        assert deal is not None
        while match.deal is not None:
            seat = mover(deal)
            told = match.play(seat, match.legal(seat)[0])
        kinds = [e.kind for e in told]
        assert kinds.count("counted") == 1 and ("match_over" in kinds) == match.over
        counted = told[kinds.index("counted")]
        assert counted.facts == {"result": match.deals[-1].result, "totals": tuple(match.tally.totals)}
        assert match.last is deal and deal.turn == -1
        if match.over:
            assert told[-1].facts == {"winners": match.tally.winners, "totals": tuple(match.tally.totals)}


@each_count
def test_a_deal_kept_at_a_real_table_is_entered_without_its_plays(case: Case) -> None:
    match = played(case.game(), 6, 1)
    result = match.deals[0].result
    assert result is not None
    paper = Match(case.game())
    paper.enter(Result(result.points, counts=result.counts, ended=result.ended), match.deals[0].dealer)
    assert paper.tally.totals == match.tally.totals and paper.dealer == match.dealer
    assert paper.deals[0].pack == [] and paper.deals[0].plays == []


def test_recorded_repairs_must_be_those_of_the_pack() -> None:
    """Where the rules repair a layout, a record that repairs it otherwise is refused."""
    found = 0
    for case in FIRST:
        game = case.game()
        for seed in range(40):
            match = Match(game, Rng(seed))
            match.begin()
            deal = match.deals[0]
            for repairs, message in wrong_repairs(game, deal):
                replay = Match(game)
                replay.dealer = deal.dealer
                with pytest.raises(BadRecord, match=message):
                    replay.begin(deal.pack, repairs)
                found += bool(deal.repairs)
    assert found


def wrong_repairs(game: Game, deal: Played) -> list[tuple[list[Repair], str]]:
    if not deal.repairs:
        text = game.repair_text(Repair(0, 1, 20))
        return [([Repair(0, 1, 20)], f"repair 1: '{text}' stands there, yet no other card goes back")]
    first, *others = deal.repairs
    out = f"{game.PACK.name(first.out)} goes back and {game.PACK.name(first.back_in)} takes its place"
    return [
        ([], rf"repair 1 is missing: {out}, with \d+ (to \d+ )?cards above it"),
        ([*deal.repairs, first], f"repair {len(deal.repairs) + 1}: '{game.repair_text(first)}' stands there"),
        ([replace(first, back_in=first.out), *others], f"repair 1: {out}"),
        ([replace(first, above=51), *others], r"repair 1: 51 cards above it, \d+ (to \d+ )?expected"),
    ]
