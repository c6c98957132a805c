"""Those who run the server send somebody away from all of it. By a token of theirs alone."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import delete
from msgspec import Meta, Struct

from kafenio.server.account_routes import doors_of, lives_of, tell_tables
from kafenio.server.asking import ERRORS, AnyRequest, Key, read, store_of, write
from kafenio.server.report_routes import runs_it
from kafenio.server.seating import NotAllowed
from kafenio.server.store.bans import Bans

__all__ = ["BAN_ROUTES"]


class NewBan(Struct, frozen=True, forbid_unknown_fields=True):
    person: Annotated[str, Meta(max_length=24, pattern="^[0-9a-f]+$")]
    why: Annotated[str, Meta(min_length=1, max_length=200)]  # he reads it
    days: Annotated[int, Meta(ge=1, le=3650)] | None = None  # none: until it is lifted


class BanState(Struct, frozen=True):
    id: str
    person: str | None  # none: he has deleted himself
    name: str | None
    why: str
    created: int  # milliseconds since 1970
    until: int | None
    network: bool  # whether new guests are refused, for a week at most, from where he came from


@read("/api/admin/bans", guards=[runs_it])
async def all_bans(request: AnyRequest) -> list[BanState]:
    """Those that hold, the latest first."""
    return [BanState(*found) for found in await Bans(store_of(request)).all()]


@write("/api/admin/bans", guards=[runs_it])
async def new_ban(request: AnyRequest, data: NewBan) -> BanState:
    """Somebody may not play here: his sockets close, a bot takes his seats, and he may only fetch or delete his own data."""
    store, bans, doors = store_of(request), Bans(store_of(request)), doors_of(request)
    if await store.person(data.person) is None:
        raise NotAllowed("unknown", "nobody here has this id")
    key = await bans.add(data.person, data.why, data.days)
    await tell_tables(request, await lives_of(request).leave(data.person))
    doors.end_sessions(data.person)
    return next(BanState(*ban) for ban in await bans.all() if ban.id == key)


@delete("/api/admin/bans/{key:str}", status_code=204, responses=ERRORS, guards=[runs_it])
async def lift_ban(request: AnyRequest, key: Key) -> None:
    """He may play again."""
    if not await Bans(store_of(request)).lift(key):
        raise NotAllowed("unknown", "no such ban")


BAN_ROUTES: list[Any] = [all_bans, new_ban, lift_ban]
