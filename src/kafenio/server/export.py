"""A finished match as a record, its seals opened."""

from __future__ import annotations

import asyncio
import datetime
from typing import Any

import msgspec

from kafenio.match import Match
from kafenio.records import record_of
from kafenio.records.format import Record, to_toml
from kafenio.server.course import Course
from kafenio.server.store import MatchRow, Store
from kafenio.server.terms import Terms

__all__ = ["finished_record", "place_of", "record_text", "stored_record", "stored_until"]


def finished_record(match: MatchRow, course: Course) -> Record:
    """Only of a match that is over: packs and salts of a live one are told to nobody."""
    assert course.match.over
    date = datetime.datetime.fromtimestamp(match.began // 1000, datetime.UTC)
    record = record_of(course.match, match.names, date)
    for number, deal in enumerate(record.deals, 1):
        prepared = course.prepared[number]
        deal.salt, deal.seal = prepared.salt, prepared.seal
    return record


async def stored_record(store: Store, match: MatchRow) -> Record:
    """A finished match from the database."""
    course = await stored_until(store, match)
    return await asyncio.to_thread(finished_record, match, course)


async def stored_until(store: Store, match: MatchRow, row: int | None = None) -> Course:
    """A match from the database as it stood after a row, or as it stands."""
    terms, deals, rows = await store.terms_of(match.table), await store.deals(match.id), await store.rows(match.id)

    def made() -> Course:
        game = msgspec.convert(terms, Terms).rules()
        return Course.rebuilt(game, match.base, deals, [r for r in rows if row is None or r.n <= row])

    return await asyncio.to_thread(made)  # nobody's play waits for it


def place_of(match: Match, seat: int, deal: int | None, ply: int | None) -> dict[str, Any] | None:
    """The play of a seat that is meant, with its place in the record: the one named, or the last; None if there is none."""
    for number in range(len(match.deals), 0, -1):
        plays = match.deals[number - 1].plays
        for place in range(len(plays) - 1, -1, -1):
            if deal in (None, number) and ply in (None, place) and plays[place][0] == seat:
                return {"deal": number, "ply": place, "play": plays[place][1]}
    return None


def record_text(match: MatchRow, course: Course) -> str:
    """The text of its `.kaf` file."""
    return to_toml(finished_record(match, course))
