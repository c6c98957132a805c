"""House rules for a screen: every option of a game with its question, its choices in words and where they come from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct

from kafenio.errors import BadOptions
from kafenio.game import Game, option_about, option_inner
from kafenio.i18n.options import meaning
from kafenio.message import Message, said

__all__ = ["Choice", "Described", "Source", "described", "preset"]

PIECE = re.compile(r"(?:([\w:, ]+?): )?(.+)")


class Choice(Struct, frozen=True):
    """A value that an option may have, and what it means."""

    value: Any
    said: Message


class Source(Struct, frozen=True, omit_defaults=True):
    """Where a choice comes from; `of` names it as options are written, `*` the others, nothing the option itself."""

    said: Message
    of: str = ""


class Described(Struct, frozen=True, omit_defaults=True):
    """An option as it is at a table. It has `choices`, or whole numbers from `low` to `high`, or an amount from 0 on."""

    name: str
    topic: Message
    ask: Message
    value: Any
    usual: Any  # for so many players
    said: Message  # what the value means
    rules: str
    sources: list[Source]
    choices: list[Choice] = []
    low: int | None = None
    high: int | None = None
    amount: bool = False


def preset(game: str, name: str) -> Message:
    """What a preset is called."""
    return said("preset.seed" if name == "seed" else f"preset.{game}.{name}")


def described(game: Game) -> list[Described]:
    """Every option of a game under the options that it has."""
    now, usual = game.options.plain(), game.options.usual().plain()
    return [one(game, name, now[name], usual[name]) for name in now]


def one(game: Game, name: str, value: object, usual: object) -> Described:
    about = option_about(game.OPTIONS, name)
    assert about is not None
    kind, bounds = option_inner(game.OPTIONS, name)
    numbers = kind is int and bounds is not None
    return Described(
        name,
        said(f"topic.{about.topic}"),
        said(f"ask.{name}"),
        value,
        usual,
        meaning(game, name, value),
        about.rules,
        list(sources(about.origin)),
        [Choice(choice, meaning(game, name, choice)) for choice in choices(game, name, kind)],
        bounds.ge if numbers and bounds else None,  # type: ignore[arg-type]  # bounds of whole numbers are whole
        bounds.le if numbers and bounds else None,  # type: ignore[arg-type]
        kind is Decimal,
    )


def choices(game: Game, name: str, kind: Any) -> Iterator[object]:
    """The values of an option that can be counted out; nothing for numbers and amounts."""
    if name in game.OPTIONS.SHAPES:
        yield from map(list, game.OPTIONS.SHAPES[name])
    elif name == "first_dealer":
        yield from (*game.OPTIONS.DEALERS, *(f"seat:{seat}" for seat in range(game.seats)))
    elif kind is bool:
        yield from (True, False)
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    elif get_origin(kind) is frozenset:
        members = sorted(get_args(get_args(kind)[0]))
        sets = (list(some) for size in range(len(members) + 1) for some in combinations(members, size))
        yield from (some for some in sets if fits(game, name, some))


def fits(game: Game, name: str, value: object) -> bool:
    """Whether a value may stand beside the other options."""
    try:
        game.OPTIONS.make({**game.options.plain(), name: value})
    except BadOptions:
        return False
    return True


def sources(origin: str) -> Iterator[Source]:
    """`the source text; by_card: Casino`: one for the option, one for a choice."""
    for piece in origin.split("; "):
        match = PIECE.fullmatch(piece)
        assert match is not None
        of = match[1] or ""
        yield Source(said(f"source.{match[2]}"), "*" if of.rstrip("s").endswith(" other") else of)
