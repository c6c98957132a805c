"""What lasts: people, tables, matches, deals as shuffled, and every play. SQLite by default, PostgreSQL for more."""

from __future__ import annotations

from kafenio.server.store.rows import MatchRow, Person, Question, Running, SeatRow, TableRow, now_ms
from kafenio.server.store.store import Store
from kafenio.server.store.writer import NotStored, Taken

__all__ = ["MatchRow", "NotStored", "Person", "Question", "Running", "SeatRow", "Store", "TableRow", "Taken", "now_ms"]
