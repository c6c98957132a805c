"""The C functions of bits.pxd, reachable from Python: for tests."""

from __future__ import annotations

from kafenio import bits


def bit(number: int) -> int:
    return bits.bit(number)


def number(card: int) -> int:
    return bits.number(card)


def highest(cards: int) -> int:
    return bits.highest(cards)


def size(cards: int) -> int:
    return bits.size(cards)


def run(width: int, start: int) -> int:
    return bits.run(width, start)


def above(card: int) -> int:
    return bits.above(card)


def alike(cards: int) -> int:
    return bits.alike(cards)


def fours(ranks: int) -> int:
    return bits.fours(ranks)


def wrap(n: int, seats: int) -> int:
    return bits.wrap(n, seats)


def up(numbers: int, by: int) -> int:
    return bits.up(numbers, by)


def down(numbers: int, by: int) -> int:
    return bits.down(numbers, by)


def byte(word: int, i: int) -> int:
    return bits.byte(word, i)


def at_byte(n: int, i: int) -> int:
    return bits.at_byte(n, i)


def play(head: int, body: int) -> int:
    return bits.play(head, body)


def head(play: int) -> int:
    return bits.head(play)


def body(play: int) -> int:
    return bits.body(play)


def step(state: int) -> int:
    return bits.step(state)


def output(state: int) -> int:
    return bits.output(state)


def scale(word: int, n: int) -> int:
    return bits.scale(word, n)


def stir(state: int, word: int) -> int:
    return bits.stir(state, word)


def mix(node: int, play: int) -> int:
    return bits.mix(node, play)
