"""What the tests of all games share: every game under every preset, random walks through matches, random options."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
import pytest
from hypothesis import strategies as st

import kafenio
from kafenio.audience import Event, View, audiences
from kafenio.contract import Deal, Rng
from kafenio.errors import BadOptions
from kafenio.game import Game, Options, games, load, option_type
from kafenio.match import Match, Played

LONG = os.environ.get("KAFENIO_LONG") == "1"
SPECTATOR = 5


def many(compiled: int, interpreted: int, long: int | None = None) -> int:
    """How often a test does something: the same test serves a compiled, an interpreted and a long run."""
    if not kafenio.compiled:
        return interpreted
    return long if LONG and long is not None else compiled


# Games, presets, players.


class Case(NamedTuple):
    """A game under a preset with so many players."""

    name: str
    preset: str
    players: int

    def __str__(self) -> str:
        return f"{self.name}-{self.preset}-{self.players}"

    def game(self) -> Game:
        return made(self)


@cache
def made(case: Case) -> Game:
    return load(case.name).of(case.preset, players=case.players)


def inner(kind: Any) -> tuple[Any, msgspec.Meta | None]:
    """An option's type without Annotated and None, and its bounds."""
    bounds = None
    while get_origin(kind) in (Annotated, UnionType, Union):
        if get_origin(kind) is Annotated:
            kind, bounds, *_ = get_args(kind)
        else:
            kind = next(k for k in get_args(kind) if k is not type(None))
    return kind, bounds


def player_counts(game: type[Game]) -> tuple[int, ...]:
    return get_args(inner(option_type(game.OPTIONS, "players"))[0])


def valid(case: Case) -> bool:
    game = load(case.name)
    if game.PRESETS[case.preset].get("players", case.players) != case.players:
        return False
    try:
        made(case)
    except BadOptions:
        return False
    return True


CASES = [
    case
    for name in games()
    for preset in load(name).PRESETS
    for players in player_counts(load(name))
    if valid(case := Case(name, preset, players))
]
FIRST = [case for case in CASES if case.preset == next(iter(load(case.name).PRESETS))]  # the defaults

each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_count = pytest.mark.parametrize("case", FIRST, ids=str)
each_game = pytest.mark.parametrize("name", games())


def opening(game: Game, dealer: int = 0) -> Deal:
    """A deal without cards under the facts of a match's first deal: for playouts."""
    deal = game.bare()
    for name, value in {**game.tally().facts(), "dealer": dealer, "deal_number": 1}.items():
        deal.put_field(name, value)
    return deal


def dealt(game: Game, seed: int) -> Deal:
    """A fresh deal, random and repeatable."""
    return opening(game, seed % game.seats).dealt(Rng(seed))


def fields(deal: Deal) -> dict[str, Any]:
    """Everything that a deal stores."""
    return {name: getattr(deal, name) for name in audiences(type(deal))}


# Walks.


@dataclass
class History:
    """One deal of a match, all of it: every state, the plays between them (answers without a choice too), the events.

    `events[0]` tells of the deal itself, `events[i + 1]` what `plays[i]` caused.
    """

    match: Match
    number: int  # of the deal in the match, from 0
    facts: dict[str, int | list[int]]
    states: list[Deal] = field(default_factory=list)
    plays: list[tuple[int, int, str]] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def record(self) -> Played:
        return self.match.deals[self.number]


def mover(deal: Deal) -> int:
    """A seat that can act now, -1 when over; in a window the first without an answer."""
    return next((s for s in deal.actors() if deal.choices(s)), -1)


SAID = ("announce", "claim", "call", "finish")


def chosen(deal: Deal, rng: random.Random, eager: bool) -> tuple[int, int]:
    """Any seat that can act, and a random play of it; the eager say what they may say."""
    plays = [(seat, play) for seat in deal.actors() for play in deal.legal(seat)]
    if eager:
        plays = [(seat, play) for seat, play in plays if deal.text(play).startswith(SAID)] or plays
    seat = rng.choice(plays)[0]
    return rng.choice([(s, play) for s, play in plays if s == seat])


def deals(game: Game, seed: int, most: int, eager: bool = False) -> Iterator[History]:
    """The first deals of a match with random plays, each when it is over."""
    match, rng = Match(game, Rng(seed)), random.Random(seed)
    for _ in range(most):
        if match.over:
            return
        yield played_out(match, rng, eager)


