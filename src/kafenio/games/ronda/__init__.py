"""Ronda, a game of captures and announcements from Morocco."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, cast

from kafenio import bits
from kafenio.audience import View
from kafenio.cards import LATIN_40, Pack
from kafenio.contract import Deal
from kafenio.errors import BadPosition, NotationError
from kafenio.game import Game, Line, Options
from kafenio.games.pictures import hand_lines, in_order, pile_lines, stock_line
from kafenio.games.ronda.deal import RondaDeal
from kafenio.games.ronda.options import PRESETS, RondaOptions
from kafenio.games.ronda.tally import RondaTally
from kafenio.message import Row, Seat, Side, said, series
from kafenio.position import Position, read_position

__all__ = ["GAME", "Ronda"]

PHASES = {"announcements": ("announce_timing", "before_play"), "calls": ("hidden_ronda", "challenge")}
KINDS = {2: "reason.ronda", 3: "reason.tringla", 4: "picture.two_rondas", 5: "reason.ronda"}


class Ronda(Game):
    NAME: ClassVar[str] = "ronda"
    TITLE: ClassVar[str] = "Ronda"
    OPTIONS: ClassVar[type[Options]] = RondaOptions
    PRESETS: ClassVar[Mapping[str, Mapping[str, object]]] = PRESETS
    DEAL: ClassVar[type[Deal]] = RondaDeal
    PACK: ClassVar[Pack] = LATIN_40

    @classmethod
    def of(cls, preset: str | None = None, /, **options: object) -> Game:
        if preset == "cafe" and options.get("players") == 3:
            options.setdefault("opening", "auto")
        return super().of(preset, **options)

    def number_of_sides(self) -> int:
        return 2 if self.options.players == 4 else self.options.players

    def tally(self) -> RondaTally:
        return RondaTally(cast(RondaOptions, self.options), self.sides)

    def cut_key(self, card: int) -> int:
        return card // 4

    def position(self, fields: Mapping[str, object]) -> Deal:
        p = read_position(type(self), fields, own=("phase", "first_turn"))
        if len({n // 4 for n in p.table}) < len(p.table):
            raise BadPosition(f"table: two cards of one rank lie in {LATIN_40.text(p.table)!r}")
        deal = p.game.bare()
        assert isinstance(deal, RondaDeal)
        deal.turn = p.seat
        deal.dealer = p.game.seats - 1
        deal.last_card = deal.last_taker = -1
        deal.each = 4 if p.game.seats == 2 and getattr(p.game.options, "opening", "") == "four_cards" else 3
        deal.packet = deal.each
        deal.left = 0 if p.last_round else deal.each * p.game.seats if p.stock is None else p.stock
        deal.whole = deal.left
        deal.table = sum(bits.bit(n) for n in p.table)
        deal.laid = len(p.table)
        deal.put_field("laid_at", [p.table.index(n) if n in p.table else 0 for n in range(len(LATIN_40))])
        deal.put_field("piles", p.piles)
        deal.put_field("scores", p.scores)
        for seat, text in p.plays:
            put_play(deal, seat, text)
        check_plays(deal, p)
        deal.put_field("hands", p.full_hands(deal.apart))
        put_phase(deal, p)
        return deal

    def picture(self, view: View) -> list[Line]:
        """Table, cards lying apart, hands, stock, piles, announcements, scores."""
        found = [Line(said("label.table"), in_order(view, LATIN_40, view["table"]))]
        if view["chain"]:
            cry, cards = said(f"reason.{('bount', 'khamsa')[view['chain'] - 1]}"), Row(LATIN_40.shown(view["apart"]))
            apart = said("picture.apart", cards=cards, name=Seat(view["chain_seat"]), what=cry)
            found.append(Line(said("label.apart"), apart))
        found += [*hand_lines(view, LATIN_40), stock_line(view, LATIN_40), *pile_lines(view, LATIN_40, 0)]
        announced = [
            said("picture.said", name=Seat(s), what=said(KINDS[kind])) for s, kind in enumerate(view["kinds"]) if kind
        ]
        if announced:
            found.append(Line(said("label.announced"), series(announced)))
        for side in range(view["sides"]):
            score = view["scores"][side] + view["gains"][side]
            found.append(Line(said("label.score", side=Side(side)), score))
        return found


def put_play(deal: RondaDeal, seat: int, text: str) -> None:
    """What one of the plays that led here leaves behind: the card just laid, an open tap, words said."""
    text = " ".join(text.replace("×", "x").split())
    if not re.fullmatch(deal.PLAY, text):
        raise NotationError(f"{text!r} is no play; a play looks like {deal.EXAMPLE}")
    verb, *rest = text.replace("+", " ").split()
    next_in_turn = seat == (deal.chain_seat + 1) % deal.seats
    if verb == "pass":
        return
    if verb == "announce":
        deal.kinds = with_item(deal.kinds, seat, 3 if rest == ["tringla"] else 2)
    elif verb == "call":
        deal.called |= bits.bit(int(rest[0]))
    elif verb == "lay":
        put_card(deal, seat, LATIN_40.number(rest[0]), 0, 0)
        deal.laid_last = 1
    elif verb == "answer":
        card = LATIN_40.number(rest[0])
        if not (deal.chain and next_in_turn and bits.bit(card) & deal.chain_rank):
            raise BadPosition(f"plays: {text!r} answers no tap")
        put_card(deal, seat, card, deal.chain + 1, deal.apart)
    else:
        card, *taken = [LATIN_40.number(word) for word in (verb, *rest) if word not in ("x", "quiet")]
        tap = deal.laid_last and next_in_turn and deal.last_card // 4 == card // 4 and "quiet" not in rest
        put_card(deal, seat, card, 1 if tap else 0, sum(bits.bit(n) for n in taken))


def put_card(deal: RondaDeal, seat: int, card: int, chain: int, apart: int) -> None:
    deal.last_card, deal.laid_last = card, 0
    deal.chain, deal.chain_seat, deal.chain_rank = chain, seat, bits.alike(bits.bit(card))
    deal.apart = apart | bits.bit(card) if chain else 0


def with_item(items: list[int], i: int, value: int) -> list[int]:
    return [*items[:i], value, *items[i + 1 :]]


def check_plays(deal: RondaDeal, p: Position) -> None:
    """Only what the seat before the mover played last can be tapped or answered; its cards lie where it left them."""
    seats = [seat for seat, text in p.plays if not text.startswith(("pass", "announce", "call"))]
    last = bool(seats) and seats[-1] == (p.seat - 1) % p.game.seats
    if seats and not last and "phase" not in p.extra:
        raise BadPosition(f"plays: seat {seats[-1]} played last, so the next is due, not seat {p.seat}")
    if deal.laid_last and not bits.bit(deal.last_card) & deal.table:
        raise BadPosition(f"table: {LATIN_40.name(deal.last_card)}, just laid, does not lie there")
    if deal.apart & p.used():
        raise BadPosition(f"plays: {LATIN_40.shown(deal.apart & p.used())} lies apart, yet in another place too")
    deal.laid_last = int(deal.laid_last and last)
    if not (last and deal.open_chain()):
        deal.chain = deal.chain_rank = deal.apart = 0


def put_phase(deal: RondaDeal, p: Position) -> None:
    """Whether a card or a word is due, and whether the mover may still announce."""
    phase = p.extra.get("phase")
    first_turn = p.extra.get("first_turn", bits.size(deal.hands[p.seat]) in (3, 4))
    if not isinstance(first_turn, bool):
        raise BadPosition(f"first_turn: {first_turn!r} is not true or false")
    if phase is not None:
        if "first_turn" in p.extra:
            raise BadPosition("first_turn: it tells who may announce with a card; in a phase a word is due")
        if not isinstance(phase, str) or phase not in PHASES:
            raise BadPosition(f"phase: {phase!r} is not one of {', '.join(PHASES)}")
        option, value = PHASES[phase]
        if getattr(p.game.options, option) != value:
            raise BadPosition(f"phase: {phase} needs {option}={value}")
        if not may_announce(deal, p):
            raise BadPosition("phase: no announcements in a hand of four cards, so nobody is asked")
        deal.phase = [*PHASES].index(phase) + 1
        deal.asked = bits.bit(p.seat)
    elif first_turn and not deal.kinds[p.seat] and not deal.announce_timing and may_announce(deal, p):
        deal.may_announce = bits.bit(p.seat)


def may_announce(deal: RondaDeal, p: Position) -> bool:
    """Not in a hand of four cards where the options exclude it (R18)."""
    return bool(deal.announce_in_four_card_hand) or (deal.each < 4 and bits.size(deal.hands[p.seat]) < 4)


GAME = Ronda
