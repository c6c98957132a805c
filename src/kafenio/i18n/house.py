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
from kafenio.i18n.options import differences, goal, meaning
from kafenio.message import Message, said

__all__ = ["Choice", "Described", "Preset", "Source", "described", "preset", "presets"]

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


class Preset(Struct, frozen=True, omit_defaults=True):
    """Rules that are known under a name: what differs from the usual ones, what that means, where it comes from."""

    name: str
    called: Message
    options: dict[str, Any]
    said: list[Message]
    sources: list[Message]
    players: int | None = None  # the only number that plays so


def preset(game: str, name: str) -> Message:
    """What a preset is called."""
    return said("preset.seed" if name == "seed" else f"preset.{game}.{name}")


def presets(cls: type[Game]) -> list[Preset]:
    """The presets of a game, each in sentences, the last of which says what decides the match; first what most rules are from."""
    return [one_preset(cls, name) for name in cls.PRESETS]


def one_preset(cls: type[Game], name: str) -> Preset:
    game = cls.of(name)
    options = dict(cls.PRESETS[name])
    players = options.pop("players", None)
    told = [] if players is None else [meaning(game, "players", players)]
    told += [sentence for _, sentence in differences(game)]
    told += [last for last in [goal(game)] if last not in told]
    named = cls.PRESETS[name] or {"players": game.seats}  # which is where the usual rules are from
    found = [source for option, value in named.items() for source in sources_of(cls, option, value)]
    unlike = [source for place, source in enumerate(found) if source not in found[:place]]
    unlike.sort(key=found.count, reverse=True)
    return Preset(name, preset(cls.NAME, name), options, told, unlike, players)  # type: ignore[arg-type]  # a whole number


def sources_of(cls: type[Game], option: str, value: object) -> list[Message]:
    """Where one choice of an option comes from."""
    about = option_about(cls.OPTIONS, option)
    assert about is not None
    named = str(value).lower() if isinstance(value, bool) else str(value)
    found = list(sources(about.origin))
    for of in (named, "*", ""):
        if fitting := [source.said for source in found if of in source.of.split(", ")]:
            return fitting
    return []


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
