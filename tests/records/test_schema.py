"""The published JSON Schema: current, and true of every line."""

from __future__ import annotations

from typing import Any

import jsonschema
import msgspec
import pytest

from kafenio.errors import BadRecord
from kafenio.records.format import from_plain, to_json
from kafenio.records.schema import PUBLISHED, schema, text
from records.sample import match_of, short
from support import Case, each_count

CHECKER = jsonschema.Draft202012Validator(schema(), format_checker=jsonschema.FormatChecker())


def test_the_published_schema_is_current() -> None:
    assert PUBLISHED.read_text(encoding="utf-8") == text(), "run python -m kafenio.records.schema > its file"


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@each_count
def test_every_line_fits_it(case: Case) -> None:
    CHECKER.validate(msgspec.json.decode(to_json(match_of(case.game(), 1))))


def test_unknown_fields_fit_it() -> None:
    record = short()
    record["event"] = {"name": "Café"}
    record["deals"][0]["table"] = 3
    CHECKER.validate(record)
    from_plain(record)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "kafenio/2"},
        {"game": 3},
        {"deals": [{"dealer": -1}]},
        {"deals": [{"dealer": 5}]},
        {"deals": [{"plays": [1]}]},
        {"deals": [{"misdeals": -1}]},
        {"result": {"winner": 0}},
        {"result": {"totals": [True]}},
        {"seats": "Eleni"},
    ],
)
def test_what_does_not_fit_it_is_not_read(change: dict[str, Any]) -> None:
    record = {**short(), **change}
    assert not CHECKER.is_valid(record)
    with pytest.raises(BadRecord):
        from_plain(record)


def test_what_is_required_is_required() -> None:
    assert schema()["$defs"]["Record"]["required"] == ["format", "game"]
    assert not CHECKER.is_valid({"format": "kafenio/1"})
