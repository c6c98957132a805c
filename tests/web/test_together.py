"""People in browsers of their own at one table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from server.client import Server
from web.player import fish, follow, moved_on, plays, violations

Rules = dict[str, Any]


def newcomer(browser: Browser, server: Server, name: str, game: str, rules: Rules) -> Page:
    """Another browser, its owner's name known; cards do not move."""
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    kept = {"kafenio.prefs": {"speed": 0, "name": name}, f"kafenio.rules.{game}": rules}
    for key, value in kept.items():
        context.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(json.dumps(value))})")
    return context.new_page()


def gathered(
    browser: Browser,
    server: Server,
    game: str,
    names: list[str],
    rules: Rules,
    made: Callable[..., Page] = newcomer,
) -> list[Page]:
    """The first makes a table, the others come by its link; all are ready."""
    pages = [made(browser, server, name, game, rules) for name in names]
    host, *guests = pages
    host.goto("/")
    host.get_by_role("button", name=f"With friends: {game.title()}").click()
    link = host.get_by_role("textbox", name="Invitation")
    expect(link).not_to_have_value("")
    assert violations(host) == []
    for guest in guests:
        guest.goto(link.input_value())
    for page in pages:
        page.get_by_role("button", name="Ready to play").click()
    for page in pages:
        expect(page.locator("[data-hand] button").first).to_be_visible()
    return pages


def play_out(pages: list[Page], step: Any, most: int = 10_000) -> int:
    """Whoever's turn it is plays, until the match is over or so many plays are made; how many were."""
    for made in range(most):
        for page in pages:
            page.wait_for_function("() => document.querySelector('[data-plays]')")
        turn = next((p for p in pages if p.locator("[data-turn=mine]").count()), None)
        if turn is not None:
            before = plays(turn)
            step(turn)
            moved_on(turn, before)
        elif pages[0].get_by_role("button", name="Another match").count():
            return made
        elif pages[0].get_by_role("button", name="Next deal").count():
            for page in pages:
                page.get_by_role("button", name="Next deal").click()
        else:
            pages[0].wait_for_timeout(20)
    return most


def closed(pages: list[Page]) -> None:
    for page in pages:
        page.context.close()


def test_two_play_by_an_invitation_and_one_closes_the_browser_and_comes_back(browser: Browser, server: Server) -> None:
    anna, boris = gathered(browser, server, "kontsina", ["Anna", "Boris"], {"players": 2, "options": {"deals": 1}})
    expect(anna.locator("[data-seat='1'] b")).to_have_text("Boris")
    play_out([anna, boris], fish, 40)
    where, context = boris.url, boris.context
    boris.close()
    expect(anna.locator("[data-seat='1']")).to_be_visible()
    boris = context.new_page()
    boris.goto(where)
    expect(boris.locator("[data-hand], .scores").first).to_be_visible()
    play_out([anna, boris], fish)
    expect(boris.get_by_role("button", name="Another match")).to_be_visible()
    closed([anna, boris])


def test_who_is_slower_than_another_guest_sits_on_the_next_free_seat(browser: Browser, server: Server) -> None:
    anna, boris = (newcomer(browser, server, name, "kontsina", {"players": 2}) for name in ("Anna", "Boris"))
    asked: list[int] = []

    def late(route: WebSocketRoute) -> None:
        """The first seat that is asked for is Anna's: taken."""
        up = route.connect_to_server()

        def on(message: str | bytes) -> None:
            said = json.loads(message)
            if said["t"] == "sit":
                asked.append(said["seat"])
                said["seat"] = 0 if len(asked) == 1 else said["seat"]
            up.send(json.dumps(said))

        route.on_message(on)

    boris.route_web_socket("**/ws/tables/*", late)
    anna.goto("/")
    anna.get_by_role("button", name="With friends: Kontsina").click()
    link = anna.get_by_role("textbox", name="Invitation")
    expect(link).not_to_have_value("")
    boris.goto(link.input_value())
    expect(boris.get_by_role("button", name="Ready to play")).to_be_visible()
    assert asked == [1, 1]
    closed([anna, boris])


@pytest.mark.parametrize(("game", "step"), [("kozel", follow), ("ronda", fish)])
def test_four_play_in_teams(browser: Browser, server: Server, game: str, step: Any) -> None:
    rules = {"players": 4, "window_s": 2.0}
    pages = gathered(browser, server, game, ["Anna", "Boris", "Clio", "Driss"], rules)
    play_out(pages, step, 60)
    for page in pages:
        assert page.locator("[role=log] p").count() > 0
    closed(pages)
