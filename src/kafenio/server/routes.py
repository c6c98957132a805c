"""What is asked over HTTP: who I am, tables, invitations, the record of a finished match."""

from __future__ import annotations

import hmac
import io
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated, Any, get_args

import msgspec
import segno
from litestar import Response
from litestar.params import Parameter, QueryParameter
from litestar.response import Stream
from msgspec import Meta, Struct

from kafenio.errors import BadOptions
from kafenio.game import Game, games, load, option_inner
from kafenio.i18n.house import Described, described, preset
from kafenio.message import Message
from kafenio.records.format import to_json
from kafenio.server import lobby_wire, wire
from kafenio.server.account_routes import ACCOUNT_ROUTES
from kafenio.server.asking import AnyRequest, Key, change, read, store_of, write
from kafenio.server.ban_routes import BAN_ROUTES
from kafenio.server.export import record_text, stored_record
from kafenio.server.hall import Hall
from kafenio.server.house_routes import HOUSE_ROUTES
from kafenio.server.lobby import Lobby
from kafenio.server.lobby_wire import Listed
from kafenio.server.people import Me, came_from, cookie, known_colour, me, must_be, person_of, tidy_name
from kafenio.server.people_routes import PEOPLE_ROUTES
from kafenio.server.phrases import PHRASES
from kafenio.server.program_routes import PROGRAM_ROUTES
from kafenio.server.rated import may_rate
from kafenio.server.record_routes import RECORD_ROUTES
from kafenio.server.replay_routes import REPLAY_ROUTES
from kafenio.server.report_routes import REPORT_ROUTES
from kafenio.server.rules_routes import RULES_ROUTES
from kafenio.server.seating import NotAllowed
from kafenio.server.store import Person
from kafenio.server.table import Table
from kafenio.server.terms import Wanted, made_terms

__all__ = ["ROUTES"]


class Guest(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    colour: Annotated[str, Meta(max_length=16)] = "blue"


class NewTable(Wanted, frozen=True, forbid_unknown_fields=True):
    """A table to be made; the host sits at seat 0, bots at the last seats."""

    public: bool = False
    bots: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=4)] = msgspec.field(default_factory=list)


class Made(Struct, frozen=True):
    id: str
    code: str
    link: str  # the code stands behind #, which browsers do not send


class Code(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(min_length=1, max_length=64)]


class Link(Struct, frozen=True):
    link: str


class GameInfo(Struct, frozen=True):
    name: str
    title: str
    presets: list[str]
    called: list[Message]  # the presets, in words
    players: list[int]  # for how many


async def table_of(request: AnyRequest, key: str) -> Table:
    """A table, whoever asks. NotAllowed if there is none."""
    hall: Hall = request.app.state.hall
    table = await hall.find(key)
    if table is None:
        raise NotAllowed("unknown", "no such table")
    return table


async def own_table(request: AnyRequest, key: str) -> tuple[Table, Person]:
    """A table that the asker may enter; one that he may not does not exist for him."""
    person, table = await must_be(request), await table_of(request, key)
    hall: Hall = request.app.state.hall
    if not await hall.admits(table, person.id):
        raise NotAllowed("unknown", "no such table")
    return table, person


@write("/api/guest")
async def new_guest(request: AnyRequest, data: Guest) -> Response[Me]:
    """Come in with a name and a colour: a session cookie is set. Who has one keeps it and is renamed."""
    known = await person_of(request)
    if known is not None:
        return Response(await renamed(request, known, data))
    name, colour = tidy_name(data.name), known_colour(data.colour)
    person, token = await store_of(request).add_person(name, colour, await came_from(request))
    return Response(me(person), cookies=[cookie(token, request.app.state.settings)])


@change("/api/me")
async def rename(request: AnyRequest, data: Guest) -> Me:
    """Another name or colour; tables show it when one next sits down."""
    return await renamed(request, await must_be(request), data)


async def renamed(request: AnyRequest, person: Person, data: Guest) -> Me:
    changed = replace(person, name=tidy_name(data.name), colour=known_colour(data.colour))
    await store_of(request).rename(changed.id, changed.name, changed.colour)
    return me(changed)


@read("/api/me")
async def who_am_i(request: AnyRequest) -> Me:
    """Who the cookie says I am."""
    return me(await must_be(request))


@write("/api/me/recovery")
async def new_recovery(request: AnyRequest) -> Link:
    """A link that gives one's seats back on another device, or after the cookie is lost. It works once."""
    person = await must_be(request)
    token = await store_of(request).new_recovery(person.id)
    return Link(f"{request.app.state.settings.at}/recover#{token}")


@write("/api/recover")
async def recover(request: AnyRequest, data: Code) -> Response[Me]:
    """A new cookie for the token of a recovery link."""
    found = await store_of(request).recover(data.code)
    if found is None:
        raise NotAllowed("unknown", "this link is no longer good", "link_gone")
    return Response(me(found[0]), cookies=[cookie(found[1], request.app.state.settings)])


def players_of(game: type[Game]) -> list[int]:
    """For how many a game is, by the usual rules."""

    def fits(players: int) -> bool:
        try:
            game.of(None, players=players)
        except BadOptions:
            return False
        return True

    return [players for players in get_args(option_inner(game.OPTIONS, "players")[0]) if fits(players)]


