"""How servers with settings of a test's own are made, of one kind or the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from kafenio.server.store import Store
from server.client import Pair, Server
from server.postgres import Postgres
from support import LONG

__all__ = ["KINDS", "Makes", "making", "new_database", "two_stores"]

KINDS = ["single", "pair"] if LONG else ["single"]  # one process with SQLite; two that share a PostgreSQL
Makes: TypeAlias = Callable[..., Server | Pair]
numbers = count()  # of databases


def new_database(request: pytest.FixtureRequest, kind: str, folder: Path) -> str:
    """The URL of one that is empty."""
    if kind == "single":
        return f"sqlite:///{folder}/{next(numbers)}.db"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database(f"made{next(numbers)}")


def making(request: pytest.FixtureRequest, kind: str, folder: Path) -> Iterator[Makes]:
    running: list[Server | Pair] = []

    def make(**settings: Any) -> Server | Pair:
        running.append((Pair if kind == "pair" else Server)(new_database(request, kind, folder), **settings))
        return running[-1]

    yield make
    for server in running:
        server.stop()


@asynccontextmanager
async def two_stores(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """What two processes have that share a database."""
    one, two = Store(url), Store(url)
    one.migrate()
    for store in (one, two):
        store.open()
    two.number = 2
    try:
        yield one, two
    finally:
        for store in (one, two):
            await store.close()
