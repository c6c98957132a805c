"""Who somebody is: a guest with a name, a colour and a cookie, or a program with a token that acts for him.

Tokens travel in cookies, headers and bodies, never in a path.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from msgspec import Struct

from kafenio.server.addresses import is_public, network
from kafenio.server.seating import NotAllowed
from kafenio.server.settings import Settings
from kafenio.server.store import Person, Store
from kafenio.server.store.bans import Bans
from kafenio.server.store.known import day
from kafenio.server.store.programs import Programs
from kafenio.server.store.store import digest

__all__ = [
    "COLOURS",
    "SUBPROTOCOL",
    "Me",
    "bearer",
    "came_from",
    "cookie",
    "known_colour",
    "me",
    "must_be",
    "no_cookie",
    "person_of",
    "session_of",
    "subprotocols",
    "tidy_name",
    "token_of",
]

NAME = "kafenio"
SECURE_NAME = "__Host-kafenio"
COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "grey")
TOKEN_MOST = 64
SUBPROTOCOL = "kafenio"
FOR_BANNED = ("/api/me/export", "/api/me/records", "/api/me/delete", "/api/logout")  # what is his stays his
FOR_PROGRAMS = ("/api/tables", "/api/me/records", "/api/records", "/ws/api/")  # what tokens are good for


class Me(Struct, frozen=True):
    id: str
    name: str
    colour: str
    account: bool  # whether he can log in; else a guest


def me(person: Person) -> Me:
    return Me(person.id, person.name, person.colour, person.account)


def cookie_name(settings: Settings) -> str:
    return SECURE_NAME if settings.secure else NAME


def cookie(token: str, settings: Settings) -> Cookie:
    """The cookie of a session: no script reads it, and it comes along from an invitation."""
    return Cookie(
        key=cookie_name(settings),
        value=token,
        path="/",
        max_age=400 * 86_400,
        secure=settings.secure,
        httponly=True,
        samesite="lax",
    )


def no_cookie(settings: Settings) -> Cookie:
    """What makes a browser forget it."""
    return replace(cookie("", settings), max_age=0)


def bearer(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The token of a program; None: no program asks. A browser never sends one by itself.

    A page can set no header of a socket but its subprotocols: there the token is the second, after `kafenio`.
    """
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    offered = subprotocols(connection)
    return offered[1] if len(offered) == 2 and offered[0] == SUBPROTOCOL else None


def subprotocols(connection: ASGIConnection[Any, Any, Any, Any]) -> list[str]:
    """What a socket offers to speak; nothing for a request."""
    if connection.scope["type"] != ScopeType.WEBSOCKET:
        return []
    return [name.strip() for name in connection.headers.get("sec-websocket-protocol", "").split(",") if name.strip()]


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """What the program's header says, else the cookie; empty: nothing that could be good."""
    program = bearer(connection)
    if program is not None:
        return program if len(program) <= TOKEN_MOST else ""
    token = connection.cookies.get(cookie_name(connection.app.state.settings), "")
    return token if len(token) <= TOKEN_MOST else ""


def session_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """A name for the session, which is no secret."""
    return digest(token_of(connection))


async def person_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
    """Who asks; None: nobody knows. NotAllowed for one who may not play here, and for a program that goes too far."""
    store: Store = connection.app.state.store
    token = token_of(connection)
    if bearer(connection) is not None:
        may_program(connection)
        found = await Programs(store).person_of(token) if token else None
    else:
        found = await store.person_of(token) if token else None
    if found is not None and found.banned is not None and connection.scope["path"] not in FOR_BANNED:
        raise NotAllowed("not_yours", f"you may not play here: {found.banned}", "barred")
    return found


async def came_from(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The network of a new guest, as it is kept; none of one's own house or of an unknown proxy. NotAllowed from one that is refused."""
    host = connection.client.host if connection.client else ""
    if not is_public(host):
        return None
    bans = Bans(connection.app.state.store)
    kept = await bans.network(network(host))
    until = await bans.refuses(kept)
    if until is not None:
        raise NotAllowed(
            "not_yours",
            f"nobody comes in from your network as a new guest until {day(until)}; log in if you have an account",
            "no_guests",
        )
    return kept


def may_program(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """NotAllowed where a program may not act for a person: whatever is not named in `FOR_PROGRAMS`."""
    path = connection.scope["path"]
    asks = connection.scope["type"] == ScopeType.HTTP and connection.scope.get("method") == "GET"
    if not (path.startswith(FOR_PROGRAMS) or (path == "/api/me" and asks)):
        raise NotAllowed("not_yours", "a token is not enough for this: log in")


async def must_be(connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
    """NotAllowed without a session."""
    person = await person_of(connection)
    if person is None:
        raise NotAllowed("not_seated", "no session: say who you are first", "no_session")
    return person


def known_colour(name: str) -> str:
    """NotAllowed for one that is not among `COLOURS`."""
    if name not in COLOURS:
        raise NotAllowed("not_now", f"no colour {name!r}; colours: {', '.join(COLOURS)}")
    return name


def tidy_name(name: str) -> str:
    """A name to be shown to others: no controls, no marks that turn the text around. NotAllowed if nothing is left."""
    kept = "".join(
        c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    found = " ".join(kept.split())[:32]
    if not found or found.startswith("bot:"):
        raise NotAllowed("not_now", "another name, please", "bad_name")
    return found
