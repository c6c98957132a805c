"""Ronda: players, pack, dealer, layouts, rounds."""

from __future__ import annotations

import pytest

from games.ronda_cases import LAYOUTS
from games.ronda_table import PACK, dealt, game, layout, play_round, position, run, suited
from kafenio import bits
from kafenio.audience import Event
from kafenio.contract import Rng
from kafenio.errors import BadOptions, Misdeal
from kafenio.games.ronda.deal import RondaDeal
from kafenio.match import Match

CIRCLING = 129  # a shuffle whose layout, with these options, never becomes right


def told(events: list[Event], kind: str) -> list[Event]:
    return [e for e in events if e.kind == kind]


def shuffled(seed: int) -> list[int]:
    return Rng(seed).shuffled(range(40))


def legal(fields: dict[str, object]) -> list[str]:
    deal = position(fields)
    return [deal.text(p) for p in deal.legal(deal.turn)]


# Players, pack, dealer.


@pytest.mark.parametrize("players, sides", [(2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1, 0, 1])])
def test_r1_two_or_three_play_alone_and_four_in_teams(players: int, sides: list[int]) -> None:
    made = game(players=players)
    assert [made.side(s) for s in range(players)] == sides and made.sides == len(set(sides))
    with pytest.raises(BadOptions, match="option players: 5 is not one of 2, 3, 4"):
        game(players=5)


def test_r2_the_pack_has_forty_cards_without_eight_and_nine() -> None:
    assert len(PACK) == 40 and PACK.ranks == ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
    assert PACK.text(range(4)) == "1c 1e 1b 1d"


def test_r3_ten_follows_seven_and_the_order_does_not_wrap() -> None:
    """N6, N7."""
    assert legal({"hand": "7d", "table": "10e 7c"}) == ["7d x 7c+10e"]
    assert legal({"hand": "12d", "table": "12c 1e"}) == ["12d x 12c"]


@pytest.mark.parametrize("suit", "ebd")
def test_r4_suits_never_matter(suit: str) -> None:
    assert legal({"hand": f"5{suit}", "table": "5c 6c"}) == [f"5{suit} x 5c+6c"]


def test_r6_the_first_dealer_is_drawn_by_lot_or_named() -> None:
    dealers = set()
    for seed in range(20):
        match = Match(game(), Rng(seed))
        match.find_dealer()
        dealers.add(match.dealer)
    assert dealers == {0, 1}
    for seat in range(3):
        named = Match(game(players=3, first_dealer=f"seat:{seat}"), Rng(0))
        named.find_dealer()
        assert named.dealer == seat
    with pytest.raises(BadOptions, match="seat:2"):
        game(first_dealer="seat:2")


