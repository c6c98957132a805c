"""bits.pxd against bits.py: the probe is compiled when the package is."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from kafenio import bits, probe

EDGES = [0, 1, 2, 3, 31, 32, 51, 52, 62, 63]


def functions(module: ModuleType) -> set[str]:
    return {name for name, thing in vars(module).items() if callable(thing) and not name.startswith("_")}


def test_every_function_has_its_twin_in_the_probe() -> None:
    assert functions(probe) == functions(bits)


@pytest.mark.parametrize("n", range(64))
def test_one_bit(n: int) -> None:
    assert probe.bit(n) == bits.bit(n) == 2**n
    assert probe.number(2**n) == bits.number(2**n) == n
    assert probe.highest(2**n) == bits.highest(2**n) == bits.highest(2 ** (n + 1) - 1) == 2**n
    assert probe.above(2**n) == bits.above(2**n) == 2**64 - 2 ** (n + 1)


@pytest.mark.parametrize("start", EDGES)
@pytest.mark.parametrize("width", EDGES[:-2])
def test_a_run_has_its_width_from_its_start_on(width: int, start: int) -> None:
    if width + start < 64:
        assert probe.run(width, start) == bits.run(width, start) == sum(2**n for n in range(start, start + width))


@pytest.mark.parametrize("i", range(8))
def test_bytes_of_a_word(i: int) -> None:
    rng = random.Random(i)
    for n in (0, 1, 127, 128, 255, rng.getrandbits(8)):
        assert probe.at_byte(n, i) == bits.at_byte(n, i) == n * 256**i
    for _ in range(100):
        word = rng.getrandbits(64)
        assert probe.byte(word, i) == bits.byte(word, i) == word.to_bytes(8, "little")[i]


def test_all_words() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        a, b, n = rng.getrandbits(64), rng.getrandbits(64), 1 + rng.getrandbits(12)
        assert probe.highest(a | 1) == bits.highest(a | 1)
        assert probe.size(a) == bits.size(a) == bin(a).count("1")
        assert probe.play(a >> 52, b >> 12) == bits.play(a >> 52, b >> 12)
        assert probe.head(a) == bits.head(a) == a // 2**52
        assert probe.body(a) == bits.body(a) == a % 2**52
        assert probe.alike(a >> 12) == bits.alike(a >> 12)
        assert probe.up(a, n % 64) == bits.up(a, n % 64)
        assert probe.down(a, n % 64) == bits.down(a, n % 64)
        assert probe.wrap(n % 10, 5) == bits.wrap(n % 10, 5) == n % 5
        assert probe.step(a) == bits.step(a)
        assert probe.stir(a, b) == bits.stir(a, b)
        assert probe.output(a) == bits.output(a)
        assert probe.scale(a >> 32, n) == bits.scale(a >> 32, n)
        assert probe.mix(a >> 40, b) == bits.mix(a >> 40, b)
        assert probe.stir(a, b) == bits.stir(a, b)


@pytest.mark.parametrize("rank", range(13))
def test_alike_fills_up_the_ranks(rank: int) -> None:
    for suits in range(1, 16):
        assert bits.alike(suits << 4 * rank) == 15 << 4 * rank


def test_fours_fills_up_ranks() -> None:
    for ranks in range(2**13):
        expected = sum(15 << 4 * rank for rank in range(13) if ranks >> rank & 1)
        higher = (1 << 64) - (1 << 13)
        assert probe.fours(ranks) == bits.fours(ranks) == bits.fours(ranks | higher) == probe.fours(ranks | higher)
        assert bits.fours(ranks) == expected


def test_a_scaled_word_reaches_every_number_and_no_other() -> None:
    assert {bits.scale(word, 6) for word in range(0, 2**32, 2**28)} == set(range(6))
    assert bits.scale(2**32 - 1, 6) == 5
