"""Ronda: the end of a match, the order of scoring, the score-sheet, bare positions, pictures, options."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import in_words
from games.ronda_cases import ANNOUNCED
from games.ronda_table import PACK, dealt, gains, game, layout, piles, play_round, position, run, suited
from in_words import sheet as sheet_of
from kafenio.contract import Rng
from kafenio.errors import BadOptions, BadPosition, BadRecord, NotationError
from kafenio.game import Result
from kafenio.games.ronda import Ronda
from kafenio.games.ronda.deal import RondaDeal
from kafenio.games.ronda.tally import RondaTally
from kafenio.match import Match

NEAR = ["1c 7e 3c", "7c 5c 4e"]  # seat 0 can tap the 7c of seat 1
NEAR_TABLE = "10c 12c 2e 6e"


FOUR_CARDS_SILENT = {"players": 4, "announce_timing": "before_play", "announce_in_four_card_hand": False}


def tally(**options: object) -> RondaTally:
    return game(**options).tally()


def enter(account: RondaTally, *deals: Sequence[int]) -> RondaTally:
    for points in deals:
        assert not account.winners
        account.add(Result(tuple(points)), 0)
    return account


def reasons(deal: RondaDeal) -> list[str]:
    return [step.reason for step in deal.scored()]


def finished(**options: object) -> Match:
    """A random match to its end."""
    match, rng = Match(game(**options), Rng(3)), random.Random(3)
    while not match.over:
        match.begin()
        while match.deal:
            seat = next(s for s in match.actors() if match.legal(s))
            match.play(seat, rng.choice(match.legal(seat)))
    return match


# The end of a match.


def test_r5_the_match_goes_to_the_target_and_a_deal_to_more_than_half_of_the_cards() -> None:
    match = finished()
    totals = match.tally.totals
    assert match.tally.winners == (totals.index(max(totals)),) and max(totals) >= 41
    sheet = sheet_of(match.tally, "AB")
    counts = [row[1] for row in sheet.rows if row[1].startswith("cards")]
    assert counts and all("deal won by" in text for text in counts)


@pytest.mark.parametrize("target", [21, 31, 41, 61])
def test_r53_the_target_wins(target: int) -> None:
    """Option target_score."""
    assert enter(tally(target_score=target), (target - 1, 0)).winners == ()
    assert enter(tally(target_score=target), (target, 0)).winners == (0,)
    deal = dealt(NEAR, NEAR_TABLE, scores=[target - 1, 0], options={"target_score": target})
    run(deal, "lay 1c", "lay 7c", "7e x 7c+10c", "lay 5c")
    assert deal.turn == -1 and deal.ended() == "target"


def test_n55_the_target_ends_a_deal_at_once() -> None:
    """R53, option game_end."""
    plays = ("lay 1c", "lay 7c", "7e x 7c+10c", "lay 5c")
    deal = dealt(NEAR, NEAR_TABLE, scores=[40, 38])
    run(deal, *plays)
    assert deal.turn == -1 and deal.actors() == () and deal.ended() == "target" and gains(deal) == [1, 0]
    account = tally()
    enter(account, (40, 38))
    result = account.judge(deal)
    assert (result.points, result.ended) == ((1, 0), "target")
    account.add(result, 0)
    assert account.totals == [41, 38] and account.winners == (0,)
    other = dealt(NEAR, NEAR_TABLE, scores=[40, 38], options={"game_end": "deal_end"})
    run(other, *plays)
    assert other.turn == 0 and other.ended() == ""


def test_n56_at_the_end_of_a_deal_the_higher_wins_and_level_sides_play_on() -> None:
    """R54."""
    for end in ("immediate", "deal_end"):
        assert enter(tally(game_end=end), (43, 45)).winners == (1,)
        assert enter(tally(game_end=end), (44, 44)).winners == ()
        assert enter(tally(game_end=end), (44, 44), (0, 0), (1, 0)).winners == (0,)


def test_r54_level_sides_play_on_until_one_leads_by_a_single_step() -> None:
    deal = dealt(NEAR, NEAR_TABLE, scores=[43, 43])
    run(deal, "lay 1c", "lay 7c", "7e x 7c+10c", "lay 5c")
    assert deal.ended() == "target" and gains(deal) == [1, 0]
    level = dealt(NEAR, NEAR_TABLE, scores=[42, 43], options={"game_end": "immediate"})
    run(level, "lay 1c", "lay 7c", "7e x 7c+10c", "lay 5c")
    assert level.turn == 0 and gains(level) == [1, 0]


def test_n57_two_sides_that_pass_the_target_together() -> None:
    """R54: the higher wins."""
    assert enter(tally(players=3), (30, 40, 41 - 1), (0, 2, 4)).winners == (2,)


@pytest.mark.parametrize("scores, paid", [([40, 0], ["bount"]), ([0, 0], ["bount", "ronda"])])
def test_r53_what_is_set_aside_is_not_paid_when_a_tap_wins(scores: list[int], paid: list[str]) -> None:
    deal = position({"hands": ["5c 5e 7e", "6c 6e 7c"], "table": "2c", "scores": scores})
    deal.may_announce = 0b11
    run(deal, "announce ronda", "lay 5c", "announce ronda", "lay 7c", "7e x 7c", "lay 6c")
    assert reasons(deal) == ["bount"] and deal.won == (scores == [40, 0])
    play_round(deal)
    assert reasons(deal)[:2] == paid


@pytest.mark.parametrize("scores, paid", [([40, 0], ["ronda"]), ([0, 0], ["ronda", "bount"])])
def test_r53_an_open_chain_is_not_paid_when_an_announcement_wins(scores: list[int], paid: list[str]) -> None:
    deal = position({"hands": ["5c 5e 7c", "6c 7e 3c"], "table": "2c", "scores": scores})
    run(deal, "announce ronda", "lay 7c", "7e x 7c")
    assert reasons(deal) == ["ronda"] and deal.chain == 1
    play_round(deal)
    assert reasons(deal)[:2] == paid


def test_r53_an_announcement_may_win_before_the_first_card() -> None:
    """R27: with announce_timing=before_play it is paid after the last answer."""
    cards = suited(["5 5 1", "2 3 7"])
    deal = dealt(cards, layout(cards), options={"announce_timing": "before_play"}, scores=[40, 0])
    run(deal, "announce ronda", "pass")
    assert deal.ended() == "target" and deal.actors() == () and deal.left == 30


def test_r53_a_tap_with_the_last_card_of_a_round_wins_before_the_announcements() -> None:
    """R55."""
    deal = position(
        {"hands": ["6d", "6c"], "table": "2c", "scores": [0, 40], "stock": 12, "options": {"tap_chain": "off"}}
    )
    deal.kinds = [2, 2, 0, 0, 0]
    run(deal, "lay 6d", "6c x 6d")
    assert reasons(deal) == ["bount"] and deal.left == 12 and deal.ended() == "target"


def test_r55_after_a_card_come_chain_missa_and_announcements_without_ranks() -> None:
    deal = position(
        {
            "hands": ["7c 7d 1c", "7e 3e 1e", "2e 4e 1b"],
            "table": "2c",
            "options": {"players": 3},
        }
    )
    deal.dealer = 2
    run(deal, "announce ronda", "lay 7c", "7e x 7c", "2e x 2c")
    assert [(step.reason, step.points) for step in deal.scored()] == [
        ("bount", (0, 1, 0)),
        ("missa", (0, 0, 1)),
        ("ronda", (1, 0, 0)),
    ]
    assert [line.points for line in deal.points()] == [1, 1, 1]


def last_round(scores: Sequence[int] = (0, 0, 0)) -> RondaDeal:
    """C, the dealer, hides a ronda of 3 and taps with the last card, a 1."""
    deal = position(
        {
            "hands": ["5c 5e 2c", "6c 6e 1c", "3c 3e 1e"],
            "scores": list(scores),
            "last_round": True,
            "options": {"players": 3, "dealer_last": "on"},
        }
    )
    deal.may_announce = 0b111
    run(deal, "announce ronda", "lay 5c", "announce ronda", "lay 6c", "lay 3c", "5e x 5c+6c", "lay 6e", "3e x 3c")
    run(deal, "lay 2c", "lay 1c", "1e x 1c+2c")
    return deal


def test_r55_at_the_end_come_chain_announcements_hidden_ones_last_card_and_count() -> None:
    deal = last_round()
    assert [(step.reason, step.points) for step in deal.scored()] == [
        ("bount", (0, 0, 1)),
        ("ronda", (0, 2, 0)),
        ("hidden", (0, 5, -5)),
        ("dealer_last", (5, 5, 0)),
        ("cards", (0, 0, 0)),
    ]
    assert gains(deal) == [5, 12, -4] and piles(deal) == [3, 0, 6] and deal.ended() == ""


@pytest.mark.parametrize(
    "scores, last",
    [([0, 0, 40], "bount"), ([0, 39, 0], "ronda"), ([0, 34, 0], "hidden"), ([36, 0, 0], "dealer_last")],
)
def test_r53_a_step_that_wins_is_the_last(scores: list[int], last: str) -> None:
    """R55: the later steps of the same card are not scored."""
    deal = last_round(scores)
    assert reasons(deal)[-1] == last and deal.ended() == "target" and deal.turn == -1


def test_r53_two_sides_at_the_target_and_level_are_not_decided_by_the_last_card() -> None:
    """R54: 41 each after the dealer's last card; then the count decides nothing either."""
    deal = last_round([36, 29, 0])
    assert reasons(deal)[-1] == "cards" and deal.ended() == ""


