"""Ronda: captures, taps, chains, the end of a deal."""

from __future__ import annotations

import pytest

from games.ronda_cases import COUNTED, LAST_CARD, LEGAL, PLAYED
from games.ronda_table import PACK, dealt, gains, game, piles, position, run, table
from kafenio import bits
from kafenio.audience import Event
from kafenio.contract import Rng
from kafenio.errors import IllegalPlay, NotationError
from kafenio.games.ronda.deal import RondaDeal

Told = tuple[str, int, tuple[str, ...]]


def texts(deal: RondaDeal) -> list[str]:
    return [deal.text(p) for p in deal.legal(deal.turn)]


def tell(deal: RondaDeal, text: str) -> list[Told]:
    """A play, and what it caused."""
    return [seen(e) for e in deal.play(deal.turn, deal.read(deal.turn, text))]


def seen(event: Event) -> Told:
    return event.kind, event.seat, event.cards


def two_rounds(first: list[str], on_table: str, then: str, **options: object) -> RondaDeal:
    """The last cards of a round, and the cards of the next one, which is not the last."""
    deal = position({"hands": first, "table": on_table, "stock": 12, "first_turn": False, "options": options})
    used = PACK.listed(" ".join([*first, on_table, then]))
    rest = [n for n in range(40) if n not in used][:6]
    deal.put_field("stock", list(reversed(PACK.listed(then) + rest)))
    return deal


@pytest.mark.parametrize("name, fields, plays", LEGAL, ids=[row[0] for row in LEGAL])
def test_worked_legal_plays(name: str, fields: dict[str, object], plays: list[str]) -> None:
    """R18, R30-R33, R35, R39-R42: legal plays in the order in which they are listed."""
    assert texts(position(fields)) == plays


@pytest.mark.parametrize("name, fields, plays, points, taken, left", PLAYED, ids=[row[0] for row in PLAYED])
def test_worked_plays(
    name: str, fields: dict[str, object], plays: list[str], points: list[int], taken: list[int], left: str
) -> None:
    """R32, R33, R36, R37, R39-R46, R48 (of a chain only its last caller has the points, R43, and the cards, R44): points and cards by side, and what stays on the table."""
    deal = position(fields)
    run(deal, *plays)
    assert gains(deal) == points and piles(deal) == taken
    assert table(deal).split() == sorted(left.split(), key=PACK.number)


# Captures.


def test_r31_one_card_a_turn_and_any_card_of_the_hand() -> None:
    deal = dealt(["1c 5c 10c", "2c 6c 11c"], "3c 4c 7e 12b")
    assert texts(deal) == ["lay 1c", "lay 5c", "lay 10c"] and deal.legal(1) == []
    with pytest.raises(IllegalPlay, match="'lay 2c' is not legal for seat 1; it is the turn of seat 0"):
        deal.read(1, "lay 2c")
    with pytest.raises(NotationError, match="'lay 8c' is no play; a play looks like"):
        deal.read(0, "lay 8c")
    run(deal, "lay 5c")
    assert bits.size(deal.hands[0]) == 2 and deal.turn == 1


def test_r32_cards_may_be_named_in_any_order() -> None:
    deal = position({"hand": "5b 1c", "table": "7e 6c 5d"})
    assert deal.text(deal.read(0, "5b × 7e+5d 6c")) == "5b x 5d+6c+7e"


def test_r33_a_card_laid_beside_others_stays_in_the_order_of_laying() -> None:
    deal = position({"hand": "3d 1c", "table": "12c 2e"})
    run(deal, "lay 3d")
    assert PACK.text(deal.on_table(deal.table)) == "12c 2e 3d"


def test_r34_the_table_never_holds_two_cards_of_one_rank() -> None:
    for seed in range(20):
        rng = Rng(seed)
        deal = game(players=2 + seed % 3).deal(rng.shuffled(range(40)), {"dealer": 0})
        assert isinstance(deal, RondaDeal)
        while deal.turn >= 0:
            assert bits.size(bits.alike(deal.table)) == 4 * bits.size(deal.table)
            deal.pick(deal.turn, rng.roll(deal.choices(deal.turn)))


