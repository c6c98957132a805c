"""The greedy player of Kontsina."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio.audience import View
from kafenio.bots.greedy import weigh
from kafenio.bots.greedy.fishing import EXTRAS, Fishing
from kafenio.bots.ladder import Mind, Plan
from kafenio.game import Choice
from kafenio.message import Message

__all__ = ["LADDER", "LATER", "Greedy"]


LADDER = (  # level1@2 to level8@2
    Mind(overlooks=0.6, care=0.0, forgets=1.0, knows=False),
    Mind(overlooks=0.47, care=0.0, forgets=1.0, knows=False),
    Mind(overlooks=0.36, care=0.0, forgets=1.0, knows=False),
    Mind(overlooks=0.26, care=0.0, forgets=0.7),
    Mind(overlooks=0.14, care=0.2, forgets=0.4),
    Mind(),
    Plan(60, horizon=8),
    Plan(8000, horizon=12, counts=True, deals=50),
)
LATER = {
    # random playouts, and others who sometimes play as in one, did better in trials than sensible ones
    "level8@3": Plan(8000, horizon=12, counts=True, deals=50, guided=False, careless=0.3),
}


class Greedy:
    name = "greedy@1"
    EXTRAS = EXTRAS

    def __init__(self, care: float = 1.0) -> None:
        self.care = care

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        weights = Kontsina(view, self.care)
        best = max(legal, key=weights.worth_of_play)
        return Choice(best, weights.why(best, legal))

    def effort(self, play: str) -> int:
        """How many cards of the table one has to see for a play."""
        return weigh.effort(play)

    def reasons(self, view: View, play: str, legal: Sequence[str]) -> list[Message]:
        """What speaks for a play."""
        weights = Kontsina(view)
        return [weights.why(play, legal), *weights.reasons(play, legal)]


class Kontsina(Fishing):
    def value(self, rank: int) -> int:
        """Numerals count, figures do not (R12)."""
        return rank + 1 if rank < 10 else 0

    def equal_only(self) -> bool:
        return bool(self.view["equal_rank_priority"])
