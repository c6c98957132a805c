"""A record as data, and its two forms: TOML for people (`.kaf`), a JSON line a match for bulk (`.kaf.jsonl`).

Reading checks shape, not rules: names and types of the fields, and that nothing is so large or so deep that it could not
be a record. What no field is named after is kept in `extra` and written again.
"""

from __future__ import annotations

import datetime
import math
import re
import tomllib
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from kafenio.errors import BadRecord

__all__ = [
    "FORMAT",
    "DealRecord",
    "Record",
    "ResultRecord",
    "from_json",
    "from_plain",
    "from_toml",
    "to_json",
    "to_plain",
    "to_toml",
]

FORMAT = "kafenio/1"
DEEPEST = 32  # tables in tables

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
Points: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Amount: TypeAlias = Annotated[int, Meta(ge=-1_000_000_000_000, le=1_000_000_000_000)]
When: TypeAlias = datetime.datetime | datetime.date
OPTION = {
    "additionalProperties": {
        "anyOf": [
            {"type": ["boolean", "integer", "string"]},
            {"type": "array", "items": {"type": ["integer", "string"]}},
        ]
    }
}
DATE = {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "string", "format": "date"}]}


class DealRecord(Struct, kw_only=True):
    """One deal of a record. Without `pack` and `plays` it was kept at a real table: only its points are known."""

    dealer: Annotated[Seat | None, Meta(description="The seat that deals; the next seat leads.")] = None
    misdeals: Annotated[
        Annotated[int, Meta(ge=0, le=1_000_000)], Meta(description="Packs thrown in before this one.")
    ] = 0
    seal: Annotated[str | None, Meta(description="SHA-256 of salt, a space and pack, in hex.")] = None
    salt: Annotated[str | None, Meta(description="What makes the seal impossible to guess.")] = None
    pack: Annotated[
        str | None, Meta(description="The whole pack in the order dealt, top first, before any repair; ?? unknown.")
    ] = None
    repairs: Annotated[
        list[str],
        Meta(description="A text for each card of the layout that went back: card out, card in, cards above it."),
    ] = msgspec.field(default_factory=list)
    plays: Annotated[
        list[str], Meta(description="Seat and play; then, if wanted, the time and a comment: 0 lay Qh @3.2s {why}")
    ] = msgspec.field(default_factory=list)
    ended: Annotated[str | None, Meta(description="Why the deal was broken off.")] = None
    points: Annotated[list[Points] | None, Meta(description="What the deal is worth, by side.")] = None
    card_points: Annotated[list[Points] | None, Meta(description="Kozel: card points, by side.")] = None
    extra: dict[str, Any] = msgspec.field(default_factory=dict)


class ResultRecord(Struct, kw_only=True):
    """What a finished match came to."""

    totals: Annotated[list[Amount] | None, Meta(description="What decides the match, by side.")] = None
    winner: Annotated[list[Seat] | None, Meta(description="The sides that have won; several share it.")] = None
    settlement: Annotated[
        list[Amount | str] | None,
        Meta(description="What each seat receives, less what it pays; decimals are written as text."),
    ] = None
    extra: dict[str, Any] = msgspec.field(default_factory=dict)


class Record(Struct, kw_only=True):
    """One match."""

    format: Literal["kafenio/1"] = "kafenio/1"
    game: Annotated[str, Meta(description="The name of the game.")]
    options: Annotated[
        dict[str, Any],
        Meta(description="Every option that differs from its default.", extra_json_schema=OPTION),
    ] = msgspec.field(default_factory=dict)
    seats: Annotated[list[str], Meta(description="Names by seat; bots as bot:NAME@VERSION.")] = msgspec.field(
        default_factory=list
    )
    date: Annotated[Any, Meta(description="When it was played.", extra_json_schema=DATE)] = None
    dealer_draw: Annotated[
        list[str], Meta(description="Seat and card, in the order cut for the first deal; ties cut again.")
    ] = msgspec.field(default_factory=list)
    deals: list[DealRecord] = msgspec.field(default_factory=list)
    result: ResultRecord | None = None
    extra: dict[str, Any] = msgspec.field(default_factory=dict)


