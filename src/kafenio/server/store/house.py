"""What belongs to one database alone."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, insert, select

from kafenio.server.store import schema
from kafenio.server.store.store import Store

__all__ = ["house_secret"]


async def house_secret(store: Store, name: str) -> bytes:
    """One that belongs to this database: made once, told to nobody."""
    h = schema.house.c
    chosen = select(h.value).where(h.name == name)

    def work(c: Connection) -> str:
        found: str | None = c.execute(chosen).scalar()
        if found is None:
            found = secrets.token_hex(32)
            c.execute(insert(schema.house).values(name=name, value=found))
        return found

    known: str | None = await store.read(lambda c: c.execute(chosen).scalar())
    if known is None:
        known = await store.do(work)
    return bytes.fromhex(known)
