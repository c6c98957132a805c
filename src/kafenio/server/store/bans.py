"""Who may not play here: a person, and for some days whoever comes in as a new guest from where he came from.

Of a network no more is kept than a keyed hash, and that for a month.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, update

from kafenio.server.store import schema
from kafenio.server.store.house import house_secret
from kafenio.server.store.store import Store, now_ms

__all__ = ["Ban", "Bans"]

DAY_MS = 86_400_000
KNOWN_MS = 30 * DAY_MS  # so long it is known from where somebody has come
NETWORK_LENGTH = 64  # of a hash; an id of a person is shorter
NETWORK_MS = 7 * DAY_MS  # a network is soon somebody else's


class Ban(NamedTuple):
    id: str
    person: str | None  # None: he has deleted himself
    name: str | None
    why: str
    created: int  # milliseconds since 1970
    until: int | None  # None: until it is lifted
    network: bool  # whether new guests from where he came from are refused


class Bans:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def network(self, network: str) -> str:
        """What is kept of it: nobody without the secret of this database can find out which it is."""
        return hmac.digest(await house_secret(self.store, "networks"), network.encode(), hashlib.sha256).hex()

    async def refuses(self, network: str) -> int | None:
        """Until when no new guest comes in from there; None: they may."""
        b = schema.bans.c
        chosen = select(b.until).where(b.who == network, b.until > now_ms())
        return await self.store.read(lambda c: c.execute(chosen).scalar())

    async def add(self, person: str, why: str, days: int | None) -> str:
        """A ban instead of any that he has; its id."""
        key, now, b, p = secrets.token_hex(10), now_ms(), schema.bans.c, schema.people.c
        until = None if days is None else now + days * DAY_MS

        def work(c: Connection) -> None:
            came = c.execute(select(p.network).where(p.id == person, p.created > now - KNOWN_MS)).scalar()
            lift(c, select(b.ban).where(b.who == person))
            c.execute(insert(schema.bans).values(who=person, ban=key, why=why, created=now, until=until))
            if came is not None:
                week = now + NETWORK_MS
                c.execute(delete(schema.bans).where(b.who == came))
                c.execute(
                    insert(schema.bans).values(
                        who=came, ban=key, why=why, created=now, until=week if until is None else min(week, until)
                    )
                )

        await self.store.do(work)
        return key

    async def all(self) -> list[Ban]:
        """Those that hold, the latest first."""
        b, p = schema.bans.c, schema.people.c
        chosen = (
            select(b.ban, b.who, p.name, b.why, b.created, b.until)
            .outerjoin_from(schema.bans, schema.people, p.id == b.who)
            .where(or_(b.until.is_(None), b.until > now_ms()))
            .order_by(b.created.desc(), b.ban)
        )
        found: dict[str, Ban] = {}
        for row in await self.store.read(lambda c: c.execute(chosen).all()):
            known = found.get(row.ban, Ban(row.ban, None, None, row.why, row.created, row.until, False))
            if len(row.who) == NETWORK_LENGTH:
                found[row.ban] = known._replace(network=True)
            else:
                found[row.ban] = known._replace(person=row.who, name=row.name, until=row.until)
        return list(found.values())

    async def lift(self, key: str) -> bool:
        """False: there is none."""
        return await self.store.do(lambda c: lift(c, [key])) > 0

    async def forget(self) -> None:
        """From where people came a month ago and more, and bans that are over."""
        p, b, now = schema.people.c, schema.bans.c, now_ms()
        long_ago = p.network.is_not(None) & (p.created <= now - KNOWN_MS)
        await self.store.write(
            update(schema.people).where(long_ago).values(network=None), delete(schema.bans).where(b.until <= now)
        )


def lift(c: Connection, keys: object) -> int:
    b = schema.bans.c
    return c.execute(delete(schema.bans).where(b.ban.in_(keys))).rowcount  # type: ignore[arg-type]  # ids, or what selects them
