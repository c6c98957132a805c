"""Engines for the database of a URL, and its migrations."""

from __future__ import annotations

from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

__all__ = ["PATIENCE", "engines", "migrate"]


# a database host that vanishes is noticed within half a minute
PATIENCE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}


def engines(url: str) -> tuple[Engine, Engine]:
    """One that writes and one that reads."""
    known = make_url(url)
    if known.get_backend_name() == "postgresql":
        known = known.set(drivername="postgresql+psycopg")
        # an error tells no values: packs and tokens are among them
        options: dict[str, Any] = {"pool_pre_ping": True, "hide_parameters": True, "connect_args": PATIENCE}
        return create_engine(known, pool_size=2, **options), create_engine(known, pool_size=5, **options)
    if known.get_backend_name() != "sqlite":
        raise ValueError(f"a database of SQLite or PostgreSQL expected, not {known.get_backend_name()}")
    writing, reading = (create_engine(known, hide_parameters=True) for _ in range(2))
    for engine, begin in ((writing, "BEGIN IMMEDIATE"), (reading, "BEGIN")):
        event.listen(engine, "connect", prepare_sqlite)
        event.listen(engine, "begin", beginning(begin))
    return writing, reading


def prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver's own BEGIN comes too late
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def beginning(statement: str) -> Any:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the database to the newest revision; a new one is made."""
    config = Config()
    config.set_main_option("script_location", "kafenio:server/store/migrations")
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(5263002)")  # one process at a time
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
