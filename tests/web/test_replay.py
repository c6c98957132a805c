"""A match is looked at again: from the table, by a link, from a file; and a bot's play is reported."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from server.client import Human, Server, chooser, everybody_agrees, run, table_of
from web.player import ended, fish, moved_on, plays, sit_down, violations
from web.test_tables import watched

GOLDEN = Path(__file__).parents[1] / "golden"
SLOW = 90_000  # the worker that reads records starts with the first of them
TWO_DEALS = {"deals": 2, "match_tie": "draw", "stop_when_decided": False, "first_dealer": "seat:0"}


@pytest.fixture(scope="module")
def eleni(server: Server) -> Human:
    """Somebody who has played a match of two deals of Kontsina against a bot."""

    async def body() -> Human:
        human = Human(server, "Eleni").come_in()
        await table_of([human], "kontsina", bots=["greedy"], options=TWO_DEALS)
        await everybody_agrees([human])
        await human.play_on(chooser(3))
        return human

    with ThreadPoolExecutor(1) as aside:  # Playwright has a loop of its own in this thread
        human = aside.submit(lambda: run(body())).result()
    human.http("GET", f"/api/tables/{human.table}/matches/1/replay")  # the worker starts
    return human


def page_of(browser: Browser, server: Server, human: Human | None, **wanted: Any) -> Page:
    """A browser of somebody who is known to the server; cards do not move."""
    context = browser.new_context(
        **{"base_url": server.url, "viewport": {"width": 390, "height": 844}, "locale": "en-GB", **wanted}
    )
    context.add_init_script('localStorage.setItem("kafenio.prefs", JSON.stringify({speed: 0}))')
    if human is not None:
        name, _, value = human.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": server.url}])
        context.add_init_script('localStorage.setItem("kafenio.known", JSON.stringify({here: true}))')
    return context.new_page()


@pytest.fixture
def replay(browser: Browser, server: Server, eleni: Human) -> Iterator[Page]:
    page = page_of(browser, server, eleni)
    page.goto(f"/replay/{eleni.table}/1")
    stands(page, 0)
    yield page
    page.context.close()


def stands(page: Page, at: int) -> None:
    """Wait until this step is shown and nothing moves."""
    expect(page.locator(f"[data-at='{at}'][data-still]")).to_have_count(1, timeout=SLOW)


def hand_of(page: Page, seat: int) -> list[str | None]:
    """What the row of a seat's cards shows: names; None for a back."""
    found: list[str | None] = page.locator(f".hands [data-hand='{seat}'] .card").evaluate_all(
        "cards => cards.map(c => c.dataset.card ?? null)"
    )
    return found


def steps(page: Page) -> int:
    return int(page.get_by_role("slider", name="Place in the deal").get_attribute("max") or 0)


