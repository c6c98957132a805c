"""The server of the tests, run as `python fixed.py SETTINGS [PACKS]`.

SETTINGS is JSON of `Settings`. PACKS is a file with the packs to come, by deal number: for tests of what leaks. It is read
anew for every deal; other deals are shuffled by a fixed seed. Without it packs are drawn as everywhere.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from kafenio.contract import Rng
from kafenio.server.app import made_app
from kafenio.server.sealed import Shuffler
from kafenio.server.serve import serve
from kafenio.server.settings import Settings


class Fixed(Shuffler):
    """Always the same packs."""

    def __init__(self, packs: Path) -> None:
        self.packs = packs

    def shuffled(self, cards: Sequence[int], number: int) -> list[int]:
        known: dict[str, list[int]] = json.loads(self.packs.read_text())
        if str(number) in known:
            return known[str(number)]
        found = list(cards)
        random.Random(number).shuffle(found)
        return found

    def rng(self) -> Rng:
        return Rng(7)

    def salt(self) -> str:
        return "salt"


if __name__ == "__main__":
    settings = msgspec.convert(json.loads(sys.argv[1]), Settings)
    chosen = Fixed(Path(sys.argv[2])) if len(sys.argv) > 2 else None
    serve(settings, lambda known: made_app(known, chosen))
