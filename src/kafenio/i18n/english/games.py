"""The games in a line, and how their plays are written."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.english.text import Text

__all__ = ["GAMES", "NOTATION"]

GAMES: Mapping[str, Text] = {
    "kontsina": "a Greek game of fishing, in which a card takes an equal one from the table, or a sum.",
    "konchinka": "a Russian game of fishing, in which you must take when you can, and a jack takes everything.",
    "kozel": "a Russian game of tricks with one to four cards, in which you may throw instead of following.",
    "ronda": "a Moroccan game of pairs and runs, with announcements and taps.",
}


NOTATION: Mapping[str, Text] = {
    "kontsina": "lay 8h puts the eight of hearts on the table; 8h x 3c+5d takes 3c and 5d with it.",
    "konchinka": "lay 8h puts the eight of hearts on the table; 8h x 3c+5d takes 3c and 5d with it.",
    "kozel": "lead Kh 8h leads two hearts; contest Ah 9h beats them; discard Jd 7c throws two cards face down.",
    "ronda": "lay 5b puts the five of clubs on the table; 5b x 5d+6c takes the five and the run above it.",
}
