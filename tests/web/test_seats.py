"""Who sits where: five on a phone, who is out, and the pot."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from web.player import sit_down, violations

LASTING = {"bura_wins": "off", "four_aces_win": False}  # no deal is over before my turn
MONEY = {"players": 5, "options": {"money": True, "stake": 2, "purse": 30, **LASTING}}
BOXES = """of => [...document.querySelectorAll(of)].map(e => [e.className, e.getBoundingClientRect().toJSON()])"""


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


def four_played(route: WebSocketRoute) -> None:
    """Four cards of mine lie on the table, the most there can be."""
    up = route.connect_to_server()

    def on(message: str | bytes) -> None:
        said: dict[str, Any] = json.loads(message)
        if view := said.get("now", {}).get("view"):
            view["shown"] = ["6c 7c 8c 9c"]
        route.send(json.dumps(said))

    up.on_message(on)


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (1280, 800)])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_five_sit_round_the_pot_without_hiding_each_other(page: Page, size: tuple[int, int], language: str) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.route_web_socket("**/ws/tables/*", four_played)
    sit_down(page, "kozel", MONEY)
    if language != "en":
        page.evaluate("localStorage.setItem('kafenio.prefs', JSON.stringify({speed: 0, language: 'ar'}))")
        page.add_init_script("localStorage.setItem('kafenio.prefs', JSON.stringify({speed: 0, language: 'ar'}))")
        page.reload()
    page.wait_for_selector("[data-turn=mine]")
    expect(page.locator(".slab .mine [data-card]")).to_have_count(4)
    assert apart(page, ".plate, .trump .cross, .trump > span, .pot, .slab .mine, .slab .last") == 4 + 5
    expect(page.locator(".pot b")).to_have_text("10")
    assert violations(page) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_a_low_marble_nobody_hides_the_pot(page: Page, players: int) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.route_web_socket("**/ws/tables/*", four_played)
    sit_down(page, "kozel", {**MONEY, "players": players})
    page.wait_for_selector("[data-turn=mine]")
    expect(page.locator(".slab .mine [data-card]")).to_have_count(4)
    assert apart(page, ".plate, .trump .cross, .trump > span, .pot, .slab .mine, .slab .last") == players - 1 + 5


def test_purses_begin_with_what_everyone_brings(page: Page) -> None:
    sit_down(page, "kozel", MONEY)
    expect(page.locator(".me")).to_contain_text("Purse 30")
    expect(page.locator(".teams .team")).to_have_count(5)


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
