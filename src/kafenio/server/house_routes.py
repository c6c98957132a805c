"""House rules over HTTP: presets in sentences, and whether rules go together before there is a table."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kafenio.game import load
from kafenio.i18n.house import Described, Preset, described, presets
from kafenio.i18n.options import goal
from kafenio.message import Message
from kafenio.server.asking import AnyRequest, read, write
from kafenio.server.people import must_be
from kafenio.server.rated import may_rate
from kafenio.server.terms import Wanted, made_terms

__all__ = ["HOUSE_ROUTES"]


class HouseRules(Struct, frozen=True):
    """Rules that go together: what differs from the usual ones for so many players, and every option in words."""

    players: int
    options: dict[str, Any]
    goal: Message
    described: list[Described]


@read("/api/games/{name:str}/presets")
async def all_presets(name: str) -> list[Preset]:
    """The presets of a game: what differs in each, in sentences, and where it comes from."""
    return presets(load(name))


@write("/api/rules", status_code=200)
async def try_rules(request: AnyRequest, data: Wanted) -> HouseRules:
    """Whether there could be a table by these rules; none is made."""
    terms = made_terms(data, request.app.state.settings)
    if terms.rated:
        may_rate(terms, await must_be(request))
    game = terms.rules()
    differing = {name: value for name, value in game.options.differing().items() if name != "players"}
    return HouseRules(game.seats, differing, goal(game), described(game))


HOUSE_ROUTES: list[Any] = [all_presets, try_rules]
