"""Kozel: who knows where the turn-up is, which everyone saw go into a hand (R39), once cards are thrown face down (R26)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kozel_tables import cards, kozel, say
from kafenio import bits
from kafenio.audience import Event, View
from kafenio.contract import Deal, Rng
from kafenio.game import Game
from kafenio.games.kozel.deal import KozelDeal
from support import any_options, history, many, viewers

HANDS = ("7d 6d Kc Ks", "7s Jd Qc 6h", "9d 7c 8c Qs")
VIEWS = ("winner", "nobody", "all")


def drawn(hands: tuple[str, ...] = HANDS, discard_view: str = "winner") -> KozelDeal:
    """Hearts are trump, the stock is empty, seat 0 has just drawn the turn-up 8h, seat 2 leads; seat 0 has all other cards."""
    deal = kozel(players=3, discard_view=discard_view).bare()
    assert isinstance(deal, KozelDeal)
    deal.put_field("hands", [cards(hand) for hand in hands])
    deal.put_field("stock", [bits.number(cards("9c"))])
    deal.left, deal.turned, deal.trump = 1, cards("8h"), 2
    deal.put_field("piles", [deal.cards() & ~(sum(deal.hands) | cards("9c 8h"))])
    deal.present, deal.trick, deal.last_taker = 0b111, 5, -1
    deal.begin_trick(0)
    say(deal, "0 lead 7d", "1 discard 7s", "2 contest 9d")
    return deal


def places(deal: Deal, viewer: int | None) -> list[str]:
    """Where a viewer sees the turn-up."""
    view = deal.view(viewer)
    return [f"{name} {i}" for name in ("hands", "heaps") for i, p in enumerate(view[name]) if p.shown & cards("8h")]


def imagined(deal: KozelDeal, viewer: int | None) -> set[str]:
    """Where the turn-up lies in deals that the viewer cannot exclude."""
    view, rng, found = deal.view(viewer), Rng(3), set()
    for _ in range(many(200, 40)):
        other = kozel(players=3, discard_view=VIEWS[deal.discard_view]).imagine(view, rng)
        assert other.view(viewer) == view
        found |= {f"{n} {i}" for n in ("hands", "heaps") for i, c in enumerate(getattr(other, n)) if c & cards("8h")}
    return found


@pytest.mark.parametrize("discard_view", VIEWS)
def test_r39_everyone_knows_who_holds_the_turn_up(discard_view: str) -> None:
    deal = drawn(discard_view=discard_view)
    say(deal, "2 lead Qs")
    for viewer in (0, 1, 2, None):
        assert places(deal, viewer) == ["hands 0"]


@pytest.mark.parametrize("discard_view", VIEWS)
def test_r22_r39_a_card_thrown_face_down_tells_nobody_whether_it_is_the_turn_up(discard_view: str) -> None:
    told: list[tuple[list[View], list[Event | None]]] = []
    for thrown in ("8h", "Ks", "6d"):
        deal = drawn(discard_view=discard_view)
        say(deal, "2 lead Qs")
        events = say(deal, f"0 discard {thrown}")
        assert places(deal, 0) == ["heaps 0" if thrown == "8h" else "hands 0"]
        told.append(([deal.view(v) for v in (1, 2, None)], [e.seen_by(v) for v in (1, 2, None) for e in events]))
        assert imagined(deal, 1) == imagined(deal, None) == {"hands 0", "heaps 0"}
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(
    "discard_view, reply, knowing",
    [
        ("winner", "1 discard Qc", [2]),
        ("winner", "1 contest 6h", [1]),
        ("nobody", "1 discard Qc", []),
        ("all", "1 discard Qc", [1, 2, None]),
    ],
)
def test_r26_r39_who_sees_the_thrown_cards_knows_where_the_turn_up_is(
    discard_view: str, reply: str, knowing: list[int | None]
) -> None:
    told = []
    for thrown in ("8h", "Ks"):
        deal = drawn(discard_view=discard_view)
        say(deal, "2 lead Qs", f"0 discard {thrown}", reply)
        here = [] if discard_view == "all" else ["heaps 10"]  # turned up, it lies in the pile
        for viewer in knowing:
            assert places(deal, viewer) == (here if thrown == "8h" else ["hands 0"])
        others = [v for v in (1, 2, None) if v not in knowing]
        for viewer in others:
            assert imagined(deal, viewer) == {"hands 0", "heaps 10"}
        told.append([deal.view(v) for v in others])
    assert told[0] == told[1]


def test_r26_r39_it_is_lost_from_sight_again_and_once_for_all() -> None:
    """Seat 2 sees the first discard, not the second; seat 1 the second, not the first."""
    deal = drawn()
    say(deal, "2 lead Qs", "0 discard Ks", "1 discard Qc", "2 lead 7c", "0 discard Kc", "1 contest 6h")
    assert places(deal, 2) == places(deal, 1) == places(deal, None) == []
    assert imagined(deal, 2) == {"hands 0", "heaps 11"} and imagined(deal, 1) == {"hands 0", "heaps 10"}
    assert imagined(deal, None) == {"hands 0", "heaps 10", "heaps 11"}
    assert deal.gained()[1:] == [4, 3 + 3 + 4]


def test_r39_who_throws_his_whole_hand_throws_the_turn_up() -> None:
    deal = drawn(("7d", "7s Jd", "9d 7c"))
    say(deal, "2 lead 7c", "0 discard 8h")
    for viewer in (1, 2, None):
        assert places(deal, viewer) == ["heaps 0"]


# The same in whole deals: a player throws another card than he threw, and nobody can tell.


def thrown_instead(before: KozelDeal, seat: int, play: int) -> Iterator[int]:
    """Other discards of as many cards, the turn-up among one of the two."""
    cards, held = bits.body(play), before.hands[seat]
    turn_up = bits.bit(before.turn_up)
    if bits.head(play) != 2 or before.drawer != 1 + seat or not held & turn_up or cards == held:
        return
    for other in before.legal(seat):
        if bits.head(other) == 2 and bits.body(other) & turn_up != cards & turn_up:
            yield other


def nobody_can_tell(game: Game, seed: int) -> int:
    """Play one random deal and exchange its discards: how many could be."""
    found, past = 0, history(game, seed)
    for before, (seat, play, _) in zip(past.states, past.plays, strict=False):
        assert isinstance(before, KozelDeal)
        if before.discards or before.discard_view == 2:
            continue
        for other in thrown_instead(before, seat, play):
            one, two = before.copy(), before.copy()
            told, instead = one.play(seat, play), two.play(seat, other)
            assert isinstance(one, KozelDeal)
            seeing = [seat] if one.lead else [seat, one.leader]
            for viewer in viewers(game):
                if viewer not in seeing and one.turn >= 0:
                    assert one.view(viewer) == two.view(viewer)
                    assert [e.seen_by(viewer) for e in told] == [e.seen_by(viewer) for e in instead]
                    found += 1
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_discards_with_and_without_the_turn_up_look_alike(players: int) -> None:
    game = kozel(players=players, money=players == 5, discard_view="nobody")
    assert sum(nobody_can_tell(game, seed) for seed in range(many(40, 8))) > 4


@given(data=st.data(), seed=st.integers(0, 2**31))
def test_so_they_do_under_random_options(data: st.DataObject, seed: int) -> None:
    nobody_can_tell(data.draw(any_options("kozel")), seed)
