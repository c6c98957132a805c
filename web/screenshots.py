"""Pictures of every page as a person sees it: {phone, desktop} x {light, dark} x {en, ru, ar}, and under special wishes.

    python web/screenshots.py [--pages kozel,first] [--looks phone-dark-ar] [--out FOLDER]

A server of its own deals the same cards every time. A page is a line of `SCENES`; a table is played on until something holds.
The pictures are FOLDER/PAGE/LOOK.png. With `--looks all` the special looks are made too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, WebSocketRoute, async_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from server.client import Human, Server, chooser  # noqa: E402
from web.browser import build, chromium  # noqa: E402

# Looks.


@dataclass(frozen=True)
class Look:
    """A window, and what its owner has chosen."""

    width: int
    height: int
    language: str = "en"
    prefs: dict[str, Any] = field(default_factory=dict)
    scale: float = 1.0  # of the page, as a browser zooms
    text: int = 100  # the size of text that the browser is set to, in per cent


PHONE, DESKTOP = (390, 844), (1280, 800)
USUAL = {
    f"{device}-{theme}-{language}": Look(*size, language, {"theme": theme})
    for device, size in (("phone", PHONE), ("desktop", DESKTOP))
    for theme in ("light", "dark")
    for language in ("en", "ru", "ar")
}
SPECIAL = {
    "phone-contrast": Look(*PHONE, "en", {"theme": "light", "contrast": "more"}),
    "phone-dark-contrast": Look(*PHONE, "ar", {"theme": "dark", "contrast": "more"}),
    "desktop-contrast": Look(*DESKTOP, "ru", {"theme": "light", "contrast": "more"}),
    "phone-four-colours": Look(*PHONE, "en", {"theme": "light", "fourColours": True}),
    "desktop-big-index": Look(*DESKTOP, "en", {"theme": "light", "index": "big", "fourColours": True}),
    "phone-full-faces": Look(*PHONE, "en", {"theme": "light", "index": "full"}),
    "desktop-zoomed": Look(640, 400, "en", {"theme": "light"}, scale=2),
    "phone-large-text": Look(*PHONE, "ru", {"theme": "light"}, text=200),
    "narrow": Look(320, 568, "el", {"theme": "light"}),
    "landscape": Look(844, 390, "fr", {"theme": "light"}),
    "tablet": Look(820, 1180, "es", {"theme": "light"}),
}

# Pages.

Act = Callable[[Page, Human], Awaitable[None]]


async def nothing(page: Page, me: Human) -> None:
    """The page as it opens."""


def pressing(selector: str) -> Act:
    async def press(page: Page, me: Human) -> None:
        await page.locator(selector).first.click()

    return press


def captures(me: Human) -> str:
    """A card of mine that can take in more than one way."""
    takes = [text.split(" x ")[0] for text in me.now.get("legal", []) if " x " in text and not text.endswith("quiet")]
    return next((card for card in takes if takes.count(card) > 1), "")


async def choose_capture(page: Page, me: Human) -> None:
    await page.locator(f"[data-hand] [data-card='{captures(me)}']").click()


def contests(me: Human) -> list[str]:
    """Two cards of mine that beat two."""
    found = [text.split()[1:] for text in me.now.get("legal", []) if text.startswith("contest ")]
    return next((cards for cards in found if len(cards) == 2), [])


async def choose_contest(page: Page, me: Human) -> None:
    for card in contests(me):
        await page.locator(f"[data-hand] [data-card='{card}']").click()


def claims(me: Human) -> bool:
    """Something to claim in the window that is open."""
    return any(text.startswith("claim ") for text in me.now.get("legal", []))


def somebody_out(me: Human) -> bool:
    return any(seat.get("out") for seat in me.state["seats"]) and my_turn()(me)


async def say(page: Page, me: Human) -> None:
    """Two words at the table, and the dialog open again."""
    for phrase in ("well_played", "thanks"):
        await page.locator(".bar button[aria-haspopup=dialog]").first.click()
        await page.locator(f"[data-phrase={phrase}]").click()
        await page.wait_for_selector("[data-bubble]")
    await page.locator(".bar button[aria-haspopup=dialog]").first.click()


async def to_the_account(page: Page, me: Human) -> None:
    """The matches that were played are told."""
    await page.wait_for_selector(".lists li")


async def take_turns(page: Page, me: Human) -> None:
    """Two people with this device: the curtain between them."""
    for i, name in enumerate(("Eleni", "Nikos")):
        await page.locator(".names input").nth(i).fill(name)
    await page.locator("button[type=submit]").click()
    await page.wait_for_selector("[data-holder] [data-hand] button, dialog.curtain")
    if not await page.locator("dialog.curtain").count():
        await page.reload()
    await page.wait_for_selector("dialog.curtain")


async def still(page: Page, me: Human) -> None:
    await page.wait_for_selector("[data-still]")


async def open_all(page: Page, me: Human) -> None:
    await still(page, me)
    await page.locator(".bar button[aria-pressed=false]").click()
    await page.wait_for_selector("[data-still] .hands [data-card]")


def over(me: Human) -> bool:
    return me.over


def my_turn(deal: int = 1, rows: int = 12) -> Callable[[Human], Any]:
    """A choice of mine, well into a deal."""
    return lambda me: me.now["deal"] >= deal and me.now["v"] > rows and len(me.now.get("legal", [])) > 2


def ended(me: Human) -> bool:
    return me.now.get("result") is not None and me.now["deal"] >= 2


def happened(kind: str) -> Callable[[Human], Any]:
    return lambda me: bool(me.told) and me.told[-1]["kind"] == kind


@dataclass(frozen=True)
class Scene:
    """A page: by its path, or a table that is played on by chance until something holds; or both: a page about that table."""

    path: str = ""
    game: str = ""
    wanted: dict[str, Any] = field(default_factory=dict)
    until: Callable[[Human], Any] | None = None  # none: nobody has come yet
    then: Act = nothing
    seed: int = 1
    watched: bool = False  # by somebody who does not play
    again: bool = False  # what happened last happens while the page is open


SHORT = {"players": 2, "options": {"deals": 2, "match_tie": "draw", "stop_when_decided": False}}
TEAMS = {"players": 4, "options": {"deals": 1}}
SCENES: dict[str, Scene] = {
    "first": Scene("/"),
    "settings": Scene("/", then=pressing(".bar button[aria-haspopup=dialog]")),
    "house": Scene("/house/kozel"),
    "tables": Scene("/tables"),
    "pass": Scene("/pass"),
    "curtain": Scene("/pass", then=take_turns),
    "rules": Scene("/rules/kozel?players=4"),
    "rules-ronda": Scene("/rules/ronda"),
    "you": Scene("/you", game="kontsina", wanted=SHORT, until=over, then=to_the_account),
    "replay": Scene("/replay/{table}/1?deal=2&ply=30", game="kontsina", wanted=SHORT, until=over, then=open_all),
    "replay-kozel": Scene("/replay/{table}/1?deal=1&ply=5", game="kozel", wanted=TEAMS, until=over, then=still),
    "replay-choose": Scene("/replay"),
    "waiting": Scene(game="ronda", wanted={"players": 4, "options": {"target_score": 21}}),
    "kontsina": Scene(game="kontsina", wanted={"players": 3}, until=captures, then=choose_capture),
    "konchinka": Scene(game="konchinka", wanted={"players": 2}, until=my_turn(rows=20)),
    "ronda": Scene(game="ronda", wanted={"players": 4}, until=my_turn(rows=20)),
    "ronda-cry": Scene(game="ronda", wanted={"players": 4}, until=happened("tapped"), again=True),
    "kozel": Scene(game="kozel", wanted={"players": 2}, until=contests, then=choose_contest),
    "kozel-claims": Scene(game="kozel", wanted={"players": 3}, until=claims),
    "kozel-teams": Scene(game="kozel", wanted={"players": 4}, until=my_turn(2, 50)),
    "kozel-money": Scene(game="kozel", wanted={"players": 5, "options": {"money": True}}, until=my_turn(2, 40)),
    "kozel-out": Scene(
        game="kozel",
        wanted={"players": 3, "options": {"penalty_limit": 6}, "bots": ["random"] * 2, "pause_s": 0.0},
        until=somebody_out,
        seed=11,
    ),
    "sheet": Scene(game="kontsina", wanted={"players": 3}, until=ended),
    "sheet-kozel": Scene(game="kozel", wanted={"players": 4}, until=ended),
    "sheet-money": Scene(game="kozel", wanted={"players": 5, "options": {"money": True}}, until=ended),
    "spectator": Scene(game="kozel", wanted={"players": 4}, until=my_turn(1, 20), watched=True),
    "log": Scene(
        game="kontsina", wanted={"players": 2}, until=my_turn(rows=20), then=lambda page, _: page.keyboard.press("l")
    ),
    "talk": Scene(game="kontsina", wanted={"players": 2, "free_chat": True}, until=my_turn(), then=say),
    "menu": Scene(
        game="konchinka", wanted={"players": 2}, until=my_turn(), then=pressing(".bar button[aria-expanded]:last-child")
    ),
}

# A table in the state that a scene asks for.


async def table(server: Server, scene: Scene) -> tuple[str, Human]:
    """Where the page is, and who looks at it."""
    me = Human(server, "Eleni").come_in()
    if not scene.game:
        return scene.path, me
    bots = ["greedy"] * (scene.wanted["players"] - 1) if scene.until else []
    made = me.make(scene.game, **{"bots": bots, "public": True, "pause_s": 120.0, "window_s": 30.0, **scene.wanted})
    if scene.until:
        await me.connect()
        await me.agree()
        await play(me, scene)
        await me.close()
    if scene.watched:
        me = Human(server, "Nikos").come_in()
        me.table = made["id"]
    return (scene.path or "/t/{table}").format(table=made["id"]), me


async def play(me: Human, scene: Scene) -> None:
    """On, until what the scene waits for."""
    assert scene.until is not None
    choose = chooser(scene.seed)
    while not (me.now.get("deal") and scene.until(me)):
        if me.over:
            raise RuntimeError(f"{scene.game}: the match is over before the scene")
        if me.now.get("result") is not None:
            await me.send({"t": "ready"})
        elif me.now.get("legal") and me.sent is None:
            await me.play(choose(me.now["legal"]))
        await me.receive()


def last_news(me: Human) -> tuple[str, str]:
    """The state before the last event, as the server would have told it, and the message with the event."""
    told = [json.loads(frame) for frame in me.frames]
    news = next(i for i in range(len(told) - 1, -1, -1) if told[i]["t"] == "news")
    before = next(told[i]["now"] for i in range(news - 1, -1, -1) if "now" in told[i])
    state = {"t": "state", "why": "hello", "table": me.state, "now": before, "you": me.id, "as": me.seat}
    return json.dumps(state), me.frames[news]


def once_more(me: Human) -> Callable[[WebSocketRoute], None]:
    state, news = last_news(me)

    def answered(route: WebSocketRoute) -> None:
        def heard(message: str | bytes) -> None:
            if json.loads(message)["t"] == "hello":
                route.send(state)
                route.send(news)

        route.on_message(heard)

    return answered


async def picture(browser: Browser, server: Server, scene: Scene, path: str, me: Human, look: Look, file: Path) -> None:
    context = await browser.new_context(
        base_url=server.url,
        viewport={"width": look.width, "height": look.height},
        device_scale_factor=look.scale,
        locale=look.language,
        reduced_motion="reduce",
    )
    name, _, value = me.cookie.partition("=")
    await context.add_cookies([{"name": name, "value": value, "url": server.url}])
    kept = {"prefs": {"speed": 0, "language": look.language, **look.prefs}, "known": {"here": True}}
    for key, found in kept.items():
        await context.add_init_script(f"localStorage.setItem('kafenio.{key}', {json.dumps(json.dumps(found))})")
    page = await context.new_page()
    if look.text != 100:
        session = await context.new_cdp_session(page)
        await session.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * look.text // 100}})
    if scene.again:
        await page.clock.install()
        await page.clock.pause_at(int(time.time()) + 3600)  # what passes stays
        await page.route_web_socket("**/ws/tables/*", once_more(me))
    await page.goto(path)
    await page.wait_for_selector("#app > *" if "/rules/" not in path and "/house/" not in path else "[data-ready]")
    if not scene.path:
        await page.wait_for_selector("[data-cry]" if scene.again else ".waiting, .scores, .slab")
    await scene.then(page, me)
    await page.wait_for_load_state("networkidle")
    await page.evaluate(
        "Promise.all([document.fonts.ready, ...[...document.images].map(i => i.decode().catch(() => 0))])"
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=file, full_page=look.text == 100, animations="disabled")
    await context.close()


async def pictures(scenes: dict[str, Scene], looks: dict[str, Look], out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        packs = Path(folder) / "packs.json"
        packs.write_text("{}")  # every deal is shuffled by its number
        server = Server(f"sqlite:///{folder}/kafenio.db", packs)
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
                for name, scene in scenes.items():
                    path, me = await table(server, scene)
                    for called, look in looks.items():
                        await picture(browser, server, scene, path, me, look, out / name / f"{called}.png")
                    print(f"{name}: {len(looks)} pictures")
                await browser.close()
        finally:
            server.stop()


def chosen(asked: str, known: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    """Those named, those whose name begins so, or all."""
    if asked in ("", "all"):
        return known if asked else usual
    found = {n: v for n, v in known.items() if any(n == a or n.startswith(f"{a}-") for a in asked.split(","))}
    if not found:
        raise SystemExit(f"{asked}: none of {', '.join(known)}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every page of the web client.")
    parser.add_argument("--pages", default="", help=f"some of: {', '.join(SCENES)}")
    parser.add_argument("--looks", default="", help=f"some of: {', '.join({**USUAL, **SPECIAL})}; or all")
    parser.add_argument("--out", type=Path, default=ROOT / "build/screenshots")
    given = parser.parse_args()
    scenes, looks = chosen(given.pages, SCENES, SCENES), chosen(given.looks, {**USUAL, **SPECIAL}, USUAL)
    build()
    asyncio.run(pictures(scenes, looks, given.out))
    print(f"in {given.out}")


if __name__ == "__main__":
    main()
