"""One record of a whole match for every game and preset: it must stay what it is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from golden.make import made_by
from kafenio.records import read, record_of, replay, verify, write
from support import CASES, Case

FILES = sorted(Path(__file__).parent.glob("*.kaf"))
each_record = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def told(path: Path) -> tuple[Case, int]:
    """The game, preset, players and seed in a file's name."""
    name, preset, players, seed = path.stem.split("-")
    return Case(name, preset, int(players)), int(seed)


def test_no_game_and_no_preset_lacks_a_record() -> None:
    """`python tests/golden/make.py` writes what is missing."""
    have = Counter((case.name, case.preset) for case, _ in map(told, FILES))
    assert have == dict.fromkeys({(case.name, case.preset) for case in CASES}, 1)


def test_every_number_of_players_has_one() -> None:
    assert {(case.name, case.players) for case, _ in map(told, FILES)} == {(c.name, c.players) for c in CASES}


@each_record
def test_a_golden_record_holds(path: Path) -> None:
    assert verify(read(path)) == []


@each_record
def test_a_golden_record_is_written_again_byte_for_byte(path: Path) -> None:
    record, text = read(path), path.read_text(encoding="utf-8")
    assert write(record) == text
    assert write(record_of(replay(record), record.seats)) == text


@each_record
def test_the_same_seed_makes_the_same_record(path: Path) -> None:
    case, seed = told(path)
    assert made_by(case, seed) == path.read_text(encoding="utf-8")


@each_record
def test_a_golden_record_is_of_the_game_that_its_name_says(path: Path) -> None:
    case, _ = told(path)
    match = replay(read(path))
    assert case.name == match.game.NAME and match.game.options == case.game().options and match.over
