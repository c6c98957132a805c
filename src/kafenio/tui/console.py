"""Talking line by line: what is said fits 80 columns, what is asked is answered by a line, and leaving loses nothing."""

from __future__ import annotations

import shutil
import signal
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

__all__ = ["WIDTH", "Console", "Left", "quoted"]

WIDTH, NARROWEST = 79, 30
SCREEN = 30  # blank lines that push a hand out of sight where the height is not known
PLAIN = str.maketrans({"–": "-", "…": "...", "×": "x"})
LEAVING = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows lacks the last


class Left(Exception):
    """The person has gone: end of input, Ctrl-C, a closed terminal or pipe, or `quit`."""


class Console:
    """A pair of streams. No colours, no cursor: it reads well in a pipe and aloud."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source = source
        self.target = target
        self.prompt = "> " if source.isatty() and target.isatty() else ""
        self.plain = "utf" not in (target.encoding or "utf-8").lower()
        self.waiting = False
        self.called = False  # a signal came while something was being done

    @property
    def width(self) -> int:
        """Columns to write in, as the terminal is now."""
        columns = shutil.get_terminal_size().columns if self.prompt else WIDTH + 1
        return max(NARROWEST, min(WIDTH, columns - 1))

    def wipe(self) -> None:
        """What is on the screen goes out of sight, however high the terminal is."""
        self.write("\n" * max(SCREEN, shutil.get_terminal_size().lines if self.prompt else 0))

    def say(self, text: str = "") -> None:
        """A paragraph, wrapped; a line that is too long for the terminal goes on below, further in."""
        lines = [
            piece
            for line in text.split("\n")
            for piece in textwrap.wrap(line, self.width, subsequent_indent="    ", break_on_hyphens=False) or [""]
        ]
        self.write("\n".join(lines) + "\n")

    def write(self, text: str) -> None:
        """Text as it is; where a terminal lacks a sign, one that it has."""
        if self.plain:
            text = text.translate(PLAIN)
        try:
            self.target.write(text)
            self.target.flush()
        except BrokenPipeError:
            raise Left from None

    def ask(self, question: str) -> str:
        """The answer to a question, without the blanks around it. Left when there is none."""
        self.say(question)
        if self.prompt:
            self.write(self.prompt)
        self.waiting = True
        try:
            if self.called:
                raise Left
            line = self.source.readline()
        finally:
            self.waiting = False
        if not line:
            raise Left
        return line.strip()

    def look_up(self) -> None:
        """Between two things that must not be torn apart: Left if the person has called."""
        if self.called:
            raise Left

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Ctrl-C and the like interrupt a question at once, anything else when it is done."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def hear(number: int, frame: FrameType | None) -> None:
            self.called = True
            if self.waiting:
                raise Left

        before = {s: signal.signal(s, hear) for name in LEAVING if (s := getattr(signal, name, None))}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def quoted(answer: str) -> str:
    """What somebody typed, short enough for one line and without what a terminal would obey."""
    clean = "".join(c if c.isprintable() else "?" for c in answer)
    return f"'{clean[:30]}…'" if len(clean) > 30 else f"'{clean}'"
