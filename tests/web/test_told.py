"""The browser tells events in the very words of the terminal, in every language."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from kafenio.audience import Event
from kafenio.contract import Rng
from kafenio.game import Game, load
from kafenio.i18n.catalog import LANGUAGES
from kafenio.i18n.teller import Teller
from kafenio.i18n.words import APART, TOGETHER, Words
from kafenio.match import Match
from kafenio.message import Message
from web.browser import ROOT, build

NAMES = ("Anna", "Boris", "Clio", "Driss", "Eleni")
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("kontsina", {"players": 2}),
    ("kontsina", {"players": 4}),
    ("konchinka", {"players": 3}),
    ("kozel", {"players": 3}),
    ("kozel", {"players": 4}),
    ("kozel", {"players": 5, "money": True}),
    ("ronda", {"players": 3}),
    ("ronda", {"players": 4}),
)
DEALS, EACH = 6, 3  # of a sentence so many are told


def events(match: Match, chance: random.Random) -> Iterator[Event]:
    """All that happens in some deals, played by chance."""
    while not match.over and len(match.deals) < DEALS:
        yield from match.begin()
        while match.deal:
            yield from match.settle()
            if match.deal:
                seat = next(s for s in match.actors() if match.legal(s))
                yield from match.play(seat, chance.choice(match.legal(seat)))


def messages(game: Game, seed: int) -> Iterator[tuple[int | None, Message]]:
    """What every seat and a spectator are told of it."""
    tellers = [Teller(game, seat) for seat in (*range(game.seats), None)]
    for event in events(Match(game, Rng(seed)), random.Random(seed)):
        for teller in tellers:
            for message in teller.tell(event):
                yield teller.seat, message


def told() -> Iterator[dict[str, Any]]:
    """Messages as the wire has them, and the terminal's sentences."""
    for number, (name, options) in enumerate(TABLES):
        game, count = load(name).of(None, **options), dict[Any, int]()
        table = {"game": name, "seats": [{"seat": s, "side": game.side(s)} for s in range(game.seats)]}
        for seat, message in messages(game, number + 1):
            key = message.id, seat
            count[key] = count.get(key, 0) + 1
            if count[key] > EACH:
                continue
            texts = {lang: Words(game, NAMES, seat, lang).text(message) for lang in LANGUAGES}
            plain = {lang: re.sub(f"[{APART}{TOGETHER}]", "", text) for lang, text in texts.items()}
            yield {"table": table, "seat": seat, "message": msgspec.to_builtins(message), "texts": plain}


def test_the_browser_says_what_the_terminal_says(tmp_path: Path) -> None:
    build()
    cases = list(told())
    assert len({case["message"]["id"] for case in cases}) > 60
    file = tmp_path / "told.json"
    file.write_text(json.dumps({"names": NAMES, "cases": cases}, default=str))
    done = subprocess.run(
        [sys.executable, str(ROOT / "web/build.py"), "run", "test"],
        env={**os.environ, "KAFENIO_TOLD": str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "skipped" not in done.stdout
