"""The published schema, and views as the wire carries them."""

from __future__ import annotations

import json

import jsonschema
import msgspec
import pytest

from kafenio.audience import SPECTATOR, Same, audiences
from kafenio.bots.shown import Writer, read_view, shown
from kafenio.server import wire
from kafenio.server.course import Lying
from kafenio.server.shown import happened
from support import FIRST, Case, each_count, history, shown_by, viewers


def test_the_published_schema_is_current() -> None:
    assert wire.PUBLISHED.read_text() == wire.schema_text()


def test_the_schema_names_every_message() -> None:
    parts = wire.schema()["$defs"]
    for direction, classes in (("FromClient", wire.FROM_CLIENT), ("FromServer", wire.FROM_SERVER)):
        assert {option["$ref"].rpartition("/")[2] for option in parts[direction]["anyOf"]} == {
            c.__name__ for c in classes
        }


@pytest.mark.parametrize(
    ("message", "good"),
    [
        ({"t": "play", "id": "c17", "v": 41, "m": "7d x 3c+4s"}, True),
        ({"t": "play", "id": "c17", "v": 41, "m": "7d x 3c+4s", "seat": 1}, False),
        ({"t": "play", "id": "c17", "v": "41", "m": "7d x 3c+4s"}, False),
        ({"t": "hello"}, True),
        ({"t": "hello", "v": 3, "as": 1}, True),
        ({"t": "goodbye"}, False),
    ],
)
def test_the_schema_and_the_server_accept_the_same(message: dict[str, object], good: bool) -> None:
    schema = {**wire.schema(), "$ref": "#/$defs/FromClient"}
    assert jsonschema.Draft202012Validator(schema).is_valid(message) is good
    try:
        wire.decode(json.dumps(message))
        assert good
    except msgspec.ValidationError:
        assert not good


@each_count
def test_a_view_comes_back_from_the_wire_as_it_was(case: Case) -> None:
    game = case.game()
    found = history(game, 3)
    for state, events in zip(found.states, found.events, strict=True):
        for seat in viewers(game):
            view = state.view(seat)
            sent = msgspec.json.encode(shown(game, view))
            assert read_view(game, SPECTATOR if seat is None else seat, msgspec.json.decode(sent)) == view
            assert len(sent) < 4_000
            msgspec.json.encode(happened(game, events, seat))


@each_count
def test_a_view_is_the_same_made_beside_others_and_after_others(case: Case) -> None:
    game = case.game()
    writer = Writer(game)
    for state in history(game, 4, eager=True).states:
        same = Same()
        for seat in viewers(game):
            assert state.view(seat, same) == state.view(seat)
            sent = msgspec.json.decode(writer.json(state.view(seat, same)))
            assert sent == json.loads(json.dumps(shown(game, state.view(seat))))


@each_count
def test_places_that_are_not_in_use_are_0(case: Case) -> None:
    for state in history(case.game(), 4, eager=True).states:
        for name, told in audiences(type(state)).items():
            if told.used:
                assert not any(getattr(state, name)[getattr(state, told.used) :])


def test_there_is_a_case_for_each_game() -> None:
    assert len({case.name for case in FIRST}) == 4


@each_count
def test_what_a_seat_knows_is_what_its_view_tells(case: Case) -> None:
    game = case.game()
    for state in history(game, 5, eager=True).states:
        lying = Lying(state)
        for seat in viewers(game):
            assert lying.known(seat) == shown_by(state.view(seat), game.DEAL)
