"""You: an account by password or passkey, what it keeps, and its end."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from server.client import Server
from web.player import ended, fish, moved_on, plays, sit_down, violations

RULES = {"players": 2, "options": {"deals": 1}}


def as_somebody(
    browser: Browser, server: Server, name: str, locale: str = "en-GB", theme: str = "light"
) -> BrowserContext:
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": 390, "height": 844},
        locale=locale,
        color_scheme=theme,  # type: ignore[arg-type]
    )
    kept = json.dumps(json.dumps({"name": name, "speed": 0}))
    context.add_init_script(
        f"if (!localStorage.getItem('kafenio.prefs')) localStorage.setItem('kafenio.prefs', {kept})"
    )
    return context


def play_a_match(page: Page) -> None:
    sit_down(page, "kontsina", RULES)
    while not ended(page):
        before = plays(page)
        fish(page)
        moved_on(page, before)


def registered(page: Page, login: str) -> None:
    page.goto("/you")
    page.get_by_label("Login").fill(login)
    page.get_by_label("Password").fill("ten letters and more")
    page.get_by_role("button", name="Make the account").click()
    expect(page.locator("[data-account=true]")).to_contain_text(login)


def entered(page: Page, login: str, password: str = "ten letters and more") -> None:
    page.goto("/you")
    page.get_by_role("radio", name="Log in").check()
    page.get_by_label("Login").fill(login)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


def test_a_guests_match_is_in_his_account_and_on_another_device(browser: Browser, server: Server) -> None:
    first = as_somebody(browser, server, "Anna")
    page = first.new_page()
    play_a_match(page)
    registered(page, "anna-1")
    page.reload()
    expect(page.locator("[data-account=true]")).to_contain_text("anna-1")
    match = page.locator(".matches a")
    expect(match).to_have_count(1)
    expect(match).to_contain_text("Kontsina")
    expect(match).to_have_attribute("href", re.compile(r"^/replay/[0-9a-f]+/1$"))
    assert violations(page) == []
    second = as_somebody(browser, server, "")
    other = second.new_page()
    entered(other, "anna-1", "not the right one")
    expect(other.get_by_role("status")).to_contain_text("not right")
    entered(other, "anna-1")
    expect(other.locator("[data-account=true]")).to_contain_text("anna-1")
    expect(other.locator(".matches a")).to_have_count(1)
    other.get_by_role("button", name="Log out", exact=True).click()
    other.wait_for_url("**/")
    other.goto("/you")
    expect(other.get_by_role("button", name="Make the account")).to_be_visible()
    first.close()
    second.close()


def test_an_account_by_passkey(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url.replace("127.0.0.1", "localhost"), locale="en-GB")
    page = context.new_page()
    devices = context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    devices.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**options, "isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    page.goto("/you")
    page.get_by_role("button", name="With a passkey").click()
    expect(page.locator("[data-account=true]")).to_contain_text("Logged in by passkey")
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url("**/")
    page.goto("/you")
    page.get_by_role("radio", name="Log in").check()
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.locator("[data-account=true]")).to_contain_text("Logged in by passkey")
    context.close()


def test_a_link_brings_a_guest_back_on_another_device(browser: Browser, server: Server) -> None:
    first, second = as_somebody(browser, server, "Boris"), as_somebody(browser, server, "")
    page, other = first.new_page(), second.new_page()
    page.goto("/you")
    page.get_by_role("button", name="Make a link").first.click()
    link = page.get_by_role("textbox", name="A link to come back")
    expect(link).not_to_have_value("")
    other.goto(link.input_value())
    assert violations(other) == []
    other.get_by_role("button", name="That is me").click()
    expect(other.get_by_role("status")).to_contain_text("Boris")
    first.close()
    second.close()


def test_a_token_is_shown_once_and_revoked(browser: Browser, server: Server) -> None:
    context = as_somebody(browser, server, "Clio")
    page = context.new_page()
    registered(page, "clio-1")
    page.get_by_text("Programs").click()
    page.get_by_label("What the program is called").fill("my bot")
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_label("Your token, shown this once")).not_to_have_value("")
    page.get_by_role("button", name="Remove: my bot").click()
    expect(page.get_by_role("button", name="Remove: my bot")).to_have_count(0)
    context.close()


def test_who_writes_his_name_is_deleted(browser: Browser, server: Server) -> None:
    context = as_somebody(browser, server, "Driss")
    page = context.new_page()
    registered(page, "driss-1")
    page.get_by_text("Your data").click()
    form = page.locator("form", has=page.get_by_role("button", name="Delete me"))
    form.get_by_role("textbox").fill("Somebody")
    form.get_by_role("button").click()
    expect(page.get_by_role("alert")).to_contain_text("not your name")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save all that is kept about me").click()
    assert "driss-1" in saved.value.path().read_text()
    form.get_by_role("textbox").fill("Driss")
    form.get_by_role("button").click()
    page.wait_for_url("**/")
    entered(page, "driss-1")
    expect(page.get_by_role("status")).to_contain_text("not right")
    context.close()


@pytest.mark.parametrize(("theme", "locale"), [("light", "en-GB"), ("dark", "en-GB"), ("light", "ar")])
def test_you_has_no_hindrance(browser: Browser, server: Server, theme: str, locale: str) -> None:
    context = as_somebody(browser, server, "Anna", locale, theme)
    page = context.new_page()
    page.goto("/you")
    expect(page.locator("#account")).to_be_visible()
    for details in page.locator("summary").all():
        details.click()
    assert violations(page) == []
    context.close()
