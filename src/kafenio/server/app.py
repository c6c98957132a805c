"""The web application: HTTP for people and tables, a socket for each table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from sqlalchemy.exc import SQLAlchemyError

import kafenio
from kafenio.errors import BadOptions, BadRecord, KafenioError
from kafenio.message import Message, said
from kafenio.server.addresses import Addresses
from kafenio.server.bots import Bots, stand_in
from kafenio.server.doors import Doors
from kafenio.server.hall import Hall
from kafenio.server.inbox import House
from kafenio.server.lobby import Lobby
from kafenio.server.lobby_socket import lobby_socket
from kafenio.server.metrics import published
from kafenio.server.outermost import guarded
from kafenio.server.pages import made_pages
from kafenio.server.passwords import Passwords
from kafenio.server.peers import Peers
from kafenio.server.reading import Reading
from kafenio.server.routes import ROUTES
from kafenio.server.sealed import Shuffler
from kafenio.server.seating import NotAllowed
from kafenio.server.settings import Settings
from kafenio.server.sockets import program_socket, table_socket
from kafenio.server.store import NotStored, Store
from kafenio.server.store.accounts import Accounts
from kafenio.server.store.bans import Bans
from kafenio.server.store.lives import Lives
from kafenio.server.strict import StrictRequest

__all__ = ["made_app"]

log = logging.getLogger(__name__)
STATUS = {"not_yours": 403, "not_seated": 403, "unknown": 404, "too_many": 429, "busy": 503}
REASONS = {401: "no_session", 403: "not_yours", 404: "unknown", 413: "too_large", 429: "too_many"}  # of the framework
STRICT = (  # bodies in which an unknown field is refused
    "Guest", "NewTable", "Wanted", "Code", "ClockTerms", "NewAccount", "LogIn", "NewPassword", "NewPasskey", "ShownPasskey",
    "LogOut", "Farewell", "FriendCode", "NewProgram", "GuestProgram", "BroughtRecord", "Naming", "NewBan",
    "ReportedPlay",
)  # fmt: skip


def refused(_: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """What the rules, or the house, do not allow."""
    content: dict[str, Any] = {"error": str(error)}
    if isinstance(error, BadOptions) and error.options:
        content["where"] = [{"option": name} for name in error.options]
    match error:
        case NotAllowed() | BadOptions(why=Message()):
            content["why"] = error.why
        case BadOptions():
            content["why"] = said("code.bad_options", detail=str(error))
        case _:
            content["why"] = said("code.illegal")
    return Response(content, status_code=STATUS.get(getattr(error, "code", ""), 409))


def bad_record(_: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """A record that does not hold, in one line with its place."""
    return Response({"error": str(error), "why": said("code.bad_record", detail=str(error))}, status_code=409)


def not_stored(_: Request[Any, Any, Any], __: Exception) -> Response[dict[str, Any]]:
    return Response({"error": "the database does not answer; try again", "why": said("code.silent")}, status_code=503)


def failed(_: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    """Errors of the framework in the same form, and without what they would tell of the inside."""
    content: dict[str, Any] = {
        "error": error.detail,
        "why": said(f"code.{REASONS.get(error.status_code, 'bad_request')}"),
    }
    if error.extra:
        content["where"] = error.extra
    return Response(content, status_code=error.status_code, headers=error.headers)


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """Our own mistake: told to the log, not to the asker."""
    log.error("%s %s", request.method, request.url.path, exc_info=error)
    return Response({"error": "something went wrong", "why": said("code.broken")}, status_code=500)


def made_app(settings: Settings, shuffler: Shuffler | None = None) -> Any:
    """The application, its database ready; `shuffler` is another one in tests only. ValueError, SQLAlchemyError."""
    store = Store(settings.database)
    store.migrate()

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        store.open()
        bots = Bots(settings.bot_delay_s)
        hall = Hall(House(store, settings, bots, shuffler or Shuffler()), Peers(store, settings.beat_s))
        app.state.settings, app.state.store, app.state.hall = settings, store, hall
        app.state.accounts, app.state.lives, app.state.doors = Accounts(store), Lives(store, stand_in), Doors()
        app.state.passwords, app.state.addresses = Passwords(), Addresses(settings)
        app.state.reading, app.state.exporting = Reading(), asyncio.Semaphore(2)
        hall.house.aside["e"] = app.state.doors.ended_elsewhere
        lobby = app.state.lobby = Lobby(hall, app.state.doors)
        await Bans(store).forget()
        await hall.open()
        await lobby.open()
        close_metrics = published(hall, settings.metrics_host, settings.metrics_port)
        try:
            yield
        finally:
            close_metrics()
            await lobby.close()
            await hall.close()
            bots.close()
            app.state.reading.close()
            await store.close()

    app = Litestar(
        [*ROUTES, table_socket, program_socket, lobby_socket, made_pages()],
        lifespan=[life],
        exception_handlers={
            BadRecord: bad_record,
            KafenioError: refused,
            NotStored: not_stored,
            SQLAlchemyError: not_stored,
            HTTPException: failed,
            Exception: broken,
        },
        openapi_config=OpenAPIConfig("Kafenio", kafenio.__version__, path="/api/schema", render_plugins=[]),
        request_class=StrictRequest,
        request_max_body_size=16_384,
        middleware=[
            RateLimitConfig(
                ("minute", settings.http_per_minute), exclude=["/api/health"], exclude_opt_key="unlimited"
            ).middleware
        ],
        logging_config=None,
    )
    for name in STRICT:
        app.openapi_schema.components.schemas[name].additional_properties = False
    return guarded(app, settings)
