"""Tokens by which a program acts for a person: made once, shown once, kept as a hash, revoked at any time."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from kafenio.server.store import schema
from kafenio.server.store.known import known_by, known_person
from kafenio.server.store.store import Person, Store, digest, now_ms
from kafenio.server.store.tables import tell
from kafenio.server.store.writer import Taken

__all__ = ["Program", "Programs"]

PREFIX = "kaf_"  # so that one that leaked is found by who looks for it
MOST = 20
NOTED_MS = 3_600_000  # the last use is noted so often


class Program(NamedTuple):
    id: str
    name: str
    created: int  # milliseconds since 1970
    used: int | None


class Programs:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, person: str, name: str) -> tuple[Program, str]:
        """A new token and its text. Taken: there are too many."""
        token, made = PREFIX + secrets.token_urlsafe(32), Program(secrets.token_hex(10), name, now_ms(), None)
        k = schema.api_tokens.c

        def work(c: Connection) -> None:
            if c.execute(select(func.count()).where(k.person == person)).scalar_one() >= MOST:
                raise Taken(f"{MOST} tokens at most")
            c.execute(
                insert(schema.api_tokens).values(
                    id=made.id, person=person, name=name, digest=digest(token), created=made.created
                )
            )

        await self.store.do(work)
        return made, token

    async def guest(self, name: str, colour: str, network: str | None = None) -> tuple[Person, str]:
        """Somebody new, and a token for him."""
        person, token, now = Person(secrets.token_hex(10), name, colour), PREFIX + secrets.token_urlsafe(32), now_ms()
        await self.store.write(
            insert(schema.people).values(id=person.id, name=name, colour=colour, created=now, network=network),
            insert(schema.api_tokens).values(
                id=secrets.token_hex(10), person=person.id, name="guest", digest=digest(token), created=now
            ),
        )
        return person, token

    async def of(self, person: str) -> list[Program]:
        k = schema.api_tokens.c
        chosen = select(k.id, k.name, k.created, k.used).where(k.person == person).order_by(k.created)
        return await self.store.read(lambda c: [Program(*row) for row in c.execute(chosen)])

    async def drop(self, person: str, key: str) -> str | None:
        """Revoke a token: the hash that it had; None if there was none."""
        k = schema.api_tokens.c

        def work(c: Connection) -> str | None:
            found: str | None = c.execute(select(k.digest).where(k.id == key, k.person == person)).scalar()
            if found is not None:
                c.execute(delete(schema.api_tokens).where(k.id == key))
                tell(c, f"e {self.store.number} {person} {found}")
            return found

        return await self.store.do(work)

    async def person_of(self, token: str) -> Person | None:
        """For whom this token acts. It is looked for by its hash, so how long that takes tells nothing of it."""
        k = schema.api_tokens.c
        chosen = known_by(schema.api_tokens).add_columns(k.id.label("key"), k.used).where(k.digest == digest(token))
        found = await self.store.read(lambda c: c.execute(chosen).first())
        if found is None:
            return None
        now = now_ms()
        if found.used is None or now - found.used > NOTED_MS:
            await self.store.write(update(schema.api_tokens).where(k.id == found.key).values(used=now))
        return known_person(found)
