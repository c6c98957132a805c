"""All that hangs on a person: joined to another's when a guest logs in, written out, and taken away on demand."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, delete, or_, select, update

from kafenio.server.store import schema
from kafenio.server.store.reports import forget
from kafenio.server.store.store import Store
from kafenio.server.store.tables import tell

__all__ = ["Lives"]

GONE = "somebody"  # stands in records where the name of one stood who has gone
StandIn = Callable[[str], str]  # the bot that plays a game for the absent


class Lives:
    def __init__(self, store: Store, stand_in: StandIn) -> None:
        self.store = store
        self.stand_in = stand_in

    async def tables_of(self, person: str) -> list[str]:
        """Every table that names him: as host, guest or banned, at a seat, or in a match that was played there."""
        t, s, m, p = schema.tables.c, schema.seats.c, schema.matches.c, schema.players.c
        sat = select(s.table).where(s.person == person)
        played = select(m.table).join_from(schema.matches, schema.players, p.match == m.id).where(p.person == person)
        like = f'%"{person}"%'
        named = or_(t.host == person, t.id.in_(sat), t.id.in_(played), t.invited.like(like), t.banned.like(like))
        return await self.store.read(lambda c: list(c.execute(select(t.id).where(named)).scalars()))

    async def sits_at(self, person: str) -> list[str]:
        """Tables that are open or playing and where he sits or is the host, the latest first."""
        t, s = schema.tables.c, schema.seats.c
        his = or_(t.host == person, t.id.in_(select(s.table).where(s.person == person)))
        found = select(t.id).where(t.state != "over", his).order_by(t.created.desc()).limit(50)
        return await self.store.read(lambda c: list(c.execute(found).scalars()))

    # A guest logs in.

    async def join(self, guest: str, account: str) -> list[str]:
        """What the guest had is the account's, and the guest is no more. The tables that have changed."""
        tables = await self.tables_of(guest)

        def work(c: Connection) -> list[str]:
            changed = touch(c, self.store.number, guest, tables)
            tell(c, f"e {self.store.number} {guest} *")
            join_seats(c, guest, account, self.stand_in)
            t = schema.tables.c
            c.execute(update(schema.tables).where(t.host == guest).values(host=account))
            replace_guests(c, tables, guest, account)
            join_pairs(c, schema.players, "person", ("match", "seat"), guest, account)
            join_pairs(c, schema.records, "person", ("digest",), guest, account)
            for table, ours, other in (
                (schema.friends, "person", "friend"),
                (schema.friends, "friend", "person"),
                (schema.mutes, "person", "muted"),
                (schema.mutes, "muted", "person"),
            ):
                c.execute(delete(table).where(table.c[ours] == guest, table.c[other] == account))
                join_pairs(c, table, ours, (other,), guest, account)
            for table, name in (
                (schema.api_tokens, "person"),
                (schema.reports, "person"),
                (schema.reports, "about"),
            ):
                c.execute(update(table).where(table.c[name] == guest).values({name: account}))
            c.execute(delete(schema.people).where(schema.people.c.id == guest))
            return changed

        return await self.store.do(work)

    # Sent away.

    async def leave(self, person: str) -> list[str]:
        """He gives up every seat and looks for no table. The tables that have changed."""
        tables = await self.tables_of(person)

        def work(c: Connection) -> list[str]:
            changed = touch(c, self.store.number, person, tables)
            leave_seats(c, person, self.stand_in)
            c.execute(delete(schema.waiting).where(schema.waiting.c.person == person))
            tell(c, f"e {self.store.number} {person} *")
            return changed

        return await self.store.do(work)

    # Gone.

    async def end(self, person: str, pseudonym: str) -> list[str]:
        """Take away all that is his. Matches that others have played stay, without his name. The tables that have changed."""
        tables = await self.tables_of(person)
        for table in await self.alone_at(person):
            await self.store.write(delete(schema.tables).where(schema.tables.c.id == table))
        matches = await self._matches(person)
        for match in matches:  # one by one: nobody's play has to wait for all of them
            await self.store.do(lambda c, m=match: nameless(c, m, person, pseudonym))  # type: ignore[misc]

        def work(c: Connection) -> list[str]:
            changed = touch(c, self.store.number, person, tables)
            tell(c, f"e {self.store.number} {person} *")
            leave_seats(c, person, self.stand_in)
            replace_guests(c, tables, person, "")
            for match in set(matches_of(c, person)) - set(matches):
                nameless(c, match, person, pseudonym)
            forget(c, person)
            c.execute(delete(schema.ratings).where(schema.ratings.c.who == person))
            c.execute(delete(schema.bans).where(schema.bans.c.who == person))
            c.execute(delete(schema.people).where(schema.people.c.id == person))
            return changed

        return await self.store.do(work)

    async def alone_at(self, person: str) -> list[str]:
        """Tables where nobody else has ever sat, with matches that rate nobody."""
        t, s, m, p = schema.tables.c, schema.seats.c, schema.matches.c, schema.players.c
        others = select(m.table).join_from(schema.matches, schema.players, p.match == m.id).where(p.person != person)
        sitting = select(s.table).where(s.person != person)
        rated = select(m.table).where(m.rated.is_not(None))
        own = select(m.table).join_from(schema.matches, schema.players, p.match == m.id).where(p.person == person)
        alone = select(t.id).where(
            or_(t.host == person, t.id.in_(own)), t.id.not_in(others), t.id.not_in(sitting), t.id.not_in(rated)
        )
        return await self.store.read(lambda c: list(c.execute(alone).scalars()))

    async def _matches(self, person: str) -> list[str]:
        return await self.store.read(lambda c: matches_of(c, person))

    # Written out.

    async def written_out(self, person: str) -> dict[str, Any]:
        """Everything that is kept about him, as plain JSON; no secret among it. Records are apart."""
        return await self.store.read(lambda c: everything(c, person))


