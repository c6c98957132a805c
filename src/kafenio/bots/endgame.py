"""Exact play where nothing is hidden: alpha-beta with a transposition table, over any Deal of two sides.

The last round of a two-player fishing deal hides nothing from who counts. Where cards are still hidden and the stock is empty
the solver gives the mean over deals that the seat cannot exclude; there it is exact for each deal, not for what one may know.
Answers of a window are taken in order, each in the sight of the next.
"""

from __future__ import annotations

from typing import NamedTuple

try:
    import cython
except ImportError:
    from kafenio.bots.shim import cython

from kafenio import bits, memory
from kafenio.audience import View
from kafenio.contract import Deal, Plays, Rng
from kafenio.unseen import Unseen

__all__ = ["Solved", "Solver", "nothing_hidden"]

DEEPEST = 128  # plays to the end of the deal
SLOTS = 1 << 15
EXACT, LEAST, MOST = 1, 2, 3  # what a remembered value is
WORST = 1e9


class Solved(NamedTuple):
    """What a play comes to: `value` as Deal.reward tells it, -1 … 1, and the deal's points ahead of the other side."""

    play: int
    value: float
    points: float


class Solver:
    """Values of the plays of one seat; `limit` bounds the positions looked at in one deal, 0: none."""

    def __init__(self, root: Deal, seat: int, limit: int = 0) -> None:
        self.root, self.work = root, root.copy()
        self.seat, self.limit, self.nodes, self.deals = seat, limit, 0, 0
        self.out = Plays()
        self.shelf = memory.shelf(root, DEEPEST)
        self.keys, self.moves = memory.words(SLOTS), memory.words(SLOTS)
        self.values, self.points, self.kinds = memory.reals(SLOTS), memory.reals(SLOTS), memory.ints(SLOTS)
        self.ended = 0.0
        self.means, self.leads = memory.reals(1), memory.reals(1)

    def __dealloc__(self) -> None:
        memory.free(self.shelf)
        memory.free(self.keys)
        memory.free(self.moves)
        memory.free(self.values)
        memory.free(self.points)
        memory.free(self.kinds)
        memory.free(self.means)
        memory.free(self.leads)

    def solve(self) -> list[Solved] | None:
        """Every play of the seat, best first, in the deal as it is; None if the limit was too low."""
        return self.ranked() if self.one(self.root) else None

    def average(self, deals: int, seed: int) -> list[Solved] | None:
        """Every play, best first, in the mean over so many deals that the seat cannot exclude."""
        rng, unseen, dealt = Rng(seed), Unseen(self.root, self.seat), self.root.copy()
        for _ in range(deals):
            if not unseen.draw(dealt, rng) or not self.one(dealt):
                return None
        return self.ranked()

    def one(self, deal: Deal) -> bool:
        """Add the values in one deal to the means."""
        work, out = self.work, self.out
        if self.deals == 0:
            work.assign(deal)
            out.size = 0
            work.list_plays(self.seat, out)
            self.means = memory.more_reals(self.means, out.size)
            self.leads = memory.more_reals(self.leads, out.size)
            for i in range(out.size):
                self.means[i] = 0.0
                self.leads[i] = 0.0
        with cython.nogil:
            solved = self.all_plays(deal, work, out)
        if solved:
            self.deals += 1
        return solved

    def ranked(self) -> list[Solved]:
        plays = [
            Solved(self.out.listed()[i], self.means[i] / self.deals, self.leads[i] / self.deals)
            for i in range(self.out.size)
        ]
        return sorted(plays, key=lambda s: (-s.value, -s.points, s.play))

    # Without the GIL.

    def all_plays(self, deal: Deal, work: Deal, out: Plays) -> bool:
        self.nodes = 0
        for i in range(SLOTS):
            self.kinds[i] = 0
        work.assign(deal)
        out.size = 0
        work.list_plays(self.seat, out)
        for i in range(out.size):
            work.assign(deal)
            work.make(self.seat, out.items[i])
            value = self.value(work, out, 0, -WORST, WORST)
            if self.limit and self.nodes > self.limit:
                return False
            self.means[i] += value
            self.leads[i] += self.ended
        return True

    def value(self, work: Deal, out: Plays, depth: int, low: float, high: float) -> float:
        """The outcome for the seat with best play from here; a bound of it outside low … high."""
        if work.asked:
            work.pass_over()
        if work.turn < 0 or depth == DEEPEST:
            self.ended = self.lead(work)
            return work.reward(self.seat)
        self.nodes += 1
        if self.limit and self.nodes > self.limit:
            return 0.0
        key = work.key()
        at = bits.mix(0, key) & SLOTS - 1
        first = 0
        if key and self.kinds[at] and self.keys[at] == key:
            first = self.moves[at]
            known = self.values[at]
            kind = self.kinds[at]
            if kind == EXACT or (kind == LEAST and known >= high) or (kind == MOST and known <= low):
                self.ended = self.points[at]
                return known
        mover = work.next_asked() if work.asked else work.turn
        ours = mover % work.sides == self.seat % work.sides
        memory.keep(self.shelf, depth, work)
        start = out.size
        work.list_plays(mover, out)
        end = out.size
        for i in range(start, end):
            if first and out.items[i] == first:
                out.items[i] = out.items[start]
                out.items[start] = first
        best = -2 * WORST if ours else 2 * WORST
        move = 0
        lead = 0.0
        a, b = low, high
        for i in range(start, end):
            if i > start:
                memory.take(self.shelf, depth, work)
            play = out.items[i]
            work.make(mover, play)
            found = self.value(work, out, depth + 1, a, b)
            if (found > best) if ours else (found < best):
                best = found
                move = play
                lead = self.ended
            if ours and best > a:
                a = best
            if not ours and best < b:
                b = best
            if a >= b:
                break
        out.size = start
        if key:
            self.keys[at] = key
            self.moves[at] = move
            self.values[at] = best
            self.points[at] = lead
            self.kinds[at] = MOST if best <= low else LEAST if best >= high else EXACT
        self.ended = lead
        return best

    def lead(self, work: Deal) -> float:
        """The deal's points ahead of the other side."""
        return work.score(self.seat) - work.score((self.seat + 1) % work.seats)


def nothing_hidden(view: View) -> bool:
    """Whether counting tells a seat every hidden card: no stock, and no more than one hand that it has not seen."""
    if view["asked"] or any(n is None for n in view["stock"]) or any(part.more for part in view["heaps"]):
        return False
    return len([part for part in view["hands"] if part.more]) <= 1
