"""Konchinka: the pack, the dealers, the layout and its repairs, rounds, the end of a deal."""

from __future__ import annotations

import pytest

import in_words
from games.konchinka_cases import LAYOUTS, ROUNDS
from games.konchinka_table import dealt, game, legal, lying, pile, place, run, stock
from kafenio import bits
from kafenio.cards import FRENCH_52 as PACK
from kafenio.contract import Rng
from kafenio.errors import BadOptions, BadRecord, Misdeal
from kafenio.game import Repair
from kafenio.games.konchinka.deal import KonchinkaDeal
from kafenio.i18n.rules import rule
from kafenio.match import Match
from support import many

# Setup.


def test_r1_the_pack_has_52_cards() -> None:
    assert len(PACK) == 52 and game().bare().cards() == 2**52 - 1


def test_r2_r55_two_three_or_four_play_each_alone() -> None:
    tables = [game(None, players=n) for n in (2, 3, 4)]
    assert [(g.seats, g.sides) for g in tables] == [(2, 2), (3, 3), (4, 4)]
    with pytest.raises(BadOptions, match="option players: 5 is not one of 2, 3, 4"):
        game(None, players=5)


def test_r3_there_is_no_trump_and_r4_every_suit_captures_alike() -> None:
    assert legal(place(["3c 3d 3h", ""], "3s 9d Qc")) == ["3c x 3s", "3d x 3s", "3h x 3s"]


def test_r5_the_first_dealer_is_drawn_by_lot_or_named() -> None:
    dealers = set()
    for seed in range(30):
        match = Match(game(None, players=3), Rng(seed))
        match.find_dealer()
        dealers.add(match.dealer)
    assert dealers == {0, 1, 2}
    for seat in (0, 1):
        named = Match(game(None, first_dealer=f"seat:{seat}"), Rng(0))
        assert [(e.kind, e.seat) for e in named.find_dealer()] == [("first_dealer", seat)]


def test_r6_r7_cm06_cm07_the_deal_goes_round_and_the_next_seat_leads() -> None:
    for players in (2, 3):
        match = Match(game(None, players=players, first_dealer=f"seat:{players - 1}"), Rng(1))
        dealers: list[int] = []
        while len(dealers) < 4:
            match.begin()
            assert match.deal is not None
            dealers.append(match.deal.dealer)
            assert match.actors() == ((match.dealer + 1) % players,)
            while match.deal is not None:
                match.play(match.deal.turn, match.legal(match.deal.turn)[0])
        assert dealers == [(players - 1 + i) % players for i in range(4)]


def test_r7_direction_is_the_picture_alone() -> None:
    words = {}
    for direction in ("clockwise", "counterclockwise"):
        rules = game(None, players=3, direction=direction)
        assert rules.deal(list(range(52)), {"dealer": 2}).actors() == (0,)
        words[direction] = rule("konchinka", {n: getattr(rules.options, n) for n in rules.options.plain()}, "R7")
    assert "dealer's left" in words["clockwise"] and "dealer's right" in words["counterclockwise"]


# The deal.


@pytest.mark.parametrize(
    "packet, first, second", [(1, "Ac Ah 2c 2h", "Ad As 2d 2s"), (2, "Ac Ad 2c 2d", "Ah As 2h 2s")]
)
def test_r8_cards_go_round_from_the_leader_then_the_layout(packet: int, first: str, second: str) -> None:
    pack = PACK.listed("Ac Ad Ah As 2c 2d 2h 2s 3c 4c 5c 6c")
    deal = game(None, deal_packet=packet).deal(pack + [n for n in range(52) if n not in pack], {"dealer": 1})
    assert [PACK.shown(h) for h in deal.hands[:2]] == [first, second]
    assert lying(deal) == "3c 4c 5c 6c"


