"""Packs of cards: names, numbers and sets. A set of cards is an int, bit n = card number n of its pack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kafenio import bits
from kafenio.errors import NotationError

__all__ = ["FRENCH_36", "FRENCH_52", "LATIN_40", "Pack"]


@dataclass(frozen=True)
class Pack:
    """A pack and the numbers of its cards.

    `ranks` and `suits` in ascending order. Cards are numbered rank by rank (`by_rank`: equal ranks are neighbours) or
    suit by suit.
    """

    ranks: tuple[str, ...]
    suits: str
    by_rank: bool
    names: tuple[str, ...] = field(init=False)
    numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.by_rank:
            names = [rank + suit for rank in self.ranks for suit in self.suits]
        else:
            names = [rank + suit for suit in self.suits for rank in self.ranks]
        object.__setattr__(self, "names", tuple(names))
        object.__setattr__(self, "numbers", {name: n for n, name in enumerate(names)})

    def __len__(self) -> int:
        return len(self.names)

    def name(self, number: int) -> str:
        """The name of a card: `8h`, `Td`, `10c`."""
        return self.names[number]

    def number(self, name: str) -> int:
        """The number of a card. NotationError for a name that is none of this pack."""
        try:
            return self.numbers[name]
        except KeyError:
            suits = "".join(self.suits)
            raise NotationError(
                f"{name!r} is no card; ranks {' '.join(self.ranks)}, suits {suits}, as in {self.names[-1]}"
            ) from None

    def listed(self, text: str) -> list[int]:
        """Card numbers of a text such as `8h Kd 4s`, in its order. NotationError for a card that stands twice."""
        found: list[int] = []
        for name in text.split():
            number = self.number(name)
            if number in found:
                raise NotationError(f"{name} stands twice in {text!r}")
            found.append(number)
        return found

    def cards(self, text: str) -> int:
        """The set of the cards named in a text."""
        return sum(bits.bit(n) for n in self.listed(text))

    def text(self, numbers: Iterable[int]) -> str:
        """Card names with spaces between, in the order given."""
        return " ".join(self.names[n] for n in numbers)

    def members(self, cards: int) -> list[int]:
        """The card numbers of a set, ascending."""
        found = []
        while cards:
            found.append(bits.number(cards))
            cards &= cards - 1
        return found

    def shown(self, cards: int) -> str:
        """The names of the cards of a set, ascending."""
        return self.text(self.members(cards))


FRENCH_52 = Pack(tuple("A23456789TJQK"), "cdhs", by_rank=True)
FRENCH_36 = Pack(tuple("6789JQKTA"), "cdhs", by_rank=False)  # in Kozel's order
LATIN_40 = Pack(("1", "2", "3", "4", "5", "6", "7", "10", "11", "12"), "cebd", by_rank=True)
