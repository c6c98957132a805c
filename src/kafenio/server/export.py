"""A finished match as a record, its seals opened."""

from __future__ import annotations

import asyncio
import datetime

import msgspec

from kafenio.records import record_of
from kafenio.records.format import Record, to_toml
from kafenio.server.course import Course
from kafenio.server.store import MatchRow, Store
from kafenio.server.terms import Terms

__all__ = ["finished_record", "record_text", "stored_record"]


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
    terms, deals, rows = await store.terms_of(match.table), await store.deals(match.id), await store.rows(match.id)

    def made() -> Record:
        game = msgspec.convert(terms, Terms).rules()
        return finished_record(match, Course.rebuilt(game, match.base, deals, rows))

    return await asyncio.to_thread(made)  # nobody's play waits for it


def record_text(match: MatchRow, course: Course) -> str:
    """The text of its `.kaf` file."""
    return to_toml(finished_record(match, course))
