"""Information-set Monte Carlo tree search of one observer, over any Deal.

Each iteration redeals the hidden cards among all that the observer cannot exclude, walks down the tree by UCB among the
plays legal in that deal, adds a node, plays out and remembers the outcome for the seats that moved.
In a window, where several seats answer in secret, each seat chooses by counts of its own at the node where the window opened,
blind to the others' answers; when all have answered, what was shown leads to the next node. Answers without a choice leave
no trace. So no seat's choice can depend on what it could not know.
The loop holds no lock of the interpreter: threads run side by side and an event loop stays free.
"""

from __future__ import annotations

import math
from typing import NamedTuple

try:
    import cython
except ImportError:
    from kafenio.bots.shim import cython

from kafenio import bits, memory, plays
from kafenio.contract import Deal, Plays, Rng
from kafenio.unseen import Unseen

__all__ = ["Found", "Search"]

ROOT = 0
DEEPEST = 1000  # nodes on one way down
ANSWER = (
    1 << 63
)  # marks the answers of a window among the children of a node, with the seat; heads of plays stay below 256
SHOWN = 4095 << 52  # the head of the node after a window
SETTLED = 16  # outcomes seen before their spread is trusted


class Found(NamedTuple):
    """What a search says of one play of its seat."""

    play: int
    visits: int
    value: float  # mean outcome, -1 … 1
    points: float  # mean of the deal's points ahead of the best other side
    error: float  # standard error of value


