"""How a bot is named: `greedy`, `level5@1:time=1s`, `ismcts:iterations=2000`, `./mybot`, `cmd:python3 mybot.py:time=500ms`."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, replace

from kafenio.errors import BadOptions

__all__ = ["Spec", "listed", "read_spec", "read_time"]

TAIL = re.compile(r"^(.*?)((?::(?:time|iterations)=[^:]*)*)$", re.DOTALL)
TIME = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(ms|s)?")
MOST_S, MOST_ITERATIONS = 3600.0, 10**9


@dataclass(frozen=True)
class Spec:
    """A bot as somebody names it, and how long it may think about a play: neither given, as it does by itself."""

    name: str
    time_s: float | None = None
    iterations: int | None = None

    @property
    def outside(self) -> bool:
        """Whether it is a program: a path, or a command after `cmd:`."""
        return self.name.startswith("cmd:") or "/" in self.name

    @property
    def command(self) -> list[str]:
        """The words of a program's command. BadOptions if there are none."""
        try:
            words = shlex.split(self.name.removeprefix("cmd:")) if self.name.startswith("cmd:") else [self.name]
        except ValueError as e:
            raise BadOptions(f"bot {self.name!r}: {str(e).lower()}") from None
        if not words:
            raise BadOptions("bot 'cmd:': a command expected after it, as in cmd:python3 mybot.py")
        return words

    def within(self, time_s: float | None, iterations: int | None) -> Spec:
        """The same with this much thinking, unless it says itself how much."""
        if self.time_s is not None or self.iterations is not None:
            return self
        return replace(self, time_s=time_s, iterations=iterations)

    def __str__(self) -> str:
        tail = "" if self.time_s is None else f":time={self.time_s:g}s"
        return self.name + tail + ("" if self.iterations is None else f":iterations={self.iterations}")


def read_spec(text: str) -> Spec:
    """A bot's name and its options. BadOptions for an option that is none."""
    found = TAIL.match(text)
    assert found
    name, tail = found.groups()
    options: dict[str, str] = {}
    for part in tail.split(":")[1:]:
        key, _, value = part.partition("=")
        if key in options:
            raise BadOptions(f"bot {text!r}: {key} is given twice")
        options[key] = value
    spec = Spec(name)
    if "time" in options:
        spec = replace(spec, time_s=read_time(options["time"]))
    if "iterations" in options:
        value = options["iterations"]
        if not (value.isascii() and value.isdigit() and 0 < int(value[:12]) <= MOST_ITERATIONS):
            raise BadOptions(f"bot {text!r}: iterations={value}: a number from 1 to {MOST_ITERATIONS} expected")
        spec = replace(spec, iterations=int(value))
    if spec.time_s is not None and spec.iterations is not None:
        raise BadOptions(f"bot {text!r}: time or iterations, not both")
    if not name:
        raise BadOptions(f"bot {text!r}: a name expected")
    if ":" in name and not spec.outside:
        raise BadOptions(f"bot {text!r}: only time=1s or iterations=2000 may follow the name")
    return spec


def read_time(text: str) -> float:
    """Seconds from `1s`, `500ms`, `0.5`. BadOptions for anything else, and for more than an hour."""
    found = TIME.fullmatch(text)
    if found:
        seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
        if 0 < seconds <= MOST_S:
            return seconds
    raise BadOptions(f"time {text!r}: a time such as 1s, 500ms or 0.5 expected, up to an hour")


def listed(text: str) -> list[str]:
    """The bots of a list with commas; a command with commas stands in quotes."""
    found, part, quote = [], "", ""
    for sign in text:
        if quote == sign:
            quote = ""
        elif not quote and sign in "'\"":
            quote = sign
        if sign == "," and not quote:
            found.append(part)
            part = ""
        else:
            part += sign
    return [spec for spec in map(str.strip, [*found, part]) if spec]
