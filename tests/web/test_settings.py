"""Every choice of the settings changes what it says, and is remembered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from web.player import ended, fish, moved_on, plays, sit_down, violations


def settings(page: Page, button: str = "Menu") -> None:
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def done(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def kept(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('kafenio.prefs')"))
    return found


INKS = """async of => {
    const img = document.querySelector(of), on = new OffscreenCanvas(250, 350).getContext("2d"), found = {};
    await img.decode();
    on.drawImage(img, 0, 0, 250, 350);
    const data = on.getImageData(0, 0, 250, 350).data;
    for (let i = 0; i < data.length; i += 4) {
        const ink = "#" + [0, 1, 2].map(k => data[i + k].toString(16).padStart(2, "0")).join("").toUpperCase();
        found[ink] = (found[ink] ?? 0) + 1;
    }
    return found;
}"""  # how many points of a picture have each colour


def inks(page: Page, selector: str) -> dict[str, int]:
    page.wait_for_selector(selector)
    found: dict[str, int] = page.evaluate(INKS, selector)
    return found


def test_settings_are_at_hand_on_the_first_screen(page: Page) -> None:
    page.goto("/")
    settings(page, "You and your settings")
    page.get_by_role("radio", name="Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert violations(page) == []
    page.get_by_role("radio", name="As the system").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_role("switch", name="High contrast").check()
    expect(page.locator("html")).to_have_attribute("data-contrast", "more")
    page.get_by_role("radio", name="Slow").check()
    assert kept(page)["speed"] == 0.5
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-contrast", "more")
    assert violations(page) == []


def test_cards_look_as_they_were_chosen(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    sit_down(page, "kontsina", {"players": 2})
    mine, back = "[data-hand] [data-card] img", "[data-stock] img"
    full, source = inks(page, mine), page.get_attribute(mine, "src")
    settings(page)
    page.get_by_role("radio", name="Large index").check()
    done(page)
    expect(page.locator(mine).first).not_to_have_attribute("src", str(source))
    assert inks(page, mine) != full
    for name, ink in (("Tiles", "#1F4F9F"), ("Greek key", "#46562A"), ("Cups", "#7C2C2C")):
        settings(page)
        page.get_by_role("radio", name=name).check()
        done(page)
        assert inks(page, back).get(ink, 0) > 10_000
    card = "[data-card$=c] img, [data-card$=d] img"
    while not page.locator(card).count():  # only these change
        page.wait_for_selector("[data-turn=mine]")
        before = plays(page)
        fish(page)
        moved_on(page, before)
    source = page.get_attribute(card, "src")
    settings(page)
    page.get_by_role("switch", name="Four colours").check()
    done(page)
    expect(page.locator(card).first).not_to_have_attribute("src", str(source))
    found = inks(page, card)
    assert found.get("#1E6E43", 0) + found.get("#1F5FA8", 0) > 1_000  # a green club or a blue diamond


def test_forced_plays_are_made_by_themselves_where_that_was_chosen(page: Page) -> None:
    sent: list[dict[str, Any]] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(frame)))

    page.on("websocket", opened)
    sit_down(page, "kontsina", {"players": 2, "options": {"deals": 1, "capture_obligation": "if_able"}})
    settings(page)
    page.get_by_role("switch", name="Play by itself").check()
    done(page)
    pressed = 0
    while not ended(page):
        before = plays(page)
        fish(page)
        pressed += 1
        moved_on(page, before)
    assert len([message for message in sent if message["t"] == "play"]) > pressed


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_settings_have_no_hindrance_in_arabic(page: Page, theme: str) -> None:
    page.add_init_script(f"localStorage.setItem('kafenio.prefs', JSON.stringify({{language: 'ar', theme: '{theme}'}}))")
    page.goto("/")
    page.locator(".bar button[aria-haspopup=dialog]").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
