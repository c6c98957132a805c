"""The course of a match, computed from its rows alone: live, after a restart, in another process, it is the same.

A row is what was accepted, numbered from 1: a play, an answer in a window, `undo`, or (seat -1) `deal` and `close`. Answers
in a window are kept aside until it closes for all at once; until then only their own seat sees that they were given.
`v` counts, for each viewer, the rows that he could see; it goes on from match to match at one table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from kafenio import bits
from kafenio.audience import BITS, EVERYONE, SPECTATOR, Event, Same, View, audiences
from kafenio.contract import Deal
from kafenio.errors import IllegalPlay
from kafenio.game import Game
from kafenio.i18n.refusals import refusal
from kafenio.match import Match
from kafenio.message import Message
from kafenio.server.sealed import Prepared, opened

__all__ = ["CLOSE", "DEAL", "TABLE", "UNDO", "Bundle", "Course", "Row"]

TABLE = -1  # the seat of rows that no player made
DEAL, CLOSE, UNDO = "deal", "close", "undo"
VIEWERS = 6
REMEMBERED = 256  # rows that a client may have missed and still gets one by one


class Row(NamedTuple):
    n: int
    seat: int
    play: str
    id: str | None = None
    spent_ms: int = 0  # thinking time that was charged
    at: int = 0  # milliseconds since 1970


class Bundle(NamedTuple):
    """A row, what it caused, who saw it (a mask of viewers), and the `v` of each viewer after it."""

    row: Row
    events: tuple[Event, ...]
    to: int
    v: tuple[int, ...]

    def seen_by(self, viewer: int) -> bool:
        return bool(self.to & bits.bit(viewer))


class Course:
    def __init__(self, game: Game, base: Sequence[int] = (0,) * VIEWERS) -> None:
        self.game = game
        self.match = Match(game)
        self.n = 0
        self.base = tuple(base)  # `v` before the first row
        self.v = list(base)
        self.moment = 0  # the last row that everyone saw …
        self.moment_at = 0  # … and its time
        self.prepared: dict[int, Prepared] = {}
        self.answers: dict[int, str] = {}  # of the open window, by seat
        self.ids: set[tuple[int, str]] = set()
        self.ring: deque[Bundle] = deque(maxlen=REMEMBERED)
        self.charges: list[tuple[int, int]] = []  # seat and thinking time of every play on a clock
        self.history: list[tuple[int, ...]] = []  # the totals after each deal that is over
        self._same = Same()  # of the views of now
        self._plays: dict[int, dict[str, int]] = {}  # of the seats that were asked for, now
        self._before: Deal | None = None  # the deal before the last play, if that may be taken back
        self.player = -1  # whose play that was
        self._lain: dict[int, Lying] = {}  # where the cards lay after a row
        self._shown: dict[tuple[int, ...], bool] = {}  # whether it has shown people in these seats something

    @classmethod
    def rebuilt(cls, game: Game, base: Sequence[int], deals: Iterable[Prepared], rows: Iterable[Row]) -> Course:
        """A match as it stands after these rows."""
        course = cls(game, base)
        course.prepared = {deal.number: deal for deal in deals}
        for row in rows:
            course.apply(row)
        return course

    # The present.

    @property
    def deal(self) -> Deal | None:
        return self.match.deal

    @property
    def deal_number(self) -> int:
        """Of the deal in play, or of the last one."""
        return len(self.match.deals)

    @property
    def window(self) -> tuple[int, ...]:
        """The seats asked in the open window, answered or not."""
        deal = self.match.deal
        return deal.actors() if deal is not None and deal.asked else ()

    @property
    def turn(self) -> int:
        """The seat whose turn it is; -1 in a window and between deals."""
        deal = self.match.deal
        return deal.turn if deal is not None and not deal.asked else -1

    @property
    def out(self) -> frozenset[int]:
        """Seats that are out of the match and watch the rest of it."""
        still = self.match.tally.still_in()
        return frozenset(range(self.game.seats)) - frozenset(still) if still and not self.match.over else frozenset()

    def legal(self, seat: int) -> list[str]:
        """What a seat may send now: a function of what it sees."""
        return [] if seat in self.answers else list(self.plays(seat))

    def plays(self, seat: int) -> dict[str, int]:
        """The legal plays of a seat by their notation, whether it has answered or not."""
        found = self._plays.get(seat)
        if found is None:
            found = self._plays[seat] = self.match.plays(seat)
        return found

    def view(self, seat: int | None) -> View | None:
        """What a seat sees of the deal, or of the one that has just ended."""
        deal = self.deal or self.match.last
        if deal is None:
            return None
        return deal.view(seat, self._same)

    def may_undo(self, seat: int, people: Iterable[int]) -> bool:
        """Whether the last row is this seat's play and has shown no person, nor a spectator, a card that it did not hold.

        A card drawn is shown to who draws it, a trick with face-down cards to who takes it: once a person has seen one, the
        play stands. Bots remember nothing: they get a view anew for every play, so what only they have seen is shown to
        nobody. `people` are the seats with a person, also one for whom a bot plays at the moment.
        """
        if self._before is None or self.player != seat or self.deal is None:
            return False
        viewers = tuple(people)
        if viewers not in self._shown:
            then, now = self._lain.get(self.n - 1) or Lying(self._before), Lying(self.deal)
            self._lain = {self.n: now}
            self._shown[viewers] = reveals(then, now, self._before.hands[seat], viewers)
        return not self._shown[viewers]

    def check(self, seat: int, text: str) -> str:
        """The play in its canonical form. NotationError, IllegalPlay."""
        if self.deal is None:
            raise IllegalPlay(f"{text!r} is not legal for seat {seat}: no deal is being played")
        if seat in self.answers:
            raise IllegalPlay(f"seat {seat} has answered: {self.answers[seat]}; the window is still open")
        return text if text in self.plays(seat) else self.deal.text(self.deal.read(seat, text))

    def why(self, seat: int, text: str) -> Message | None:
        """Why a play that is not legal is refused, from what its player sees; None if nothing is asked of him."""
        if self.deal is None or seat in self.answers or seat not in self.deal.actors():
            return None
        view, legal = self.view(seat), self.legal(seat)
        return refusal(view, legal, text.replace("×", "x")).message() if view and legal else None

    def missed(self, viewer: int, since: int) -> list[Bundle] | None:
        """What a viewer who has seen `since` rows has not seen; None if that is too long ago or never was."""
        found = [b for b in self.ring if b.seen_by(viewer) and b.v[viewer] > since]
        return found if len(found) == self.v[viewer] - since else None

    def earliest(self, viewer: int) -> int:
        """The least `v` since which `missed` tells a viewer row by row."""
        return self.v[viewer] - sum(b.seen_by(viewer) for b in self.ring)

    # Rows.

    def apply(self, row: Row) -> Bundle:
        """Enter a row that was checked and stored."""
        assert row.n == self.n + 1, (row, self.n)
        self._same = Same()
        to = EVERYONE
        if row.seat == TABLE:
            events = self._deal() if row.play == DEAL else self._close()
        elif row.play == UNDO:
            events = self._undo(row.seat)
        elif self.window:
            self.answers[row.seat] = row.play
            events, to = [], bits.bit(row.seat)
        else:
            events = self._play(row.seat, row.play)
        self.n, self._plays = row.n, {}
        if self.deal is None and len(self.history) < len(self.match.deals):
            self.history.append(tuple(self.match.tally.totals))
        if row.id is not None:
            self.ids.add((row.seat, row.id))
        if to == EVERYONE and row.seat != TABLE and row.play != UNDO:
            self.charges.append((row.seat, row.spent_ms))
        for viewer in range(VIEWERS):
            self.v[viewer] += to >> viewer & 1
        if to == EVERYONE:
            self.moment, self.moment_at = row.n, row.at
        bundle = Bundle(row, tuple(events), to, tuple(self.v))
        self.ring.append(bundle)
        return bundle

    def trial(self, row: Row) -> Callable[[], None] | None:
        """What takes `apply` of this row back again; None: it does more than to let the next seat play, and stays."""
        deal = self.deal
        if deal is None or self.window or row.seat == TABLE or row.play == UNDO:
            return None
        after = deal.copy()
        after.apply(row.seat, self.plays(row.seat)[row.play])
        if after.turn < 0 or after.asked:
            return None
        known = ("n", "moment", "moment_at", "_before", "player", "_lain", "_shown", "_same", "_plays")
        kept, v = [(name, getattr(self, name)) for name in known], self.v.copy()

        def take_back() -> None:
            assert self._before is not None
            self.match.deal = self._before
            self.match.deals[-1].plays.pop()
            self.ring.pop()
            self.charges.pop()
            self.ids.discard((row.seat, row.id or ""))
            self.v = v
            for name, value in kept:
                setattr(self, name, value)

        return take_back

    def _deal(self) -> list[Event]:
        self._before = None
        return opened(self.match, self.prepared[len(self.match.deals) + 1])

    def _close(self) -> list[Event]:
        """Every seat asked gives the answer it has sent, or says nothing; in order, all at once."""
        events: list[Event] = []
        for seat in self.window:
            events += self.match.play(seat, self.answers.get(seat) or silence(self.match.legal(seat)))
        self.answers = {}
        self._before = None
        return events

    def _undo(self, seat: int) -> list[Event]:
        assert self._before is not None and self.player == seat
        self.match.deal = self._before
        self.match.deals[-1].plays.pop()
        self._before = None
        return [Event("undone", seat)]

    def _play(self, seat: int, text: str) -> list[Event]:
        deal = self.deal
        assert deal is not None
        before = deal.copy()
        events = self.match.play(seat, text, self.plays(seat).get(text))
        over = self.deal is None or bool(self.window)  # a window asks everybody at once; a deal's end shows all
        self._before, self.player = (None, -1) if over else (before, seat)
        self._shown = {}
        return events


def silence(legal: Sequence[str]) -> str:
    """The answer of a seat that says nothing."""
    return next((text for text in legal if text in ("no claim", "pass")), legal[0])


def reveals(then: Lying, now: Lying, own: int, people: Iterable[int]) -> bool:
    """Whether a play has shown one of these seats, or a spectator, a card that its player did not hold."""
    return any(now.known(viewer) & ~(then.known(viewer) | own) for viewer in (*people, None))


class Lying:
    """Where the cards of a deal lie, to say what a seat knows of it: as its view tells, in a fraction of the time."""

    def __init__(self, deal: Deal) -> None:
        self.hands: list[int] = deal.hands
        self.seen: list[int] = deal.seen
        self.open = self.hidden = 0  # cards that everyone sees, and those that only some do
        rules: type = type(deal)
        for name, who in card_fields(rules):
            value = getattr(deal, name)
            if name == "stock":
                cards = sum([BITS[card] for card in value[: deal.left]]) if any(self.seen) else 0
            else:
                cards = value if isinstance(value, int) else 0
                for some in () if isinstance(value, int) else value:
                    cards |= some
            if who == "face up":
                self.open |= cards
            else:
                self.hidden |= cards

    def known(self, viewer: int | None) -> int:
        """Every card of which a seat (None: a spectator) has seen where it lies."""
        own = 0 if viewer is None else self.hands[viewer]
        return self.open | own | self.hidden & self.seen[SPECTATOR if viewer is None else viewer]


@cache
def card_fields(rules: type) -> tuple[tuple[str, str], ...]:
    """The fields that hold cards, each card in one of them, and who may know it."""
    return tuple(
        (name, told.who) for name, told in audiences(rules).items() if told.who in ("held", "face down", "face up")
    )
