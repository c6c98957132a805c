"""Records that people bring, and which matches everybody may have, with what names."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from sqlalchemy import Connection, delete, func, insert, select, tuple_

from kafenio.server.store import schema
from kafenio.server.store.house import house_secret
from kafenio.server.store.rows import MatchRow
from kafenio.server.store.store import MATCH_COLUMNS, Store, digest, match_row, now_ms
from kafenio.server.store.writer import Taken

__all__ = ["KeptRecord", "NewRecord", "Records"]

MOST = 500  # of one person
PAGE = 50


class NewRecord(NamedTuple):
    game: str
    names: Sequence[str]
    notes: Sequence[str]
    text: str


class KeptRecord(NamedTuple):
    id: str
    game: str
    names: list[str]
    notes: list[str]
    created: int


class Records:
    def __init__(self, store: Store) -> None:
        self.store = store

    # One's own.

    async def add(self, person: str, record: NewRecord) -> KeptRecord:
        """Keep a record; one that is there already is found again. Taken: there are too many."""
        r, key, now, fingerprint = schema.records.c, secrets.token_hex(10), now_ms(), digest(record.text)
        values = {
            "game": record.game,
            "names": json.dumps(list(record.names), ensure_ascii=False),
            "notes": json.dumps(list(record.notes), ensure_ascii=False),
            "text": record.text,
        }

        def work(c: Connection) -> KeptRecord:
            known = c.execute(
                select(r.id, r.game, r.names, r.notes, r.created).where(r.person == person, r.digest == fingerprint)
            ).first()
            if known is not None:
                return kept(*known)
            if c.execute(select(func.count()).where(r.person == person)).scalar_one() >= MOST:
                raise Taken(f"{MOST} records at most")
            c.execute(insert(schema.records).values(id=key, person=person, digest=fingerprint, created=now, **values))
            return KeptRecord(key, record.game, list(record.names), list(record.notes), now)

        return await self.store.do(work)

    async def of(self, person: str) -> list[KeptRecord]:
        """The latest first."""
        r = schema.records.c
        chosen = (
            select(r.id, r.game, r.names, r.notes, r.created).where(r.person == person).order_by(r.created.desc(), r.id)
        )
        return await self.store.read(lambda c: [kept(*row) for row in c.execute(chosen)])

    async def text(self, person: str, key: str) -> str | None:
        """One's own record as it came."""
        r = schema.records.c
        chosen = select(r.text).where(r.id == key, r.person == person)
        return await self.store.read(lambda c: c.execute(chosen).scalar())

    async def drop(self, person: str, key: str) -> bool:
        """Whether there was one to take away."""
        r = schema.records.c
        gone = delete(schema.records).where(r.id == key, r.person == person)
        return await self.store.do(lambda c: c.execute(gone).rowcount == 1)

    # Of a table.

    async def match_at(self, table: str, number: int, person: str) -> tuple[MatchRow | None, int | None]:
        """A match by its number at a table, whether it is over or not, and where somebody sat in it."""
        m, p = schema.matches.c, schema.players.c
        chosen = select(*MATCH_COLUMNS).where(m.table == table, m.number == number)

        def work(c: Connection) -> tuple[MatchRow | None, int | None]:
            found = c.execute(chosen).first()
            if found is None:
                return None, None
            match = match_row(found)
            sat = select(func.min(p.seat)).where(p.match == match.id, p.person == person)
            return match, c.execute(sat).scalar()

        return await self.store.read(work)

    # Everybody's.

    async def name(self, person: str, on: bool) -> None:
        """Whether his name may stand in the public database."""
        work = [delete(schema.named).where(schema.named.c.person == person)]
        await self.store.write(*work, *([insert(schema.named).values(person=person, since=now_ms())] if on else []))

    async def is_named(self, person: str) -> bool:
        chosen = select(schema.named.c.person).where(schema.named.c.person == person)
        return await self.store.read(lambda c: c.execute(chosen).first() is not None)

    async def public(self, after: tuple[int, str]) -> list[MatchRow]:
        """Some finished matches of public tables in the order of their ends, after an end and an id."""
        secret = await house_secret(self.store, "pseudonyms")
        m, t, p, n, a = (x.c for x in (schema.matches, schema.tables, schema.players, schema.named, schema.accounts))
        chosen = (
            select(*MATCH_COLUMNS)
            .join_from(schema.matches, schema.tables, t.id == m.table)
            .where(t.public, m.ended.is_not(None), tuple_(m.ended, m.id) > after)
            .order_by(m.ended, m.id)
            .limit(PAGE)
        )

        def work(c: Connection) -> list[MatchRow]:
            found = [match_row(row) for row in c.execute(chosen)]
            sat: Sat = {}
            named = n.person.is_not(None) & a.person.is_not(None)
            for row in c.execute(
                select(p.match, p.seat, p.person, named.label("named"))
                .outerjoin_from(schema.players, schema.named, n.person == p.person)
                .outerjoin(schema.accounts, a.person == p.person)
                .where(p.match.in_([match.id for match in found]))
                .order_by(p.person)
            ):
                sat.setdefault((row.match, row.seat), []).append((row.person, bool(row.named)))
            return [replace(match, names=public_names(match, sat, secret)) for match in found]

        return await self.store.read(work)


def kept(key: str, game: str, names: str, notes: str, created: int) -> KeptRecord:
    return KeptRecord(key, game, json.loads(names), json.loads(notes), created)


Sat: TypeAlias = dict[tuple[str, int], list[tuple[str, bool]]]  # by match and seat: people, and whether they are named


def public_names(match: MatchRow, sat: Sat, secret: bytes) -> tuple[str, ...]:
    return tuple(public_name(name, sat.get((match.id, seat), []), secret) for seat, name in enumerate(match.names))


def public_name(name: str, sat: Sequence[tuple[str, bool]], secret: bytes) -> str:
    """A name as everybody may have it: of bots, and of those who allow it; else always the same pseudonym."""
    if name.startswith("bot:") or not sat:
        return name
    if len(sat) == 1 and sat[0][1]:
        return name
    people = " ".join(person for person, _ in sat)
    return f"player-{hmac.digest(secret, people.encode(), hashlib.sha256).hex()[:12]}"