def test_r56_partners_score_together() -> None:
    """N60, N65; their piles are one."""
    cards = suited(["12 12 1", "3 3 2", "12 12 4", "5 6 7"])
    deal = dealt(cards, layout(cards), options={"opening": "table"})
    play_round(deal, (0, 1, 2))
    assert gains(deal, "ronda") == [2, 0]
    assert deal.gained() == [deal.gains[0], deal.gains[1], deal.gains[0], deal.gains[1]]


def test_r53_a_match_won_is_all_the_reward() -> None:
    assert last_round([0, 39, 0]).rewards() == [-1.0, 1.0, -1.0]


def test_scores_may_fall_below_zero() -> None:
    """R29."""
    account = enter(tally(), (-5, 6), (1, 0))
    assert account.totals == [-4, 6] and account.facts() == {"scores": [-4, 6]}


# The score-sheet.


def test_the_sheet_has_a_line_for_every_scoring_step() -> None:
    account = tally(players=3, dealer_last="on")
    account.add(account.judge(last_round()), 2)
    sheet = sheet_of(account, "ABC")
    assert sheet.heads == ("deal", "event", "A", "B", "C", "A total", "B total", "C total")
    assert sheet.rows == (
        ("1", "C bount", "", "", "+1", "0", "0", "1"),
        ("1", "two rondas announced, B the higher", "", "+2", "", "0", "2", "1"),
        ("1", "C hid a ronda of 3, B had announced a ronda of 6", "", "+5", "-5", "0", "7", "-4"),
        ("1", "dealer C: last card 1e captures", "+5", "+5", "", "5", "12", "-4"),
        ("1", "cards 3-0-6, deal won by nobody", "", "", "", "5", "12", "-4"),
    )