def test_a_match_is_played_saved_verified_opened_from_disk_and_replayed(page: Page, tmp_path: Path) -> None:
    errors = watched(page)
    sit_down(page, "konchinka", {"players": 2, "options": {"target_score": 1, "early_finish": "off"}})
    while not ended(page):
        before = plays(page)
        fish(page)
        moved_on(page, before)
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save the record").click()
    path = tmp_path / "match.kaf"
    saving.value.save_as(path)
    command = [sys.executable, "-c", "from kafenio.cli import main; main()", "verify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "holds (1 match, 1 deal" in done.stdout, done.stdout + done.stderr

    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(path)
    stands(page, 0)
    last = steps(page)
    assert last == path.read_text().count("\n  \x22")  # every play is a step
    page.keyboard.press("End")
    stands(page, last)
    expect(page.locator(".scores")).to_be_visible()
    page.keyboard.press("Home")
    stands(page, 0)
    assert page.locator("[data-hand] .card").count() == 8 and len(hand_of(page, 1)) == 4
    for at in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        stands(page, at)
    page.keyboard.press("ArrowLeft")
    stands(page, 2)
    page.get_by_role("slider", name="Place in the deal").fill(str(last - 1))
    stands(page, last - 1)
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile(f"Play {last - 1} of {last}: .+"))
    assert errors == []


def test_from_the_score_sheet_one_looks_again_and_comes_back(browser: Browser, server: Server, eleni: Human) -> None:
    page = page_of(browser, server, eleni)
    page.goto(f"/t/{eleni.table}")
    page.get_by_role("button", name="Look again").click()
    stands(page, 0)
    assert page.url.startswith(f"{server.url}/replay/{eleni.table}/1")
    page.get_by_role("button", name="Back to the first page").click()
    expect(page.get_by_role("button", name="Another match")).to_be_visible()
    page.context.close()


def test_a_seat_sees_backs_of_the_others_until_all_cards_are_opened(replay: Page) -> None:
    assert hand_of(replay, 1) == [None] * 4
    mine = replay.locator(".lap [data-hand] .card")
    assert mine.count() == 4 and None not in mine.evaluate_all("cards => cards.map(c => c.dataset.card ?? null)")
    replay.get_by_role("button", name="All cards open").click()
    expect(replay.locator(".hands [data-card]")).to_have_count(4)
    stands(replay, 0)
    assert None not in hand_of(replay, 1)
    seen = hand_of(replay, 1)
    replay.get_by_role("button", name="Menu").click()
    replay.get_by_role("checkbox", name="All cards open").uncheck()
    replay.get_by_role("combobox", name="Seen from the seat of").select_option(label="Bot")
    replay.keyboard.press("Escape")
    expect(replay.locator(".lap [data-card]").first).to_have_attribute("data-card", seen[0] or "")
    assert hand_of(replay, 0) == [None] * 4


def test_keys_lead_through_rounds_and_deals_and_play_by_itself(replay: Page) -> None:
    last = steps(replay)
    replay.keyboard.press("PageDown")
    expect(replay.locator("[data-at]:not([data-at='0'])[data-still]")).to_have_count(1)
    first_round = int(replay.locator("[data-at]").get_attribute("data-at") or 0)
    assert 1 < first_round < last
    replay.keyboard.press("PageUp")
    stands(replay, 0)
    replay.keyboard.press("Shift+ArrowRight")
    expect(replay.locator(".bar small")).to_contain_text("Deal 2 of 2")
    replay.keyboard.press("Shift+ArrowLeft")
    expect(replay.locator(".bar small")).to_contain_text("Deal 1 of 2")
    stands(replay, 0)
    replay.get_by_role("combobox", name="Speed").select_option("4")
    replay.locator("main").click(position={"x": 5, "y": 5})
    replay.keyboard.press(" ")
    stands(replay, 2)
    replay.keyboard.press(" ")
    expect(replay.get_by_role("button", name="Play by itself")).to_be_visible()


def test_cards_move_as_they_did(browser: Browser, server: Server, eleni: Human) -> None:
    page = page_of(browser, server, eleni)
    page.add_init_script('localStorage.setItem("kafenio.prefs", JSON.stringify({speed: 0.5}))')
    page.goto(f"/replay/{eleni.table}/1")
    stands(page, 0)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".flights .ghost", state="attached")
    stands(page, 1)
    assert page.locator(".flights .ghost").count() == 0
    page.context.close()


def test_the_plays_stand_beside_in_words_and_lead_to_their_place(
    browser: Browser, server: Server, eleni: Human
) -> None:
    page = page_of(browser, server, eleni, viewport={"width": 1280, "height": 800})
    page.goto(f"/replay/{eleni.table}/1?deal=1&ply=6")
    stands(page, 6)
    expect(page.locator(".plays [aria-current=step] .n")).to_have_text("6")
    line = page.locator(".plays .play").nth(9)
    words = line.locator(".words").text_content() or ""
    assert words.startswith(("You ", "Bot "))
    line.click()
    stands(page, 9)
    expect(page.locator(".this h2")).to_have_text(words)
    expect(page).to_have_url(re.compile(r"ply=9&seat=0$"))
    page.context.close()


