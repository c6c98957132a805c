"""Kontsina, a fishing game from Greece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from kafenio import bits
from kafenio.audience import View
from kafenio.cards import FRENCH_52, Pack
from kafenio.contract import Deal
from kafenio.errors import BadPosition
from kafenio.game import Game, Line, Options
from kafenio.games.kontsina.deal import KontsinaDeal
from kafenio.games.kontsina.options import PRESETS, KontsinaOptions
from kafenio.games.kontsina.tally import KontsinaTally
from kafenio.games.pictures import fishing_picture
from kafenio.position import read_position

__all__ = ["GAME", "Kontsina"]


class Kontsina(Game):
    NAME: ClassVar[str] = "kontsina"
    TITLE: ClassVar[str] = "Kontsina"
    OPTIONS: ClassVar[type[Options]] = KontsinaOptions
    PRESETS: ClassVar[Mapping[str, Mapping[str, object]]] = PRESETS
    DEAL: ClassVar[type[Deal]] = KontsinaDeal
    PACK: ClassVar[Pack] = FRENCH_52

    def tally(self) -> KontsinaTally:
        return KontsinaTally(cast(KontsinaOptions, self.options), self.sides)

    def position(self, fields: Mapping[str, object]) -> Deal:
        p = read_position(type(self), fields)
        if p.plays:
            raise BadPosition("plays: in Kontsina nothing hangs on what led here; leave them out")
        deal = p.game.bare()
        assert isinstance(deal, KontsinaDeal)
        deal.turn = p.seat
        deal.last_taker = -1
        deal.each, deal.packet = 4, deal.deal_packet
        deal.put_field("hands", p.full_hands())
        deal.put_field("piles", p.piles)
        deal.put_field("scores", p.scores)
        deal.left = 0 if p.last_round else 4 * p.game.seats if p.stock is None else p.stock
        deal.table = sum(bits.bit(n) for n in p.table)
        deal.put_field("laid_at", [p.table.index(n) if n in p.table else 0 for n in range(len(FRENCH_52))])
        deal.laid = len(p.table)
        return deal

    def picture(self, view: View) -> list[Line]:
        return fishing_picture(view, FRENCH_52)


GAME = Kontsina
