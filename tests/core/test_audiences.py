"""Every stored field has an audience, and nothing is stored that views cannot see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kafenio
from kafenio import audience
from kafenio.audience import FACE_UP, OPEN, Event, Part
from kafenio.contract import Deal
from kafenio.game import games, load
from support import FIRST, Case, dealt, each_count, each_game, viewers

SOURCE = Path(kafenio.__file__).parent
CLASSES: list[type[Deal]] = [Deal, *(load(name).DEAL for name in games())]
each_class = pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)


def stored_in_c(kind: type[Deal]) -> dict[str, int]:
    """The fields of the .pxd, each with its number of entries."""
    path = SOURCE.joinpath(*kind.__module__.split(".")[1:]).with_suffix(".pxd")
    text = path.read_text()
    block = re.split(r"\n(?=\S)", text[text.index(f"cdef class {kind.__name__}") :])[0]
    found: dict[str, int] = {}
    for line in re.findall(r"^    cdef (?!.*\()(.+)$", block, re.M):
        assert line.startswith("public "), f"{path.name}: {line}: a field that views cannot see is a field that leaks"
        for name in line.split(" ", 2)[2].split(","):
            word, _, count = name.strip().rstrip("]").partition("[")
            found[word] = int(count or 0)
    return found


@each_class
def test_the_pxd_stores_what_the_source_declares(kind: type[Deal]) -> None:
    assert stored_in_c(kind) == {name: told.count for name, told in vars(kind)["AUDIENCES"].items()}


@each_class
def test_the_source_annotates_what_it_declares(kind: type[Deal]) -> None:
    written = (SOURCE.joinpath(*kind.__module__.split(".")[1:]).with_suffix(".py")).read_text()
    block = re.split(r"\n(?=\S)", written[written.index(f"class {kind.__name__}") :])[0]
    annotated = dict(re.findall(r"^    (\w+): (int|list\[int\])$", block, re.M))
    declared = vars(kind)["AUDIENCES"]
    assert annotated == {name: "list[int]" if told.count else "int" for name, told in declared.items()}


@each_class
def test_every_field_has_an_audience(kind: type[Deal]) -> None:
    assert audience.audiences(kind).keys() == audience.stored(kind)


@each_game
def test_a_games_own_fields_are_facts_or_face_up(name: str) -> None:
    """Hidden cards live in the base alone, so that views and imagined deals are written once."""
    own = vars(load(name).DEAL)["AUDIENCES"]
    assert {told.who for told in own.values()} <= {"everyone", "face up"}


@each_game
def test_a_field_without_an_audience_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = load(name).DEAL
    field = next(iter(vars(kind)["AUDIENCES"]))
    monkeypatch.delitem(vars(kind)["AUDIENCES"], field)
    monkeypatch.setattr(audience, "_checked", {})
    with pytest.raises(TypeError, match=rf"{kind.__name__}: no audience for \['{field}'\]"):
        audience.audiences(kind)


@each_game
def test_an_audience_without_a_field_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = load(name).DEAL
    monkeypatch.setitem(vars(kind)["AUDIENCES"], "nothing", FACE_UP)
    monkeypatch.setattr(audience, "_checked", {})
    with pytest.raises(TypeError, match=r"no field for \['nothing'\]"):
        audience.audiences(kind)


@each_game
def test_python_cannot_override_compiled_rules(name: str) -> None:
    toy = type("Toy", (load(name).DEAL,), {})
    if kafenio.compiled:
        with pytest.raises(TypeError, match="Toy: Python cannot override compiled rules"):
            audience.audiences(toy)
    else:
        assert audience.audiences(toy) == audience.audiences(load(name).DEAL)


@each_count
def test_fields_are_plain_numbers(case: Case) -> None:
    deal = dealt(case.game(), 1)
    for name, told in audience.audiences(type(deal)).items():
        value = getattr(deal, name)
        if told.count:
            assert isinstance(value, list) and len(value) == told.count and all(type(n) is int for n in value)
        else:
            assert type(value) is int


@each_count
def test_a_view_leaves_out_what_is_secret_and_names_the_rest(case: Case) -> None:
    deal = dealt(case.game(), 2)
    told = {name for name, a in audience.audiences(type(deal)).items() if a.who != "secret"}
    for seat in viewers(case.game()):
        assert deal.view(seat).fields.keys() == told
    assert deal.open_view().fields.keys() == told


@each_count
def test_a_seat_sees_its_own_hand_and_the_size_of_the_others(case: Case) -> None:
    deal = dealt(case.game(), 3)
    for viewer in viewers(case.game()):
        view = deal.view(viewer)
        assert view.hand == (0 if viewer is None else deal.hands[viewer])
        for seat in range(deal.seats):
            hand, known = deal.hands[seat], deal.seen[view.seat]
            if seat == viewer:
                assert view["hands"][seat] == Part(hand, 0)
            else:
                assert view["hands"][seat] == Part(hand & known, (hand & ~known).bit_count())


@each_count
def test_the_open_view_shows_every_card(case: Case) -> None:
    deal = dealt(case.game(), 4)
    view = deal.open_view()
    assert view.seat == OPEN
    assert list(view["stock"]) == list(deal.stock[: deal.left])
    assert [part.shown for part in view["hands"]] == list(deal.hands)


def test_an_event_is_told_to_those_it_is_meant_for() -> None:
    event = Event("dealt", 1, ("8h", "Kd"), faces=0b10)
    assert event.seen_by(1) == Event("dealt", 1, ("8h", "Kd"))
    assert event.seen_by(0) == Event("dealt", 1, ("??", "??"))
    assert event.seen_by(None) == Event("dealt", 1, ("??", "??"))
    assert Event("passed", 1, to=0b10).seen_by(0) is None


def test_the_spectators_are_nobody_at_the_table() -> None:
    deal = dealt(FIRST[0].game(), 5)
    view = deal.view(None)
    assert view.seat == audience.SPECTATOR == 5 and view.hand == 0
