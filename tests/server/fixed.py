"""The server of the tests, run as `python -m server.fixed SETTINGS [PACKS]`.

SETTINGS is JSON of `Settings`. PACKS is a file with the packs to come, by deal number: for tests of what leaks. It is read
anew for every deal; other deals are shuffled by a fixed seed, and bots that see the same play the same. Without it packs are
drawn as everywhere, and bots play by chance.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from kafenio.audience import View
from kafenio.bots import bot
from kafenio.contract import Rng
from kafenio.server import bots
from kafenio.server.app import made_app
from kafenio.server.sealed import Shuffler
from kafenio.server.serve import serve
from kafenio.server.settings import Settings


class Fixed(Shuffler):
    """Always the same packs."""

    def __init__(self, packs: Path) -> None:
        self.packs = packs

    def known(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = json.loads(self.packs.read_text())
        return found

    def shuffled(self, cards: Sequence[int], number: int) -> list[int]:
        known = self.known()
        if str(number) in known:
            return known[str(number)]
        found = list(cards)
        random.Random(number).shuffle(found)
        return found

    def rng(self) -> Rng:
        return Rng(7)

    def salt(self) -> str:
        return "salt"


def choice(spec: str, game: str, view: View, legal: Sequence[str], seed: int = 0) -> str:
    """What a bot plays, a function of what it sees: whatever seed it is given."""
    return bot(spec, game, 7).choose(view, legal).play


def main() -> None:
    settings, chosen = msgspec.convert(json.loads(sys.argv[1]), Settings), None
    if len(sys.argv) > 2:
        chosen, bots.answer = Fixed(Path(sys.argv[2])), choice
    serve(settings, lambda known: made_app(known, chosen))


if __name__ == "__main__":
    main()