def played_out(match: Match, rng: random.Random, eager: bool = False, pack: list[int] | None = None) -> History:
    """The next deal of a match with random plays, from this pack or a shuffled one."""
    number = len(match.deals)
    told = match.find_dealer()
    facts = {**match.tally.facts(), "dealer": match.dealer, "deal_number": number + 1}
    told += match.begin(pack)
    deal = match.deal
    assert deal is not None
    history = History(match, number, facts, events=[told])
    while mover(deal) >= 0:
        history.states.append(deal.copy())
        seat, play = chosen(deal, rng, eager)
        history.plays.append((seat, play, deal.text(play)))
        history.events.append(match.play(seat, deal.text(play)))
    history.states.append(deal.copy())
    return history


def with_hands(game: Game, seed: int, hands: Mapping[int, str]) -> History:
    """A deal in which some seats are dealt these cards, the other cards by chance; whoever can announce or claim does."""
    match = Match(game, Rng(seed))
    match.begin()
    deal = match.deal
    assert deal is not None
    first = match.deals[0].pack
    pack = list(first)
    for seat, text in hands.items():
        places = [i for i, n in enumerate(first) if deal.hands[seat] >> n & 1]
        for i, n in zip(places, game.PACK.listed(text), strict=True):
            j = pack.index(n)
            pack[i], pack[j] = pack[j], pack[i]
    again = Match(game, Rng(seed))
    again.dealer = deal.dealer
    return played_out(again, random.Random(seed), True, pack)


def history(game: Game, seed: int, eager: bool = False) -> History:
    """One random deal."""
    return next(deals(game, seed, 1, eager))


def walk(game: Game, seed: int, eager: bool = False) -> Iterator[Deal]:
    """Every state of one random deal, the one when it is over included."""
    yield from history(game, seed, eager).states


def viewers(game: Game) -> list[int | None]:
    """Every seat, and the spectators."""
    return [*range(game.seats), None]


# Options.


def values(options: type[Options], name: str) -> st.SearchStrategy[object]:
    """Values of one option, most of them valid; whether several go together is another matter."""
    kind, bounds = inner(option_type(options, name))
    if name in options.SHAPES:
        return st.sampled_from(options.SHAPES[name])
    if kind is bool:
        return st.booleans()
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is frozenset:
        return st.frozensets(st.sampled_from(get_args(get_args(kind)[0])))
    if kind is Decimal:
        return st.sampled_from([Decimal(0), Decimal("0.5"), Decimal(3), Decimal("12.25")])
    if kind is int:
        assert bounds is not None and isinstance(bounds.ge, int)
        high = bounds.le if isinstance(bounds.le, int) else bounds.ge + 30
        return st.integers(bounds.ge, high)
    assert kind is str
    return st.sampled_from([*options.DEALERS, *(f"seat:{s}" for s in range(5))])


def fitted(game: type[Game], given: Mapping[str, object]) -> Game:
    """The game under as many of these options as go together, taken up in order, again as long as one more fits."""
    kept: dict[str, object] = {}
    waiting = dict(given)
    before = -1
    while before != len(kept):
        before = len(kept)
        for name, value in list(waiting.items()):
            try:
                game.OPTIONS.make({**kept, name: value})
            except BadOptions:
                continue
            kept[name] = waiting.pop(name)
    return game.of(**kept)


def any_options(name: str) -> st.SearchStrategy[Game]:
    """A game under random valid options."""
    game = load(name)
    choices = {option: values(game.OPTIONS, option) for option in game.OPTIONS.__struct_fields__}
    return st.fixed_dictionaries({}, optional=choices).map(lambda given: fitted(game, given))


# Cards.

PLACES = {  # the fields in which cards lie face up; every card is there, in a hand, in a heap or in the stock
    "kontsina": ("table", "piles"),
    "konchinka": ("table", "piles"),
    "kozel": ("turned", "shown", "piles"),
    "ronda": ("table", "apart", "piles"),
}


def face_up(deal: Deal) -> list[int]:
    """The sets of cards that lie face up."""
    found: list[int] = []
    for name in PLACES[deal.GAME]:
        value = getattr(deal, name)
        found += [value] if isinstance(value, int) else value
    return found


def in_stock(deal: Deal) -> int:
    return sum(1 << n for n in deal.stock[: deal.left])


def shown_by(view: View, deal: type[Deal]) -> int:
    """Every card that a view names, wherever it lies."""
    found = 0
    told = audiences(deal)
    for name, value in view.fields.items():
        who = told[name].who
        if name == "stock":
            for number in value:
                found |= 0 if number is None else 1 << number
        elif who in ("held", "face down"):
            for part in value:
                found |= part.shown
        elif who == "face up":
            for cards in [value] if isinstance(value, int) else value:
                found |= cards
    return found


def renamed(text: str, names: tuple[str, ...], new: Mapping[int, int]) -> str:
    """A play with some cards exchanged, by number."""
    other = {names[n]: names[m] for n, m in new.items()}
    return " ".join("+".join(other.get(card, card) for card in word.split("+")) for word in text.split(" "))
