"""The socket of the lobby."""

from __future__ import annotations

from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import NotAuthorizedException

from kafenio.server import lobby_wire as lw
from kafenio.server.doors import Door
from kafenio.server.lobby import Lobby
from kafenio.server.people import person_of, session_of
from kafenio.server.sockets import connection_of, same_origin, talk
from kafenio.server.wire import Pong, Refused

__all__ = ["lobby_socket"]


@websocket("/ws/lobby", guards=[same_origin])
async def lobby_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """The talk of one person with the lobby."""
    lobby: Lobby = socket.app.state.lobby
    person = await person_of(socket)
    if person is None:
        raise NotAuthorizedException("no session")
    connection = connection_of(socket, person)

    def hear(frame: bytes) -> None:
        said = lw.decode(frame)
        if isinstance(said, Pong):
            connection.pong(said.k)
        elif not lobby.ask(connection, said):
            connection.put(Refused("busy", "one thing after the other", getattr(said, "id", None)))

    await talk(
        socket,
        Door(person.id, session_of(socket), connection),
        lambda: lobby.come(connection),
        hear,
        lambda: lobby.go(connection),
    )
