"""A server with the built client, bots that answer at once, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from server.client import Server
from web.browser import build, chromium

expect.set_options(timeout=30_000)  # a busy machine is slow, and a page that is wrong stays wrong


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    build()
    running = Server(f"sqlite:///{tmp_path_factory.mktemp('web')}/kafenio.db")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": chromium(), "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def browser_context_args(server: Server) -> dict[str, Any]:
    return {"base_url": server.url, "viewport": {"width": 390, "height": 844}, "locale": "en-GB"}
