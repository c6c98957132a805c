"""The rules in the browser: what they say under which options, cards in them, and whether everyone can use them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from server.client import Server
from web.player import fish, moved_on, plays, sit_down, violations
from web.test_tables import watched


def opened(page: Page, path: str) -> None:
    """A page of rules with every card drawn."""
    page.goto(path)
    page.wait_for_selector("[data-ready]")
    drawn(page)


def drawn(page: Page) -> None:
    page.wait_for_function(
        "[...document.querySelectorAll('.pip')].every(e => e.tagName === 'IMG' && e.complete && e.naturalWidth)"
    )


def rule(page: Page, number: str) -> Locator:
    return page.locator(f"[data-rule={number}]")


def cards(inside: Locator) -> list[str]:
    found: list[str] = inside.locator("img[data-card]").evaluate_all("cards => cards.map(c => c.dataset.card)")
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["kozel", "ronda"])
def test_the_rules_have_no_hindrance(page: Page, theme: str, game: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    errors = watched(page)
    opened(page, f"/rules/{game}?players=4#R4")
    page.locator("summary").click()
    assert violations(page) == [] and errors == []


def test_arabic_rules_run_from_right_to_left_and_their_plays_do_not(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, locale="ar", viewport={"width": 390, "height": 844})
    page = context.new_page()
    opened(page, "/rules/kozel")
    expect(page.locator(".book")).to_have_attribute("data-language", "ar")
    led = rule(page, "R24").nth(1).locator("p .drawn").first  # the cards that are led: Kh 8h
    places = led.locator("img").evaluate_all("cards => cards.map(c => c.getBoundingClientRect().left)")
    assert cards(led) == ["Kh", "8h"] and places == sorted(places)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations(page) == []
    context.close()


def test_other_options_are_other_rules(page: Page) -> None:
    opened(page, "/rules/ronda")
    expect(page.locator(".changes")).to_have_text("Everything is as usual.")
    expect(page.locator(".book")).to_contain_text("race to 41 points")
    opened(page, "/rules/ronda?players=3&target_score=31&capture_obligation=if_able")
    expect(page.locator(".changes")).to_contain_text("2 rules are not as usual")
    expect(page.locator(".changes li")).to_have_count(2)
    expect(page.locator(".book")).to_contain_text("race to 31 points")
    page.get_by_role("link", name="4 players").click()  # and nothing else changes
    expect(rule(page, "R1")).to_contain_text("Four players play in two teams")
    expect(page.locator(".book")).to_contain_text("race to 31 points")
    assert "players=4" in page.url and "target_score=31" in page.url
    page.go_back()
    expect(rule(page, "R1")).to_contain_text("Three players play")


def test_an_example_shows_what_the_rules_allow_under_the_options(page: Page) -> None:
    opened(page, "/rules/kontsina")
    example = rule(page, "R17").locator("[data-example]")
    assert cards(example.locator(".ground")) == ["Kd", "9s"] and cards(example.locator(".held")) == ["Kh", "3c"]
    expect(example.locator("dt")).to_have_text(["What takes what", "What can be laid"])
    opened(page, "/rules/kontsina?capture_obligation=if_able")
    expect(example.locator("dt")).to_have_text(["What takes what", "What cannot be played"])
    assert [cards(line) for line in example.locator("dl > div").all()] == [["Kh", "Kd"], ["3c"]]


def test_a_story_is_told_play_by_play(page: Page) -> None:
    opened(page, "/rules/ronda")
    story = rule(page, "R42").locator(".story li")
    assert [cards(step.locator(".drawn")) for step in story.all()] == [["7c"], ["7e", "7c"], ["7b"], ["7d"]]
    expect(story.last).to_contain_text("B scores 10 points")


def test_what_is_no_option_is_refused_in_a_line(page: Page) -> None:
    page.goto("/rules/kozel?shoka=true")
    expect(page.get_by_role("alert")).to_contain_text("no option 'shoka'")
    page.get_by_role("link", name="The usual rules").click()
    expect(page.locator(".changes")).to_have_text("Everything is as usual.")


def test_a_reference_and_the_address_lead_to_a_rule_by_keyboard(page: Page) -> None:
    opened(page, "/rules/kozel#R24")
    expect(page.locator("#R24")).to_be_in_viewport()
    expect(page.locator(".para.shown").first).to_have_attribute("id", "R24")
    reference = rule(page, "R43").get_by_role("link", name="R3", exact=True)
    reference.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#R3")).to_be_in_viewport()
    expect(page.locator(".para.shown").first).to_have_attribute("id", "R3")
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Replying").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Replying")).to_be_in_viewport()


def test_the_language_changes_in_place(page: Page) -> None:
    opened(page, "/rules/konchinka?target_score=21#R22")
    page.get_by_role("combobox", name="Language").select_option("fr")
    expect(page.locator(".book")).to_have_attribute("data-language", "fr")
    page.wait_for_selector("[data-ready]")
    expect(page.locator("#R22")).to_be_in_viewport()
    expect(page.locator("select.language")).to_be_focused()
    assert page.url.endswith("/rules/konchinka?target_score=21#R22")


def test_rules_are_found_on_the_first_screen(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Rules: Kozel", exact=True).click()
    expect(page.get_by_role("heading", name="Kozel", level=1)).to_be_visible()
    page.get_by_role("button", name="Back to the first page").click()
    expect(page.get_by_role("link", name="Rules: Kozel", exact=True)).to_be_visible()


def test_a_table_shows_its_own_rules_and_goes_on(page: Page) -> None:
    errors = watched(page)
    sit_down(page, "konchinka", {"players": 2, "options": {"target_score": 21, "capture_obligation": "optional"}})
    page.wait_for_selector("[data-turn=mine]")
    address = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Rules of this table").click()
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules.locator(".changes")).to_contain_text("2 rules are not as usual")
    rules.locator(".changes a").first.click()
    expect(rules.locator(".para.shown").first).to_be_focused()
    assert page.url == address and violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("[data-hand] button").first).to_be_visible()
    page.locator("[data-hand] button").first.click()
    expect(page.locator("[data-hand] [aria-pressed=true]")).to_have_count(1)
    assert errors == []


def refused_card(page: Page) -> bool:
    """Press my cards, each once; whether one of them may not be played."""
    for card in page.locator("[data-hand] button").all():
        card.click()
        if card.get_attribute("aria-pressed") != "true":
            return True
    return False


def test_why_a_card_may_not_be_played_is_said_with_its_rule_and_the_rule_opens(page: Page) -> None:
    sit_down(page, "konchinka", {"players": 2})
    page.wait_for_selector("[data-turn=mine]")
    while not refused_card(page):
        page.keyboard.press("Escape")  # nothing is chosen any more
        before = plays(page)
        fish(page)
        moved_on(page, before)
        page.wait_for_selector("[data-turn=mine]")
    link = page.locator(".says .rule-link")
    expect(link).to_have_text("R24")
    link.click()
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules.locator("#R24")).to_be_focused()
    expect(rules.locator("#R24")).to_be_in_viewport()
