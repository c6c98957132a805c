"""Players who weigh what they see and do not calculate, as children and beginners do: the greedy player, seeing less.

They overlook plays, the sooner the more cards one has to see at once; they forget cards that were captured; they think little
of what comes after a play; the first of them do not know what counts besides cards. None plays at random.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from functools import lru_cache

from kafenio import bits
from kafenio.audience import View
from kafenio.bots.ladder import Mind
from kafenio.contract import Rng
from kafenio.game import Choice

__all__ = ["Beginner"]

WORD, PARTS = 2**63 - 1, 2**20


class Beginner:
    """One of them, for any game. It keeps nothing in mind: what it plays depends on its seed and the view alone."""

    def __init__(self, name: str, game: str, seed: int, mind: Mind) -> None:
        self.name = name
        self.seed = seed
        self.mind = mind
        kind = importlib.import_module(f"kafenio.bots.greedy.{game}").Greedy
        self.greedy = kind(0.0)
        self.heedful = kind(math.copysign(1.0, mind.care))

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        """The best of the plays that it sees, as far as it knows."""
        rng = Rng((self.seed + view["deal_number"] ^ 128 * view.hand) & WORD)
        seen = self.noticed(legal, rng)
        player = self.heedful if rng.roll(PARTS) < abs(self.mind.care) * PARTS else self.greedy
        play = player.choose(self.blurred(view), seen).play if len(seen) > 1 else seen[0]
        return Choice(play, self.greedy.reasons(view, play, legal)[0])

    def noticed(self, legal: Sequence[str], rng: Rng) -> list[str]:
        """The plays that it does not overlook; the simplest ones if it saw none."""
        if not self.mind.overlooks:
            return list(legal)
        effort = [self.greedy.effort(play) for play in legal]
        least = min(effort)
        return [
            play
            for play, n in zip(legal, effort, strict=True)
            if n == least or rng.roll(PARTS) < (1 - self.mind.overlooks) ** (n - least) * PARTS
        ]

    def blurred(self, view: View) -> View:
        """The view as it has it in mind."""
        fields = dict(view.fields)
        if self.mind.forgets:
            kept = ~forgotten(self.seed, view["deal_number"], self.mind.forgets)
            for name in ("piles", "spent"):
                fields[name] = tuple(cards & kept for cards in fields[name])
        if not self.mind.knows:
            for name in self.greedy.EXTRAS:
                if name in fields:
                    value = fields[name]
                    fields[name] = (0,) * len(value) if isinstance(value, tuple) else 0
        return View(view.game, view.seat, fields)


@lru_cache(64)
def forgotten(seed: int, deal_number: int, share: float) -> int:
    """The cards that slip somebody's mind during a deal once they are gone."""
    rng = Rng(seed + deal_number & WORD)
    return sum(bits.bit(n) for n in range(52) if rng.roll(1000) < 1000 * share)
