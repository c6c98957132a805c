"""Imagined deals against every deal there is: each possible one comes, in proportion, and no other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import inf, sqrt
from typing import Any, NamedTuple, TypeVar

import pytest

import kafenio
from conformance.oracle import Hidden, Key, key, mask, numbers, returned
from kafenio.contract import Deal, Rng
from kafenio.game import load
from kafenio.unseen import Unseen
from support import SPECTATOR, History, history, many, with_hands

T = TypeVar("T")
MOST = many(1500, 200, 6000)  # deals to look at in one position
POSITIONS = many(1, 1, 8)  # of each kind


def drawn(hidden: Hidden, draws: int) -> Counter[Key]:
    """So many imagined deals."""
    deal, viewer = hidden.deal, hidden.viewer
    work, rng, found = hidden.history.game.imagine(deal.view(viewer), Rng(5)), Rng(17), Counter[Key]()
    unseen = Unseen(work, SPECTATOR if viewer is None else viewer)
    for _ in range(draws):
        assert unseen.draw(work, rng)
        found[key(work)] += 1
    assert work.view(viewer) == deal.view(viewer)
    return found


def even(found: Mapping[T, int], want: Mapping[T, int]) -> None:
    """Chi-square: as many of each as its weight says; all that are due."""
    draws, total = sum(found.values()), sum(want.values())
    chi = rest = rest_found = 0.0
    degrees = 0
    for k, weight in want.items():
        expected, n = draws * weight / total, found.get(k, 0)
        if expected >= 5:
            chi += (n - expected) ** 2 / expected
            degrees += 1
            assert n or expected < 25
        else:
            rest += expected
            rest_found += n
    if rest >= 5:
        chi += (rest_found - rest) ** 2 / rest
        degrees += 1
    assert degrees and chi < degrees + 4.5 * sqrt(2 * degrees) + 4, (chi, degrees)


def agrees(hidden: Hidden) -> bool:
    """Compare one position; False where there is nothing to draw."""
    want = hidden.weights()
    if len(want) < 2:
        return False
    assert key(hidden.deal) in want, "the true deal counts as impossible"
    found = drawn(hidden, many(20, 8, 40) * len(want) + many(2000, 200))
    assert found.keys() <= want.keys(), "an impossible deal"
    even(found, want)
    return True


# Kinds of positions: what a viewer knows of the others.


def others(deal: Deal, viewer: int | None) -> list[int]:
    return [s for s in range(deal.seats) if s != viewer and deal.hands[s]]


def barred(deal: Deal, viewer: int | None) -> int:
    """Other hands that cannot hold some card."""
    return sum(deal.bars[s] != 0 for s in others(deal, viewer))


def announced(deal: Deal, viewer: int | None, *kinds: int) -> int:
    """Other hands that are known to hold equal cards."""
    return sum(deal.kinds[s] in (kinds or (2, 3, 4, 5)) for s in others(deal, viewer))


def loose(deal: Deal, viewer: int | None) -> int:
    """Cards that went back and have not been seen since."""
    seen = sum(deal.spent) | (0 if viewer is None else deal.hands[viewer])
    there = set(deal.stock[: deal.left]).union(*({n for n in range(52) if h >> n & 1} for h in deal.hands))
    return sum(not seen >> n & 1 for n in returned(deal) & there)


def later(deal: Deal) -> bool:
    return deal.left < deal.whole


def batched(deal: Deal) -> bool:
    """Several cards went back together."""
    return any(deal.batch[i] != i for i in range(deal.returns))


def thrown(deal: Deal, viewer: int | None) -> bool:
    """Face-down heaps hold cards that the viewer has seen and others that it has not."""
    known, heaps = deal.seen[SPECTATOR if viewer is None else viewer], sum(deal.heaps)
    return bool(heaps & known and heaps & ~known)


def field(deal: Deal, name: str) -> Any:
    """A field of one game."""
    return getattr(deal, name)


def claimed(deal: Deal, viewer: int | None) -> int:
    """Other hands whose claim was heard."""
    return sum(field(deal, "claims")[s] != 0 for s in others(deal, viewer))


def turn_up_lost(deal: Deal, viewer: int | None) -> bool:
    """The last card drawn, which everyone saw, is in a hand or has been thrown: the viewer cannot tell."""
    hidden = (sum(deal.hands) | sum(deal.heaps)) & ~deal.seen[SPECTATOR if viewer is None else viewer]
    return bool(field(deal, "drawer") and hidden >> field(deal, "turn_up") & 1)


def apart(heaps: int) -> Callable[[Deal, int | None], object]:
    """So many hands that were claimed, and discards in which the turn-up may be, lie apart."""
    return lambda d, v: d.turn >= 0 and field(d, "beaten") == heaps and turn_up_lost(d, v)


# by players, seeds of Ronda without neighbours on the table (R10) in which 30 to 60 cards go back
DOZENS = {
    2: [465, 1561, 3144, 5060, 7130, 9816],
    3: [2141, 5837, 8205, 10086, 16466, 18004],
    4: [77, 3452, 10937, 11793],
}
BEATEN = {0: "Kd Jd 9d 7d", 1: "Ac Ad Th 6s"}  # a Molodka and the Moscow that beats it
TWO = {0: "Ac Ad Th 6s", 1: "Ah As Tc Td"}  # two Moscows
FIVE = {**TWO, 2: "Kc Jc 9c 7c", 3: "Kd Jd 9d 7d", 4: "Kh Jh 9h 7h"}  # everyone claims, four are beaten


class Kind(NamedTuple):
    """A kind of position to look for; `wanted` asks the deal and the viewer."""

    what: str
    name: str
    options: Mapping[str, object]
    wanted: Callable[[Deal, int | None], object]
    hands: Mapping[int, str] = {}  # dealt to some seats
    most: int = MOST  # deals to look at; 0: there are always too many
    dear: bool = False  # so many that an interpreted run leaves it out
    seeds: Sequence[int] = range(400)


def dozens(what: str, players: int, wanted: Callable[[Deal, int | None], object], dear: bool = False) -> Kind:
    """Positions of Ronda after 30 to 60 returned cards."""
    options = {"table_run_limit": 2, "players": players, "opening": "table"}
    return Kind(
        f"dozens returned, {what}",
        "ronda",
        options,
        lambda d, v: loose(d, v) and wanted(d, v),
        dear=dear,
        seeds=DOZENS[players],
    )


KINDS = [
    Kind("nothing told", "kontsina", {}, lambda d, v: True),
    Kind("bars", "kontsina", {"players": 3, "capture_obligation": "if_able"}, barred),
    Kind("bars", "konchinka", {}, lambda d, v: barred(d, v) and not loose(d, v)),
    Kind("bars", "konchinka", {"players": 3}, lambda d, v: barred(d, v) and not loose(d, v)),
    Kind("bars", "konchinka", {"players": 4}, barred),
    Kind("returned", "konchinka", {}, lambda d, v: loose(d, v) and later(d)),
    Kind("returned", "konchinka", {"players": 3}, lambda d, v: loose(d, v) and later(d)),
    Kind(
        "returned and bars",
        "konchinka",
        {},
        lambda d, v: loose(d, v) and barred(d, v) and d.returns > 1 and later(d),
        dear=True,
    ),
    Kind("two returned", "konchinka", {}, lambda d, v: loose(d, v) > 1 and later(d), dear=True),
    Kind("a batch", "konchinka", {"layout_pair_return": "all"}, lambda d, v: loose(d, v) and batched(d)),
    Kind(
        "a batch",
        "konchinka",
        {"layout_pair_return": "all", "players": 3},
        lambda d, v: loose(d, v) > 1 and batched(d),
        dear=True,
    ),
    Kind("by lot", "konchinka", {"layout_pair_which": "random"}, lambda d, v: loose(d, v) and later(d)),
    Kind("exact middle", "konchinka", {"return_position": "exact_middle"}, loose, dear=True),
    Kind(
        "anywhere", "konchinka", {"return_position": "random", "players": 3}, lambda d, v: loose(d, v) and d.returns > 1
    ),
    Kind("bottom", "konchinka", {"return_position": "bottom"}, lambda d, v: loose(d, v) and d.returns > 1, dear=True),
    Kind(
        "a batch anywhere",
        "konchinka",
        {"return_position": "random", "layout_pair_return": "all"},
        lambda d, v: loose(d, v) and batched(d),
    ),
    Kind("open hands", "konchinka", {"hands_open": True}, loose),
    Kind("announced", "ronda", {}, announced),
    Kind("announced", "ronda", {"players": 3}, announced),
    Kind("announced", "ronda", {"players": 4}, announced),
    Kind("two announced", "ronda", {"players": 3}, lambda d, v: announced(d, v) > 1),
    Kind("announced before play", "ronda", {"announce_timing": "before_play"}, announced),
    Kind("three alike", "ronda", {"opening": "four_cards"}, lambda d, v: announced(d, v, 3)),
    Kind("two rondas", "ronda", {"opening": "four_cards", "two_pairs": "two_rondas"}, lambda d, v: announced(d, v, 4)),
    Kind("one ronda", "ronda", {"opening": "four_cards", "two_pairs": "two_rondas"}, lambda d, v: announced(d, v, 5)),
    Kind("returned", "ronda", {}, lambda d, v: loose(d, v) and later(d)),
    Kind("returned", "ronda", {"return_position": "exact_middle", "table_run_limit": 2}, loose, dear=True),
    Kind("returned and announced", "ronda", {}, lambda d, v: loose(d, v) and announced(d, v) and later(d)),
    Kind("returned and announced", "ronda", {"players": 3}, lambda d, v: loose(d, v) and announced(d, v), dear=True),
    dozens("later", 2, lambda d, v: later(d)),
    dozens("later", 3, lambda d, v: later(d)),
    dozens("later", 4, lambda d, v: later(d)),
    dozens("announced", 2, lambda d, v: later(d) and announced(d, v), dear=True),
    dozens("announced", 3, lambda d, v: later(d) and announced(d, v)),
    dozens("announced", 4, lambda d, v: later(d) and announced(d, v), dear=True),
    Kind("bars", "ronda", {"capture_obligation": "if_able"}, barred),
    Kind(
        "bars and announced", "ronda", {"capture_obligation": "if_able"}, lambda d, v: barred(d, v) and announced(d, v)
    ),
    Kind("nothing told", "kozel", {}, lambda d, v: True),
    Kind("thrown", "kozel", {"players": 3}, thrown),
    Kind("thrown", "kozel", {"players": 4}, thrown),
    Kind("the turn-up", "kozel", {"discard_view": "nobody"}, turn_up_lost),
    Kind("the turn-up", "kozel", {"players": 3}, turn_up_lost),
    Kind("the turn-up", "kozel", {"players": 3, "discard_view": "nobody"}, turn_up_lost),
    Kind("the turn-up", "kozel", {"players": 4}, turn_up_lost),
    Kind("the turn-up", "kozel", {"players": 5, "money": True}, turn_up_lost, most=0),
    Kind("shown to all", "kozel", {"discard_view": "all"}, lambda d, v: d.left < 8),
    Kind(
        "a beaten claim",
        "kozel",
        {"players": 3},
        lambda d, v: claimed(d, v) and field(d, "lead"),
        BEATEN,
        many(20_000, 0),
        dear=True,
    ),
    Kind("beaten before", "kozel", {"players": 3}, lambda d, v: field(d, "beaten"), BEATEN, 0),
    Kind("a claim", "kozel", {}, claimed, dear=True),
    Kind("two claims", "kozel", {"players": 3}, lambda d, v: claimed(d, v) > 1, TWO, 0),
    Kind("five claims", "kozel", {"players": 5, "money": True}, lambda d, v: claimed(d, v) > 3, FIVE, 0),
    Kind("six heaps apart", "kozel", {"players": 5, "money": True}, apart(6), FIVE, 0, seeds=[6, 32, 139]),
    Kind(
        "seven heaps apart",
        "kozel",
        {"players": 5, "money": True, "refill_order": "fill_up"},
        apart(7),
        FIVE,
        6000,
        dear=True,
        seeds=[1618, 116, 654],
    ),
]


def deal_of(kind: Kind, seed: int) -> History:
    """A random deal in which whoever can announce or claim does."""
    game = load(kind.name).of(None, **kind.options)
    return with_hands(game, seed, kind.hands) if kind.hands else history(game, seed, eager=True)


def positions(kind: Kind, most: float, least: int) -> Iterator[Hidden]:
    """Positions of this kind with so many deals to look at; the first in each of many random deals."""
    for seed in kind.seeds:
        one = deal_of(kind, seed)
        for ply, deal in enumerate(one.states[:-1]):
            viewer = None if seed % 5 == 4 else (deal.turn + seed) % one.game.seats
            if kind.wanted(deal, viewer):
                hidden = Hidden(one, ply, viewer)
                if least < hidden.cost() <= most:
                    yield hidden
                    break


def cheap(kinds: Iterable[Kind]) -> list[Kind]:
    """Interpreted, without those that have too much to look at."""
    return [kind for kind in kinds if kafenio.compiled or not kind.dear]


def named(kinds: list[Kind]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "kind", kinds, ids=lambda k: "-".join([k.name, k.what, *map(str, k.options.values())])
    )


@named(cheap(kind for kind in KINDS if kind.most))
def test_every_deal_that_a_seat_cannot_exclude_is_imagined_and_no_other(kind: Kind) -> None:
    found = 0
    for hidden in positions(kind, kind.most, 1):
        found += agrees(hidden)
        if found == POSITIONS:
            break
    assert found, "no position found"


@named(KINDS)
def test_the_plays_so_far_could_have_been_made_in_imagined_deals(kind: Kind) -> None:
    """Early positions too, which have too many deals to look at them all."""
    found = 0
    for found, hidden in enumerate(positions(kind, inf, many(50, 5)), 1):
        rng, view = Rng(found), hidden.deal.view(hidden.viewer)
        for _ in range(5):
            assert hidden.could_be_seen_as(hidden.history.game.imagine(view, rng))
        if found == many(6, 2, 60):
            break
    assert found, "no position found"


# Dozens of cards that went back, one at a time.

ALL_DOZENS = [dozens("all", players, lambda d, v: True) for players in DOZENS]


def scattered(hidden: Hidden, rng: random.Random) -> dict[int, int]:
    """Every returned card at some place of the whole stock that it can have reached alone; -1: on the table again."""
    deal, places = hidden.deal, dict[int, int]()
    spots = {n: hidden.spots(deal, hidden.last(n)) for n in sorted(returned(deal))}
    for n in sorted(spots, key=lambda n: (len(spots[n]), n)):
        free = [p for p in spots[n] if p not in places.values()]
        places[n] = -1 if hidden.came_back(deal, n, hidden.last(n)) else rng.choice(free)
    return places


@named(cheap(ALL_DOZENS))
def test_cards_that_went_back_one_at_a_time_can_lie_wherever_each_can(kind: Kind) -> None:
    """The oracle counts on that: where they lie together is no further question (R11)."""
    for seed in kind.seeds:
        one, rng = deal_of(kind, seed), random.Random(seed)
        hidden = Hidden(one, 0, 0)
        assert hidden.deal.returns >= 30
        for _ in range(many(50, 3)):
            places = scattered(hidden, rng)
            assert hidden.could_be(hidden.deal, places)
            n = rng.choice([n for n in places if places[n] >= 0])
            off = set(range(hidden.deal.whole)) - set(hidden.spots(hidden.deal, hidden.last(n))) - {*places.values()}
            assert not any(hidden.could_be(hidden.deal, places | {n: p}) for p in off)


@named(ALL_DOZENS)
def test_after_dozens_of_returned_cards_no_draw_is_thrown_away(kind: Kind) -> None:
    for seed in kind.seeds[: many(6, 2)]:
        one = deal_of(kind, seed)
        for ply, deal in enumerate(one.states[: -1 : many(1, 9)]):
            work, rng = deal.copy(), Rng(ply)
            unseen = Unseen(work, ply % deal.seats)
            for _ in range(5):
                assert unseen.draw(work, rng)
            assert unseen.tried == 5


# Several cards that went back and have not been seen: who holds which of them.

SHARED = [
    Kind("shared", "konchinka", {}, lambda d, v: two_out(d, v) and later(d), dear=True),
    Kind("shared", "konchinka", {"return_position": "random"}, lambda d, v: two_out(d, v) and later(d)),
    Kind("shared", "konchinka", {"layout_pair_return": "all"}, lambda d, v: two_out(d, v) and later(d), dear=True),
    Kind("shared", "ronda", {}, lambda d, v: two_out(d, v) and later(d)),
    Kind("shared", "ronda", {"table_run_limit": 2}, lambda d, v: two_out(d, v) and later(d)),
    dozens("shared", 2, lambda d, v: two_out(d, v) and later(d), dear=True),
    dozens("shared", 3, lambda d, v: two_out(d, v) and later(d) and loose(d, v) < 5, dear=True),
    dozens("shared", 4, lambda d, v: two_out(d, v) and later(d), dear=True),
]


def two_out(deal: Deal, viewer: int | None) -> bool:
    """Two returned cards are out, and another hand has room for both."""
    return loose(deal, viewer) > 1 and any(deal.hands[s].bit_count() > 1 for s in others(deal, viewer))


def by_holder(counts: Mapping[Key, int], deal: Deal) -> Counter[tuple[int, ...]]:
    """Counts of deals by who holds each of the returned cards; -1: the stock."""
    found = Counter[tuple[int, ...]]()
    for (hands, _, _), n in counts.items():
        holders = [next((s for s, hand in enumerate(hands) if hand >> card & 1), -1) for card in sorted(returned(deal))]
        found[tuple(holders)] += n
    return found


@named(cheap(SHARED))
def test_returned_cards_lie_with_each_as_often_as_they_should(kind: Kind) -> None:
    found = 0
    for found, hidden in enumerate(positions(kind, many(400_000, 12_000), 1000), 1):
        want = hidden.weights()
        even(by_holder(drawn(hidden, many(40_000, 300)), hidden.deal), by_holder(want, hidden.deal))
        if found == POSITIONS:
            break
    assert found, "no position found"


# Two claims in one window of Kozel: what both hands may be.


def moscows(cards: int) -> set[int]:
    """Every set of four aces, tens and the 6s among these cards, with an ace (Kozel R27)."""
    pack = load("kozel").PACK
    dear, aces = pack.cards("Ac Ad Ah As Tc Td Th Ts 6s") & cards, pack.cards("Ac Ad Ah As")
    return {mask(four) for four in combinations(numbers(dear), 4) if mask(four) & aces}


@pytest.mark.parametrize("viewer", [2, None])
def test_two_moscows_of_one_window_are_imagined_in_every_way_there_is(viewer: int | None) -> None:
    one = with_hands(load("kozel").of(None, players=3), 1, TWO)
    hidden = Hidden(one, next(i for i, d in enumerate(one.states) if claimed(d, 2)), viewer)
    able = moscows(mask(list(hidden.cards)))
    want = {(first, second): 1 for first in able for second in able if not first & second}
    found = Counter[tuple[int, int]]()
    for (hands, _, _), n in drawn(hidden, many(40, 6) * len(want)).items():
        found[hands[0], hands[1]] += n
    assert len(want) > 20 and found.keys() <= want.keys()
    even(found, want)
