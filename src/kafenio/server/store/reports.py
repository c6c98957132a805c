"""Whom somebody does not want to hear, and what was reported to those who run the server."""

from __future__ import annotations

import json
import secrets
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from kafenio.server.store import schema
from kafenio.server.store.store import Store, now_ms
from kafenio.server.store.writer import Taken

__all__ = ["NewReport", "Report", "Reports", "forget"]

DAY_MS = 86_400_000
MOST_A_DAY = 20
MUTED_MOST = 500


class NewReport(NamedTuple):
    kind: str  # person, or play: of a bot
    person: str  # who reports
    about: str | None
    table: str
    match: str | None
    n: int | None  # how many rows the match had
    text: dict[str, Any]


class Report(NamedTuple):
    id: str
    kind: str
    person: str | None
    name: str | None  # of who reports; None: he has gone
    about: str | None
    about_name: str | None
    table: str | None
    match: str | None
    text: dict[str, Any]
    created: int
    settled: int | None


class Reports:
    def __init__(self, store: Store) -> None:
        self.store = store

    # Mutes.

    async def muted(self, person: str) -> frozenset[str]:
        """Whom a person does not hear."""
        m = schema.mutes.c
        return await self.store.read(
            lambda c: frozenset(c.execute(select(m.muted).where(m.person == person)).scalars())
        )

    async def mute(self, person: str, other: str, on: bool) -> frozenset[str]:
        """Whom he does not hear from now on. Taken: there is no such person, or there are too many."""
        m, p = schema.mutes.c, schema.people.c

        def work(c: Connection) -> frozenset[str]:
            c.execute(delete(schema.mutes).where(m.person == person, m.muted == other))
            if on:
                if c.execute(select(p.id).where(p.id == other)).first() is None:
                    raise Taken("no such person")
                c.execute(insert(schema.mutes).values(person=person, muted=other, created=now_ms()))
            found = frozenset(c.execute(select(m.muted).where(m.person == person)).scalars())
            if len(found) > MUTED_MOST:
                raise Taken("too many")
            return found

        return await self.store.do(work)

    # Reports.

    async def add(self, report: NewReport) -> str:
        """Keep a report: its id. Taken: about nobody, or too many from one person in a day."""
        r, p, key = schema.reports.c, schema.people.c, secrets.token_hex(10)

        def work(c: Connection) -> None:
            lately = select(func.count()).where(r.person == report.person, r.created > now_ms() - DAY_MS)
            if c.execute(lately).scalar_one() >= MOST_A_DAY:
                raise Taken(f"{MOST_A_DAY} reports a day are enough")
            if report.about is not None and c.execute(select(p.id).where(p.id == report.about)).first() is None:
                raise Taken("no such person")
            values = report._asdict() | {"text": json.dumps(report.text, ensure_ascii=False)}
            c.execute(insert(schema.reports).values(id=key, created=now_ms(), **values))

        await self.store.do(work)
        return key

    async def all(self, most: int = 100, settled: bool = False) -> list[Report]:
        """The latest first: those that are not settled, or those that are."""
        r = schema.reports.c
        chosen = self._chosen().where(r.settled.is_not(None) if settled else r.settled.is_(None))
        rows = await self.store.read(lambda c: c.execute(chosen.order_by(r.created.desc()).limit(most)).all())
        return [report_of(row) for row in rows]

    async def one(self, key: str) -> Report | None:
        chosen = self._chosen().where(schema.reports.c.id == key)
        row = await self.store.read(lambda c: c.execute(chosen).first())
        return report_of(row) if row else None

    def _chosen(self) -> Any:
        r, who, about = schema.reports.c, schema.people.alias("who"), schema.people.alias("about_whom")
        return (
            select(
                r.id, r.kind, r.person, who.c.name, r.about, about.c.name.label("about_name"), r.table, r.match,
                r.text, r.created, r.settled,
            )
            .outerjoin_from(schema.reports, who, who.c.id == r.person)
            .outerjoin(about, about.c.id == r.about)
        )  # fmt: skip

    async def settle(self, key: str) -> bool:
        """Whether there was one to settle."""
        r = schema.reports.c
        done = update(schema.reports).where(r.id == key, r.settled.is_(None)).values(settled=now_ms())
        return await self.store.do(lambda c: c.execute(done).rowcount == 1)


def forget(c: Connection, person: str) -> None:
    """What somebody said stands in no report any more."""
    r = schema.reports.c
    for row in c.execute(select(r.id, r.text).where(r.text.like(f'%"{person}"%'))).all():
        text = json.loads(row.text)
        text["said"] = [said for said in text.get("said", ()) if said["person"] != person]
        c.execute(update(schema.reports).where(r.id == row.id).values(text=json.dumps(text, ensure_ascii=False)))


def report_of(row: Any) -> Report:
    return Report(*row)._replace(text=json.loads(row.text))
