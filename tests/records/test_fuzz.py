"""Whatever is done to a record, it holds or it is refused in one line; nothing else ever happens."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from kafenio.commands import one_line
from kafenio.errors import BadRecord
from kafenio.records import replay, verify
from kafenio.records.format import from_json, from_plain, from_toml, to_json, to_plain, to_toml
from records.sample import kafenio, match_of
from support import CASES, Case, many

cases = st.sampled_from(CASES)

odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([0, -1, 1, 2**31, -(2**31), 2**63, 2**64, 10**400]),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(
        ["", "??", "0 lay 8h", "0 ??", "1 pass", "0 no claim", "9 lay 8h", "0 lead Kh", "Kh 3c 17", "seat:1"]
    ),
    st.lists(st.integers(-5, 5), max_size=5),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)


def begun(case: Case) -> dict[str, Any]:
    """A match, or its first four deals if it has more."""
    plain = deepcopy(to_plain(match_of(case.game(), 1)))
    if len(plain["deals"]) > 4:
        del plain["deals"][4:], plain["result"]
    return plain


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every part of a plain record."""
    found = [path] if path else []
    if isinstance(value, dict):
        for name, part in value.items():
            found += places(part, (*path, name))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            found += places(part, (*path, i))
    return found


def change(plain: Any, data: st.DataObject) -> None:
    """Replace, remove, repeat or exchange a part."""
    *way, last = data.draw(st.sampled_from(places(plain)))
    target = plain
    for step in way:
        target = target[step]
    what = data.draw(st.sampled_from(["replace", "remove", "repeat", "exchange", "text"]))
    value = target[last]
    if what == "remove":
        del target[last]
    elif what == "repeat" and isinstance(target, list):
        target.insert(last, deepcopy(value))
    elif what == "exchange" and isinstance(target, list) and len(target) > 1:
        other = data.draw(st.integers(0, len(target) - 1))
        target[last], target[other] = target[other], target[last]
    elif what == "text" and isinstance(value, str):
        words = value.split(" ")
        i = data.draw(st.integers(0, len(words) - 1))
        words[i] = data.draw(st.sampled_from([*words, "??", "8h", "1b", "", "x", "@3s", "{"]))
        target[last] = " ".join(words)
    else:
        target[last] = data.draw(odd)


def filled(value: Any) -> Any:
    """Without what is null in JSON, for which TOML has no word."""
    if isinstance(value, dict):
        return {name: filled(part) for name, part in value.items() if part is not None}
    return [filled(part) for part in value if part is not None] if isinstance(value, list) else value


def tried(plain: Any) -> None:
    """Verify and replay: no exception but BadRecord, and a record that was read can be written and read again."""
    try:
        record = from_plain(plain)
    except BadRecord as e:
        assert one_line(str(e))
        return
    assert to_plain(from_toml(to_toml(record).encode())) == filled(to_plain(record))
    from_json(to_json(record))
    for check in (verify, replay, lambda r: replay(r, 1, 3)):
        try:
            check(record)
        except BadRecord as e:
            assert "\n" not in one_line(str(e))


@settings(max_examples=many(300, 40, 20_000))
@given(cases, st.integers(1, 3), st.data())
def test_a_changed_record_holds_or_is_refused(case: Case, changes: int, data: st.DataObject) -> None:
    plain = begun(case)
    for _ in range(changes):
        change(plain, data)
    tried(plain)


@settings(max_examples=many(100, 20, 5_000))
@given(cases, st.data())
def test_a_record_with_unknown_cards_holds_or_is_refused(case: Case, data: st.DataObject) -> None:
    """Unknown cards never make a record wrong that was right."""
    plain = begun(case)
    deal = data.draw(st.sampled_from(plain["deals"]))
    cards = deal["pack"].split()
    first = data.draw(st.integers(0, len(cards) - 1))
    last = data.draw(st.integers(first, len(cards) - 1))
    step = data.draw(st.sampled_from([1, 1, 2, 7]))
    hidden = range(first, last + 1, step)
    deal["pack"] = " ".join("??" if i in hidden else card for i, card in enumerate(cards))
    try:
        verify(from_plain(plain))
    except BadRecord as e:
        assert "it must be known" in str(e), (
            e
        )  # the points of a deal are taken as they stand, what they were for is lost


@settings(max_examples=many(100, 20, 5_000))
@given(cases, st.data())
def test_changed_bytes_hold_or_are_refused(case: Case, data: st.DataObject) -> None:
    record = from_plain(begun(case))
    for text, reader in ((to_toml(record).encode(), from_toml), (to_json(record), from_json)):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 30))
        changed = text[:start] + data.draw(st.binary(max_size=8)) + text[end:]
        try:
            verify(reader(changed))
        except BadRecord as e:
            assert one_line(str(e))


@settings(max_examples=many(200, 40, 20_000))
@given(st.binary(max_size=200), st.sampled_from([from_toml, from_json]))
def test_any_bytes_are_a_record_or_are_refused(data: bytes, reader: Any) -> None:
    try:
        verify(reader(data))
    except BadRecord as e:
        assert one_line(str(e))


fields = [
    "options",
    "preset",
    "seat",
    "hand",
    "hands",
    "sizes",
    "table",
    "trump",
    "plays",
    "phase",
    "stock",
    "first_turn",
]
fields += ["piles", "scores", "last_round", "version", "colour"]
cards = st.lists(st.sampled_from(["8h", "6s", "Kd", "Td", "7c", "1b", "10e", "12d", "3c", "Ah", "8h"]), max_size=6).map(
    " ".join
)
parts = st.one_of(
    odd.filter(lambda v: not isinstance(v, int) or abs(v) < 2**64),
    cards,
    st.lists(cards, max_size=4),
    st.sampled_from(
        [
            "claims",
            "announcements",
            "calls",
            "none",
            "h",
            {"players": 3},
            {"players": 4},
            ["0 lead Kh 8h"],
            ["3 lay 7c"],
        ]
    ),
)


@settings(max_examples=many(150, 60, 20_000))
@given(
    st.sampled_from(["konchinka", "kontsina", "kozel", "ronda"]),
    st.dictionaries(st.sampled_from(fields), parts, max_size=6),
)
def test_any_position_is_answered_or_refused_in_one_line(name: str, position: dict[str, Any]) -> None:
    ran = kafenio("legal", name, "--position", msgspec.json.encode(position).decode())
    assert (ran.code, bool(ran.out), bool(ran.err)) in ((0, True, False), (1, False, True))
    assert ran.err.count("\n") == 0
