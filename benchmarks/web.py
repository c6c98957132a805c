"""What the client weighs and how quickly it is there and moves, in a real Chromium.

    python benchmarks/web.py --json web.json

A server of its own, a fresh browser for every round, a phone's window. `weight`: script and style of the first screen and a table, as
sent (brotli or gzip). `first play`: from opening the first screen on a throttled line (4G: 9 Mbit/s down, 1.5 up, 170 ms there and
back) to "Play now" and a hand that may be played. `shift`: the cumulative layout shift till then. `task`: the longest tasks of the
main thread while the page plays against a bot and cards move, the processor slowed to a quarter. A script in the page presses what
is offered, as a tool outside would be measured with it. From Chromium's trace: every task of the page's main thread counts, by the
time of the processor it took, so that others on the machine and frames drawn in software do not. Medians of the rounds, of tasks
the worst too.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:1] = [
    str(ROOT / "tests"),
    str(ROOT / "src"),
]  # not this folder: its server.py would hide the server of the tests

from server.client import Server  # noqa: E402
from web.browser import build, chromium  # noqa: E402
from web.player import plays  # noqa: E402

PHONE = {"width": 390, "height": 844}
FOUR_G = {"offline": False, "latency": 170, "downloadThroughput": 9e6 / 8, "uploadThroughput": 1.5e6 / 8}
SLOWED = 4
SETTLED_MS = 3000  # pictures that will be needed are read in the meantime
TRACED_S, LEAST = 15, 8  # how long, and how many rows of the match must have passed meanwhile
SHIFTS = """
window.shift = 0;
new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift += e.value; })
  .observe({type: 'layout-shift', buffered: true});
"""
PLAYER = """
setInterval(() => {
  const first = (...selectors) => selectors.map(s => document.querySelector(s)).find(Boolean);
  if (!first('[data-turn=mine]')) return;
  const cards = document.querySelectorAll('[data-hand] button');
  (first('[data-choices] .opt', '[data-choices] .lay-btn') ?? cards[window.card++ % cards.length])?.click();
}, 300);
window.card = 0;
"""


@dataclass(frozen=True)
class Row:
    """One measured number and the goal it is held against."""

    what: str
    value: float
    unit: str
    goal: float


def opened(browser: Browser, server: Server, speed: float) -> tuple[Page, CDPSession]:
    """A browser that has never been here."""
    context = browser.new_context(base_url=server.url, viewport=PHONE, device_scale_factor=2, locale="en-GB")  # type: ignore[arg-type]
    prefs = json.dumps(json.dumps({"speed": speed, "bot": "greedy"}))
    context.add_init_script(f"localStorage.setItem('kafenio.prefs', {prefs}); {SHIFTS}")
    page = context.new_page()
    return page, context.new_cdp_session(page)


def sit(page: Page) -> None:
    page.get_by_role("button", name="Play now: Kontsina").click()
    page.locator("[data-turn=mine] [data-hand] button").first.wait_for()


def weight(browser: Browser, server: Server) -> float:
    """Kilobytes of script and style, as they come over the line, till a hand may be played."""
    page, cdp = opened(browser, server, 0)
    cdp.send("Network.enable")
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}
    cdp.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["type"]}))
    cdp.on("Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]}))
    page.goto("/")
    sit(page)
    page.context.close()
    return sum(sizes.get(key, 0) for key, kind in kinds.items() if kind in ("Script", "Stylesheet")) / 1000


def first_play(browser: Browser, server: Server) -> tuple[float, float]:
    """Seconds on a slow line until a card may be played, and how far things have shifted."""
    page, cdp = opened(browser, server, 0)
    cdp.send("Network.enable")
    cdp.send("Network.emulateNetworkConditions", FOUR_G)
    before = time.perf_counter()
    page.goto("/", wait_until="commit")
    sit(page)
    took, shift = time.perf_counter() - before, float(page.evaluate("window.shift"))
    page.context.close()
    return took, shift


def tasks(browser: Browser, server: Server) -> list[float]:
    """Processor milliseconds of every task of the main thread while plays are made and cards move."""
    page, cdp = opened(browser, server, 1)
    page.goto("/")
    sit(page)
    page.wait_for_timeout(SETTLED_MS)
    before = int(plays(page))
    page.evaluate(PLAYER)
    found: list[dict[str, Any]] = []
    done: list[bool] = []
    cdp.on("Tracing.dataCollected", lambda e: found.extend(e["value"]))
    cdp.on("Tracing.tracingComplete", lambda _: done.append(True))
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    cdp.send("Tracing.start", {"categories": "toplevel,__metadata", "transferMode": "ReportEvents"})
    time.sleep(TRACED_S)  # nothing is asked of the page
    cdp.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    passed = int(plays(page)) - before
    page.context.close()
    if passed < LEAST:
        raise RuntimeError(f"{passed} rows in {TRACED_S} s: nothing has moved")
    main = {(e["pid"], e["tid"]) for e in found if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"}
    tasks = [e for e in found if e["name"] == "ThreadControllerImpl::RunTask" and (e["pid"], e["tid"]) in main]
    return [e["tdur"] / 1000 for e in tasks if "tdur" in e]


def measured(rounds: int) -> list[Row]:
    build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        server = Server(f"sqlite:///{folder}/kafenio.db")
        browser = p.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        kilobytes = [weight(browser, server) for _ in range(rounds)]
        plays_s = [first_play(browser, server) for _ in range(rounds)]
        longest = [sorted(tasks(browser, server)) for _ in range(rounds)]
        browser.close()
        server.stop()
    middle = statistics.median
    return [
        Row("weight of script and style", round(middle(kilobytes), 1), "kB", 120),
        Row("first play on 4G", round(middle([took for took, _ in plays_s]), 2), "s", 2.5),
        Row("layout shift", round(max(shift for _, shift in plays_s), 4), "", 0),
        Row("longest task while cards move", round(middle([found[-1] for found in longest]), 1), "ms", 16),
        Row("99 % of tasks", round(middle([found[int(0.99 * len(found))] for found in longest]), 1), "ms", 16),
        Row("worst task of all rounds", round(max(found[-1] for found in longest), 1), "ms", 16),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the rows there")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    rows = measured(asked.rounds)
    for row in rows:
        print(f"{row.what:32} {row.value:>9g} {row.unit:3} (goal: {row.goal:g})")
    if asked.json:
        asked.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