KEPT = {cls: tuple(n for n in cls.__struct_fields__ if n != "extra") for cls in (Record, DealRecord, ResultRecord)}


# Reading.


def from_toml(data: bytes) -> Record:
    """A record from a `.kaf` file. BadRecord names the field."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        raise BadRecord(f"not UTF-8 text: byte {e.start} is {data[e.start]:#04x}") from None
    if CHAIN.search(text):
        raise BadRecord(f"not a record: keys of more than {DEEPEST} parts")
    try:
        given = tomllib.loads(text)
    except RecursionError:
        raise BadRecord(f"not a record: nested more than {DEEPEST} deep") from None
    except ValueError as e:  # TOMLDecodeError, and numbers too long to read
        raise BadRecord(f"not TOML: {clipped(str(e))}") from None
    return from_plain(given)


# A key of very many parts would cost the TOML reader quadratic time.
CHAIN = re.compile(rf"""(?<!["'\w-])(?:["'\w-]++\s*+\.\s*+){{{DEEPEST}}}""")


def from_json(data: bytes) -> Record:
    """A record from a line of a `.kaf.jsonl` file. BadRecord names the field."""
    try:
        given = msgspec.json.decode(data)
    except RecursionError:
        raise BadRecord(f"not a record: nested more than {DEEPEST} deep") from None
    except (msgspec.MsgspecError, ValueError) as e:
        raise BadRecord(f"not JSON: {clipped(str(e))}") from None
    return from_plain(given)


def from_plain(given: object) -> Record:
    """A record from what a TOML or JSON reader gives. BadRecord names the field."""
    if not isinstance(given, dict):
        raise BadRecord(f"a table of fields expected, not {kind(given)}")
    version = given.get("format")
    if version != FORMAT:
        wrong = clipped(repr(version)) if isinstance(version, str) else kind(version)
        raise BadRecord(f"format: {wrong if 'format' in given else 'nothing'} stands there; {FORMAT!r} is read here")
    record: Record = made(Record, {k: v for k, v in given.items() if k not in ("deals", "result")}, "")
    record.date = read_date(record.date)
    deals = given.get("deals", [])
    if not isinstance(deals, list):
        raise BadRecord(f"deals: a list of tables expected, not {kind(deals)}")
    record.deals = [made(DealRecord, deal, f"deal {number}: ") for number, deal in enumerate(deals, 1)]
    if given.get("result") is not None:
        record.result = made(ResultRecord, given["result"], "result: ")
    return record


def made(cls: Any, given: object, where: str) -> Any:
    """A struct from a table; what has no field goes into `extra`."""
    if not isinstance(given, dict):
        raise BadRecord(f"{where}a table of fields expected, not {kind(given)}")
    known = KEPT[cls]
    extra = {name: value for name, value in given.items() if name not in known}
    for name, value in extra.items():
        check(value, f"{where}{clipped(name)}")
    fields = {name: value for name, value in given.items() if name in known}
    if "options" in fields:
        check(fields["options"], "options")
    try:
        return msgspec.structs.replace(msgspec.convert(fields, cls), extra=extra)
    except msgspec.ValidationError as e:
        raise BadRecord(where + located(str(e))) from None


def located(message: str) -> str:
    """msgspec's words with the field first: `plays[3]: expected str, got int`."""
    text, _, path = message.partition(" - at `$")
    path = path.rstrip("`").lstrip(".")
    text = text.replace("`", "")
    text = text[:1].lower() + text[1:]
    if text.startswith("object missing required field"):
        return f"{text.rpartition(' ')[2]}: missing"
    return f"{clipped(path)}: {text}" if path else text


def check(value: object, where: str, depth: int = 0) -> None:
    """BadRecord for what cannot be written again in every form: too deep, or a number beyond 64 bits, or none at all."""
    if depth > DEEPEST:
        raise BadRecord(f"{where}: nested more than {DEEPEST} deep")
    if isinstance(value, dict):
        for part in value.values():
            check(part, where, depth + 1)
    elif isinstance(value, list):
        for part in value:
            check(part, where, depth + 1)
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise BadRecord(f"{where}: a number of more than 64 bits")
    elif isinstance(value, float) and not math.isfinite(value):
        raise BadRecord(f"{where}: {value} is no number that JSON can hold")


def read_date(value: object) -> When | None:
    """A date with or without a time; text where the form has no dates of its own."""
    if value is None or isinstance(value, datetime.date):
        return value
    if isinstance(value, str):
        for cls in (datetime.datetime, datetime.date):
            try:
                return msgspec.convert(value, cls)
            except msgspec.ValidationError:
                continue
    raise BadRecord(f"date: {clipped(repr(value)) if isinstance(value, str) else kind(value)} is no date")


def kind(value: object) -> str:
    """What a value is, in words for a message."""
    names = {dict: "a table", list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a number"}
    return names.get(type(value), "nothing" if value is None else "a date")


def clipped(text: str, most: int = 120) -> str:
    """A text short enough for a message."""
    return text if len(text) <= most else text[: most - 1] + "…"


# Writing.


def to_plain(record: Record) -> dict[str, Any]:
    """A record as tables, lists and plain values, in the order in which it is written."""
    found: dict[str, Any] = {"format": record.format, "game": record.game, "options": record.options}
    found["seats"] = record.seats
    if record.date is not None:
        found["date"] = record.date
    if record.dealer_draw:
        found["dealer_draw"] = record.dealer_draw
    found |= record.extra
    found["deals"] = [deal_plain(deal) for deal in record.deals]
    if record.result is not None:
        found["result"] = result_plain(record.result)
    return found


def deal_plain(deal: DealRecord) -> dict[str, Any]:
    played = deal.pack is not None or bool(deal.plays)
    found = {}
    for name in KEPT[DealRecord]:
        value = getattr(deal, name)
        if value is None or (name == "misdeals" and value == 0) or (value == [] and not played):
            continue
        found[name] = value
    return found | deal.extra


def result_plain(result: ResultRecord) -> dict[str, Any]:
    found = {n: getattr(result, n) for n in KEPT[ResultRecord] if getattr(result, n) is not None}
    return found | result.extra


def to_json(record: Record) -> bytes:
    """One line, without its end."""
    return msgspec.json.encode(to_plain(record))


def to_toml(record: Record) -> str:
    """The text of a `.kaf` file: options on a line, a play on a line."""
    plain = to_plain(record)
    deals, result = plain.pop("deals"), plain.pop("result", None)
    parts = [table(plain)]
    parts += ["\n[[deals]]\n" + table(deal) for deal in deals]
    if result is not None:
        parts.append("\n[result]\n" + table(result))
    return "".join(parts)


def table(fields: Mapping[str, object]) -> str:
    lines = []
    for name, value in fields.items():
        if name == "plays" and value:
            assert isinstance(value, list)
            lines.append("plays = [\n" + "".join(f"  {toml(play)},\n" for play in value) + "]\n")
        elif value is not None:
            lines.append(f"{key(name)} = {toml(value)}\n")
    return "".join(lines)


def key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def toml(value: object) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, dict):
        parts = [f"{key(name)} = {toml(part)}" for name, part in value.items() if part is not None]
        return "{ " + ", ".join(parts) + " }" if parts else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(part) for part in value if part is not None) + "]"
    raise TypeError(f"{type(value).__name__} has no place in a record")


def quoted(text: str) -> str:
    return '"' + "".join(ESCAPES.get(c) or escaped(c) for c in text) + '"'


ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def escaped(c: str) -> str:
    return f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c
