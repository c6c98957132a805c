"""A person at the terminal who answers by a rule of thumb, and what the screen must never do."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from kafenio import bits
from kafenio.audience import SPECTATOR, View
from kafenio.bots import bot
from kafenio.contract import Rng
from kafenio.game import Game
from kafenio.match import Match
from kafenio.tui.console import WIDTH, Console
from kafenio.tui.line import LineTable
from support import shown_by

__all__ = ["Player", "Screen", "known", "sit_down"]

FREE = re.compile(r" cuts? |^\? |rules?:|^R\d|eight of hearts|seven of cups")  # lines that may name any card


class Screen(io.StringIO):
    """What is printed. With a table it checks each line: its width, and that its cards are known to who sits there."""

    table: LineTable | None = None

    def write(self, text: str) -> int:
        for line in text.split("\n"):
            assert len(line) <= WIDTH, line
            self.look(line)
        return super().write(text)

    def look(self, line: str) -> None:
        if self.table is None or self.table.match.deal is None or FREE.search(line):
            return
        match = self.table.match
        seat = self.table.holder if self.table.holder >= 0 else SPECTATOR
        numbers = match.game.PACK.numbers
        named = sum({bits.bit(numbers[word]) for word in re.findall(r"\w+", line) if word in numbers})
        hidden = named & ~known(match.view(seat), match.game)
        assert not hidden, f"{match.game.PACK.shown(hidden)} is hidden from seat {seat}: {line}"


def known(view: View, game: Game) -> int:
    """Every card that a view tells of: where it lies, or that it went back into the stock."""
    returns = [*view["returned"][: view["returns"]], *view["replaced"][: view["returns"]]]
    return shown_by(view, game.DEAL) | sum({bits.bit(number) for number in returns})


class Player(io.StringIO):
    """Answers each question: first the lines given, then by `choose` from the numbers on the screen, at last nothing more."""

    def __init__(
        self,
        screen: Screen,
        lines: Sequence[str] = (),
        choose: Callable[[list[int]], int] | None = None,
        most: int = 100_000,
    ) -> None:
        super().__init__()
        self.screen = screen
        self.lines = list(lines)
        self.choose = choose
        self.most = most
        self.reached = 0  # characters of the screen

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override] # as in TextIO
        if self.lines:
            self.reached = len(self.screen.getvalue())
            line = self.lines.pop(0)
            return f"{line}\n"
        if self.choose is None or self.most == 0:
            return ""
        self.most -= 1
        fresh = self.screen.getvalue()[self.reached :]
        self.reached += len(fresh)
        numbers = [int(n) for n in re.findall(r"^(\d+)\. ", fresh, re.M)]
        return f"{self.choose(numbers)}\n" if numbers else "\n"


def first(numbers: list[int]) -> int:
    return numbers[0]


def at_random(seed: int) -> Callable[[list[int]], int]:
    return random.Random(seed).choice


def sit_down(
    game: Game,
    lines: Sequence[str] = (),
    choose: Callable[[list[int]], int] | None = None,
    *,
    seed: int = 1,
    people: Sequence[int] = (0,),
    path: Path | None = None,
    most: int = 100_000,
    bots: str = "greedy",
    language: str = "en",
) -> tuple[LineTable, Screen]:
    """A table whose people answer like that, not begun yet."""
    screen = Screen()
    player = Player(screen, lines, choose, most)
    seats = [f"P{s}" if s in people else f"bot:{bots}@1" for s in range(game.seats)]
    players = {s: bot(bots, game.NAME, seed + s) for s in range(game.seats) if s not in people}
    table = LineTable(Console(player, screen), Match(game, Rng(seed)), seats, players, path, language=language)
    screen.table = table if language == "en" else None  # lines that may name any card are known in English
    return table, screen
