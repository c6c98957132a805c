"""Run as a script: what searches and levels say, a line each: the same compiled and interpreted."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from kafenio.bots.endgame import Solver
from kafenio.bots.ismcts import Search
from kafenio.bots.levels import Level
from support import FIRST, dealt, mover

for case in FIRST:
    deal = dealt(case.game(), 3)
    for ply in range(200):
        deal.answer_forced()
        seat = mover(deal)
        if seat < 0:
            break
        if ply % 12 == 5 and deal.choices(seat) > 1:
            search = Search(deal, seat, 60, ply, ply % 2, narrow=float(ply % 3), careless=0.2 * (ply % 4))
            search.grow(25)
            print(case, ply, search.found())
            level = Level(f"level{1 + ply % 3}@1", ply)
            print(case, ply, level.choose(deal.view(seat), [deal.text(p) for p in deal.legal(seat)]))
        if deal.sides == 2 and not deal.left and sum(hand.bit_count() for hand in deal.hands) < 5:
            print(case, ply, Solver(deal, seat).solve())
        deal.pick(seat, (7 * ply + 3) % deal.choices(seat))
