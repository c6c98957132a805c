"""The tables of the database. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
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

__all__ = [
    "accounts",
    "api_tokens",
    "attempts",
    "bans",
    "challenges",
    "deals",
    "friends",
    "house",
    "matches",
    "metadata",
    "mutes",
    "named",
    "online",
    "passkeys",
    "people",
    "players",
    "plays",
    "present",
    "processes",
    "ratings",
    "records",
    "reports",
    "seats",
    "sessions",
    "tables",
    "waiting",
]

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
    Column("network", String(64), nullable=True),  # from which he came in, as a keyed hash, for a month
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(12), nullable=False),  # cookie; recovery: good for one new cookie; friend: for one friend
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
    Column("version", Integer, nullable=False, server_default="0"),  # of this row, its seats and who is here
    Column("owner", Integer, nullable=True),  # the process that does what happens without a player
    Column("matches", Integer, nullable=False, server_default="0"),  # begun here
    Column(
        "base", String(200), nullable=False, server_default="[0,0,0,0,0,0]"
    ),  # JSON: v of each viewer before the next
    Column("question", Text, nullable=True),  # JSON: somebody asks to take a play back
    Column("clock", Text, nullable=True),  # JSON: since when the present time runs, if not since the last row
    Column("stopped", BigInteger, nullable=True),  # clocks stand since then, for nobody was there to watch them
    Index("ix_tables_state", "state"),
)

processes = Table(
    "processes",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seen", BigInteger, nullable=False),
)

present = Table(
    "present",  # whose socket at which table is held by which process; with one process nothing stands here
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("process", Integer, nullable=False, index=True),
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
    Column("ready", Integer, nullable=False, server_default="0"),  # for the deal with this number
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
    Column("rated", Text, nullable=True),  # JSON: game, form, and who is rated, by side; NULL: casual
    UniqueConstraint("table", "number"),
    Index("ix_matches_ended", "ended"),
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

# People.

accounts = Table(
    "accounts",  # a person who can come back by a passkey or a password; all others are guests
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("login", String(40), nullable=True),  # folded; none: by passkey alone
    Column("password", String(200), nullable=True),  # as argon2 writes it
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("login"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),  # base64url, like the key
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=True),
)

challenges = Table(
    "challenges",  # of passkeys, each good for one answer within minutes
    metadata,
    Column("id", String(64), primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("challenge", String(120), nullable=False),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=True, index=True),
    Column("created", BigInteger, nullable=False),
)

attempts = Table(
    "attempts",  # to log in, by name and by address; both are kept as SHA-256, for minutes
    metadata,
    Column("key", String(64), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
)

friends = Table(
    "friends",  # two rows a pair
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("friend", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("since", BigInteger, nullable=False),
)

ratings = Table(
    "ratings",  # as the rated matches make them, in the order of their ends
    metadata,
    Column("who", String(48), primary_key=True),  # a person's id, or bot:NAME
    Column("game", String(40), primary_key=True),
    Column("form", String(12), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

online = Table(
    "online",  # where several processes share the database: which of them holds a socket of whom
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("process", Integer, primary_key=True, autoincrement=False, index=True),
)

waiting = Table(
    "waiting",  # people who look for a table, until one is made or their socket is gone
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("process", Integer, nullable=False, index=True),  # where the socket is
    Column("pool", String(64), nullable=False, index=True),  # who waits in the same pool may sit at the same table
    Column("preset", String(60), nullable=True),  # none: any
    Column("wanted", Text, nullable=False),  # JSON
    Column("mu", Double, nullable=False, server_default="25"),  # his strength in what he looks for
    Column("since", BigInteger, nullable=False),
    UniqueConstraint("person"),
)

# Words between people, and programs.

api_tokens = Table(
    "api_tokens",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=True),
    UniqueConstraint("digest"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="SET NULL"), nullable=True, index=True),  # who reports
    Column("about", ForeignKey("people.id", ondelete="SET NULL"), nullable=True, index=True),
    Column("table", ForeignKey("tables.id", ondelete="SET NULL"), nullable=True),
    Column("match", ForeignKey("matches.id", ondelete="SET NULL"), nullable=True),
    Column("n", Integer, nullable=True),  # the row of the match that it is about
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("settled", BigInteger, nullable=True),
)

bans = Table(
    "bans",  # who may not play here
    metadata,
    Column("who", String(64), primary_key=True),  # a person's id, or a network as it is kept with people
    Column("ban", String(24), nullable=False, index=True),  # one for a person and his network
    Column("why", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=True),  # none: until it is lifted
)

# Records.

records = Table(
    "records",  # that people have brought themselves, checked
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("digest", String(64), nullable=False),  # of the text
    Column("game", String(40), nullable=False),
    Column("names", Text, nullable=False),  # JSON
    Column("notes", Text, nullable=False),  # JSON: what could not be checked
    Column("text", Text, nullable=False),  # as it came
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("person", "digest"),
)

named = Table(
    "named",  # who allows his name in the public database
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

house = Table(
    "house",  # what belongs to this database alone, as the secret of its pseudonyms
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)
