"""`kafenio arena`: bots against one another on the same cards, and how sure the difference is."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from kafenio.arena.contest import Outcome, told
from kafenio.arena.log import Log
from kafenio.arena.plan import Contest, Unit, planned
from kafenio.arena.report import as_json, lines, standings
from kafenio.arena.workers import WorkerLost, here, in_processes, on_ray
from kafenio.bots import hire
from kafenio.bots.outside import Outside
from kafenio.commands import BAD, GOOD, WRONG, complain, say
from kafenio.errors import BadOptions, BadRecord, BotFailed
from kafenio.game import Game

__all__ = ["How", "run"]


class How(NamedTuple):
    """Where matches are played, and what is kept."""

    workers: int
    ray: str | None = None
    json: str | None = None
    resume: str | None = None
    deals: int = 0


def run(
    game: Game, bots: Sequence[str], matches: int, seed: int, time_s: float | None, iterations: int | None, how: How
) -> int:
    try:
        contest = planned(game, bots, matches, seed, time_s, iterations, how.deals)
        introduce(contest)
    except (BadOptions, BotFailed) as e:
        complain(e)
        return WRONG
    try:
        log = Log(contest, Path(how.resume) if how.resume else None)
    except BadRecord as e:
        complain(e)
        return BAD
    except OSError as e:
        complain(f"{how.resume}: {e.strerror or e}")
        return BAD
    try:
        play_all(contest, log, how)
    except WorkerLost as e:
        complain(e)
        return BAD
    except ModuleNotFoundError as e:
        if e.name != "ray":
            raise
        complain("ray is missing: pip install 'kafenio[ray]'")
        return WRONG
    except KeyboardInterrupt:
        complain(f"{len(log.played())} matches were played" + ("; --resume goes on from there" if how.resume else ""))
    finally:
        log.close()
    return report(contest, log, how)


def introduce(contest: Contest) -> None:
    """Every program must start and say hello before anything is played."""
    for name in contest.bots:
        program = hire(name, contest.rules, 0)
        if isinstance(program, Outside):
            try:
                program.greet()
            except BotFailed as e:
                raise BotFailed(f"{name}: {e}") from None
            finally:
                program.close()


def play_all(contest: Contest, log: Log, how: How) -> None:
    """Play what is missing, with a progress bar where somebody watches."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    missing = log.missing()
    total = contest.sets * len(contest.seatings)
    console = Console(stderr=True)
    columns = (TextColumn(contest.game), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, completed=len(log.played()))
        for outcome in outcomes(contest, missing, how):
            log.add(outcome)
            progress.advance(task)
            for forfeit in outcome.forfeits:
                complain(told(forfeit, outcome, contest))


def outcomes(contest: Contest, missing: Iterator[Unit], how: How) -> Iterator[Outcome]:
    if how.ray is not None:
        return on_ray(contest, missing, how.ray)
    return here(contest, missing) if how.workers == 1 else in_processes(contest, missing, how.workers)


def report(contest: Contest, log: Log, how: How) -> int:
    """The table, and the JSON where it is wanted."""
    played = log.played()
    found = standings(contest, played)
    for line in lines(found):
        say(line)
    given_up = [forfeit.bot for outcome in played for forfeit in outcome.forfeits]
    for number, name in enumerate(contest.bots):
        if number in given_up:
            say(f"{name} gave up {given_up.count(number)} of {found[number].deals} deals")
    if how.json:
        data = msgspec.json.format(msgspec.json.encode(as_json(found)), indent=1) + b"\n"
        try:
            Path(how.json).write_bytes(data)
        except OSError as e:
            complain(f"{how.json}: cannot be written: {e.strerror or e}")
            return BAD
    sys.stdout.flush()
    return GOOD
