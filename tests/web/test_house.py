"""House rules chosen in the browser: changed, refused, kept, shared by a link, played."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kafenio.game import games
from server.client import Server
from support import LONG
from web.player import ended, fish, moved_on, plays, violations

QUICK = "localStorage.setItem('kafenio.prefs', JSON.stringify({speed: 0, bot: 'greedy', ...JSON.parse(localStorage.getItem('kafenio.prefs') ?? '{}')}))"


def at(page: Page, path: str) -> None:
    """The page of a game's rules, once they are there."""
    page.add_init_script(QUICK)
    page.goto(path)
    expect(page.locator("[data-ready]")).to_be_visible()


def option(page: Page, name: str) -> Locator:
    return page.locator(f"[data-option={name}]")


def differences(page: Page) -> list[str]:
    found: list[str] = page.locator(".differs li p").evaluate_all("ps => ps.map(p => p.firstChild.textContent)")
    return found


def test_a_rule_that_is_changed_is_played_and_told_at_the_table(page: Page) -> None:
    page.add_init_script(QUICK)
    page.goto("/")
    page.get_by_role("link", name="House rules: Kontsina").click()
    option(page, "deals").get_by_role("spinbutton").fill("1")
    option(page, "deals").get_by_role("spinbutton").press("Enter")
    expect(page.get_by_role("status")).to_have_text("1 rule differs from the usual")
    option(page, "points_cards").get_by_role("button", name="More").click()
    expect(page.get_by_role("status")).to_have_text("2 rules differ from the usual")
    assert sorted(differences(page)) == ["The match has 1 deal.", "The most cards score 3 points."]
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("[data-hand] button").first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".agreed")).to_contain_text("House rules: 2 changes")
    expect(page.locator(".agreed")).to_contain_text("The most cards score 3 points.")
    page.keyboard.press("Escape")
    while not ended(page):
        before = plays(page)
        fish(page)
        moved_on(page, before)
    expect(page.get_by_role("button", name="Another match")).to_be_visible()  # after one deal


def test_a_table_with_friends_says_what_differs_and_leads_back_to_the_rules(page: Page) -> None:
    at(page, "/house/ronda")
    page.get_by_role("button", name="Quick").click()
    expect(page.get_by_role("button", name="Quick")).to_have_attribute("aria-pressed", "true")
    option(page, "clock").get_by_role("radio", name="So much time for each play.").check()
    option(page, "clock").get_by_role("spinbutton").fill("45")
    option(page, "clock").get_by_role("spinbutton").press("Enter")
    page.get_by_role("button", name="With friends").click()
    expect(page.locator(".agreed")).to_contain_text("21 points win the match.")
    page.get_by_role("link", name="Choose other rules").click()
    expect(page.get_by_role("button", name="Quick")).to_have_attribute("aria-pressed", "true")
    assert page.url.endswith("/house/ronda?players=4&target_score=21")
    kept = page.evaluate("JSON.parse(localStorage.getItem('kafenio.rules.ronda'))")
    assert (
        kept["clock"]["kind"] == "play" and kept["clock"]["seconds"] == 45 and kept["options"] == {"target_score": 21}
    )


def test_what_does_not_go_together_is_refused_beside_it(page: Page) -> None:
    at(page, "/house/kontsina")
    pairs = option(page, "partnerships")
    pairs.get_by_role("radio", name="Two play against two").click()
    expect(pairs.get_by_role("alert")).to_have_text("Two against two needs four players.")
    expect(pairs.get_by_role("radio", name="Everybody plays alone.")).to_be_checked()
    option(page, "players").get_by_role("radio", name="4 players.").click()
    expect(pairs.locator(".why")).to_be_empty()
    pairs.get_by_role("radio", name="Two play against two").click()
    expect(page.get_by_role("button", name="Two against two").first).to_have_attribute("aria-pressed", "true")
    deals = option(page, "deals").get_by_role("spinbutton")
    deals.fill("1000")
    deals.press("Enter")
    expect(option(page, "deals").get_by_role("alert")).to_have_text("A whole number from 1 to 100, please.")
    expect(deals).to_have_value("8")


def test_there_is_a_way_back_from_every_change(page: Page) -> None:
    at(page, "/house/konchinka")
    page.get_by_role("button", name="As in an app").click()
    expect(page.get_by_role("status")).to_have_text("9 rules differ from the usual")
    option(page, "sweep_bonus").get_by_role("button", name="More").click()
    expect(page.get_by_role("button", name="As in an app + 1")).to_be_visible()
    back = page.get_by_role("button", name="Back to “As in an app”")
    back.click()
    expect(back).to_have_count(0)
    expect(page.get_by_role("button", name="As in an app", exact=False)).not_to_contain_text("+ 1")
    page.locator(".differs").get_by_role("button", name="Back: Must you capture?").click()
    expect(page.get_by_role("button", name="As in an app + 1")).to_be_visible()
    page.get_by_role("button", name="All as usual").click()
    expect(page.get_by_role("status")).to_have_text("The usual rules.")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_have_text("9 rules differ from the usual")


