"""Every text in English, by its id: `event.laid.you`. English is what the catalogs of the other languages translate.

An id is a domain and a key. A text has named places in braces; one with a singular and a plural is chosen by {n}.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kafenio.i18n.english import events, games, house, options, phrases, reasons, refusals, sheets, table, terminal
from kafenio.i18n.english.text import Text

__all__ = ["ENGLISH", "Text"]

DOMAINS: Mapping[str, Mapping[str, Text]] = {
    "": table.BASE,
    "event": events.EVENTS,
    "reason": events.REASONS,
    "title": table.TITLES,
    "game": games.GAMES,
    "write": games.NOTATION,
    "suits": table.SUITS,
    "count": table.COUNTS,
    "ranks": table.RANKS,
    "label": table.LABELS,
    "picture": table.PICTURE,
    "head": sheets.HEADS,
    "cell": sheets.CELLS,
    "topic": house.TOPICS,
    "ask": house.QUESTIONS,
    "preset": house.PRESETS,
    "source": house.SOURCES,
    "option": options.OPTIONS,
    "goal": options.GOALS,
    "wrong": house.WRONG,
    "refuse": refusals.REFUSALS,
    "code": refusals.CODES,
    "why": reasons.WHYS,
    "note": reasons.NOTES,
    "phrase": phrases.PHRASES,
    "terminal": terminal.TERMINAL,
    "cards": terminal.CARDS,
}


def _all() -> Iterator[tuple[str, Text]]:
    for domain, texts in DOMAINS.items():
        for key, text in texts.items():
            yield f"{domain}.{key}" if domain else key, text


ENGLISH: Mapping[str, Text] = dict(_all())