def test_r35_laying_under_if_able_tells_what_is_not_held() -> None:
    """N74: answers count as captures; a capture tells nothing."""
    options: dict[str, object] = {"players": 3, "capture_obligation": "if_able"}
    fields = {"hands": ["7c 1c", "7e 1e", "3b 4b"], "table": "2c", "first_turn": False, "options": options}
    deal = position(fields)
    run(deal, "lay 7c", "7e x 7c", "lay 3b")
    assert PACK.shown(deal.bars[0]) == "2c 2e 2b 2d" and deal.bars[1] == 0
    assert PACK.shown(deal.bars[2]) == "2c 2e 2b 2d 7c 7e 7b 7d"
    optional = position({**fields, "options": {"players": 3}})
    run(optional, "lay 7c", "7e x 7c", "lay 3b")
    assert list(optional.bars) == [0] * 5


def test_r35_if_able_hands_are_imagined_without_what_would_capture() -> None:
    made = game(capture_obligation="if_able")
    deal = dealt(["1c 5c 10c", "2c 6c 11c"], "3c 4c 7e 12b", options={"capture_obligation": "if_able"})
    run(deal, "lay 5c")
    view = deal.view(1)
    for seed in range(30):
        found = made.imagine(view, Rng(seed))
        assert found.view(1) == view and not found.hands[0] & bits.alike(PACK.cards("3c 4c 7e 12b"))


def test_r36_r38_a_missa_is_said_by_itself() -> None:
    deal = position({"hands": ["2b 11e", "6c 10c"], "table": "2d 3c"})
    assert tell(deal, "2b x 2d+3c") == [("captured", 0, ("2b", "2d", "3c")), ("sweep", 0, ()), ("points", -1, ())]
    assert [(line.side, line.reason, line.points) for line in deal.points()] == [(0, "missa", 1)]


def test_n5_r37_in_the_last_round_nothing_is_said() -> None:
    deal = position({"hands": ["2b 11e", "6c 10c"], "table": "2d 3c", "last_round": True})
    assert tell(deal, "2b x 2d+3c") == [("captured", 0, ("2b", "2d", "3c"))]


@pytest.mark.parametrize("option, point", [("none", 0), ("all_but_last_card", 1)])
def test_r37_r45_a_tap_in_the_last_round_counts_its_missa_only_with_the_option(option: str, point: int) -> None:
    """N63."""
    options = {"missa_last_hand": option}
    deal = position({"hands": ["7c 1c", "7e 1e"], "last_round": True, "options": options})
    run(deal, "lay 7c", "7e x 7c", "lay 1c")
    assert gains(deal) == [0, 1 + point]
    last = position({"hands": ["7c", "7e"], "last_round": True, "options": options})
    run(last, "lay 7c", "7e x 7c")
    assert gains(last) == [0, 1]


# Taps.


def test_r39_only_the_card_just_laid_by_the_seat_before_can_be_tapped() -> None:
    """N48; an announcement in between changes nothing."""
    hands = ["7c 1c 2c", "5c 5e 7e", "7b 3b 4b"]
    deal = dealt(hands, "12c 10b 6b 11d")
    run(deal, "lay 7c", "announce ronda", "7e x 7c+10b+11d+12c")
    assert deal.chain == 1
    other = dealt(hands, "12c 10b 6b 11d")
    run(other, "lay 7c", "lay 5c", "7b x 7c+10b+11d+12c")
    assert other.chain == 0 and gains(other) == [0, 0, 0]


def test_r40_r46_the_cards_lie_apart_until_the_next_seat_has_played() -> None:
    fields = {"hands": ["7c 7b 1b", "7e 1d 12e"], "table": "2c", "first_turn": False}
    deal = position(fields)
    run(deal, "lay 7c")
    assert tell(deal, "7e x 7c") == [("tapped", 1, ("7e", "7c"))]
    assert PACK.shown(deal.apart) == "7c 7e" and piles(deal) == [0, 0] and gains(deal) == [0, 0]
    other = deal.copy()
    assert isinstance(other, RondaDeal)
    assert tell(deal, "lay 1b") == [("chain", 1, ("7c", "7e")), ("points", -1, ()), ("laid", 0, ("1b",))]
    assert tell(other, "answer 7b") == [("answered", 0, ("7b",))]
    assert tell(other, "lay 1d") == [("chain", 0, ("7c", "7e", "7b")), ("points", -1, ()), ("laid", 1, ("1d",))]