def test_r8_packets_of_four_and_of_one_in_a_later_round() -> None:
    for packet, second in ((4, "Tc Td Th Ts"), (1, "Tc Th Kc Kh")):
        pack = PACK.listed("Ac Ad Ah As 2c 2d 2h 2s 3c 4c 5c 6c Tc Td Th Ts Kc Kd Kh Ks")
        rules = game(None, deal_packet=packet, capture_obligation="optional")
        deal = rules.deal(pack + [n for n in range(52) if n not in pack], {"dealer": 1})
        while deal.left == 40:
            deal.pick(deal.turn, deal.choices(deal.turn) - 1)
        assert PACK.shown(deal.hands[0]) == second


@pytest.mark.parametrize("hands_open", [False, True])
def test_r8_a_hand_is_seen_by_its_seat_or_open_to_all(hands_open: bool) -> None:
    deal = dealt(["2c 3c 4c 5c", "6c 7c 8c 9c"], "Kc Qd Ts Ah", hands_open=hands_open)
    for viewer, own in ((0, [4, 0]), (1, [0, 4]), (None, [0, 0])):
        sizes = [bits.size(part.shown) for part in deal.view(viewer)["hands"][:2]]
        assert sizes == ([4, 4] if hands_open else own)
    seen = [[event.seen_by(viewer) for event in deal.opened()[:2]] for viewer in (0, None)]
    assert [("??" in e.cards) for row in seen for e in row if e] == (
        [False] * 4 if hands_open else [False, True, True, True]
    )
    lines = in_words.lines(game(None, hands_open=hands_open), deal.view(0))
    assert lines["B"] == ("6c 7c 8c 9c" if hands_open else "4 cards")


def test_r8_open_hands_of_a_later_round_are_seen_and_the_returned_card_with_them() -> None:
    top = PACK.listed("2c 3c 4c 5c 6c 7c 8c 9c Kc 5d Kh Ts 3h")
    deal = game(None, hands_open=True, return_position="random").deal(
        top + [n for n in range(52) if n not in top],
        {"dealer": 1},
        [Repair(PACK.number("Kh"), PACK.number("3h"), 1)],  # on top after 3h: the leader gets it
    )
    while deal.left == 40:
        deal.pick(deal.turn, 0)
    assert deal.hands[0] & bits.bit(PACK.number("Kh")) and deal.came_to[0] == 1  # 1 + round 0, seat 0
    assert [bits.size(part.shown) for part in deal.view(None)["hands"][:2]] == [4, 4]


def test_r9_r31_only_the_first_round_puts_cards_on_the_table() -> None:
    """CS06: the same dealer, 40 -> 32 cards in the stock, the same leader."""
    deal = dealt(["2c 3c 4c 5c", "6c 7c 8c 9c"], "Kc Qd Ts Ah", dealer=0)
    assert bits.size(deal.table) == 4 and deal.actors() == (1,)
    for _ in range(7):
        deal.pick(deal.turn, 0)
    table = deal.table
    play = deal.pick(deal.turn, 0)
    expected = table ^ bits.body(play) if bits.body(play) else table | bits.bit(bits.head(play))
    assert (deal.table, deal.left, deal.dealer, deal.turn) == (expected, 32, 0, 1)


@pytest.mark.parametrize("players, stocks", [(2, [40, 32, 24, 16, 8, 0]), (3, [36, 24, 12, 0]), (4, [32, 16, 0])])
def test_r16_r32_the_pack_comes_out_even(players: int, stocks: list[int]) -> None:
    deal = game(None, players=players, early_finish="off").bare().dealt(Rng(players))
    seen, plays = [deal.left], 0
    while deal.turn >= 0:
        deal.pick(deal.turn, 0)
        plays += 1
        if deal.left != seen[-1]:
            seen.append(deal.left)
            assert [bits.size(h) for h in deal.hands[:players]] == [4] * players
    assert seen == stocks and plays == 48


# The layout.


