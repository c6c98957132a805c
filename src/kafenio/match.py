"""A match: deals in sequence, the dealer's rotation, what was played, and the account of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kafenio.audience import Event, View
from kafenio.contract import Deal, Rng
from kafenio.errors import BadRecord, IllegalPlay, Misdeal, NotationError
from kafenio.game import Game, Repair, Result

__all__ = ["Cut", "Match", "Played", "answer_one"]


@dataclass(frozen=True)
class Cut:
    """A card cut for the first deal."""

    seat: int
    card: int


@dataclass
class Played:
    """One deal as a record keeps it. `pack` top first, before any repair; empty for a deal kept at a real table."""

    dealer: int
    pack: list[int] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    misdeals: int = 0
    plays: list[tuple[int, str]] = field(default_factory=list)
    result: Result | None = None


class Match:
    """Plain Python around the deals. Randomness comes from `rng` alone; a replay that gives every pack needs none."""

    def __init__(self, game: Game, rng: Rng | None = None) -> None:
        self.game = game
        self.rng = rng
        self.tally = game.tally()
        self.deals: list[Played] = []
        self.deal: Deal | None = None
        self.last: Deal | None = None  # the deal that has just ended, all cards open
        self.cuts: list[Cut] = []
        self.dealer = -1  # of the current or the next deal; -1 before the first is found
        self._window: int | None = None  # where the answers of an open window begin in the plays

    # Before a deal.

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.tally.winners)

    def find_dealer(self) -> list[Event]:
        """The first dealer by lot, by cutting, or as the options name it; nothing if it is known."""
        if self.dealer >= 0:
            return []
        how = getattr(self.game.options, "first_dealer", "random")
        if how == "cut_lowest":
            return self._cut()
        self.dealer = (
            int(how.removeprefix("seat:")) if how.startswith("seat:") else self._random().roll(self.game.seats)
        )
        return [Event("first_dealer", self.dealer, facts={"how": how.partition(":")[0]})]

    def _cut(self) -> list[Event]:
        seats = list(range(self.game.seats))
        events = []
        while len(seats) > 1:
            pack = self._random().shuffled(self.game.pack(self.tally.facts()))
            cuts = [Cut(seat, pack[i]) for i, seat in enumerate(seats)]
            self.cuts += cuts
            events += [Event("cut", c.seat, (self.game.PACK.name(c.card),)) for c in cuts]
            seats = lowest(self.game, cuts)
        self.dealer = seats[0]
        return [*events, Event("first_dealer", self.dealer, facts={"how": "cut_lowest"})]

    def read_cuts(self, cuts: Sequence[Cut]) -> None:
        """The first dealer from recorded cuts. BadRecord if they are not cut as the rules say."""
        seats = list(range(self.game.seats))
        left = list(cuts)
        while len(seats) > 1:
            these, left = left[: len(seats)], left[len(seats) :]
            if [c.seat for c in these] != seats or len({c.card for c in these}) != len(these):
                raise BadRecord(
                    f"dealer_draw: a card each of seats {', '.join(map(str, seats))} expected, all different"
                )
            seats = lowest(self.game, these)
        if left:
            raise BadRecord(f"dealer_draw: seat {seats[0]} deals, yet {len(left)} more cards are cut")
        self.cuts = list(cuts)
        self.dealer = seats[0]

    def begin(
        self, pack: Sequence[int] | None = None, repairs: Sequence[Repair] | None = None, misdeals: int = 0
    ) -> list[Event]:
        """The next deal: a pack as recorded, top first, or a shuffled one (again after each misdeal)."""
        assert self.deal is None and not self.over
        events = self.find_dealer()
        facts = self.facts()
        events.append(Event("deal_begins", self.dealer, facts={"number": len(self.deals) + 1}))
        while self.deal is None:
            cards = list(pack) if pack is not None else self._random().shuffled(self.game.pack(facts))
            try:
                self.deal = self.game.deal(cards, facts, repairs, self.rng)
            except Misdeal:
                if pack is not None:
                    raise
                misdeals += 1
                events.append(Event("misdeal", self.dealer))
        self.deals.append(Played(self.dealer, cards, self.game.repairs(self.deal), misdeals))
        return events + self.deal.opened()

    def facts(self) -> dict[str, int | list[int]]:
        """What the next deal must know: its dealer and number, the scores, who is still in."""
        return {**self.tally.facts(), "dealer": self.dealer, "deal_number": len(self.deals) + 1}

    def enter(self, result: Result, dealer: int) -> None:
        """A deal kept at a real table, without its plays; or the one being played, when its end is known otherwise."""
        assert not self.over
        if self.deal is None:
            self.deals.append(Played(dealer))
        self.dealer = dealer
        self._close(result)

    def _random(self) -> Rng:
        if self.rng is None:
            raise ValueError("this match has no generator: give the pack and the dealer")
        return self.rng

    # During a deal.

    def actors(self) -> tuple[int, ...]:
        """The seats waited for; in a window every seat asked, whatever it holds."""
        return self.deal.actors() if self.deal else ()

    def legal(self, seat: int) -> list[str]:
        """The plays of a seat in notation."""
        return list(self.plays(seat))

    def plays(self, seat: int) -> dict[str, int]:
        """The plays of a seat by their notation."""
        return {self.deal.text(p): p for p in self.deal.legal(seat)} if self.deal else {}

    def view(self, seat: int | None) -> View:
        """What a seat (None: a spectator) may know of the deal."""
        assert self.deal is not None
        return self.deal.view(seat)

    def settle(self) -> list[Event]:
        """Give every answer without a choice; records leave these out."""
        if self.deal is None:
            return []
        events = self.deal.forced()
        return events + self._after()

    def play(self, seat: int, text: str, known: int | None = None) -> list[Event]:
        """A play in notation, and what it caused. NotationError, IllegalPlay: nothing has changed.

        Answers without a choice that stand in its way are given first. `known`: the play itself, as `plays` gives it now.
        """
        play, before = self._read(seat, text) if known is None else (known, None)
        deal = self.deal
        assert deal is not None
        events = deal.events(before, -1, 0) if before else []
        self._note(seat, play)
        events += deal.play(seat, play)
        return events + self._after()

    def make(self, seat: int, text: str) -> None:
        """`play` that tells nothing: for records and for bulk."""
        play, _ = self._read(seat, text)
        assert self.deal is not None
        self._note(seat, play)
        self.deal.apply(seat, play)
        self._after()

    def _read(self, seat: int, text: str) -> tuple[int, Deal | None]:
        """The play, and the deal as it was if answers without a choice had to be given first."""
        deal = self.deal
        if deal is None:
            raise IllegalPlay(f"{text!r} is not legal for seat {seat}: no deal is being played")
        try:
            return deal.read(seat, text), None
        except IllegalPlay:
            if not deal.asked:
                raise
        before = deal.copy()
        try:
            play = self._settled(deal.copy(), seat, text)
            deal.answer_forced()
        except IllegalPlay:  # perhaps one of these answers is written out
            if not self._answered_until(deal.copy(), seat, text):
                raise
            self._answered_until(deal, seat, text)
            play = deal.read(seat, text)
        if not deal.asked:
            self._window = None
        return play, before

    @staticmethod
    def _settled(deal: Deal, seat: int, text: str) -> int:
        deal.answer_forced()
        return deal.read(seat, text)

    @staticmethod
    def _answered_until(deal: Deal, seat: int, text: str) -> bool:
        """Give answers without a choice, one by one, until a play is legal; whether it is."""
        while answer_one(deal):
            try:
                deal.read(seat, text)
            except IllegalPlay:
                continue
            return True
        return False

    def _note(self, seat: int, play: int) -> None:
        """Write a play down before it is made; not an answer without a choice."""
        deal = self.deal
        assert deal is not None
        if deal.asked and deal.choices(seat) < 2:
            return
        together = deal.asked and len(deal.actors()) > 1
        self._write(seat, deal.text(play), (seat - deal.turn) % deal.seats if together else -1, deal.turn)

    def _write(self, seat: int, text: str, order: int, first: int) -> None:
        """Answers of one window stand in seat order from the seat on lead; other plays as they come."""
        plays = self.deals[-1].plays
        if order < 0:
            plays.append((seat, text))
            return
        if self._window is None:
            self._window = len(plays)
        at = self._window
        seats = self.game.seats
        while at < len(plays) and (plays[at][0] - first) % seats < order:
            at += 1
        plays.insert(at, (seat, text))

    def _after(self) -> list[Event]:
        if self.deal is None:
            return []
        if not self.deal.asked:
            self._window = None
        if self.deal.turn >= 0:
            return []
        result = self.tally.judge(self.deal)
        self.last = self.deal
        self._close(result)
        events = [Event("counted", facts={"result": result, "totals": tuple(self.tally.totals)})]
        if self.over:
            events.append(
                Event("match_over", facts={"winners": self.tally.winners, "totals": tuple(self.tally.totals)})
            )
        return events

    def _close(self, result: Result) -> None:
        self.deals[-1].result = result
        self.tally.add(result, self.dealer)
        self.deal = None
        still = self.tally.still_in() or tuple(range(self.game.seats))
        self.dealer = next(
            (self.dealer + i) % self.game.seats
            for i in range(1, self.game.seats + 1)
            if (self.dealer + i) % self.game.seats in still
        )


def answer_one(deal: Deal) -> bool:
    """In an open window the next answer without a choice; whether there was one."""
    for seat in deal.actors() if deal.asked else ():
        if deal.choices(seat) == 1:
            deal.pick(seat, 0)
            return True
    return False


def left_out(deal: Deal, plays: Sequence[tuple[int, str]]) -> bool:
    """Whether the first of these plays belongs to a later window than the one where it is an answer without a choice.

    Ronda: a seat with nobody to call passes, and again before the next round, where it could have announced. Writers leave
    the first pass out; the plays up to the next card tell which one stands there.
    """
    try:
        written = deal.copy()
        reached(written, *plays[0])
        if not written.asked or written.choices(plays[0][0]) > 1:
            return False
        then = deal.copy()
        then.answer_forced()
        for seat, text in plays:
            play, word = reached(then, seat, text), then.asked
            then.apply(seat, play)
            if not word:
                break
    except IllegalPlay:
        return False
    except NotationError:  # an unknown card
        return True
    return True


def reached(deal: Deal, seat: int, text: str) -> int:
    """A play in notation; the answers without a choice that stand in its way are given. IllegalPlay, NotationError."""
    while True:
        try:
            return deal.read(seat, text)
        except IllegalPlay:
            if not answer_one(deal):
                raise


def lowest(game: Game, cuts: Sequence[Cut]) -> list[int]:
    """The seats that cut the lowest card."""
    least = min(game.cut_key(c.card) for c in cuts)
    return [c.seat for c in cuts if game.cut_key(c.card) == least]