def test_r41_r42_answers_name_their_level() -> None:
    deal = position({"hands": ["7c 7b 1b", "7e 7d 12e"], "table": "2c", "first_turn": False})
    run(deal, "lay 7c", "7e x 7c")
    khamsa = deal.play(0, deal.read(0, "answer 7b"))
    aachra = deal.play(1, deal.read(1, "answer 7d"))
    assert [dict(e.facts) for e in khamsa] == [{"level": 2}]
    assert [(e.kind, dict(e.facts)) for e in aachra] == [
        ("answered", {"level": 3}),
        ("chain", {"level": 3, "missa": 0}),
        ("points", {"side": 1, "reason": "aachra", "points": 10}),
    ]
    assert deal.chain == 0  # the rank is used up, so the chain has ended (R46)


def test_r41_an_answer_is_a_choice() -> None:
    deal = position({"hands": ["7c 7b 1b", "7e 1d 12e"], "table": "2c", "first_turn": False})
    run(deal, "lay 7c", "7e x 7c")
    assert texts(deal) == ["lay 1b", "answer 7b"]


@pytest.mark.parametrize(
    "chain, players, open_to_answers",
    [
        ("all", 2, 1),
        ("all", 4, 1),
        ("four_players", 2, 0),
        ("four_players", 3, 0),
        ("four_players", 4, 1),
        ("off", 4, 0),
    ],
)
def test_r42_tap_chain_says_who_may_answer(chain: str, players: int, open_to_answers: int) -> None:
    hands = ["7c 1c", "7e 1e", "2b 3b", "4b 5b"][:players]
    deal = position({"hands": hands, "table": "6c", "options": {"players": players, "tap_chain": chain}})
    run(deal, "lay 7c", "7e x 7c")
    assert deal.chain == open_to_answers and sum(gains(deal)) == 1 - open_to_answers


def test_r46_a_capture_does_not_find_the_cards_that_lie_apart() -> None:
    """N46."""
    deal = position({"hands": ["5c 3c", "5e 3e", "6b 4b"], "table": "6c 2d", "options": {"players": 3}})
    run(deal, "lay 5c", "5e x 5c+6c")
    assert texts(deal) == ["lay 4b", "lay 6b"]


def test_r47_a_new_round_ends_what_could_be_tapped() -> None:
    """N50: option tap_across_rounds."""
    for across, points in ((False, [0, 0]), (True, [1, 0])):
        deal = two_rounds(["1c", "7c"], "2c", "7e 1e 1b 3c 4c 5c", tap_across_rounds=across)
        run(deal, "lay 1c", "lay 7c")
        assert deal.left == 6 and texts(deal)[-1] == "7e x 7c"
        run(deal, "7e x 7c", "lay 4c")
        assert gains(deal) == points


def test_r47_an_open_chain_goes_over_into_the_next_round() -> None:
    """N75."""
    for across, points, taken in ((False, [0, 1], [0, 2]), (True, [5, 0], [3, 0])):
        deal = two_rounds(["7c", "7e"], "2c", "7b 3c 4c 1d 5c 6c", tap_across_rounds=across)
        run(deal, "lay 7c", "7e x 7c")
        assert deal.left == 6 and deal.chain == across
        run(deal, "answer 7b" if across else "lay 7b", "lay 1d")
        assert gains(deal) == points and piles(deal) == taken


def test_r47_nothing_goes_over_into_the_next_deal() -> None:
    deal = position({"hands": ["7c", "7e"], "last_round": True, "options": {"tap_across_rounds": True}})
    run(deal, "lay 7c", "7e x 7c")
    assert deal.turn == -1 and gains(deal) == [0, 1] and piles(deal) == [0, 2]


