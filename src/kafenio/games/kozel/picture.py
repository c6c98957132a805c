"""The picture of a Kozel table, in lines."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio import bits
from kafenio.audience import OPEN, View
from kafenio.cards import FRENCH_36
from kafenio.game import Line
from kafenio.games.kozel.words import BEATEN, BURIED, CLAIMS, cards_text, trump_name
from kafenio.games.pictures import hand_lines

__all__ = ["kozel_picture"]


def kozel_picture(view: View) -> list[Line]:
    """Trump, trick, hands, stock, piles, the last trick, scores."""
    under = f", {cards_text(view['turned'])} lies under the stock" if view["turned"] else ""
    return [
        Line("trump", trump_name(view["trump"]) + under),
        *trick_lines(view),
        *hand_lines(view, FRENCH_36),
        stock_line(view),
        *(pile_line(view, side) for side in range(view["sides"])),
        *last_line(view),
        *score_lines(view),
    ]


def trick_lines(view: View) -> list[Line]:
    """Claims heard, what has been played, and what wins so far."""
    heard = [f"seat {s} {CLAIMS[c]}" for s, c in enumerate(view["claims"]) if c]
    found = [Line("claims", ", ".join(heard))] if heard else []
    if view["asked"]:
        found.append(Line("claims", "being asked for"))
    if view["lead"]:
        found.append(Line("lead", f"seat {view['leader']}: {cards_text(view['lead'])}"))
        for i in range(1, view["seats"]):
            seat = (view["leader"] + i) % view["seats"]
            shown, (known, more) = view["shown"][seat], view["heaps"][seat]
            if shown:
                found.append(Line("reply", f"seat {seat}: {cards_text(shown)}"))
            elif known or more:
                texts = [cards_text(known)] if known else []
                texts += [f"{more} face down"] if more else []
                found.append(Line("thrown", f"seat {seat}: {', '.join(texts)}"))
        found.append(Line("best", f"seat {view['taking']}: {cards_text(view['best'])}"))
    return found


def stock_line(view: View) -> Line:
    """The stock with the turn-up, which is drawn last; its cards from the top where they lie open."""
    size = len(view["stock"]) + bits.size(view["turned"])
    known = [FRENCH_36.name(n) for n in reversed(view["stock"]) if n is not None]
    text = f"{size} card{'' if size == 1 else 's'}"
    return Line("stock", f"{text}: {' '.join(known)}" if view.seat == OPEN and known else text)


def pile_line(view: View, side: int) -> Line:
    """What a side has taken: the cards that the viewer has seen, and the number of the others."""
    known, more = view["piles"][side] | view["heaps"][BURIED + side].shown, view["heaps"][BURIED + side].more
    for i in range(view["beaten"]):
        if view["beaten_side"][i] == side:
            known |= view["heaps"][BEATEN + i].shown
            more += view["heaps"][BEATEN + i].more
    texts = [cards_text(known)] if known else []
    texts += [f"{more} face down"] if more else []
    return Line(f"pile of side {side}", ", ".join(texts) or "nothing")


def last_line(view: View) -> list[Line]:
    """The cards shown in the trick before."""
    if view["last_taker"] < 0:
        return []
    shown: Sequence[int] = view["last"]
    cards = [f"seat {s} {cards_text(c)}" for s, c in enumerate(shown) if c]
    return [Line("last trick", f"taken by seat {view['last_taker']}: {', '.join(cards)}")]


def score_lines(view: View) -> list[Line]:
    """Penalty points, or purses without this deal's stakes, and the pot."""
    scores = view["scores"][: view["sides"]]
    if not view["money"]:
        return [Line("penalty points", " ".join(map(str, scores)))]
    return [Line("pot", str(view["pot"])), Line("purses", " ".join(str(n - view["stake"]) for n in scores))]
