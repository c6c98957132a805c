"""A server with the built client, bots that answer at once, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from server.client import Server
from support import LONG
from web.browser import build, chromium

# `make test` runs these of the pages beside the table, and every test of the table itself; the long form runs all.
SHORT = {
    "test_house": ("a_rule_that_is_changed", "a_wrong_link[chromium-shoka", "stands_in_the_way[chromium-kozel"),
    "test_replay": ("a_match_is_played_saved", "a_seat_sees_backs", "no_hindrance[chromium-dark-ar"),
    "test_rules_page": ("an_example_shows", "arabic_rules"),
    "test_open_tables": ("a_table_is_opened", "no_hindrance[chromium-/tables-light-ar"),
    "test_pass": ("the_curtain_hides",),
    "test_installed": ("finds_nothing_wrong", "without_a_network"),
    "test_you": ("a_link_brings_a_guest_back", "who_writes_his_name"),
    "test_saying": ("is_spoken_to",),
    "test_settings": ("cards_look_as_they_were_chosen",),
    "test_sounds": ("a_play_is_heard",),
    "test_seats": ("five_sit_round_the_pot_without_hiding_each_other[chromium-ar-size0", "the_pot[chromium-4"),
    "test_leaks": ("chromium-kontsina", "who_watches"),
    "test_matches": (),
}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only the long form runs, and say how much that is."""
    out = [
        item
        for item in items
        if (parts := SHORT.get(item.path.stem)) is not None
        and not LONG
        and not any(part in item.name for part in parts)
    ]
    if out and config.args == ["tests/web"]:  # whoever names a file gets all of it
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]


expect.set_options(timeout=30_000)  # a busy machine is slow, and a page that is wrong stays wrong


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It deals the same cards every time, and its bots play them alike: what a test sees does not hang on chance."""
    build()
    folder = tmp_path_factory.mktemp("web")
    packs = folder / "packs.json"
    packs.write_text("{}")  # every deal is shuffled by its number
    running = Server(f"sqlite:///{folder}/kafenio.db", packs)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": chromium(), "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def browser_context_args(server: Server) -> dict[str, Any]:
    return {"base_url": server.url, "viewport": {"width": 390, "height": 844}, "locale": "en-GB"}
