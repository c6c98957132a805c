"""Tokens for programs: bots of one's own, other sites. Made and revoked by people in a browser, or by a guest's program."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, delete
from msgspec import Meta, Struct

from kafenio.server.asking import ERRORS, AnyRequest, Key, read, store_of, write
from kafenio.server.doors import Doors
from kafenio.server.people import Me, came_from, known_colour, me, must_be, tidy_name
from kafenio.server.seating import NotAllowed
from kafenio.server.sockets import same_origin
from kafenio.server.store import Taken
from kafenio.server.store.programs import Programs

__all__ = ["PROGRAM_ROUTES"]


class NewProgram(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]  # for oneself, to know it again in the list


class ProgramState(Struct, frozen=True):
    id: str
    name: str
    created: int  # milliseconds since 1970
    used: int | None  # to the hour


class MadeProgram(Struct, frozen=True):
    id: str
    name: str
    token: str  # shown this once


class GuestProgram(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    colour: Annotated[str, Meta(max_length=16)] = "grey"


class MadeGuest(Struct, frozen=True):
    me: Me
    token: str


@write("/api/me/tokens")
async def new_program(request: AnyRequest, data: NewProgram) -> MadeProgram:
    """A token by which a program plays for me. What it may do: see docs/api.md."""
    person = await must_be(request)
    try:
        made, token = await Programs(store_of(request)).add(person.id, tidy_name(data.name))
    except Taken as e:
        raise NotAllowed("not_now", f"{e}; revoke one first", "enough") from None
    return MadeProgram(made.id, made.name, token)


@read("/api/me/tokens")
async def all_programs(request: AnyRequest) -> list[ProgramState]:
    """My tokens, without what is secret of them."""
    person = await must_be(request)
    return [ProgramState(*found) for found in await Programs(store_of(request)).of(person.id)]


@delete("/api/me/tokens/{key:str}", status_code=204, responses=ERRORS, guards=[same_origin])
async def drop_program(request: AnyRequest, key: Key) -> None:
    """Revoke a token; its sockets are closed."""
    person, doors = await must_be(request), request.app.state.doors
    assert isinstance(doors, Doors)
    session = await Programs(store_of(request)).drop(person.id, key)
    if session is None:
        raise NotAllowed("unknown", "no such token")
    doors.end_sessions(person.id, [session])


@write("/api/guest/token", guards=[])
async def guest_program(request: AnyRequest, data: GuestProgram) -> Response[MadeGuest]:
    """A new guest for a program that has no account: a token instead of a cookie, so any origin may ask."""
    name, colour = tidy_name(data.name), known_colour(data.colour)
    person, token = await Programs(store_of(request)).guest(name, colour, await came_from(request))
    return Response(MadeGuest(me(person), token))


PROGRAM_ROUTES: list[Any] = [new_program, all_programs, drop_program, guest_program]
