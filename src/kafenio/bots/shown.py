"""A view as JSON, and read back: as clients and programs of any language get it.

Sets of cards become texts (`8h Kd`), hidden cards `??`. Options stand beside it, so a view leaves them out; it leaves out
whatever is 0 or empty too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import compress
from typing import Any

from kafenio.audience import Audience, Part, View, audiences
from kafenio.cards import Pack
from kafenio.game import Game

__all__ = ["read_view", "shown"]

HIDDEN = "??"
SETS = ("held", "face down", "face up", "seen by")


def shown(game: Game, view: View, same: dict[str, Any] | None = None) -> dict[str, Any]:
    """A view as plain JSON. `same` is shared between views of one moment: what everyone sees is written once."""
    found: dict[str, Any] = {}
    shared: dict[str, Any] = {} if same is None else same
    for name, cards in common_fields(type(game)) if not shared else ():
        shared[name] = written(game, view.fields[name], cards)
    for name, cards in own_fields(type(game)):
        value = view.fields[name]
        if name == "stock":
            found[name] = {str(i): game.PACK.name(n) for i, n in enumerate(value) if n is not None}
        else:
            found[name] = written(game, value, cards)
    return {name: value for name, value in (shared | found).items() if value}


def written(game: Game, value: Any, cards: bool) -> Any:
    """One field: `cards` says that its numbers are sets of cards."""
    if cards:
        names = names_of(game.PACK)
        if isinstance(value, int | Part):
            return text(names, value)
        filled = value if isinstance(value[0], int) else map(any, value)
        return [text(names, v) for v in value[: last(list(filled))]]
    return value[: last(value)] if isinstance(value, tuple) else value


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
    """Sets of cards as texts: many are asked for again and again."""
    return lru_cache(8192)(pack.shown)


def text(names: Callable[[int], str], cards: int | Part) -> str:
    """A set of cards, the hidden ones last."""
    if not isinstance(cards, Part):
        return names(cards)
    hidden = [HIDDEN] * cards.more
    return " ".join([names(cards.shown), *hidden] if cards.shown else hidden)


def last(values: Sequence[object]) -> int:
    """How many there are up to the last that is not 0 or empty."""
    return next(compress(range(len(values), 0, -1), reversed(values)), 0)


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
