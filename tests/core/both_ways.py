"""Run as a script: what playouts, legal plays, imagined deals and node counts come to, a line for each game and preset."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from kafenio.contract import Deal, Rng, perft, playouts
from kafenio.unseen import Unseen, imagine
from support import CASES, Case, dealt, fields, mover, opening


def summary(case: Case) -> str:
    game = case.game()
    found: list[object] = [playouts(opening(game, 1), 6, 5)]
    deal, rng = dealt(game, 3), Rng(11)
    for ply in range(1000):
        deal.answer_forced()
        if (seat := mover(deal)) < 0:
            break
        found.append(deal.choices(seat))
        if ply % 4 == 0:
            for viewer in (seat, None):
                work = imagine(type(deal), deal.view(viewer), rng)
                unseen = Unseen(work, 5 if viewer is None else viewer)
                unseen.draw(work, rng)
                found.append(hash_of(work))
        deal.pick(seat, (7 * ply + 3) % deal.choices(seat))
    found += [hash_of(deal), deal.points(), perft(dealt(game, 4), 2)]
    return f"{case} {found}"


def hash_of(deal: Deal) -> int:
    """A number made of everything that a deal stores, the same in every process."""
    total = 0
    for name, value in sorted(fields(deal).items()):
        for n in value if isinstance(value, list) else [value]:
            total = (total * 1000003 + n + len(name)) % (2**61 - 1)
    return total


if __name__ == "__main__":
    for case in CASES:
        print(summary(case))
