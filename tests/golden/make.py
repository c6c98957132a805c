"""Run as a script: writes the golden records that are missing, one a game and preset, short ones.

A file is named GAME-PRESET-PLAYERS-SEED.kaf: it is what `kafenio simulate` makes of these.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from kafenio.arena.simulate import simulate
from kafenio.game import load
from kafenio.records import write
from support import CASES, Case

HERE = Path(__file__).parent
LONGEST, SEEDS = 9000, 60  # bytes; seeds to try


def made_by(case: Case, seed: int) -> str:
    """The text of a record of random play."""
    (record,) = simulate(case.game(), ["random"] * case.players, 1, seed)
    return write(record)


def chosen(name: str, preset: str) -> Case:
    """A preset with one of its numbers of players; they take turns."""
    cases = [case for case in CASES if (case.name, case.preset) == (name, preset)]
    return cases[list(load(name).PRESETS).index(preset) % len(cases)]


def make(case: Case) -> None:
    texts = []
    for seed in range(1, SEEDS + 1):
        texts.append((len(text := made_by(case, seed)), seed, text))
        if len(text) <= LONGEST:
            break
    _, seed, text = min(texts) if len(texts) == SEEDS else texts[-1]
    (HERE / f"{case}-{seed}.kaf").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    for name, preset in dict.fromkeys((case.name, case.preset) for case in CASES):
        if not list(HERE.glob(f"{name}-{preset}-[2-5]-*.kaf")):
            make(chosen(name, preset))
