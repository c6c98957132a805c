"""Players who search: how, tells their plan (kafenio.bots.ladder).

The weaker ones err as people do: they look at a few plays that catch the eye and only so far ahead, forget cards that were
captured, do not count the last round out. None plays at random. A level thinks for a number of iterations, so that it plays
the same everywhere; given a time it takes that.
Its estimates of points are of the deal as it would be counted where the level stops looking.
A published version never changes its play: a better one gets the next number and stands beside it.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kafenio import bits
from kafenio.audience import View
from kafenio.bots.endgame import Solved, Solver, nothing_hidden
from kafenio.bots.ismcts import Found, Search
from kafenio.bots.ladder import Plan
from kafenio.contract import Deal, Rng
from kafenio.game import Choice, Estimate, load
from kafenio.message import said
from kafenio.unseen import imagine

__all__ = ["LEVELS", "PLAIN", "Level", "Plan"]

ROOM = 1500000  # nodes of one search, about 100 MB
NODES_A_SECOND = 500000  # more than any search makes
PATIENCE = 300000  # positions of one last round; one that has more is searched like any other
TICK_S = 0.002  # a search with a time looks at the clock about so often
LAST_CARDS = 12  # held by all, when deals that cannot be excluded are counted out
STEP = 500  # iterations between two looks at whether it is told to stop, or may


LEVELS: Mapping[str, Plan] = {  # the first version; the later ones are in ladder
    "level1@1": Plan(1, horizon=1, forgets=1.0),
    "level2@1": Plan(3, horizon=2, forgets=1.0),
    "level3@1": Plan(16, horizon=4, forgets=0.8),
    "level4@1": Plan(50, horizon=4, forgets=0.6),
    "level5@1": Plan(160, horizon=6, forgets=0.4),
    "level6@1": Plan(500, horizon=8, forgets=0.2),
    "level7@1": Plan(3000, horizon=12, counts=True, deals=20),
    "level8@1": Plan(40000, horizon=12, counts=True, deals=200),
}


PLAIN = Plan(2000, guided=False)  # ismcts@1: what the levels are measured against


class Level:
    """One level, for any game. It keeps nothing in mind: what it plays depends on its seed and the view alone."""

    def __init__(self, name: str, seed: int, time_s: float | None = None, plan: Plan | None = None) -> None:
        self.name = name
        self.seed = seed
        self.time_s = time_s
        self.plan = plan or LEVELS[name]
        self.stopped = False

    def allow(self, time_s: float | None, iterations: int | None) -> None:
        """How long it may think from now on; None, None: as it does by itself."""
        self.time_s = time_s
        if iterations is not None:
            crowd = self.plan.crowd and replace(self.plan.crowd, iterations=iterations)
            self.plan = replace(self.plan, iterations=iterations, crowd=crowd)

    def stop(self) -> None:
        """From another thread: the choice being made is wanted now."""
        self.stopped = True

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        """The play with the best prospects for the match."""
        if len(legal) == 1:
            return Choice(legal[0], said("why.only"))
        self.stopped = False
        until = None if self.time_s is None else time.perf_counter() + self.time_s
        seed = seed_of(self.seed, view)
        rng = Rng(seed)
        root = imagine(load(view.game).DEAL, view, rng)
        if self.plan.counts and root.sides == 2 and nothing_hidden(view):
            solved = Solver(root, view.seat, PATIENCE).solve()
            if solved is not None:
                return chosen([solved_estimate(root, s) for s in solved], legal, "why.counted")
        if self.plan.deals and nearly_over(root, view):
            solved = Solver(root, view.seat, PATIENCE).average(self.plan.deals, seed)
            if solved is not None:
                error = 0.5 / math.sqrt(self.plan.deals)
                return chosen([solved_estimate(root, s, error) for s in solved], legal, "why.prospect")
        forget(root, view, self.plan.forgets, rng)
        return chosen(
            [found_estimate(root, f) for f in self.search(root, view.seat, seed, until)], legal, "why.prospect"
        )

    def search(self, root: Deal, seat: int, seed: int, until: float | None) -> list[Found]:
        plan = self.plan if root.seats == 2 or self.plan.crowd is None else self.plan.crowd
        room = 4 * plan.iterations + 64 if self.time_s is None else int(self.time_s * NODES_A_SECOND) + 1000
        far = (plan.horizon * root.seats + 1) // 2
        tree = Search(root, seat, min(room, ROOM), seed, int(plan.guided), far, plan.narrow, careless=plan.careless)
        if until is None:
            left = plan.iterations
            while left and not (self.stopped and tree.iterations) and (made := tree.grow(min(left, STEP))):
                left -= made
                if sure(tree.found(), left):
                    break
            return tree.found()
        step = 1
        before = time.perf_counter()
        while before < until and not (self.stopped and tree.iterations) and tree.grow(step) == step:
            now = time.perf_counter()
            step = max(1, min(4 * step, int(step * min(TICK_S, until - now) / max(now - before, 1e-6))))
            before = now
        return tree.found()


def sure(found: Sequence[Found], left: int) -> bool:
    """Whether so many iterations can no longer change the play that is tried most."""
    return len(found) > 1 and found[0].visits - found[1].visits > left > 0


def seed_of(seed: int, view: View) -> int:
    """A seed of 64 bits for one decision: the same for every deal with this view."""
    numbers = [seed, view.seat]
    for name in sorted(view.fields):
        flatten(view.fields[name], numbers)
    digest = hashlib.blake2b(",".join(map(str, numbers)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def flatten(value: object, into: list[int]) -> None:
    if isinstance(value, Iterable):
        for part in value:
            flatten(part, into)
    else:
        into.append(-1 if value is None else int(value))  # type: ignore[call-overload]  # views hold numbers only


def forget(root: Deal, view: View, share: float, rng: Rng) -> None:
    """Take so many of the captured cards for cards that are still to come, as one does who did not watch.

    They change places with cards of the stock; when that is empty, with cards of the other hands if nothing is known of these.
    """
    known = sum(bits.bit(n) for n in (*view["returned"], *view["replaced"])) if view["returns"] else 0
    places = [i for i, n in enumerate(view["stock"]) if n is None]
    others = [s for s, part in enumerate(view["hands"]) if part.more]
    told = any(view["bars"]) or any(view["kinds"])
    for side, pile in enumerate(view["piles"]):
        for card in cards_of(pile & ~known):
            if rng.roll(1000) >= 1000 * share:
                continue
            if places:
                place = places.pop(rng.roll(len(places)))
                taken = bits.bit(root.stock[place])
                if not taken & known:
                    root.put_field("stock", swapped(list(root.stock), place, bits.number(card)))
                    change(root, side, card, taken)
            elif others and not view["stock"] and not told:
                seat = others[rng.roll(len(others))]
                hidden = cards_of(root.hands[seat] & ~view["hands"][seat].shown)
                taken = hidden[rng.roll(len(hidden))]
                root.put_field("hands", swapped(list(root.hands), seat, root.hands[seat] ^ taken | card))
                change(root, side, card, taken)


def change(root: Deal, side: int, card: int, taken: int) -> None:
    """In a pile one card for another."""
    piles = list(getattr(root, "piles"))  # noqa: B009 (a field that every game has, not the contract)
    root.put_field("piles", swapped(piles, side, piles[side] ^ card | taken))


def swapped(numbers: list[int], i: int, new: int) -> list[int]:
    numbers[i] = new
    return numbers


def cards_of(cards: int) -> list[int]:
    """Every card of a set as a set of one, ascending."""
    found = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found


def found_estimate(root: Deal, found: Found) -> Estimate:
    return Estimate(root.text(found.play), found.visits, found.points, chance_of(found.value), found.error / 2)


def solved_estimate(root: Deal, solved: Solved, error: float = 0.0) -> Estimate:
    return Estimate(root.text(solved.play), 0, solved.points, chance_of(solved.value), error)


def nearly_over(root: Deal, view: View) -> bool:
    """Whether two sides hold the last cards of a deal between several seats: each possible deal can be counted out."""
    held = sum(bits.size(hand) for hand in root.hands)
    drawn = root.left == 0 and not view.fields.get("turned")
    return root.sides == 2 and drawn and not root.asked and held <= LAST_CARDS


def chance_of(value: float) -> float:
    """A reward as a chance of winning the match."""
    return min(1.0, max(0.0, (value + 1) / 2))


def chosen(estimates: Sequence[Estimate], legal: Sequence[str], why: str) -> Choice:
    """The first estimate's play, and the message that says so with its prospects and those of the second."""
    if not estimates:
        return Choice(legal[0])
    best, *others = estimates
    args = {"percent": f"{100 * best.chance:.0f}", "points": f"{best.points:+.1f}"}
    if others:
        second = others[0]
        why = f"{why}.second"
        args |= {"play": second.play, "percent_after": f"{100 * second.chance:.0f}"}
        args["points_after"] = f"{second.points:+.1f}"
    return Choice(best.play, said(why, **args), tuple(estimates))
