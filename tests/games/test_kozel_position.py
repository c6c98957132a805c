"""Kozel: bare positions, what they take and what they refuse."""

from __future__ import annotations

import pytest

from games.kozel_tables import cards, kozel, legal, names
from kafenio import bits
from kafenio.errors import BadOptions, BadPosition, KafenioError, NotationError
from kafenio.games.kozel.deal import KozelDeal


def position(**fields: object) -> KozelDeal:
    deal = kozel().position(fields)
    assert isinstance(deal, KozelDeal)
    return deal


@pytest.mark.parametrize(
    "fields, error, reason",
    [
        ({"table": "7d"}, BadPosition, "table: in Kozel the trick so far stands in plays"),
        ({"trump": "x"}, BadPosition, "trump: 'x' is not one of c, d, h, s, none"),
        ({"trump": ""}, BadPosition, "trump: '' is not one of c, d, h, s, none"),
        ({"trump": 2}, BadPosition, "trump: 2 is not one of c, d, h, s, none"),
        ({"phase": "calls"}, BadPosition, "phase: 'calls' is not 'claims'"),
        ({"phase": ["claims"]}, BadPosition, "phase: ['claims'] is not 'claims'"),
        (
            {"phase": "claims", "plays": ["1 no claim"]},
            BadPosition,
            "plays: the answers of an open claim window are secret",
        ),
        ({"hand": "7d 7d"}, BadPosition, "hand: 7d stands twice in '7d 7d'"),
        (
            {"hand": "5d"},
            BadPosition,
            "hand: '5d' is no card; ranks 6 7 8 9 J Q K T A, suits cdhs, as in As",
        ),
        ({"seat": 1, "hand": "7d", "plays": ["0 lead 7d"]}, BadPosition, "plays: 7d is in two places"),
        (
            {"options": {"players": 3}, "seat": 2, "hand": "9d", "plays": ["0 lead 7d", "1 contest 7d"]},
            BadPosition,
            "plays: 7d is in two places",
        ),
        ({"seat": 1, "hand": "9d", "plays": ["0 lead 5d"]}, NotationError, "'5d' is no card"),
        ({"seat": 1, "hand": "9d 8d", "plays": ["0 lay 7d"]}, NotationError, "'lay 7d' is no play"),
        ({"hand": "6c", "options": {"players": 3, "remove_6c": True}}, BadPosition, "6c is not in the pack"),
        ({"hand": "7d 8d 9d Jd Qd"}, BadPosition, "hands: 5 cards of seat 0, four are the most"),
        ({"hand": "7d", "sizes": [1, 5]}, BadPosition, "hands: 5 cards of seat 1, four are the most"),
        ({"hand": "7d", "stock": 36}, BadPosition, "stock: 36 cards, yet only 34 are left"),
        ({"hand": "7d", "options": {"players": 5}}, BadOptions, "option players: 5 play only with money"),
        ({"hand": "7d", "preset": "none"}, BadOptions, "no preset 'none'"),
        (
            {"seat": 1, "hand": "9d 8d", "trump": "h", "plays": ["0 lead 7d 6h"]},
            BadPosition,
            "plays: 'lead 7d 6h' is not legal for seat 0; legal: lead ",
        ),
        (
            {"options": {"players": 3}, "seat": 2, "hand": "9d", "plays": ["0 lead 7d", "1 contest 8c"]},
            BadPosition,
            "plays: 'contest 8c' is not legal for seat 1; legal: discard 8c",
        ),
        (
            {"seat": 1, "hand": "9d", "plays": ["0 lead 7d", "0 lead 8d"]},
            BadPosition,
            "plays: seat 0 has played to this trick already",
        ),
        (
            {"seat": 0, "hand": "9d", "plays": ["0 lead 7d", "1 discard 8d"]},
            BadPosition,
            "plays: that trick is over; give the position after it",
        ),
        (
            {"hand": "Kd Jd 9d 7d", "plays": ["1 claim moscow"]},
            BadPosition,
            "plays: 'claim moscow' is not legal for seat 1; legal: no claim",
        ),
        ({"hand": "Kd Jd 9d 7d", "sizes": [4, 33]}, BadPosition, "sizes: not enough cards for seat 1"),
    ],
)
def test_positions_that_cannot_be_are_refused_in_one_line(
    fields: dict[str, object], error: type[KafenioError], reason: str
) -> None:
    with pytest.raises(error) as refused:
        position(**fields)
    assert str(refused.value).startswith(reason) and "\n" not in str(refused.value)


