"""What options mean, in sentences.

The text of a choice is `option.NAME.CHOICE`, or `option.NAME.*` with the value in its place. A game whose option of that name means
something else has its own, `option.GAME.NAME.…`, and a game for money `option.money.NAME.…`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafenio.i18n.english import ENGLISH
from kafenio.message import Message, said

if TYPE_CHECKING:
    from kafenio.game import Game

__all__ = ["differences", "goal", "meaning"]


def meaning(game: Game, name: str, value: object) -> Message:
    """What an option means at such a table with this plain value."""
    choice = str(value).lower() if value is None or isinstance(value, bool) else str(value)
    shown: object = value if isinstance(value, int) else choice.removeprefix("seat:")
    if isinstance(value, list):
        choice, shown = " ".join(map(str, value)) or "nothing", tuple(value)
    key = next(key for key in keys(game, name, choice) if key in ENGLISH)
    if not key.endswith("*"):
        return said(key)
    return said(key, value=shown, n=value) if isinstance(value, int) else said(key, value=shown)


def keys(game: Game, name: str, choice: str) -> Iterator[str]:
    """The ids under which a choice may stand, the first that there is being meant."""
    money = [f"money.{name}"] if getattr(game.options, "money", False) else []
    for option in (*money, f"{game.NAME}.{name}", name):
        yield from (f"option.{option}.{choice}", f"option.{option}.*")


def differences(game: Game) -> Iterator[tuple[str, Message]]:
    """The option and what it means, for each that is not as usual for so many players."""
    for name, value in game.options.differing().items():
        if name != "players":
            yield name, meaning(game, name, value)


def goal(game: Game) -> Message:
    """What decides the match: its deals, the points that win it, the penalty points that put a side out, or the purses."""
    plain = game.options.plain()
    if plain.get("money") or (plain.get("deals") and plain.get("match_format", "deals") == "deals"):
        return meaning(game, "deals", plain["deals"])
    if "target_score" in plain:
        return meaning(game, "target_score", plain["target_score"])
    last = "last_left" if plain["elimination"] == "continue" else "first_out"
    return said(f"goal.{last}", n=plain["penalty_limit"])
