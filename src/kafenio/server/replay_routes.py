"""Replays over HTTP: of finished matches for who may see them, of records from disk for who sends them; nothing is kept.

A match in play is told to nobody this way, whatever it is asked for.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, post
from litestar.params import Parameter, QueryParameter
from msgspec import Meta, Struct
from msgspec.structs import replace

from kafenio.records.format import Record, to_toml
from kafenio.records.line import split
from kafenio.server.asking import ERRORS, AnyRequest, Key, read, store_of, write
from kafenio.server.export import stored_record
from kafenio.server.people import must_be
from kafenio.server.reading import LARGEST, advised_text, replayed_text
from kafenio.server.record_routes import BroughtRecord, reading_of
from kafenio.server.replay import BOT, Advice, Replay, advised, replayed
from kafenio.server.seating import NotAllowed, may_enter
from kafenio.server.sockets import same_origin
from kafenio.server.store import MatchRow, Taken
from kafenio.server.store.records import Records
from kafenio.server.store.reports import NewReport, Reports
from kafenio.server.wire import Noted

__all__ = ["REPLAY_ROUTES"]

Number = Annotated[int, Parameter(ge=1, le=1_000_000, description="Of the match at its table, from 1.")]
Deal = Annotated[int, Parameter(ge=1, le=10_000, description="From 1.")]
Ply = Annotated[int, Parameter(ge=0, le=10_000, description="How many plays of the deal were made before.")]
Place = Annotated[int, Parameter(ge=-1, le=4, description="From which seat; -1: one's own, or the first.")]
Open = Annotated[bool, QueryParameter(name="open", description="With the cards of all.")]


class ReportedPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """A play of a bot that looks foolish. Deals count from 1, plays from 0, as in the record."""

    deal: Annotated[int, Meta(ge=1, le=10_000)]
    ply: Annotated[int, Meta(ge=0, le=10_000)]
    why: Annotated[str, Meta(max_length=500)] = ""


async def finished(request: AnyRequest, table: str, number: int) -> tuple[MatchRow, int | None]:
    """A match that is over, and where the asker sat in it. NotAllowed where he neither sat nor may enter."""
    person, store = await must_be(request), store_of(request)
    match, seat = await Records(store).match_at(table, number, person.id)
    if seat is None:
        row = await store.table(table)
        if row is None or not may_enter(row, person.id):
            raise NotAllowed("unknown", "no such match")
    if match is None:
        raise NotAllowed("unknown", "no such match")
    if match.ended is None:
        raise NotAllowed("not_now", "the match is not over", "not_over")
    return match, seat


async def record_at(request: AnyRequest, table: str, number: int) -> tuple[Record, int | None]:
    match, seat = await finished(request, table, number)
    return await stored_record(store_of(request), match), seat


@read("/api/tables/{table_id:str}/matches/{number:int}/record", media_type="text/plain")
async def match_record(request: AnyRequest, table_id: Key, number: Number) -> Response[str]:
    """The record of a finished match."""
    record, _ = await record_at(request, table_id, number)
    return Response(
        to_toml(record), headers={"Content-Disposition": f'attachment; filename="kafenio-{table_id}-{number}.kaf"'}
    )


@read("/api/tables/{table_id:str}/matches/{number:int}/replay")
async def match_replay(
    request: AnyRequest, table_id: Key, number: Number, deal: Deal = 1, seat: Place = -1, opened: Open = False
) -> Replay:
    """A deal of a finished match, step by step, as a seat was told it or with all cards open."""
    record, mine = await record_at(request, table_id, number)
    place = seat if seat >= 0 else mine or 0
    return replace(await reading_of(request)(replayed, record, deal, place, opened), mine=mine)


@read("/api/tables/{table_id:str}/matches/{number:int}/advice")
async def match_advice(request: AnyRequest, table_id: Key, number: Number, deal: Deal, ply: Ply) -> Advice:
    """What a strong bot would have played there."""
    record, _ = await record_at(request, table_id, number)
    return await reading_of(request)(advised, record, deal, ply)


@write("/api/tables/{table_id:str}/matches/{number:int}/reports")
async def report_play(request: AnyRequest, table_id: Key, number: Number, data: ReportedPlay) -> Noted:
    """Tell those who run the server of a bot's foolish play; the record goes along."""
    person = await must_be(request)
    match, _ = await finished(request, table_id, number)
    record = await stored_record(store_of(request), match)
    plays = record.deals[data.deal - 1].plays if data.deal <= len(record.deals) else []
    play = split(plays[data.ply]) if data.ply < len(plays) else None
    if play is None:
        raise NotAllowed("unknown", f"deal {data.deal} has no play {data.ply}")
    name = record.seats[play.seat]
    if not name.startswith(BOT):
        raise NotAllowed("unknown", f"no bot plays at seat {play.seat}")
    text = {"why": data.why, "deal": data.deal, "ply": data.ply, "seat": play.seat, "play": play.text}
    report = NewReport("play", person.id, None, table_id, match.id, None, {**text, "bot": name.removeprefix(BOT)})
    try:
        return Noted(await Reports(store_of(request)).add(report))
    except Taken as e:
        raise NotAllowed("not_now", str(e)) from None


@post("/api/replays", status_code=200, responses=ERRORS, guards=[same_origin], request_max_body_size=8 * LARGEST)
async def sent_replay(
    request: AnyRequest, data: BroughtRecord, deal: Deal = 1, seat: Place = -1, opened: Open = False
) -> Replay:
    """A deal of a record that is sent along. It is checked; one that does not hold is refused with the place. It is not kept."""
    return await reading_of(request)(replayed_text, data.text, deal, max(seat, 0), opened)


@post("/api/replays/advice", status_code=200, responses=ERRORS, guards=[same_origin], request_max_body_size=8 * LARGEST)
async def sent_advice(request: AnyRequest, data: BroughtRecord, deal: Deal, ply: Ply) -> Advice:
    """What a strong bot would have played there in a record that is sent along."""
    return await reading_of(request)(advised_text, data.text, deal, ply)


REPLAY_ROUTES: list[Any] = [
    match_record, match_replay, match_advice, report_play, sent_replay, sent_advice,
]  # fmt: skip
