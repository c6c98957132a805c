"""Who sits at a table, who watches, who may come in. What is changed is stored first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kafenio.errors import KafenioError
from kafenio.game import Game
from kafenio.server.outbox import Connection
from kafenio.server.store import Person, SeatRow, Store, TableRow
from kafenio.server.wire import SeatState

__all__ = ["NotAllowed", "Seating"]


class NotAllowed(KafenioError):
    """Something that this person may not do here, or not now; `code` as in wire.Refused."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Seating:
    def __init__(self, row: TableRow, game: Game, store: Store) -> None:
        self.table = row.id
        self.game = game
        self.store = store
        self.here: dict[str, Connection] = {}  # by person
        self.ready: set[int] = set()
        self.read(row)

    def read(self, row: TableRow) -> None:
        """Everything as the database has it."""
        self.host = row.host or ""
        self.public = row.public
        self.seats: list[SeatRow] = list(row.seats)
        self.banned = set(row.banned)
        self.invited = set(row.invited)

    # Who.

    def seat_of(self, person: str) -> int | None:
        return next((s.seat for s in self.seats if s.person and s.person.id == person), None)

    def person(self, seat: int) -> str:
        """The id of the person in a seat; empty: nobody."""
        person = self.seats[seat].person
        return person.id if person else ""

    def by_bot(self, seat: int) -> bool:
        """Whether a bot plays this seat now."""
        return bool(self.seats[seat].bot) or self.seats[seat].absent

    def connected(self, seat: int) -> bool:
        return self.person(seat) in self.here

    def playing(self) -> list[int]:
        """The seats that people play themselves now."""
        return [s.seat for s in self.seats if s.person and not s.absent]

    def names(self) -> list[str]:
        """By seat, as records write them."""
        return [s.person.name if s.person else f"bot:{s.bot}" if s.bot else "" for s in self.seats]

    def may_enter(self, person: str) -> bool:
        if person in self.banned:
            return False
        return self.public or person == self.host or person in self.invited or self.seat_of(person) is not None

    def complete(self) -> bool:
        """Every seat is taken, and every person has agreed."""
        return all(s.bot or (s.person and s.agreed) for s in self.seats) and any(s.person for s in self.seats)

    def must_host(self, person: str) -> None:
        if person != self.host:
            raise NotAllowed("not_yours", "only the host may do that")

    # Changes: stored, then made.

    async def change(self, changed: Iterable[SeatRow]) -> None:
        """NotStored: nothing has changed."""
        rows = list(changed)
        await self.store.save_seats(self.table, rows)
        for row in rows:
            self.seats[row.seat] = row

    async def sit(self, person: Person, seat: int, on_bots: bool) -> None:
        """`on_bots`: a bot's seat may be taken, for no deal is being played."""
        if not 0 <= seat < len(self.seats):
            raise NotAllowed("unknown", f"no seat {seat}; seats: 0 to {len(self.seats) - 1}")
        here = self.seats[seat]
        if here.person or (here.bot and not on_bots):
            raise NotAllowed("taken", f"seat {seat} is taken")
        if self.seat_of(person.id) is not None:
            raise NotAllowed("not_now", f"you sit at seat {self.seat_of(person.id)}")
        await self.change([SeatRow(seat, person)])

    async def rise(self, seat: int, bot: str) -> None:
        """A person leaves; a bot takes over where one is named."""
        self.ready.discard(seat)
        await self.change([SeatRow(seat, None, bot)])

    async def fill(self, seat: int | None, bot: str, stand_in: bool) -> None:
        """A bot for a seat, or for all that are free. `stand_in`: it plays for somebody who is not here."""
        if seat is None:
            await self.change([SeatRow(s.seat, None, bot) for s in self.seats if not s.person and not s.bot])
            return
        if not 0 <= seat < len(self.seats):
            raise NotAllowed("unknown", f"no seat {seat}; seats: 0 to {len(self.seats) - 1}")
        here = self.seats[seat]
        if here.person:
            if not bot or not stand_in or self.connected(seat):
                raise NotAllowed("taken", f"{here.person.name} sits there")
            await self.change([replace(here, absent=True)])
        else:
            await self.change([SeatRow(seat, None, bot)])

    async def agree(self, seat: int) -> None:
        await self.change([replace(self.seats[seat], agreed=True)])

    async def mark(self, seat: int, absent: bool) -> None:
        """Whether a bot plays for a person until he is back."""
        await self.change([replace(self.seats[seat], absent=absent)])

    async def ban(self, person: str) -> None:
        banned, invited = self.banned | {person}, self.invited - {person}
        await self.store.save_guests(self.table, banned, invited)
        self.banned, self.invited = banned, invited

    async def invite(self, person: str) -> None:
        if person in self.banned:
            raise NotAllowed("not_yours", "the host does not let you in")
        if person not in self.invited and not self.may_enter(person):
            invited = self.invited | {person}
            await self.store.save_guests(self.table, self.banned, invited)
            self.invited = invited

    def states(self) -> list[SeatState]:
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
                ready=s.seat in self.ready,
                absent=s.absent,
            )
            for s in self.seats
        ]

    @property
    def watching(self) -> int:
        return sum(self.seat_of(person) is None for person in self.here)
