"""Servers for the tests: one process with SQLite, and in the long form two that share a PostgreSQL as well.

A test asks for `server` (shared by many), or makes servers with settings of its own by `made` (stopped after the test) or
`made_once` (after its module).
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.client import Pair, Server
from server.making import KINDS, Makes, making, new_database
from server.postgres import Postgres


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


@pytest.fixture(scope="session", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest, kind: str) -> Server | Pair:
    found: Server | Pair = request.getfixturevalue(kind)
    return found


@pytest.fixture
def database(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> str:
    """The URL of a new database without a server."""
    return new_database(request, kind, tmp_path)


@pytest.fixture(params=["single", "pair"], ids=["sqlite", "postgresql"])
def each_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same of each kind, in the short form too."""
    return new_database(request, request.param, tmp_path)


@pytest.fixture
def made(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> Iterator[Makes]:
    """Makes servers with settings of the test's own, each with a new database."""
    yield from making(request, kind, tmp_path)


@pytest.fixture(scope="module")
def made_once(request: pytest.FixtureRequest, kind: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Makes]:
    """The same for a module."""
    yield from making(request, kind, tmp_path_factory.mktemp("made"))
