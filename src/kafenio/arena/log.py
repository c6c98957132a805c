"""The file from which a contest goes on: what it is, then a line for every match that was played."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from kafenio.arena.contest import Outcome
from kafenio.arena.plan import Contest, Unit
from kafenio.errors import BadRecord

__all__ = ["Log"]


class Log:
    """Outcomes, kept as they come. Without a path they are only remembered.

    BadRecord for a file that belongs to another contest; a last line that was torn by a crash is played again.
    """

    def __init__(self, contest: Contest, path: Path | None = None) -> None:
        self.contest = contest
        self.path = path
        self.outcomes: dict[Unit, Outcome] = {}
        self.file: IO[bytes] | None = None
        if path is not None:
            whole = self.read(path) if path.exists() else 0
            self.file = open(path, "r+b" if path.exists() else "w+b")  # noqa: SIM115 (open as long as the log)
            self.file.truncate(whole)
            self.file.seek(whole)
            if not whole:
                self.write(contest.header())

    def read(self, path: Path) -> int:
        """Take up what stands there: the bytes of its whole lines."""
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        first, *rest = data[:whole].splitlines() or [b""]
        if not first:
            if data:
                raise BadRecord(f"{path}: no results of an arena")
            return 0
        try:
            header = msgspec.json.decode(first)
        except msgspec.MsgspecError:
            header = None
        if not isinstance(header, dict) or header.get("format") != self.contest.header()["format"]:
            raise BadRecord(f"{path}: no results of an arena")
        for name, value in self.contest.header().items():
            if ({"deals": 0} | header).get(name) != msgspec.to_builtins(value):
                raise BadRecord(f"{path}: {name} is {header.get(name)!r} there and {value!r} here")
        seatings = len(self.contest.seatings)
        for number, line in enumerate(rest, 2):
            try:
                outcome = msgspec.json.decode(line, type=Outcome)
            except msgspec.MsgspecError as e:
                raise BadRecord(f"{path}: line {number}: {e}") from None
            if outcome.number < 0 or not 0 <= outcome.seating < seatings:
                raise BadRecord(f"{path}: line {number}: no match of this contest")
            self.outcomes[outcome.unit] = outcome
        return whole

    def add(self, outcome: Outcome) -> None:
        self.outcomes[outcome.unit] = outcome
        if self.file is not None:
            self.write(msgspec.to_builtins(outcome))

    def write(self, value: object) -> None:
        assert self.file is not None
        self.file.write(msgspec.json.encode(value) + b"\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def missing(self) -> Iterator[Unit]:
        """The matches still to be played."""
        return (unit for unit in self.contest.units() if unit not in self.outcomes)

    def played(self) -> list[Outcome]:
        """Those of this contest that have been played; the file may hold more."""
        return [self.outcomes[unit] for unit in self.contest.units() if unit in self.outcomes]

    def close(self) -> None:
        if self.file is not None:
            self.file.close()
