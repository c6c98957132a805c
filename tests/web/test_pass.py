"""One device for several people: whole matches in one browser, and no hand seen by another than its owner."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from server.client import Server
from web.player import fish, follow, plays, violations

# Every frame that comes, with the seat that holds the device at that moment.
HEARD = """
window.heard = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => window.heard.push({
      holder: document.querySelector("[data-holder]")?.dataset.holder ?? "none",
      covered: Boolean(document.querySelector("dialog.curtain")),
      text: event.data,
    }));
  }
};
"""
STEPS = "() => document.querySelector('[data-turn=mine], .curtain, .scores')"


def one_device(browser: Browser, server: Server, game: str, rules: dict[str, Any], names: list[str]) -> Page:
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    for key, value in {"kafenio.prefs": {"speed": 0, "bot": "greedy"}, f"kafenio.rules.{game}": rules}.items():
        context.add_init_script(
            f"if (!localStorage.getItem({json.dumps(key)})) localStorage.setItem({json.dumps(key)}, {json.dumps(json.dumps(value))})"
        )
    context.add_init_script(HEARD)
    page = context.new_page()
    page.set_default_timeout(120_000)  # the first thought of a bot takes long on a busy machine
    page.goto("/")
    page.get_by_role("link", name="Pass and play").click()
    page.get_by_role("radio", name=game.title()).check()
    page.get_by_role("radio", name=str(len(names)), exact=True).check()
    for i, name in enumerate(names):
        page.get_by_label(f"Seat {i + 1}").fill(name)
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_url("**/t/*")
    return page


def hand(page: Page) -> list[str]:
    found: list[str] = page.locator("[data-hand] [data-card]").evaluate_all("cards => cards.map(c => c.dataset.card)")
    return found


def frames(page: Page) -> list[dict[str, Any]]:
    return [{**entry, "said": json.loads(entry["text"])} for entry in page.evaluate("window.heard")]


def play_round(page: Page, step: Any, most: int = 5_000) -> set[str]:
    """Until the match is over: the names that were called on the curtain."""
    called = set()
    for _ in range(most):
        page.wait_for_function(STEPS)
        curtain = page.locator("dialog.curtain")
        if curtain.count():
            assert hand(page) == [] and page.locator("[data-card]").count() == 0
            called.add(curtain.locator("b").inner_text())
            curtain.locator(".brass").click()
        elif page.get_by_role("button", name="Another match").count():
            return called
        elif page.get_by_role("button", name="Next deal").count():
            page.get_by_role("button", name="Next deal").click()
            page.wait_for_function("() => !document.querySelector('.scores')")
        else:
            before = plays(page)
            step(page)
            page.wait_for_function(
                "n => (document.querySelector('[data-plays]')?.dataset.plays ?? '') !== n", arg=before
            )
    raise AssertionError("no end")


def owners_alone_saw_their_cards(page: Page, seats: int) -> None:
    """Each frame with a hand came to who held the device; of other hands it tells what everybody has seen go there."""
    seen: set[int] = set()
    open_to_all: set[str] = set()  # Kozel: the turn-up
    for entry in frames(page):
        said = entry["said"]
        view = (said.get("now") or {}).get("view") or {}
        open_to_all |= set(view.get("turned", "").split())
        hands = [set(cards.split()) - {"??"} for cards in view.get("hands", [])]
        if any(hands):
            holder = 0 if entry["holder"] == "none" else int(entry["holder"])  # the first one, whose page is on its way
            assert not entry["covered"]
            for seat, cards in enumerate(hands):
                assert seat == holder or cards <= open_to_all, (holder, seat, cards)
            if hands[holder]:  # else he has laid his last card, and another holds the turn-up
                seen.add(holder)
    assert seen == set(range(seats))


@pytest.mark.parametrize(
    ("game", "rules", "step"),
    [
        ("kontsina", {"players": 2, "options": {"deals": 1}}, fish),
        ("kozel", {"players": 2, "options": {"deals": 1}}, follow),
    ],
)
def test_a_whole_match_goes_round_on_one_device(
    browser: Browser, server: Server, game: str, rules: dict[str, Any], step: Any
) -> None:
    names = ["Anna", "Boris", "Clio"][: rules["players"]]
    page = one_device(browser, server, game, rules, names)
    called = play_round(page, step)
    assert called >= set(names[1:]) and called <= set(names)
    owners_alone_saw_their_cards(page, len(names))
    page.context.close()


def test_the_curtain_hides_the_hand_after_a_reload_and_lets_nobody_past(browser: Browser, server: Server) -> None:
    page = one_device(browser, server, "kontsina", {"players": 2}, ["Anna", "Boris"])
    page.wait_for_function(STEPS)
    if page.locator("[data-turn=mine]").count():
        page.reload()
    curtain = page.locator("dialog.curtain")
    expect(curtain).to_be_visible()
    assert page.locator("[data-card]").count() == 0
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(curtain).to_be_visible()
    asked = [f for f in frames(page) if ((f["said"].get("now") or {}).get("view") or {}).get("hands")]
    assert all(not f["covered"] for f in asked)
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand] [data-card]").first).to_be_visible()
    page.context.close()


def test_a_bot_sits_where_a_name_is_empty_and_another_match_follows(browser: Browser, server: Server) -> None:
    rules = {"players": 3, "options": {"deals": 1}}
    page = one_device(browser, server, "kontsina", rules, ["Anna", "", "Boris"])
    assert play_round(page, fish) <= {"Anna", "Boris"}
    page.get_by_role("button", name="Another match").click()
    page.wait_for_function("() => !document.querySelector('.scores')")
    page.wait_for_function(STEPS)
    curtain = page.locator("dialog.curtain")
    if curtain.count():
        curtain.locator(".brass").click()
    expect(page.locator("[data-seat='1'] b")).to_have_text("Bot")
    expect(page.locator("[data-hand] [data-card]")).to_have_count(4)
    page.context.close()


@pytest.mark.parametrize(("theme", "locale"), [("light", "en-GB"), ("dark", "ar")])
def test_pass_and_play_has_no_hindrance(browser: Browser, server: Server, theme: str, locale: str) -> None:
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": 390, "height": 844},
        locale=locale,
        color_scheme=theme,  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.goto("/pass")
    expect(page.locator(".names input").first).to_be_visible()
    assert violations(page) == []
    context.close()
