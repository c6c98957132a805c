"""People who look for a table. The pool is in the database, so that several processes share it.

A transaction enters who is new and takes out the group that is complete with him, and its table begins to be in the same one:
nobody can be matched twice, and nobody is lost between the pool and the table.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from kafenio.server.store import schema
from kafenio.server.store.store import Person, Store, TableRow, now_ms, table_statements

__all__ = ["Pool", "Seeker", "group"]

LOCK = 5263003  # PostgreSQL: one process at a time matches people


@dataclass(frozen=True)
class Seeker:
    """Somebody who looks. `pool` names all that must be equal; a preset only where he cares."""

    person: Person
    pool: str
    preset: str | None
    wanted: str  # JSON, for who makes the table
    id: str = ""


def group(waiting: Sequence[Seeker], players: int) -> tuple[Seeker, ...]:
    """The first who can play together, those who have waited longest; empty while they are too few."""
    presets = list(dict.fromkeys(seeker.preset for seeker in waiting))
    for preset in presets:
        fit = [s for s in waiting if s.preset in (preset, None)]
        if len(fit) >= players:
            return tuple(fit[:players])
    return ()


class Pool:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def enter(
        self, seeker: Seeker, players: int, table: Callable[[Sequence[Seeker]], TableRow]
    ) -> tuple[Seeker, list[Seeker], TableRow | None]:
        """Look for a table, and nothing else that one looked for before.

        As entered; all who look for the same; and the table that was made for some of them, if it was.
        """
        entered = Seeker(seeker.person, seeker.pool, seeker.preset, seeker.wanted, secrets.token_hex(12))

        def work(c: Connection) -> tuple[Seeker, list[Seeker], TableRow | None]:
            if c.dialect.name == "postgresql":
                c.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            w = schema.waiting.c
            c.execute(delete(schema.waiting).where(w.person == seeker.person.id))
            c.execute(
                insert(schema.waiting).values(
                    id=entered.id,
                    person=seeker.person.id,
                    process=self.store.number,
                    pool=seeker.pool,
                    preset=seeker.preset,
                    wanted=seeker.wanted,
                    since=now_ms(),
                )
            )
            waiting = seekers(c, seeker.pool)
            found = group(waiting, players)
            if not found:
                return entered, waiting, None
            row = table(found)
            c.execute(delete(schema.waiting).where(w.id.in_([s.id for s in found])))
            for statement in table_statements(row):
                c.execute(statement)
            return entered, [s for s in waiting if s not in found], row

        return await self.store.do(work)

    async def leave(self, seeker: Seeker) -> list[Seeker] | None:
        """Look no more. Who still looks for the same; None: he had been matched already."""
        w = schema.waiting.c

        def work(c: Connection) -> list[Seeker] | None:
            gone = c.execute(delete(schema.waiting).where(w.id == seeker.id)).rowcount
            return seekers(c, seeker.pool) if gone else None

        return await self.store.do(work)


def seekers(c: Connection, pool: str) -> list[Seeker]:
    """Those who have waited longest first."""
    w, p = schema.waiting.c, schema.people.c
    found = c.execute(
        select(w.id, w.preset, w.wanted, p.id.label("person"), p.name, p.colour)
        .join_from(schema.waiting, schema.people)
        .where(w.pool == pool)
        .order_by(w.since, w.id)
    ).all()
    return [Seeker(Person(r.person, r.name, r.colour), pool, r.preset, r.wanted, r.id) for r in found]
