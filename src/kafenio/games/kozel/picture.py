"""The picture of a Kozel table, in lines."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio import bits
from kafenio.audience import View
from kafenio.cards import FRENCH_36
from kafenio.game import Line
from kafenio.games.kozel.words import BEATEN, BURIED, CLAIMS, cards_text, trump_name
from kafenio.games.pictures import hand_lines, stock_line
from kafenio.message import Row, Seat, Side, Value, said, series

__all__ = ["kozel_picture"]


def kozel_picture(view: View) -> list[Line]:
    """Trump, trick, hands, stock, piles, the last trick, scores."""
    trump = said(f"suits.{trump_name(view['trump'])}")
    if view["turned"]:
        trump = said("picture.trump.under", trump=trump, cards=Row(cards_text(view["turned"])))
    return [
        Line(said("label.trump"), trump),
        *trick_lines(view),
        *hand_lines(view, FRENCH_36),
        stock_line(view, FRENCH_36, bits.size(view["turned"])),  # the turn-up is drawn last
        *(pile_line(view, side) for side in range(view["sides"])),
        *last_line(view),
        *score_lines(view),
    ]


def trick_lines(view: View) -> list[Line]:
    """Claims heard, what has been played, and what wins so far."""
    heard = [
        said("picture.said", name=Seat(s), what=said(f"picture.claim.{CLAIMS[c]}"))
        for s, c in enumerate(view["claims"])
        if c
    ]
    found = [Line(said("label.claims"), series(heard))] if heard else []
    if view["asked"]:
        found.append(Line(said("label.claims"), said("picture.asked")))
    if view["lead"]:
        found.append(Line(said("label.lead"), played(view["leader"], Row(cards_text(view["lead"])))))
        for i in range(1, view["seats"]):
            seat = (view["leader"] + i) % view["seats"]
            shown, (known, more) = view["shown"][seat], view["heaps"][seat]
            if shown:
                found.append(Line(said("label.reply"), played(seat, Row(cards_text(shown)))))
            elif known or more:
                found.append(Line(said("label.thrown"), played(seat, series(lying(known, more)))))
        found.append(Line(said("label.best"), played(view["taking"], Row(cards_text(view["best"])))))
    return found


def played(seat: int, cards: Value) -> Value:
    """What a seat has put down."""
    return said("picture.played", name=Seat(seat), cards=cards)


def lying(known: int, more: int) -> list[Value]:
    """Cards that the viewer has seen, and the number of the others."""
    found: list[Value] = [Row(cards_text(known))] if known else []
    return [*found, said("picture.face_down", n=more)] if more else found


def pile_line(view: View, side: int) -> Line:
    """What a side has taken."""
    known, more = view["piles"][side] | view["heaps"][BURIED + side].shown, view["heaps"][BURIED + side].more
    for i in range(view["beaten"]):
        if view["beaten_side"][i] == side:
            known |= view["heaps"][BEATEN + i].shown
            more += view["heaps"][BEATEN + i].more
    return Line(said("label.pile", side=Side(side)), series(lying(known, more) or [said("picture.nothing")]))


def last_line(view: View) -> list[Line]:
    """The cards shown in the trick before."""
    if view["last_taker"] < 0:
        return []
    shown: Sequence[int] = view["last"]
    plays = [said("picture.each", name=Seat(s), cards=Row(cards_text(c))) for s, c in enumerate(shown) if c]
    taken = said("picture.taken", name=Seat(view["last_taker"]), plays=series(plays))
    return [Line(said("label.last_trick"), taken)]


def score_lines(view: View) -> list[Line]:
    """Penalty points, or purses without this deal's stakes, and the pot."""
    scores = view["scores"][: view["sides"]]
    if not view["money"]:
        return [Line(said("label.penalty"), scored(scores))]
    purses = [n - view["stake"] for n in scores]
    return [Line(said("label.pot"), view["pot"]), Line(said("label.purses"), scored(purses))]


def scored(numbers: Sequence[int]) -> Value:
    """A number for each side."""
    return series([said("picture.score", side=Side(side), number=n) for side, n in enumerate(numbers)])
