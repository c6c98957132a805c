"""The bodies of the commands of `kafenio`, a module each, and what they share: how they print and how they fail.

Exit codes: 0 all is well, 1 what was read does not hold, 2 the command line itself is wrong.
"""

from __future__ import annotations

import sys
from typing import TextIO

from kafenio.errors import KafenioError

__all__ = ["BAD", "GOOD", "WRONG", "complain", "one_line", "say"]

GOOD, BAD, WRONG = 0, 1, 2
LONGEST = 600  # characters of a message


def say(text: str) -> None:
    """A line on the standard output."""
    put(text, sys.stdout)


def complain(error: KafenioError | str) -> None:
    """One line on the standard error."""
    put(one_line(str(error)), sys.stderr)


def put(text: str, to: TextIO) -> None:
    """Write a line; what the terminal's encoding cannot show is escaped."""
    encoding = to.encoding or "utf-8"
    to.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def one_line(text: str) -> str:
    """A message on one line, of a length that can be read."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[: 2 * LONGEST])
    return plain if len(plain) <= LONGEST and len(text) <= 2 * LONGEST else plain[: LONGEST - 1] + "…"
