"""Deals of Ronda with chosen cards, for tests. The dealer is the last seat, so that seat 0 leads."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from kafenio.cards import LATIN_40 as PACK
from kafenio.contract import Deal, Rng
from kafenio.games.ronda import Ronda
from kafenio.games.ronda.deal import RondaDeal

__all__ = ["PACK", "dealt", "gains", "game", "layout", "piles", "play_round", "position", "run", "suited", "table"]


def game(**options: object) -> Ronda:
    made = Ronda.of(None, **options)
    assert isinstance(made, Ronda)
    return made


def dealt(
    hands: Sequence[str],
    table: str = "",
    rest: str = "",
    options: Mapping[str, object] | None = None,
    scores: Sequence[int] = (),
    seed: int = 1,
) -> RondaDeal:
    """A new deal in which the first hands, the layout and the next cards of the stock are these."""
    top = PACK.listed(" ".join([*hands, table, rest]))
    pack = top + [n for n in range(40) if n not in top]
    facts: dict[str, int | list[int]] = {"dealer": len(hands) - 1, "scores": list(scores)}
    deal = game(players=len(hands), **(options or {})).deal(pack, facts, rng=Rng(seed))
    assert isinstance(deal, RondaDeal)
    return deal


def position(fields: Mapping[str, object]) -> RondaDeal:
    deal = Ronda.of().position(fields)
    assert isinstance(deal, RondaDeal)
    return deal


def suited(hands: Sequence[str]) -> list[str]:
    """Ranks into cards, suits as they come: `5 5 1` is `5c 5e 1c`."""
    free = {rank: iter("cebd") for rank in PACK.ranks}
    return [" ".join(rank + next(free[rank]) for rank in hand.split()) for hand in hands]


def layout(hands: Sequence[str]) -> str:
    """Four table cards that neither make a pair nor a run, of ranks that nobody holds if there are enough."""
    held = PACK.listed(" ".join(hands))
    free = [n for n in range(40) if n not in held]
    free.sort(key=lambda n: n // 4 in {h // 4 for h in held})
    for cards in combinations(free, 4):
        ranks = {n // 4 for n in cards}
        if len(ranks) == 4 and max(ranks) - min(ranks) > 3:
            return PACK.text(cards)
    raise AssertionError("no layout is left")


def run(deal: Deal, *plays: str) -> None:
    """Plays in turn."""
    for text in plays:
        deal.apply(deal.turn, deal.read(deal.turn, text))


def play_round(deal: RondaDeal, announcing: Collection[int] = (), calls: Mapping[int, str] | None = None) -> None:
    """To the end of a round: these seats announce, these call, everybody plays the lowest card."""
    left = deal.left
    while deal.turn >= 0 and deal.left == left:
        texts = [deal.text(p) for p in deal.legal(deal.turn)]
        said = [t for t in texts if t.startswith("announce")]
        if said and deal.turn in announcing:
            run(deal, said[0])
        elif "pass" in texts:
            run(deal, (calls or {}).get(deal.turn, "pass"))
        else:
            run(deal, next(t for t in texts if t not in said))


def gains(deal: RondaDeal, *reasons: str) -> list[int]:
    """Points of the deal by side; of these reasons, if any are named."""
    found = [0] * deal.sides
    for line in deal.points():
        if not reasons or line.reason in reasons:
            found[line.side] += line.points
    return found


def piles(deal: RondaDeal) -> list[int]:
    """Cards in the pile of each side."""
    return list(deal.taken())


def table(deal: RondaDeal) -> str:
    """The table, ascending."""
    return PACK.shown(deal.table)