def test_rules_are_kept_and_shared_by_a_link(page: Page, browser: Browser, server: Server) -> None:
    at(page, "/house/kozel")
    option(page, "shokha").get_by_role("radio", name="The six of spades is an ordinary card.").click()
    option(page, "lead_sizes").get_by_role("combobox").select_option("1,3")
    expect(page.get_by_role("status")).to_have_text("2 rules differ from the usual")
    page.reload()
    expect(page.get_by_role("status")).to_have_text("2 rules differ from the usual")
    page.get_by_role("button", name="Link").click()
    link = page.get_by_role("textbox", name="A link to these rules").input_value()
    assert link == f"{server.url}/house/kozel?players=4&shokha=false&lead_sizes=1,3"
    other = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, locale="ru").new_page()
    at(other, "/house/kozel")
    option(other, "players").get_by_role("radio").nth(1).click()  # its own: three
    expect(other.locator(".title small")).to_contain_text("3 игрока")  # said by the server, and kept
    other.goto(link)
    expect(other.get_by_role("status")).to_have_text("2 правила не как обычно")
    expect(option(other, "players").get_by_role("radio").nth(2)).to_be_checked()
    other.get_by_role("button", name="Мои правила").click()
    expect(other.get_by_role("status")).to_have_text("Обычные правила.")
    expect(option(other, "players").get_by_role("radio").nth(1)).to_be_checked()
    other.context.close()


@pytest.mark.parametrize(
    ("search", "why"),
    [
        ("players=2&partnerships=true", "Two against two needs four players."),
        ("shoka=false", "no option 'shoka'"),
        ("deals=1000", "option deals: 1000 is not a whole number from 1 to 100"),
        ("players=9", "option players: '9' is not one of 2, 3, 4"),
        ("deals=<b>", "option deals: '<b>' is not a whole number"),
    ],
)
def test_a_wrong_link_is_refused_in_a_line_and_nothing_is_lost(page: Page, search: str, why: str) -> None:
    at(page, "/house/kontsina")
    option(page, "sweep_bonus").get_by_role("button", name="More").click()
    expect(page.get_by_role("status")).to_have_text("1 rule differs from the usual")
    page.goto(f"/house/kontsina?{search}")
    expect(page.locator(".failed")).to_contain_text(why)
    expect(page.get_by_role("status")).to_have_text("1 rule differs from the usual")


def test_the_number_of_a_rule_leads_to_it_as_these_rules_have_it(page: Page) -> None:
    at(page, "/house/kontsina")
    option(page, "sweep_bonus").get_by_role("button", name="More").click()
    expect(page.get_by_role("status")).to_have_text("1 rule differs from the usual")
    option(page, "sweep_bonus").get_by_role("link", name="R23").click()
    expect(page.locator("#R23")).to_be_visible()
    assert page.url.endswith("/rules/kontsina?players=2&sweep_bonus=1#R23")


def test_a_game_that_is_not_there_is_told_in_a_line(page: Page) -> None:
    page.goto("/house/whist")
    expect(page.get_by_role("alert")).to_contain_text("no game 'whist'")


def test_sets_of_ones_own_have_names(page: Page) -> None:
    at(page, "/house/kontsina")
    option(page, "sweep_bonus").get_by_role("button", name="More").click()
    page.get_by_role("textbox", name="A name for these rules").fill("Grandmother’s")
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="All as usual").click()
    expect(page.get_by_role("status")).to_have_text("The usual rules.")
    page.reload()
    page.get_by_role("button", name="Grandmother’s", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("1 rule differs from the usual")
    page.get_by_role("button", name="Forget “Grandmother’s”").click()
    expect(page.get_by_role("button", name="Grandmother’s", exact=True)).to_have_count(0)


def test_the_bots_are_as_strong_as_was_chosen_last(page: Page) -> None:
    at(page, "/house/kontsina")
    page.get_by_role("combobox", name="How strong are the bots?").select_option("level1")
    page.goto("/")
    page.get_by_role("button", name="Play now: Konchinka").click()
    expect(page.locator("[data-hand] button").first).to_be_visible()
    seats = page.evaluate("fetch('/api/tables/' + location.pathname.slice(3)).then(a => a.json()).then(t => t.seats)")
    assert [seat.get("bot", "").partition("@")[0] for seat in seats] == ["", "level1"]


def test_everything_is_done_by_keyboard(page: Page) -> None:
    at(page, "/house/kontsina")

    def to(target: Locator) -> None:
        for _ in range(150):
            if target.evaluate("e => e === document.activeElement"):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {target}")

    to(page.get_by_role("button", name="You must capture"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("1 rule differs from the usual")
    to(option(page, "capture_scope").get_by_role("radio", checked=True))
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("status")).to_have_text("2 rules differ from the usual")
    to(option(page, "capture_scope").get_by_role("button", name=re.compile("^Back")))
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("1 rule differs from the usual")
    to(option(page, "deals").get_by_role("spinbutton"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("2 rules differ from the usual")
    to(page.get_by_role("button", name="Play now"))
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand] button").first).to_be_visible()


LOOKS = [("light", "en-GB"), ("dark", "en-GB"), ("dark", "ar"), ("light", "ar")]
EACH = list(product(games(), LOOKS)) if LONG else list(zip(games(), LOOKS, strict=True))


@pytest.mark.parametrize(("game", "theme", "language"), [(game, *look) for game, look in EACH])
def test_nothing_stands_in_the_way(browser: Browser, server: Server, game: str, theme: str, language: str) -> None:
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, locale=language)
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    at(page, f"/house/{game}")
    page.locator(".preset").nth(1).click()
    expect(page.locator(".differs li, .preset[aria-pressed=true]:nth-child(1)").first).to_be_visible()
    assert violations(page) == [] and errors == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
