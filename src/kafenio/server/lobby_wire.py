"""Every message of the lobby's socket, both ways, and the published JSON Schema made from them.

As at a table (`wire`): a JSON object whose field `t` says which; an unknown field, a wrong type or a text too long is refused.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from kafenio.message import Message
from kafenio.server.doors import Presence
from kafenio.server.wire import ClockTerms, FromClient, FromServer, Id, Ping, Pong, Refused

__all__ = [
    "FROM_CLIENT",
    "FROM_SERVER",
    "PUBLISHED",
    "Cancel",
    "Cancelled",
    "Find",
    "Found",
    "FriendNews",
    "FriendState",
    "Friends",
    "Gone",
    "Listed",
    "ListedNews",
    "Tables",
    "Waiting",
    "decode",
    "schema",
    "schema_text",
]

PUBLISHED = Path(__file__).with_name("lobby.schema.json")


class Listed(Struct, frozen=True, omit_defaults=True):
    """A public table that is open or playing."""

    id: str
    state: str
    game: str
    differences: list[str]
    clock: ClockTerms
    seats: list[str]  # a name, bot:NAME, or nothing
    watching: int
    rated: bool = False
    here: int = 0  # so many of those who sit there are there
    said: list[Message] = []  # the differences, for other languages


class FriendState(Struct, frozen=True, omit_defaults=True):
    """A friend, and whether he is here; at which table only if that is public."""

    id: str
    name: str
    colour: str
    presence: Presence
    table: str = ""


# From the client.


class Find(FromClient, frozen=True, tag="find"):
    """Look for a table: when enough people wait for the same, one is made and all are told.

    Without a preset any will do. It replaces what one looked for before, and ends with the socket.
    """

    id: Id
    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=2, le=5)]
    preset: Annotated[str, Meta(max_length=60)] | None = None
    clock: ClockTerms = ClockTerms()
    rated: bool = False


class Cancel(FromClient, frozen=True, tag="cancel"):
    """Look no more."""


# From the server.


class Tables(FromServer, frozen=True, tag="tables"):
    """All public tables: the first message."""

    tables: list[Listed]


class ListedNews(FromServer, frozen=True, tag="listed"):
    """A public table is new, or has changed."""

    table: Listed


class Gone(FromServer, frozen=True, tag="gone"):
    """A public table is over, or no more public."""

    id: str


class Friends(FromServer, frozen=True, tag="friends"):
    """All my friends: the second message, and again when one is new or has gone."""

    friends: list[FriendState]


class FriendNews(FromServer, frozen=True, tag="friend"):
    """A friend has come, gone, sat down or risen."""

    friend: FriendState


class Waiting(FromServer, frozen=True, tag="waiting"):
    """I am looking for a table; so many look for one of the same kind, and so many are needed."""

    id: str
    waiting: int
    needed: int


class Cancelled(FromServer, frozen=True, tag="cancelled"):
    """I look for a table no more."""

    id: str


class Found(FromServer, frozen=True, tag="found"):
    """A table was made, and I sit at it: open its socket, see what is played there, and agree."""

    id: str
    table: str


FROM_CLIENT: tuple[type[FromClient], ...] = (Find, Cancel, Pong)
FROM_SERVER: tuple[type[FromServer], ...] = (
    Tables, ListedNews, Gone, Friends, FriendNews, Waiting, Cancelled, Found, Refused, Ping,
)  # fmt: skip
AnyFromClient: TypeAlias = Find | Cancel | Pong

_decoder = msgspec.json.Decoder(AnyFromClient)


def decode(text: str | bytes) -> AnyFromClient:
    """A client's message. msgspec.MsgspecError (or a RecursionError for one too deep) if it is none."""
    return _decoder.decode(text)


def schema() -> dict[str, Any]:
    """JSON Schema 2020-12 of both directions: `#/$defs/FromClient` and `#/$defs/FromServer`."""
    (client, server), parts = msgspec.json.schema_components(
        [
            AnyFromClient,
            Tables | ListedNews | Gone | Friends | FriendNews | Waiting | Cancelled | Found | Refused | Ping,
        ],
        ref_template="#/$defs/{name}",
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of the lobby's socket in Kafenio",
        "$defs": {**parts, "FromClient": client, "FromServer": server},
    }


def schema_text() -> str:
    """The published file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
