"""What C does with memory and Python with lists: memory.pxd is the C twin. Never compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafenio.audience import Audience


def assign(to: object, source: object) -> None:
    """Every field of `source` into `to`, an object of the same class that holds plain numbers only."""
    fields = to.__dict__
    for name, value in source.__dict__.items():
        fields[name] = value[:] if isinstance(value, list) else value


def shelf(deal: object, n: int) -> list[dict[str, object]]:
    """Places to keep n states of a deal."""
    return [{} for _ in range(n)]


def keep(shelf: list[dict[str, object]], i: int, deal: object) -> None:
    """The state of a deal into place i."""
    shelf[i] = {name: value[:] if isinstance(value, list) else value for name, value in deal.__dict__.items()}


def take(shelf: list[dict[str, object]], i: int, deal: object) -> None:
    """The deal as it was kept in place i."""
    fields = deal.__dict__
    for name, value in shelf[i].items():
        fields[name] = value[:] if isinstance(value, list) else value


def words(n: int) -> list[int]:
    return [0] * n


def ints(n: int) -> list[int]:
    return [0] * n


def reals(n: int) -> list[float]:
    return [0.0] * n


def more_words(old: list[int], n: int) -> list[int]:
    """The same numbers with room for n."""
    return old + [0] * (n - len(old))


def more_reals(old: list[float], n: int) -> list[float]:
    """The same numbers with room for n."""
    return old + [0.0] * (n - len(old))


def new_words(n: int) -> list[int]:
    """Like `words`, where the GIL is not held."""
    return [0] * n


def new_reals(n: int) -> list[float]:
    return [0.0] * n


def sort(array: list[int], start: int, end: int) -> None:
    """The words from start to end - 1 in ascending order."""
    array[start:end] = sorted(array[start:end])


def free(array: object) -> None:
    pass


def shape(deal: object, declared: Mapping[str, Audience]) -> None:
    """Zero every field of a deal as its audiences declare it; C memory is zero already."""
    for name, audience in declared.items():
        setattr(deal, name, [0] * audience.count if audience.count else 0)
