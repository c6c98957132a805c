"""Tables in the database: read whole, changed under a lock, taken over from a process that is no more.

Everything here runs inside a transaction of the caller. What has changed is told to other processes in that transaction:
they hear of it when it is committed, and read it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, text, update

from kafenio.server.store import schema
from kafenio.server.store.rows import Person, Question, Running, SeatRow, TableRow

__all__ = ["NEWS", "claim", "locked", "read_tables", "save", "seat_values", "table_values", "tell"]

NEWS = "kafenio"  # the channel
HEAD = ("host", "state", "public", "banned", "invited", "owner", "matches", "base", "question", "clock", "stopped")


def tell(c: Connection, news: str) -> None:
    """News to other processes, sent when the transaction is committed."""
    if c.dialect.name == "postgresql":
        c.execute(text("SELECT pg_notify(:channel, :news)"), {"channel": NEWS, "news": news})


@lru_cache(512)
def read_terms(text: str) -> Mapping[str, Any]:
    """The same terms are kept once for all their tables; nobody changes them."""
    found: dict[str, Any] = json.loads(text)
    return found


def read_tables(c: Connection, where: Any, lock: bool = False) -> list[TableRow]:
    """Tables with their seats, the oldest first. Locked, they stay as they are until the transaction ends."""
    t, s, p, here = schema.tables.c, schema.seats.c, schema.people.c, schema.present.c
    # the version first: what is read after it is at least as new
    wanted = select(schema.tables).where(where).order_by(t.created)
    heads = c.execute(wanted.with_for_update(key_share=True) if lock else wanted).all()
    sitting: dict[str, list[SeatRow]] = {head.id: [] for head in heads}
    for row in c.execute(
        select(s.table, s.seat, s.bot, s.agreed, s.absent, s.ready, p.id, p.name, p.colour)
        .join_from(schema.seats, schema.tables)
        .outerjoin(schema.people, p.id == s.person)
        .where(where)
        .order_by(s.table, s.seat)
    ):
        person = Person(row.id, row.name, row.colour) if row.id else None
        if row.table in sitting:
            sitting[row.table].append(SeatRow(row.seat, person, row.bot, row.agreed, row.absent, row.ready))
    present: dict[str, dict[str, int]] = {head.id: {} for head in heads}
    if c.dialect.name == "postgresql":
        for key, who, process in c.execute(
            select(here.table, here.person, here.process).join_from(schema.present, schema.tables).where(where)
        ):
            if key in present:
                present[key][who] = process
    return [
        TableRow(
            id=h.id,
            code=h.code,
            host=h.host,
            state=h.state,
            public=h.public,
            terms=read_terms(h.terms),
            banned=frozenset(json.loads(h.banned)),
            invited=frozenset(json.loads(h.invited)),
            seats=tuple(sitting[h.id]),
            version=h.version,
            owner=h.owner,
            matches=h.matches,
            base=tuple(json.loads(h.base)),
            question=msgspec.json.decode(h.question, type=Question) if h.question else None,
            clock=msgspec.json.decode(h.clock, type=Running) if h.clock else None,
            stopped=h.stopped,
            present=present[h.id],
        )
        for h in heads
    ]


def locked(c: Connection, key: str) -> TableRow:
    """A table that nobody else changes until the transaction ends."""
    (found,) = read_tables(c, schema.tables.c.id == key, lock=True)
    return found


def save(c: Connection, before: TableRow, after: TableRow) -> None:
    """What differs, and the version."""
    old, new = table_values(before), table_values(after)
    changed = {name: new[name] for name in HEAD if new[name] != old[name]}
    c.execute(update(schema.tables).where(schema.tables.c.id == after.id).values(version=after.version, **changed))
    s = schema.seats.c
    for was, seat in zip(before.seats, after.seats, strict=True):
        if was != seat:
            values = seat_values(after.id, seat)
            c.execute(update(schema.seats).where(s.table == after.id, s.seat == seat.seat).values(values))


def table_values(table: TableRow) -> dict[str, Any]:
    return {
        "id": table.id,
        "code": table.code,
        "host": table.host,
        "state": table.state,
        "public": table.public,
        "terms": json.dumps(table.terms),
        "banned": json.dumps(sorted(table.banned)),
        "invited": json.dumps(sorted(table.invited)),
        "owner": table.owner,
        "matches": table.matches,
        "base": json.dumps(table.base),
        "question": msgspec.json.encode(table.question).decode() if table.question else None,
        "clock": msgspec.json.encode(table.clock).decode() if table.clock else None,
        "stopped": table.stopped,
    }


def seat_values(table: str, seat: SeatRow) -> dict[str, Any]:
    return {**asdict(seat), "table": table, "person": seat.person.id if seat.person else None}


def claim(c: Connection, number: int, now: int, dead: int | None = None) -> Sequence[str]:
    """Take over every table in play that no process looks after; `dead` is one that is no more. Their ids.

    Their clocks stand since that process was last seen.
    """
    t, p = schema.tables.c, schema.processes.c
    seen = None
    if dead is not None:
        seen = c.execute(select(p.seen).where(p.number == dead)).scalar()
        if dead != number:
            c.execute(delete(schema.processes).where(p.number == dead))
        for kept in (schema.present, schema.online, schema.waiting):
            c.execute(delete(kept).where(kept.c.process == dead))
    if c.execute(update(schema.processes).where(p.number == number).values(seen=now)).rowcount == 0:
        c.execute(insert(schema.processes).values(number=number, seen=now))
    orphaned = t.owner.is_(None) | t.owner.not_in(select(p.number))
    if dead == number:
        orphaned |= t.owner == number
    taken = (
        update(schema.tables)
        .where(t.state == "playing", orphaned)
        .values(owner=number, version=t.version + 1, stopped=func.coalesce(t.stopped, seen or now))
        .returning(t.id)
    )
    return [row.id for row in c.execute(taken)]
