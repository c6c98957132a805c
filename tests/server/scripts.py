"""Scripts of what happens at a table, made without a server, and the same with cards exchanged that somebody has not seen."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from kafenio.audience import SPECTATOR, audiences
from kafenio.contract import Deal
from kafenio.errors import KafenioError
from kafenio.game import Game
from kafenio.server.bots import known_bot
from kafenio.server.course import CLOSE, DEAL, TABLE, UNDO, Course, Row
from kafenio.server.sealed import prepared
from server.fixed import Fixed, choice
from support import renamed

__all__ = ["AGAIN", "SAID", "Script", "Step", "exchanged", "known_cards", "scripted"]

SAID = ("announce", "claim", "call", "finish")
AGAIN = "again"  # everybody agrees to another match
VIEWERS = 6


def known_cards(deal: Deal, seat: int | None) -> int:
    """Every card of which a viewer has seen where it lies."""
    found, told = 0, audiences(type(deal))
    for name, value in deal.view(seat).fields.items():
        if name == "stock":
            found |= sum(1 << n for n in value if n is not None)
        elif told[name].who in ("held", "face down"):
            for part in value:
                found |= part.shown
        elif told[name].who == "face up":
            for cards in [value] if isinstance(value, int) else value:
                found |= cards
    return found


class Step(NamedTuple):
    seat: int  # TABLE: a deal begins, a window closes, another match
    play: str
    secret: bool = False  # an answer in a window: until that closes nobody else is told


class Script(NamedTuple):
    """What happens: whole matches, and the first deal of the last one until somewhere."""

    game: Game
    bots: tuple[str, ...]  # at the last seats
    pack: list[int]  # of the first deal of the last match; other deals are as the server shuffles them
    steps: list[Step]
    known: list[int]  # by viewer: every card of the last match that he has seen by the end

    @property
    def people(self) -> range:
        return range(self.game.seats - len(self.bots))


class Packs(Fixed):
    """One chosen pack, the others by number as the server of the tests shuffles them."""

    def __init__(self, first: list[int] | None) -> None:
        super().__init__(Path())
        self.first = first
        self.asked = 0

    def known(self) -> dict[str, list[int]]:
        return {} if self.first is None else {"1": self.first}

    def shuffled(self, cards: Sequence[int], number: int) -> list[int]:
        self.asked += 1
        if self.asked > 1:
            raise KafenioError("this pack must be dealt again")
        return super().shuffled(cards, number)


class Making:
    """A table without a server: the course of its match, and the steps so far."""

    def __init__(self, game: Game, bots: Sequence[str]) -> None:
        self.game = game
        self.bots = {game.seats - len(bots) + i: known_bot(name, game.NAME) for i, name in enumerate(bots)}
        self.people = [seat for seat in range(game.seats) if seat not in self.bots]
        self.course = Course(game)
        self.steps: list[Step] = []
        self.known = [0] * VIEWERS

    def deal(self, first: list[int] | None) -> None:
        """The next deal; as the first of a match this pack, if one is given. KafenioError if it may not be dealt."""
        course = self.course
        number = course.deal_number + 1
        course.prepared[number] = prepared(course.match, Packs(first if number == 1 else None))
        self.add(TABLE, DEAL)

    def add(self, seat: int, play: str) -> None:
        """Something happens. KafenioError if it may not."""
        course, text = self.course, play
        if seat != TABLE and play == UNDO:
            if not course.may_undo(seat, self.people):
                raise KafenioError("it cannot be taken back")
        elif seat != TABLE:
            text = course.check(seat, play)
            if seat in self.bots and self.by_bot(seat) != text:
                raise KafenioError("the bot plays something else")
        elif play == CLOSE and not course.window:
            raise KafenioError("no window is open")
        self.steps.append(Step(seat, play, bool(course.window) and seat != TABLE))
        course.apply(Row(course.n + 1, seat, text))
        for viewer in (*range(self.game.seats), SPECTATOR):
            if course.deal is not None:
                self.known[viewer] |= known_cards(course.deal, None if viewer == SPECTATOR else viewer)

    def by_bot(self, seat: int) -> str:
        view = self.course.view(seat)
        assert view is not None
        return choice(self.bots[seat], self.game.NAME, view, self.course.legal(seat))

    def again(self) -> None:
        self.course = Course(self.game, self.course.v)
        self.steps.append(Step(TABLE, AGAIN))
        self.known = [0] * VIEWERS

    def go(self, rng: random.Random) -> None:
        """A random play; whoever may say something says it. In a window everybody asked answers."""
        course, window = self.course, self.course.window
        for seat in window or (course.turn,):
            legal = course.legal(seat)
            said = [text for text in legal if text.startswith(SAID)]
            self.add(seat, self.by_bot(seat) if seat in self.bots else rng.choice(said or legal))
        if window:
            self.add(TABLE, CLOSE)

    def may_undo(self) -> bool:
        last, course = self.steps[-1], self.course
        return last.seat in self.people and course.turn in self.people and course.may_undo(last.seat, self.people)


def shuffled(game: Game, rng: random.Random) -> list[int]:
    pack = list(range(len(game.PACK)))
    rng.shuffle(pack)
    used = set(game.pack({"dealer": 0, "deal_number": 1, **Course(game).match.facts()}))
    return [card for card in pack if card in used]


def scripted(game: Game, seed: int, length: int, bots: Sequence[str] = (), matches: int = 0) -> Script:
    """So many whole matches, then so many steps of another one at the same table; two plays are taken back."""
    rng, making = random.Random(seed), Making(game, bots)
    for _ in range(matches):
        while not making.course.match.over:
            if making.course.deal is None:
                making.deal(None)
            making.go(rng)
        making.again()
    pack, begin, undone = shuffled(game, rng), len(making.steps), 0
    making.deal(pack)
    while len(making.steps) - begin < length and making.course.deal is not None:
        making.go(rng)
        if undone < 2 and making.may_undo():
            making.add(making.steps[-1].seat, UNDO)
            undone += 1
    return Script(game, tuple(bots), pack, making.steps, making.known)


def exchanged(script: Script, viewer: int, seed: int) -> Script | None:
    """The same script with cards exchanged that the viewer has not seen; None if none is found in which all of it is legal."""
    rng = random.Random(seed)
    unseen = [card for card in script.pack if not script.known[viewer] >> card & 1]
    for attempt in range(300 if len(unseen) > 1 else 0):
        some = rng.sample(unseen, len(unseen) if attempt < 100 else rng.randint(2, min(6, len(unseen))))
        found = again(script, dict(zip(some, some[1:] + some[:1], strict=True)))
        if found is not None:
            return found
    return None


def again(script: Script, swap: Mapping[int, int]) -> Script | None:
    """The script with cards exchanged in the last match; None where something is not legal any more."""
    game, making = script.game, Making(script.game, script.bots)
    last = max((i for i, step in enumerate(script.steps) if step.play == AGAIN), default=-1)
    pack = [swap.get(card, card) for card in script.pack]
    names = tuple(game.PACK.name(n) for n in range(len(game.PACK)))
    try:
        for i, step in enumerate(script.steps):
            if step.play == AGAIN:
                making.again()
            elif step.play == DEAL:
                making.deal(pack if i > last else None)
            else:
                making.add(step.seat, renamed(step.play, names, swap) if i > last else step.play)
    except KafenioError:
        return None
    steps = [(s.seat, s.secret) for s in script.steps]
    same = [(s.seat, s.secret) for s in making.steps] == steps and dealt_alike(script, pack)
    return Script(game, script.bots, pack, making.steps, script.known) if same else None


def dealt_alike(script: Script, pack: list[int]) -> bool:
    """Whether cards were put back at the same places."""
    found = []
    for cards in (script.pack, pack):
        making = Making(script.game, script.bots)
        making.deal(cards)
        found.append(making.course.prepared[1].repairs)
    return found[0] == found[1]
