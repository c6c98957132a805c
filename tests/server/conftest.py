"""Servers shared by the tests of a module."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.client import Server
from server.postgres import Postgres


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("server")
    running = Server(f"sqlite:///{path}/kafenio.db")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL, for databases of one's own."""
    with tempfile.TemporaryDirectory(prefix="kafenio-pg-") as folder:
        found = Postgres(Path(folder))
        yield found
        found.stop()
