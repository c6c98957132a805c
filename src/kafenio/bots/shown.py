"""A view as JSON, and read back: as clients and programs of any language get it.

Sets of cards become texts (`8h Kd`), hidden cards `??`. Options stand beside it, so a view leaves them out; it leaves out
whatever is 0 or empty too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from kafenio import bits
from kafenio.audience import EVERYONE, NOTHING, Audience, Part, View, audiences
from kafenio.cards import Pack
from kafenio.game import Game

__all__ = ["Writer", "read_view", "shown"]

HIDDEN = "??"
SETS = ("held", "face down", "face up", "seen by")


def shown(game: Game, view: View) -> dict[str, Any]:
    """A view as plain JSON."""
    return Writer(game).shown(view)


class Writer:
    """Writes the views of a table one after another: what is as it was in the last one is not written anew."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = names_of(game.PACK)
        self.written: dict[
            int, dict[str, tuple[Any, Any]]
        ] = {}  # by seat, EVERYONE's apart: fields as they are, and as written

    def shown(self, view: View, same: dict[str, Any] | None = None) -> dict[str, Any]:
        """A view as plain JSON. `same` is shared between the views of one moment: what everyone sees alike stands there."""
        if same is None:
            same = {}
        if not same:
            self.write(view, common_fields(type(self.game)), same, EVERYONE)
        found = same.copy()
        self.write(view, own_fields(type(self.game)), found, view.seat)
        return found

    def write(self, view: View, which: Iterable[tuple[str, bool]], out: dict[str, Any], whose: int) -> None:
        """These fields, those that are 0 or empty left out; whether a field's numbers are sets of cards stands beside it."""
        fields = view.fields
        before = self.written.setdefault(whose, {})
        for name, cards in which:
            value = fields[name]
            if not value:
                continue
            if cards or isinstance(value, tuple):
                known = before.get(name)
                if known is not None and (known[0] is value or known[0] == value):
                    value = known[1]
                else:
                    written = self.field(name, cards, value)
                    before[name] = value, written
                    value = written
                if not value:
                    continue
            out[name] = value

    def field(self, name: str, cards: bool, value: Any) -> Any:
        """A field as it is written; empty: it is left out."""
        if name == "stock":
            return {str(i): self.game.PACK.name(n) for i, n in enumerate(value) if n is not None}
        if isinstance(value, Part):
            return text(self.names, value)
        if isinstance(value, tuple):
            value = value[: last(value)]
            return [text(self.names, v) for v in value] if cards else value
        return self.names(value)


@cache
def common_fields(game: type[Game]) -> tuple[tuple[str, bool], ...]:
    """The fields that everyone sees alike, and whether they hold cards. Options are left out."""
    return tuple(
        (name, audience.who in SETS)
        for name, audience in audiences(game.DEAL).items()
        if audience.who in ("everyone", "face up") and name not in game.OPTIONS.__struct_fields__
    )


@cache
def own_fields(game: type[Game]) -> tuple[tuple[str, bool], ...]:
    """The fields that each viewer sees for himself, and whether they hold cards."""
    return tuple(
        (name, audience.who in SETS)
        for name, audience in audiences(game.DEAL).items()
        if audience.who not in ("everyone", "face up", "secret")
    )


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
        return names(cards)
    hidden = [HIDDEN] * cards.more
    return " ".join([names(cards.shown), *hidden] if cards.shown else hidden)


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
