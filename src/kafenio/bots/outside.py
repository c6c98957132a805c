"""A bot in another program, in any language. Whatever it does, the table only loses that bot: BotFailed, one clear line."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import IO

from kafenio.audience import View
from kafenio.bots.protocol import VERSION, read_estimate, written
from kafenio.bots.shown import shown
from kafenio.bots.specs import Spec
from kafenio.contract import play_key
from kafenio.errors import BotFailed
from kafenio.game import Choice, Estimate, Game
from kafenio.message import said

__all__ = ["Outside", "Program"]

HELLO_S = 10.0  # to start and to say hello
PATIENCE_S = 10.0  # for a play, where no time is given
LONG_S = 600.0  # likewise, where iterations are
LATE, LATE_S = 1.2, 0.5  # a time may be passed by this factor and so many seconds
LEAVE_S = 0.5  # to leave after `quit`
MOST = 1 << 20  # bytes of one answer
ERRORS = 2000  # bytes of the standard error that are kept


class Program:
    """A program in a process group of its own, spoken to line by line; it can neither block nor flood who speaks to it."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as e:
            raise BotFailed(f"cannot be started: {getattr(e, 'strerror', None) or e}") from None
        self.source, self.target, self.errors = map(
            piped, (self.process.stdin, self.process.stdout, self.process.stderr)
        )
        self.heard = b""  # of its standard output
        self.count = 0  # bytes of it since it was last asked
        self.complaints = b""

    def tell(self, text: str, until: float) -> None:
        """Write lines. BotFailed if it does not read them in time."""
        rest = memoryview(text.encode())
        self.count = 0
        while rest:
            if not self.wait(until, writing=True):
                raise BotFailed("does not read what it is told")
            with contextlib.suppress(BlockingIOError):
                try:
                    rest = rest[os.write(self.source.fileno(), rest[:4096]) :]
                except BrokenPipeError:
                    raise self.gone() from None

    def line(self, until: float) -> str | None:
        """Its next line; None if there is none in time. BotFailed when it has gone, and for a flood."""
        while b"\n" not in self.heard:
            if self.count > MOST:
                raise BotFailed(f"answers with more than {MOST} bytes")
            if not self.wait(until, writing=False):
                return None
        line, _, self.heard = self.heard.partition(b"\n")
        try:
            return line.decode().strip()
        except UnicodeDecodeError:
            raise BotFailed(f"{line[:40]!r} is not UTF-8") from None

    def wait(self, until: float, writing: bool) -> bool:
        """Until it can be written to, or has said more; whether that was in time. What it complains about is noted."""
        while (left := until - time.monotonic()) > 0:
            with selectors.DefaultSelector() as selector:
                selector.register(self.target, selectors.EVENT_READ)
                if not self.errors.closed:
                    selector.register(self.errors, selectors.EVENT_READ)
                if writing:
                    selector.register(self.source, selectors.EVENT_WRITE)
                ready = [key.fileobj for key, _ in selector.select(left)]
            if self.errors in ready:
                self.note_complaints()
            if self.source in ready:
                return True
            if self.target in ready and self.count <= MOST:
                self.read()
                if not writing:
                    return True
            elif self.target in ready:
                raise BotFailed(f"answers with more than {MOST} bytes")
        return False

    def read(self) -> None:
        said = os.read(self.target.fileno(), 65536)
        if not said:
            raise self.gone()
        self.heard += said
        self.count += len(said)

    def note_complaints(self) -> None:
        with contextlib.suppress(BlockingIOError):
            more = os.read(self.errors.fileno(), 65536)
            self.complaints = (self.complaints + more)[-ERRORS:]
            if not more:
                self.errors.close()

    def gone(self) -> BotFailed:
        """It has closed its output: how it ended, and its last complaint."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(LEAVE_S)
        if not self.errors.closed:
            self.note_complaints()
        code = self.process.returncode
        how = "has closed its output" if code is None else f"has ended with code {code}"
        last = [line.strip() for line in self.complaints.decode(errors="replace").splitlines() if line.strip()][-1:]
        clean = ["".join(c if c.isprintable() else "?" for c in line[:200]) for line in last]
        return BotFailed(": ".join([how, *clean]))

    def close(self, politely: bool) -> None:
        """End it and every process that it started in its group."""
        if politely:
            with contextlib.suppress(BotFailed, subprocess.TimeoutExpired):
                self.tell("quit\n", time.monotonic() + LEAVE_S)
                self.process.wait(LEAVE_S)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for pipe in (self.source, self.target, self.errors):
            with contextlib.suppress(OSError):
                pipe.close()
        self.process.wait()


def piped(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe


class Outside:
    """A program as a bot. It is started when it first has to choose, and again after it has failed."""

    def __init__(self, spec: Spec, game: Game, seed: int) -> None:
        self.name = str(spec)
        self.spec = spec
        self.command = spec.command
        self.game = game
        self.seed = seed
        self.program: Program | None = None
        self.called = ""  # what it calls itself
        self.deal = 0

    def close(self) -> None:
        """It leaves; the next choice would start it anew."""
        if self.program is not None:
            program, self.program = self.program, None
            program.close(politely=True)

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        """Its play. BotFailed when there is none: then it has been ended."""
        try:
            program = self.started(view.seat)
            return self.ask(program, view, legal)
        except BotFailed as e:
            if self.program is not None:
                self.program.close(politely=False)
                self.program = None
            raise BotFailed(f"{self.name}: {e}") from None

    def greet(self) -> str:
        """Start it, and what it calls itself. BotFailed if it cannot be."""
        self.program = Program(self.command)
        until = time.monotonic() + HELLO_S
        self.program.tell(f"kafenio {VERSION}\n", until)
        self.called = self.expect(self.program, "bot", until)
        about = {
            "game": self.game.NAME,
            "options": self.game.options.plain(),
            "seats": self.game.seats,
            "sides": self.game.sides,
            "cards": list(self.game.PACK.names),
        }
        self.program.tell(written("game", about) + "\n", until)
        self.expect(self.program, "ready", until)
        self.deal = 0
        return self.called

    def started(self, seat: int) -> Program:
        if self.program is None:
            self.greet()
            assert self.program is not None
            match = written("match", {"seat": seat, "seed": self.seed})
            self.program.tell(match + "\n", time.monotonic() + HELLO_S)
        return self.program

    def expect(self, program: Program, word: str, until: float) -> str:
        """The rest of the line that begins with this word; `info` before it is passed over."""
        while True:
            line = program.line(until)
            if line is None:
                raise BotFailed(f"no answer within {HELLO_S:g} s, {word!r} expected")
            said, _, rest = line.partition(" ")
            if said == word:
                return rest
            if said != "info":
                raise BotFailed(f"{short(line)} where {word!r} was expected")

    def ask(self, program: Program, view: View, legal: Sequence[str]) -> Choice:
        """One play: the question, `stop` when its time is over, and what it answers before it is too late."""
        if program.heard:
            raise BotFailed(f"{short(program.heard.decode(errors='replace'))} is said without being asked")
        given, limit = self.budget()
        lines = [] if view["deal_number"] == self.deal else [f"deal {view['deal_number']}"]
        self.deal = view["deal_number"]
        lines += [written("view", shown(self.game, view)), *(f"legal {play}" for play in legal)]
        start = time.monotonic()
        program.tell("\n".join([*lines, written("go", given), ""]), start + limit)
        line = program.line(start + (self.spec.time_s or 0.8 * limit))
        if line is None:
            program.tell("stop\n", start + limit)
        return self.answer(program, line, legal, start + limit, limit)

    def answer(self, program: Program, line: str | None, legal: Sequence[str], until: float, limit: float) -> Choice:
        why, estimates = "", list[Estimate]()
        while True:
            if line is None and (line := program.line(until)) is None:
                raise BotFailed(f"no play within {limit:g} s")
            word, _, rest = line.partition(" ")
            if word == "play":
                reason = said("why.its_own", text=why) if why else None
                return Choice(legal_one(rest, legal), reason, tuple(estimates))
            if word == "why":
                why = rest
            elif word == "estimate":
                estimates.append(self.estimate(rest, legal))
            elif word != "info":
                raise BotFailed(f"{short(line)} where a play was expected")
            line = None

    def estimate(self, text: str, legal: Sequence[str]) -> Estimate:
        try:
            found = read_estimate(text)
        except ValueError as e:
            raise BotFailed(str(e)) from None
        legal_one(found.play, legal)
        return found

    def budget(self) -> tuple[dict[str, object], float]:
        """What `go` tells: the thinking asked for, and the seconds after which it is too late."""
        if self.spec.time_s is not None:
            limit = round(LATE * self.spec.time_s + LATE_S, 3)
            return {"time": self.spec.time_s, "limit": limit}, limit
        if self.spec.iterations is not None:
            return {"iterations": self.spec.iterations, "limit": LONG_S}, LONG_S
        return {"limit": PATIENCE_S}, PATIENCE_S


def legal_one(text: str, legal: Sequence[str]) -> str:
    """The legal play that a text is, its cards in any order. BotFailed for any other."""
    if text in legal:
        return text
    found = [play for play in legal if play_key(play) == play_key(text)]
    if not found:
        raise BotFailed(f"{short(text)} is not legal; legal: {short(', '.join(legal), 200)}")
    return found[0]


def short(text: str, most: int = 60) -> str:
    """A text quoted, short enough for a line."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")
