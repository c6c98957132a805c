"""Records that people bring, and the public database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_records"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_records_person", ondelete="CASCADE"),
        sa.UniqueConstraint("person", "digest", name="uq_records_person"),
    )
    op.create_index("ix_records_person", "records", ["person"])
    op.create_table(
        "named",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_named"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_named_person", ondelete="CASCADE"),
    )
    op.create_table(
        "house",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_house"),
    )
    op.create_index("ix_matches_ended", "matches", ["ended"])
