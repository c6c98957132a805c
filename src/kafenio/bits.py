"""Sets of cards as bits: the only place with shifts. Read as Python here; bits.pxd holds the same functions in C.

A set is an int below 2**52, bit n = card number n. A play is a head of 12 bits above a body of 52.
"""

from __future__ import annotations

WORD = 0xFFFFFFFFFFFFFFFF
BODY = 0xFFFFFFFFFFFFF


def bit(number: int) -> int:
    """The set of one card."""
    return 1 << number


def number(card: int) -> int:
    """The number of the only (or lowest) card of a non-empty set."""
    return (card & -card).bit_length() - 1


def highest(cards: int) -> int:
    """The card with the highest number of a non-empty set."""
    return 1 << cards.bit_length() - 1


def size(cards: int) -> int:
    return cards.bit_count()


def run(width: int, start: int) -> int:
    """`width` cards from number `start` on; width < 64."""
    return (1 << width) - 1 << start


def above(card: int) -> int:
    """Every number higher than that of a one-card set."""
    return -(card << 1) & WORD


def alike(cards: int) -> int:
    """Every card of the ranks in a set (number = 4 * rank + suit)."""
    cards |= cards >> 1 & 0x7777777777777
    cards |= cards >> 2 & 0x3333333333333
    return (cards & 0x1111111111111) * 15


def fours(ranks: int) -> int:
    """The four cards of each rank in a set of rank numbers, of those below 13 (number = 4 * rank + suit)."""
    ranks &= 0x1FFF
    ranks = (ranks | ranks << 24) & 0xFF000000FF
    ranks = (ranks | ranks << 12) & 0xF000F000F000F
    ranks = (ranks | ranks << 6) & 0x3030303030303
    ranks = (ranks | ranks << 3) & 0x1111111111111
    return ranks * 15


def wrap(n: int, seats: int) -> int:
    """n % seats for n < 2 * seats: a division costs as much as a whole play."""
    return n - seats if n >= seats else n


def up(numbers: int, by: int) -> int:
    """Every number raised; by < 64."""
    return numbers << by & WORD


def down(numbers: int, by: int) -> int:
    """Every number lowered, without those that fall below 0; by < 64."""
    return numbers >> by


def byte(word: int, i: int) -> int:
    """The i-th byte of a word; i < 8."""
    return word >> 8 * i & 255


def at_byte(n: int, i: int) -> int:
    """A word whose i-th byte is n < 256."""
    return n << 8 * i


def play(head: int, body: int) -> int:
    return head << 52 | body


def head(play: int) -> int:
    return play >> 52


def body(play: int) -> int:
    return play & BODY


def step(state: int) -> int:
    """The next state of the generator (PCG: a 64-bit linear congruence)."""
    return state * 6364136223846793005 + 1442695040888963407 & WORD


def output(state: int) -> int:
    """32 random bits of a state (PCG XSH-RR)."""
    x = (state >> 18 ^ state) >> 27 & 0xFFFFFFFF
    r = state >> 59
    return (x >> r | x << (-r & 31)) & 0xFFFFFFFF


def scale(word: int, n: int) -> int:
    """A 32-bit word mapped to 0 … n-1."""
    return word * n >> 32


def stir(state: int, word: int) -> int:
    """A hash of 64 bits, a word further."""
    state = (state ^ word) * 0x9E3779B97F4A7C15 & WORD
    return state ^ state >> 29


def mix(node: int, play: int) -> int:
    """A hash of a node and a play, below 2**32."""
    return (play ^ node * 0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93 >> 32 & 0xFFFFFFFF
