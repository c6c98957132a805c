"""Many processes: who does what happens without a player, who is where; and clocks that outlast a restart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("owner", sa.Integer, nullable=True))
    op.add_column("tables", sa.Column("matches", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("base", sa.String(200), nullable=False, server_default="[0,0,0,0,0,0]"))
    op.add_column("tables", sa.Column("question", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("clock", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("stopped", sa.BigInteger, nullable=True))
    op.add_column("seats", sa.Column("ready", sa.Integer, nullable=False, server_default="0"))
    op.execute('UPDATE tables SET matches = (SELECT count(*) FROM matches WHERE matches."table" = tables.id)')
    op.create_table(
        "processes",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_processes"),
    )
    op.create_table(
        "present",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table", "person", name="pk_present"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_present_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_present_person", ondelete="CASCADE"),
    )
    op.create_index("ix_present_process", "present", ["process"])
