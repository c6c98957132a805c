"""What lasts: people, tables, matches, deals as shuffled, and every play. SQLite by default, PostgreSQL for more."""

from __future__ import annotations

from kafenio.server.store.store import MatchRow, Person, SeatRow, Store, TableRow
from kafenio.server.store.writer import NotStored, Taken

__all__ = ["MatchRow", "NotStored", "Person", "SeatRow", "Store", "TableRow", "Taken"]