def repaired(opened: str, top: str, **options: object) -> KonchinkaDeal:
    """Two players; sixteen cards of the stock lie where nothing happens in its middle, sixteen below."""
    cards = PACK.listed(f"{opened} {top}")
    others = [n for n in range(52) if n not in cards]
    hands, middle, bottom = others[:8], others[8:24], others[24:]
    pack = hands + cards[:8] + middle + cards[8:] + bottom
    deal = game(None, return_position="exact_middle", **options).deal(pack, {"dealer": 1})
    assert isinstance(deal, KonchinkaDeal)
    return deal


@pytest.mark.parametrize("name, options, opened, top, layout, after, swaps", LAYOUTS, ids=[row[0] for row in LAYOUTS])
def test_worked_layouts(
    name: str, options: dict[str, object], opened: str, top: str, layout: str, after: str, swaps: str
) -> None:
    """R10, R11, R12, R12a, R13, R53: what goes back, in which order, and what takes its place."""
    deal = repaired(opened, top, **options)
    assert lying(deal) == layout
    assert " ".join(c for c in stock(deal) if c in f"{opened} {top}".split()) == after
    told = [e for e in deal.opened() if e.kind in ("layout", "returned")]
    assert [" ".join(told[0].cards), *("-".join(e.cards) for e in told[1:])] == [opened, *swaps.split()]
    assert deal.left == 40 and bits.size(deal.table) == 4


CHECKS: dict[tuple[str, bool], str] = {
    # of Jc Kc Kd Js: which cards go back
    ("auto", True): "Jc Kd Js",
    ("auto", False): "Kd Js",
    ("pairs_and_jacks", True): "Jc Kd Js",
    ("pairs_and_jacks", False): "Jc Kd Js",
    ("jacks_only", True): "Jc Js",
    ("jacks_only", False): "Jc Js",
    ("pairs_only", True): "Kd Js",
    ("pairs_only", False): "Kd Js",
    ("none", True): "",
    ("none", False): "",
}


@pytest.mark.parametrize("check, jack_sweeps", CHECKS, ids=str)
def test_r10_r53_what_may_not_lie_in_the_layout(check: str, jack_sweeps: bool) -> None:
    deal = repaired("Jc Kc Kd Js", "3c 8d Qh 2s Tc 6d 7h 4s", layout_check=check, jack_sweeps=jack_sweeps)
    assert PACK.text(deal.returned[: deal.returns]) == CHECKS[check, jack_sweeps]


def test_r12_the_card_opened_later_goes_back_or_one_by_lot() -> None:
    went = {which: {PACK.name(kings(which, seed).returned[0]) for seed in range(20)} for which in ("later", "random")}
    assert went == {"later": {"Kh"}, "random": {"Kc", "Kh"}}


def kings(which: str, seed: int) -> KonchinkaDeal:
    top = PACK.listed("2c 3c 4c 5c 6c 7c 8c 9c Kc 5d Kh Ts")
    rules = game(None, layout_pair_which=which)
    deal = rules.deal(top + [n for n in range(52) if n not in top], {"dealer": 1}, rng=Rng(seed))
    assert isinstance(deal, KonchinkaDeal)
    return deal


def test_r12a_a_lot_is_drawn_again_at_each_step_and_a_record_tells_it() -> None:
    top = PACK.listed("2c 3c 4c 5c 6c 7c 8c 9c Kc Kd Kh Ts As Qc Qd Qh")
    pack = top + [n for n in range(52) if n not in top]
    rules = game(None, layout_pair_which="random")
    went = set()
    for seed in range(60):
        deal = rules.deal(pack, {"dealer": 1}, rng=Rng(seed))
        went.add(PACK.text(deal.returned[: deal.returns]))
        again = rules.deal(pack, {"dealer": 1}, rules.repairs(deal))
        assert again.view(None) == deal.view(None) and stock(again) == stock(deal)
    assert went == {"Kc Kd", "Kc Kh", "Kd Kc", "Kd Kh", "Kh Kc", "Kh Kd"}
    wrong = [Repair(PACK.number("Ts"), PACK.number("As"), 20), Repair(PACK.number("Kc"), PACK.number("Qc"), 20)]
    with pytest.raises(BadRecord, match=r"repair 1: K. goes back and As takes its place"):
        rules.deal(pack, {"dealer": 1}, wrong)


