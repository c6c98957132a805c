"""The first screen's band and the open tables: people who meet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from server.client import Server
from web.player import fish, moved_on, plays, violations
from web.test_together import closed, newcomer

RULES = {"players": 2, "options": {"deals": 1}}


def at_open_tables(page: Page) -> Page:
    page.goto("/tables")
    page.wait_for_selector("[data-lobby=told]")
    return page


def opened(page: Page, game: str) -> str:
    """A public table, made on the page of open tables; its id."""
    page.get_by_role("radio", name=game).check()
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_selector(".waiting")
    return page.url.rpartition("/")[2]


def test_a_table_is_opened_seen_by_another_who_sits_down_and_they_play(browser: Browser, server: Server) -> None:
    anna, boris = (newcomer(browser, server, name, "kontsina", RULES) for name in ("Anna", "Boris"))
    at_open_tables(boris)
    key = opened(at_open_tables(anna), "Kontsina")
    line = boris.locator(f"[data-table-id='{key}']")
    expect(line).to_contain_text("Anna")
    expect(line).to_contain_text("free seat")
    expect(line.locator(".unlike")).to_contain_text("1 change")  # one deal, by the rules of Anna's last time
    expect(line.locator(".terms")).to_contain_text("60 seconds a play")
    line.get_by_role("button", name="Sit down").click()
    for page in (anna, boris):
        page.get_by_role("button", name="Ready to play").click()
    for page in (anna, boris):
        expect(page.locator("[data-hand] button").first).to_be_visible()
    anna.wait_for_function(
        "() => document.querySelector('[data-turn]') || document.querySelector('[data-plays=\"1\"]')"
    )
    turn = anna if anna.locator("[data-turn=mine]").count() else boris
    turn.wait_for_selector("[data-turn=mine]")
    before = plays(turn)
    fish(turn)
    moved_on(turn, before)
    closed([anna, boris])


def test_who_cannot_sit_watches_and_sees_no_hand(browser: Browser, server: Server) -> None:
    anna, boris, clio = (
        newcomer(browser, server, name, "konchinka", {"players": 2}) for name in ("Anna", "Boris", "Clio")
    )
    key = opened(at_open_tables(anna), "Konchinka")
    at_open_tables(boris).locator(f"[data-table-id='{key}']").get_by_role("button", name="Sit down").click()
    for page in (anna, boris):
        page.get_by_role("button", name="Ready to play").click()
    line = at_open_tables(clio).locator(f"[data-table-id='{key}']")
    line.get_by_role("button", name="Watch").click()
    expect(clio.locator("[data-table] [data-card]").first).to_be_visible()
    hand = anna.locator("[data-hand] [data-card]").first
    expect(hand).to_be_visible()
    shown = clio.locator("[data-card]").evaluate_all("cards => cards.map(c => c.dataset.card)")
    assert hand.get_attribute("data-card") not in shown
    closed([anna, boris, clio])


def test_people_who_want_the_same_are_brought_together(browser: Browser, server: Server) -> None:
    anna, boris = (newcomer(browser, server, name, "ronda", {}) for name in ("Anna", "Boris"))
    for page in (anna, boris):
        at_open_tables(page).get_by_role("radio", name="Ronda").check()
        page.get_by_role("button", name="Find people").click()
        if page is anna:
            expect(page.locator(".waits")).to_contain_text("Ronda for 2")
            expect(page.locator(".waits")).to_contain_text("1 of 2")
    for page in (anna, boris):
        page.wait_for_url("**/t/*")
        expect(page.get_by_role("button", name="Ready to play")).to_be_visible()
    assert anna.url == boris.url
    closed([anna, boris])


def test_a_search_goes_on_at_the_first_screen_and_can_be_given_up(page: Page) -> None:
    at_open_tables(page).get_by_role("radio", name="Kozel").check()
    page.get_by_role("radio", name="4").check()
    page.get_by_role("button", name="Find people").click()
    expect(page.locator(".waits")).to_contain_text("1 of 4")
    page.get_by_role("button", name="Back to the first page").click()
    band = page.locator(".dado")
    expect(band).to_contain_text("Kozel for 4")
    band.get_by_role("button", name="Stop looking").click()
    expect(band).not_to_contain_text("Kozel for 4")
    expect(band.get_by_role("link", name="Find people")).to_be_visible()


def test_the_first_screen_counts_free_seats_and_shows_the_table_that_waits(browser: Browser, server: Server) -> None:
    anna, boris = (newcomer(browser, server, name, "kontsina", {"players": 2}) for name in ("Anna", "Boris"))
    opened(at_open_tables(anna), "Kontsina")
    boris.set_viewport_size({"width": 1280, "height": 800})
    boris.goto("/")
    expect(boris.locator(".dado")).to_contain_text("free seat")
    anna.evaluate("localStorage.removeItem('kafenio.last')")  # another device would not know it
    anna.goto("/")
    anna.get_by_role("link", name="Your table waits").click()
    anna.wait_for_selector(".waiting")
    closed([anna, boris])


def test_friends_by_link_see_each_other_come(browser: Browser, server: Server) -> None:
    anna, boris = (newcomer(browser, server, name, "kontsina", {"players": 2}) for name in ("Anna", "Boris"))
    at_open_tables(anna).get_by_role("button", name="Make a link").click()
    link = anna.get_by_role("textbox", name="Link for one friend")
    expect(link).not_to_have_value("")
    boris.goto(link.input_value())
    boris.get_by_role("button", name="Become friends").click()
    expect(boris.get_by_text("Anna")).to_be_visible()
    at_open_tables(boris)
    expect(anna.locator(".friend[data-presence=online]")).to_contain_text("Boris")
    opened(boris, "Kontsina")
    anna.locator(".friend").get_by_role("button", name="To the table: Boris").click()
    anna.wait_for_selector(".waiting")
    closed([anna, boris])


@pytest.mark.parametrize(("theme", "locale"), [("light", "en-GB"), ("dark", "en-GB"), ("light", "ar")])
@pytest.mark.parametrize("path", ["/", "/tables"])
def test_pages_of_the_lobby_have_no_hindrance(
    browser: Browser, server: Server, path: str, theme: str, locale: str
) -> None:
    host = newcomer(browser, server, "Anna", "kontsina", RULES)
    opened(at_open_tables(host), "Kontsina")
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": 390, "height": 844},
        locale=locale,
        color_scheme=theme,  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.goto(path)
    if path == "/tables":
        page.wait_for_selector(".entry .unlike span")
    else:
        expect(page.locator(".dado .brass")).to_be_visible()
    assert violations(page) == []
    closed([host, page])


def test_open_tables_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Find people").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-lobby=told]")
    page.get_by_role("radio", name="Kontsina").focus()
    page.keyboard.press("ArrowRight")  # Konchinka
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")  # three players
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".waits")).to_contain_text("Konchinka for 3")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Stop looking").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Find people")).to_be_visible()
