"""The two forms of a record: what is written is read again, and what is unknown is kept."""

from __future__ import annotations

import datetime
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafenio.errors import BadRecord
from kafenio.records import Record, read, read_all, save, write
from kafenio.records.format import DEEPEST, from_json, from_plain, from_toml, to_json, to_plain, to_toml
from records.sample import checked, refusal, sample, short

TEXT = """\
format = "kafenio/1"
game = "kontsina"
options = { deals = 1, points_2c = 3 }
seats = ["Eleni", "bot:greedy@1"]
date = 2026-11-29T18:00:00Z

[[deals]]
dealer = 1
points = [3, 2]

[result]
totals = [1, 0]
winner = [0]
"""


def test_a_record_is_written_as_it_was_read() -> None:
    assert write(read(TEXT)) == TEXT


def test_plays_stand_one_on_a_line() -> None:
    lines = to_toml(from_plain(short())).splitlines()
    first = lines.index("plays = [")
    assert [lines[first + 1], lines[first + 49]] == [f'  "{short()["deals"][0]["plays"][0]}",', "]"]


def test_a_json_line_holds_the_same_as_the_toml_text() -> None:
    record = read(TEXT)
    assert from_json(to_json(record)) == record
    assert b"\n" not in to_json(record)
    assert to_json(record).startswith(b'{"format":"kafenio/1","game":"kontsina","options":{"deals":1,"points_2c":3}')


def test_times_and_comments_are_kept() -> None:
    plain = short()
    plain["deals"][0]["plays"][0] += " @3.2s {why not — {really}}"
    plain["deals"][0]["plays"][1] += " @10s"
    plain["deals"][0]["plays"][2] += " {«ένα»}"
    record = from_plain(plain)
    assert checked(plain) == []
    assert from_toml(to_toml(record).encode()).deals[0].plays == plain["deals"][0]["plays"]


def test_unknown_fields_are_kept_at_every_level() -> None:
    plain = short()
    plain["event"] = {"name": "Café 'Η Ωραία Ελλάς'", "tables": [1, 2.5, True], "begun": datetime.time(18, 30)}
    plain["deals"][1]["light of the lamp"] = [{"a": -1}, {}, []]
    plain["result"]["remark"] = 'quoted "so"\\\n\t\x00\x7f end'
    record = from_plain(plain)
    assert checked(plain) == []
    again = tomllib.loads(to_toml(record))
    assert (again["event"], again["deals"][1]["light of the lamp"]) == (
        plain["event"],
        plain["deals"][1]["light of the lamp"],
    )
    assert again["result"]["remark"] == plain["result"]["remark"]
    assert from_toml(to_toml(record).encode()) == record


values = st.recursive(
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.datetimes()
    | st.dates()
    | st.times(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), values, max_size=3))
def test_any_unknown_field_survives_a_file(extra: dict[str, Any]) -> None:
    record = from_plain({"format": "kafenio/1", "game": "kontsina"})
    record.extra = {name: value for name, value in extra.items() if name not in Record.__struct_fields__}
    assert from_toml(to_toml(record).encode()) == record


@pytest.mark.parametrize(
    "date", ["2026-11-29T18:00:00Z", "2026-11-29T20:00:00+02:00", "2026-11-29T18:00:00", "2026-11-29"]
)
def test_a_date_may_have_a_time_and_a_zone_or_not(date: str) -> None:
    record = read(f'format = "kafenio/1"\ngame = "kontsina"\ndate = {date}\n')
    assert f"\ndate = {date}\n" in write(record)
    assert from_json(to_json(record)) == record


def test_a_file_of_lines_is_read_one_record_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "two.kaf.jsonl"
    records = [from_plain(sample(seed=s)) for s in (1, 2)]
    assert save(path, iter(records)) == 2
    assert list(read_all(path)) == records


def test_text_and_files_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "one.kaf"
    record = read(TEXT)
    save(path, [record])
    assert read(path) == read(str(path)) == read(to_json(record).decode()) == record


