"""What a Konchinka deal says: plays in notation, and the events that a play causes. Plain Python, never compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafenio import bits
from kafenio.audience import EVERYONE, Event
from kafenio.cards import FRENCH_52

if TYPE_CHECKING:
    from kafenio.games.konchinka.deal import KonchinkaDeal

__all__ = ["FINISH", "events", "opened", "text"]

FINISH = 52  # the head of a play without a card


def on_table(deal: KonchinkaDeal, cards: int) -> list[int]:
    """Card numbers in the order they lie on the table."""
    return sorted(FRENCH_52.members(cards), key=lambda n: int(deal.laid_at[n]))


def names(deal: KonchinkaDeal, cards: int) -> tuple[str, ...]:
    """Card names in the order they lie on the table."""
    return tuple(FRENCH_52.name(n) for n in on_table(deal, cards))


def text(deal: KonchinkaDeal, play: int) -> str:
    """`finish`, `8h x 3c+5d` or `lay 8h`."""
    if bits.head(play) == FINISH:
        return "finish"
    card = FRENCH_52.name(bits.head(play))
    taken = bits.body(play)
    return f"{card} x {'+'.join(names(deal, taken))}" if taken else f"lay {card}"


def opened(deal: KonchinkaDeal) -> list[Event]:
    """Hands, the layout as it was opened first, and each card that went back with the one in its place."""
    layout = on_table(deal, deal.table)
    end = deal.returns
    while end:  # undone batch by batch: in a batch a card may have come back in the place of another
        first = deal.batch[end - 1]
        places = [layout.index(deal.replaced[i]) for i in range(first, end)]
        for i, place in enumerate(places, first):
            layout[place] = deal.returned[i]
        end = first
    name = FRENCH_52.name
    return [
        *deal.dealt_events(FRENCH_52.names),
        Event("layout", cards=tuple(name(n) for n in layout)),
        *(Event("returned", cards=(name(deal.returned[i]), name(deal.replaced[i]))) for i in range(deal.returns)),
    ]


def events(before: KonchinkaDeal, after: KonchinkaDeal, seat: int, play: int) -> list[Event]:
    """What a play caused."""
    finished = [Event("finished", seat, facts={"side": after.finisher})] if after.finisher >= 0 else []
    if bits.head(play) == FINISH:
        return finished
    card, taken = bits.head(play), bits.body(play)
    name = FRENCH_52.name(card)
    found = [Event("captured", seat, (name, *names(before, taken))) if taken else Event("laid", seat, (name,))]
    if after.sweep_bonus and sum(after.sweeps) > sum(before.sweeps):
        found.append(Event("sweep", seat))
    if after.left < before.left:
        found += after.dealt_events(FRENCH_52.names)
    rest = before.table ^ taken if taken else before.table | bits.bit(card)
    if after.turn < 0 and not finished and after.last_taker >= 0 and rest:
        found.append(Event("leftovers", cards=names(after, rest), facts={"side": after.last_taker}, to=EVERYONE))
    return found + finished
