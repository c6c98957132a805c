"""Whole matches in the browser, against bots."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.player import ended, fish, follow, sit_down

GAMES: dict[str, dict[str, Any]] = {
    "kontsina": {"players": 2, "options": {"deals": 1}},
    "konchinka": {"players": 2, "options": {"target_score": 1}},
    "kozel": {"players": 4, "options": {"deals": 1}},
    "ronda": {"players": 4, "options": {"target_score": 21}},
}


def watched(page: Page) -> list[str]:
    """What goes wrong on the page, as it comes."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    return errors


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_mouse(page: Page, game: str) -> None:
    errors = watched(page)
    sit_down(page, game, GAMES[game])
    while True:
        if not ended(page):
            played = page.evaluate("document.querySelector('[data-plays]').dataset.plays")
            (follow if game == "kozel" else fish)(page)
            page.wait_for_function("n => document.querySelector('[data-plays]').dataset.plays !== n", arg=played)
        elif page.get_by_role("button", name="Next deal").count():
            page.get_by_role("button", name="Next deal").click()
            expect(page.locator(".scores")).to_have_count(0)
        else:
            break
    expect(page.get_by_role("button", name="Another match")).to_be_visible()
    assert errors == []