@pytest.mark.parametrize(
    "name, words",
    [
        ("N20", ["A only ronda"]),
        ("N22", ["two rondas announced, A and B level"]),
        ("N25", ["four rondas announced, AC the highest"]),
        ("N25 lowest", ["four rondas announced, BD the lowest"]),
        ("N27 alone", ["A tringla"]),
        ("N27 and two", ["A tringla, B ronda, C ronda"]),
        ("N28", ["B tringla, A tringla"]),
        ("N28 highest", ["A tringla, B tringla"]),
        ("N29", ["B tringla, A tringla, C ronda"]),
        ("R26 partners", ["AC tringla, AC tringla, BD ronda"]),
        ("N36", ["two rondas announced, B and C level", "A hid a ronda of 2, B and C had announced a ronda of 6"]),
        ("N38", ["B tringla", "A hid a tringla of 12, B had announced a tringla of 4"]),
        ("N71", ["A alone two rondas"]),
        ("N71 beaten", ["three rondas announced, A the highest"]),
        ("N72", ["B only ronda", "C called A, who hid a ronda of 12"]),
        ("N73", ["B called A, who hid nothing"]),
    ],
)
def test_announcements_in_words(name: str, words: list[str]) -> None:
    """R22-R30 on the sheet."""
    _, options, hands, calls, _ = next(row for row in ANNOUNCED if row[0] == name)
    cards = suited([hand.removesuffix("*") for hand in hands])
    given = {"opening": "table", **options} if len(hands) == 4 else options
    deal = dealt(cards, layout(cards) if len(cards[0].split()) == 3 else "", options=given)
    play_round(deal, [s for s, hand in enumerate(hands) if hand.endswith("*")], calls)
    account = game(players=len(hands), **given).tally()
    account.add(account.judge(deal), 0)
    told = [row[1] for row in sheet_of(account, ["AC", "BD"] if len(hands) == 4 else "ABC"[: len(hands)]).rows]
    assert [text for text in told if any(w in text for w in ("ronda", "tringla", "hid"))] == words


