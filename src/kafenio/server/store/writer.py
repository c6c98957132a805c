"""One thread that writes: whatever waits goes into one transaction, and nobody is told before it is committed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Engine, PoolProxiedConnection, insert, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

from kafenio.server.metrics import BATCH, NOT_STORED, PLAYS, STORED_S
from kafenio.server.store import schema

__all__ = ["NotStored", "Taken", "Writer"]

log = logging.getLogger(__name__)
MOST = 512  # in one transaction
AHEAD_MOST = 3  # in one transaction, that the loop is called for while they are written; with more it has enough to do
COLUMNS = tuple(column.name for column in schema.plays.c)
Stored: TypeAlias = tuple[str, int, int, str, str | None, int, int]  # a play, in the order of COLUMNS
NEWS_MOST = 200  # rows in one piece of news, which may have 8,000 bytes
# In an order, so that two processes never wait for each other.
SHARED = text("""
    WITH inserted AS (
        INSERT INTO plays (match, n, seat, play, id, spent_ms, at)
        SELECT match, n, seat, play, id, spent_ms, at FROM unnest(CAST(:matchs AS varchar[]), CAST(:ns AS int[]), CAST(:seats AS smallint[]), CAST(:plays AS text[]),
                             CAST(:ids AS varchar[]), CAST(:spent_mss AS int[]), CAST(:ats AS bigint[]))
            WITH ORDINALITY AS asked (match, n, seat, play, id, spent_ms, at, place) ORDER BY match, n, place
        ON CONFLICT DO NOTHING RETURNING match, n, seat, play, id),
    told AS (
        SELECT pg_notify('kafenio', :from || string_agg(match || ':' || n, ',')) FROM inserted HAVING count(*) > 0)
    SELECT match, n, seat, play, id FROM inserted LEFT JOIN told ON true
