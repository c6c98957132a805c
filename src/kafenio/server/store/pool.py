"""People who look for a table. The pool is in the database, so that several processes share it.

Who has waited longest comes first, with those who are nearest to him in strength. How far away they may be grows while he
waits: nobody is kept waiting for equals who do not come.

A transaction enters who is new and takes out the group that is complete with him, and its table begins to be in the same one:
nobody can be matched twice, and nobody is lost between the pool and the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from kafenio.server.skills import Skill
from kafenio.server.store import schema
from kafenio.server.store.store import Person, Store, TableRow, now_ms, table_statements
from kafenio.server.store.tables import tell

__all__ = ["Entered", "Outcome", "Pool", "Reach", "Seeker", "group"]

LOCK = 5263003  # PostgreSQL: one process at a time matches people


@dataclass(frozen=True)
class Seeker:
    """Somebody who looks. `pool` names all that must be equal; a preset only where he cares."""

    person: Person
    pool: str
    preset: str | None
    wanted: str  # JSON, for who makes the table
    id: str  # of this very search
    since: int
    mu: float = Skill().mu  # his strength in the game and form that he looks for


class Reach(NamedTuple):
    """How far apart in strength people may be who are brought together, in points of openskill's mu."""

    near: float
    wider_per_s: float

    def of(self, seeker: Seeker, now: int) -> float:
        return self.near + self.wider_per_s * max(0, now - seeker.since) / 1000


def group(waiting: Sequence[Seeker], players: int, reach: Reach, now: int) -> tuple[Seeker, ...]:
    """Who play together now; empty: nobody yet. `waiting`: those who have waited longest first."""
    for preset in dict.fromkeys(seeker.preset for seeker in waiting):
        fit = [s for s in waiting if s.preset in (preset, None)]
        for first in fit:
            near = sorted((s for s in fit if s is not first), key=lambda s, mu=first.mu: abs(s.mu - mu))[: players - 1]  # type: ignore[misc]
            if len(near) == players - 1 and all(abs(s.mu - first.mu) <= reach.of(first, now) for s in near):
                return (first, *near)
    return ()


@dataclass(frozen=True)
class Entered:
    """What has come of it that somebody looks for a table."""

    pools: frozenset[str]  # where others wait now
    table: TableRow | None  # that was made for some of them


class Outcome(NamedTuple):
    waiting: str | None  # the search with which he is in a pool
    table: str | None  # private and open, where he has sat down since he began to look


class Pool:
    def __init__(self, store: Store, reach: Reach) -> None:
        self.store = store
        self.reach = reach

    async def enter(self, seeker: Seeker, players: int, table: Callable[[Sequence[Seeker]], TableRow]) -> Entered:
        """Look for a table, and for nothing else that one looked for before. Other processes hear of it."""

        def work(c: Connection) -> Entered:
            w, number = schema.waiting.c, self.store.number
            lock(c)
            mine = w.person == seeker.person.id
            before = c.execute(select(w.id, w.pool).where(mine)).first()
            if before is not None:
                c.execute(delete(schema.waiting).where(mine))
                tell(c, f"x {number} {before.id}")
            c.execute(
                insert(schema.waiting).values(
                    id=seeker.id,
                    person=seeker.person.id,
                    process=number,
                    pool=seeker.pool,
                    preset=seeker.preset,
                    wanted=seeker.wanted,
                    since=seeker.since,
                    mu=seeker.mu,
                )
            )
            row = self._bring_together(c, seeker.pool, players, table)
            pools = {seeker.pool} | ({before.pool} if before is not None else set())
            for pool in pools:
                tell(c, f"w {number} {pool}")
            return Entered(frozenset(pools), row)

        return await self.store.do(work)

    async def look(self, pool: str, players: int, table: Callable[[Sequence[Seeker]], TableRow]) -> TableRow | None:
        """A table for some who have waited long enough by now, if there are such. Other processes hear of it."""

        def work(c: Connection) -> TableRow | None:
            lock(c)
            row = self._bring_together(c, pool, players, table)
            if row is not None:
                tell(c, f"w {self.store.number} {pool}")
            return row

        if not group(await self.waiting(pool), players, self.reach, now_ms()):
            return None
        return await self.store.do(work)

    def _bring_together(
        self, c: Connection, pool: str, players: int, table: Callable[[Sequence[Seeker]], TableRow]
    ) -> TableRow | None:
        found = group(seekers(c, pool), players, self.reach, now_ms())
        if not found:
            return None
        row = table(found)
        c.execute(delete(schema.waiting).where(schema.waiting.c.id.in_([s.id for s in found])))
        for statement in table_statements(row):
            c.execute(statement)
        tell(c, f"f {self.store.number} {row.id}")
        return row

    async def outcome(self, seeker: Seeker) -> Outcome:
        """What has become of him, after news were missed."""
        w, t, s = schema.waiting.c, schema.tables.c, schema.seats.c
        sits = (s.person == seeker.person.id) & (t.created >= seeker.since) & (t.state == "open") & ~t.public
        newest = select(t.id).join_from(schema.tables, schema.seats).where(sits).order_by(t.created.desc()).limit(1)

        def work(c: Connection) -> Outcome:
            waiting = c.execute(select(w.id).where(w.person == seeker.person.id)).scalar()
            return Outcome(waiting, c.execute(newest).scalar())

        return await self.store.read(work)

    async def waiting(self, pool: str) -> list[Seeker]:
        """Who looks there, those who have waited longest first."""
        return await self.store.read(lambda c: seekers(c, pool))

    async def leave(self, seeker: Seeker) -> bool:
        """Look no more. False: he had been matched already."""
        w = schema.waiting.c

        def work(c: Connection) -> bool:
            if c.execute(delete(schema.waiting).where(w.id == seeker.id)).rowcount == 0:
                return False
            tell(c, f"w {self.store.number} {seeker.pool}")
            return True

        return await self.store.do(work)


def lock(c: Connection) -> None:
    """Nobody else brings people together until the transaction ends; with SQLite nobody else writes."""
    if c.dialect.name == "postgresql":
        c.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")


def seekers(c: Connection, pool: str) -> list[Seeker]:
    """Those who have waited longest first."""
    w, p = schema.waiting.c, schema.people.c
    found = c.execute(
        select(w.id, w.preset, w.wanted, w.since, w.mu, p.id.label("person"), p.name, p.colour)
        .join_from(schema.waiting, schema.people)
        .where(w.pool == pool)
        .order_by(w.since, w.id)
    ).all()
    return [Seeker(Person(r.person, r.name, r.colour), pool, r.preset, r.wanted, r.id, r.since, r.mu) for r in found]