def test_taps_in_words() -> None:
    """R39-R45 on the sheet."""
    fields = {"hands": ["1c 7d", "7c 2d", "7e 3b", "1b 7b"], "seat": 1, "options": {"players": 4}}
    for table, plays, words in (
        ("2c", ("lay 7c", "7e x 7c", "lay 1b"), "AC bount"),
        ("", ("lay 7c", "7e x 7c", "lay 1b"), "AC bount, with missa"),
        ("2c", ("lay 7c", "7e x 7c", "answer 7b", "lay 1c"), "AC bount on BD, answered by BD with khamsa"),
        (
            "",
            ("lay 7c", "7e x 7c", "answer 7b", "answer 7d"),
            "AC bount on BD, answered by BD with khamsa, by AC with aachra, with missa",
        ),
    ):
        deal = position({**fields, "table": table})
        run(deal, *plays)
        account = game(players=4).tally()
        account.add(account.judge(deal), 0)
        assert [row[1] for row in sheet_of(account, ["AC", "BD"]).rows] == [words]
    three = position({"hands": ["7c 1c", "7e 1e", "7b 1b"], "table": "2c", "options": {"players": 3}})
    run(three, "lay 7c", "7e x 7c", "answer 7b", "lay 1c")
    account = game(players=3).tally()
    account.add(account.judge(three), 0)
    assert sheet_of(account, "ABC").rows[0][1] == "B bount on A, answered by C with khamsa"


def test_a_missa_and_a_won_deal_in_words() -> None:
    """R36, R52."""
    deal = position({"hands": ["2b 1c", "6c 7c"], "table": "2d"})
    run(deal, "2b x 2d")
    account = tally()
    account.add(account.judge(deal), 0)
    assert sheet_of(account, "AB").rows == (("1", "A missa", "+1", "", "1", "0"),)
    names = [PACK.name(n) for n in range(40)]
    hands = {"hands": ["", names[39]], "seat": 1, "last_round": True}
    for first, words in ((17, "cards 17-23: B 3, deal won by B"), (20, "cards 20-20, deal won by nobody")):
        ended = position({**hands, "piles": [" ".join(names[:first]), " ".join(names[first:39])]})
        ended.last_taker = 1
        run(ended, f"lay {names[39]}")
        account = tally()
        account.add(account.judge(ended), 0)
        assert [row[1] for row in sheet_of(account, "AB").rows] == [words]


def test_who_gives_a_deal_up_leaves_the_cards_to_each_other_side() -> None:
    """R50."""
    assert tally().given_up(1).points == (20, 0)
    three = tally(players=3)
    assert [three.given_up(side).points for side in range(3)] == [(0, 20, 20), (20, 0, 20), (20, 20, 0)]


def test_a_deal_noted_at_a_real_table_is_one_line() -> None:
    account = tally()
    account.add(account.claim((3, -1), {"cards": (22, 18)}), 0)
    assert sheet_of(account, "AB").rows == (("1", "as noted at the table", "+3", "-1", "3", "-1"),)
    with pytest.raises(BadRecord, match="cards: 22-19 is not a division of 40 cards"):
        account.claim((3, -1), {"cards": (22, 19)})


