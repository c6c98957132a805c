"""Records in files: one in a `.kaf`, one a line in a `.kaf.jsonl`, which is read and written line by line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, NamedTuple

from kafenio.errors import BadRecord
from kafenio.records.format import Record, from_json, from_toml, to_json, to_toml

__all__ = ["LARGEST", "Entry", "entries", "pick", "place_of", "read", "read_all", "save", "write"]

LARGEST = 64 * 1024 * 1024  # bytes of one record


class Entry(NamedTuple):
    """A record of a file, or what is wrong with it. `place` for messages: `a.kaf`, or `a.kaf.jsonl, match 3`."""

    place: str
    record: Record | BadRecord


def entries(path: str | os.PathLike[str]) -> Iterator[Entry]:
    """The records of a file, one at a time; a broken one does not hide those after it. Matches count by line."""
    name = os.fspath(path)
    try:
        with open(name, "rb") as file:
            if name.endswith(".jsonl"):
                yield from lines(name, file)
            else:
                yield Entry(name, parsed(from_toml, file.read(LARGEST + 1)))
    except OSError as e:
        yield Entry(name, BadRecord(f"cannot be read: {e.strerror or e}"))


def place_of(name: str, match: int) -> str:
    """A match of a file, for messages."""
    return f"{name}, match {match}" if name.endswith(".jsonl") else name


def lines(name: str, file: BinaryIO) -> Iterator[Entry]:
    found = False
    number = 0
    while line := file.readline(LARGEST + 1):
        number += 1
        more = line
        while len(more) > LARGEST and not more.endswith(b"\n"):
            more = file.readline(LARGEST + 1)  # the rest of a line that is too long
        if len(line) > LARGEST or line.strip():
            found = True
            yield Entry(place_of(name, number), parsed(from_json, line))
    if not found:
        yield Entry(name, BadRecord("no match in it"))


def parsed(reader: Callable[[bytes], Record], data: bytes) -> Record | BadRecord:
    if len(data) > LARGEST:
        return BadRecord(f"larger than {LARGEST // 1024**2} MiB, which no record is")
    try:
        return reader(data)
    except BadRecord as e:
        return e


def pick(path: str | os.PathLike[str], match: int = 1) -> Record:
    """One record of a file, in a `.kaf.jsonl` that of a line. BadRecord, with the place."""
    name = os.fspath(path)
    for place, record in entries(path):
        if place in (place_of(name, match), name):
            if isinstance(record, BadRecord):
                raise BadRecord(f"{place}: {record}")
            if place == name and match != 1:
                break
            return record
    raise BadRecord(f"{name}: no match {match} in it")


def read(source: str | os.PathLike[str]) -> Record:
    """A record from a file, or from its text: TOML, or one JSON line. BadRecord.

    A str is text if it has a line break or begins with a brace, else the name of a file.
    """
    if isinstance(source, str):
        data = source.encode(errors="surrogatepass")  # a lone surrogate is then refused like any broken text
        if source.lstrip().startswith("{"):
            return from_json(data)
        if "\n" in source:
            return from_toml(data)
    return pick(source)


def read_all(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Every record of a file in order. BadRecord, with the place, at the first broken one."""
    for place, record in entries(path):
        if isinstance(record, BadRecord):
            raise BadRecord(f"{place}: {record}")
        yield record


def write(record: Record) -> str:
    """The text of a `.kaf` file."""
    return to_toml(record)


def save(path: str | os.PathLike[str], records: Iterable[Record]) -> int:
    """Write records as they come, in the form that the suffix asks for: how many. OSError; ValueError for two in a `.kaf`."""
    name = os.fspath(path)
    count = 0
    with open(name, "wb") as file:
        for record in records:
            count += 1
            if name.endswith(".jsonl"):
                file.write(to_json(record) + b"\n")
            elif count > 1:
                raise ValueError(f"{name} holds one match; a .kaf.jsonl holds many")
            else:
                file.write(to_toml(record).encode())
    return count
