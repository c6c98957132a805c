"""The finished matches of one person, as a list shows them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import func, select

from kafenio.server.store import schema
from kafenio.server.store.store import Store

__all__ = ["PAGE", "Played", "played_by"]

PAGE = 30  # at once


class Played(NamedTuple):
    table: str
    number: int
    terms: dict[str, Any]
    names: list[str]
    seat: int
    totals: list[int]  # by side
    winners: list[int]  # sides
    ended: int  # milliseconds since 1970
    rated: bool


async def played_by(store: Store, person: str, before: int) -> list[Played]:
    """Those that ended before a moment, the latest first, `PAGE` at most."""
    m, p, t = schema.matches.c, schema.players.c, schema.tables.c
    sat = select(p.match, func.min(p.seat).label("seat")).where(p.person == person).group_by(p.match).subquery()
    chosen = (
        select(m.table, m.number, t.terms, m.names, sat.c.seat, m.totals, m.ended, m.rated)
        .join_from(schema.matches, sat, sat.c.match == m.id)
        .join(schema.tables, t.id == m.table)
        .where(m.ended < before)
        .order_by(m.ended.desc(), m.id)
        .limit(PAGE)
    )
    return await store.read(lambda c: [played(row) for row in c.execute(chosen)])


def played(row: Any) -> Played:
    result = json.loads(row.totals)
    return Played(
        row.table,
        row.number,
        json.loads(row.terms),
        json.loads(row.names),
        row.seat,
        result["totals"],
        result["winners"],
        row.ended,
        row.rated is not None,
    )
