"""Kozel against its rules written a second time: whole deals under random options, compared play by play."""

from __future__ import annotations

import random
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from games.kozel_oracle import RANKS, SUITS, PlainDeal, Play
from games.kozel_tables import kozel, pile
from kafenio import bits
from kafenio.cards import FRENCH_36 as PACK
from kafenio.game import Game
from kafenio.games.kozel.deal import KozelDeal
from kafenio.games.kozel.options import KozelOptions
from support import any_options, many

COMBINATIONS = (  # dealt now and then, for they are rare
    *("Ac Ad Ah As", "Ac Td Th Ts", "As Ts 6s Ah", "Kh Jh 9h 6s"),
    *(" ".join(rank + suit for rank in "KJ97") for suit in SUITS),
)


def names_of(cards: int) -> set[str]:
    return {PACK.name(n) for n in PACK.members(cards)}


def plain(text: str) -> Play:
    """A play as the second rules write it."""
    if "claim" in text:
        return text, frozenset()
    verb, *cards = text.split()
    return verb, frozenset(cards)


def pack_of(game: Game, order: list[int], rng: random.Random) -> list[str]:
    """A shuffled pack in which some seats are dealt a combination."""
    names = [r + s for r in RANKS for s in SUITS if r + s != "6c" or not cast(KozelOptions, game.options).remove_6c]
    rng.shuffle(names)
    hands: list[list[str]] = []
    for _ in order:
        chosen = rng.choice(COMBINATIONS).split() if rng.random() < 0.3 else []
        if not set(chosen) <= set(names):
            chosen = []
        names = [name for name in names if name not in chosen]
        hands.append(chosen)
    for hand in hands:
        while len(hand) < 4:
            hand.append(names.pop())
    return [hand[i] for i in range(4) for hand in hands] + names


def same(deal: KozelDeal, other: PlainDeal) -> None:
    """Both stand alike, and every seat may make the same plays."""
    assert deal.ended() == other.ended.replace("played out", "") and (deal.turn < 0) == bool(other.ended)
    assert [names_of(hand) for hand in deal.hands[: deal.seats]] == other.hands
    stock = [PACK.name(n) for n in reversed(deal.stock[: deal.left])]
    assert stock + sorted(names_of(deal.turned)) == other.stock
    assert [names_of(pile(deal, side)) for side in range(deal.sides)] == other.piles
    assert deal.gained() == [other.points()[s % deal.sides] for s in range(deal.seats)]
    assert set(deal.actors()) == (set() if other.ended else other.asked or {other.turn})
    for seat in range(deal.seats):
        plays = [plain(deal.text(play)) for play in deal.legal(seat)]
        assert len(set(plays)) == len(plays) and set(plays) == other.legal(seat)


def chosen(plays: set[Play], rng: random.Random) -> Play:
    """Claims and longer plays more often than by chance."""
    ordered = sorted(plays, key=lambda play: (play[0], sorted(play[1])))
    wanted = [p for p in ordered if p[0].startswith("claim") or p[0] == "contest" or len(p[1]) > 1]
    return rng.choice(wanted if wanted and rng.random() < 0.6 else ordered)


def compare(game: Game, seed: int, seen: set[str]) -> None:
    """One random deal by both rules; notes how the deal ended."""
    rng = random.Random(seed)
    seats, dealer = list(range(game.seats)), seed % game.seats
    if game.seats == 3 and rng.random() < 0.2 and not cast(KozelOptions, game.options).remove_6c:
        seats.remove(rng.randrange(3))  # out of the match (R51)
    order = [s for i in range(game.seats) if (s := (dealer + 1 + i) % game.seats) in seats]
    pack = pack_of(game, order, rng)
    facts = {**game.tally().facts(), "dealer": dealer, "present": sum(bits.bit(s) for s in seats)}
    deal = game.deal([PACK.number(name) for name in pack], facts)
    assert isinstance(deal, KozelDeal)
    other = PlainDeal(cast(KozelOptions, game.options), seats, dealer, pack)
    same(deal, other)
    while not other.ended:
        seat = rng.choice([s for s in deal.actors() if deal.choices(s)])
        verb, cards = play = chosen(other.legal(seat), rng)
        deal.apply(seat, deal.read(seat, " ".join([verb, *cards])))
        other.make(seat, play)
        same(deal, other)
    seen.add(other.ended)


@settings(max_examples=many(80, 12, 5000))
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_whole_deals_go_as_by_the_rules_written_twice(data: st.DataObject, seed: int) -> None:
    compare(data.draw(any_options("kozel")), seed, set())


def test_so_they_do_for_money() -> None:
    seen: set[str] = set()
    for seed in range(many(60, 30)):
        compare(kozel(players=2 + seed % 4, money=True, bura_wins=("on_lead", "if_trick_won")[seed % 2]), seed, seen)
    assert seen == {"played out", "bura", "four_aces"}
