"""Who sits where: five on a phone, who watches, who is out, and the pot."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from server.client import Server
from web.player import sit_down, violations

MONEY = {"players": 5, "options": {"money": True, "stake": 2, "purse": 30}}
BOXES = """of => [...document.querySelectorAll(of)].map(e => [e.className, e.getBoundingClientRect().toJSON()])"""
MADE = """async wanted => {
    const ask = (path, body) => fetch(path, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
    }).then(answer => answer.json());
    await ask("/api/guest", {name: "Eleni"});
    return (await ask("/api/tables", wanted)).id;
}"""


def apart(page: Page, of: str) -> int:
    """How many things there are; no two of them overlap, and none leaves the screen."""
    found: list[tuple[str, dict[str, float]]] = page.evaluate(BOXES, of)
    assert page.viewport_size is not None
    for name, box in found:
        assert box["left"] >= 0 and box["right"] <= page.viewport_size["width"], name
    for (one, a), (two, b) in combinations(found, 2):
        beside = a["right"] <= b["left"] or b["right"] <= a["left"]
        above = a["bottom"] <= b["top"] or b["bottom"] <= a["top"]
        assert beside or above, f"{one} {a} lies on {two} {b}"
    return len(found)


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (1280, 800)])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_five_sit_round_the_pot_without_hiding_each_other(page: Page, size: tuple[int, int], language: str) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(page, "kozel", MONEY)
    if language != "en":
        page.evaluate("localStorage.setItem('kafenio.prefs', JSON.stringify({speed: 0, language: 'ar'}))")
        page.add_init_script("localStorage.setItem('kafenio.prefs', JSON.stringify({speed: 0, language: 'ar'}))")
        page.reload()
    page.wait_for_selector("[data-turn=mine]")
    assert apart(page, ".plate, .trump .cross, .trump > span, .pot, .slab .mine, .slab .last") == 4 + 5
    expect(page.locator(".pot b")).to_have_text("10")
    assert violations(page) == []


def test_purses_begin_with_what_everyone_brings(page: Page) -> None:
    sit_down(page, "kozel", MONEY)
    expect(page.locator(".me")).to_contain_text("Purse 30")
    expect(page.locator(".teams .team")).to_have_count(5)


def test_who_watches_sees_everybody_and_nobodys_cards(page: Page, browser: Browser, server: Server) -> None:
    page.goto("/")
    table = page.evaluate(MADE, {"game": "kozel", "players": 4, "public": True, "bots": ["greedy"] * 3})
    page.goto(f"/t/{table}")
    page.wait_for_selector("[data-turn=mine]")
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    other = context.new_page()
    other.goto(f"/t/{table}")
    expect(other.locator(".plate")).to_have_count(4)
    expect(other.locator(".plate[data-seat='0']")).to_contain_text("Eleni")
    expect(other.locator(".me")).to_contain_text("You are watching")
    assert other.locator("[data-hand], [data-choices]").count() == 0
    apart(other, ".plate, .trump .cross, .slab .last")
    assert violations(other) == []
    context.close()


def test_who_is_out_of_the_match_is_told_so_and_shown(page: Page) -> None:
    """The server says it; here of two seats, mine and another's."""

    def out(route: WebSocketRoute) -> None:
        up = route.connect_to_server()

        def on(message: str | bytes) -> None:
            said: dict[str, Any] = json.loads(message)
            for seat in said.get("table", {}).get("seats", []):
                seat["out"] = seat["seat"] in (0, 2)
            route.send(json.dumps(said))

        up.on_message(on)

    page.route_web_socket("**/ws/tables/*", out)
    sit_down(page, "kozel", {"players": 3})
    expect(page.locator(".plate.out")).to_have_count(1)
    expect(page.locator(".plate[data-seat='2']")).to_contain_text("out of the match")
    expect(page.locator(".me")).to_contain_text("You are out")
    assert violations(page) == []
