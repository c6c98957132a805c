"""The terminal in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kafenio.game import games, load
from kafenio.i18n.catalog import LANGUAGES, catalog
from kafenio.i18n.english import ENGLISH
from kafenio.tui import line
from kafenio.tui.console import Console, Left
from kafenio.tui.setup import Setup
from records.sample import kafenio
from tui.scripted import Player, Screen, first, sit_down

OTHERS = LANGUAGES[1:]
WORDS = re.compile(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}")  # three words in a row that may be English
TYPED = ("kafenio play", "claim molodka", "claim moscow")


def left_in_english(language: str) -> list[re.Pattern[str]]:
    """The English sentences that this language says in other words."""
    kept = catalog(language)
    texts = [(key, text) for key, text in ENGLISH.items() if isinstance(text, str) and WORDS.search(text)]
    told = [re.split(r"\{\w+\}|\n", text) for key, text in texts if kept.text(key) != text]
    return [re.compile(re.escape(part)) for parts in told for part in parts if WORDS.search(part)]


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", OTHERS)
def test_a_deal_is_played_in_every_language(language: str, name: str, tmp_path: Path) -> None:
    lines = ["?", "hint", "table", "last", "lay 1", "zzz", "score", "plays"]
    table, screen = sit_down(
        load(name).of(players=4), lines, first, path=tmp_path / "a.kaf", most=50, language=language
    )
    table.run()
    said = screen.getvalue()
    assert "{" not in said and "}" not in said
    assert len(table.match.deals) > 1 or table.match.over
    assert not [part.pattern for part in left_in_english(language) if part.search(said)]


@pytest.mark.parametrize("language", OTHERS)
def test_a_table_is_set_up_in_every_language(language: str) -> None:
    screen = Screen()
    setup = Setup(Console(Player(screen, ["9", "1", "", "", "2", "bot:x"]), screen), language)
    assert games()[0] == setup.game().NAME
    assert setup.bots() == "level2"
    with pytest.raises(Left):
        setup.name("x")
    assert not [part.pattern for part in left_in_english(language) if part.search(screen.getvalue())]


def test_rules_that_are_not_written_in_a_language_are_told_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "languages", lambda game: ("en",))
    table, screen = sit_down(load("ronda").of(), ["rules R17"], language="el")
    table.run()
    assert catalog("el").text("terminal.rules_in") in screen.getvalue() and "R17" in screen.getvalue()
    assert kafenio("rules", "ronda", "R17").out.startswith("R17 ")


def test_an_unknown_language_is_refused() -> None:
    ran = kafenio("play", "ronda", "--lang", "de")
    assert (ran.code, ran.out, ran.err) == (2, "", "--lang de: one of en, fr, ru, el, es, ar expected")
