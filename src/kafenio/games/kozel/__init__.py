"""Kozel, a trick-taking game of the Bura family, from Russia."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from kafenio import bits
from kafenio.audience import View
from kafenio.cards import FRENCH_36, Pack
from kafenio.contract import Deal
from kafenio.game import Game, Line, Options
from kafenio.games.kozel.deal import KozelDeal
from kafenio.games.kozel.options import PRESETS, KozelOptions
from kafenio.games.kozel.picture import kozel_picture
from kafenio.games.kozel.position import kozel_position
from kafenio.games.kozel.tally import KozelTally
from kafenio.games.kozel.words import beating
from kafenio.position import read_position

__all__ = ["GAME", "Kozel"]


class Kozel(Game):
    NAME: ClassVar[str] = "kozel"
    TITLE: ClassVar[str] = "Kozel"
    OPTIONS: ClassVar[type[Options]] = KozelOptions
    PRESETS: ClassVar[Mapping[str, Mapping[str, object]]] = PRESETS
    DEAL: ClassVar[type[Deal]] = KozelDeal
    PACK: ClassVar[Pack] = FRENCH_36

    def pack(self, facts: Mapping[str, int | list[int]]) -> list[int]:
        """Without the 6c where it is removed, unless only two are left (R51)."""
        present = facts.get("present", 0)
        assert isinstance(present, int)
        without = cast(KozelOptions, self.options).remove_6c and bits.size(present) != 2
        return [n for n in range(len(FRENCH_36)) if FRENCH_36.name(n) != "6c" or not without]

    def tally(self) -> KozelTally:
        return KozelTally(cast(KozelOptions, self.options), self.sides)

    def position(self, fields: Mapping[str, object]) -> Deal:
        return kozel_position(read_position(type(self), fields, own=("trump", "phase")), fields)

    def picture(self, view: View) -> list[Line]:
        return kozel_picture(view)

    def beating(self, view: View) -> dict[str, dict[str, str]]:
        return beating(view)

    def cut_key(self, card: int) -> int:
        """The order of R3; the 6s is a plain six, suits do not count (R6)."""
        return card % len(FRENCH_36.ranks)


GAME = Kozel
