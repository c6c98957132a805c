"""Rated tables: whom they are for, and what may not change during a rated match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from kafenio.game import Game
from kafenio.server.seating import NotAllowed
from kafenio.server.skills import Entry, form
from kafenio.server.store import MatchRow, Person, SeatRow
from kafenio.server.terms import Terms

if TYPE_CHECKING:
    from kafenio.server.table import Table

__all__ = ["as_it_began", "entry", "may_rate", "may_take"]


def entry(terms: Terms, game: Game, seats: Sequence[SeatRow]) -> str | None:
    """For the match that begins with these people and bots, as the database keeps it; None at a casual table."""
    if not terms.rated:
        return None
    who = [s.person.id if s.person else f"bot:{s.bot}" for s in seats]
    sides = [[who[seat] for seat in game.members(side)] for side in range(game.sides)]
    return msgspec.json.encode(Entry(game.NAME, form(game), sides)).decode()


def may_rate(terms: Terms, person: Person) -> None:
    """NotAllowed where somebody would be rated whom nobody knows again."""
    if terms.rated and not person.account:
        raise NotAllowed("not_yours", "a rated table is for those who have an account, and for bots", "with_account")


def may_take(table: Table, person: Person, seat: int) -> None:
    """Whether he may sit down there: in a rated match only on the seat with which he began it. NotAllowed."""
    may_rate(table.terms, person)
    match = table.match
    if table.state == "playing" and match is not None and match.rated and 0 <= seat < table.game.seats:
        sides = msgspec.json.decode(match.rated, type=Entry).sides
        side = table.game.side(seat)
        if sides[side][table.game.members(side).index(seat)] != person.id:
            raise NotAllowed("taken", "in a rated match a seat stays with who began it", "rated_seats")


def as_it_began(state: str, match: MatchRow | None) -> None:
    """NotAllowed during a rated match: nobody is sent away from it, and no bot is exchanged."""
    if state == "playing" and match is not None and match.rated:
        raise NotAllowed("not_now", "in a rated match the seats stay as they were when it began", "rated_seats")
