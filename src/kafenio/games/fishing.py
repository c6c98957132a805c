"""What two or more of the fishing games call. Cards: number = 4 * rank + suit, values rank + 1.

`lift` is 1 where the figures count one more (a jack 12 instead of 11).
"""

from __future__ import annotations

import math

from kafenio import bits, memory, plays
from kafenio.contract import Plays
from kafenio.games import outlook

__all__ = ["add_captures", "add_sums", "add_unions", "most", "rank_worth", "share", "sums", "takers", "worth"]

FIGURE = 10  # the rank of the lowest figure
NUMERALS = (1 << 40) - 1
LOW = (1 << 10) - 1  # the ranks of numerals
MANY = 1 << 15  # unions that one card may choose from; see docs/decisions/so-many-unions.md


def worth(rank: int, lift: int) -> int:
    """The value of a rank."""
    return rank + 1 + lift if rank >= FIGURE else rank + 1


def rank_worth(value: int, lift: int) -> int:
    """The rank of a value, -1 if there is none."""
    if value <= FIGURE:
        return value - 1
    rank = value - 1 - lift
    return rank if FIGURE <= rank < 13 else -1


def add_sums(out: Plays, base: int, total: int, cards: int, lift: int) -> None:
    """Every set of two or more of these cards whose values add up to total."""
    small = cards & bits.run(4 * (total // 2), 0)
    while small:
        card = small & -small
        small ^= card
        rest = total - bits.number(card) // 4 - 1
        higher = cards & bits.above(card)
        if higher & bits.run(4 * (rest // 2), 0):
            add_sums(out, base | card, rest, higher, lift)
        rank = rank_worth(rest, lift)
        exact = higher & bits.run(4, 4 * rank) if rank >= 0 else 0
        while exact:
            plays.add(out, base | card | exact & -exact)
            exact &= exact - 1


def add_captures(
    out: Plays, able: int, table: int, pool: int, totals: int, lift: int, raised: int, several: int, equal_first: int
) -> None:
    """What each of these cards may take: an equal card, or a set of the pool by sum; unions if several.

    `totals` are the sums of the pool that a card may take, a figure those that are higher by `raised`.
    """
    while able:
        number = bits.number(able)
        able &= able - 1
        base = bits.play(number, 0)
        start = out.size
        equal = same = table & bits.run(4, number // 4 * 4)
        while same:
            plays.add(out, base | same & -same)
            same &= same - 1
        total = worth(number // 4, raised)
        if totals & bits.bit(total) and not (equal_first and equal):
            add_sums(out, base, total, pool, lift)
        if several and out.size > start + 1:
            add_unions(out, start)


def add_unions(out: Plays, start: int) -> None:
    """In place of the captures from `start` on: every union of some that share no card, each once, ascending.

    Once there are MANY of them only the captures that are left are added, no more unions.
    """
    first = out.size
    tidy = first + 64
    for i in range(start, first):
        taken = bits.body(out.items[i])
        end = out.size
        plays.add(out, out.items[i])
        if end - first > MANY:
            continue
        for k in range(first, end):
            if bits.body(out.items[k]) & taken == 0:
                plays.add(out, out.items[k] | taken)
        if out.size > tidy:
            make_unique(out, first)
            tidy = 2 * out.size
    make_unique(out, first)
    for i in range(first, out.size):
        out.items[start + i - first] = out.items[i]
    out.size -= first - start


def make_unique(out: Plays, first: int) -> None:
    """The plays from `first` on, ascending, each once."""
    memory.sort(out.items, first, out.size)
    end = first
    for i in range(first, out.size):
        if i == first or out.items[i] != out.items[i - 1]:
            out.items[end] = out.items[i]
            end += 1
    out.size = end


def sums(cards: int, lift: int) -> int:
    """Bit v for every total v < 64 that two or more of these cards add up to."""
    cards = cards & NUMERALS | bits.up(cards & ~NUMERALS, 4 * lift)
    one = many = 0
    while cards:
        value = bits.number(cards) // 4 + 1
        cards &= cards - 1
        many |= bits.up(many | one, value)
        one |= bits.bit(value)
    return many


def takers(table: int, totals: int, raised: int) -> int:
    """Every card that could take an equal card of the table, or one of these totals."""
    ranks = bits.down(totals, 1) & LOW | bits.down(totals, 1 + raised) & ~LOW
    return bits.alike(table) | bits.fours(ranks)


def most(piles: list[int], cards: int, side: int, sides: int, least: int) -> int:
    """2 if a side has strictly most of these cards, 1 if it is level at the top, else 0; below `least` nobody counts."""
    mine = bits.size(piles[side] & cards)
    if mine < least:
        return 0
    level = 0
    for other in range(sides):
        theirs = bits.size(piles[other] & cards)
        if theirs > mine:
            return 0
        if theirs == mine:
            level += 1
    return 2 if level == 1 else 1


def share(piles: list[int], cards: int, side: int, sides: int, stray: float) -> float:
    """How likely a side gets the most of these cards: a lead strays with what is to come."""
    mine = bits.size(piles[side] & cards)
    rest = bits.size(cards)
    for other in range(sides):
        rest -= bits.size(piles[other] & cards)
    odds = 0.0
    for other in range(sides):
        lead = bits.size(piles[other] & cards) - mine
        odds += outlook.against(lead, stray * math.sqrt(rest + 1.0))
    return 1.0 / odds
