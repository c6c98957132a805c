"""What is heard and felt: own sounds, only after the page was touched, each with its switch."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from kafenio.server.pages import STATIC
from web.player import fish, moved_on, plays, sit_down

LISTEN = """
window.shaken = [];
navigator.vibrate = pattern => window.shaken.push(pattern);
window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 3 * 44100, 44100); window.audio = this; }
    resume() { return Promise.resolve(); }
};
"""  # what is played is kept, to be looked at
LOUDEST = "audio.startRendering().then(b => b.getChannelData(0).reduce((most, x) => Math.max(most, Math.abs(x)), 0))"
EACH = """async path => {
    const voices = Object.values(await import(path)).find(found => found.card), heard = {};
    for (const [name, voice] of Object.entries(voices)) {
        const on = new OfflineAudioContext(1, 3 * 44100, 44100);
        voice({on, to: on.destination}, 0.1);
        const wave = (await on.startRendering()).getChannelData(0);
        const loud = (from, to) => wave.slice(from * 44100, to * 44100).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        heard[name] = [loud(0, 0.09), loud(0.1, 2), loud(2, 3)];
    }
    return heard;
}"""


def test_every_sound_is_heard_is_not_too_loud_and_ends(page: Page) -> None:
    page.goto("/")
    (file,) = (STATIC / "assets").glob("voices-*.js")
    heard: dict[str, Any] = page.evaluate(EACH, f"/assets/{file.name}")
    assert {"card", "deal", "gather", "sweep", "bount", "khamsa", "aachra", "turn", "won", "goat"} <= set(heard)
    for name, (before, loud, after) in heard.items():
        assert before == 0 and 0.02 < loud < 1 and after < 0.001, name
    assert file.stat().st_size < 6_000


def test_a_play_is_heard_and_my_turn_is_felt(page: Page) -> None:
    page.add_init_script(LISTEN)
    sit_down(page, "kontsina", {"players": 2})
    page.wait_for_selector("[data-turn=mine]")
    before = plays(page)
    fish(page)
    moved_on(page, before)
    page.wait_for_selector("[data-turn=mine]")
    page.wait_for_function("() => window.shaken.length")
    assert set(page.evaluate("window.shaken")) == {20}
    assert 0.02 < page.evaluate(LOUDEST) < 1


def test_nothing_is_heard_or_felt_before_the_page_is_touched(page: Page) -> None:
    page.add_init_script(LISTEN)
    sit_down(page, "kontsina", {"players": 2})
    page.reload()
    page.wait_for_selector("[data-turn=mine]")
    assert page.evaluate("[window.shaken.length, typeof window.audio]") == [0, "undefined"]


def test_both_are_switched_off(page: Page) -> None:
    page.add_init_script(LISTEN)
    page.goto("/")
    page.get_by_role("button", name="You and your settings").focus()
    page.evaluate("localStorage.setItem('kafenio.prefs', JSON.stringify({sound: false, bot: 'greedy'}))")
    page.reload()
    page.get_by_role("button", name="You and your settings").click()
    expect(page.get_by_role("switch", name="Sounds")).not_to_be_checked()
    page.get_by_role("switch", name="Vibration").uncheck()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play now: Kontsina").click()
    page.wait_for_selector("[data-turn=mine]")
    before = plays(page)
    fish(page)
    moved_on(page, before)
    page.wait_for_selector("[data-turn=mine]")
    assert page.evaluate("[window.shaken.length, typeof window.audio]") == [0, "undefined"]
