"""Servers shared by the tests of a module."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.client import Pair, Server
from server.postgres import Postgres
from support import LONG


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL, for databases of one's own."""
    with tempfile.TemporaryDirectory(prefix="kafenio-pg-") as folder:
        found = Postgres(Path(folder))
        yield found
        found.stop()


@pytest.fixture(scope="session")
def single(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process with SQLite."""
    path: Path = tmp_path_factory.mktemp("server")
    running = Server(f"sqlite:///{path}/kafenio.db")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def pair(postgres: Postgres) -> Iterator[Pair]:
    """Two processes with PostgreSQL."""
    running = Pair(postgres.database("pair"))
    yield running
    running.stop()


@pytest.fixture(scope="session", params=["single", "pair"] if LONG else ["single"])
def server(request: pytest.FixtureRequest) -> Server | Pair:
    found: Server | Pair = request.getfixturevalue(request.param)
    return found