def test_r6_whoever_cuts_the_lowest_rank_deals_and_level_ones_cut_again() -> None:
    again = 0
    for seed in range(40):
        match = Match(game(players=3, first_dealer="cut_lowest"), Rng(seed))
        events = match.find_dealer()
        assert told(events, "first_dealer") == [events[-1]] and events[-1].seat == match.dealer
        first = {c.seat: c.card // 4 for c in match.cuts[:3]}
        level = [s for s in first if first[s] == min(first.values())]
        assert match.dealer in level and (len(match.cuts) > 3) == (len(level) > 1)
        again += len(level) > 1
    assert again


def test_r7_the_deal_passes_to_the_next_seat() -> None:
    match = Match(game(players=3, first_dealer="seat:2"), Rng(1))
    dealers = []
    for _ in range(3):
        match.begin()
        dealers.append(match.dealer)
        while match.deal:
            match.play(match.deal.turn, match.legal(match.deal.turn)[0])
    assert dealers == [2, 0, 1]


def test_r8_the_seat_after_the_dealer_plays_first_in_every_round_and_the_dealer_last() -> None:
    deal = game(players=4).deal(shuffled(1), {"dealer": 1})
    turns = []
    while deal.turn >= 0:
        turns.append(deal.turn)
        deal.pick(deal.turn, deal.choices(deal.turn) - 1)
    assert turns == [2, 3, 0, 1] * 10


# Dealing.


def test_r9_one_packet_a_seat_from_the_dealers_right_then_the_table() -> None:
    pack = PACK.listed("1c 1e 2c 3c 3e 4c 5c 5e 6c 1b 3b 5b 7b 10c 10e 11c 11e 12c 12e 7c 7e 7d")
    pack += [n for n in range(40) if n not in pack]
    deal = game(players=3).deal(pack, {"dealer": 0})
    assert isinstance(deal, RondaDeal)
    assert [PACK.shown(h) for h in deal.hands[:3]] == ["5c 5e 6c", "1c 1e 2c", "3c 3e 4c"]
    assert PACK.text(deal.on_table(deal.table)) == "1b 3b 5b 7b"
    play_round(deal)
    assert [PACK.shown(h) for h in deal.hands[:3]] == ["7c 7e 7d", "10c 10e 11c", "11e 12c 12e"]


@pytest.mark.parametrize("name, options, first, stock, then, back", LAYOUTS, ids=[row[0] for row in LAYOUTS])
def test_worked_layouts(name: str, options: dict[str, object], first: str, stock: str, then: str, back: str) -> None:
    """R10, R11: the last dealt card of the fault goes; a replacement is the last dealt one until the next."""
    used = PACK.listed(f"{first} {stock}")
    free = [PACK.name(n) for n in range(40) if n not in used]
    deal = dealt([" ".join(free[:3]), " ".join(free[3:6])], first, stock, options)
    assert PACK.text(deal.on_table(deal.table)) == then
    assert PACK.text(deal.returned[: deal.returns]) == back
    opened = deal.opened()
    assert [e.cards for e in told(opened, "layout")] == [tuple(first.split())]
    assert [e.cards[0] for e in told(opened, "returned")] == back.split()


@pytest.mark.parametrize("name, options, first, stock, then, back", LAYOUTS, ids=[row[0] for row in LAYOUTS])
def test_r11_redeal_all_shuffles_again_instead(
    name: str, options: dict[str, object], first: str, stock: str, then: str, back: str
) -> None:
    """Option table_fix: hands included, by the same dealer."""
    used = PACK.listed(f"{first} {stock}")
    free = [PACK.name(n) for n in range(40) if n not in used]
    hands = [" ".join(free[:3]), " ".join(free[3:6])]
    if back:
        with pytest.raises(Misdeal):
            dealt(hands, first, stock, {"table_fix": "redeal_all", **options})
    else:
        assert dealt(hands, first, stock, {"table_fix": "redeal_all", **options}).returns == 0


def test_r11_a_misdealt_table_is_dealt_again_by_the_same_dealer() -> None:
    misdeals = 0
    for seed in range(12):
        match = Match(game(table_fix="redeal_all", table_run_limit=2, first_dealer="seat:1"), Rng(seed))
        events = match.begin()
        misdeals += len(told(events, "misdeal"))
        assert match.deals[0].misdeals == len(told(events, "misdeal")) and match.deals[0].dealer == 1
        assert match.deal is not None and match.deal.returns == 0
    assert misdeals


def test_r11_the_card_goes_back_into_the_middle_third() -> None:
    """Option return_position=random_middle: every place of the third, and no other."""
    places = set()
    for seed in range(200):
        deal = dealt(["1c 2c 4c", "5c 6c 10c"], "3c 7e 3b 11d", "6e", seed=seed)
        assert deal.returns == 1
        above = PACK.number("3b")
        places.add(deal.left - 1 - list(deal.stock).index(above))
    assert places == set(range(10, 20))  # 29 cards: from ceil(29 / 3) to floor(58 / 3)


def test_n12_exact_middle_has_half_of_the_stock_above_it() -> None:
    """R11, option return_position."""
    for seed in range(5):
        deal = dealt(
            ["1c 2c 4c", "5c 6c 10c"], "3c 7e 3b 11d", "6e", seed=seed, options={"return_position": "exact_middle"}
        )
        assert deal.left - 1 - list(deal.stock).index(PACK.number("3b")) == 14


def test_n64_a_second_card_goes_back_under_the_first() -> None:
    """R11: N64 with a whole stock; 5e has moved up one place when 7d goes below it."""
    deal = dealt(["2c 4c 6c", "6e 10c 11c"], "5c 5e 7b 2d", "7d 1c", options={"return_position": "exact_middle"})
    down = list(reversed(deal.stock[: deal.left]))
    assert down[13:15] == PACK.listed("5e 7d")


def test_r11_a_card_that_lies_on_the_table_before_its_twin_stays() -> None:
    deal = dealt(["1c 2c 4c", "5c 6c 10c"], "3c 3b 7e 11d", "6e")
    assert PACK.text(deal.on_table(deal.table)) == "3c 6e 7e 11d"


def test_r11a_a_layout_that_stays_wrong_a_hundred_times_is_shuffled_again() -> None:
    circling = game(return_position="exact_middle", table_run_limit=2)
    with pytest.raises(Misdeal):
        circling.deal(shuffled(CIRCLING), {"dealer": 0})
    for seed in range(60):
        deal = circling.deal(shuffled(seed), {"dealer": 0})
        assert deal.returns <= 100


@pytest.mark.parametrize(
    "opening, players, hand, on_table, stock",
    [
        ("auto", 2, 3, 4, 30),
        ("auto", 3, 3, 4, 27),
        ("auto", 4, 4, 0, 24),
        ("table", 2, 3, 4, 30),
        ("table", 4, 3, 4, 24),
        ("four_cards", 2, 4, 0, 32),
        ("four_cards", 4, 4, 0, 24),
    ],
)
def test_r12_openings(opening: str, players: int, hand: int, on_table: int, stock: int) -> None:
    """R9; N61, N62: option opening."""
    deal = game(players=players, opening=opening).deal(shuffled(3), {"dealer": 0})
    assert isinstance(deal, RondaDeal)
    assert [bits.size(h) for h in deal.hands] == [hand] * players + [0] * (5 - players)
    assert bits.size(deal.table) == on_table and deal.left == stock


def test_n61_four_cards_do_not_suit_three_players() -> None:
    """R12."""
    with pytest.raises(BadOptions, match="option opening: four_cards needs two or four players, not 3"):
        game(players=3, opening="four_cards")


@pytest.mark.parametrize("players, options", [(4, {}), (2, {"opening": "four_cards"}), (4, {"opening": "four_cards"})])
def test_n17_four_alike_in_the_first_round_are_a_misdeal(players: int, options: dict[str, object]) -> None:
    """R13."""
    others = ["1c 2c 3c 4c", "1e 2e 3e 4e", "1b 2b 3b 4b"][: players - 1]
    for i in range(players):
        with pytest.raises(Misdeal):
            dealt([*others[:i], "7c 7e 7b 7d", *others[i:]], options=options)


def test_r13_a_misdeal_goes_to_the_same_dealer() -> None:
    match = Match(game(players=4, first_dealer="seat:3"), Rng(0))
    with pytest.raises(Misdeal):
        match.begin(pack=range(40))
    assert match.dealer == 3 and match.deals == []
    assert told(match.begin(), "deal_begins")[0].seat == 3


def test_r13_four_alike_in_a_later_round_of_two_players_are_a_tringla() -> None:
    deal = dealt(["1c 2c 3c 4c", "5c 6c 7c 10c"], rest="11c 11e 11b 11d", options={"opening": "four_cards"})
    play_round(deal)
    assert deal.text(deal.legal(0)[0]) == "announce tringla"


def test_r11_deals_are_imagined_after_dozens_of_replacements_too() -> None:
    """Only a 12 fits beside 2, 5 and 10, and it lies deep in the stock."""
    rest = "4c 6c 3e 4e 6e 7c 3b 4b 6b 7e 11c 11e 1d 3d 4d 6d 7b 7d 12d"
    deal = dealt(["12c 12e 1c", "12b 1e 1b"], "2c 5c 10c 3c", rest, {"table_run_limit": 2}, seed=1)
    assert deal.returns > 30
    for _ in range(2):
        view = deal.view(deal.turn)
        assert game(table_run_limit=2).imagine(view, Rng(1)).view(deal.turn) == view
        play_round(deal)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_r13_an_imagined_first_round_holds_no_four_alike(seat: int) -> None:
    made = game(players=4)
    deal = dealt(["1c 1e 1b 2c", "2e 2b 2d 3c", "3e 3b 3d 4c", "4e 4b 4d 5c"])
    view = deal.view(seat)
    for seed in range(5):
        found = made.imagine(view, Rng(seed))
        assert found.view(seat) == view and found.possible_for(seat)
    deal.put_field("hands", suited_masks(["7c 7e 7b 7d", "1c 1e 1b 2c", "2e 2b 2d 3c", "4c 4e 4b 5c"]))
    assert [deal.possible_for(s) for s in range(4)] == [True, False, False, False]


def suited_masks(hands: list[str]) -> list[int]:
    return [PACK.cards(hand) for hand in hands]


@pytest.mark.parametrize(
    "players, opening, stocks",
    [
        (2, "auto", [30, 24, 18, 12, 6, 0]),
        (3, "auto", [27, 18, 9, 0]),
        (4, "auto", [24, 12, 0]),
        (2, "four_cards", [32, 24, 16, 8, 0]),
        (4, "four_cards", [24, 12, 0]),
        (4, "table", [24, 12, 0]),
    ],
)
def test_n16_r15_the_stock_comes_out_exactly(players: int, opening: str, stocks: list[int]) -> None:
    """R14: three cards each again, four with `four_cards` and two players, and none to the table; N61, N62."""
    deal = game(players=players, opening=opening).deal(shuffled(5), {"dealer": 0})
    assert isinstance(deal, RondaDeal)
    seen = [deal.left]
    while deal.turn >= 0:
        before = deal.copy()
        deal.pick(deal.turn, deal.choices(deal.turn) - 1)
        if deal.left != seen[-1]:
            seen.append(deal.left)
            assert isinstance(before, RondaDeal) and bits.size(deal.table) <= bits.size(before.table) + 1
    assert seen == stocks and sum(deal.taken()) == 40


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r16_the_last_round_is_announced(players: int) -> None:
    match = Match(game(players=players, first_dealer="seat:1"), Rng(4))
    match.begin()
    heard = []
    while (deal := match.deal) is not None:
        left = deal.left
        events = match.play(deal.turn, match.legal(deal.turn)[-1])
        calls = told(events, "last_round")
        heard += calls
        assert len(calls) == (match.deal is not None and left > 0 == deal.left)
    assert [e.seat for e in heard] == [1]


def test_r34_ten_cards_may_lie_on_the_table() -> None:
    """N11."""
    deal = dealt(["2c 4b 6c", "10e 11d 12e"], "1c 3e 5b 7d")
    run(deal, "lay 2c", "lay 10e", "lay 4b", "lay 11d", "lay 6c", "lay 12e")
    assert bits.size(deal.table) == 10 and bits.size(bits.alike(deal.table)) == 40


def test_layouts_for_the_tests_are_right() -> None:
    """R10: what the helper finds needs no repair."""
    hands = suited(["5 5 1", "2 3 7"])
    assert dealt(hands, layout(hands)).returns == 0
