"""What the greedy players of several games share: reading a play, and what the cards of a table are to the next seat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb

from kafenio import bits
from kafenio.audience import View
from kafenio.cards import Pack
from kafenio.message import Message, said

__all__ = [
    "best_sums",
    "brings",
    "effort",
    "expected_best",
    "holds",
    "likelihood",
    "next_hand",
    "played_and_taken",
    "unseen",
]

CARD = re.compile(r"(?:[A2-9TJQK]|1[0-2]|1)[cdhseb]")


def played_and_taken(pack: Pack, text: str) -> tuple[int, int]:
    """The card that a `lay`, `x` or `answer` plays, and the set that it takes."""
    card, *taken = [pack.number(name) for name in CARD.findall(text)]
    return card, sum(bits.bit(n) for n in taken)


def effort(text: str) -> int:
    """How many cards a play takes: so many have to be seen on the table."""
    return max(0, len(CARD.findall(text)) - 1)


def unseen(view: View, pack: Pack, table: int) -> int:
    """Every card that the viewer has not seen lying, captured or in a hand it knows: in stock or other hands."""
    gone = table
    for field in ("piles", "spent"):
        for cards in view[field]:
            gone |= cards
    for part in view["hands"]:
        gone |= part.shown
    return bits.run(len(pack), 0) & ~gone


@cache
def holds(alike: int, hand: int, hidden: int) -> float:
    """How likely a hand of so many cards out of `hidden` holds one of `alike` of them."""
    if alike <= 0 or hand <= 0:
        return 0.0
    if hidden - alike < hand:
        return 1.0
    return 1.0 - comb(hidden - alike, hand) / comb(hidden, hand)


def likelihood(view: View, seat: int, cards: int, hidden: int) -> float:
    """How likely a seat holds one of these cards, `hidden` being all that the viewer has not seen."""
    part = view["hands"][seat]
    if part.shown & cards:
        return 1.0
    able = hidden & ~view["bars"][seat]
    return holds(bits.size(cards & able), part.more, bits.size(able))


def next_hand(view: View, after: int) -> int:
    """The next seat in turn that holds cards; -1 if none does."""
    seats: int = view["seats"]
    for i in range(1, seats):
        seat = (after + i) % seats
        part = view["hands"][seat]
        if part.shown or part.more:
            return seat
    return -1


def expected_best(chances: Iterable[tuple[float, float]]) -> float:
    """The mean of the best gain, from pairs of gain and how likely it can be had, as if they were independent."""
    rest, total = 1.0, 0.0
    for gain, chance in sorted(chances, reverse=True):
        if gain <= 0:
            break
        total += rest * chance * gain
        rest *= 1.0 - chance
    return total


def best_sums(cards: Sequence[tuple[int, float]], most: int) -> list[float]:
    """By sum from 0 to `most`: the most that a set of these (value, worth) is worth; 0 for a sum out of reach."""
    best = [0.0] + [-1.0] * most
    for value, worth in cards:
        for total in range(most, value - 1, -1):
            before = best[total - value]
            if before >= 0.0 and before + worth > best[total]:
                best[total] = before + worth
    return [max(worth, 0.0) for worth in best]


def brings(pack: Pack, cards: int, dear: Mapping[int, str]) -> Message:
    """A sentence on a capture in a pack with clubs: how many cards and clubs, and which of those that have a message."""
    clubs = sum(pack.name(n).endswith("c") for n in pack.members(cards))
    parts = [said("why.cards", n=bits.size(cards))]
    if clubs:
        parts.append(said("why.clubs", n=clubs))
    parts += [said(key) for n, key in dear.items() if cards & bits.bit(n)]
    return said("why.brings", what=tuple(parts))
