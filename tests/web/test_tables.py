"""Whole matches in the browser, against bots."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from server.client import Server
from web.player import ended, fish, follow, moved_on, plays, sit_down

GAMES: dict[str, dict[str, Any]] = {
    "kontsina": {"players": 2, "options": {"deals": 1}},
    "konchinka": {"players": 2, "options": {"target_score": 1, "early_finish": "off"}},
    "kozel": {"players": 4, "options": {"deals": 1}},
    "ronda": {"players": 4, "options": {"target_score": 21}},
}


LISTEN = """
window.told = [];
new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(node => {
    if (node.parentElement?.matches('[role=log]')) window.told.push(node.textContent);
}))).observe(document.body, {childList: true, subtree: true});
"""  # every line that is added to the live region


def watched(page: Page) -> list[str]:
    """What goes wrong on the page, as it comes."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    return errors


def match_by_mouse(page: Page, game: str) -> None:
    errors = watched(page)
    sit_down(page, game, GAMES[game])
    while True:
        if not ended(page):
            before = plays(page)
            (follow if game == "kozel" else fish)(page)
            moved_on(page, before)
        elif page.get_by_role("button", name="Next deal").count():
            page.get_by_role("button", name="Next deal").click()
            expect(page.locator(".scores")).to_have_count(0)
        else:
            break
    expect(page.get_by_role("button", name="Another match")).to_be_visible()
    assert errors == []


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_mouse(page: Page, game: str) -> None:
    match_by_mouse(page, game)


def test_a_whole_match_is_played_by_keyboard_and_read_from_the_live_region(page: Page) -> None:
    errors = watched(page)
    sit_down(page, "konchinka", {"players": 2, "options": {"target_score": 1, "early_finish": "off"}})
    page.evaluate(LISTEN)
    made = 0
    while not ended(page):
        made += 1
        before = plays(page)
        for key in "1234":
            page.keyboard.press(key)
            if page.locator("[data-choices] .opt").count() > 1:
                page.keyboard.press("A")
            elif page.locator("[data-choices] button").count():
                page.keyboard.press("Enter")
            else:
                continue  # this card cannot be played
            break
        moved_on(page, before)
    told: list[str] = page.evaluate("window.told")
    mine, others = (
        [line for line in told if line.startswith(who)] for who in (("You lay", "You take"), ("Bot lays", "Bot takes"))
    )
    assert made <= len(mine) <= made + 1 and len(others) >= made - 1  # the first may have been told before
    page.get_by_role("button", name="Another match").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand] button").first).to_be_visible()
    assert errors == []


def test_keys_open_log_and_last_take_and_escape_takes_a_choice_back(page: Page) -> None:
    sit_down(page, "kontsina", {"players": 2})
    page.wait_for_selector("[data-turn=mine]")
    page.keyboard.press("1")
    expect(page.locator("[data-hand] [aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-hand] [aria-pressed=true]")).to_have_count(0)
    for key, title in (("l", "What happened"), ("t", "Last take")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)  # not only hidden: until then keys are the dialog's


def test_what_happened_is_read_again_after_a_reload(page: Page) -> None:
    sit_down(page, "konchinka", {"players": 2})
    for _ in range(3):
        page.wait_for_selector("[data-turn=mine]")
        before = plays(page)
        fish(page)
        moved_on(page, before)
    page.wait_for_selector("[data-turn=mine]")
    lines = page.locator("dialog .log li")
    page.keyboard.press("l")
    told = lines.all_text_contents()
    assert sum(line.startswith(("You lay", "You take")) for line in told) == 3
    page.reload()
    page.wait_for_selector("[data-turn=mine]")
    page.keyboard.press("l")
    expect(lines).to_have_text(told)


def test_a_card_is_dragged_to_the_table(page: Page) -> None:
    sit_down(page, "kontsina", {"players": 2})
    page.wait_for_selector("[data-turn=mine]")
    before = plays(page)
    card = page.locator("[data-hand] button").last
    name = card.get_attribute("data-card")
    card.drag_to(page.locator(".slab"), target_position={"x": 180, "y": 420})
    moved_on(page, before)
    expect(page.locator(f"[data-hand] [data-card='{name}']")).to_have_count(0)


def test_a_whole_match_is_played_by_touch(browser: Browser, server: Server) -> None:
    context = browser.new_context(
        base_url=server.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = context.new_page()
    errors = watched(page)
    sit_down(page, "konchinka", {"players": 2, "options": {"target_score": 1, "early_finish": "off"}})
    while not ended(page):
        before = plays(page)
        for card in page.locator("[data-hand] button").all():
            card.tap()
            if page.locator("[data-choices] button").count():
                page.locator("[data-choices] button").first.tap()
                break
        moved_on(page, before)
    expect(page.get_by_role("button", name="Another match")).to_be_visible()
    assert errors == []
    context.close()


def test_play_goes_on_where_a_card_stops_in_mid_flight(page: Page) -> None:
    """As in a tab that is hidden meanwhile: no animation ends any more."""
    sit_down(page, "kontsina", {"players": 2}, speed=2)
    page.wait_for_selector("[data-turn=mine]")
    stopped = page.context.new_cdp_session(page)
    stopped.send("Animation.enable")
    stopped.send("Animation.setPlaybackRate", {"playbackRate": 0})
    before = plays(page)
    fish(page)
    moved_on(page, before)
    page.wait_for_selector("[data-turn=mine]")
    expect(page.locator(".flights .ghost")).to_have_count(0)
