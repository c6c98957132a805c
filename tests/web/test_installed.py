"""The client as an app: its manifest and icons, what it shows without a network, a newer version, a network that comes back."""

from __future__ import annotations

import json
import struct
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from server.client import Server
from web.player import sit_down, violations


def fetched(server: Server, path: str) -> tuple[bytes, str]:
    with urllib.request.urlopen(server.url + path) as answer:
        return answer.read(), answer.headers["Content-Type"].partition(";")[0]


def worked(page: Page) -> None:
    """Until the service worker has this page."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")


def test_the_manifest_names_icons_of_the_size_it_says(server: Server, page: Page) -> None:
    page.goto("/")
    href = page.locator("link[rel=manifest]").get_attribute("href")
    text, kind = fetched(server, str(href))
    manifest = json.loads(text)
    assert kind == "application/manifest+json"
    assert manifest["start_url"] == manifest["scope"] == "/" and manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert "maskable" in {icon["purpose"] for icon in manifest["icons"]}
    apple = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    for path, size in [(icon["src"], int(icon["sizes"].partition("x")[0])) for icon in manifest["icons"]] + [
        (apple, 180)
    ]:
        image, kind = fetched(server, path)
        assert kind == "image/png" and struct.unpack(">II", image[16:24]) == (size, size)


def test_the_browser_finds_nothing_wrong_with_the_manifest(page: Page) -> None:
    page.goto("/")
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == [] and found["url"].endswith("/manifest.webmanifest")


def test_without_a_network_the_first_screen_says_what_works_and_goes_on_by_itself(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.goto("/")
    worked(page)
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    expect(page.get_by_text("kafenio play")).to_be_visible()
    expect(page.get_by_role("button", name="Play now: Kozel")).to_be_disabled()
    assert violations(page) == []
    context.set_offline(False)
    expect(page.get_by_role("heading", name="No network")).to_have_count(0)
    page.get_by_role("button", name="Play now: Kontsina").click()
    expect(page.locator("[data-hand] button").first).to_be_visible()
    context.close()


def test_nothing_of_mine_is_kept_by_the_worker(page: Page) -> None:
    page.goto("/")
    worked(page)
    sit_down(page, "kontsina", {"players": 2})
    page.goto("/you")
    expect(page.get_by_role("heading", name="Account")).to_be_visible()
    kept = page.evaluate(
        "(async () => (await Promise.all((await caches.keys()).map(async name =>"
        " (await (await caches.open(name)).keys()).map(r => new URL(r.url).pathname)))).flat())()"
    )
    assert "/" in kept
    assert all(path == "/" or path.startswith("/assets/") for path in kept)


def test_a_newer_version_is_loaded_when_the_person_wants_it(browser: Browser, tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/kafenio.db")  # of its own: its client changes
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.goto("/")
    worked(page)
    server.stop()
    server.program = "newer"
    server.start()
    page.evaluate("navigator.serviceWorker.getRegistration().then(r => r.update())")
    page.get_by_role("button", name="Load it").click()
    page.wait_for_function("async () => (await caches.keys()).every(name => name.startsWith('kafenio-newer-'))")
    expect(page.get_by_role("button", name="Load it")).to_have_count(0)
    context.close()
    server.stop()


def test_a_table_comes_back_with_the_network(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    sit_down(page, "kontsina", {"players": 2})
    page.wait_for_selector("[data-turn=mine]")
    hand = page.locator("[data-hand] button").evaluate_all("cards => cards.map(c => c.dataset.card)")
    server.kill()
    server.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.locator("[data-hand] button").first.click()
    page.locator("[data-choices] button").first.click()
    expect(page.locator(f"[data-hand] [data-card='{hand[0]}']")).to_have_count(0)
    context.close()
