"""Records that the tests of this folder start from, and ways to run a command."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

from typer.testing import CliRunner

from kafenio.arena.simulate import simulate
from kafenio.cli import main
from kafenio.errors import BadRecord
from kafenio.game import Game, load
from kafenio.records import Record, verify
from kafenio.records.format import from_plain, to_plain


def sample(name: str = "kontsina", seed: int = 1, **options: object) -> dict[str, Any]:
    """The plain form of a whole match of random bots, free to be changed."""
    return deepcopy(to_plain(match_of(made(name, tuple(options.items())), seed)))


@cache
def made(name: str, options: tuple[tuple[str, object], ...]) -> Game:
    return load(name).of(**dict(options))


def short(**options: object) -> dict[str, Any]:
    """A Kontsina match of two deals that is drawn or won at once."""
    return sample("kontsina", 1, deals=2, match_tie="draw", **options)


@cache
def match_of(game: Game, seed: int) -> Record:
    """A whole match of random bots; not to be changed."""
    return next(simulate(game, ["random"] * game.seats, 1, seed))


def checked(plain: dict[str, Any]) -> list[str]:
    """The notes of `verify`."""
    return verify(from_plain(plain))


def refusal(plain: dict[str, Any]) -> str:
    """Why a record is refused."""
    try:
        notes = checked(plain)
    except BadRecord as e:
        return str(e)
    raise AssertionError(f"it holds: {notes}")


class Ran(NamedTuple):
    """What a command printed and its exit code; `out` and `err` without the last line's end."""

    code: int
    out: str
    err: str


def kafenio(*arguments: object) -> Ran:
    """Run the command in this process. An exception that is no exit fails the test."""
    result = CliRunner().invoke(main, [str(a) for a in arguments], prog_name="kafenio")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout.removesuffix("\n"), result.stderr.removesuffix("\n"))
