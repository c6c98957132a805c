"""What the server keeps, and how it is read back."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert, select, update

from kafenio.server.course import Row
from kafenio.server.sealed import Prepared
from kafenio.server.store import schema
from kafenio.server.store.engine import engines, migrate
from kafenio.server.store.ratings import count_match
from kafenio.server.store.writer import Taken, Writer

__all__ = ["MatchRow", "Person", "SeatRow", "Store", "TableRow", "digest", "now_ms"]

T = TypeVar("T")
SESSION_MS = 400 * 86_400_000
RECOVERY_MS = 30 * 86_400_000
OPEN_MS = 86_400_000


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    colour: str
    account: bool = field(default=False, compare=False)  # no guest; known where somebody shows his cookie


@dataclass(frozen=True)
class SeatRow:
    seat: int
    person: Person | None = None
    bot: str = ""
    agreed: bool = False
    absent: bool = False


@dataclass(frozen=True)
class TableRow:
    id: str
    code: str
    host: str | None
    state: str
    public: bool
    terms: Mapping[str, Any]
    banned: frozenset[str] = frozenset()
    invited: frozenset[str] = frozenset()
    seats: Sequence[SeatRow] = field(default_factory=tuple)


@dataclass(frozen=True)
class MatchRow:
    id: str
    table: str
    number: int
    base: tuple[int, ...]
    names: tuple[str, ...]
    began: int
    ended: int | None
    rated: str | None = None  # JSON: who is rated; None: casual


class Store:
    """Opened in the event loop: reading is done in threads, writing in one thread of its own."""

    def __init__(self, url: str) -> None:
        self.writing, self.reading = engines(url)
        self.writer: Writer | None = None

    def migrate(self) -> None:
        """Make the database, or bring it to the newest form."""
        migrate(self.writing)

    def open(self) -> None:
        self.writer = Writer(self.writing, asyncio.get_running_loop())
        self.writer.start()

    async def close(self) -> None:
        if self.writer is not None:
            self.writer.stop()
            await asyncio.to_thread(self.writer.join)
        self.writing.dispose()
        self.reading.dispose()

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self.reading.connect() as c:
            return work(c)

    async def write(self, *statements: Any) -> None:
        """Statements in one transaction. Taken, NotStored."""

        def work(c: Connection) -> None:
            for statement in statements:
                c.execute(statement)

        await self.do(work)

    async def do(self, work: Callable[[Connection], T]) -> T:
        """Anything in one transaction, and what it gives; it may run twice, the first time rolled back. Taken, NotStored."""
        assert self.writer is not None
        found: list[T] = []
        await self.writer.do(lambda c: found.append(work(c)))
        return found[-1]

    # Plays.

    async def add_row(self, match: str, row: Row) -> None:
        """Taken: another row has its number, or its id stands already. NotStored: nobody knows yet whether it stands."""
        assert self.writer is not None
        await self.writer.add(
            {
                "match": match,
                "n": row.n,
                "seat": row.seat,
                "play": row.play,
                "id": row.id,
                "spent_ms": row.spent_ms,
                "at": now_ms(),
            }
        )

    async def rows(self, match: str, after: int = 0) -> list[Row]:
        p = schema.plays.c
        found = await self.read(
            lambda c: c.execute(
                select(p.n, p.seat, p.play, p.id, p.spent_ms).where(p.match == match, p.n > after).order_by(p.n)
            ).all()
        )
        return [Row(*row) for row in found]

    async def has_play(self, table: str, key: str) -> bool:
        """Whether a play with this id was accepted in any match at a table."""
        p, m = schema.plays.c, schema.matches.c
        return await self.read(
            lambda c: (
                c.execute(
                    select(p.n).join_from(schema.plays, schema.matches).where(m.table == table, p.id == key).limit(1)
                ).first()
                is not None
            )
        )

    # Matches and deals.

    async def add_match(self, match: MatchRow, seats: Iterable[SeatRow]) -> None:
        """A match begins at its table."""
        players = [player_values(match.id, seat) for seat in seats if seat.person]
        await self.write(
            insert(schema.matches).values(
                id=match.id,
                table=match.table,
                number=match.number,
                base=json.dumps(match.base),
                names=json.dumps(match.names),
                began=match.began,
                rated=match.rated,
            ),
            update(schema.tables).where(schema.tables.c.id == match.table).values(state="playing"),
            *[insert(schema.players).values(player) for player in players],
        )

    async def add_player(self, match: str, seat: SeatRow) -> None:
        """Somebody sits down in mid-match. Taken: he has sat there before."""
        await self.write(insert(schema.players).values(player_values(match, seat)))

    async def matches_of(self, person: str) -> list[MatchRow]:
        """Every finished match at which a person sat, the latest first."""
        m, p = schema.matches.c, schema.players.c
        sat = select(p.match).where(p.person == person)
        found = await self.read(
            lambda c: c.execute(
                select(*MATCH_COLUMNS).where(m.id.in_(sat), m.ended.is_not(None)).order_by(m.ended.desc())
            ).all()
        )
        return [match_row(row) for row in found]

    async def terms_of(self, table: str) -> dict[str, Any]:
        """What was agreed to at a table."""
        t = schema.tables.c
        text = await self.read(lambda c: c.execute(select(t.terms).where(t.id == table)).scalar_one())
        found: dict[str, Any] = json.loads(text)
        return found

    async def end_match(self, match: str, table: str, names: Sequence[str], result: Mapping[str, Any]) -> None:
        """Its result, and what that changes in ratings. Asked again, it changes nothing more."""
        m, now = schema.matches.c, now_ms()

        def work(c: Connection) -> None:
            ended = (
                update(schema.matches)
                .where(m.id == match, m.ended.is_(None))
                .values(ended=now, names=json.dumps(list(names)), totals=json.dumps(result))
            )
            if c.execute(ended).rowcount == 1:
                rated = c.execute(select(m.rated).where(m.id == match)).scalar_one()
                if rated:
                    count_match(c, rated, result["winners"], now)
            c.execute(update(schema.tables).where(schema.tables.c.id == table).values(state="over"))
            c.execute(update(schema.seats).where(schema.seats.c.table == table).values(agreed=False))

        await self.do(work)

    async def add_deal(self, match: str, deal: Prepared) -> None:
        await self.write(
            insert(schema.deals).values(
                match=match,
                number=deal.number,
                dealer=deal.dealer,
                how=deal.how,
                cuts=json.dumps(deal.cuts),
                pack=deal.pack,
                repairs=json.dumps(deal.repairs),
                misdeals=deal.misdeals,
                salt=deal.salt,
            )
        )

    async def deals(self, match: str) -> list[Prepared]:
        d = schema.deals.c
        found = await self.read(
            lambda c: c.execute(
                select(d.number, d.dealer, d.how, d.cuts, d.pack, d.repairs, d.misdeals, d.salt)
                .where(d.match == match)
                .order_by(d.number)
            ).all()
        )
        return [
            Prepared(
                number,
                dealer,
                how,
                tuple(map(tuple, json.loads(cuts))),
                pack,
                tuple(json.loads(repairs)),
                misdeals,
                salt,
            )
            for number, dealer, how, cuts, pack, repairs, misdeals, salt in found
        ]

    async def match(self, match: str) -> MatchRow | None:
        return await self._match(schema.matches.c.id == match)

    async def last_match(self, table: str) -> MatchRow | None:
        """The match in play at a table, or its last one."""
        return await self._match(schema.matches.c.table == table)

    async def _match(self, where: Any) -> MatchRow | None:
        latest = schema.matches.c.number.desc()
        found = await self.read(
            lambda c: c.execute(select(*MATCH_COLUMNS).where(where).order_by(latest).limit(1)).first()
        )
        return match_row(found) if found else None

    # Tables.

    async def add_table(self, table: TableRow) -> None:
        await self.write(
            insert(schema.tables).values(
                id=table.id,
                code=table.code,
                host=table.host,
                state=table.state,
                public=table.public,
                terms=json.dumps(table.terms),
                banned="[]",
                invited="[]",
                created=now_ms(),
            ),
            insert(schema.seats).values([seat_values(table.id, seat) for seat in table.seats]),
        )

    async def save_seats(self, table: str, changed: Iterable[SeatRow]) -> None:
        s = schema.seats.c
        await self.write(
            *[
                update(schema.seats)
                .where(s.table == table, s.seat == seat.seat)
                .values(
                    person=seat.person.id if seat.person else None, bot=seat.bot, agreed=seat.agreed, absent=seat.absent
                )
                for seat in changed
            ]
        )

    async def save_guests(self, table: str, banned: Iterable[str], invited: Iterable[str]) -> None:
        await self.write(
            update(schema.tables)
            .where(schema.tables.c.id == table)
            .values(banned=json.dumps(sorted(banned)), invited=json.dumps(sorted(invited)))
        )

    async def table(self, key: str) -> TableRow | None:
        return next(iter(await self._tables(schema.tables.c.id == key)), None)

    async def live_tables(self) -> list[TableRow]:
        """Every table at which a match is played, and those that were opened lately."""
        t = schema.tables.c
        lately = (t.state == "open") & (t.created > now_ms() - OPEN_MS)
        return await self._tables((t.state == "playing") | lately)

    async def _tables(self, where: Any) -> list[TableRow]:
        t, s, p = schema.tables.c, schema.seats.c, schema.people.c

        def work(c: Connection) -> list[TableRow]:
            heads = c.execute(
                select(t.id, t.code, t.host, t.state, t.public, t.terms, t.banned, t.invited)
                .where(where)
                .order_by(t.created)
            ).all()
            sitting: dict[str, list[SeatRow]] = {head.id: [] for head in heads}
            for row in c.execute(
                select(s.table, s.seat, s.bot, s.agreed, s.absent, p.id, p.name, p.colour)
                .join_from(schema.seats, schema.tables)
                .outerjoin(schema.people, p.id == s.person)
                .where(where)
                .order_by(s.table, s.seat)
            ):
                person = Person(row.id, row.name, row.colour) if row.id else None
                if row.table in sitting:
                    sitting[row.table].append(SeatRow(row.seat, person, row.bot, row.agreed, row.absent))
            return [
                TableRow(
                    h.id, h.code, h.host, h.state, h.public, json.loads(h.terms),
                    frozenset(json.loads(h.banned)), frozenset(json.loads(h.invited)), tuple(sitting[h.id]),
                )
                for h in heads
            ]  # fmt: skip

        return await self.read(work)

    # People come in; what else there is about them stands in people.py.

    async def add_person(self, name: str, colour: str) -> tuple[Person, str]:
        """A guest and the token of his cookie."""
        person, token = Person(secrets.token_hex(10), name, colour), secrets.token_urlsafe(32)
        await self.write(
            insert(schema.people).values(id=person.id, name=name, colour=colour, created=now_ms()),
            session(token, person.id, "cookie"),
        )
        return person, token

    async def rename(self, person: str, name: str, colour: str) -> None:
        await self.write(update(schema.people).where(schema.people.c.id == person).values(name=name, colour=colour))

    async def person(self, key: str) -> Person | None:
        p, a = schema.people.c, schema.accounts.c
        account = a.person.is_not(None)
        found = await self.read(
            lambda c: c.execute(
                select(p.id, p.name, p.colour, account).outerjoin(schema.accounts, a.person == p.id).where(p.id == key)
            ).first()
        )
        return Person(*found) if found else None

    async def person_of(self, token: str, kind: str = "cookie") -> Person | None:
        """Whose token this is, if it is still good."""
        s, p, a = schema.sessions.c, schema.people.c, schema.accounts.c
        oldest = now_ms() - (SESSION_MS if kind == "cookie" else RECOVERY_MS)
        found = await self.read(
            lambda c: c.execute(
                select(p.id, p.name, p.colour, a.person.is_not(None))
                .join_from(schema.sessions, schema.people)
                .outerjoin(schema.accounts, a.person == p.id)
                .where(s.token == digest(token), s.kind == kind, s.created > oldest)
            ).first()
        )
        return Person(*found) if found else None

    async def new_recovery(self, person: str) -> str:
        """A token that is good for one new cookie; an older one is no longer."""
        token, s = secrets.token_urlsafe(24), schema.sessions.c
        await self.write(
            delete(schema.sessions).where(s.person == person, s.kind == "recovery"), session(token, person, "recovery")
        )
        return token

    async def recover(self, token: str) -> tuple[Person, str] | None:
        """A new cookie for who lost his; the token is used up."""
        person = await self.person_of(token, "recovery")
        if person is None:
            return None
        fresh = secrets.token_urlsafe(32)

        def work(c: Connection) -> None:
            use_up(c, token)
            c.execute(session(fresh, person.id, "cookie"))

        try:
            await self.do(work)
        except Taken:
            return None
        return person, fresh


def use_up(c: Connection, token: str) -> None:
    """A token that is good once. Taken: it has been used already."""
    if c.execute(delete(schema.sessions).where(schema.sessions.c.token == digest(token))).rowcount != 1:
        raise Taken("somebody was faster")


MATCH_COLUMNS = tuple(
    schema.matches.c[name] for name in ("id", "table", "number", "base", "names", "began", "ended", "rated")
)


def match_row(found: Any) -> MatchRow:
    key, table, number, base, names, began, ended, rated = found
    return MatchRow(key, table, number, tuple(json.loads(base)), tuple(json.loads(names)), began, ended, rated)


def player_values(match: str, seat: SeatRow) -> dict[str, Any]:
    assert seat.person is not None
    return {"match": match, "seat": seat.seat, "person": seat.person.id}


def session(token: str, person: str, kind: str) -> Any:
    return insert(schema.sessions).values(token=digest(token), person=person, kind=kind, created=now_ms())


def seat_values(table: str, seat: SeatRow) -> dict[str, Any]:
    return {
        "table": table,
        "seat": seat.seat,
        "person": seat.person.id if seat.person else None,
        "bot": seat.bot,
        "agreed": seat.agreed,
        "absent": seat.absent,
    }
