"""The greedy player of Konchinka: it keeps jacks for full tables, and near the end goes for what finishes the match."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio import bits
from kafenio.audience import View
from kafenio.bots.greedy import weigh
from kafenio.bots.greedy.fishing import CLUBS, EXTRAS, GOOD_TEN, GOOD_TWO, JACK, Fishing
from kafenio.bots.ladder import Mind, Plan
from kafenio.cards import FRENCH_52
from kafenio.game import Choice
from kafenio.message import Message, said

__all__ = ["LADDER", "LATER", "Greedy"]

LYING_LOWER, HIGHER = 2, 3  # figure_values
OFF = 2  # early_finish
ENOUGH = 7  # clubs that nobody can outdo (R46)
FINISH = 10.0  # what ends the match is worth more than anything else
NEAR = 2  # a side that lacks no more goes for good cards and clubs
JACK_HELD = 0.3  # what a jack may be expected to take later


LADDER = (  # level1@2 to level8@2
    Mind(overlooks=0.7, care=-1.0, forgets=1.0, knows=False),
    Mind(overlooks=0.5, care=-0.6, forgets=1.0, knows=False),
    Mind(overlooks=0.3, care=-0.2, forgets=0.8),
    Mind(overlooks=0.1, care=0.15, forgets=0.6),
    Mind(care=0.55, forgets=0.3),
    Mind(),
    Plan(30, horizon=6),
    Plan(8000, horizon=12, counts=True, deals=50),
)
LATER = {"level5@3": Mind(care=0.75, forgets=0.2)}  # half way between its neighbours, as level5@2 is not


class Greedy:
    name = "greedy@1"
    EXTRAS = EXTRAS

    def __init__(self, care: float = 1.0) -> None:
        self.care = care

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        if "finish" in legal:
            return Choice("finish", said("why.finish"))
        weights = Konchinka(view, self.care)
        best = max(legal, key=weights.worth_of_play)
        return Choice(best, weights.why(best, legal))

    def effort(self, play: str) -> int:
        """How many cards of the table one has to see for a play."""
        return weigh.effort(play)

    def reasons(self, view: View, play: str, legal: Sequence[str]) -> list[Message]:
        """What speaks for a play."""
        if " " not in play:
            return [said("why.finish")]
        weights = Konchinka(view)
        return [weights.why(play, legal), *weights.reasons(play, legal)]


class Konchinka(Fishing):
    def __init__(self, view: View, care: float = 1.0) -> None:
        super().__init__(view, care)
        self.lacking: list[int] = [view["target_score"] - view["scores"][side] for side in range(view["sides"])]
        if view["early_finish"] != OFF and min(self.lacking) <= NEAR:
            self.dear = {number: 2 * points for number, points in self.dear.items()}
            self.club *= 2

    def value(self, rank: int) -> int:
        """R18, R50."""
        if rank == 0 and self.view["ace_value"]:
            return 0
        if rank < JACK:
            return rank + 1
        kind = self.view["figure_values"]
        return rank + 1 + (kind == HIGHER) if kind else 0

    def takes(self, rank: int) -> int:
        """R20, R51."""
        return self.value(rank) + (rank >= JACK and self.view["figure_values"] == LYING_LOWER)

    def sweeping(self, rank: int) -> bool:
        return bool(rank == JACK and self.view["jack_sweeps"])

    def of(self, cards: int) -> float:
        aces = bits.size(cards & bits.run(4, 0))
        return super().of(cards) + aces * int(self.view["points_each_ace"])

    def worth_of_play(self, text: str) -> float:
        card, taken = weigh.played_and_taken(FRENCH_52, text)
        worth = super().worth_of_play(text)
        if self.sweeping(card // 4) and self.view["left"]:
            worth -= self.care * JACK_HELD
        return worth + FINISH if taken and self.finishes(bits.bit(card) | taken) else worth

    def finishes(self, cards: int) -> bool:
        """Whether these cards secure what the side lacks (R45)."""
        need = self.lacking[self.side]
        if self.view["early_finish"] == OFF or not 1 <= need <= 2 or min(self.lacking) <= 0:
            return False
        pile = self.view["piles"][self.side] | cards
        secured = 0
        if pile & bits.bit(GOOD_TWO):
            secured += self.view["points_2c"]
        if pile & bits.bit(GOOD_TEN):
            secured += self.view["points_td"]
        if bits.size(pile & CLUBS) >= ENOUGH and not (self.view["early_finish_test"] and need == 2):
            secured += self.view["points_clubs"]
        return secured >= need

    def why(self, text: str, legal: Sequence[str]) -> Message:
        card, taken = weigh.played_and_taken(FRENCH_52, text)
        if taken and self.finishes(bits.bit(card) | taken):
            return said("why.secures")
        return super().why(text, legal)
