"""A record as a table tells it: a deal in steps, each what a play has caused and what a seat then saw.

The steps have the shape of `news` on a table's socket, so whoever shows a table shows a replay. Records come from anybody:
this runs in a worker (`reading`).
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace as replaced
from typing import Any

from msgspec import Struct

from kafenio.audience import EVERYONE, Event
from kafenio.bots import ADVISER, bot, hint
from kafenio.bots.shown import shown
from kafenio.contract import Deal
from kafenio.errors import BadRecord
from kafenio.game import Game
from kafenio.message import Message
from kafenio.records import Record, replay
from kafenio.records.line import Ply, split
from kafenio.records.replay import Walk
from kafenio.server.shown import fact, happened, settled
from kafenio.server.terms import differing
from kafenio.server.wire import ClockTerms, Happened, Now, SeatState, TableState

__all__ = ["BOT", "Advice", "Likely", "Replay", "Step", "advised", "replayed"]

BOT = "bot:"  # before the name of a bot in a record
LIKELY_MOST = 4


class Step(Struct, frozen=True, omit_defaults=True):
    """After a play; the first step of a deal: after its cards were dealt. `seat` has played."""

    now: Now
    events: list[Happened]
    seat: int = -1
    time_s: float | None = None
    comment: str = ""


class Replay(Struct, frozen=True, omit_defaults=True):
    """A deal of a record, seen from a seat; `open`: with the cards of all."""

    table: TableState
    deals: list[int]  # how many plays each has
    deal: int  # from 1
    seat: int
    steps: list[Step]
    open: bool = False
    whole: bool = True  # False: from some play on the record does not tell the cards
    mine: int | None = None  # where who asks sat in this match
    date: str = ""  # when it was played
    notes: list[str] = []  # what could not be checked


class Likely(Struct, frozen=True):
    """What a play promises: to win the match, 0 … 1, and points of this deal ahead of the best other side."""

    play: str
    chance: float
    points: float


class Advice(Struct, frozen=True):
    """What a strong bot would have played before a ply, with what it could know."""

    seat: int
    play: str
    why: list[Message]
    likely: list[Likely]  # the best first; none where nothing had to be chosen


def replayed(record: Record, number: int, seat: int, opened: bool = False, notes: Sequence[str] = ()) -> Replay:
    """A deal of a record in steps. BadRecord for a deal or a seat that is not there, or a record that does not hold."""
    heard: list[Event] = []
    walk = Walk(record, heard)
    if not 1 <= number <= len(record.deals):
        there = f"deals 1 to {len(record.deals)}" if record.deals else "no deals"
        raise BadRecord(f"no deal {number}: the record has {there}")
    if not 0 <= seat < walk.game.seats:
        raise BadRecord(f"no seat {seat}: seats are 0 to {walk.game.seats - 1}")
    history = [followed(walk) for _ in range(number - 1)]
    heard.clear()
    telling = Telling(walk, seat, opened, history)
    whole = telling.deal()
    return Replay(
        table=table_of(record, walk.game, number),
        deals=[len(deal.plays) for deal in record.deals],
        deal=number,
        seat=seat,
        steps=telling.steps,
        open=opened,
        whole=whole,
        date=day(record.date),
        notes=list(notes),
    )


def followed(walk: Walk) -> tuple[int, ...]:
    """Go through the next deal: the totals after it."""
    walk.begin()
    for ply in range(len(walk.entry.plays)):
        walk.step(ply)
    walk.settle(len(walk.entry.plays))
    walk.close()
    return tuple(walk.match.tally.totals)


class Telling:
    """What one viewer is told of a deal."""

    def __init__(self, walk: Walk, seat: int, opened: bool, history: list[tuple[int, ...]]) -> None:
        self.walk = walk
        self.seat = seat
        self.opened = opened
        self.history = history
        self.steps: list[Step] = []
        self.earlier = walk.match.last

    def deal(self) -> bool:
        """Tell the next deal; whether it could be followed to the end of its plays."""
        walk = self.walk
        walk.begin()
        plays = walk.entry.plays
        if self.clear:
            self.step(None)
        for ply, line in enumerate(plays):
            if walk.step(ply) and self.clear:
                self.step(split(line))
        walk.settle(len(plays))
        whole = self.clear
        if whole and walk.heard:
            self.more()
        walk.close()
        if not whole and walk.match.deal is None and walk.match.deals:
            self.counted()
        return whole

    @property
    def clear(self) -> bool:
        """Whether the record tells the cards up to here, without a doubt."""
        return not self.walk.blind and self.walk.certain

    def step(self, ply: Ply | None) -> None:
        seat, time_s, comment = (-1, None, "") if ply is None else (ply.seat, ply.time_s, ply.comment or "")
        self.steps.append(Step(self.now(len(self.steps)), self.told(), seat, time_s, comment))

    def more(self) -> None:
        """Answers without a choice, after the last play: what they cause belongs to that play."""
        last = self.steps.pop()
        self.steps.append(
            Step(self.now(len(self.steps)), [*last.events, *self.told()], last.seat, last.time_s, last.comment)
        )

    def counted(self) -> None:
        """The points of a deal that was not told, as the record has them."""
        match = self.walk.match
        assert self.walk.heard is not None
        self.walk.heard[:] = [
            Event("counted", facts={"result": match.deals[-1].result, "totals": tuple(match.tally.totals)})
        ]
        self.steps.append(Step(self.now(len(self.steps)), self.told()))

    def told(self) -> list[Happened]:
        """What has happened since the last step."""
        assert self.walk.heard is not None
        events, self.walk.heard[:] = list(self.walk.heard), []
        if self.opened:
            events = [replaced(event, to=EVERYONE, faces=EVERYONE) for event in events]
        return happened(self.walk.game, events, self.seat)

    def now(self, v: int) -> Now:
        match, deal = self.walk.match, self.present
        over = match.deal is None and len(match.deals) == self.walk.number
        return Now(
            v=v,
            match=1,
            deal=self.walk.number,
            view=None if deal is None else self.view(deal),
            actors=list(match.actors()),
            totals=list(match.tally.totals),
            history=[*self.history, tuple(match.tally.totals)] if over else self.history,
            result=fact(match.deals[-1].result) if over else None,
            winners=list(match.tally.winners),
            settled=settled(match, self.seat),
        )

    @property
    def present(self) -> Deal | None:
        """The deal that is told, or has just ended; None where its cards are not known."""
        match = self.walk.match
        if not self.clear:
            return None
        return match.deal or (None if match.last is self.earlier else match.last)

    def view(self, deal: Deal) -> dict[str, Any]:
        found = shown(self.walk.game, deal.open_view() if self.opened else deal.view(self.seat))
        if self.opened:
            found.pop("stock", None)  # nobody at a table looks through it, and unknown cards have stand-ins there
        return found


def table_of(record: Record, game: Game, number: int) -> TableState:
    """The table of a record, as everybody at one sees it."""
    names = record.seats or [""] * game.seats
    seats = [
        SeatState(seat, game.side(seat), bot=name.removeprefix(BOT))
        if name.startswith(BOT)
        else SeatState(seat, game.side(seat), name=name)
        for seat, name in enumerate(names)
    ]
    return TableState(
        id="",
        state="over",
        game=game.NAME,
        title=game.TITLE,
        options=game.options.plain(),
        differences=differing(game),
        terms="",
        clock=ClockTerms(),
        window_s=0.0,
        seats=seats,
        host="",
        match=1,
        deal=number,
        seal=record.deals[number - 1].seal or "",
    )


def day(date: datetime.datetime | datetime.date | None) -> str:
    """`2026-11-30`; nothing where the record has no date."""
    return "" if date is None else date.isoformat()[:10]


def advised(record: Record, number: int, ply: int) -> Advice:
    """What a strong bot would play before a ply, from the view of who played there. BadRecord."""
    match = replay(record, number, ply)
    plays = record.deals[number - 1].plays
    found = split(plays[ply]) if ply < len(plays) else None
    seat = found.seat if found is not None else next(iter(match.actors()), -1)
    legal = match.legal(seat) if seat in match.actors() else []
    if not legal:
        raise BadRecord(f"deal {number}, ply {ply}: nobody has to play there")
    view = match.view(seat)
    choice = bot(ADVISER, record.game, 0).choose(view, legal)
    likely = [Likely(e.play, round(e.chance, 4), round(e.points, 2)) for e in choice.estimates]
    played = found.text if found is not None else ""
    shown_most = [e for i, e in enumerate(likely) if i < LIKELY_MOST or e.play == played]
    return Advice(seat, choice.play, hint(choice, view, legal), shown_most)
