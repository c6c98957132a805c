"""Tables of Kozel for the tests: packs that deal given hands, plays in notation, accounts of matches."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.audience import Event
from kafenio.cards import FRENCH_36 as PACK
from kafenio.contract import Deal
from kafenio.game import Result
from kafenio.games.kozel import Kozel
from kafenio.games.kozel.deal import KozelDeal
from kafenio.games.kozel.tally import KozelTally

__all__ = ["cards", "dealt", "enter", "hand", "hidden", "kozel", "legal", "names", "pile", "say", "tally"]


def kozel(**options: object) -> Kozel:
    game = Kozel.of(None, **options)
    assert isinstance(game, Kozel)
    return game


def tally(**options: object) -> KozelTally:
    return kozel(**options).tally()


def dealt(
    hands: Mapping[int, str],
    *,
    dealer: int | None = None,
    turned: str = "",
    stock: str = "",
    facts: Mapping[str, int | list[int]] | None = None,
    **options: object,
) -> KozelDeal:
    """A deal with these hands, turn-up and top of the stock. Seat 0 leads unless told; the others get low cards of all suits."""
    game = kozel(**options)
    known = {**game.tally().facts(), "dealer": game.seats - 1 if dealer is None else dealer, "deal_number": 1}
    known.update(facts or {})
    pack = game.pack(known)
    named = [n for text in (*hands.values(), turned, stock) for n in PACK.listed(text)]
    rest = sorted((n for n in pack if n not in named), key=lambda n: (n % 9, n))
    start = known["dealer"]
    present = known["present"]
    assert isinstance(start, int) and isinstance(present, int)
    order = [s for i in range(game.seats) if present >> (s := (start + 1 + i) % game.seats) & 1]
    held = {s: PACK.listed(hands[s]) if s in hands else [rest.pop(0) for _ in range(4)] for s in order}
    tail = PACK.listed(turned) or [rest.pop(0)]
    deal = game.deal([held[s][i] for i in range(4) for s in order] + tail + PACK.listed(stock) + rest, known)
    assert isinstance(deal, KozelDeal)
    return deal


def say(deal: KozelDeal, *lines: str) -> list[Event]:
    """Plays such as `0 lead Kh 8h`, answers without a choice in between; the events of the last."""
    events: list[Event] = []
    for line in lines:
        seat, _, text = line.partition(" ")
        if not text.startswith(("claim", "no claim")):
            deal.answer_forced()
        events = deal.play(int(seat), deal.read(int(seat), text))
    return events


def legal(deal: KozelDeal, seat: int) -> list[str]:
    return [deal.text(play) for play in deal.legal(seat)]


def cards(text: str) -> int:
    return PACK.cards(text)


def names(cards: int) -> str:
    return PACK.shown(cards)


def hand(deal: Deal, seat: int) -> str:
    return names(deal.hands[seat])


def pile(deal: KozelDeal, side: int) -> int:
    """Everything that a side has taken."""
    taken = deal.piles[side] | deal.heaps[5 + side]
    for i in range(deal.beaten):
        taken |= deal.heaps[10 + i] if deal.beaten_side[i] == side else 0
    return taken


def hidden(deal: KozelDeal, viewer: int | None, text: str) -> bool:
    """Whether a viewer has seen none of these cards, wherever they lie."""
    view = deal.view(viewer)
    shown = 0
    for name in ("hands", "heaps"):
        for part in view[name]:
            shown |= part.shown
    for name in ("piles", "shown", "last"):
        for mask in view[name]:
            shown |= mask
    return not shown & cards(text)


def enter(account: KozelTally, *deals: tuple[int, ...]) -> KozelTally:
    """Deals by their points, the dealers in turn; none after the end."""
    for dealer, points in enumerate(deals):
        assert not account.winners
        account.add(Result(points), dealer % account.sides)
    return account
