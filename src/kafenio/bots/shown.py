"""A view as JSON, and read back: as clients and programs of any language get it.

Sets of cards become texts (`8h Kd`), hidden cards `??`. Options stand beside it, so a view leaves them out; it leaves out
whatever is 0 or empty too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from kafenio import bits
from kafenio.audience import BITS, NOTHING, Audience, Part, View, audiences
from kafenio.cards import Pack
from kafenio.game import Game

__all__ = ["Writer", "read_view", "shown"]

HIDDEN = "??"
HIDDENS = tuple(" ".join([HIDDEN] * n) for n in range(65))
encode = msgspec.json.Encoder().encode
SETS = ("held", "face down", "face up", "seen by")


def shown(game: Game, view: View) -> dict[str, Any]:
    """A view as plain JSON."""
    names = names_of(game.PACK)
    which = [field for fields in fields_of(type(game)) for field in fields.which]
    found = ((name, written(names, name, cards, view[name])) for name, cards, _ in which)
    return {name: value for name, value in found if value}


def written(names: Callable[[int], str], name: str, cards: bool, value: Any) -> Any:
    """A field as it stands in JSON, `cards`: numbers are sets of cards; 0 or empty: it is left out."""
    if name == "stock":
        return {str(i): names(BITS[n]) for i, n in enumerate(value) if n is not None}
    if isinstance(value, tuple):
        value = value[: last(value)]
        return [text(names, v) for v in value] if cards else value
    return text(names, value) if cards else value


class Fields(NamedTuple):
    """Some fields of a view."""

    which: tuple[tuple[str, bool, bytes], ...]  # name, whether they hold cards, how they begin in JSON
    read: Callable[[Mapping[str, Any]], tuple[Any, ...]]  # all of them at once


class Fragments:
    """The JSON of some fields of one view after another: only what differs from the last one is written anew."""

    __slots__ = ("fields", "joined", "names", "texts", "values")

    def __init__(self, names: Callable[[int], str], fields: Fields) -> None:
        self.names = names
        self.fields = fields
        self.values: tuple[Any, ...] = (None,) * len(fields.which)
        self.texts = [b""] * len(fields.which)  # each with a comma
        self.joined = b""

    def of(self, view: View) -> bytes:
        """Each field followed by a comma."""
        values, before = self.fields.read(view.fields), self.values
        if values != before:  # the same objects are found equal at once
            for i, value in enumerate(values):
                known = before[i]
                if value is not known and value != known:
                    name, cards, head = self.fields.which[i]
                    value = written(self.names, name, cards, value)
                    self.texts[i] = b"".join((head, encode(value), b",")) if value else b""
            self.values, self.joined = values, b"".join(self.texts)
        return self.joined


class Writer:
    """Writes the views of a table one after another."""

    def __init__(self, game: Game) -> None:
        self.names = names_of(game.PACK)
        common, self.of_own = fields_of(type(game))
        self.common = Fragments(self.names, common)  # so all who look at one moment share them
        self.own: dict[int, Fragments] = {}  # by seat

    def json(self, view: View) -> msgspec.Raw:
        """`shown` of a view."""
        own = self.own.get(view.seat)
        if own is None:
            own = self.own[view.seat] = Fragments(self.names, self.of_own)
        return msgspec.Raw(b"{%b}" % (self.common.of(view) + own.of(view))[:-1])


@cache
def fields_of(game: type[Game]) -> tuple[Fields, Fields]:
    """The fields that everyone sees alike, and those that each viewer sees for himself. Options are left out."""
    told = {
        n: a for n, a in audiences(game.DEAL).items() if a.who != "secret" and n not in game.OPTIONS.__struct_fields__
    }
    common = [n for n, a in told.items() if a.who in ("everyone", "face up")]

    def fields(names: Iterable[str]) -> Fields:
        which = tuple((name, told[name].who in SETS, b'"%b":' % name.encode()) for name in names)
        return Fields(which, itemgetter(*[name for name, *_ in which]))

    return fields(common), fields(n for n in told if n not in common)


@cache
def names_of(pack: Pack) -> Callable[[int], str]:
    """Sets of cards as texts, eight cards at a time."""
    tables = [
        [
            " ".join([name for i, name in enumerate(pack.names[start : start + 8]) if byte & bits.bit(i)])
            for byte in range(256)
        ]
        for start in range(0, 56, 8)
    ]

    def names(cards: int) -> str:
        return " ".join([table[byte] for table, byte in zip(tables, cards.to_bytes(7, "little"), strict=True) if byte])

    return names


def text(names: Callable[[int], str], cards: int | Part) -> str:
    """A set of cards, the hidden ones last."""
    if not isinstance(cards, Part):
        return names(cards) if cards else ""
    shown, more = cards
    if not shown or not more:
        return names(shown) if shown else HIDDENS[more]
    return f"{names(shown)} {HIDDENS[more]}"


def last(values: Sequence[object]) -> int:
    """How many there are up to the last that is not 0 or empty."""
    if isinstance(values[0], Part):
        values = [value != NOTHING for value in values]
    if not any(values):
        return 0
    n = len(values)
    while not values[n - 1]:
        n -= 1
    return n


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