def test_n76_a_quiet_capture_is_no_tap() -> None:
    """R39: option tap_optional."""
    deal = position({"hands": ["7c 7b", "7e 1b"], "options": {"tap_optional": True}})
    run(deal, "lay 7c")
    assert tell(deal, "7e x 7c quiet") == [("captured", 1, ("7e", "7c")), ("sweep", 1, ()), ("points", -1, ())]
    with pytest.raises(IllegalPlay):
        position({"hands": ["7c 7b", "7e 1b"], "table": "7d", "plays": ["1 lay 7d"]}).read(0, "7c x 7d quiet")


# The end of a deal.


def test_n52_r49_the_last_taker_gets_the_table_and_no_missa() -> None:
    deal = position({"hands": ["3d", "11c"], "table": "12c 3e 4b", "last_round": True})
    run(deal, "3d x 3e+4b")
    assert piles(deal) == [3, 0]
    assert tell(deal, "lay 11c") == [("laid", 1, ("11c",)), ("leftovers", -1, ("12c", "11c"))]
    assert piles(deal) == [5, 0] and deal.table == 0 and gains(deal, "missa") == [0, 0]


def test_r49_somebody_has_always_captured() -> None:
    for seed in range(20):
        rng = Rng(seed)
        deal = game(game_end="deal_end").deal(rng.shuffled(range(40)), {"dealer": 0})
        assert isinstance(deal, RondaDeal)
        while deal.turn >= 0:
            lays = [i for i, text in enumerate(texts(deal)) if text.startswith("lay")]
            deal.pick(deal.turn, lays[0] if lays else 0)
        assert deal.last_taker >= 0 and sum(piles(deal)) == 40


def counted(cards: list[int], players: int) -> RondaDeal:
    """A deal whose last card is still to be laid; side 0 took last."""
    names = [PACK.name(n) for n in range(39)]
    parts = []
    for size in [cards[0] - 1, *cards[1:]]:
        parts.append(" ".join(names[:size]))
        names = names[size:]
    hands = [""] * (players - 1) + ["12d"]
    deal = position(
        {"hands": hands, "piles": parts, "seat": players - 1, "last_round": True, "options": {"players": players}}
    )
    deal.last_taker = 0
    return deal


@pytest.mark.parametrize("name, cards, points", COUNTED, ids=[row[0] for row in COUNTED])
def test_worked_counts(name: str, cards: list[int], points: list[int]) -> None:
    """R50: above 20, partners together; R51: above 13 with three players."""
    for players in (2, 4) if len(cards) == 2 else (3,):
        deal = counted(cards, players)
        run(deal, "lay 12d")
        assert piles(deal) == cards and gains(deal, "cards") == gains(deal) == points


def test_r52_play_goes_on_after_the_twenty_first_card() -> None:
    deal = counted([30, 10], 2)
    assert bits.size(deal.piles[0]) == 29 and deal.turn == 1


@pytest.mark.parametrize("name, players, on_table, play, points", LAST_CARD, ids=[row[0] for row in LAST_CARD])
def test_worked_last_cards(name: str, players: int, on_table: str, play: str, points: list[int]) -> None:
    """R57-R60: option dealer_last."""
    hands = [""] * (players - 1) + [play.removeprefix("lay ").split()[0]]
    fields = {"hands": hands, "table": on_table, "seat": players - 1, "last_round": True}
    deal = position({**fields, "options": {"players": players, "dealer_last": "on"}})
    run(deal, play)
    assert gains(deal, "dealer_last") == points
    off = position({**fields, "options": {"players": players}})
    run(off, play)
    assert gains(off) == [0] * len(points)


def test_r58_an_answer_captures() -> None:
    fields = {"hands": ["12e", "12c 12b"], "table": "2c", "seat": 1, "last_round": True}
    deal = position({**fields, "options": {"dealer_last": "on"}})
    run(deal, "lay 12c", "12e x 12c", "answer 12b")
    assert [(step.reason, step.points) for step in deal.scored()] == [
        ("khamsa", (0, 5)),
        ("dealer_last", (0, 5)),
        ("cards", (0, 0)),
    ]


def test_r61_the_second_seat_is_the_first_who_can_tap() -> None:
    deal = dealt(["7c 1c 2c", "7e 3c 4c"], "12c 10b 6b 11d")
    assert not deal.laid_last
    run(deal, "lay 7c")
    assert deal.turn == 1 and deal.laid_last
