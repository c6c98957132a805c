"""Whole matches in the browser, against bots."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.player import ended, fish, sit_down

GAMES: dict[str, dict[str, Any]] = {"kontsina": {"players": 2, "options": {"deals": 1}}}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_mouse(page: Page, game: str) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    sit_down(page, game, GAMES[game])
    plays = 0
    while True:
        if not ended(page):
            turn = page.locator("[role=log] p").last.text_content()
            fish(page)
            plays += 1
            page.wait_for_function(
                "told => document.querySelector('[role=log] p:last-child').textContent !== told", arg=turn
            )
        elif page.get_by_role("button", name="Next deal").count():
            page.get_by_role("button", name="Next deal").click()
            expect(page.locator(".scores")).to_have_count(0)
        else:
            break
    expect(page.get_by_role("button", name="Another match")).to_be_visible()
    assert plays >= 24 // 2
    assert errors == []