def touch(c: Connection, process: int, person: str, tables: list[str]) -> list[str]:
    """These tables, and any where he has sat down since, are changed by nobody else until the transaction ends.

    Other processes hear of it then. All of them.
    """
    t, s = schema.tables.c, schema.seats.c
    since = c.execute(select(s.table).where(s.person == person)).scalars()
    changed = sorted({*tables, *since})
    for key in changed:
        c.execute(update(schema.tables).where(t.id == key).values(version=t.version + 1, question=None))
        tell(c, f"t {process} {key}")
    return changed


def join_pairs(c: Connection, table: Any, ours: str, others: tuple[str, ...], old: str, new: str) -> None:
    """Rows of one person become another's, where he has none like it."""
    columns = [table.c[name] for name in others]
    had = {tuple(row) for row in c.execute(select(*columns).where(table.c[ours] == new))}
    for row in c.execute(select(*columns).where(table.c[ours] == old)).all():
        here = [table.c[ours] == old, *(column == value for column, value in zip(columns, row, strict=True))]
        if tuple(row) in had:
            c.execute(delete(table).where(*here))
        else:
            c.execute(update(table).where(*here).values({ours: new}))


def join_seats(c: Connection, guest: str, account: str, stand_in: StandIn) -> None:
    """Nobody sits twice at a table: there the guest's seat is left."""
    s = schema.seats.c
    both = select(s.table).where(s.person == account)
    leave_seats(c, guest, stand_in, s.table.in_(both))
    c.execute(update(schema.seats).where(s.person == guest).values(person=account))


def leave_seats(c: Connection, person: str, stand_in: StandIn, where: Any = None) -> None:
    """Give up seats; where a match is played a bot takes over."""
    s, t = schema.seats.c, schema.tables.c
    seats = select(s.table, s.seat, t.state, t.terms).join_from(schema.seats, schema.tables).where(s.person == person)
    for row in c.execute(seats if where is None else seats.where(where)).all():
        bot = stand_in(json.loads(row.terms)["game"]) if row.state == "playing" else ""
        c.execute(
            update(schema.seats)
            .where(s.table == row.table, s.seat == row.seat)
            .values(person=None, bot=bot, agreed=False, absent=False, ready=0)
        )


