"""Whoever shows a token: who he is, and whether he may play here."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Select, Table, select

from kafenio.server.store import schema
from kafenio.server.store.rows import Person, now_ms

__all__ = ["day", "known_by", "known_person"]


def known_by(tokens: Table) -> Select[Any]:
    """Whoever shows one of these tokens, with the ban that he has."""
    p, a, b = schema.people.c, schema.accounts.c, schema.bans.c
    return (
        select(p.id, p.name, p.colour, a.person.is_not(None).label("account"), b.why, b.until)
        .join_from(tokens, schema.people)
        .outerjoin(schema.accounts, a.person == p.id)
        .outerjoin(schema.bans, b.who == p.id)
    )


def known_person(found: Any) -> Person:
    banned = None
    if found.why is not None and (found.until is None or found.until > now_ms()):
        banned = found.why if found.until is None else f"{found.why} (until {day(found.until)})"
    return Person(found.id, found.name, found.colour, found.account, banned)


def day(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).date().isoformat()
