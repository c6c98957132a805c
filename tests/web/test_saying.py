"""What people say to each other at the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from kafenio.server.phrases import PHRASES
from server.client import Server
from web.player import sit_down, violations
from web.test_together import closed, gathered

RULES = {"players": 2}


def say(page: Page, words: str) -> None:
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("button", name=words).click()
    expect(page.locator("dialog")).to_have_count(0)


def test_every_phrase_is_offered_in_words(page: Page) -> None:
    sit_down(page, "kontsina", RULES)
    page.get_by_role("button", name="Say something").click()
    offered = page.locator("[data-phrase]")
    expect(offered.first).to_be_visible()
    texts = {b.get_attribute("data-phrase"): b.text_content() for b in offered.all()}
    assert texts == PHRASES
    assert page.get_by_role("textbox").count() == 0  # the host allows the ready phrases alone


def test_who_is_spoken_to_sees_and_hears_it_at_the_seat_and_may_mute_and_report(
    browser: Browser, server: Server
) -> None:
    anna, boris = gathered(browser, server, "kontsina", ["Anna", "Boris"], RULES)
    say(anna, "Well played!")
    expect(boris.locator("[data-seat='0'] [data-bubble]")).to_have_text("Well played!")
    expect(boris.get_by_role("log", name="What was said")).to_contain_text("Anna: Well played!")
    expect(anna.locator(".bar [data-bubble]")).to_have_text("Well played!")  # it has been said
    boris.get_by_role("button", name="Say something; new: 1").click()
    mute = boris.get_by_role("button", name="Mute: Anna")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    assert violations(boris) == []
    say(anna, "Bravo!")
    expect(anna.locator(".bar [data-bubble]")).to_have_text("Bravo!")
    boris.get_by_role("button", name="Report: Anna").click()
    boris.get_by_role("textbox", name="What happened?").fill("She laughs at me.")
    boris.get_by_role("button", name="Report", exact=True).click()
    expect(
        boris.get_by_role("status").filter(has_text="Noted")
    ).to_be_visible()  # all that Anna said before has come by now
    expect(boris.get_by_role("log", name="What was said")).not_to_contain_text("Bravo!")
    closed([anna, boris])


def test_words_of_ones_own_are_shown_as_they_were_written_where_the_host_allows_it(
    browser: Browser, server: Server
) -> None:
    anna, boris = gathered(browser, server, "kontsina", ["Anna", "Boris"], {**RULES, "free_chat": True})
    anna.get_by_role("button", name="Say something").click()
    anna.get_by_role("textbox", name="Write something").fill("<b>Hello</b> & 7♥")
    anna.get_by_role("button", name="Send").click()
    expect(boris.locator("[data-seat='0'] [data-bubble]")).to_have_text("<b>Hello</b> & 7♥")
    closed([anna, boris])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_speaking_has_no_hindrance_in_arabic(page: Page, theme: str) -> None:
    sit_down(page, "ronda", {"players": 4})
    page.evaluate(f"localStorage.setItem('kafenio.prefs', JSON.stringify({{language: 'ar', theme: '{theme}'}}))")
    page.add_init_script(f"localStorage.setItem('kafenio.prefs', JSON.stringify({{language: 'ar', theme: '{theme}'}}))")
    page.reload()
    page.locator(".bar button[aria-haspopup=dialog]").first.click()
    page.locator("[data-phrase=bravo]").click()
    expect(page.locator("[data-bubble]")).to_be_visible()
    assert violations(page) == []
    page.locator(".bar button[aria-haspopup=dialog]").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
