"""Records over HTTP: one's own, brought and checked; and the public database of finished matches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import Response, delete, post
from litestar.params import Parameter
from litestar.response import Stream
from msgspec import Meta, Struct

from kafenio.game import load
from kafenio.records.format import to_json
from kafenio.server.asking import ERRORS, AnyRequest, Key, read, store_of, write
from kafenio.server.export import stored_record
from kafenio.server.people import must_be
from kafenio.server.reading import LARGEST, Reading, checked
from kafenio.server.seating import NotAllowed
from kafenio.server.sockets import same_origin
from kafenio.server.store import Taken
from kafenio.server.store.records import KeptRecord, NewRecord, Records

__all__ = ["RECORD_ROUTES", "BroughtRecord", "reading_of"]


class BroughtRecord(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=LARGEST)]  # of a .kaf file, or one JSON line


class RecordState(Struct, frozen=True):
    id: str
    game: str
    title: str
    names: list[str]
    notes: list[str]  # what could not be checked
    created: int  # milliseconds since 1970


class Naming(Struct, frozen=True, forbid_unknown_fields=True):
    named: bool  # whether one's name stands in the public database


def reading_of(request: AnyRequest) -> Reading:
    found: Reading = request.app.state.reading
    return found


def record_state(kept: KeptRecord) -> RecordState:
    return RecordState(kept.id, kept.game, load(kept.game).TITLE, kept.names, kept.notes, kept.created)


@post("/api/records", responses=ERRORS, guards=[same_origin], request_max_body_size=8 * LARGEST)
async def bring_record(request: AnyRequest, data: BroughtRecord) -> RecordState:
    """Bring a record of one's own. It is replayed and compared; one that does not hold is refused with the place."""
    person = await must_be(request)
    record, notes = await reading_of(request)(checked, data.text)
    try:
        kept = await Records(store_of(request)).add(
            person.id, NewRecord(record.game, [name[:60] for name in record.seats], notes[:20], data.text)
        )
    except Taken as e:
        raise NotAllowed("not_now", str(e)) from None
    return record_state(kept)


@read("/api/records")
async def brought_records(request: AnyRequest) -> list[RecordState]:
    """The records that I have brought."""
    person = await must_be(request)
    return [record_state(kept) for kept in await Records(store_of(request)).of(person.id)]


@read("/api/records/{key:str}", media_type="text/plain")
async def brought_record(request: AnyRequest, key: Key) -> Response[str]:
    """One of them, as it came."""
    text = await Records(store_of(request)).text((await must_be(request)).id, key)
    if text is None:
        raise NotAllowed("unknown", "no such record")
    return Response(text, headers={"Content-Disposition": f'attachment; filename="kafenio-{key}.kaf"'})


@delete("/api/records/{key:str}", status_code=204, responses=ERRORS, guards=[same_origin])
async def drop_record(request: AnyRequest, key: Key) -> None:
    """Take one away."""
    if not await Records(store_of(request)).drop((await must_be(request)).id, key):
        raise NotAllowed("unknown", "no such record")


@read("/api/me/named")
async def naming(request: AnyRequest) -> Naming:
    """Whether my name stands in the public database. Without it there is a pseudonym, always the same."""
    return Naming(await Records(store_of(request)).is_named((await must_be(request)).id))


@write("/api/me/named", status_code=200)
async def name_me(request: AnyRequest, data: Naming) -> Naming:
    """Allow it, or no longer; it counts for every match. A guest has a pseudonym."""
    person = await must_be(request)
    if data.named and not person.account:
        raise NotAllowed("not_yours", "for accounts only", "with_account")
    await Records(store_of(request)).name(person.id, data.named)
    return data


@read("/api/database.kaf.jsonl", media_type="application/jsonl")
async def database(
    request: AnyRequest,
    after: Annotated[int, Parameter(ge=0, le=2**53, description="Only what ended later: milliseconds since 1970.")] = 0,
) -> Stream:
    """Every finished match of public tables, a record a line, in the order of their ends."""
    exporting: asyncio.Semaphore = request.app.state.exporting
    if exporting.locked():
        raise NotAllowed("busy", "others are being served; try again")
    store = store_of(request)

    async def lines() -> AsyncIterator[bytes]:
        async with exporting:
            records, place = Records(store), (after, "~")
            while matches := await records.public(place):
                for match in matches:
                    record = await stored_record(store, match)
                    record.date = record.date and record.date.date()  # the day is enough
                    record.extra = {"match": match.id, "ended": match.ended}
                    yield to_json(record) + b"\n"
                assert matches[-1].ended is not None
                place = (matches[-1].ended, matches[-1].id)

    return Stream(lines(), headers={"Content-Disposition": 'attachment; filename="database.kaf.jsonl"'})


RECORD_ROUTES: list[Any] = [
    bring_record, brought_records, brought_record, drop_record, naming, name_me, database,
]  # fmt: skip