def replace_guests(c: Connection, tables: list[str], old: str, new: str) -> None:
    """Among those who were invited or banned; no `new`: he is struck off."""
    t = schema.tables.c
    for key in tables:
        row = c.execute(select(t.invited, t.banned).where(t.id == key)).first()
        if row is None:
            continue
        changed = {}
        for name, text in (("invited", row.invited), ("banned", row.banned)):
            people = set(json.loads(text))
            if old in people:
                changed[name] = json.dumps(sorted(people - {old} | ({new} if new else set())))
        if changed:
            c.execute(update(schema.tables).where(t.id == key).values(changed))


def matches_of(c: Connection, person: str) -> list[str]:
    return list(c.execute(select(schema.players.c.match).where(schema.players.c.person == person).distinct()).scalars())


def nameless(c: Connection, match: str, person: str, pseudonym: str) -> None:
    """A match without the name and the id of one who played it; what was played stays."""
    m, p, who, y = schema.matches.c, schema.players.c, schema.people.c, schema.plays.c
    row = c.execute(select(m.names, m.rated).where(m.id == match)).first()
    if row is None:
        return
    names = json.loads(row.names)
    sat = c.execute(
        select(p.seat, p.person, who.name)
        .join_from(schema.players, schema.people, who.id == p.person)
        .where(p.match == match)
    ).all()
    for seat in {r.seat for r in sat if r.person == person}:
        others = {r.name for r in sat if r.seat == seat and r.person != person}
        if not names[seat].startswith("bot:") and names[seat] not in others:
            names[seat] = GONE
    rated = row.rated.replace(f'"{person}"', f'"{pseudonym}"') if row.rated else None
    c.execute(update(schema.matches).where(m.id == match).values(names=json.dumps(names), rated=rated))
    c.execute(update(schema.plays).where(y.match == match, y.id.like(f"{person}.%")).values(id=None))
    c.execute(delete(schema.players).where(p.match == match, p.person == person))


def everything(c: Connection, person: str) -> dict[str, Any]:
    def rows(statement: Any) -> list[dict[str, Any]]:
        return [dict(row._mapping) for row in c.execute(statement)]

    def kept(table: Any, *names: str, key: str = "person") -> list[dict[str, Any]]:
        return rows(
            select(*[table.c[name] for name in names]).where(table.c[key] == person).order_by(table.c[names[-1]])
        )

    t, s, m, p, who = (x.c for x in (schema.tables, schema.seats, schema.matches, schema.players, schema.people))
    f = schema.friends.c
    return {
        "person": kept(schema.people, "id", "name", "colour", "network", "created", key="id"),
        "account": kept(schema.accounts, "login", "created"),
        "passkeys": kept(schema.passkeys, "name", "used", "created"),
        "sessions": kept(schema.sessions, "kind", "created"),
        "programs": kept(schema.api_tokens, "name", "used", "created"),
        "friends": rows(
            select(who.id, who.name, f.since)
            .join_from(schema.friends, schema.people, who.id == f.friend)
            .where(f.person == person)
            .order_by(f.since)
        ),
        "named in public": kept(schema.named, "since"),
        "records": kept(schema.records, "id", "game", "names", "created"),
        "muted": kept(schema.mutes, "muted", "created"),
        "reports": kept(schema.reports, "about", "table", "match", "n", "kind", "text", "created"),
        "ratings": kept(schema.ratings, "game", "form", "mu", "sigma", "matches", "changed", key="who"),
        "waiting": kept(schema.waiting, "wanted", "since"),
        "bans": kept(schema.bans, "why", "until", "created", key="who"),
        "tables": rows(
            select(t.id, t.state, t.public, t.terms, s.seat, t.created)
            .outerjoin_from(schema.tables, schema.seats, (s.table == t.id) & (s.person == person))
            .where(or_(t.host == person, s.person == person))
            .order_by(t.created)
        ),
        "matches": rows(
            select(
                m.id,
                m.table,
                m.number,
                p.seat,
                m.names,
                m.totals,
                m.rated.is_not(None).label("rated"),
                m.began,
                m.ended,
            )
            .join_from(schema.matches, schema.players)
            .where(p.person == person)
            .order_by(m.began)
        ),
    }
