"""What people are shown of each other over HTTP: ratings of whom they have met, and friends by link."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import delete
from litestar.params import Parameter
from msgspec import Meta, Struct

from kafenio.bots import BOTS
from kafenio.server.asking import ERRORS, AnyRequest, Key, read, store_of, write
from kafenio.server.hall import Hall
from kafenio.server.lobby import Lobby
from kafenio.server.lobby_wire import FriendState, Listed
from kafenio.server.people import must_be
from kafenio.server.seating import NotAllowed, seated
from kafenio.server.skills import shown_points
from kafenio.server.sockets import same_origin
from kafenio.server.store import Person, TableRow, Taken
from kafenio.server.store.friends import Friends
from kafenio.server.store.played import played_by
from kafenio.server.store.ratings import ratings_of
from kafenio.server.terms import Terms

__all__ = ["PEOPLE_ROUTES"]

Who = Annotated[str, Parameter(max_length=48, pattern="^([0-9a-f]+|bot:[a-z0-9_]+(@[0-9]+)?)$")]


class RatingState(Struct, frozen=True):
    """How good somebody is at a game in one form: duel, three, four or five alone, teams."""

    game: str
    form: str
    points: int  # for people: 1000 to begin with
    mu: float  # his strength as openskill believes it …
    sigma: float  # … and how unsure that is
    matches: int


class Profile(Struct, frozen=True):
    id: str
    name: str
    colour: str
    account: bool
    ratings: list[RatingState]


class MyTable(Listed, frozen=True, omit_defaults=True):
    """A table of mine: where I sit, and whether something is asked of me, as far as this process knows."""

    seat: int | None = None
    turn: bool = False


class PlayedMatch(Struct, frozen=True):
    """A finished match of mine."""

    table: str
    number: int
    game: str
    names: list[str]  # by seat: a name, or bot:NAME
    seat: int  # mine
    side: int
    totals: list[int]  # by side
    winners: list[int]  # sides
    ended: int  # milliseconds since 1970
    rated: bool


class FriendCode(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(min_length=1, max_length=64)]


class FriendLink(Struct, frozen=True):
    link: str  # the code stands behind #, which browsers do not send


def lobby_of(request: AnyRequest) -> Lobby:
    found: Lobby = request.app.state.lobby
    return found


def friends_of(request: AnyRequest) -> Friends:
    return lobby_of(request).feed.friends


@read("/api/people/{who:str}")
async def profile(request: AnyRequest, who: Who) -> Profile:
    """A person by the id that tables show, or `bot:NAME`. There is no list of people, and no search."""
    store = store_of(request)
    bot = who.startswith("bot:")
    person = Person(who, who, "") if bot else await store.person(who)
    if person is None or (bot and who.removeprefix("bot:") not in BOTS):
        raise NotAllowed("unknown", "nobody here has this id")
    ratings = [
        RatingState(r.game, r.form, shown_points(r.skill), r.skill.mu, r.skill.sigma, r.matches)
        for r in await ratings_of(store, who)
    ]
    return Profile(person.id, person.name, person.colour, person.account, ratings)


@read("/api/me/tables")
async def my_tables(request: AnyRequest) -> list[MyTable]:
    """Tables that are open or playing and where I sit, or that I have made."""
    person, state = await must_be(request), request.app.state
    rows = [await state.store.table(key) for key in await state.lives.sits_at(person.id)]
    return [my_table(request, row, person) for row in rows if row is not None]


def my_table(request: AnyRequest, row: TableRow, person: Person) -> MyTable:
    hall: Hall = request.app.state.hall
    seat, table = seated(row, person.id), hall.tables.get(row.id)
    turn = seat is not None and table is not None and table.asks(seat)
    return MyTable(**msgspec.structs.asdict(lobby_of(request).feed.listed(row)), seat=seat, turn=turn)


@read("/api/me/matches")
async def my_matches(
    request: AnyRequest, before: Annotated[int, Parameter(ge=0, le=2**53)] = 2**53
) -> list[PlayedMatch]:
    """Finished matches at which I sat, the latest first, a page at a time: `before` is the `ended` of the last one known."""
    person = await must_be(request)
    found = await played_by(store_of(request), person.id, before)
    return [
        PlayedMatch(
            m.table, m.number, m.terms["game"], m.names, m.seat,
            msgspec.convert(m.terms, Terms).rules().side(m.seat), m.totals, m.winners, m.ended, m.rated,
        )
        for m in found
    ]  # fmt: skip


@read("/api/friends")
async def my_friends(request: AnyRequest) -> list[FriendState]:
    """My friends, and whether they are here."""
    person = await must_be(request)
    lobby = lobby_of(request)
    return await lobby.feed.states(await friends_of(request).of(person.id))


@write("/api/friends/link")
async def new_friend_link(request: AnyRequest) -> FriendLink:
    """A link for one person: who opens it and agrees is a friend. It is good for 30 days."""
    person = await must_be(request)
    try:
        token = await friends_of(request).new_link(person.id)
    except Taken:
        raise NotAllowed("not_now", "too many links of yours are open", "enough") from None
    return FriendLink(f"{request.app.state.settings.at}/friend#{token}")


@write("/api/friends")
async def new_friend(request: AnyRequest, data: FriendCode) -> FriendState:
    """Become a friend of who made the link. Friends see when the other is online or at a table; nobody else does."""
    person = await must_be(request)
    friend = await friends_of(request).accept(data.code, person.id)
    if friend is None:
        raise NotAllowed("unknown", "this link is no longer good", "link_gone")
    lobby = lobby_of(request)
    await lobby.feed.befriended([person.id, friend.id])
    (state,) = await lobby.feed.states([friend])
    return state


@delete("/api/friends/{friend_id:str}", responses=ERRORS, guards=[same_origin])
async def end_friendship(request: AnyRequest, friend_id: Key) -> None:
    """For both."""
    person = await must_be(request)
    await friends_of(request).end(person.id, friend_id)
    lobby = lobby_of(request)
    await lobby.feed.befriended([person.id, friend_id])


PEOPLE_ROUTES: list[Any] = [profile, my_tables, my_matches, my_friends, new_friend_link, new_friend, end_friendship]
