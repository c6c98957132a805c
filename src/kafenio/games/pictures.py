"""The picture of a table, in lines: what the games share."""

from __future__ import annotations

from kafenio import bits
from kafenio.audience import OPEN, View
from kafenio.cards import Pack
from kafenio.game import Line
from kafenio.message import Row, Seat, Side, Value, said, series

__all__ = ["OWN_PILE", "fishing_picture", "hand_lines", "in_order", "pile_lines", "stock_line"]

OWN_PILE, OPEN_PILES = 1, 2  # pile_visibility


def in_order(view: View, pack: Pack, cards: int) -> Value:
    """Table cards in the order they lie."""
    lying = sorted(pack.members(cards), key=lambda n: int(view["laid_at"][n]))
    return Row(pack.text(lying)) if lying else said("picture.empty")


def hand_lines(view: View, pack: Pack) -> list[Line]:
    """A line for each seat: the cards that the viewer may see, and the number of the others."""
    found = []
    for seat in range(view["seats"]):
        shown, more = view["hands"][seat]
        parts: list[Value] = [Row(pack.shown(shown))] if shown else []
        if more:
            parts.append(said("picture.hidden" if shown else "picture.cards", n=more))
        found.append(Line(said("label.hand", name=Seat(seat)), series(parts or [said("picture.no_cards")])))
    return found


def pile_lines(view: View, pack: Pack, visibility: int) -> list[Line]:
    """A line for each side: how many cards it has taken, and which, where the options or the count let them be seen."""
    found = []
    for side in range(view["sides"]):
        cards = view["piles"][side]
        mine = 0 <= view.seat < view["seats"] and view.seat % view["sides"] == side
        lies_open = (
            visibility == OPEN_PILES or (visibility == OWN_PILE and mine) or view["turn"] < 0 or view.seat == OPEN
        )
        size = bits.size(cards)
        content = said("picture.cards", n=size)
        if lies_open and cards:
            content = said("picture.cards.open", n=size, cards=Row(pack.shown(cards)))
        found.append(Line(said("label.pile", side=Side(side)), content))
    return found


def stock_line(view: View, pack: Pack, under: int = 0) -> Line:
    """The stock with so many cards under it: their number, and its cards from the top where they lie open."""
    stock = view["stock"]
    size = len(stock) + under
    known = [pack.name(n) for n in reversed(stock) if n is not None]
    if view.seat == OPEN and known:
        return Line(said("label.stock"), said("picture.cards.open", n=size, cards=Row(" ".join(known))))
    return Line(said("label.stock"), said("picture.cards", n=size))


def fishing_picture(view: View, pack: Pack) -> list[Line]:
    """Kontsina and Konchinka: table, hands, stock, piles."""
    table = Line(said("label.table"), in_order(view, pack, view["table"]))
    return [table, *hand_lines(view, pack), stock_line(view, pack), *pile_lines(view, pack, view["pile_visibility"])]
