"""A bare position of Kozel: hands, trump and the trick so far."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio import bits
from kafenio.cards import FRENCH_36
from kafenio.errors import BadPosition, IllegalPlay
from kafenio.games.kozel.deal import KozelDeal
from kafenio.position import Position

__all__ = ["kozel_position"]


def kozel_position(p: Position, given: Mapping[str, object]) -> KozelDeal:
    """The deal of a position that has been read. Seats that `plays` leaves out have discarded unseen."""
    if p.table:
        raise BadPosition("table: in Kozel the trick so far stands in plays")
    deal = p.game.bare()
    assert isinstance(deal, KozelDeal)
    for name, value in p.game.tally().facts().items():
        deal.put_field(name, value)
    deal.put_field("scores", p.scores or deal.scores)
    deal.put_field("piles", p.piles)
    deal.trump = trump(p)
    deal.last_taker = -1
    deal_cards(deal, p, "sizes" in given or "hands" in given)
    phase = p.extra.get("phase")
    if phase not in (None, "claims"):
        raise BadPosition(f"phase: {phase!r} is not 'claims'")
    if phase == "claims" and p.plays:
        raise BadPosition("plays: the answers of an open claim window are secret")
    deal.begin_trick(p.plays[0][0] if p.plays else p.seat)
    if phase == "claims":
        deal.turn = deal.turn if deal.asked else -1  # nobody is asked here (R29, R36, R41)
    else:
        play_trick(deal, p)
    return deal


def trump(p: Position) -> int:
    suit = p.extra.get("trump", "none")
    if suit == "none":
        return -1
    if not isinstance(suit, str) or len(suit) != 1 or suit not in FRENCH_36.suits:
        raise BadPosition(f"trump: {suit!r} is not one of {', '.join(FRENCH_36.suits)}, none")
    return FRENCH_36.suits.index(suit)


def deal_cards(deal: KozelDeal, p: Position, sizes_given: bool) -> None:
    """Hands as they were before the plays of the trick, and the stock."""
    played = [0] * p.game.seats
    for seat, text in p.plays:
        cards = 0 if text == "no claim" or text.startswith("claim") else FRENCH_36.cards(text.partition(" ")[2])
        if cards & (p.used() | sum(played)):
            raise BadPosition(f"plays: {FRENCH_36.shown(cards & (p.used() | sum(played)))} is in two places")
        played[seat] |= cards
        if not sizes_given and seat != p.seat:
            p.sizes[seat] = max(0, p.sizes[seat] - bits.size(cards))
    if p.used() & ~deal.cards():
        raise BadPosition(f"{FRENCH_36.shown(p.used() & ~deal.cards())} is not in the pack")
    hands = p.full_hands(sum(played) | bits.run(len(FRENCH_36), 0) & ~deal.cards())
    deal.put_field("hands", [hand | cards for hand, cards in zip(hands, played, strict=False)])
    for seat in range(p.game.seats):
        if bits.size(deal.hands[seat]) > 4:
            raise BadPosition(f"hands: {bits.size(deal.hands[seat])} cards of seat {seat}, four are the most")
    placed = p.used() | sum(played) | sum(hands[: p.game.seats])
    free = FRENCH_36.members(deal.cards() & ~placed)
    whole = bits.size(deal.cards()) - 4 * p.game.seats
    stock = min(len(free), whole - p.game.seats) if p.stock is None else p.stock
    deal.left = 0 if p.last_round else stock
    if deal.left > len(free):
        raise BadPosition(f"stock: {deal.left} cards, yet only {len(free)} are left")
    deal.put_field("stock", free[: deal.left])
    deal.trick = 0 if deal.left == whole else 1


def play_trick(deal: KozelDeal, p: Position) -> None:
    """Claims and plays so far, then the seat that is asked."""
    number = deal.trick
    if p.plays and "claim" in p.plays[0][1]:
        hear_claims(deal, p)
    deal.asked = 0
    for seat, text in p.plays:
        if "claim" in text:
            continue
        skip_to(deal, seat)
        try:
            deal.apply(seat, deal.read(seat, text))
        except IllegalPlay as e:
            raise BadPosition(f"plays: {e}") from None
        if deal.trick > number:
            raise BadPosition("plays: that trick is over; give the position after it")
    if deal.turn >= 0 and deal.lead and deal.to_play & bits.bit(p.seat):
        skip_to(deal, p.seat)


def hear_claims(deal: KozelDeal, p: Position) -> None:
    """The answers named; whoever is not named has claimed nothing."""
    for seat, text in p.plays:
        if "claim" in text:
            try:
                deal.apply(seat, deal.read(seat, text))
            except IllegalPlay as e:
                raise BadPosition(f"plays: {e}") from None
    for seat in deal.actors():
        if deal.asked and deal.choices(seat):
            deal.pick(seat, 0)


def skip_to(deal: KozelDeal, seat: int) -> None:
    """It is this seat's turn; those before it have discarded."""
    while deal.turn != seat and deal.lead:
        if not deal.to_play & bits.bit(seat):
            raise BadPosition(f"plays: seat {seat} has played to this trick already")
        deal.to_play &= ~bits.bit(deal.turn)
        deal.turn = (deal.turn + 1) % deal.seats