def test_a_kaf_holds_one_match(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds one match"):
        save(tmp_path / "two.kaf", [read(TEXT), read(TEXT)])


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    assert from_toml(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()) == read(TEXT)


BROKEN: list[tuple[bytes, str]] = [
    (b"", "format: nothing stands there; 'kafenio/1' is read here"),
    (b"\x00\x01\x02", "not TOML: Invalid statement (at line 1, column 1)"),
    (b"\xff\xfe", "not UTF-8 text: byte 0 is 0xff"),
    (TEXT.encode()[:60], "not TOML: "),
    (b'format = "kafenio/9"', "format: 'kafenio/9' stands there; 'kafenio/1' is read here"),
    (b"format = 1", "format: a number stands there; 'kafenio/1' is read here"),
    (b'format = "kafenio/1"', "game: missing"),
    (b'format = "kafenio/1"\ngame = 3', "game: expected str, got int"),
    (b'format = "kafenio/1"\ngame = "x"\ndeals = 3', "deals: a list of tables expected, not a number"),
    (b'format = "kafenio/1"\ngame = "x"\ndeals = [3]', "deal 1: a table of fields expected, not a number"),
    (b'format = "kafenio/1"\ngame = "x"\n[[deals]]\npoints = [1, "2"]', "deal 1: points[1]: expected int, got str"),
    (b'format = "kafenio/1"\ngame = "x"\n[[deals]]\ndealer = true', "deal 1: dealer: expected int | null, got bool"),
    (b'format = "kafenio/1"\ngame = "x"\n[[deals]]\ndealer = 5', "deal 1: dealer: expected int <= 4"),
    (b'format = "kafenio/1"\ngame = "x"\nresult = []', "result: a table of fields expected, not a list"),
    (b'format = "kafenio/1"\ngame = "x"\ndate = "yesterday"', "date: 'yesterday' is no date"),
    (b'format = "kafenio/1"\ngame = "x"\ndate = 12', "date: a number is no date"),
    (b"a = " + b"[" * 100_000, "not a record: nested more than 32 deep"),
    (b"a." * 100_000 + b"a = 1", "not a record: keys of more than 32 parts"),
    (b"a = " + b"1" * 100_000, "not TOML: Exceeds the limit"),
    (b'format = "kafenio/1"\ngame = "x"\nn = 0x' + b"f" * 17, "n: a number of more than 64 bits"),
    (b'format = "kafenio/1"\ngame = "x"\noptions = { deals = nan }', "options: nan is no number that JSON can hold"),
    (b'format = "kafenio/1"\ngame = "x"\nn = -inf', "n: -inf is no number that JSON can hold"),
    (b'format = "kafenio/1"\ngame = "x"\noptions = { deals = 0x' + b"f" * 9999 + b" }", "options: a number of more than 64 bits"),
    (b'format = "kafenio/1"\ngame = "x"\n[[deals]]\npoints = [0x' + b"f" * 9999 + b"]", "deal 1: points[0]: expected int <= 1000000"),
    (b'format = "kafenio/1"\ngame = "x"\nn = ' + b"[" * 40 + b"]" * 40, "n: nested more than 32 deep"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "says"), BROKEN)
def test_a_broken_text_is_refused_with_its_fault(data: bytes, says: str) -> None:
    with pytest.raises(BadRecord) as caught:
        from_toml(data)
    assert str(caught.value).startswith(says)


BROKEN_LINES: list[tuple[bytes, str]] = [
    (b"", "not JSON: "),
    (b"{", "not JSON: "),
    (b"\xff", "not JSON: "),
    (b'{"format": "kafenio/1", "game": "\xff"}', "not JSON: "),
    (b'{"format": "kafenio/1", "game": "\\ud800"}', "not JSON: "),
    (b"[" * 100_000, "not a record: nested more than 32 deep"),
    (b"1" * 100_000, "not JSON: "),
    (b"[]", "a table of fields expected, not a list"),
    (b"null", "a table of fields expected, not nothing"),
    (b'{"format": null}', "format: nothing stands there"),
    (b'{"format": "kafenio/1", "game": "x", "deals": [{"plays": [null]}]}', "deal 1: plays[0]: expected str, got null"),
    (
        b'{"format": "kafenio/1", "game": "x", "deals": [{"misdeals": 1.5}]}',
        "deal 1: misdeals: expected int, got float",
    ),
]


@pytest.mark.parametrize(("data", "says"), BROKEN_LINES)
def test_a_broken_line_is_refused_with_its_fault(data: bytes, says: str) -> None:
    with pytest.raises(BadRecord) as caught:
        from_json(data)
    assert str(caught.value).startswith(says)


def test_nothing_in_json_is_as_good_as_left_out() -> None:
    line = b'{"format":"kafenio/1","game":"kontsina","date":null,"deals":[{"pack":null,"points":[3,2]}],"result":null}'
    assert to_plain(from_json(line))["deals"] == [{"points": [3, 2]}]


def test_as_deep_as_allowed_is_written_again() -> None:
    value: object = 1
    for _ in range(DEEPEST):
        value = [value]
    record = from_plain({"format": "kafenio/1", "game": "kontsina", "deep": value})
    assert from_toml(to_toml(record).encode()) == record


def test_unknown_options_are_refused() -> None:
    assert refusal({**short(), "options": {"jokers": 2}}).startswith("options: no option 'jokers'; options: players")
