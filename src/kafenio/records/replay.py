"""A record played through the rules, play by play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NoReturn

from kafenio import bits
from kafenio.audience import Event
from kafenio.contract import Deal
from kafenio.errors import BadOptions, BadRecord, KafenioError, Misdeal
from kafenio.game import Game, load
from kafenio.match import Cut, Match, answer_one, left_out
from kafenio.records.format import DealRecord, Record, clipped
from kafenio.records.line import Ply, split
from kafenio.records.unknown import UNKNOWN, fill_in

__all__ = ["Walk", "fail", "replay", "won"]

LARGEST = 2**31 - 1  # a number of the deal
OPENED = 4  # at most so many cards a seat and on the table before the first play, without repairs


def fail(number: int, text: str, ply: int | None = None) -> NoReturn:
    """BadRecord with its place."""
    raise BadRecord(f"deal {number}, ply {ply}: {text}" if ply is not None else f"deal {number}: {text}")


class Walk:
    """A match that follows its record: `begin` a deal, `step` through its plays, then `enter` what cannot be played.

    With `heard` it gathers there what happens; without, it tells nothing and is quicker.
    """

    def __init__(self, record: Record, heard: list[Event] | None = None) -> None:
        self.record = record
        self.heard = heard
        self.game = game_of(record)
        self.match = Match(self.game)
        self.number = 0  # of the present deal, from 1
        self.unknown = 0  # cards of the present deal that stand in for `??`
        self.told = 0  # unknown cards of the present deal that its plays tell
        self.certain = True  # and they leave no doubt
        self.blind = False  # the present deal can no longer be followed
        find_dealer(self.match, record)

    @property
    def entry(self) -> DealRecord:
        """The present deal as the record has it."""
        return self.record.deals[self.number - 1]

    def begin(self) -> None:
        """The next deal. BadRecord if there can be none, or not this one."""
        match = self.match
        self.number += 1
        if match.over:
            fail(self.number, f"the match was over after deal {self.number - 1}: {won(match.tally.winners)}")
        entry = self.entry
        if entry.dealer is not None:
            if match.dealer < 0 and entry.dealer < self.game.seats:
                match.dealer = entry.dealer
            if entry.dealer != match.dealer:
                right = match.dealer if match.dealer >= 0 else f"one of seats 0 to {self.game.seats - 1}"
                fail(self.number, f"dealer = {entry.dealer} stands there; the rules give {right}")
        elif match.dealer < 0:
            fail(self.number, "dealer: missing, and nothing else tells who deals first")
        self.unknown = self.told = 0
        self.certain = True
        self.blind = entry.pack is None
        if entry.pack is not None:
            self.deal_out(entry.pack)

    def deal_out(self, text: str) -> None:
        """Deal the recorded pack; unknown cards are filled in, and the deal is followed while they lie in the stock."""
        facts = self.match.facts()
        if any(abs(n) > LARGEST for fact in facts.values() for n in ([fact] if isinstance(fact, int) else fact)):
            fail(self.number, "the totals before it are too large")
        whole = self.game.pack(facts)
        try:
            places = read_pack(self.game, text, whole)
            repairs = [self.game.read_repair(t) for t in self.entry.repairs]
        except KafenioError as e:
            fail(self.number, str(e))
        if None in places:
            unknown = places.count(None)
            places, self.certain = fill_in(self.game, facts, places, repairs, self.entry.plays)
            self.told = unknown - places.count(None)
        missing = [n for n in whole if n not in places]
        self.unknown = sum(bits.bit(n) for n in missing)
        known = places.index(None) if missing else len(places)
        rest = iter(missing)
        try:
            events = self.match.begin([next(rest) if n is None else n for n in places], repairs, self.entry.misdeals)
        except KafenioError as e:
            if missing and known <= OPENED * (self.game.seats + 1) + len(repairs):
                self.blind = True  # it may be due to the cards that were filled in
                return
            fail(self.number, "pack: the rules throw this one in" if isinstance(e, Misdeal) else str(e))
        self.hear(events)
        self.look()

    def hear(self, events: Iterable[Event]) -> None:
        if self.heard is not None:
            self.heard += events

    def look(self) -> None:
        """Whether unknown cards have left the stock."""
        deal = self.match.deal
        if self.unknown and deal is not None:
            stock = sum(bits.bit(n) for n in deal.stock[: deal.left])
            if self.unknown & ~stock:
                self.blind = True

    def step(self, ply: int) -> bool:
        """Make a recorded play; False if the deal can no longer be followed. BadRecord for one that is not legal."""
        line = self.entry.plays[ply]
        play = split(line)
        if play is None:
            fail(self.number, f"{clipped(repr(line))} stands there; seat and play expected, as in '0 lay 8h'", ply)
        if play.seat >= self.game.seats:
            fail(self.number, f"{clipped(repr(line))} stands there; seats are 0 to {self.game.seats - 1}", ply)
        if self.blind or UNKNOWN in play.text:
            self.blind = True
            return False
        if self.match.deal is None:
            fail(self.number, f"{clipped(repr(line))} stands there; the deal is over", ply)
        if self.left_out(ply):
            self.hear(self.match.settle())
        try:
            self.make(play)
        except KafenioError as e:
            if self.told and not self.certain and self.match.deal.asked:
                self.blind = True  # a claim that only the cards filled in allow, or forbid
                return False
            fail(self.number, str(e), ply)
        self.look()
        return True

    def make(self, play: Ply) -> None:
        if self.heard is None:
            self.match.make(play.seat, play.text)
        else:
            self.heard += self.match.play(play.seat, play.text)

    def settle(self, ply: int) -> None:
        """Give the answers without a choice that the record leaves out before this ply."""
        deal = self.match.deal
        if self.blind or deal is None or not deal.asked:
            return
        play = split(self.entry.plays[ply]) if ply < len(self.entry.plays) else None
        if play is None or self.left_out(ply) or not answers(deal, play):
            self.hear(self.match.settle())
        self.look()

    def left_out(self, ply: int) -> bool:
        """Whether the record leaves out an answer without a choice that reads like the play at this ply."""
        deal = self.match.deal
        if deal is None or not deal.asked:
            return False
        plays = [play for line in self.entry.plays[ply:] if (play := split(line))]
        return left_out(deal, [(play.seat, play.text) for play in plays])

    def enter(self) -> None:
        """Close a deal that cannot be followed with what the record says of it. BadRecord if that cannot be."""
        entry = self.entry
        points = entry.points
        if points is None:
            fail(self.number, "points: missing, and its plays do not tell them")
        for name, found in (("points", points), ("card_points", entry.card_points)):
            if found is not None and len(found) != self.game.sides:
                fail(self.number, f"{name}: {len(found)} numbers for {self.game.sides} sides")
        counts = {} if entry.card_points is None else {"card_points": tuple(entry.card_points)}
        try:
            result = self.match.tally.claim(points, counts)
            self.match.enter(replace(result, ended=entry.ended or ""), self.match.dealer)
        except KafenioError as e:
            fail(self.number, str(e))

    def close(self) -> None:
        """Leave the present deal. BadRecord if it is not over and another follows."""
        last = self.number == len(self.record.deals)
        if self.blind and not (last and self.entry.points is None):
            self.enter()
        elif self.match.deal is not None and not last:
            fail(self.number, f"not over after its {len(self.entry.plays)} plays, yet deal {self.number + 1} follows")


def answers(deal: Deal, play: Ply) -> bool:
    """Whether a play is an answer without a choice, written out. Those that stand in its way are given."""
    while deal.asked:
        try:
            deal.read(play.seat, play.text)
        except KafenioError:
            if not answer_one(deal):
                return False
        else:
            return deal.choices(play.seat) == 1
    return False


def game_of(record: Record) -> Game:
    """The game of a record under its options. BadRecord for unknown ones, or names that are not as many as the seats."""
    try:
        game = load(record.game)
    except BadOptions as e:
        raise BadRecord(f"game: {clipped(str(e))}") from None
    try:
        found = game.of(**record.options)
    except BadOptions as e:
        raise BadRecord(f"options: {e}") from None
    if record.seats and len(record.seats) != found.seats:
        raise BadRecord(f"seats: {len(record.seats)} names, {found.seats} seats by the options")
    return found


def find_dealer(match: Match, record: Record) -> None:
    """The first dealer from the cut cards or the options; by lot the first deal tells it."""
    game = match.game
    how = getattr(game.options, "first_dealer", "random")
    if record.dealer_draw:
        if how != "cut_lowest":
            raise BadRecord(f"dealer_draw: nobody cuts with first_dealer={how}")
        try:
            match.read_cuts([read_cut(game, text) for text in record.dealer_draw])
        except IndexError:
            raise BadRecord("dealer_draw: too few cards") from None
    elif how.startswith("seat:"):
        match.dealer = int(how.removeprefix("seat:"))


def read_cut(game: Game, text: str) -> Cut:
    seat, _, card = text.strip().partition(" ")
    if not re.fullmatch(r"\d", seat, re.ASCII) or int(seat) >= game.seats:
        raise BadRecord(
            f"dealer_draw: seat and card expected, as in '0 {game.PACK.names[0]}', not {clipped(repr(text))}"
        )
    try:
        return Cut(int(seat), game.PACK.number(card.strip()))
    except KafenioError as e:
        raise BadRecord(f"dealer_draw: {clipped(str(e))}") from None


def read_pack(game: Game, text: str, whole: Sequence[int]) -> list[int | None]:
    """The cards of a recorded pack, None where one is unknown. BadRecord unless it is exactly this pack."""
    places: list[int | None] = []
    names = text.split()
    if len(names) != len(whole):
        raise BadRecord(f"pack: {len(names)} cards, {len(whole)} expected")
    for name in names:
        number = None if name == UNKNOWN else game.PACK.numbers.get(name)
        if name != UNKNOWN and number not in whole:
            raise BadRecord(f"pack: {clipped(repr(name))} is no card of this pack")
        if number is not None and number in places:
            raise BadRecord(f"pack: {name} stands twice")
        places.append(number)
    return places


def won(sides: Iterable[int]) -> str:
    """`side 0 has won`, `sides 0 and 2 share it`."""
    names = [str(s) for s in sides]
    if len(names) == 1:
        return f"side {names[0]} has won"
    return f"sides {' and '.join(names)} share it"


def replay(record: Record, deal: int | None = None, ply: int = 0) -> Match:
    """The match at the end of a record, or as it stood before a ply of a deal, answers without a choice given.

    The deal is `match.deal`; None when it is over: then it is `match.last`. What the record claims of points and result is
    not compared (`verify` does). BadRecord for plays that are not legal, or a place that the record does not tell.
    """
    walk = Walk(record)
    if deal is not None and not 1 <= deal <= len(record.deals):
        there = f"deals 1 to {len(record.deals)}" if record.deals else "no deals"
        raise BadRecord(f"no deal {deal}: the record has {there}")
    for number in range(1, (deal or len(record.deals)) + 1):
        walk.begin()
        plays = len(walk.entry.plays)
        if number == deal:
            if not 0 <= ply <= plays:
                fail(number, f"no ply {ply}: 0 to {plays} expected")
            plays = ply
        for i in range(plays):
            walk.step(i)
        walk.settle(plays)
        if number == deal:
            if walk.blind or not walk.certain:
                fail(number, "the record does not tell the cards", ply)
        else:
            walk.close()
    return walk.match
