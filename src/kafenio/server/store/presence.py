"""Who is online, at whatever process: for his friends. With one process its own sockets tell; nothing is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from kafenio.server.store import schema
from kafenio.server.store.store import Store
from kafenio.server.store.tables import tell

__all__ = ["Elsewhere", "Online"]


class Elsewhere(NamedTuple):
    """What other processes know of a person: whether he is online, and at which tables; each with whether it is public."""

    online: bool
    tables: Sequence[tuple[str, bool]]


class Online:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def save(self, people: Mapping[str, bool]) -> None:
        """These are online at this process, or no longer; other processes hear of it."""
        if not self.store.shared or not people:
            return
        o, number = schema.online.c, self.store.number

        def work(c: Connection) -> None:
            known = set(c.execute(select(schema.people.c.id).where(schema.people.c.id.in_(people))).scalars())
            c.execute(delete(schema.online).where(o.process == number, o.person.in_(people)))
            for person, here in people.items():
                if here and person in known:
                    c.execute(insert(schema.online).values(person=person, process=number))
                tell(c, f"o {number} {person}")

        await self.store.do(work)

    async def elsewhere(self, people: Iterable[str]) -> dict[str, Elsewhere]:
        """By person; who is nowhere else is left out."""
        if not self.store.shared:
            return {}
        ids, number = list(people), self.store.number
        o, h, t = schema.online.c, schema.present.c, schema.tables.c

        def work(c: Connection) -> dict[str, Elsewhere]:
            tables: defaultdict[str, list[tuple[str, bool]]] = defaultdict(list)
            for person, table, public in c.execute(
                select(h.person, h.table, t.public)
                .join_from(schema.present, schema.tables)
                .where(h.person.in_(ids), h.process != number)
            ):
                tables[person].append((table, public))
            online = set(c.execute(select(o.person).where(o.person.in_(ids), o.process != number)).scalars())
            return {person: Elsewhere(True, tables[person]) for person in online | tables.keys()}

        return await self.store.read(work)
