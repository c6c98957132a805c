"""Packs: names, numbers, texts."""

from __future__ import annotations

import pytest

from kafenio.cards import FRENCH_36, FRENCH_52, LATIN_40, Pack
from kafenio.errors import NotationError

PACKS = [(FRENCH_52, 52), (FRENCH_36, 36), (LATIN_40, 40)]
each_pack = pytest.mark.parametrize(("pack", "size"), PACKS, ids=["french-52", "french-36", "latin-40"])


@each_pack
def test_every_card_has_one_name_and_one_number(pack: Pack, size: int) -> None:
    assert len(pack) == len(set(pack.names)) == size
    assert [pack.number(pack.name(n)) for n in range(size)] == list(range(size))


@each_pack
def test_a_text_of_cards_is_read_back(pack: Pack, size: int) -> None:
    numbers = [size - 1, 0, 7]
    assert pack.listed(pack.text(numbers)) == numbers
    assert pack.cards(pack.text(numbers)) == sum(2**n for n in numbers)
    assert pack.members(pack.cards(pack.text(numbers))) == sorted(numbers)
    assert pack.shown(pack.cards(pack.text(numbers))) == pack.text(sorted(numbers))


@each_pack
def test_no_card_is_the_empty_text(pack: Pack, size: int) -> None:
    assert pack.listed("") == [] and pack.cards("  ") == 0 and pack.text([]) == pack.shown(0) == ""


@pytest.mark.parametrize(
    ("pack", "rank_mates", "next_of_suit"),
    [(FRENCH_52, ("8c", "8s"), ("8c", "9c")), (LATIN_40, ("7c", "7d"), ("7c", "10c"))],
)
def test_packs_by_rank_number_equal_ranks_together(
    pack: Pack, rank_mates: tuple[str, str], next_of_suit: tuple[str, str]
) -> None:
    first, second = map(pack.number, rank_mates)
    assert (first // 4, second - first) == (second // 4, 3)
    first, second = map(pack.number, next_of_suit)
    assert second - first == 4


def test_kozels_pack_goes_suit_by_suit_in_its_own_order() -> None:
    assert FRENCH_36.names[:9] == ("6c", "7c", "8c", "9c", "Jc", "Qc", "Kc", "Tc", "Ac")
    assert FRENCH_36.number("6s") == 27


@pytest.mark.parametrize("name", ["", "8", "h8", "10c", "8H", "8hh", "1c", "8x", " 8h", "??"])
def test_a_name_of_no_card_is_refused_with_what_was_expected(name: str) -> None:
    with pytest.raises(NotationError, match=r"is no card; ranks A 2 .* K, suits cdhs, as in Ks") as raised:
        FRENCH_52.number(name)
    assert repr(name) in str(raised.value)


@pytest.mark.parametrize("name", ["8c", "9d", "7h", "7s", "Jc"])
def test_the_latin_pack_has_other_cards(name: str) -> None:
    with pytest.raises(NotationError, match="suits cebd"):
        LATIN_40.number(name)


def test_a_card_that_stands_twice_is_refused() -> None:
    with pytest.raises(NotationError, match="8h stands twice in '8h Kd 8h'"):
        FRENCH_52.listed("8h Kd 8h")
