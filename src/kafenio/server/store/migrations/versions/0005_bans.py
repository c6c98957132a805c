"""Who may not play here; and how strong who looks for a table is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("people", sa.Column("network", sa.String(64), nullable=True))
    op.add_column("waiting", sa.Column("mu", sa.Double, nullable=False, server_default="25"))
    op.create_table(
        "bans",
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("ban", sa.String(24), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("who", name="pk_bans"),
    )
    op.create_index("ix_bans_ban", "bans", ["ban"])
