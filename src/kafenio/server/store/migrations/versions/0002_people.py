"""Accounts, ratings, friends, who looks for a table; tokens of programs, mutes and reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("rated", sa.Text, nullable=True))
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("login", sa.String(40), nullable=True),
        sa.Column("password", sa.String(200), nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_accounts"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_accounts_person", ondelete="CASCADE"),
        sa.UniqueConstraint("login", name="uq_accounts_login"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_passkeys_person", ondelete="CASCADE"),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("challenge", sa.String(120), nullable=False),
        sa.Column("person", sa.String(24), nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_challenges_person", ondelete="CASCADE"),
    )
    op.create_index("ix_challenges_person", "challenges", ["person"])
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_attempts"),
    )
    op.create_table(
        "friends",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("friend", sa.String(24), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "friend", name="pk_friends"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_friends_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["friend"], ["people.id"], name="fk_friends_friend", ondelete="CASCADE"),
    )
    op.create_index("ix_friends_friend", "friends", ["friend"])
    op.create_table(
        "ratings",
        sa.Column("who", sa.String(48), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("form", sa.String(12), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("who", "game", "form", name="pk_ratings"),
    )
    op.create_table(
        "online",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("process", sa.Integer, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("person", "process", name="pk_online"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_online_person", ondelete="CASCADE"),
    )
    op.create_index("ix_online_process", "online", ["process"])
    op.create_table(
        "waiting",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("pool", sa.String(64), nullable=False),
        sa.Column("preset", sa.String(60), nullable=True),
        sa.Column("wanted", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_waiting"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_waiting_person", ondelete="CASCADE"),
        sa.UniqueConstraint("person", name="uq_waiting_person"),
    )
    op.create_index("ix_waiting_pool", "waiting", ["pool"])
    op.create_index("ix_waiting_process", "waiting", ["process"])
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_api_tokens"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_api_tokens_person", ondelete="CASCADE"),
        sa.UniqueConstraint("digest", name="uq_api_tokens_digest"),
    )
    op.create_index("ix_api_tokens_person", "api_tokens", ["person"])
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("muted", sa.String(24), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "muted", name="pk_mutes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_mutes_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["muted"], ["people.id"], name="fk_mutes_muted", ondelete="CASCADE"),
    )
    op.create_index("ix_mutes_muted", "mutes", ["muted"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=True),
        sa.Column("about", sa.String(24), nullable=True),
        sa.Column("table", sa.String(24), nullable=True),
        sa.Column("match", sa.String(24), nullable=True),
        sa.Column("n", sa.Integer, nullable=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_reports_person", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["about"], ["people.id"], name="fk_reports_about", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_reports_table", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_reports_match", ondelete="SET NULL"),
    )
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_index("ix_reports_person", "reports", ["person"])
