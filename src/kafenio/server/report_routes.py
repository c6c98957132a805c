"""What those who run the server read: reports about people and about plays of bots. By a token of theirs alone."""

from __future__ import annotations

import hmac
from typing import Annotated, Any

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import Parameter
from msgspec import Struct

from kafenio.records.format import to_toml
from kafenio.server.asking import AnyRequest, Key, read, store_of, write
from kafenio.server.export import place_of, stored_record, stored_until
from kafenio.server.people import bearer
from kafenio.server.seating import NotAllowed
from kafenio.server.settings import Settings
from kafenio.server.store.reports import Report, Reports

__all__ = ["REPORT_ROUTES"]


class ReportState(Struct, frozen=True):
    """`text` of a report about a person: why, and the last words said; about a play: seat, bot, why, deal, ply, play.

    Where in the record the play stands is found when the match is over, for one report that is asked for.
    """

    id: str
    kind: str  # person, or play
    person: str | None  # who reports
    name: str | None
    about: str | None
    about_name: str | None
    table: str | None
    match: str | None
    text: dict[str, Any]
    created: int  # milliseconds since 1970
    settled: int | None


def runs_it(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """The token of those who run the server; without one in its settings these pages are not there."""
    settings: Settings = connection.app.state.settings
    if not settings.admin:
        raise NotFoundException("not found")
    shown = bearer(connection) or ""
    if not hmac.compare_digest(shown.encode(), settings.admin.encode()):
        raise PermissionDeniedException("not yours")


@read("/api/admin/reports", guards=[runs_it])
async def all_reports(
    request: AnyRequest, settled: bool = False, most: Annotated[int, Parameter(ge=1, le=1000)] = 100
) -> list[ReportState]:
    """The latest first."""
    return [ReportState(*found) for found in await Reports(store_of(request)).all(most, settled)]


@read("/api/admin/reports/{key:str}", guards=[runs_it])
async def one_report(request: AnyRequest, key: Key) -> ReportState:
    """One of them, with the place of the play."""
    return ReportState(*await placed(request, await report_of(request, key)))


async def placed(request: AnyRequest, report: Report) -> Report:
    """A report about a play, with its place in the record if the match is over by now."""
    match = await store_of(request).match(report.match) if report.match else None
    if report.kind != "play" or "play" in report.text or match is None or match.ended is None:
        return report
    text = report.text
    course = await stored_until(store_of(request), match, text.get("row"))
    found = place_of(course.match, text["seat"], text.get("deal"), text.get("ply"))
    return report._replace(text=text | (found or {}))


async def report_of(request: AnyRequest, key: str) -> Report:
    found = await Reports(store_of(request)).one(key)
    if found is None:
        raise NotAllowed("unknown", "no such report")
    return found


@read("/api/admin/reports/{key:str}/record", guards=[runs_it], media_type="text/plain")
async def reported_record(request: AnyRequest, key: Key) -> Response[str]:
    """The record of the match that a report is about: a test of the bot is made from it. Not before the match is over."""
    report = await report_of(request, key)
    match = await store_of(request).match(report.match) if report.match else None
    if match is None:
        raise NotAllowed("unknown", "no match goes with this report")
    if match.ended is None:
        raise NotAllowed("not_now", "the match is not over")
    return Response(to_toml(await stored_record(store_of(request), match)))


@write("/api/admin/reports/{key:str}/settled", guards=[runs_it])
async def settle_report(request: AnyRequest, key: Key) -> ReportState:
    """Done with: it leaves the list."""
    await report_of(request, key)
    await Reports(store_of(request)).settle(key)
    return ReportState(*await report_of(request, key))


REPORT_ROUTES: list[Any] = [all_reports, one_report, reported_record, settle_report]
