"""The tables of the database. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = ["deals", "matches", "metadata", "people", "players", "plays", "seats", "sessions", "tables"]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Times are milliseconds since 1970. Tokens are kept as SHA-256 only.

people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("colour", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(12), nullable=False),  # cookie, or recovery: good for one new cookie
    Column("created", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("code", String(64), nullable=False),  # of the invitation
    Column("host", ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    Column("state", String(8), nullable=False),  # open, playing, over
    Column("public", Boolean, nullable=False),
    Column("terms", Text, nullable=False),  # JSON: game, options, clock and the rest
    Column("banned", Text, nullable=False),  # JSON: ids of people
    Column("invited", Text, nullable=False),  # JSON: ids of people who came by the link
    Column("created", BigInteger, nullable=False),
    Index("ix_tables_state", "state"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.id", ondelete="SET NULL"), nullable=True, index=True),
    Column("bot", String(40), nullable=False),
    Column("agreed", Boolean, nullable=False),
    Column("absent", Boolean, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("base", String(200), nullable=False),  # JSON: v of each viewer before its first row
    Column("names", Text, nullable=False),  # JSON: by seat, as they were at the end
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=True),
    Column("totals", Text, nullable=True),  # JSON, with winners
    UniqueConstraint("table", "number"),
)

players = Table(
    "players",  # everybody who sat at a match
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
)

deals = Table(
    "deals",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("dealer", SmallInteger, nullable=False),
    Column("how", String(16), nullable=False),
    Column("cuts", Text, nullable=False),  # JSON
    Column("pack", Text, nullable=False),
    Column("repairs", Text, nullable=False),  # JSON
    Column("misdeals", Integer, nullable=False),
    Column("salt", String(64), nullable=False),
)

plays = Table(
    "plays",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),  # -1: the table
    Column("play", Text, nullable=False),
    Column("id", String(64), nullable=True),  # who sent it, and the id that the client chose
    Column("spent_ms", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("match", "seat", "id"),
)
