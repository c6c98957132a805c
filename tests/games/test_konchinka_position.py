"""Konchinka: bare positions, and what a table is told at the edges of a deal."""

from __future__ import annotations

import pytest

from games.konchinka_table import game, legal, place, run
from kafenio import bits
from kafenio.audience import Event
from kafenio.contract import Deal
from kafenio.errors import BadPosition
from kafenio.games.konchinka.deal import KonchinkaDeal


def position(**fields: object) -> KonchinkaDeal:
    deal = game().position(fields)
    assert isinstance(deal, KonchinkaDeal)
    return deal


@pytest.mark.parametrize("players, stock", [(2, 8), (3, 12), (4, 16)])
def test_a_position_has_a_stock_for_one_more_round_unless_told(players: int, stock: int) -> None:
    options = {"players": players}
    assert position(hand="8h", options=options).left == stock
    assert position(hand="8h", options=options, stock=5).left == 5
    assert position(hand="8h", options=options, last_round=True).left == 0


@pytest.mark.parametrize(
    "plays, taker, captor, took",
    [
        ([], -1, -1, 0),
        (["1 lay 5h"], -1, -1, 0),
        (["0 9s x 9c"], 0, 0, 0b0001),
        (["1 9s x 9c", "2 lay 5h"], 1, -1, 0b0010),
        (["2 9s x 9c"], 0, 2, 0b0100),
        (["3 9s x 9c"], 1, 3, 0b1000),
        (["3 9s x 9c", "0 lay 5h", "1 Kd x Kc", "2 lay 2s", "3 lay 7s"], 1, -1, 0b0010),
    ],
)
def test_r33_r25a_the_plays_before_a_position_tell_who_took(
    plays: list[str], taker: int, captor: int, took: int
) -> None:
    options: dict[str, object] = {"players": 4, "partnerships": True}
    deal = position(hand="7h", table="5h 2s 7s", seat=3 if len(plays) == 5 else 0, plays=plays, options=options)
    assert (deal.last_taker, deal.captor, deal.took) == (taker, captor, took)


@pytest.mark.parametrize("seat, due", [(0, 1), (1, 2), (2, 0)])
def test_r47a_after_the_movers_own_capture_the_next_seat_is_due(seat: int, due: int) -> None:
    options: dict[str, object] = {"players": 3, "early_finish": "claim"}
    deal = position(hand="3h", table="7h", seat=seat, plays=[f"{seat} Ts x Td"], options=options)
    assert deal.actors() == (due,)


def test_the_plays_before_a_position_go_round() -> None:
    options = {"players": 3}
    plays = ["1 lay 2c", "2 lay 3d", "0 lay 5h", "1 lay 8s"]
    assert position(hand="7h", table="2c 3d 5h 8s", seat=2, plays=plays, options=options).last_taker == -1
    with pytest.raises(BadPosition, match="plays: seat 0 after seat 1"):
        position(hand="7h", table="2c 3d 5h", plays=["0 lay 2c", "1 lay 3d", "0 lay 5h"], options=options)


def test_r44_without_early_finish_nobody_speaks_out_of_turn() -> None:
    deal = place(["Ts 3h", "Qd 4h"], "Td 7h", ["", ""], [14, 0], early_finish="off")
    run(deal, "Ts x Td")
    assert deal.actors() == (1,) and legal(deal, 0) == []


def test_r47a_a_finish_has_no_card() -> None:
    deal = place(["9h", "8h"], "Kd", ["2c 2d", ""], [14, 0], early_finish="claim")
    assert deal.read(0, "finish") == bits.play(52, 0)


def told(deal: Deal, text: str) -> list[Event]:
    return deal.play(deal.turn, deal.read(deal.turn, text))


def test_r33_the_last_capture_leaves_the_rest_to_its_side() -> None:
    deal = place(["9h", "Kd"], "9c Ks 4d 2s")
    run(deal, "9h x 9c")
    assert [(e.kind, e.cards, dict(e.facts)) for e in told(deal, "Kd x Ks")] == [
        ("captured", ("Kd", "Ks"), {}),
        ("leftovers", ("4d", "2s"), {"side": 1}),
    ]


def test_r33_where_nobody_has_captured_the_rest_goes_to_nobody() -> None:
    deal = place(["9h", "Kd"], "4d 2s")
    run(deal, "lay 9h")
    assert [e.kind for e in told(deal, "lay Kd")] == ["laid"]
    assert deal.turn == -1 and deal.last_taker == -1 and deal.gained() == [0, 0]


def test_r47_the_konchinki_of_the_others_stand_in_the_breakdown() -> None:
    deal = place(["Ts 3h", "Qd 4h", "9d 8h"], "Td 7h", ["", "9c", "2c"], [14, 0, 0], early_finish_others="konchinki")
    run(deal, "Ts x Td")
    assert deal.points() == [(0, "finish", 1), (2, "two of clubs", 1)]
    other = place(["2s 3h", "Qd 4h", "9d 8h"], "2c 7h", ["", "Td", "9c"], [14, 0, 0], early_finish_others="konchinki")
    run(other, "2s x 2c")
    assert other.points() == [(0, "finish", 1), (1, "ten of diamonds", 1)]
    second = place(["3h Kh", "Qd 2s", "9d 8h"], "2c 7h", ["Td", "", "9c"], [0, 14, 0], early_finish_others="konchinki")
    run(second, "lay Kh", "2s x 2c")
    assert second.points() == [(1, "finish", 1), (0, "ten of diamonds", 1)]
