"""Views and events as the wire carries them, and a view read back.

Sets of cards become texts (`8h Kd`), hidden cards `??`. Options stand in the table state, so a view leaves them out; it
leaves out whatever is 0 or empty too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, cast

from kafenio.audience import Audience, Event, Part, View, audiences
from kafenio.game import Game, Result, plain
from kafenio.server.wire import Happened

__all__ = ["happened", "read_view", "shown"]

HIDDEN = "??"
SETS = ("held", "face down", "face up", "seen by")


def shown(game: Game, view: View) -> dict[str, Any]:
    """A view as plain JSON."""
    found: dict[str, Any] = {}
    for name, cards in written_fields(type(game)):
        value = view.fields[name]
        if not value:
            continue
        if name == "stock":
            written: Any = {str(i): game.PACK.name(n) for i, n in enumerate(value) if n is not None}
        elif cards:
            one = isinstance(value, int | Part)
            written = text(game, value) if one else trimmed([text(game, v) for v in value])
        else:
            written = trimmed(list(value)) if isinstance(value, tuple) else value
        if written:
            found[name] = written
    return found


@cache
def written_fields(game: type[Game]) -> tuple[tuple[str, bool], ...]:
    """The fields of a view that are sent, and whether they hold cards."""
    return tuple(
        (name, audience.who in SETS)
        for name, audience in audiences(game.DEAL).items()
        if audience.who != "secret" and name not in game.OPTIONS.__struct_fields__
    )


def text(game: Game, cards: int | Part) -> str:
    """A set of cards, the hidden ones last."""
    if not cards:
        return ""
    if isinstance(cards, Part):
        return " ".join([*map(game.PACK.name, game.PACK.members(cards.shown)), *[HIDDEN] * cards.more])
    return game.PACK.shown(cards)


def trimmed(values: list[Any]) -> list[Any]:
    while values and not values[-1]:
        values.pop()
    return values


def read_view(game: Game, seat: int, data: Mapping[str, Any]) -> View:
    """The view again, for who plays on a server through the wire."""
    fields: dict[str, Any] = {}
    options = {name: tuple(v) if isinstance(v, list) else v for name, v in game.settings().items()}
    for name, audience in audiences(game.DEAL).items():
        if audience.who == "secret":
            continue
        if name in options:
            fields[name] = filled(options[name], audience)
        elif name == "stock":
            known = {int(i): game.PACK.number(card) for i, card in data.get("stock", {}).items()}
            fields[name] = tuple(known.get(i) for i in range(data.get("left", 0)))
        else:
            fields[name] = read_field(game, audience, data.get(name))
    return View(game.NAME, seat, fields)


def read_field(game: Game, audience: Audience, value: Any) -> Any:
    """One field; what was left out is 0 or empty."""
    one = audience.count == 0 or audience.who in ("seen by", "own")
    if audience.who in SETS:
        parted = audience.who in ("held", "face down")
        if one:
            return read_cards(game, value or "", parted)
        texts = [*(value or []), *[""] * (audience.count - len(value or []))]
        return tuple(read_cards(game, t, parted) for t in texts)
    if one:
        return value or 0
    return filled(tuple(value or ()), audience)


def filled(value: Any, audience: Audience) -> Any:
    return (*value, *[0] * (audience.count - len(value))) if isinstance(value, tuple) else value


def read_cards(game: Game, names: str, parted: bool) -> int | Part:
    words = names.split()
    cards = game.PACK.cards(" ".join(w for w in words if w != HIDDEN))
    return Part(cards, words.count(HIDDEN)) if parted else cards


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
