"""Tables of Konchinka set up for tests: a whole deal from given cards, a position, and what the rules say said again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from kafenio.cards import FRENCH_52 as PACK
from kafenio.contract import Deal
from kafenio.games.konchinka import Konchinka
from kafenio.games.konchinka.deal import KonchinkaDeal

__all__ = ["captures", "dealt", "game", "legal", "lying", "pile", "place", "run", "stock"]


def game(preset: str | None = None, /, **options: object) -> Konchinka:
    made = Konchinka.of(preset, **options)
    assert isinstance(made, Konchinka)
    return made


def dealt(hands: Sequence[str], table: str, rest: str = "", dealer: int = 1, **options: object) -> KonchinkaDeal:
    """A new deal in which the first hands, the layout as opened and the next stock cards are these."""
    rules = game(None, players=len(hands), deal_packet=4, **options)
    order = [hands[(dealer + 1 + i) % len(hands)] for i in range(len(hands))]
    top = PACK.listed(" ".join([*order, table, rest]))
    deal = rules.deal(top + [n for n in range(52) if n not in top], {"dealer": dealer})
    assert isinstance(deal, KonchinkaDeal)
    return deal


def place(
    hands: Sequence[str],
    table: str,
    piles: Sequence[str] = (),
    scores: Sequence[int] = (),
    stock: int = 0,
    /,
    **options: object,
) -> KonchinkaDeal:
    """A position with seat 0 to play; without a stock it is the last round, to be played out."""
    fields: dict[str, object] = {
        "hands": list(hands),
        "table": table,
        "piles": list(piles),
        "scores": list(scores),
        "stock": stock,
        "options": {"players": len(hands), **options},
    }
    deal = game().position(fields)
    assert isinstance(deal, KonchinkaDeal)
    return deal


def run(deal: Deal, *plays: str) -> None:
    """Plays in turn."""
    for text in plays:
        deal.apply(deal.turn, deal.read(deal.turn, text))


def legal(deal: Deal, seat: int = 0) -> list[str]:
    return [deal.text(play) for play in deal.legal(seat)]


def pile(deal: Deal, side: int) -> set[str]:
    assert isinstance(deal, KonchinkaDeal)
    return set(PACK.shown(deal.piles[side]).split())


def lying(deal: Deal) -> str:
    """The cards of the table, in order."""
    assert isinstance(deal, KonchinkaDeal)
    return PACK.text(sorted(PACK.members(deal.table), key=lambda n: int(deal.laid_at[n])))


def stock(deal: Deal) -> list[str]:
    """The stock from the top."""
    return [PACK.name(n) for n in reversed(deal.stock[: deal.left])]


# The rules of captures, said again and slowly.

LYING = {"none": (0, 0, 0), "13_12_11": (11, 12, 13), "literal_14": (11, 12, 13), "14_13_12": (12, 13, 14)}
TAKING = {"none": (0, 0, 0), "13_12_11": (11, 12, 13), "literal_14": (12, 13, 14), "14_13_12": (12, 13, 14)}


def worth(card: str, figures: tuple[int, int, int], ace: str) -> int:
    if card[0] in "JQK":
        return figures["JQK".index(card[0])]
    if card[0] == "A":
        return 0 if ace == "none" else 1
    return 10 if card[0] == "T" else int(card[0])


def units(card: str, table: Sequence[str], values: str, ace: str) -> Iterator[frozenset[str]]:
    """One equal card, or one set by sum."""
    for other in table:
        if other[0] == card[0]:
            yield frozenset([other])
    total = worth(card, TAKING[values], ace)
    worthy = [c for c in table if worth(c, LYING[values], ace)]
    for size in range(2, len(worthy) + 1):
        for chosen in combinations(worthy, size):
            if total and sum(worth(c, LYING[values], ace) for c in chosen) == total:
                yield frozenset(chosen)


def captures(card: str, table: Sequence[str], rules: Konchinka) -> set[frozenset[str]]:
    """Everything that one card may take."""
    plain = rules.options.plain()
    if card[0] == "J" and plain["jack_sweeps"]:
        return {frozenset(table)} if table else set()
    found = set(units(card, table, str(plain["figure_values"]), str(plain["ace_value"])))
    if plain["capture_scope"] == "several":
        grown = found
        while grown:
            grown = {a | b for a in grown for b in found if not a & b} - found
            found = found | grown
    return found
