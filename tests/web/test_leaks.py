"""What reaches a browser, and what its page holds: never a card that its seat may not know yet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, WebSocket, expect

from kafenio.cards import FRENCH_36, FRENCH_52
from kafenio.records import replay
from kafenio.records.format import Record, from_toml
from server.client import Server
from web.player import ended, fish, follow, moved_on, plays
from web.test_open_tables import at_open_tables, opened
from web.test_together import closed, gathered, newcomer

WORD = re.compile(r"\w+")
NO_WORDS = re.compile(r'/assets/[\w.-]+|\bd="[^"]*"')  # names of files, shapes
HELD = "JSON.stringify({...localStorage, ...sessionStorage})"


@dataclass
class Watch:
    """Every card that is named in what a page receives or holds, beside the number of rows that it has been told of."""

    named: list[tuple[int, str, set[str]]] = field(default_factory=list)
    rows: int = 0

    def note(self, where: str, text: str) -> None:
        found = set(WORD.findall(text)) & set(FRENCH_52.names)
        self.named.append((self.rows, where, found))

    def frame(self, frame: str | bytes) -> None:
        told = re.search(r'"now":\{"v":(\d+)', str(frame))
        self.rows = max(self.rows, int(told[1]) if told else 0)
        self.note("a frame", str(frame))

    def socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self.frame)

    def answer(self, response: Response) -> None:
        if "/api/" in response.url and "json" in response.headers.get("content-type", ""):
            self.note(response.url, response.text())

    def look(self, page: Page) -> None:
        self.note("the page", NO_WORDS.sub("", page.content()))
        self.note("its memory", page.evaluate(HELD))


def known(record: Record, seat: int) -> list[set[str]]:
    """The cards that a seat has had before its eyes after so many rows: before the deal, after it, after each play.

    Its own hands, the table, what went back from it, and every card played, of a fishing game.
    """
    found = [set(), set(WORD.findall(" ".join(record.deals[0].repairs or ()))) & set(FRENCH_52.names)]
    for ply in range(len(record.deals[0].plays) + 1):
        deal = replay(record, 1, ply).deal
        if ply:
            said = set(WORD.findall(record.deals[0].plays[ply - 1])) & set(FRENCH_52.names)
            found.append(found[-1] | said)
        if deal is not None:
            table: int = deal.table  # type: ignore[attr-defined]
            found[-1] |= set(FRENCH_52.shown(deal.hands[seat] | table).split())
    return found


@pytest.mark.parametrize(
    ("game", "options"),
    [("kontsina", {"match_format": "deals", "deals": 1}), ("konchinka", {"target_score": 1, "early_finish": "off"})],
)
def test_no_page_holds_a_card_before_its_seat_may_know_it(
    browser: Browser, server: Server, game: str, options: dict[str, Any]
) -> None:
    watches = [Watch(), Watch()]

    def watched(*given: Any) -> Page:
        page = newcomer(*given)
        watch = unused.pop(0)
        page.on("websocket", watch.socket)
        page.on("response", watch.answer)
        return page

    unused = list(watches)
    pages = gathered(browser, server, game, ["Anna", "Boris"], {"players": 2, "options": options}, watched)
    while not all(page.locator(".scores").count() for page in pages):
        for page, watch in zip(pages, watches, strict=True):
            watch.look(page)
        turn = next((page for page in pages if page.locator("[data-turn=mine]").count()), None)
        if turn is None:
            pages[0].wait_for_timeout(20)
            continue
        before = plays(turn)
        fish(turn)
        moved_on(turn, before)
    assert ended(pages[0])
    text = pages[0].evaluate("fetch(`/api/tables/${location.pathname.slice(3)}/record`).then(r => r.text())")
    record = from_toml(text.encode())
    assert len(record.deals) == 1
    for seat, watch in enumerate(watches):
        allowed = known(record, seat)
        last = len(allowed) - 1  # after the last play all is open
        assert {where for _, where, cards in watch.named if cards} >= {"a frame", "the page"}
        for rows, where, cards in watch.named:
            if rows < last:
                assert cards <= allowed[rows], (seat, rows, where, cards - allowed[rows])
    closed(pages)


def shown_to_all(record: Record) -> list[set[str]]:
    """The cards that a spectator of Kozel has seen after so many rows: the turn-up, and what was led and contested."""
    turned = replay(record, 1, 0).deal
    found: list[set[str]] = [set(), set(FRENCH_36.shown(turned.turned).split())]  # type: ignore[union-attr]
    for play in record.deals[0].plays:
        _, verb, *cards = play.split()
        found.append(found[-1] | (set(cards) if verb != "discard" else set()))
    return found


def test_who_watches_kozel_sees_backs_hears_every_play_and_is_sent_no_hidden_card(
    browser: Browser, server: Server
) -> None:
    options = {"deals": 1, "special_leads": [], "first_dealer": "seat:0"}  # no claims: every row is for everybody
    anna, boris, clio = (
        newcomer(browser, server, name, "kozel", {"players": 2, "options": options})
        for name in ("Anna", "Boris", "Clio")
    )
    watch = Watch()
    clio.on("websocket", watch.socket)
    clio.on("response", watch.answer)
    key = opened(at_open_tables(anna), "Kozel")
    at_open_tables(boris).locator(f"[data-table-id='{key}']").get_by_role("button", name="Sit down").click()
    expect(anna.get_by_role("heading", name="Everybody is here")).to_be_visible()
    at_open_tables(clio).locator(f"[data-table-id='{key}']").get_by_role("button", name="Watch").click()
    clio.wait_for_selector(".waiting")
    for page in (anna, boris):
        page.get_by_role("button", name="Ready to play").click()
    pages = [anna, boris]
    for page in pages:
        expect(page.locator("[data-hand] [data-card]")).to_have_count(4)
    told: set[str] = set()
    while not any(page.locator(".scores").count() for page in [*pages, clio]):
        turn = next((page for page in pages if page.locator("[data-turn=mine]").count()), None)
        if turn is None:
            anna.wait_for_timeout(20)
            continue
        before = plays(turn)
        follow(turn)
        moved_on(turn, before)
        clio.wait_for_function("n => document.querySelector('[data-plays]').dataset.plays > n", arg=int(before))
        watch.look(clio)
        told |= set(clio.locator("[role=log][data-log] p").all_text_contents())
        assert clio.locator("[data-hand], [data-choices] button, [data-turn]").count() == 0
    expect(clio.locator(".scores")).to_be_visible()
    told |= set(clio.locator("[role=log][data-log] p").all_text_contents())
    text = anna.evaluate("fetch(`/api/tables/${location.pathname.slice(3)}/record`).then(r => r.text())")
    record = from_toml(text.encode())
    allowed = shown_to_all(record)
    last = len(allowed) - 1
    for rows, where, cards in watch.named:
        if rows < last:
            assert cards <= allowed[rows], (rows, where, cards - allowed[rows])
    assert {where for rows, where, cards in watch.named if cards and rows < last} >= {"a frame", "the page"}
    for verb, words in (("lead", "leads"), ("contest", "beats"), ("discard", "throws")):
        made = [play for play in record.deals[0].plays if play.split()[1] == verb]
        assert {name for name in ("Anna", "Boris") if any(line.startswith(f"{name} {words}") for line in told)} == {
            ("Anna", "Boris")[int(play[0])] for play in made
        }, (verb, told)
    closed([*pages, clio])
