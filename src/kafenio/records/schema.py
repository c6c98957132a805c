"""The JSON Schema of a record, made from its fields. `python -m kafenio.records.schema` prints it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from kafenio.records.format import Record

__all__ = ["PUBLISHED", "schema", "text"]

PUBLISHED = Path(__file__).with_name("record.schema.json")


def schema() -> dict[str, Any]:
    """JSON Schema 2020-12; unknown fields are allowed everywhere but among the options."""
    found = msgspec.json.schema(Record)
    for part in found["$defs"].values():
        part["properties"].pop("extra", None)
        part["properties"] = {name: without_default(field) for name, field in part["properties"].items()}
    found["$defs"]["Record"]["required"] = ["format", "game"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of Kafenio, version 1: one line of a .kaf.jsonl",
        **found,
    }


def without_default(field: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in field.items() if name != "default"}


def text() -> str:
    """The published file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
