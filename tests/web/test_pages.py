"""The pages as they are sent, and whether everyone can use them."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Browser, Page, expect

from kafenio.server.pages import STATIC
from server.client import Server
from web.player import sit_down, violations

THEMES = ("light", "dark")


@pytest.mark.parametrize("theme", THEMES)
def test_the_first_screen_has_no_hindrance(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto("/")
    expect(page.get_by_role("button", name="Play now: Kozel")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_table_has_no_hindrance(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    sit_down(page, "kontsina", {"players": 3})
    page.wait_for_selector("[data-turn=mine]")
    page.locator("[data-hand] button").first.click()
    assert violations(page) == []


def test_pages_are_sent_under_a_policy_without_inline_code(server: Server) -> None:
    with urllib.request.urlopen(f"{server.url}/t/0a") as answer:
        policy, text = answer.headers["Content-Security-Policy"], answer.read().decode()
    assert "unsafe" not in policy and "default-src 'self'" in policy
    assert "<style" not in text and " style=" not in text and "<script>" not in text


def test_files_with_a_hash_are_kept_for_ever_and_pages_are_not(server: Server) -> None:
    script = next((STATIC / "assets").glob("*.js"))
    with urllib.request.urlopen(f"{server.url}/assets/{script.name}") as answer:
        assert "immutable" in answer.headers["Cache-Control"]
    with urllib.request.urlopen(server.url) as answer:
        assert answer.headers["Cache-Control"] == "no-cache"


def test_a_file_that_is_not_there_is_no_page(server: Server) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{server.url}/assets/nothing.js")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{server.url}/api/nothing")


@pytest.mark.parametrize("language", ["ar", "el", "es", "fr", "ru"])
def test_the_page_speaks_the_language_of_the_browser(browser: Browser, server: Server, language: str) -> None:
    context = browser.new_context(base_url=server.url, locale=language, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
    expect(page.locator(".tile button").first).not_to_have_text("Play now")
    assert violations(page) == []
    context.close()


def test_another_language_is_chosen_without_losing_the_table(page: Page) -> None:
    sit_down(page, "ronda", {"players": 4})
    page.wait_for_selector("[data-turn=mine]")
    hand = page.locator("[data-hand] button").evaluate_all("cards => cards.map(c => c.dataset.card)")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("combobox", name="Language").select_option("ar")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.keyboard.press("Escape")
    assert page.locator("[data-hand] button").evaluate_all("cards => cards.map(c => c.dataset.card)") == hand
    assert violations(page) == []
