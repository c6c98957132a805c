"""Events as the wire carries them; views as programs get them everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from kafenio.audience import Event
from kafenio.bots.shown import read_view, shown
from kafenio.game import Result, plain
from kafenio.server.wire import Happened

__all__ = ["happened", "read_view", "shown"]


def happened(events: Iterable[Event], seat: int | None) -> list[Happened]:
    """Events as a seat (None: a spectator) is told them."""
    told = [event.seen_by(seat) for event in events]
    return [Happened(e.kind, e.seat, " ".join(e.cards), {k: fact(v) for k, v in e.facts.items()}) for e in told if e]


def fact(value: object) -> Any:
    """A fact as plain JSON; the result of a deal with its reasons."""
    if isinstance(value, Result):
        return {
            "points": list(value.points),
            "lines": [list(line) for line in value.lines],
            "ended": value.ended,
            "counts": {name: list(counts) for name, counts in (value.counts or {}).items()},
        }
    if isinstance(value, tuple | list):
        return [fact(v) for v in cast(Iterable[object], value)]
    return plain(value)
