"""Bare positions: every field read, every mistake refused in one line."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kafenio import bits
from kafenio.contract import Deal
from kafenio.errors import BadOptions, BadPosition, KafenioError, NotationError
from kafenio.game import load
from support import each_game, mover

JSON: tuple[object, ...] = (
    None,
    True,
    1,
    -1,
    0.5,
    "",
    "x",
    "8h 8h",
    [],
    [1],
    ["x"],
    [None],
    {},
    {"a": 1},
    [[]],
    10**9,
)  # of every type


def position(name: str, fields: Mapping[str, object]) -> Deal:
    return load(name)().position(fields)


def base(name: str) -> dict[str, object]:
    """A position with three cards in hand that no rule objects to."""
    pack = load(name).PACK
    return {"hand": pack.text([1, len(pack) // 2 + 1, len(pack) - 2])}


@each_game
def test_what_is_left_out_is_neutral(name: str) -> None:
    deal = position(name, base(name))
    assert (deal.turn, mover(deal)) == (0, 0)
    assert list(deal.scores) == [0] * 5
    assert [hand.bit_count() for hand in deal.hands] == [3, 3, 0, 0, 0]
    assert deal.hands[0] == load(name).PACK.cards(str(base(name)["hand"]))
    assert deal.hands[0] & deal.hands[1] == 0


@each_game
def test_the_seat_asked_is_the_one_to_act(name: str) -> None:
    for seat in range(3):
        deal = position(name, {**base(name), "seat": seat, "options": {"players": 3}})
        assert deal.seats == 3 and deal.hands[seat].bit_count() == 3
        assert deal.legal(seat) and all(not deal.legal(s) for s in range(3) if s != seat)


@each_game
def test_hands_and_sizes_are_by_seat(name: str) -> None:
    pack = load(name).PACK
    hands = [pack.text([0, 5]), pack.text([10]), pack.text([20, 25])]
    deal = position(name, {"hands": hands, "options": {"players": 3}})
    assert [pack.shown(hand) for hand in deal.hands[:3]] == [pack.shown(pack.cards(text)) for text in hands]
    deal = position(name, {"hand": pack.text([0, 5]), "sizes": [2, 1, 2], "options": {"players": 3}})
    assert [bits.size(hand) for hand in deal.hands] == [2, 1, 2, 0, 0]


@each_game
def test_options_and_presets_go_together(name: str) -> None:
    game = load(name)
    for preset, settings in game.PRESETS.items():
        deal = position(name, {**base(name), "preset": preset})
        assert deal.seats == settings.get("players", game.OPTIONS().players)


BAD: list[tuple[Mapping[str, object], type[KafenioError], str]] = [
    ({"colour": 1}, BadPosition, "no field 'colour' in a position of {name}; fields: options, preset, seat, hand"),
    ({"version": 2}, BadPosition, "version: 2 is not 1"),
    ({"version": True}, BadPosition, "version: True is not 1"),
    ({"options": []}, BadPosition, r"options: \[\] is no table of options"),
    ({"options": {"colour": 1}}, BadOptions, "no option 'colour'"),
    ({"preset": "none"}, BadOptions, "no preset 'none'"),
    ({"preset": 1}, BadPosition, "preset: 1 is no name"),
    ({"seat": 2}, BadPosition, "seat: 2 is not from 0 to 1"),
    ({"seat": -1}, BadPosition, "seat: -1 is not from 0 to 1"),
    ({"seat": True}, BadPosition, "seat: a whole number expected, not True"),
    ({"hand": "Zz"}, BadPosition, "hand: 'Zz' is no card"),
    ({"hand": 7}, BadPosition, "hand: a text of cards expected, not 7"),
    ({"hand": "{0} {0}"}, BadPosition, "hand: {0} stands twice in"),
    ({"hands": ["{0}", "{1}"]}, BadPosition, "hand and hands: one of them expected"),
    ({"sizes": [3]}, BadPosition, "sizes: 1 numbers for 2 seats"),
    ({"sizes": [1, 3]}, BadPosition, "sizes: 1 for seat 0, which holds 3"),
    ({"sizes": [3, 99]}, BadPosition, "sizes: not enough cards for seat 1"),
    ({"sizes": [3, -1]}, BadPosition, "sizes: -1 cards for seat 1"),
    ({"table": "{0}"}, BadPosition, "table: {0} is in two places"),
    ({"table": ["{1}"]}, BadPosition, "table: a text of cards expected"),
    ({"piles": ["{0}", ""]}, BadPosition, "piles: {0} is in two places"),
    ({"piles": [""]}, BadPosition, "piles: 1 entries, 2 sides"),
    ({"scores": [1, 2, 3]}, BadPosition, "scores: 3 entries, 2 sides"),
    ({"scores": [1, "2"]}, BadPosition, "scores: a whole number expected, not '2'"),
    ({"stock": 99}, BadPosition, "stock: 99 is not from 0 to "),
    ({"stock": -1}, BadPosition, "stock: -1 is not from 0 to "),
    ({"last_round": 1}, BadPosition, "last_round: 1 is not true or false"),
    ({"last_round": True, "stock": 4}, BadPosition, "stock: 4 cards, yet in the last round there are none"),
    ({"plays": "0 lay 8h"}, BadPosition, "plays: a list expected, not '0 lay 8h'"),
    ({"plays": ["lay 8h"]}, BadPosition, "plays: a seat and a play expected, as in '0 lay 8h', not 'lay 8h'"),
    ({"plays": ["7 lay 8h"]}, BadPosition, "plays: a seat and a play expected"),
    ({"plays": [1]}, BadPosition, "plays: a seat and a play expected, .*, not 1"),
]


def filled(value: object, cards: list[str]) -> object:
    """With names of cards in the place of {0}, {1}, {2}."""
    if isinstance(value, str):
        return value.format(*cards)
    return [filled(v, cards) for v in value] if isinstance(value, list) else value


@each_game
@pytest.mark.parametrize(("fields", "error", "message"), BAD, ids=[str(fields) for fields, *_ in BAD])
def test_a_mistake_is_refused_in_one_line(
    name: str, fields: Mapping[str, object], error: type[KafenioError], message: str
) -> None:
    cards = str(base(name)["hand"]).split()
    given = {**base(name), **{key: filled(value, cards) for key, value in fields.items()}}
    with pytest.raises(error, match=message.replace("{name}", name).format(*cards)) as raised:
        position(name, given)
    assert "\n" not in str(raised.value)


FIELDS = ("options", "preset", "seat", "hand", "hands", "sizes", "table", "plays", "stock", "piles", "scores")
OWN = ("last_round", "version", "trump", "phase", "first_turn")


@each_game
@pytest.mark.parametrize("field", [*FIELDS, *OWN])
def test_no_json_at_all_makes_it_stumble(name: str, field: str) -> None:
    """Whatever stands in a field, it is read, or refused by an error of ours."""
    for value in JSON:
        given = {**base(name), field: value}
        if field == "hands":
            del given["hand"]
        try:
            deal = position(name, given)
        except (BadPosition, BadOptions, NotationError) as e:
            assert "\n" not in str(e)
        else:
            assert all(deal.text(play) for seat in range(deal.seats) for play in deal.legal(seat))