class Search:
    """A tree that grows in steps, so that a caller can stop it, look at it or give it more time.

    room: nodes at most, about 70 bytes each; a full tree goes on without new ones. guided: playouts and new plays are
    chosen by `Deal.promise`, else all alike. horizon: how many plays it looks ahead, 0 to the end of the deal. narrow:
    at most so many times the square root of a node's visits plays are tried below the root, 0 all of them. curious: how
    eagerly it tries plays that look worse, in units of how far outcomes stray. careless: how often the other sides are taken
    to play as in a playout: a tree of one observer has them answer its hand as if they saw it, which nobody can.
    """

    def __init__(
        self,
        root: Deal,
        seat: int,
        room: int,
        seed: int,
        guided: int = 1,
        horizon: int = 0,
        narrow: float = 0.0,
        curious: float = 1.4,
        careless: float = 0.0,
    ) -> None:
        self.root, self.work = root, root.copy()
        self.out, self.fresh, self.rng, self.unseen = Plays(), Plays(), Rng(seed), Unseen(root, seat)
        self.trail, self.depth, self.grown, self.made = memory.ints(DEEPEST), 0, 0, 0
        self.seat, self.room, self.nodes, self.iterations = seat, room, 1, 0
        self.guided, self.horizon, self.narrow, self.careless = guided, horizon, narrow, careless
        self.total = self.square = 0.0
        self.curious, self.explore = curious, 1.0
        self.outcome = memory.reals(5)
        # the node arena: node i is entry i of every array; 0 as a link means none. The last node serves when it is full
        self.slots = 4
        while self.slots < 2 * room:
            self.slots *= 2
        self.index = memory.ints(self.slots)  # open addressing: (parent, play) -> node
        self.play = memory.words(room + 1)
        self.child = memory.ints(room + 1)
        self.sibling = memory.ints(room + 1)
        self.parent = memory.ints(room + 1)
        self.mover = memory.ints(room + 1)
        self.visits = memory.ints(room + 1)
        self.available = memory.ints(room + 1)
        self.gained = memory.reals(room + 1)
        self.squares = memory.reals(room + 1)  # these two for the children of the root alone
        self.points = memory.reals(room + 1)

    def __dealloc__(self) -> None:
        memory.free(self.trail)
        memory.free(self.outcome)
        memory.free(self.index)
        memory.free(self.play)
        memory.free(self.child)
        memory.free(self.sibling)
        memory.free(self.parent)
        memory.free(self.mover)
        memory.free(self.visits)
        memory.free(self.available)
        memory.free(self.gained)
        memory.free(self.squares)
        memory.free(self.points)

    def grow(self, iterations: int) -> int:
        """So many iterations, fewer only if the view admits no deal: how many were made."""
        root, work, out, fresh, rng, unseen = self.root, self.work, self.out, self.fresh, self.rng, self.unseen
        n = made = iterations
        with cython.nogil:
            for i in range(n):
                if not self.iterate(root, work, out, fresh, rng, unseen):
                    made = i
                    break
        self.iterations += made
        return made

    def found(self) -> list[Found]:
        """Every play of the seat that was tried at the root, most visited first, of equals the better one."""
        all_found = []
        asked = self.root.asked
        mark = self.mark(self.seat) if asked else 0
        node = self.child[ROOT]
        while node:
            n = self.visits[node]
            play = self.play[node] ^ mark
            if not play & ANSWER and n and self.mover[node] == self.seat:
                value = self.gained[node] / n
                spread = max(self.squares[node] / n - value * value, 0.0)
                # a play hardly tried is no surer than a typical one
                error = math.sqrt((spread * n + self.explore * self.explore / 4) / (n + 1) / n)
                all_found.append(Found(play, n, value, self.points[node] / n, error))
            node = self.sibling[node]
        return sorted(all_found, key=lambda f: (-f.visits, -f.value, f.play))

    # Without the GIL. Objects come as arguments: a local name for one would count references.

    def iterate(self, root: Deal, work: Deal, out: Plays, fresh: Plays, rng: Rng, unseen: Unseen) -> bool:
        work.assign(root)
        if not unseen.draw(work, rng):
            return False
        node = ROOT
        self.depth = self.grown = self.made = 0
        while work.turn >= 0 and self.grown == 0 and self.depth < DEEPEST - 8 and not self.far():
            if work.asked:
                node = self.window(node, work, out, fresh, rng)
                continue
            seat = work.turn
            out.size = 0
            work.list_plays(seat, out)
            node = self.follow(node, seat, 0, work, out, fresh, rng)
            work.make(seat, self.play[node])
            self.made += 1
        self.roll(work, out, rng)
        self.learn(work)
        return True

    def far(self) -> bool:
        """Whether the horizon is reached."""
        return self.horizon > 0 and self.made >= self.horizon

    def window(self, node: int, work: Deal, out: Plays, fresh: Plays, rng: Rng) -> int:
        """Secret answers of several seats: the node after them."""
        shown = 0
        work.pass_over()
        while work.asked:
            seat = work.next_asked()
            mark = self.mark(seat)
            out.size = 0
            work.list_plays(seat, out)
            for i in range(out.size):
                out.items[i] ^= mark
            play = self.play[self.follow(node, seat, mark, work, out, fresh, rng)]
            shown = bits.mix(shown + 1, play)
            work.make(seat, play ^ mark)
            self.made += 1
        if shown == 0:
            return node
        out.size = 0
        plays.add(out, SHOWN | shown)
        return self.follow(node, -1, 0, work, out, fresh, rng)

    def mark(self, seat: int) -> int:
        return ANSWER | bits.play(256 * seat, 0)

    def follow(self, node: int, seat: int, mark: int, work: Deal, out: Plays, fresh: Plays, rng: Rng) -> int:
        """A child for one of the listed plays: a new one while there are any to try, else by UCB; a careless seat plays
        whatever it would in a playout. It joins the trail."""
        best = self.select(node, out, fresh)
        play = 0
        if self.careless > 0.0 and self.errs(seat, work, rng):
            play = out.items[self.choose(seat, mark, work, out, rng)]
            best = self.index[self.slot(node, play)]
        elif fresh.size and (best == 0 or self.opens(node, out.size - fresh.size)):
            play = fresh.items[self.choose(seat, mark, work, fresh, rng)]
            best = 0
        if best == 0:
            best = self.room
            if self.nodes < self.room:
                best = self.add(node, play, seat)
            else:
                self.play[best] = play
                self.mover[best] = seat
            self.grown = 1
        self.trail[self.depth] = best
        self.depth += 1
        return best

    def errs(self, seat: int, work: Deal, rng: Rng) -> bool:
        """Whether a seat of another side is careless this time."""
        others = seat >= 0 and seat % work.sides != self.seat % work.sides
        return others and rng.below(1000) < 1000.0 * self.careless

    def opens(self, node: int, tried: int) -> bool:
        """Whether one more play is to be tried below a node."""
        if self.narrow == 0.0 or node == ROOT:
            return True
        return tried * tried < self.narrow * self.narrow * (self.visits[node] + 1)

    def select(self, node: int, out: Plays, fresh: Plays) -> int:
        """The child to follow, 0 if there is none; the plays without a child go into fresh."""
        fresh.size = 0
        best = 0
        best_value = -1e9
        for i in range(out.size):
            play = out.items[i]
            child = self.index[self.slot(node, play)]
            if child:
                self.available[child] += 1
                if fresh.size == 0 or self.narrow > 0.0:
                    value = self.bound(child)
                    if value > best_value:
                        best_value = value
                        best = child
            else:
                plays.add(fresh, play)
        return best

    def slot(self, parent: int, play: int) -> int:
        """Where the index holds a child, or the free place for it."""
        at = bits.mix(parent, play) & self.slots - 1
        node = self.index[at]
        while node and not (self.play[node] == play and self.parent[node] == parent):
            at = at + 1 & self.slots - 1
            node = self.index[at]
        return at

    def bound(self, child: int) -> float:
        n = self.visits[child]
        return self.gained[child] / n + self.explore * math.sqrt(math.log(self.available[child]) / n)

    def add(self, parent: int, play: int, mover: int) -> int:
        node = self.nodes
        self.nodes += 1
        self.play[node] = play
        self.parent[node] = parent
        self.mover[node] = mover
        self.available[node] = 1
        self.index[self.slot(parent, play)] = node
        self.sibling[node] = self.child[parent]
        self.child[parent] = node
        return node

    def choose(self, seat: int, mark: int, work: Deal, out: Plays, rng: Rng) -> int:
        """The index of a listed play, in proportion to its promise or all alike."""
        if self.guided == 0 or seat < 0 or out.size < 2:
            return rng.below(out.size)
        total = 0
        for i in range(out.size):
            total += work.promise(seat, out.items[i] ^ mark)
        u = rng.below(total)
        for i in range(out.size):
            u -= work.promise(seat, out.items[i] ^ mark)
            if u < 0:
                return i
        return out.size - 1

    def roll(self, work: Deal, out: Plays, rng: Rng) -> None:
        """Plays to the horizon or the end."""
        if self.guided == 0 and self.horizon == 0:
            work.play_out(out, rng)
            return
        while work.turn >= 0 and not self.far():
            seat = work.turn
            if work.asked:
                work.pass_over()
                if work.asked == 0:
                    continue
                seat = work.next_asked()
            out.size = 0
            work.list_plays(seat, out)
            work.make(seat, out.items[self.choose(seat, 0, work, out, rng)])
            self.made += 1

    def learn(self, work: Deal) -> None:
        for s in range(work.seats):
            self.outcome[s] = work.reward(s)
        for i in range(self.depth):
            node = self.trail[i]
            self.visits[node] += 1
            if self.mover[node] >= 0:
                self.gained[node] += self.outcome[self.mover[node]]
        self.visits[ROOT] += 1
        mine = self.outcome[self.seat] if self.seat < work.seats else 0.0
        self.total += mine
        self.square += mine * mine
        n = self.visits[ROOT]
        if n >= SETTLED:
            # an outcome worth less is explored in proportion
            self.explore = self.curious * math.sqrt(max(self.square / n - self.total / n * (self.total / n), 1e-6))
        best = -1000000
        for s in range(work.seats):
            if s % work.sides != self.seat % work.sides and work.score(s) > best:
                best = work.score(s)
        for i in range(self.depth):
            node = self.trail[i]
            if self.parent[node] == ROOT and node < self.room and self.mover[node] == self.seat:
                self.squares[node] += mine * mine
                self.points[node] += work.score(self.seat) - best
