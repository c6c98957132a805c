"""Friends: two people who both wanted it, found by a link and by no search."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete, func, insert, select

from kafenio.server.store import schema
from kafenio.server.store.store import RECOVERY_MS, Person, Store, now_ms, session, use_up
from kafenio.server.store.tables import tell
from kafenio.server.store.writer import Taken

__all__ = ["Friends"]

LINKS_MOST = 20
FRIENDS_MOST = 500


class Friends:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def of(self, person: str) -> list[Person]:
        """By name."""
        f, p = schema.friends.c, schema.people.c
        found = await self.store.read(
            lambda c: c.execute(
                select(p.id, p.name, p.colour)
                .join_from(schema.friends, schema.people, p.id == f.friend)
                .where(f.person == person)
                .order_by(p.name, p.id)
            ).all()
        )
        return [Person(*row) for row in found]

    async def new_link(self, person: str) -> str:
        """A token that makes one friend. Taken: too many are open."""
        token, s = secrets.token_urlsafe(24), schema.sessions.c
        mine = (s.person == person) & (s.kind == "friend")

        def work(c: Connection) -> None:
            c.execute(delete(schema.sessions).where(mine, s.created <= now_ms() - RECOVERY_MS))
            if c.execute(select(func.count()).where(mine)).scalar_one() >= LINKS_MOST:
                raise Taken("too many")
            c.execute(session(token, person, "friend"))

        await self.store.do(work)
        return token

    async def accept(self, token: str, person: str) -> Person | None:
        """Who made the link is a friend now, and the link is used up. None: it is no longer good, or one's own."""
        other = await self.store.person_of(token, "friend")
        if other is None or other.id == person:
            return None
        f, now = schema.friends.c, now_ms()

        def work(c: Connection) -> None:
            use_up(c, token)
            for one, two in ((person, other.id), (other.id, person)):
                if c.execute(select(func.count()).where(f.person == one)).scalar_one() >= FRIENDS_MOST:
                    raise Taken("too many")
                if c.execute(select(f.since).where(f.person == one, f.friend == two)).first() is None:
                    c.execute(insert(schema.friends).values(person=one, friend=two, since=now))
            self._tell(c, person, other.id)

        try:
            await self.store.do(work)
        except Taken:
            return None
        return other

    async def end(self, person: str, other: str) -> None:
        """For both."""
        f = schema.friends.c
        both = ((f.person == person) & (f.friend == other)) | ((f.person == other) & (f.friend == person))

        def work(c: Connection) -> None:
            c.execute(delete(schema.friends).where(both))
            self._tell(c, person, other)

        await self.store.do(work)

    def _tell(self, c: Connection, *people: str) -> None:
        """To other processes: their friends are others now."""
        for person in people:
            tell(c, f"b {self.store.number} {person}")
