"""What is said, in English, for tests that look at it: score-sheets, pictures of the table, reasons."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio.audience import View
from kafenio.game import Game, Sheet, Tally
from kafenio.i18n.words import Speech, Words

__all__ = ["english", "lines", "sheet"]

english = Speech()


class Sides(Speech):
    """English with these names for sides and numbers for seats."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = names

    def side(self, side: int) -> str:
        return self.names[side]

    def seated(self, seat: int) -> str:
        return str(seat)


def sheet(tally: Tally, names: Sequence[str]) -> Sheet:
    """The score-sheet as texts, with names by side."""
    words, found = Sides(names), tally.sheet()
    return Sheet(tuple(map(words.value, found.heads)), tuple(tuple(map(words.value, row)) for row in found.rows))


def lines(game: Game, view: View) -> dict[str, str]:
    """The picture of a table: label and text of each line, seats called A, B, C …"""
    words = Words(game, "ABCDE"[: game.seats], view.seat)
    return {words.text(words.label(line.label)): words.value(line.content) for line in game.picture(view)}