def test_r12a_all_of_a_rank_go_back_though_jacks_go_one_by_one() -> None:
    four = repaired("Kc Kd Kh Ks", "3c 8d Qh 2s Tc 6d 7h 4s", layout_pair_return="all")
    assert lying(four) == "3c 8d Qh 2s" and stock(four)[16:20] == ["Kd", "Ks", "Kh", "Kc"]
    jacks = repaired("Jc Jd 4h 9s", "3c 8d Qh 2s Tc 6d 7h 5s", layout_pair_return="all")
    assert list(jacks.batch[:2]) == [0, 1]
    pair = repaired("Jc Jd 4h 9s", "3c 8d Qh 2s Tc 6d 7h 5s", layout_pair_return="all", layout_check="pairs_only")
    assert list(pair.batch[:2]) == [0, 0] and lying(pair) == "3c 8d 4h 9s"


def test_r12a_a_card_of_a_batch_may_come_up_in_the_place_of_another() -> None:
    top = PACK.listed("2c 3c 4c 5c 6c 7c 8c 9c Kc 5d Kh Ts")
    rules = game(None, layout_pair_return="all", return_position="random")
    repairs = [
        Repair(PACK.number("Kc"), PACK.number("Kh"), 5),
        Repair(PACK.number("Kh"), PACK.number("Ac"), 0),
    ]
    deal = rules.deal(top + [n for n in range(52) if n not in top], {"dealer": 1}, repairs)
    assert lying(deal) == "Kh 5d Ac Ts"
    assert [e.cards for e in deal.opened()[2:]] == [("Kc", "5d", "Kh", "Ts"), ("Kc", "Kh"), ("Kh", "Ac")]


def test_r13_the_new_card_is_looked_at_too() -> None:
    """CI02, CI03."""
    deal = repaired("Kc 5d Kh 9s", "Jh 8d Qh 2s Tc 6d 7h 4s")
    assert PACK.text(deal.returned[: deal.returns]) == "Kh Jh" and lying(deal) == "Kc 5d 8d 9s"


def test_r13a_after_100_returns_the_pack_is_shuffled_again() -> None:
    top = PACK.listed("2c 3c 4c 5c 6c 7c 8c 9c Jh 5d Kh Ts")
    jack = PACK.number("Jh")
    rules = game(None, return_position="random")
    pack = top + [n for n in range(52) if n not in top]
    with pytest.raises(Misdeal, match="the rules ask for another shuffle"):
        rules.deal(pack, {"dealer": 1}, [Repair(jack, jack, 0)] * 100)
    ninety_nine = [*[Repair(jack, jack, 0)] * 99, Repair(jack, PACK.number("Ac"), 3)]
    assert rules.deal(pack, {"dealer": 1}, ninety_nine).returns == 100


@pytest.mark.parametrize("players, low, high", [(2, 14, 26), (3, 12, 24), (4, 11, 21)])
def test_r14_a_card_goes_into_the_middle_third(players: int, low: int, high: int) -> None:
    found = places(players, "random_middle", 200)
    assert found == set(range(low, high + 1))


@pytest.mark.parametrize("position, expected", [("exact_middle", {20}), ("random", set(range(41))), ("bottom", {40})])
def test_r14_other_places_of_return(position: str, expected: set[int]) -> None:
    assert places(2, position, 300 if position == "random" else 3) == expected


