"""The bot that plays anything legal."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio.audience import View
from kafenio.contract import Rng
from kafenio.game import Choice

__all__ = ["Random"]


class Random:
    """Each legal play is as likely as the others."""

    name = "random@1"

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        return Choice(legal[self.rng.roll(len(legal))])