@read("/api/games")
async def all_games() -> list[GameInfo]:
    """The games, each with its presets."""
    return [
        GameInfo(name, game.TITLE, list(game.PRESETS), [preset(name, p) for p in game.PRESETS], players_of(game))
        for name, game in ((name, load(name)) for name in games())
    ]


@read("/api/games/{name:str}/options")
async def all_options(
    name: str,
    preset_name: Annotated[str | None, QueryParameter(name="preset", max_length=60)] = None,
    players: Annotated[int | None, Parameter(ge=2, le=5)] = None,
) -> list[Described]:
    """The options of a game under a preset, each with its question, choices and sources in words."""
    given = {} if players is None else {"players": players}
    return described(load(name).of(preset_name, **given))


@read("/api/phrases")
async def all_phrases() -> dict[str, str]:
    """What may be said at every table."""
    return dict(PHRASES)


@write("/api/tables")
async def new_table(request: AnyRequest, data: NewTable) -> Made:
    """Make a table."""
    host, terms = await must_be(request), made_terms(data, request.app.state.settings)
    may_rate(terms, host)
    table = await request.app.state.hall.make(host, terms, data.public, data.bots)
    return Made(table.id, table.code, link_of(request, table))


def link_of(request: AnyRequest, table: Table) -> str:
    return f"{request.app.state.settings.at}/t/{table.id}#{table.code}"


@read("/api/tables")
async def public_tables(request: AnyRequest) -> list[Listed]:
    """Public tables that are open or playing."""
    lobby: Lobby = request.app.state.lobby
    return await lobby.feed.tables()


@read("/api/tables/{table_id:str}")
async def one_table(request: AnyRequest, table_id: Key) -> wire.TableState:
    """A table as everyone at it sees it."""
    return (await own_table(request, table_id))[0].telling.table_state()


@write("/api/tables/{table_id:str}/join")
async def join(request: AnyRequest, table_id: Key, data: Code) -> wire.TableState:
    """Come in by the code of an invitation."""
    person, table = await must_be(request), await table_of(request, table_id)
    if not hmac.compare_digest(data.code.encode(), table.code.encode()):
        raise NotAllowed("unknown", "no such table")
    await table.come_in(person)
    return table.telling.table_state()


@read("/api/tables/{table_id:str}/invitation")
async def invitation(request: AnyRequest, table_id: Key) -> Link:
    """The link by which others come in."""
    return Link(link_of(request, (await own_table(request, table_id))[0]))


@read("/api/tables/{table_id:str}/invitation.svg", media_type="image/svg+xml")
async def invitation_code(request: AnyRequest, table_id: Key) -> bytes:
    """The same as a QR code."""
    out = io.BytesIO()
    segno.make(link_of(request, (await own_table(request, table_id))[0]), error="m").save(out, kind="svg", scale=6)
    return out.getvalue()


@read("/api/tables/{table_id:str}/record", media_type="text/plain")
async def last_record(request: AnyRequest, table_id: Key) -> Response[str]:
    """The record of the last finished match at a table. A match in play gives its pack to nobody."""
    table, _ = await own_table(request, table_id)
    if table.match is None or table.course is None or table.state != "over":
        raise NotAllowed("not_now", "the match is not over", "not_over")
    match = await store_of(request).match(table.match.id)  # with the names that may be shown today
    if match is None:
        raise NotAllowed("unknown", "no such table")
    return Response(
        record_text(match, table.course),
        headers={"Content-Disposition": f'attachment; filename="kafenio-{table.id}-{match.number}.kaf"'},
    )


@read("/api/me/records", media_type="application/jsonl")
async def my_records(request: AnyRequest) -> Stream:
    """Every finished match at which I sat, a record a line."""
    store, person = store_of(request), await must_be(request)
    matches = await store.matches_of(person.id)

    async def lines() -> AsyncIterator[bytes]:
        for match in matches:
            yield to_json(await stored_record(store, match)) + b"\n"

    return Stream(lines(), headers={"Content-Disposition": 'attachment; filename="kafenio.kaf.jsonl"'})


@read("/api/wire.schema.json")
async def wire_schema() -> dict[str, Any]:
    """The JSON Schema of every message of a table's socket."""
    found: dict[str, Any] = msgspec.json.decode(wire.PUBLISHED.read_bytes())
    return found


@read("/api/lobby.schema.json")
async def lobby_schema() -> dict[str, Any]:
    """The JSON Schema of every message of the lobby's socket."""
    found: dict[str, Any] = msgspec.json.decode(lobby_wire.PUBLISHED.read_bytes())
    return found


@read("/api/health")
async def health() -> dict[str, bool]:
    return {"ok": True}


ROUTES: list[Any] = [
    *ACCOUNT_ROUTES, *HOUSE_ROUTES, *PEOPLE_ROUTES, *PROGRAM_ROUTES, *RECORD_ROUTES, *REPLAY_ROUTES, *REPORT_ROUTES, *RULES_ROUTES,
    *BAN_ROUTES,
    new_guest, rename, who_am_i, new_recovery, recover, all_games, all_options, all_phrases, new_table, public_tables, one_table, join,
    invitation, invitation_code, last_record, my_records, wire_schema, lobby_schema, health,
]  # fmt: skip
