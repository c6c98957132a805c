"""What the table sees of a Ronda deal.

Kinds of its own: tapped (cards: played, then taken, which now lie apart), answered (facts level), chain (an open tap is
settled: its cards go to the last caller's pile; facts level 1-3, missa), announced (facts kind: ronda, two_rondas, tringla),
passed, called (facts seat), last_round ("Khlassou!", R16), points (facts side, reason, points) after what earned them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafenio import bits
from kafenio.audience import Event
from kafenio.cards import LATIN_40

if TYPE_CHECKING:
    from kafenio.games.ronda.deal import RondaDeal

__all__ = ["REASONS", "Step", "caused", "forced", "names", "opened"]

REASONS = ("ronda", "tringla", "missa", "bount", "khamsa", "aachra", "hidden", "call", "dealer_last", "cards")
LEVELS = {"bount": 1, "khamsa": 2, "aachra": 3}


class Step(NamedTuple):
    """A scoring step: its reason, the seat that brought it about, what else the score-sheet tells, the points by side.

    what[0], what[1]: for announcements the seats with rondas, those with tringlas in the bits from 4 on, and the number of
    rondas; for taps and answers 1 with a missa; for hidden the combination and the one that won (16 * kind + rank); for call
    the seat called and what it hid, 0 if nothing; for dealer_last the card, and 1 if it captured.
    """

    reason: str
    seat: int
    what: tuple[int, int]
    points: tuple[int, ...]


def names(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(LATIN_40.name(n) for n in numbers)


def opened(deal: RondaDeal) -> list[Event]:
    """Hands dealt, the layout as first opened, its repairs."""
    found = deal.dealt_events(LATIN_40.names)
    if not deal.table:
        return found
    layout = deal.on_table(deal.table)
    repairs = [(deal.returned[i], deal.replaced[i]) for i in range(deal.returns)]
    for out, back_in in reversed(repairs):
        layout[layout.index(back_in)] = out
    found.append(Event("layout", cards=names(layout)))
    return found + [Event("returned", cards=names(repair)) for repair in repairs]


def caused(before: RondaDeal, deal: RondaDeal, seat: int, play: int) -> list[Event]:
    """What a play caused, scoring steps in their order (R55)."""
    verb, number, body = deal.parts(play)
    steps = deal.scored()[before.steps :]
    found: list[Event] = []
    apart, rest = before.apart, before.table
    if verb in ("announce", "pass", "call"):
        found.append(word(seat, verb, body))
    else:
        card = bits.bit(number)
        if before.chain and verb != "answer":  # settled before the card lies on the table (R46)
            found += scored(deal, steps[:1], apart, 0)
            steps = steps[1:]
        found.append(played(before, seat, verb, number, body))
        apart = apart | card if before.chain else card | body
        rest = rest & ~body if body or verb == "answer" else rest | card
    found += scored(deal, steps, apart, rest)
    if deal.left < before.left:
        if deal.left == 0:
            found.append(Event("last_round", deal.dealer))
        found += deal.dealt_events(LATIN_40.names)
    return found


def forced(before: RondaDeal) -> list[Event]:
    """Every pass without a choice, one by one."""
    found = []
    deal = before.copy()
    while deal.asked and deal.choices(deal.turn) == 1:
        then = deal.copy()
        play = then.pick(then.turn, 0)
        found += then.events(deal, deal.turn, play)
        deal = then
    return found


def word(seat: int, verb: str, body: int) -> Event:
    if verb == "announce":
        return Event("announced", seat, facts={"kind": {3: "tringla", 4: "two_rondas"}.get(body, "ronda")})
    return Event("passed", seat) if verb == "pass" else Event("called", seat, facts={"seat": body})


def played(before: RondaDeal, seat: int, verb: str, number: int, taken: int) -> Event:
    cards = names([number, *LATIN_40.members(taken)])
    if verb == "answer":
        return Event("answered", seat, cards, {"level": before.chain + 1})
    if not taken:
        return Event("laid", seat, cards)
    tap = before.laid_last and before.last_card // 4 == number // 4 and verb != "quiet"
    return Event("tapped" if tap else "captured", seat, cards)


def scored(deal: RondaDeal, steps: Sequence[Step], apart: int, rest: int) -> list[Event]:
    """For each step the cards that change place, or the missa, then its points."""
    found = []
    for step in steps:
        if step.reason in LEVELS:
            facts = {"level": LEVELS[step.reason], "missa": step.what[0]}
            found.append(Event("chain", step.seat, names(LATIN_40.members(apart)), facts))
        elif step.reason == "missa":
            found.append(Event("sweep", step.seat))
        elif step.reason == "cards" and rest and deal.last_taker >= 0:
            found.append(Event("leftovers", cards=names(deal.on_table(rest)), facts={"side": deal.last_taker}))
        for side, gain in enumerate(step.points):
            if gain:
                found.append(Event("points", facts={"side": side, "reason": step.reason, "points": gain}))
    return found
