"""Whole matches on wide screens, and of four people in four browsers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from kafenio.records import verify
from kafenio.records.format import from_toml
from server.client import Server
from web.player import fish, follow
from web.test_tables import GAMES, match_by_mouse, watched
from web.test_together import closed, gathered, play_out


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_mouse_on_a_wide_screen(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    match_by_mouse(page, game)


@pytest.mark.parametrize(
    ("game", "options", "step"), [("kozel", {"deals": 2}, follow), ("ronda", {"target_score": 21}, fish)]
)
def test_four_in_teams_play_a_match_to_its_end(
    browser: Browser, server: Server, game: str, options: dict[str, Any], step: Any
) -> None:
    rules = {"players": 4, "options": options, "window_s": 2.0}
    pages = gathered(browser, server, game, ["Anna", "Boris", "Clio", "Driss"], rules)
    errors = [watched(page) for page in pages]
    play_out(pages, step)
    text = pages[0].evaluate("fetch(`/api/tables/${location.pathname.slice(3)}/record`).then(r => r.text())")
    record = from_toml(text.encode())
    assert verify(record) == []
    assert record.result is not None and record.result.totals is not None
    teams = ["Anna + Clio", "Boris + Driss"]
    for seat, page in enumerate(pages):
        expect(page.get_by_role("button", name="Another match")).to_be_visible()
        sides = page.locator(".scores h3").all_text_contents()
        mine, theirs = teams[seat % 2].replace(("Anna", "Boris", "Clio", "Driss")[seat], "You"), teams[1 - seat % 2]
        assert sides == [mine, theirs]
        ends = page.locator(".scores .cols li:last-child").all_text_contents()
        totals = record.result.totals[seat % 2], record.result.totals[1 - seat % 2]
        assert [end.split()[0] for end in ends] == [str(n) for n in totals], ends
    assert errors == [[]] * 4
    closed(pages)
