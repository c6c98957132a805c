"""`kafenio play`: a match in the terminal, line by line, against bots or on one device."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kafenio.arena.simulate import dismiss
from kafenio.audience import Event
from kafenio.bots import bot, full_name, hire
from kafenio.commands import BAD, GOOD, WRONG, complain
from kafenio.contract import Rng
from kafenio.errors import BadOptions, BadRecord, KafenioError
from kafenio.game import Bot, Game
from kafenio.i18n.words import Speech
from kafenio.match import Match, left_out
from kafenio.records import Record, pick, replay, split, verify
from kafenio.tui.console import Console, Left
from kafenio.tui.line import LineTable
from kafenio.tui.setup import Setup

__all__ = ["Seating", "resume", "run"]


class Seating(NamedTuple):
    """Who sits where: the seats of people (empty: seat 0; `all`), their names, and the bots of the others."""

    seats: Sequence[str] = ()
    names: Sequence[str] = ()
    bots: Sequence[str] = ()
    usual: str = "player"  # who does not tell a name

    def people(self, game: Game) -> list[int]:
        """The seats of people. BadOptions for a seat that is none."""
        if "all" in self.seats:
            return list(range(game.seats))
        possible = [str(s) for s in range(game.seats)]
        for text in self.seats:
            if text not in possible:
                raise BadOptions(f"--seat {text}: {', '.join(possible)} or all expected")
        return sorted({int(text) for text in self.seats}) or [0]

    def by_seat(self, game: Game) -> list[str]:
        """A name for each seat as records have it. BadOptions for too many names or bots."""
        people = self.people(game)
        others = game.seats - len(people)
        if len(self.names) > len(people):
            raise BadOptions(f"--name: {len(self.names)} names, but seats for people: {len(people)}")
        if any(name.startswith("bot:") or not name.isprintable() or not name.strip() for name in self.names):
            raise BadOptions("--name: a name that can be printed and does not begin with bot:")
        if len(self.bots) > max(1, others):
            raise BadOptions(f"--bots: {len(self.bots)} bots, but seats for them: {others}")
        bots = list(self.bots) or ["greedy"]
        bots = bots * others if len(bots) == 1 else [*bots, *["greedy"] * (others - len(bots))]
        names = [*self.names, *[self.usual] * (len(people) - len(self.names))]
        found = []
        for seat in range(game.seats):
            found.append(names.pop(0) if seat in people else f"bot:{full_name(bots.pop(0), game.NAME)}")
        return found


def run(game: Game | None, seating: Seating, seed: int | None, record: str | None, language: str) -> int:
    """A new match; without a game it is asked for."""
    seating = seating._replace(usual=Speech(language).say("terminal.player"))
    console = terminal()
    if record is not None and Path(record).exists():
        complain(f"--record {record}: the file exists; --resume goes on with it")
        return WRONG
    try:
        if game is None:
            setup = Setup(console, language)
            game = setup.game()
            if not seating.bots and len(seating.people(game)) < game.seats:
                seating = seating._replace(bots=[setup.bots()])
            if not seating.names and len(seating.people(game)) == 1:
                seating = seating._replace(names=[setup.name(seating.usual)])
        seats = seating.by_seat(game)
    except BadOptions as e:
        complain(e)
        return WRONG
    except (Left, KeyboardInterrupt):
        return GOOD
    first = secrets.randbits(63) if seed is None else seed
    path = Path(record) if record else None
    bots = bots_of(seats, game, first, hired=True)
    table = LineTable(console, Match(game, Rng(first)), seats, bots, path, language=language)
    return seated(table)


def resume(file: str, seed: int | None, record: str | None, language: str) -> int:
    """Go on with a match from where its record stands; it is saved there again, or in another file."""
    if record is not None and Path(record).exists() and Path(record) != Path(file):
        complain(f"--record {record}: the file exists")
        return WRONG
    first = secrets.randbits(63) if seed is None else seed
    try:
        found = pick(file)
    except BadRecord as e:
        complain(e)
        return BAD
    try:
        verify(found)  # what is saved over it tells the same
        match, log = where_it_stands(found)
        seats = found.seats or [Speech(language).say("terminal.player")] * match.game.seats
        bots = bots_of(seats, match.game, first)
        if len(bots) == match.game.seats:
            raise BadRecord("only bots sit there")
    except KafenioError as e:
        complain(f"{file}: {e}")
        return BAD
    match.rng = Rng(first)
    path = Path(record or file)
    kept = path if path.suffix == ".kaf" else None
    table = LineTable(terminal(), match, seats, bots, kept, found, log, language)
    return seated(table)


def where_it_stands(record: Record) -> tuple[Match, list[Event]]:
    """The match at the end of a partial record, and what has happened in its last deal. BadRecord if it is over."""
    log: list[Event] = []
    number = len(record.deals)
    if not number or record.deals[-1].points is not None:
        match = replay(record)
    else:
        match = replay(record, number, 0)
        plays = []
        for line in record.deals[-1].plays:
            play = split(line)
            if play is None:
                raise BadRecord(f"deal {number}: {line!r} is no play")
            plays.append((play.seat, play.text))
        for i, (seat, text) in enumerate(plays):
            if match.deal is not None and match.deal.asked and left_out(match.deal, plays[i:]):
                log += match.settle()
            log += match.play(seat, text)
    if match.over:
        raise BadRecord("the match is over")
    return match, log


def bots_of(seats: Sequence[str], game: Game, seed: int, hired: bool = False) -> dict[int, Bot]:
    """The bots among these names, by seat; programs only where somebody has typed them. BadOptions."""
    return {
        seat: hire(name, game, seed + seat) if hired else bot(name, game.NAME, seed + seat)
        for seat, given in enumerate(seats)
        if given.startswith("bot:") and (name := given.removeprefix("bot:"))
    }


def seated(table: LineTable) -> int:
    """Play, and tell if it cannot be saved."""
    try:
        table.run()
    except OSError as e:
        complain(f"{e.filename}: cannot be written: {e.strerror}")
        return BAD
    finally:
        dismiss(table.bots.values())
    return GOOD


def terminal() -> Console:
    """The terminal or pipe this runs in; what somebody types in another encoding does no harm."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    return Console(sys.stdin, sys.stdout)
