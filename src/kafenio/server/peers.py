"""The processes that share one PostgreSQL: each hears what the others have written, and takes over from who is no more.

A process has a number and holds a lock of that number in the database, on the connection on which it hears news: the one
ends with the other. It waits for the lock of one other process, its neighbour; getting it means that the neighbour is no
more. Owners save work and no more than that: should two processes take themselves for the owner of a table, the primary
key of its rows still decides.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from kafenio.server.store import NotStored, Store, Taken, schema
from kafenio.server.store.engine import PATIENCE
from kafenio.server.store.tables import NEWS

__all__ = ["Peers"]

log = logging.getLogger(__name__)
LOCKS = 5_263_002  # our class of advisory locks
RETRY_S = 0.5


class Peers:
    def __init__(self, store: Store, beat_s: float) -> None:
        self.store = store
        self.beat_s = beat_s
        self.hear: Callable[[str, str], None] = lambda kind, rest: None  # news of others
        self.missed: Callable[[bool], None] = lambda cut_off: None  # read everything; cut off: others missed ours too
        self.inherit: Callable[[list[str]], None] = lambda tables: None  # these tables are now looked after here
        self.ready = asyncio.Event()  # news are heard
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        if not self.store.shared:
            self.inherit(list(await self.store.claim(self.store.number)))
        else:
            self._tasks.append(asyncio.create_task(self.listen()))
            await self.ready.wait()
            self.inherit([*await self.bury(), *await self.store.claim()])
            self._tasks.append(asyncio.create_task(self.watch()))
        self._tasks.append(asyncio.create_task(self.beat()))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(NotStored):
            await self.store.beat()

    async def beat(self) -> None:
        """So that who takes over knows since when nobody watched the clocks."""
        while True:
            await asyncio.sleep(self.beat_s)
            with suppress(NotStored):
                await self.store.beat()

    # News.

    async def connected(self) -> psycopg.AsyncConnection[Any]:
        url = make_url(self.store.url).set(drivername="postgresql").render_as_string(hide_password=False)
        return await psycopg.AsyncConnection.connect(url, autocommit=True, **PATIENCE)

    async def listen(self) -> None:
        """Hear news for ever; after every interruption what was missed is read."""
        while True:
            try:
                async with await self.connected() as c:
                    await self.register(c)
                    await c.execute(f"LISTEN {NEWS}")
                    self.ready.set()
                    self.missed(True)
                    async for note in c.notifies():
                        self.heard(note.payload)
            except (psycopg.Error, OSError, NotStored) as e:
                log.warning("no news from the database: %s", type(e).__name__)
            await asyncio.sleep(RETRY_S)

    async def register(self, c: psycopg.AsyncConnection[Any]) -> None:
        """A lock of one's own. The number that one had may be locked still, by a connection that the database believes in."""
        number = self.store.number if self.ready.is_set() else 0
        while not number or not await locks(c, "pg_try_advisory_lock", number):
            number = secrets.randbelow(2**31 - 2) + 2
        self.store.number = number
        await c.execute(
            "INSERT INTO processes VALUES (%s, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) ON CONFLICT DO NOTHING",
            (number,),
        )

    def heard(self, news: str) -> None:
        kind, _, rest = news.partition(" ")
        sender, _, rest = rest.partition(" ")
        if sender != str(self.store.number):
            if kind == "a":
                self.missed(False)
            else:
                self.hear(kind, rest)

    # Processes that are no more.

    async def bury(self) -> list[str]:
        """The tables of all such. Before anybody is let in: nobody shall be brought together with one who waited there."""
        found: list[str] = []
        with suppress(psycopg.Error, OSError):  # then the neighbours do it
            async with await self.connected() as c:
                for number in await self.others():
                    if await locks(c, "pg_try_advisory_lock", number):
                        found += await self.store.claim(number)
                        await locks(c, "pg_advisory_unlock", number)
        return found

    # The neighbour.

    async def watch(self) -> None:
        while True:
            try:
                async with await self.connected() as c:
                    await c.execute(f"SET lock_timeout = {round(1000 * self.beat_s)}")
                    while True:
                        await self.wait_for_neighbour(c)
            except (psycopg.Error, SQLAlchemyError, OSError, NotStored, Taken) as e:
                log.warning("the other processes cannot be watched: %s", type(e).__name__)
            await asyncio.sleep(RETRY_S)

    async def wait_for_neighbour(self, c: psycopg.AsyncConnection[Any]) -> None:
        """Until it is no more, or for a while: another may have come between."""
        neighbour = await self.neighbour()
        if neighbour is None:
            await asyncio.sleep(self.beat_s)
            return
        try:
            await locks(c, "pg_advisory_lock", neighbour)
        except psycopg.errors.LockNotAvailable:
            return
        try:
            tables = list(await self.store.claim(neighbour))
        finally:
            await locks(c, "pg_advisory_unlock", neighbour)
        log.info("process %d is no more; %d of its tables go on here", neighbour, len(tables))
        self.inherit(tables)

    async def neighbour(self) -> int | None:
        """The next lower number among all processes, or the highest."""
        me, others = self.store.number, await self.others()
        return max((n for n in others if n < me), default=max(others, default=None))

    async def others(self) -> list[int]:
        p = schema.processes.c
        numbers = await self.store.read(lambda c: list(c.execute(select(p.number)).scalars()))
        return [number for number in numbers if number != self.store.number]


async def locks(c: psycopg.AsyncConnection[Any], function: str, number: int) -> bool:
    found = await (await c.execute(f"SELECT {function}(%s, %s)", (LOCKS, number))).fetchone()
    return bool(found and found[0] is not False)
