"""The picture of a table, in lines: what the games share."""

from __future__ import annotations

from kafenio import bits
from kafenio.audience import OPEN, View
from kafenio.cards import Pack
from kafenio.game import Line

__all__ = ["OWN_PILE", "fishing_picture", "hand_lines", "in_order", "pile_lines", "stock_line"]

OWN_PILE, OPEN_PILES = 1, 2  # pile_visibility


def in_order(view: View, pack: Pack, cards: int) -> str:
    """Table cards in the order they lie."""
    return pack.text(sorted(pack.members(cards), key=lambda n: int(view["laid_at"][n]))) or "empty"


def hand_lines(view: View, pack: Pack) -> list[Line]:
    """A line for each seat: the cards that the viewer may see, and the number of the others."""
    found = []
    for seat in range(view["seats"]):
        shown, more = view["hands"][seat]
        texts = [pack.shown(shown)] if shown else []
        if more:
            texts.append(f"{more} hidden" if shown else f"{more} cards" if more > 1 else "1 card")
        mine = " (yours)" if seat == view.seat else ""
        found.append(Line(f"seat {seat}{mine}", ", ".join(texts) or "no cards"))
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
        text = f"{size} card{'' if size == 1 else 's'}"
        found.append(Line(f"pile of side {side}", f"{text}: {pack.shown(cards)}" if lies_open and cards else text))
    return found


def stock_line(view: View, pack: Pack) -> Line:
    """The stock: its size, and its cards from the top where they lie open."""
    stock = view["stock"]
    known = [pack.name(n) for n in reversed(stock) if n is not None]
    lies_open = view.seat == OPEN and known
    return Line("stock", f"{len(stock)} cards: {' '.join(known)}" if lies_open else f"{len(stock)} cards")


def fishing_picture(view: View, pack: Pack) -> list[Line]:
    """Kontsina and Konchinka: table, hands, stock, piles."""
    table = Line("table", in_order(view, pack, view["table"]))
    return [table, *hand_lines(view, pack), stock_line(view, pack), *pile_lines(view, pack, view["pile_visibility"])]
