"""What a seat is told, asked and offered depends on what it knows alone.

Two ways to see it. Imagined deals: whatever a seat cannot see is drawn anew, and its view and its plays stay. The exchange:
cards that a seat has not seen by some ply change places in the pack itself, the same plays are made again, and everything
that the seat was told, asked and offered up to then must be the same. The second does not trust audiences or views.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafenio.audience import Event, View
from kafenio.contract import Deal, Rng
from kafenio.errors import BadRecord, IllegalPlay, Misdeal
from kafenio.game import Repair
from support import (
    FIRST,
    SPECTATOR,
    Case,
    History,
    any_options,
    deals,
    each_case,
    each_game,
    face_up,
    many,
    renamed,
    viewers,
)

seeds = st.integers(0, 2**31)


# Imagined deals.


def the_same_is_imagined(history: History, step: int) -> None:
    game, rng = history.game, Rng(len(history.plays))
    for ply in range(len(history.plays) % step, len(history.states), step):
        deal = history.states[ply]
        for viewer in viewers(game):
            view = deal.view(viewer)
            twin = game.imagine(view, rng)
            assert twin.view(viewer) == view
            assert twin.actors() == deal.actors()
            if viewer is not None:
                assert twin.legal(viewer) == deal.legal(viewer)
                assert deal.possible_for(viewer), "the true deal counts as impossible"


@each_case
def test_view_and_plays_are_the_same_on_imagined_deals(case: Case) -> None:
    for seed in range(many(2, 1, 10)):
        for history in deals(case.game(), seed, 1, eager=seed % 2 == 1):
            the_same_is_imagined(history, many(2, 9, 1))


@each_game
@given(data=st.data(), seed=seeds, eager=st.booleans())
def test_so_they_are_under_random_options(name: str, data: st.DataObject, seed: int, eager: bool) -> None:
    for history in deals(data.draw(any_options(name)), seed, 1, eager):
        the_same_is_imagined(history, many(3, 7, 1))


# The exchange.


class Told(NamedTuple):
    """All that reaches a seat (None: the spectators) at one ply."""

    view: View
    actors: tuple[int, ...]
    legal: list[str]
    events: list[Event]


def told(deal: Deal, events: list[Event], viewer: int | None) -> Told:
    legal = [] if viewer is None else [deal.text(play) for play in deal.legal(viewer)]
    heard = [e for event in events if event.kind not in ("counted", "match_over") if (e := event.seen_by(viewer))]
    return Told(deal.view(viewer), deal.actors(), legal, heard)


def unseen(history: History, ply: int, viewer: int | None) -> list[int]:
    """The cards that this viewer cannot have seen up to a ply: they never lay face up, nor in its hand."""
    place = SPECTATOR if viewer is None else viewer
    seen = 0
    for deal in history.states[: ply + 1]:
        seen |= sum(face_up(deal)) | deal.seen[place]
        if viewer is not None:
            seen |= deal.hands[viewer]
    last = history.states[ply]
    for n in [*last.returned[: last.returns], *last.replaced[: last.returns]]:
        seen |= 1 << n
    return [n for n in history.record.pack if not seen >> n & 1]


def exchanges(history: History, cards: list[int], rng: random.Random) -> Iterator[dict[int, int]]:
    """Ways to exchange cards: all of them, some of them, two of them."""
    for size in (len(cards), max(2, len(cards) // 3), 2, 2):
        some = rng.sample(cards, min(size, len(cards)))
        yield dict(zip(some, some[1:] + some[:1], strict=True))


def again(
    history: History, pack: list[int], repairs: list[Repair], new: dict[int, int], ply: int
) -> list[tuple[Deal, list[Event]]]:
    """The states up to a ply from another pack, and what was told. IllegalPlay where a play cannot be made any more."""
    deal = history.game.deal(pack, history.facts, repairs)
    found = [(deal.copy(), deal.opened())]
    names = history.game.PACK.names
    for seat, play, text in history.plays[:ply]:
        other = renamed(text, names, new)
        events = deal.play(seat, play if other == text else deal.read(seat, other))
        found.append((deal.copy(), events))
    return found


def all_told(history: History, viewer: int | None) -> list[Told]:
    """What truly reached a viewer, ply by ply."""
    opened = [e for e in history.events[0] if e.kind not in ("first_dealer", "cut", "deal_begins", "misdeal")]
    events = [opened, *history.events[1:]]
    return [told(deal, caused, viewer) for deal, caused in zip(history.states, events, strict=True)]


def nothing_else_is_told(other: list[tuple[Deal, list[Event]]], true: list[Told], viewer: int | None) -> None:
    for ply, (deal, events) in enumerate(other):
        assert told(deal, events, viewer) == true[ply], (viewer, ply)


def exchanged(history: History, true: list[Told], ply: int, viewer: int | None, rng: random.Random) -> int:
    """Exchange what the viewer has not seen by this ply: how many times it could be done."""
    cards, done = unseen(history, ply, viewer), 0
    if len(cards) < 2:
        return 0
    for new in exchanges(history, cards, rng):
        pack = [new.get(n, n) for n in history.record.pack]
        try:
            other = again(history, pack, history.record.repairs, new, ply)
        except (IllegalPlay, Misdeal):
            continue
        nothing_else_is_told(other, true, viewer)
        done += 1
    return done


def looks_alike(deal: Deal, true: Deal, viewer: int | None) -> bool:
    """Whether the cards that a viewer has seen lie in the same places."""
    if face_up(deal) != face_up(true):
        return False
    known = true.seen[SPECTATOR if viewer is None else viewer]
    return all(
        hand == other if seat == viewer else hand & known == other & known
        for seat, (hand, other) in enumerate(zip(deal.hands, true.hands, strict=True))
    )


def put_elsewhere(history: History, true: list[Told], ply: int, viewer: int | None, rng: random.Random) -> int:
    """The last card that went back went back to another place, where that changed nothing the viewer has seen."""
    repairs, done = history.record.repairs, 0
    if not repairs:
        return 0
    low, high = history.states[0].above_range(len(repairs) - 1)
    for above in rng.sample(range(low, high + 1), min(4, high + 1 - low)):
        elsewhere = [*repairs[:-1], replace(repairs[-1], above=above)]
        try:
            other = again(history, history.record.pack, elsewhere, {}, ply)
        except (IllegalPlay, BadRecord):
            continue
        if all(looks_alike(deal, history.states[i], viewer) for i, (deal, _) in enumerate(other)):
            nothing_else_is_told(other, true, viewer)
            done += above != repairs[-1].above
    return done


def all_exchanges(history: History, plies: int, rng: random.Random) -> tuple[int, int]:
    done = moved = 0
    last = len(history.plays)
    for viewer in viewers(history.game):
        true = all_told(history, viewer)
        for ply in {0, last - 1, *rng.sample(range(last), min(plies, last))}:
            done += exchanged(history, true, ply, viewer, rng)
            moved += put_elsewhere(history, true, ply, viewer, rng)
    return done, moved


@each_case
def test_exchanging_cards_that_a_seat_has_not_seen_changes_nothing_for_it(case: Case) -> None:
    done = 0
    for seed in range(many(2, 1, 6)):
        rng = random.Random(seed)
        for history in deals(case.game(), seed, many(1, 1, 3), eager=seed % 2 == 1):
            done += all_exchanges(history, many(3, 1, 1000), rng)[0]
    assert done > case.players


RETURNING = [
    case for case in FIRST if case.name in ("konchinka", "ronda") and (case.name, case.players) != ("ronda", 4)
]


@pytest.mark.parametrize("case", RETURNING, ids=str)
def test_where_a_card_went_back_is_told_to_nobody(case: Case) -> None:
    moved = 0
    for seed in range(many(6, 4, 100)):
        rng = random.Random(seed)
        for history in deals(case.game(), seed, 1):
            if history.record.repairs:
                moved += all_exchanges(history, 1, rng)[1]
    assert moved


@each_game
@given(data=st.data(), seed=seeds, eager=st.booleans())
def test_nor_does_it_under_random_options(name: str, data: st.DataObject, seed: int, eager: bool) -> None:
    for history in deals(data.draw(any_options(name)), seed, 1, eager):
        all_exchanges(history, many(2, 1, 20), random.Random(seed))
