"""A line of `plays`: seat and play, perhaps a time and a comment."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Ply", "split"]

LINE = re.compile(
    r"(\d{1,2})\s+([^@{}]*?)\s*(?:@\s*(\d{1,9}(?:\.\d{1,9})?)s\s*)?(?:\{(.*)\}\s*)?", re.ASCII | re.DOTALL
)


class Ply(NamedTuple):
    """A play as it stands in a record. `time_s` and `comment` may be missing: None."""

    seat: int
    text: str
    time_s: float | None = None
    comment: str | None = None


def split(line: str) -> Ply | None:
    """The parts of `0 lay Qh @3.2s {why}`; None if it is not of this form."""
    found = LINE.fullmatch(line.strip())
    if not found or not found[2]:
        return None
    seat, text, time, comment = found.groups()
    return Ply(int(seat), text, None if time is None else float(time), comment)
