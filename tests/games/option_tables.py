"""The options of a game as its rules list them: what each takes, its default, what a preset changes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kafenio.errors import BadOptions
from kafenio.game import Game

__all__ = ["changed", "listed"]


def listed(game: type[Game]) -> dict[str, tuple[object, str]]:
    """The default of each option, and what it takes in the words of its refusal."""
    plain = game.of().options.plain()
    return {name: (plain[name], refusal(game, name)) for name in game.OPTIONS.__struct_fields__}


def refusal(game: type[Game], option: str) -> str:
    with pytest.raises(BadOptions) as raised:
        game.of(None, **{option: "?"})
    return str(raised.value).removeprefix(f"option {option}: '?' is not ")


def changed(game: type[Game]) -> Mapping[str, Mapping[str, object]]:
    """For each preset the options with another value than the default."""
    usual = game.of().options.plain()
    return {
        preset: {name: value for name, value in game.of(preset).options.plain().items() if value != usual[name]}
        for preset in game.PRESETS
    }
