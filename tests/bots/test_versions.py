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
from kafenio.bots.levels import Level
from support import Case, dealt, made, mover

TABLES = (("kontsina", 2), ("kontsina", 4), ("konchinka", 2), ("kozel", 2), ("kozel", 4), ("ronda", 2), ("ronda", 4))
MOST = 200  # iterations here, for those who make more

PLAYS = {
    "random@1": "8b2207ee9b41bfb5",
    "greedy@1": "0189a35b7ccba55b",
    "ismcts@1": "e6089fed4736c526",
    "level1@1": "8ff91101e0d9b742",
    "level2@1": "9f56163d7777de7d",
    "level3@1": "6edde5929fbfca0a",
    "level4@1": "f2763002647cad35",
    "level5@1": "52038e8698e0ab39",
    "level6@1": "26df8e525bf6ddbf",
    "level7@1": "d17c215863442f7f",
    "level8@1": "7c9d9147ba28f5c7",
    "level1@2": "cc500063e45ea7ad",
    "level2@2": "8ad0fba719a3d267",
    "level3@2": "05cbd691e600ddcb",
    "level4@2": "c4c18806ad34b37b",
    "level5@2": "3abbdce5fb5fe233",
    "level6@2": "424a40aa46e7fb3e",
    "level7@2": "b6d05ada2059bfee",
    "level8@2": "d6721db82641e86d",
    "level5@3": "3abbdce5fb5fe233",
    "level7@3": "ad6cb7fad0a142e4",
    "level8@3": "a0fadc1894feb275",
}


def plays(name: str, game: str, players: int) -> list[str]:
    """What a bot plays in every seat all through a deal that others play."""
    deal, said = dealt(made(Case(game, "seed", players)), 11), []
    for ply in range(100):
        deal.answer_forced()
        seat = mover(deal)
        if seat < 0:
            break
        legal = [deal.text(play) for play in deal.legal(seat)]
        if len(legal) > 1 and (ply % 4 == seat or deal.left == 0):
            player = bot(name, game, 100 + seat)
            if isinstance(player, Level) and player.plan.iterations > MOST:
                player.allow(None, MOST)
            said.append(player.choose(deal.view(seat), legal).play)
        deal.pick(seat, (3 * ply + 1) % len(legal))
    return said


def digest(name: str) -> str:
    said = [play for game, players in TABLES for play in plays(name, game, players)]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:16]


@pytest.mark.skipif(
    not kafenio.compiled, reason="levels think for minutes; that both ways play alike is tested elsewhere"
)
@pytest.mark.parametrize("name", BOTS)
def test_every_version_plays_as_it_always_did(name: str) -> None:
    assert digest(name) == PLAYS[name]


if __name__ == "__main__":
    for name in BOTS:
        print(f'    "{name}": "{digest(name)}",', flush=True)
