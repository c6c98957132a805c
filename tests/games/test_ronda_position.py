"""Ronda: bare positions, and what a table is shown and told at its edges."""

from __future__ import annotations

import pytest

import in_words
from games.ronda_table import PACK, dealt, game, position, run
from kafenio.errors import BadPosition
from kafenio.games.ronda.deal import RondaDeal
from kafenio.games.ronda.tally import combination


def texts(deal: RondaDeal) -> list[str]:
    return [deal.text(play) for play in deal.legal(deal.turn)]


@pytest.mark.parametrize(
    "options, each, stock",
    [
        ({}, 3, 6),
        ({"players": 3}, 3, 9),
        ({"players": 4}, 3, 12),
        ({"opening": "table"}, 3, 6),
        ({"opening": "four_cards"}, 4, 8),
        ({"opening": "four_cards", "players": 4}, 3, 12),
    ],
)
def test_a_position_has_a_stock_for_one_more_round_unless_told(
    options: dict[str, object], each: int, stock: int
) -> None:
    """R12, R14: rounds of three cards, of four with two players and four_cards."""
    deal = position({"hand": "1c", "options": options})
    assert (deal.each, deal.packet, deal.left, deal.whole) == (each, each, stock, stock)
    assert position({"hand": "1c", "options": options, "stock": 1}).left == 1
    assert position({"hand": "1c", "options": options, "last_round": True}).left == 0


def test_r39_a_captured_card_cannot_be_tapped() -> None:
    assert position({"hand": "7e 1c", "table": "2c", "plays": ["1 lay 2c"]}).laid_last == 1
    assert position({"hand": "7e 1c", "table": "2c", "plays": ["1 7b x 7c"]}).laid_last == 0


@pytest.mark.parametrize("laid, capture, hand", [("7c", "3e x 3c", "3b"), ("3c", "7e x 7c", "7b")])
def test_r39_a_capture_of_another_rank_is_no_tap(laid: str, capture: str, hand: str) -> None:
    deal = position({"hand": hand, "table": laid, "plays": [f"0 lay {laid}", f"1 {capture}"]})
    assert deal.chain == 0 and texts(deal) == [f"lay {hand}"]


def test_the_picture_counts_the_piles_and_adds_what_this_deal_has_brought() -> None:
    deal = position({"hands": ["2b 1c", "6c 7c"], "table": "2d", "piles": ["3c 3d", "4c"], "scores": [1, 5]})
    run(deal, "2b x 2d")  # a missa
    lines = in_words.lines(game(), deal.view(0))
    assert lines["Your pile"] == "4 cards" and lines["Pile of B"] == "1 card"
    assert lines["Your score"] == "2" and lines["Score of B"] == "5"


def last_card(piles: int, scores: list[int]) -> RondaDeal:
    """Side 1 has taken last and is to play the last card of all, which it has to lay; so many cards lie with side 0."""
    names = [PACK.name(n) for n in range(40)]
    fields: dict[str, object] = {"hands": ["", names[39]], "seat": 1, "last_round": True, "scores": scores}
    deal = position({**fields, "piles": [" ".join(names[:piles]), " ".join(names[piles:39])]})
    deal.last_taker = 1
    return deal


def test_r49_the_last_card_of_all_goes_to_the_last_taker() -> None:
    deal = last_card(16, [0, 0])
    told = deal.play(1, deal.read(1, "lay 12d"))
    assert [(e.kind, e.cards, dict(e.facts)) for e in told[1:]] == [
        ("leftovers", ("12d",), {"side": 1}),
        ("points", (), {"side": 1, "reason": "cards", "points": 4}),
    ]


def test_r53_a_count_that_reaches_the_target_has_not_broken_the_deal_off() -> None:
    deal = last_card(16, [0, 39])
    run(deal, "lay 12d")
    assert 39 + sum(line.points for line in deal.points() if line.side == 1) >= 41
    assert not deal.actors() and deal.won == 0 and deal.ended() == ""


def test_r41_a_khamsa_is_told_as_the_second_level_and_an_aachra_with_all_its_cards() -> None:
    fields: dict[str, object] = {"hands": ["7c 7b 1b", "7e 7d 12e"], "table": "2c", "first_turn": False}
    deal = position(fields)
    run(deal, "lay 7c", "7e x 7c", "answer 7b")
    other = deal.copy()
    chain = deal.play(1, deal.read(1, "lay 12e"))[0]
    assert (chain.kind, dict(chain.facts), chain.cards) == ("chain", {"level": 2, "missa": 0}, ("7c", "7e", "7b"))
    chain = other.play(1, other.read(1, "answer 7d"))[1]
    assert (chain.kind, chain.cards) == ("chain", ("7c", "7e", "7b", "7d"))


def answered(hand: str) -> dict[str, object]:
    return {"hand": hand, "table": "2c", "plays": ["1 lay 7c", "0 7e x 7c", "1 answer 7b"]}


def test_r40_a_position_tells_a_chain_by_its_answers() -> None:
    deal = position(answered("7d 1c"))
    assert deal.chain == 2 and "answer 7d" in texts(deal)


def test_r40_a_card_of_another_rank_answers_no_tap() -> None:
    with pytest.raises(BadPosition, match="answers no tap"):
        position({"hand": "7d 1c", "table": "2c", "plays": ["1 lay 7c", "0 7e x 7c", "1 answer 6b"]})


def test_r31_in_a_hand_of_four_nothing_is_announced_where_that_is_not_done() -> None:
    options = {"announce_in_four_card_hand": False, "opening": "four_cards"}
    three = {"hand": "7c 7e 1b", "options": {"announce_in_four_card_hand": False}, "first_turn": True}
    four = {"hand": "7c 7e 1b 2b", "options": options, "first_turn": True}
    assert (position(three).may_announce, position(four).may_announce) == (1, 0)


def test_r49_nobody_has_taken_last_when_a_deal_begins() -> None:
    deal = dealt(["1c 2c 3c", "1e 2e 3e"])
    assert (deal.last_taker, deal.last_card) == (-1, -1)


@pytest.mark.parametrize("kind, name", [(2, "a ronda"), (3, "a tringla")])
@pytest.mark.parametrize("rank", range(10))
def test_a_combination_on_the_sheet_names_its_kind_and_rank(kind: int, name: str, rank: int) -> None:
    message = combination(16 * kind + rank)
    assert f"{name} of {PACK.ranks[rank]}".lower() in in_words.english.text(message).lower()
