"""What stands in the database of a server, read and written beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, create_engine, inspect, text

from server.client import Pair, Server

__all__ = ["asked", "everything", "rewrite", "stored"]


@contextmanager
def connected(server: Server | Pair) -> Iterator[Connection]:
    engine = create_engine(server.database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as c:
        yield c
    engine.dispose()


def asked(server: Server | Pair, statement: str, **values: Any) -> list[Any]:
    """Rows."""
    with connected(server) as c:
        return list(c.execute(text(statement), values))


def rewrite(server: Server | Pair, statement: str, **values: Any) -> None:
    with connected(server) as c:
        if values:
            c.execute(text(statement), values)
        else:
            c.exec_driver_sql(statement)


def everything(server: Server | Pair) -> str:
    """All rows of all tables."""
    with connected(server) as c:
        names = inspect(c).get_table_names()
        assert len(names) > 20
        return "\n".join(f"{name} {tuple(row)}" for name in names for row in c.execute(text(f'SELECT * FROM "{name}"')))


def stored(server: Server | Pair, table: str) -> list[Any]:
    """Every row with an id that stands for a table: seat and the id that the client chose."""
    found = asked(
        server,
        "SELECT plays.seat, plays.id FROM plays JOIN matches ON matches.id = plays.match"
        ' WHERE matches."table" = :t AND plays.id IS NOT NULL',
        t=table,
    )
    return [(seat, key.partition(".")[2]) for seat, key in found]
