"""People, tables, matches, deals and plays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_sessions"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person", ondelete="CASCADE"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("host", sa.String(24), nullable=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("banned", sa.Text, nullable=False),
        sa.Column("invited", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name="fk_tables_host", ondelete="SET NULL"),
    )
    op.create_index("ix_tables_state", "tables", ["state"])
    op.create_table(
        "seats",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("person", sa.String(24), nullable=True),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("agreed", sa.Boolean, nullable=False),
        sa.Column("absent", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_seats_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seats_person", ondelete="SET NULL"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "matches",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("base", sa.String(200), nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=True),
        sa.Column("totals", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_matches_table", ondelete="CASCADE"),
        sa.UniqueConstraint("table", "number", name="uq_matches_table"),
    )
    op.create_table(
        "players",
        sa.Column("match", sa.String(24), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", "person", name="pk_players"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_players_match", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_players_person", ondelete="CASCADE"),
    )
    op.create_index("ix_players_person", "players", ["person"])
    op.create_table(
        "deals",
        sa.Column("match", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("dealer", sa.SmallInteger, nullable=False),
        sa.Column("how", sa.String(16), nullable=False),
        sa.Column("cuts", sa.Text, nullable=False),
        sa.Column("pack", sa.Text, nullable=False),
        sa.Column("repairs", sa.Text, nullable=False),
        sa.Column("misdeals", sa.Integer, nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("match", "number", name="pk_deals"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_deals_match", ondelete="CASCADE"),
    )
    op.create_table(
        "plays",
        sa.Column("match", sa.String(24), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("play", sa.Text, nullable=False),
        sa.Column("id", sa.String(64), nullable=True),
        sa.Column("spent_ms", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "n", name="pk_plays"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_plays_match", ondelete="CASCADE"),
        sa.UniqueConstraint("match", "seat", "id", name="uq_plays_match"),
    )
