"""A published version never changes its play: what each played once, it plays for ever.

A new version gets its line here (`python tests/bots/test_versions.py` prints them all); a line that is there stays as it is.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

import kafenio
from kafenio.bots import BOTS, bot
from support import FIRST, Case, dealt, mover

PLAYS = {}


def plays(name: str, case: Case) -> str:
    """What a bot plays all through a deal in every seat, as a digest."""
    game = case.game()
    players = [bot(name, game.NAME, 100 + seat) for seat in range(game.seats)]
    deal, said = dealt(game, 11), []
    for ply in range(24):
        deal.answer_forced()
        seat = mover(deal)
        if seat < 0:
            break
        legal = [deal.text(play) for play in deal.legal(seat)]
        said.append(players[seat].choose(deal.view(seat), legal).play)
        deal.pick(seat, (3 * ply + 1) % len(legal))
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]


def digest(name: str) -> str:
    return hashlib.sha256("".join(plays(name, case) for case in FIRST).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.skipif(
    not kafenio.compiled, reason="the levels think for minutes; both ways give one play, another test says"
)
def test_every_version_plays_as_it_always_did(name: str) -> None:
    assert digest(name) == PLAYS[name]


if __name__ == "__main__":
    for name in BOTS:
        print(f'    "{name}": "{digest(name)}",', flush=True)