def test_what_is_left_out_gets_a_neutral_value() -> None:
    deal = position(hand="Kd Jd 9c 7h")
    assert deal.trump == -1 and deal.trick == 2 and deal.turn == 0 and deal.left == 26
    assert [bits.size(h) for h in deal.hands] == [4, 4, 0, 0, 0] and deal.present == 0b11
    assert deal.scores[:2] == [0, 0] and sum(deal.piles) == 0 and deal.last_taker == -1
    known = sum(deal.hands) | sum(bits.bit(n) for n in deal.stock[: deal.left])
    assert bits.size(known) == 34


def test_the_fields_of_a_position_reach_the_deal() -> None:
    deal = position(
        hand="Kd",
        sizes=[1, 2],
        trump="h",
        piles=["Ah Th", "As"],
        scores=[4, 10],
        last_round=True,
        options={"penalty_limit": 16},
    )
    assert (deal.trump, deal.left, deal.penalty_limit) == (2, 0, 16) and deal.scores[:2] == [4, 10]
    assert deal.gained() == [21, 11] and bits.size(deal.hands[1]) == 2
    hands = position(hands=["Kd Qd", "7c 8c"], seat=1, plays=["0 lead Jd"])
    assert [names(h) for h in hands.hands[:2]] == ["Qd Kd", "7c 8c"] and legal(hands, 1) == ["discard 8c", "discard 7c"]
    for_money = position(hand="Kd", options={"money": True, "stake": 2})
    assert for_money.pot == 4 and for_money.scores[:2] == [20, 20]


def test_seats_that_plays_leave_out_have_discarded() -> None:
    """What others throw face down cannot be named."""
    deal = position(options={"players": 4}, seat=3, hand="9d 8c", trump="h", plays=["0 lead 7d", "1 contest 8d"])
    assert legal(deal, 3) == ["contest 9d", "discard 9d", "discard 8c"] and deal.taking == 1
    assert [bits.size(h) for h in deal.hands[:2]] == [1, 1]
    named = position(options={"players": 3}, seat=2, hand="9d 8c", trump="h", plays=["0 lead 7d", "1 discard Ac"])
    assert legal(named, 2) == legal(deal, 3) and named.heaps[1] == cards("Ac")


def test_seats_after_the_one_that_is_asked_have_yet_to_play() -> None:
    deal = position(options={"players": 4}, seat=2, hand="9d 8c", trump="h", plays=["0 lead 7d"])
    assert deal.to_play == bits.bit(2) | bits.bit(3)


def test_claims_may_stand_before_the_lead() -> None:
    deal = position(options={"players": 3}, seat=1, hand="Kd Jd 9d 7d", plays=["0 no claim", "1 claim molodka"])
    assert legal(deal, 1) == ["lead Kd Jd 9d 7d"] and legal(deal, 0) == []
    nobody = position(options={"players": 3}, seat=0, hand="Kd Jd 9d 7c", plays=["0 no claim"])
    assert nobody.turn == 0 and "lead Kd Jd 9d" in legal(nobody, 0)


def test_a_position_of_a_seat_that_is_not_asked_has_no_plays() -> None:
    assert legal(position(hand=""), 0) == []
    after_own_lead = position(hand="8d", plays=["0 lead 7d"])
    assert legal(after_own_lead, 0) == []