@pytest.mark.parametrize("preset", Ronda.PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sheet_adds_up_to_the_totals(preset: str, players: int) -> None:
    made = Ronda.of(preset, players=players)
    match, rng = Match(made, Rng(1)), random.Random(1)
    for _ in range(3):
        if match.over:
            break
        match.begin()
        while match.deal:
            seat = next(s for s in match.actors() if match.legal(s))
            said = [t for t in match.legal(seat) if t.startswith(("announce", "call"))]
            match.play(seat, rng.choice(said or match.legal(seat)))
        played = match.deals[-1].result
        assert played is not None and played.counts is not None
        assert played.ended or sum(played.counts["cards"]) == 40
        assert [sum(p.points for p in played.lines if p.side == s) for s in range(made.sides)] == list(played.points)
    rows = sheet_of(match.tally, "ABC"[: made.sides]).rows
    assert [int(text) for text in rows[-1][-made.sides :]] == match.tally.totals


# Presets and options.


def test_the_presets_are_those_of_the_rules() -> None:
    assert list(Ronda.PRESETS) == ["seed", "seed_extras", "seed_point_list", "pagat_like", "cafe", "bluff", "quick"]
    assert Ronda.of("cafe").options.plain()["opening"] == "four_cards"
    assert Ronda.of("cafe", players=3).options.plain()["opening"] == "auto"
    with pytest.raises(BadOptions):
        Ronda.of("cafe", players=3, opening="four_cards")
    assert Ronda.of("quick").options.differing() == {"target_score": 21}
    assert Ronda.of("seed_point_list").options.differing() == {"tap_points": [1, 5, 2]}


@pytest.mark.parametrize(
    "options, message",
    [
        ({"tap_points": [1, 5, 3]}, r"option tap_points: \[1, 5, 3\] is not \[1, 5, 10\] or \[1, 5, 2\]"),
        ({"target_score": 40}, "option target_score: 40 is not one of 21, 31, 41, 61"),
        ({"hidden_ronda_points": 0}, "option hidden_ronda_points: 0 is not a whole number from 1 to 10"),
        ({"first_dealer": "oldest"}, "option first_dealer: 'oldest' is not one of random, cut_lowest, seat:0, seat:1"),
    ],
)
def test_wrong_options_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        game(**options)


# Bare positions and pictures.


@pytest.mark.parametrize(
    "fields, message",
    [
        ({"hand": "1c", "table": "5c 5e"}, "table: two cards of one rank lie in '5c 5e'"),
        ({"hand": "1c", "table": "1c"}, "table: 1c is in two places"),
        ({"hand": "1c", "phase": "claims"}, "phase: 'claims' is not one of announcements, calls"),
        ({"hand": "1c", "phase": "calls"}, "phase: calls needs hidden_ronda=challenge"),
        ({"hand": "1c", "phase": "announcements"}, "phase: announcements needs announce_timing=before_play"),
        ({"hand": "1c", "first_turn": 1}, "first_turn: 1 is not true or false"),
        (
            {
                "hand": "1c 1e 2b",
                "phase": "announcements",
                "first_turn": True,
                "options": {"announce_timing": "before_play"},
            },
            "first_turn: it tells who may announce with a card; in a phase a word is due",
        ),
        (
            {"hand": "1c", "table": "7c", "plays": ["0 lay 7c"]},
            "plays: seat 0 played last, so the next is due, not seat 0",
        ),
        ({"hand": "1c", "plays": ["1 lay 7c"]}, "table: 7c, just laid, does not lie there"),
        ({"hand": "1c", "plays": ["1 answer 7c"]}, "plays: 'answer 7c' answers no tap"),
        ({"hand": "7c 1c", "plays": ["0 lay 7c", "1 7e x 7c"]}, "plays: 7c lies apart, yet in another place too"),
        (
            {"hand": "7b", "seat": 3, "options": {"players": 4}, "plays": ["0 lay 7c", "1 7e x 7c", "3 answer 7d"]},
            "plays: 'answer 7d' answers no tap",
        ),
        (
            {"hand": "1c 1e 2c 2e", "options": FOUR_CARDS_SILENT, "phase": "announcements"},
            "phase: no announcements in a hand of four cards",
        ),
        ({"hand": "1c", "trump": "h"}, "no field 'trump' in a position of ronda"),
    ],
)
def test_positions_that_cannot_be_are_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        position(fields)


def test_r39_in_a_position_too_only_the_next_seat_taps() -> None:
    fields = {"hand": "7b 1c", "seat": 3, "table": "2c", "options": {"players": 4}}
    taken = position({**fields, "plays": ["0 lay 7c", "2 7e x 7c"]})
    assert [taken.text(p) for p in taken.legal(3)] == ["lay 1c", "lay 7b"]
    tapped = position({**fields, "plays": ["1 lay 7c", "2 7e x 7c"]})
    assert [tapped.text(p) for p in tapped.legal(3)] == ["lay 1c", "answer 7b"]


def test_a_position_with_a_text_that_is_no_play_is_refused() -> None:
    with pytest.raises(NotationError, match="'tap 7c' is no play"):
        position({"hand": "1c", "plays": ["1 tap 7c"]})


def test_a_position_knows_what_was_said_and_answered() -> None:
    """R40: the cards of an open tap are on the side, all of them."""
    deal = position({"hand": "1c 2c", "plays": ["0 announce tringla", "0 lay 7c", "1 7e x 7c+10c"]})
    assert deal.kinds[0] == 3 and PACK.shown(deal.apart) == "7c 7e 10c"
    again = position({"hand": "1c 7d", "plays": ["1 lay 7c", "0 7e x 7c", "1 lay 5c"], "table": "5c"})
    assert again.chain == 0 and [again.text(p) for p in again.legal(0)] == ["lay 1c", "lay 7d"]


def test_the_picture_shows_what_lies_open() -> None:
    made = game(players=4)
    deal = position(
        {"hands": ["1c 7d", "7c 2d", "7e 3b", "1b 7b"], "table": "2c", "seat": 1, "options": {"players": 4}}
    )
    deal.kinds = [0, 2, 0, 0, 0]
    run(deal, "lay 7c", "7e x 7c")
    assert in_words.lines(made, deal.view(3)) == {
        "Table": "2c",
        "Lying apart": "7c 7e (C: bount)",
        "A": "2 cards",
        "B": "1 card",
        "C": "1 card",
        "Your hand": "1b 7b",
        "Stock": "12 cards",
        "Pile of A and C": "0 cards",
        "Pile of your side": "0 cards",
        "Announced": "B: ronda",
        "Score of A and C": "0",
        "Score of your side": "0",
    }
    run(deal, "lay 1b")
    after = in_words.lines(made, deal.view(3))
    assert after["Pile of A and C"] == "2 cards" and after["Score of A and C"] == "1"
    plain = position({"hand": "1c 7d", "table": "2c"})
    assert list(in_words.lines(game(), plain.view(0))) == [
        *("Table", "Your hand", "B", "Stock", "Your pile", "Pile of B"),
        *("Your score", "Score of B"),
    ]


def test_every_seat_is_told_the_same_by_events_and_views() -> None:
    """R20: an announcement says its kind; hands are seen by their owners alone."""
    cards = suited(["5 5 1", "2 3 7"])
    deal = dealt(cards, layout(cards))
    opening = deal.opened()
    assert [e.kind for e in opening] == ["dealt", "dealt", "layout"]
    assert [e.seen_by(1).cards for e in opening[:2] if e.seen_by(1)] == [("??",) * 3, tuple(cards[1].split())]  # type: ignore[union-attr]
    said = deal.play(0, deal.read(0, "announce ronda"))
    assert [(e.kind, e.seat, dict(e.facts)) for e in said] == [("announced", 0, {"kind": "ronda"})]
    assert deal.view(1)["kinds"][0] == 2


def test_a_call_and_a_pass_are_told() -> None:
    """R30."""
    cards = suited(["2 2 1", "5 6 3"])
    deal = dealt(cards, layout(cards), options={"hidden_ronda": "challenge"})
    while deal.phase != 2:
        run(deal, deal.text(deal.legal(deal.turn)[-1]))
    passed = deal.play(0, deal.read(0, "pass"))
    called = deal.play(1, deal.read(1, "call 0"))
    assert [e.kind for e in passed] == ["passed"]
    assert [e.kind for e in called] == ["called", "points", "points", "dealt", "dealt"]
    assert dict(called[0].facts) == {"seat": 0}
    assert dict(called[1].facts) == {"side": 0, "reason": "call", "points": -5}
