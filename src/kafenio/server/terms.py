"""What the people at a table agree to before the first deal: the game, its options, the clock, the rest."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from kafenio.errors import BadOptions
from kafenio.game import Game, load
from kafenio.i18n.options import differences
from kafenio.i18n.words import Speech
from kafenio.server.settings import Settings
from kafenio.server.wire import ClockTerms, Difference

__all__ = ["Terms", "differing", "made_terms", "standing"]


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    options: dict[str, Any]  # every option, as records write them
    clock: ClockTerms = ClockTerms()
    window_s: float = 6.0  # how long a window is open, whatever anybody holds
    pause_s: float = 20.0  # the longest pause between two deals
    free_chat: bool = False
    rated: bool = False

    def rules(self) -> Game:
        return rules(self.game, msgspec.json.encode(self.options, order="deterministic"))

    @property
    def digest(self) -> str:
        """A name for these very terms."""
        return hashlib.sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()[:16]


@lru_cache(512)
def rules(game: str, options: bytes) -> Game:
    """A game under options, kept once for all tables that play it so."""
    return load(game).of(None, **msgspec.json.decode(options))


@lru_cache(512)
def standing(text: bytes) -> Terms:
    """Terms, kept once for all their tables."""
    return msgspec.json.decode(text, type=Terms)


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host asks for; options go before the preset."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=2, le=5)] | None = None
    preset: Annotated[str, Meta(max_length=60)] | None = None
    options: Annotated[dict[Annotated[str, Meta(max_length=60)], Any], Meta(max_length=100)] = {}
    clock: ClockTerms = ClockTerms()
    window_s: Annotated[float, Meta(gt=0, le=60)] = 6.0
    pause_s: Annotated[float, Meta(ge=0)] = 20.0
    free_chat: bool = False
    rated: bool = False  # for accounts and bots, with a clock


def made_terms(wanted: Wanted, settings: Settings) -> Terms:
    """BadOptions for what cannot be played."""
    given = dict(wanted.options)
    if wanted.players is not None:
        if given.setdefault("players", wanted.players) != wanted.players:
            raise BadOptions(f"option players: {given['players']!r}, yet {wanted.players} players")
    game = load(wanted.game).of(wanted.preset, **given)
    if wanted.window_s < settings.window_least_s:
        raise BadOptions(f"window_s: at least {settings.window_least_s} expected, not {wanted.window_s}")
    if wanted.pause_s > settings.pause_most_s:
        raise BadOptions(f"pause_s: at most {settings.pause_most_s} expected, not {wanted.pause_s}")
    if wanted.rated and wanted.clock.kind == "untimed":
        raise BadOptions("rated: a clock expected, so that nobody can put off the end")
    return Terms(
        wanted.game, game.options.plain(), wanted.clock, wanted.window_s, wanted.pause_s, wanted.free_chat, wanted.rated
    )


@lru_cache(512)
def differing(game: Game) -> list[Difference]:
    """The options that are not as usual for so many players, in words."""
    values = game.options.plain()
    return [Difference(name, values[name], Speech().text(said), said) for name, said in differences(game)]
