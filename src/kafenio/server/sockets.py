"""The socket of a table: who may open one, how it is read, how it ends."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.handlers.base import BaseRouteHandler
from sqlalchemy.exc import SQLAlchemyError

from kafenio.server import wire
from kafenio.server.addresses import Address, Addresses
from kafenio.server.doors import Door, Doors
from kafenio.server.hall import Hall
from kafenio.server.inbox import Enter, Gone
from kafenio.server.line import line_of
from kafenio.server.outbox import Budget, Connection
from kafenio.server.people import SUBPROTOCOL, bearer, person_of, session_of, subprotocols
from kafenio.server.settings import Settings
from kafenio.server.store import Person
from kafenio.server.store.reports import Reports

__all__ = ["connection_of", "program_socket", "same_origin", "table_socket", "talk"]

log = logging.getLogger(__name__)


def same_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A browser says where a page comes from; none but ours may use a player's cookie. A program's token is no cookie."""
    settings: Settings = connection.app.state.settings
    if connection.scope["type"] == ScopeType.HTTP and bearer(connection) is not None:
        return
    if connection.headers.get("origin") not in settings.origins:
        raise PermissionDeniedException("this page may not")


def with_token(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """For programs only: whoever shows no token does not come in by a cookie either."""
    if bearer(connection) is None:
        raise NotAuthorizedException("a token expected: Authorization: Bearer …")


@websocket("/ws/tables/{table_id:str}", guards=[same_origin])
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
    """The talk of one person with one table. What is refused is refused before the socket is accepted."""
    await at_table(socket, table_id)


@websocket("/ws/api/tables/{table_id:str}", guards=[with_token])
async def program_socket(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
    """The same for a program with a token: it has no origin."""
    await at_table(socket, table_id)


async def at_table(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
    hall: Hall = socket.app.state.hall
    person = await person_of(socket)
    if person is None:
        raise NotAuthorizedException("no session")
    table = await hall.find(table_id)
    if table is None or not await hall.admits(table, person.id):
        raise NotFoundException("no such table")
    connection = connection_of(socket, person)
    connection.muted = await Reports(socket.app.state.store).muted(person.id)

    def hear(frame: bytes) -> None:
        said = wire.decode(frame)
        if isinstance(said, wire.Pong):
            connection.pong(said.k)
        elif not table.send(connection, said):
            connection.put(wire.Refused("busy", "the table is busy; send it again", getattr(said, "id", None)))

    def come() -> None:
        table.send(connection, Enter())

    def go() -> None:
        table.send(connection, Gone())

    await talk(socket, Door(person.id, session_of(socket), connection, table.id), come, hear, go)


def connection_of(socket: WebSocket[Any, Any, Any], person: Person) -> Connection:
    return Connection(person, line_of(socket.scope))


async def talk(
    socket: WebSocket[Any, Any, Any],
    door: Door,
    come: Callable[[], None],
    hear: Callable[[bytes], None],
    go: Callable[[], None],
) -> None:
    """Accept a socket and hear what it says until it ends; `go` follows `come`. `hear` raises what msgspec raises."""
    doors: Doors = socket.app.state.doors
    addresses: Addresses = socket.app.state.addresses
    connection = door.connection
    address = addresses.opens(socket.client.host if socket.client else "")
    if address is None:
        await refuse(socket, 429, "too many sockets from your address")
        return
    try:
        await socket.accept(SUBPROTOCOL if SUBPROTOCOL in subprotocols(socket) else None)
    except BaseException:
        addresses.closes(address)
        raise
    connection.open()
    doors.opened(door)
    try:
        if await person_of(socket) is None:  # it has ended since the handshake, when this door could not be closed
            connection.close(4401, "the session has ended")
        cast(list[object], socket.scope["headers"]).clear()  # nobody asks for them again, and thousands sit idle
        come()
        try:
            await listen(socket, connection, Hearing(connection, hear, socket.app.state.settings, address))
        finally:
            go()
    except SQLAlchemyError:
        connection.close(1013, "the database does not answer")
    finally:
        addresses.closes(address)
        connection.close(1001, "gone")
        doors.closed(door)
        await end(socket, connection)


async def refuse(socket: WebSocket[Any, Any, Any], status: int, text: str) -> None:
    """Answer a handshake by a status of one's own; the framework's is always 403."""
    start: Any = {"type": "websocket.http.response.start", "status": status, "headers": [(b"retry-after", b"5")]}
    body: Any = {"type": "websocket.http.response.body", "body": text.encode()}
    await socket.send(start)
    await socket.send(body)


async def end(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    """Send what waits, then the reason of the end."""
    assert connection.closing is not None
    code, reason = connection.closing
    with suppress(Exception):  # whoever is gone need not be told
        while connection.waiting:
            text = connection.waiting.pop(0).decode()
            await socket.send({"type": "websocket.send", "text": text, "bytes": None})
        await socket.send({"type": "websocket.close", "code": code, "reason": reason})


class Hearing:
    """What comes in on one socket, within the limits that it has and its address has."""

    __slots__ = ("address", "budget", "connection", "hear", "strikes")

    def __init__(
        self, connection: Connection, hear: Callable[[bytes], None], settings: Settings, address: Address
    ) -> None:
        self.connection = connection
        self.hear = hear
        self.budget = Budget(settings.burst, settings.per_s)
        self.address = address
        self.strikes = settings.strikes  # so many bad messages, and it is closed

    def __call__(self, frame: bytes) -> None:
        connection = self.connection
        if connection.closing is not None:
            return
        if not self.budget.take() or not self.address.frames.take():
            connection.close(4429, "too fast")
            return
        try:
            self.hear(frame)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as e:
            connection.put(wire.Refused("bad_message", str(e)[:200]))
            self.strikes -= 1
            if self.strikes <= 0:
                connection.close(4400, "bad messages")


async def listen(socket: WebSocket[Any, Any, Any], connection: Connection, hearing: Hearing) -> None:
    """Until it ends or is to end. What has come in before is heard first, for its line reads no more until that is taken."""
    line_of(socket.scope).hear = hearing
    while True:
        message: Any = await socket.receive()
        if message["type"] != "websocket.receive" or connection.closing is not None:
            return
        hearing((message.get("text") or "").encode())
