"""Players who weigh what they see and do not calculate, as children and beginners do: the greedy player, seeing less.

They overlook plays, the sooner the more cards one has to see at once; they forget cards that were captured; they think little
of what comes after a play; the first of them do not know what counts besides cards. None plays at random.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kafenio import bits
from kafenio.audience import View
from kafenio.bots.levels import seed_of
from kafenio.contract import Rng
from kafenio.game import Choice

__all__ = ["MINDS", "Beginner", "Mind"]


@dataclass(frozen=True)
class Mind:
    """What a beginner is able to.

    overlooks: how likely each card that a play takes or is played beside others hides it. care: how much what comes after
    a play weighs, 1 as the greedy player has it. forgets: the share of cards gone that it takes for still to come.
    knows: whether it knows all that counts.
    """

    overlooks: float = 0.0
    care: float = 1.0
    forgets: float = 0.0
    knows: bool = True


MINDS: Mapping[str, Mind] = {
    "level1@2": Mind(overlooks=0.6, care=0.0, forgets=1.0, knows=False),
    "level2@2": Mind(overlooks=0.3, care=0.0, forgets=1.0, knows=False),
    "level3@2": Mind(overlooks=0.15, care=0.0, forgets=1.0),
    "level4@2": Mind(),
}


class Beginner:
    """One of them, for any game. It keeps nothing in mind: what it plays depends on its seed and the view alone."""

    def __init__(self, name: str, game: str, seed: int, mind: Mind) -> None:
        self.name = name
        self.seed = seed
        self.mind = mind
        self.greedy = importlib.import_module(f"kafenio.bots.greedy.{game}").Greedy(mind.care)

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        """The best of the plays that it sees, as far as it knows."""
        seen = self.noticed(view, legal)
        play = self.greedy.choose(self.blurred(view), seen).play if len(seen) > 1 else seen[0]
        return Choice(play, self.greedy.reasons(view, play, legal)[0])

    def noticed(self, view: View, legal: Sequence[str]) -> list[str]:
        """The plays that it does not overlook; the simplest ones if it saw none."""
        if not self.mind.overlooks:
            return list(legal)
        rng = Rng(seed_of(self.seed, view))
        effort = [self.greedy.effort(play) for play in legal]
        least = min(effort)
        seen = [
            play
            for play, n in zip(legal, effort, strict=True)
            if rng.roll(1 << 20) < (1 - self.mind.overlooks) ** (n - least) * (1 << 20)
        ]
        return seen

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
    rng = Rng(seed + deal_number)
    return sum(bits.bit(n) for n in range(52) if rng.roll(1000) < 1000 * share)
