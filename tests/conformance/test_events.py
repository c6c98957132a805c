"""Events and views tell a seat the same: from what it is told, a seat can keep its hand and the table, and knows no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from kafenio.audience import Event, View
from kafenio.contract import Deal
from kafenio.game import Game
from support import Case, History, any_options, deals, each_case, each_game, many, shown_by, viewers

seeds = st.integers(0, 2**31)
HIDDEN = "??"
ONE_CARD = ("laid", "captured", "tapped", "answered")  # the first card comes from the hand, the others from the table
WHOLE = ("lead", "contest", "discard")


@dataclass
class Listener:
    """What a seat (None: a spectator) makes of the events that it is told: its hand, the sizes of all hands, the table."""

    viewer: int | None
    hand: set[str] = field(default_factory=set)
    sizes: list[int] = field(default_factory=lambda: [0] * 5)
    table: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)

    def hear(self, event: Event) -> None:
        if event.kind == "cut":
            return
        self.named |= set(event.cards) - {HIDDEN}
        if event.kind in ("dealt", "drawn"):
            self.sizes[event.seat] += len(event.cards)
            if event.seat == self.viewer:
                assert not self.hand & set(event.cards)
                self.hand |= set(event.cards)
        elif event.kind in ONE_CARD or event.kind in WHOLE:
            given = event.cards if event.kind in WHOLE else event.cards[:1]
            self.sizes[event.seat] -= len(given)
            if event.seat == self.viewer:
                assert set(given) <= self.hand
                self.hand -= set(given)
        self.hear_of_table(event)

    def hear_of_table(self, event: Event) -> None:
        if event.kind == "layout":
            self.table = set(event.cards)
        elif event.kind == "returned":
            assert event.cards[0] in self.table
            self.table = self.table - {event.cards[0]} | {event.cards[1]}
        elif event.kind == "laid":
            self.table |= set(event.cards)
        elif event.kind in ("captured", "tapped"):
            assert set(event.cards[1:]) <= self.table
            self.table -= set(event.cards[1:])
        elif event.kind == "leftovers":
            assert set(event.cards) == self.table
            self.table = set()


def known(history: History, view: View) -> set[str]:
    """The names of all cards that a view shows, those told of as having gone back included."""
    names, deal = history.game.PACK.names, type(history.states[0])
    shown = shown_by(view, deal)
    cards = {names[n] for n in range(len(names)) if shown >> n & 1}
    for which in ("returned", "replaced"):
        cards |= {names[n] for n in view[which][: view["returns"]]}
    return cards


def hearing(history: History, viewer: int | None) -> Iterator[tuple[Listener, list[Event], View]]:
    """A listener after each ply, what it was told in it, and its view then."""
    listener = Listener(viewer)
    for events, deal in zip(history.events, history.states, strict=True):
        heard = [e for event in events if (e := event.seen_by(viewer))]
        for event in heard:
            listener.hear(event)
        yield listener, heard, deal.view(viewer)


def events_and_views_agree(history: History) -> None:
    for viewer in viewers(history.game):
        before: set[str] = set()
        for listener, heard, view in hearing(history, viewer):
            now = known(history, view)
            assert listener.hand == set(history.game.PACK.shown(view.hand).split())
            assert listener.sizes == [part.shown.bit_count() + part.more for part in view["hands"]]
            if "table" in view.fields:
                assert listener.table == set(history.game.PACK.shown(view["table"]).split())
            told = {card for event in heard if event.kind != "cut" for card in event.cards} - {HIDDEN}
            assert told <= before | now, f"{told - before - now} was told to {viewer}, whose view does not show it"
            assert now <= listener.named, f"the view of {viewer} shows {now - listener.named}, which it was not told of"
            before = now


@each_case
def test_events_and_views_tell_the_same(case: Case) -> None:
    for seed in range(many(2, 1, 40)):
        for history in deals(case.game(), seed, 2, eager=seed % 2 == 1):
            events_and_views_agree(history)


@each_game
@given(data=st.data(), seed=seeds, eager=st.booleans())
def test_they_do_under_random_options(name: str, data: st.DataObject, seed: int, eager: bool) -> None:
    for history in deals(data.draw(any_options(name)), seed, 1, eager):
        events_and_views_agree(history)


@each_case
def test_events_hold_words_and_small_numbers_only(case: Case) -> None:
    """But for the result, which the score-sheet takes."""
    for history in deals(case.game(), 3, 1):
        for events in history.events:
            for event in events:
                assert event.kind.isidentifier() and -1 <= event.seat < case.players
                assert all(card in case.game().PACK.names for card in event.cards)
                if event.kind not in ("counted", "match_over"):
                    assert all(isinstance(fact, int | str) for fact in event.facts.values()), event


@each_case
def test_points_are_told_as_they_are_counted(case: Case) -> None:
    """Where points are told step by step they add up to those of the deal."""
    for seed in range(many(6, 2, 60)):
        for history in deals(case.game(), seed, 1, eager=seed % 2 == 1):
            told = [e.facts for events in history.events for e in events if e.kind == "points"]
            result = history.record.result
            assert result is not None
            if told:
                sums = [sum(f["points"] for f in told if f["side"] == side) for side in range(case.game().sides)]
                assert tuple(sums) == result.points


def alike_is_told_alike(deal: Deal, game: Game) -> None:
    """Two plays of a seat that somebody is told the same of leave him with the same view; until the deal is over, when all
    cards lie in the piles however they came there, the other way round too."""
    for seat in deal.actors():
        after = []
        for play in deal.legal(seat):
            then = deal.copy()
            after.append((then.play(seat, play), then))
        for viewer in viewers(game):
            if viewer == seat or len(after) < 2:
                continue
            told = [
                ([e for event in events if (e := event.seen_by(viewer))], then.view(viewer), then.turn < 0)
                for events, then in after
            ]
            for i, (heard, view, over) in enumerate(told):
                for other_heard, other_view, _ in told[:i]:
                    assert heard != other_heard or view == other_view, (viewer, heard, other_heard)
                    assert view != other_view or heard == other_heard or over, (viewer, heard, other_heard)


@each_case
def test_plays_that_are_told_alike_look_alike(case: Case) -> None:
    """A card thrown face down could be any other; a secret answer could be any."""
    for seed in range(many(2, 1, 20)):
        for history in deals(case.game(), seed, 1, eager=seed % 2 == 1):
            for deal in history.states[seed % 3 : -1 : many(3, 9, 1)]:
                alike_is_told_alike(deal, case.game())


@each_game
@given(data=st.data(), seed=seeds, eager=st.booleans())
def test_they_do_so_under_random_options(name: str, data: st.DataObject, seed: int, eager: bool) -> None:
    game = data.draw(any_options(name))
    for history in deals(game, seed, 1, eager):
        for deal in history.states[: -1 : many(4, 9, 1)]:
            alike_is_told_alike(deal, game)
