"""Run by Alembic: the connection is the one that `migrate` has opened."""

from __future__ import annotations

from alembic import context

from kafenio.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
