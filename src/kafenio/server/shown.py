"""Events as the wire carries them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from kafenio.audience import Event
from kafenio.game import Game, Result, plain
from kafenio.i18n.teller import Teller
from kafenio.match import Match
from kafenio.message import Message
from kafenio.server.wire import Happened

__all__ = ["fact", "happened", "settled"]


def happened(game: Game, events: Iterable[Event], seat: int | None) -> list[Happened]:
    """Events as a seat (None: a spectator) is told them."""
    teller = Teller(game, seat)
    found = []
    for event in events:
        if told := event.seen_by(seat):
            facts = {name: fact(value) for name, value in told.facts.items()}
            found.append(Happened(told.kind, told.seat, " ".join(told.cards), facts, teller.words(told)))
    return found


def settled(match: Match, seat: int | None) -> list[Message]:
    """What each seat receives or pays once the match is over, as a seat (None: a spectator) is told it."""
    return Teller(match.game, seat).settled(match.tally.settlement()) if match.over else []


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