def test_what_is_to_come_is_hidden_from_who_was_not_there(browser: Browser, server: Server, eleni: Human) -> None:
    code = eleni.http("GET", f"/api/tables/{eleni.table}/invitation")["link"].partition("#")[2]
    friend, stranger = Human(server, "Friend").come_in(), Human(server, "Stranger").come_in()
    friend.join({"id": eleni.table, "code": code})
    link = f"/replay/{eleni.table}/1?deal=1&ply=5&seat=1"
    page = page_of(browser, server, friend, viewport={"width": 1280, "height": 800})
    page.goto(link)
    stands(page, 5)
    expect(page.locator(".plays .veil")).to_have_count(steps(page) - 5)
    page.context.close()
    page = page_of(browser, server, stranger)
    page.goto(link)
    expect(page.get_by_role("alert")).to_have_text("That is not there.", timeout=SLOW)
    page.context.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((r'"(\d) (lay|\S+ x) [^"]*"', r'"\1 lay 9z"'), "deal 1, ply 0: "),
        ((r"points = \[", "points = [9, "), "deal 1: points"),
        ((r"format = ", "form = "), "format"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line_and_another_may_be_chosen(
    page: Page, tmp_path: Path, change: tuple[str, str], words: str
) -> None:
    text = (GOLDEN / "kontsina-seed-2-1.kaf").read_text()
    path = tmp_path / "damaged.kaf"
    path.write_text(re.sub(*change, text, count=1))
    assert path.read_text() != text
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(path)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(words, timeout=SLOW)
    assert "\n" not in alert.inner_text()
    page.locator("input[type=file]").set_input_files(GOLDEN / "kontsina-seed-2-1.kaf")
    stands(page, 0)


def test_a_file_is_dropped_and_a_file_of_several_is_gone_through(page: Page) -> None:
    from kafenio.records import read
    from kafenio.records.format import to_json

    lines = [to_json(read(GOLDEN / f"{name}.kaf")).decode() for name in ("ronda-seed-2-1", "kozel-seed-2-1")]
    page.goto("/replay")
    given = page.evaluate_handle(
        "text => { const t = new DataTransfer(); t.items.add(new File([text], 'two.kaf.jsonl')); return t; }",
        "\n".join(lines) + "\n",
    )
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": given})
    stands(page, 0)
    expect(page.get_by_role("heading", name="Ronda")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("combobox", name="Match in this file").select_option("1")
    expect(page.get_by_role("heading", name="Kozel")).to_be_visible()
    page.keyboard.press("Escape")
    stands(page, 0)


def test_a_strong_bot_says_what_it_would_have_played(replay: Page) -> None:
    replay.keyboard.press("ArrowRight")
    stands(replay, 1)
    replay.keyboard.press("l")
    replay.get_by_role("button", name="What would a strong bot play?").click()
    expect(replay.locator(".advice")).to_contain_text("A strong bot would play:", timeout=SLOW)
    assert replay.locator(".alt.best").count() == 1
    assert violations(replay) == []


def test_a_bots_play_is_reported_from_a_replay(replay: Page, server: Server, eleni: Human) -> None:
    replay.keyboard.press("l")
    replay.locator(".plays .play", has_text=re.compile("^.{0,4}Bot (lays|takes)")).first.click()
    expect(replay.locator("dialog")).to_have_count(0)
    replay.keyboard.press("l")
    replay.get_by_role("button", name="Report this bot’s play").click()
    replay.get_by_role("textbox").fill("The ten was better.")
    replay.get_by_role("button", name="Send the report").click()
    expect(replay.locator(".says")).to_have_text(re.compile("The report is kept"))
    (kept,) = eleni.http("GET", "/api/me/export")["reports"]
    assert '"why": "The ten was better."' in kept["text"] and '"seat": 1' in kept["text"]


def test_a_bots_play_is_reported_at_the_table(page: Page) -> None:
    sit_down(page, "ronda", {"players": 4})
    page.wait_for_selector("[data-turn=mine]")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Report this bot’s play").click()
    page.get_by_role("combobox", name="Which bot").select_option(label="Bot 2")
    page.get_by_role("textbox").fill("Why?")
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator(".says")).to_have_text(re.compile("The report is kept"))
    text = page.evaluate("fetch('/api/me/export').then(r => r.json()).then(found => found.reports[0].text)")
    assert '"seat": 2' in text and '"play"' not in text


@pytest.mark.parametrize(("theme", "locale"), [("light", "en-GB"), ("dark", "en-GB"), ("light", "ar"), ("dark", "ar")])
def test_a_replay_has_no_hindrance(browser: Browser, server: Server, eleni: Human, theme: Any, locale: str) -> None:
    page = page_of(browser, server, eleni, locale=locale, color_scheme=theme)
    errors = watched(page)
    page.goto("/replay")
    expect(page.locator("[data-drop]")).to_be_visible()
    assert violations(page) == []
    for place in ("deal=1&ply=9", "deal=1&ply=9&open", "deal=2&ply=99"):
        page.goto(f"/replay/{eleni.table}/1?{place}")
        page.wait_for_selector("[data-still]", timeout=SLOW)
        assert violations(page) == [], place
    page.goto(f"/replay/{eleni.table}/1?deal=1&ply=9")
    page.wait_for_selector("[data-still]")
    for key in ("l", "t"):
        page.keyboard.press(key)
        expect(page.locator("dialog")).to_be_visible()
        assert violations(page) == [], key
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    page.locator(".bar button").last.click()
    expect(page.locator("dialog")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/replay/{eleni.table}/1?deal=1&ply=9")
    page.wait_for_selector("[data-still]")
    assert violations(page) == []
    assert errors == []
    page.context.close()
