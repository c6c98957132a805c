"""Who sits at a table, who watches, who may come in.

What is changed is a function of the stored table: it is computed while nobody else changes it, at whatever process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kafenio.errors import KafenioError
from kafenio.game import Game
from kafenio.message import said
from kafenio.server.outbox import Connection
from kafenio.server.store import Person, SeatRow, TableRow
from kafenio.server.wire import SeatState

__all__ = [
    "NotAllowed",
    "Seating",
    "agreed",
    "ban",
    "complete",
    "fill",
    "invite",
    "mark",
    "may_enter",
    "placed",
    "rise",
    "seat_names",
    "seated",
    "sit",
]


class NotAllowed(KafenioError):
    """Something that this person may not do here, or not now; `code` as in wire.Refused.

    People are told the text of the code; that of `reason` instead, where the code alone says too little.
    """

    def __init__(self, code: str, text: str, reason: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.why = said(f"code.{reason or code}")


# Of a stored table.


def seated(row: TableRow, person: str) -> int | None:
    """Where somebody sits."""
    return next((s.seat for s in row.seats if s.person and s.person.id == person), None)


def may_enter(row: TableRow, person: str) -> bool:
    if person in row.banned:
        return False
    return row.public or person == row.host or person in row.invited or seated(row, person) is not None


def seat_names(row: TableRow) -> list[str]:
    """By seat, as records write them."""
    return [s.person.name if s.person else f"bot:{s.bot}" if s.bot else "" for s in row.seats]


def complete(row: TableRow) -> bool:
    """Every seat is taken, and every person has agreed."""
    return all(s.bot or (s.person and s.agreed) for s in row.seats) and any(s.person for s in row.seats)


# Changes: another table, or NotAllowed.


def placed(row: TableRow, *changed: SeatRow) -> TableRow:
    new = {seat.seat: seat for seat in changed}
    return replace(row, seats=tuple(new.get(s.seat, s) for s in row.seats))


def known_seat(row: TableRow, seat: int) -> SeatRow:
    if not 0 <= seat < len(row.seats):
        raise NotAllowed("unknown", f"no seat {seat}; seats: 0 to {len(row.seats) - 1}")
    return row.seats[seat]


def sit(row: TableRow, person: Person, seat: int, on_bots: bool) -> TableRow:
    """`on_bots`: a bot's seat may be taken, for no deal is being played."""
    here = known_seat(row, seat)
    if here.person or (here.bot and not on_bots):
        raise NotAllowed("taken", f"seat {seat} is taken")
    if seated(row, person.id) is not None:
        raise NotAllowed("not_now", f"you sit at seat {seated(row, person.id)}")
    return placed(row, SeatRow(seat, person))


def rise(row: TableRow, person: str, bot: str) -> TableRow:
    """A person leaves; during a match a bot takes over. What was asked of him is no longer asked."""
    seat = seated(row, person)
    if seat is None:
        raise NotAllowed("not_seated", "you do not sit at this table")
    return replace(placed(row, SeatRow(seat, None, bot if row.state == "playing" else "")), question=None)


def fill(row: TableRow, seat: int | None, bot: str, connected: Callable[[int], bool]) -> TableRow:
    """A bot for a seat, or for all that are free; during a match for somebody who is not here."""
    if not bot and row.state == "playing":
        raise NotAllowed("not_now", "during a match a bot's seat stays taken; people may sit down there between deals")
    if seat is None:
        return placed(row, *[SeatRow(s.seat, None, bot) for s in row.seats if not s.person and not s.bot])
    here = known_seat(row, seat)
    if not here.person:
        return placed(row, SeatRow(seat, None, bot))
    if row.state != "playing" or connected(seat):
        raise NotAllowed("taken", f"{here.person.name} sits there")
    return placed(row, replace(here, absent=True))


def agreed(row: TableRow, person: str) -> TableRow:
    if row.state == "playing":
        raise NotAllowed("not_now", "the match has begun")
    seat = seated(row, person)
    if seat is None:
        raise NotAllowed("not_seated", "you do not sit at this table")
    return placed(row, replace(row.seats[seat], agreed=True))


def mark(row: TableRow, seat: int, person: str, absent: bool) -> TableRow:
    """Whether a bot plays for this person until he is back; nothing, if he sits there no longer."""
    here = row.seats[seat]
    return placed(row, replace(here, absent=absent)) if here.person and here.person.id == person else row


def ban(row: TableRow, person: str) -> TableRow:
    return replace(row, banned=row.banned | {person}, invited=row.invited - {person})


def invite(row: TableRow, person: str) -> TableRow:
    if person in row.banned:
        raise NotAllowed("not_yours", "the host does not let you in", "not_let_in")
    return row if may_enter(row, person) else replace(row, invited=row.invited | {person})


class Seating:
    """A table's people as they are known here; `number` is this process."""

    def __init__(self, row: TableRow, game: Game, number: Callable[[], int]) -> None:
        self.game = game
        self.number = number
        self.here: dict[str, Connection] = {}  # by person: the sockets of this process
        self.row = row

    @property
    def row(self) -> TableRow:
        """The table as it stands in the database, as far as is known."""
        return self._row

    @row.setter
    def row(self, row: TableRow) -> None:
        self._row = row
        self._seat = {s.person.id: s.seat for s in row.seats if s.person}

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        return tuple(self.row.seats)

    @property
    def host(self) -> str:
        return self.row.host or ""

    @property
    def public(self) -> bool:
        return self.row.public

    def seat_of(self, person: str) -> int | None:
        return self._seat.get(person)

    def person(self, seat: int) -> str:
        """The id of the person in a seat; empty: nobody."""
        person = self.row.seats[seat].person
        return person.id if person else ""

    def by_bot(self, seat: int) -> bool:
        """Whether a bot plays this seat now."""
        return bool(self.row.seats[seat].bot) or self.row.seats[seat].absent

    def present(self) -> set[str]:
        """Everybody whose socket is open, at whatever process."""
        return {*self.here, *(who for who, process in self.row.present.items() if process != self.number())}

    def connected(self, seat: int) -> bool:
        person = self.person(seat)
        return person in self.here or self.row.present.get(person, self.number()) != self.number()

    def playing(self) -> list[int]:
        """The seats that people play themselves now."""
        return [s.seat for s in self.row.seats if s.person and not s.absent]

    def ready(self, deal: int) -> set[int]:
        """The seats whose people wait for the deal with this number."""
        return {s.seat for s in self.row.seats if s.person and s.ready == deal}

    def names(self) -> list[str]:
        """By seat, as records write them."""
        return seat_names(self.row)

    def may_enter(self, person: str) -> bool:
        return may_enter(self.row, person)

    def must_host(self, person: str) -> None:
        if person != self.host:
            raise NotAllowed("not_yours", "only the host may do that")

    def states(self, next_deal: int, out: frozenset[int]) -> list[SeatState]:
        return [
            SeatState(
                seat=s.seat,
                side=self.game.side(s.seat),
                person=s.person.id if s.person else "",
                name=s.person.name if s.person else "",
                colour=s.person.colour if s.person else "",
                bot=s.bot,
                here=self.connected(s.seat),
                agreed=bool(s.person) and s.agreed,
                ready=bool(s.person) and s.ready == next_deal,
                absent=s.absent,
                out=s.seat in out,
            )
            for s in self.row.seats
        ]

    @property
    def watching(self) -> int:
        return sum(self.seat_of(person) is None for person in self.present())
