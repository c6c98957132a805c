"""What the server keeps, and how it is read back."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from kafenio.errors import KafenioError
from kafenio.server.course import Row
from kafenio.server.sealed import Prepared
from kafenio.server.store import schema
from kafenio.server.store.engine import engines, migrate
from kafenio.server.store.known import known_by, known_person
from kafenio.server.store.ratings import count_match
from kafenio.server.store.rows import MatchRow, Person, SeatRow, TableRow, now_ms
from kafenio.server.store.tables import claim, locked, read_tables, save, seat_values, table_values, tell
from kafenio.server.store.writer import Taken, Writer

__all__ = ["MatchRow", "Person", "SeatRow", "Store", "TableRow", "digest", "now_ms"]

T = TypeVar("T")
SESSION_MS = 400 * 86_400_000
RECOVERY_MS = 30 * 86_400_000
OPEN_MS = 86_400_000


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Store:
    """Opened in the event loop: reading is done in threads, writing in one thread of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.writing, self.reading = engines(url)
        self.writer: Writer | None = None
        self.number = 1  # of this process, among those that share the database

    @property
    def shared(self) -> bool:
        """Whether other processes may write here too."""
        return self.writing.dialect.name == "postgresql"

    def migrate(self) -> None:
        """Make the database, or bring it to the newest form."""
        migrate(self.writing)

    def open(self) -> None:
        self.writer = Writer(self.writing, asyncio.get_running_loop(), lambda: self.number)
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

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """The same; a KafenioError that `work` raises, before it has written anything, refuses nothing else."""

        def tried(c: Connection) -> T | KafenioError:
            try:
                return work(c)
            except KafenioError as e:
                return e

        found = await self.do(tried)
        if isinstance(found, KafenioError):
            raise found
        return found

    # Plays.

    async def add_row(self, match: str, row: Row, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Taken: another row has its number, or its id stands already. NotStored: nobody knows yet whether it stands.

        `meanwhile` is called while it is being written, or not at all.
        """
        assert self.writer is not None
        await self.writer.add((match, *row), meanwhile)

    async def rows(self, match: str, after: int = 0) -> list[Row]:
        p = schema.plays.c
        found = await self.read(
            lambda c: c.execute(
                select(p.n, p.seat, p.play, p.id, p.spent_ms, p.at).where(p.match == match, p.n > after).order_by(p.n)
            ).all()
        )
        return [Row(*row) for row in found]

    async def rows_beyond(self, known: Mapping[str, int]) -> dict[str, list[Row]]:
        """Of several matches, what lies beyond the row that is known of each."""
        p = schema.plays.c
        beyond = or_(*[(p.match == match) & (p.n > n) for match, n in known.items()])
        wanted = select(p.match, p.n, p.seat, p.play, p.id, p.spent_ms, p.at).where(beyond).order_by(p.match, p.n)
        found: dict[str, list[Row]] = {}
        for match, *row in await self.read(lambda c: c.execute(wanted).all()):
            found.setdefault(match, []).append(Row(*row))
        return found

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

    def begin_match(self, c: Connection, match: MatchRow, seats: Iterable[SeatRow]) -> None:
        """In the transaction in which its table begins to play."""
        c.execute(
            insert(schema.matches).values(
                id=match.id,
                table=match.table,
                number=match.number,
                base=json.dumps(match.base),
                names=json.dumps(match.names),
                began=match.began,
                rated=match.rated,
            )
        )
        for seat in seats:
            if seat.person:
                c.execute(insert(schema.players).values(player_values(match.id, seat)))

    def end_match(self, c: Connection, match: str, names: Sequence[str], result: Mapping[str, Any]) -> None:
        """In the transaction in which its table is over: the result, and what that changes in ratings. Only once."""
        m, when = schema.matches.c, now_ms()
        rated, ended = c.execute(select(m.rated, m.ended).where(m.id == match).with_for_update()).one()
        if ended is not None:
            return
        if rated:
            when = count_match(c, rated, result["winners"], when)
        values = {"ended": when, "names": json.dumps(list(names)), "totals": json.dumps(result)}
        c.execute(update(schema.matches).where(m.id == match).values(values))

    def add_player(self, c: Connection, match: str, seat: SeatRow) -> None:
        """In the transaction in which somebody sits down in mid-match; he may have sat there before."""
        p, values = schema.players.c, player_values(match, seat)
        known = select(p.seat).where(p.match == match, p.seat == seat.seat, p.person == values["person"])
        if c.execute(known).first() is None:
            c.execute(insert(schema.players).values(values))

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

    async def add_deal(self, match: MatchRow, deal: Prepared) -> None:
        """Taken: another one has this number."""
        row = {
            **deal._asdict(),
            "match": match.id,
            "cuts": json.dumps(deal.cuts),
            "repairs": json.dumps(deal.repairs),
        }

        def work(c: Connection) -> None:
            c.execute(insert(schema.deals), row)
            tell(c, f"t {self.number} {match.table}")

        await self.transact(work)

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
        def work(c: Connection) -> None:
            for statement in table_statements(table):
                c.execute(statement)
            if table.public:
                tell(c, f"t {self.number} {table.id}")

        await self.do(work)

    async def change(
        self,
        table: str,
        made: Callable[[TableRow], TableRow],
        also: Callable[[Connection, TableRow, TableRow], None],
    ) -> TableRow:
        """A table as `made` makes it from how it stands; `also` writes what belongs to the change. Other processes hear of it.

        Nobody changes the table meanwhile. What `made` raises has changed nothing. NotStored, Taken.
        """

        def work(c: Connection) -> TableRow:
            before = locked(c, table)
            after = made(before)
            if after == before:
                return before
            after = replace(after, version=before.version + 1)
            save(c, before, after)
            also(c, before, after)
            tell(c, f"t {self.number} {table}")
            return after

        return await self.transact(work)

    async def set_present(self, table: str, person: str, here: bool) -> int:
        """This process holds the socket of a person at a table, or no longer does; if another holds it, that stays so.

        The version of the table after that.
        """

        def work(c: Connection) -> int:
            p, t = schema.present.c, schema.tables.c
            mine = (p.table == table) & (p.person == person)
            if here:
                c.execute(delete(schema.present).where(mine))
                c.execute(insert(schema.present).values(table=table, person=person, process=self.number))
            else:
                c.execute(delete(schema.present).where(mine, p.process == self.number))
            newer = update(schema.tables).where(t.id == table).values(version=t.version + 1).returning(t.version)
            tell(c, f"t {self.number} {table}")
            return int(c.execute(newer).scalar_one())

        return await self.transact(work)

    async def tell_changed(self, table: str) -> None:
        """A table was changed beside `change`: other processes read it anew."""
        await self.transact(lambda c: tell(c, f"t {self.number} {table}"))

    async def say(self, table: str, said: str) -> None:
        """Something that is not kept, to the sockets of a table at other processes."""
        await self.transact(lambda c: tell(c, f"s {self.number} {table} {said}"))

    async def table(self, key: str) -> TableRow | None:
        return next(iter(await self._tables(schema.tables.c.id == key)), None)

    async def live_tables(self) -> list[TableRow]:
        """Every table at which a match is played, and those that were opened lately."""
        t = schema.tables.c
        lately = (t.state == "open") & (t.created > now_ms() - OPEN_MS)
        return await self._tables((t.state == "playing") | lately)

    async def public_tables(self, keys: Iterable[str] | None = None) -> list[TableRow]:
        """Those that are played at, and those that were opened lately; or which of these are, at any time."""
        t = schema.tables.c
        lately = (t.state == "open") & (t.created > now_ms() - OPEN_MS)
        which = t.id.in_(list(keys)) & (t.state != "over") if keys is not None else (t.state == "playing") | lately
        return await self._tables(t.public & which)

    async def _tables(self, where: Any) -> list[TableRow]:
        return await self.read(lambda c: read_tables(c, where))

    async def hosted(self, person: str) -> int:
        """How many tables of a host are open or playing."""
        t = schema.tables.c
        lately = (t.state == "open") & (t.created > now_ms() - OPEN_MS)
        wanted = select(func.count()).where(t.host == person, (t.state == "playing") | lately)
        return await self.read(lambda c: c.execute(wanted).scalar_one())

    # Processes.

    async def claim(self, dead: int | None = None) -> Sequence[str]:
        """This process looks after every table in play that no other does; `dead` is no more. Their ids."""

        def work(c: Connection) -> Sequence[str]:
            found = claim(c, self.number, now_ms(), dead)
            if found or dead is not None:
                tell(c, f"a {self.number}")
            return found

        return await self.transact(work)

    async def beat(self) -> None:
        """This process is alive."""
        p = schema.processes.c
        await self.write(update(schema.processes).where(p.number == self.number).values(seen=now_ms()))

    # People come in; what else there is about them stands in accounts.py, friends.py and lives.py.

    async def add_person(self, name: str, colour: str, network: str | None = None) -> tuple[Person, str]:
        """A guest and the token of his cookie."""
        person, token = Person(secrets.token_hex(10), name, colour), secrets.token_urlsafe(32)
        await self.write(
            insert(schema.people).values(id=person.id, name=name, colour=colour, created=now_ms(), network=network),
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
        s = schema.sessions.c
        oldest = now_ms() - (SESSION_MS if kind == "cookie" else RECOVERY_MS)
        shown = known_by(schema.sessions).where(s.token == digest(token), s.kind == kind, s.created > oldest)
        found = await self.read(lambda c: c.execute(shown).first())
        return known_person(found) if found else None

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


def table_statements(table: TableRow) -> list[Any]:
    """What makes a new table."""
    return [
        insert(schema.tables).values(created=now_ms(), **table_values(table)),
        insert(schema.seats).values([seat_values(table.id, seat) for seat in table.seats]),
    ]
