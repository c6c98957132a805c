"""Our server as it is measured, run as `python ours.py SETTINGS STORE`.

STORE: `full` as it is served everywhere; `normal` flushes less to the disk (SQLite's synchronous=NORMAL); `none` keeps tables
and people but no play. The last one is for measuring only: it shows what an insert costs.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from kafenio.server.serve import serve
from kafenio.server.settings import Settings
from kafenio.server.store import engine, writer


def keep_no_plays() -> None:
    async def add(*_: object) -> None:
        return None

    vars(writer)["Writer"].add = add


def flush_less() -> None:
    prepare = engine.prepare_sqlite

    def prepare_less(connection: Any, record: object) -> None:
        prepare(connection, record)
        connection.execute("PRAGMA synchronous=NORMAL")

    vars(engine)["prepare_sqlite"] = prepare_less


if __name__ == "__main__":
    {"full": lambda: None, "normal": flush_less, "none": keep_no_plays}[sys.argv[2]]()
    serve(msgspec.convert(json.loads(sys.argv[1]), Settings))