""")


INSERT = str(insert(schema.plays).compile(dialect=sqlite.dialect()))  # its places in the order of COLUMNS


class NotStored(Exception):
    """The database did not take it, or did not say that it has."""


class Taken(Exception):
    """Another row has this number, or this play stands already."""


class Job(NamedTuple):
    """A play as a row, or something else to be done in the transaction; `done` waits for it."""

    row: Stored | None
    work: Callable[[Connection], None] | None
    done: asyncio.Future[None]
    meanwhile: Callable[[], None] = lambda: None  # called in the loop while the row is being written, or not at all


class Writer(Thread):
    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop, number: Callable[[], int]) -> None:
        super().__init__(name="kafenio-writer", daemon=True)
        self.engine = engine
        self.loop = loop
        self.number = number  # of this process: in the news, so that it does not listen to itself
        self.queue: SimpleQueue[Job | None] = SimpleQueue()
        self.kept: PoolProxiedConnection | None = None  # from one batch of plays to the next, in SQLite

    # In the event loop.

    async def add(self, row: Stored, meanwhile: Callable[[], None]) -> None:
        """A play, committed. Taken, NotStored."""
        await self._put(Job(row, None, self.loop.create_future(), meanwhile))

    async def do(self, work: Callable[[Connection], None]) -> None:
        """Anything else, committed; it may run twice, the first time rolled back. NotStored."""
        await self._put(Job(None, work, self.loop.create_future()))

    async def _put(self, job: Job) -> None:
        self.queue.put(job)
        await job.done

    def stop(self) -> None:
        """Write what waits, then end."""
        self.queue.put(None)

    # In the thread.

    def run(self) -> None:
        while True:
            batch, last = self.gather()
            if batch:
                self.write(batch)
            if last:
                self.let_go()
                return

    def gather(self) -> tuple[list[Job], bool]:
        """What waits, at least one; and whether it is the end."""
        batch: list[Job] = []
        job = self.queue.get()
        with suppress(Empty):
            while job is not None:
                batch.append(job)
                if len(batch) == MOST:
                    break
                job = self.queue.get_nowait()
        return batch, job is None

    def write(self, batch: list[Job]) -> None:
        """In PostgreSQL only plays are grouped: what locks tables is done one by one, so that no two wait for each other."""
        if self.engine.dialect.name == "postgresql":
            plays = [job for job in batch if job.work is None]
            groups = [*[[job] for job in batch if job.work is not None], *([plays] if plays else [])]
        else:
            groups = [batch]
        for group in groups:
            self.write_group(group)

    def write_group(self, batch: list[Job]) -> None:
        errors: list[Exception | None]
        start = time.perf_counter()
        try:
            errors = [None] * len(batch) if self.by_hand(batch) else self.together(batch)
        except Exception as e:
            # a group stands or falls together: one taken number must not refuse the others
            errors = [self.alone(job) for job in batch] if len(batch) > 1 else [as_told(e)]
        took_s = time.perf_counter() - start
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            self.loop.call_soon_threadsafe(settle, batch, errors)
        STORED_S.observe(took_s)
        BATCH.observe(sum(job.row is not None for job in batch))
        PLAYS.inc(sum(e is None and job.row is not None for e, job in zip(errors, batch, strict=True)))
        NOT_STORED.inc(sum(isinstance(e, NotStored) for e in errors))

    def by_hand(self, batch: list[Job]) -> bool:
        """Plays alone, in SQLite: at a third of what the statement costs otherwise. Whether they stand; if not, nothing is done."""
        rows = [job.row for job in batch if job.row is not None]
        if len(rows) < len(batch) or self.engine.dialect.name != "sqlite":
            return False
        try:
            if self.kept is None:
                self.kept = self.engine.raw_connection()
            cursor = self.kept.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            cursor.executemany(INSERT, rows)
            if len(batch) <= AHEAD_MOST:
                self.loop.call_soon_threadsafe(look_ahead, batch)
            cursor.execute("COMMIT")
        except Exception:
            return False
        return True

    def let_go(self) -> None:
        """Give the connection back to the pool, which rolls back what was not committed."""
        if self.kept is not None:
            self.kept.close()
            self.kept = None

    def together(self, batch: list[Job]) -> list[Exception | None]:
        """In one transaction; each job's own refusal."""
        self.let_go()
        rows = [job.row for job in batch if job.row is not None]
        with self.engine.begin() as c:
            for job in batch:
                if job.work is not None:
                    job.work(c)
            if c.dialect.name != "postgresql":
                if rows:
                    c.exec_driver_sql(INSERT, rows)
                return [None] * len(batch)
            stored = self.shared(c, rows)
        return [None if job.row is None or taken_off(stored, job.row) else Taken("another was first") for job in batch]

    def shared(self, c: Connection, rows: list[Stored]) -> set[tuple[Any, ...]]:
        """Insert what is not taken yet and tell other processes, in one statement: which rows now stand."""
        found: set[tuple[Any, ...]] = set()
        for at in range(0, len(rows), NEWS_MOST):
            columns = zip(COLUMNS, zip(*rows[at : at + NEWS_MOST], strict=True), strict=True)
            values = {f"{name}s": list(column) for name, column in columns}
            found |= {tuple(row) for row in c.execute(SHARED, {**values, "from": f"p {self.number()} "})}
        return found

    def alone(self, job: Job) -> Exception | None:
        try:
            return self.together([job])[0]
        except Exception as e:
            return as_told(e)


def taken_off(stored: set[tuple[Any, ...]], row: Stored) -> bool:
    """Whether this row stands: of two with one number, or the same twice, in one group, no more than one does."""
    key = row[:5]
    found = key in stored
    stored.discard(key)
    return found


def as_told(error: Exception) -> Exception:
    if isinstance(error, Taken):
        return error
    if isinstance(error, IntegrityError):
        return Taken(str(error.orig))
    log.warning("not stored: %s", type(error).__name__)
    return NotStored(type(error).__name__)


def look_ahead(batch: list[Job]) -> None:
    """In the loop, while the disk writes."""
    for job in batch:
        if not job.done.done():
            job.meanwhile()


def settle(batch: list[Job], errors: list[Exception | None]) -> None:
    """In the loop: one wake-up a batch."""
    for job, error in zip(batch, errors, strict=True):
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
