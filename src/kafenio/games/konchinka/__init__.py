"""Konchinka, a fishing game from Russia."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from kafenio import bits
from kafenio.audience import View
from kafenio.cards import FRENCH_52, Pack
from kafenio.contract import Deal
from kafenio.errors import BadPosition, NotationError
from kafenio.game import Game, Line, Options
from kafenio.games.konchinka.deal import KonchinkaDeal
from kafenio.games.konchinka.options import PRESETS, KonchinkaOptions
from kafenio.games.konchinka.tally import KonchinkaTally
from kafenio.games.pictures import fishing_picture
from kafenio.position import Position, read_position

__all__ = ["GAME", "Konchinka"]


class Konchinka(Game):
    NAME: ClassVar[str] = "konchinka"
    TITLE: ClassVar[str] = "Konchinka"
    OPTIONS: ClassVar[type[Options]] = KonchinkaOptions
    PRESETS: ClassVar[Mapping[str, Mapping[str, object]]] = PRESETS
    DEAL: ClassVar[type[Deal]] = KonchinkaDeal
    PACK: ClassVar[Pack] = FRENCH_52

    def tally(self) -> KonchinkaTally:
        return KonchinkaTally(cast(KonchinkaOptions, self.options), self.sides)

    def position(self, fields: Mapping[str, object]) -> Deal:
        """`plays`: the turns since the mover's last one, that one included. They tell who must lay now (R25a), and with
        early_finish=claim whether the capture just made still lets its player finish (R47a): then the next seat is due.
        """
        p = read_position(type(self), fields)
        deal = p.game.bare()
        assert isinstance(deal, KonchinkaDeal)
        captured, played = captures(p.plays), check_played(p)
        deal.turn = p.seat
        deal.last_taker = deal.captor = deal.finisher = -1
        deal.each, deal.packet = 4, deal.deal_packet
        deal.put_field("hands", p.full_hands(played))
        deal.put_field("piles", p.piles)
        deal.put_field("scores", p.scores)
        deal.left = 0 if p.last_round else 4 * p.game.seats if p.stock is None else p.stock
        deal.table = sum(bits.bit(n) for n in p.table)
        deal.put_field("laid_at", [p.table.index(n) if n in p.table else 0 for n in range(len(FRENCH_52))])
        deal.laid = len(p.table)
        for seat, took in captured:
            deal.took = deal.took & ~bits.bit(seat) | (bits.bit(seat) if took else 0)
            deal.captor = seat if took else -1
            deal.last_taker = seat % deal.sides if took else deal.last_taker
        claim = cast(KonchinkaOptions, p.game.options).early_finish == "claim"
        if claim and captured and captured[-1][0] == p.seat:
            deal.turn = (p.seat + 1) % p.game.seats
        return deal

    def picture(self, view: View) -> list[Line]:
        return fishing_picture(view, FRENCH_52)


def captures(plays: Sequence[tuple[int, str]]) -> list[tuple[int, bool]]:
    """Seat and whether it captured, for each turn that led to a position. NotationError for a text that is no play."""
    for seat, text in plays:
        if not re.fullmatch(KonchinkaDeal.PLAY, plain(text)) or text == "finish":
            raise NotationError(f"plays: {text!r} of seat {seat} is no play; a play looks like {KonchinkaDeal.EXAMPLE}")
    return [(seat, " x " in plain(text)) for seat, text in plays]


def check_played(p: Position) -> int:
    """The cards played or captured in `plays`. BadPosition if one lies where it cannot be, or if a turn is missing."""
    found = 0
    for i, (seat, text) in enumerate(p.plays):
        if i and seat != (p.plays[i - 1][0] + 1) % p.game.seats:
            raise BadPosition(f"plays: seat {seat} after seat {p.plays[i - 1][0]}")
        cards = FRENCH_52.cards(" ".join(re.findall(r"[A2-9TJQK][cdhs]", text)))
        lying = sum(bits.bit(n) for n in p.table) if " x " in plain(text) else 0
        for held in p.hands:
            lying |= held
        if cards & lying:
            raise BadPosition(f"plays: {FRENCH_52.shown(cards & lying)} cannot lie there after {text!r}")
        found |= cards
    return found


def plain(text: str) -> str:
    return " ".join(text.replace("×", "x").split())


GAME = Konchinka