def places(players: int, position: str, times: int) -> set[int]:
    """Where a king of a pair goes, as the record writes it; the stock holds it there, but for the card taken since."""
    found = set()
    rules = game(None, players=players, return_position=position)
    top = PACK.listed("Kc 5d Kh Ts As")
    hands = [n for n in range(52) if n not in top][: 4 * players]
    pack = hands + top + [n for n in range(52) if n not in (*top, *hands)]
    for seed in range(times):
        deal = rules.deal(pack, {"dealer": 1}, rng=Rng(seed))
        above = rules.repairs(deal)[0].above
        if above:
            assert stock(deal)[above - 1] == "Kh"
        found.add(above)
    return found


def test_r14_a_record_with_a_place_outside_the_middle_is_refused() -> None:
    top = PACK.listed("2c 3c 4c 5c 6c 7c 8c 9c Kc 5d Kh Ts As")
    with pytest.raises(BadRecord, match="repair 1: 27 cards above it, 14 to 26 expected"):
        game().deal(
            top + [n for n in range(52) if n not in top],
            {"dealer": 1},
            [Repair(PACK.number("Kh"), PACK.number("As"), 27)],
        )


def test_r15_everybody_knows_that_a_returned_card_is_in_the_stock() -> None:
    """So it is in nobody's first hand; where it lies nobody knows."""
    rules = game(None, return_position="random_middle")
    deal = kings("later", 1)
    for viewer in (0, 1, None):
        view = deal.view(viewer)
        assert PACK.text(view["returned"][: view["returns"]]) == "Kh" and "cuts" not in view.fields
        where = set()
        for seed in range(many(200, 40)):
            drawn = rules.imagine(view, Rng(seed))
            assert not any(h & bits.bit(PACK.number("Kh")) for h in drawn.hands)
            where.add(stock(drawn).index("Kh"))
        assert len(where) > 8 and where <= set(range(13, 26))


# The end of a deal.


@pytest.mark.parametrize("name, options, hands, table, plays, piles", ROUNDS, ids=[row[0] for row in ROUNDS])
def test_worked_last_rounds(
    name: str, options: dict[str, object], hands: list[str], table: str, plays: list[str], piles: list[str]
) -> None:
    """R19-R26, R33."""
    deal = place(hands, table, **options)
    run(deal, *plays)
    assert deal.turn == -1 and [pile(deal, side) for side in range(len(hands))] == [set(p.split()) for p in piles]


def test_cs02_cs05_the_alternatives_were_open() -> None:
    assert "8h x 8d" in legal(place(["Js 8h", "8c Jd"], "Ks 8d"))
    deal = place(["5h 9c", "5d 2s"], "5s Qc", capture_obligation="optional")
    run(deal, "lay 5h")
    assert legal(deal, 1)[:2] == ["5d x 5h", "5d x 5s"]


def test_r33_leftovers_are_no_capture() -> None:
    deal = place(["9h", "Kd"], "9c 5h", sweep_bonus=1)
    run(deal, "9h x 9c")
    told = deal.play(1, deal.read(1, "lay Kd"))
    assert [(e.kind, e.seat, e.cards, dict(e.facts)) for e in told] == [
        ("laid", 1, ("Kd",), {}),
        ("leftovers", -1, ("5h", "Kd"), {"side": 0}),
    ]
    assert list(deal.sweeps[:2]) == [0, 0] and deal.ended() == ""


def test_r34_without_any_capture_nobody_scores() -> None:
    """Whatever the tie options say; by default the jacks see to it that somebody captures."""
    deal = game("free_lay", cards_tie="one_each", clubs_tie="one_each").bare().dealt(Rng(1))
    while deal.turn >= 0:
        deal.pick(deal.turn, deal.choices(deal.turn) - 1)
    assert isinstance(deal, KonchinkaDeal)
    assert bits.size(deal.table) == 52 and deal.last_taker == -1 and deal.gained() == [0, 0]
    for seed in range(many(100, 5)):
        usual = game().bare().dealt(Rng(seed))
        while usual.turn >= 0:
            usual.pick(usual.turn, usual.choices(usual.turn) - 1)
        assert isinstance(usual, KonchinkaDeal) and usual.last_taker >= 0 and usual.table == 0
