"""A person in front of the page: what the tests do with mouse, keys and eyes."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from web.browser import AXE

TURN_OR_END = "() => document.querySelector('[data-turn=mine], .scores')"


def sit_down(page: Page, game: str, rules: dict[str, Any], speed: float = 0) -> None:
    """From the first screen to a table with bots, by these rules; with speed 0 cards do not move."""
    kept = {"kafenio.prefs": {"speed": speed, "bot": "greedy"}, f"kafenio.rules.{game}": rules}
    for key, value in kept.items():
        page.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(json.dumps(value))})")
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {game.title()}").click()
    expect(
        page.locator("[data-hand] button, .scores").first
    ).to_be_visible()  # a match of one point may be over at once


def ended(page: Page) -> bool:
    """Wait until it is my turn or the deal is over; whether it is over."""
    page.wait_for_function(TURN_OR_END)
    return page.locator(".scores").count() > 0


def fish(page: Page) -> None:
    """One play of a fishing game by mouse: a capture where there is one, the first card otherwise."""
    words = page.locator("[data-choices] .opt")
    if words.count():  # an announcement, an answer
        words.first.click()
        return
    for card in page.locator("[data-hand] button").all():
        card.click()
        for offered in ("[data-choices] .opt", "[data-choices] .lay-btn"):
            if page.locator(offered).count():
                page.locator(offered).first.click()
                return
    raise AssertionError("no card can be played")


def follow(page: Page) -> None:
    """One play of Kozel by mouse: nothing claimed, one card led, the first cards thrown or whatever beats."""
    choices = page.locator("[data-choices] button")
    if choices.count():  # a claim window
        choices.first.click()
        return
    for card in page.locator("[data-hand] button").all():
        card.click()
        if choices.count():
            choices.first.click()
            return
    raise AssertionError("no cards can be played")


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with the page as it is."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{v['id']}: {[n['html'][:150] + ' ' + n['failureSummary'][-150:] for n in v['nodes']][:3]}"
        for v in found["violations"]
    ]


def plays(page: Page) -> str:
    """How many rows this seat has seen."""
    return str(page.evaluate("document.querySelector('[data-plays]').dataset.plays"))


def moved_on(page: Page, before: str) -> None:
    page.wait_for_function("n => document.querySelector('[data-plays]').dataset.plays !== n", arg=before)
