"""Every message of a table's socket, both ways, and the published JSON Schema made from them.

A message is a JSON object; its field `t` says which. What a client sends is checked strictly: an unknown field, a wrong
type or a text too long is refused. Cards are texts as in records (`8h Kd`), a hidden one is `??`; seats count from 0.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from kafenio.message import Message

__all__ = [
    "FROM_CLIENT",
    "FROM_SERVER",
    "PUBLISHED",
    "Agree",
    "AnswerUndo",
    "AnyFromClient",
    "AnyFromServer",
    "AskUndo",
    "Back",
    "Clock",
    "ClockTerms",
    "Difference",
    "Done",
    "FillSeat",
    "FromClient",
    "FromServer",
    "Happened",
    "Hello",
    "Kick",
    "Leave",
    "Missed",
    "Mute",
    "Muted",
    "News",
    "Noted",
    "Now",
    "Ping",
    "Play",
    "Pong",
    "Ready",
    "Refused",
    "Report",
    "ReportPlay",
    "Said",
    "Say",
    "SeatState",
    "Sit",
    "State",
    "TableNews",
    "TableState",
    "Undo",
    "decode",
    "decode_told",
    "encode",
    "encoded",
    "schema",
    "schema_text",
]

PUBLISHED = Path(__file__).with_name("wire.schema.json")

Id: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[!-~]+$", description="Chosen by the client.")
]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
Version: TypeAlias = Annotated[
    int, Meta(ge=0, le=2**40, description="How many rows this viewer has been able to see at this table.")
]
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]


# From the client.


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """What a client may say."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message, and a request to be brought up to date: the answer is `missed` or a whole `state`."""

    v: Version | None = None
    as_: Seat | None = msgspec.field(name="as", default=None)  # the seat for which v was counted; none: a spectator


class Play(FromClient, frozen=True, tag="play"):
    """A play in notation, as it was offered. Sent again with the same id it is not played twice.

    An id is used once by a player in a match, on whatever device: a random one is best.
    """

    id: Id
    v: Version
    m: Annotated[str, Meta(min_length=1, max_length=200)]


class Sit(FromClient, frozen=True, tag="sit"):
    """Take a free seat, or the seat of a bot between deals."""

    seat: Seat


class Leave(FromClient, frozen=True, tag="leave"):
    """Give the seat up; during a match a bot takes it."""


class FillSeat(FromClient, frozen=True, tag="fill"):
    """The host gives a seat, or every free one, to a bot; without a bot the seat becomes free, between matches."""

    bot: Token | None
    seat: Seat | None = None


class Agree(FromClient, frozen=True, tag="agree"):
    """To these terms and no others: `terms` as the table state names them. After a match it asks for another."""

    terms: Token


class Ready(FromClient, frozen=True, tag="ready"):
    """For the next deal."""


class AskUndo(FromClient, frozen=True, tag="undo"):
    """Ask the others to take back one's play, the last one."""

    id: Id


class AnswerUndo(FromClient, frozen=True, tag="undo_answer"):
    yes: bool


class Say(FromClient, frozen=True, tag="say"):
    """A ready phrase by name; a text of one's own where the host allows it."""

    phrase: Token | None = None
    text: Annotated[str, Meta(min_length=1, max_length=300)] | None = None


class Mute(FromClient, frozen=True, tag="mute"):
    """Hear somebody no longer, or again: at every table, until it is taken back. The answer is `muted`."""

    person: Token
    on: bool = True


class Report(FromClient, frozen=True, tag="report"):
    """Tell those who run the server about somebody; the last words said at the table go along. The answer is `noted`."""

    person: Token
    why: Annotated[str, Meta(min_length=1, max_length=500)]


class ReportPlay(FromClient, frozen=True, tag="report_play"):
    """A play of a bot that looks foolish; the record goes along. Without `deal` and `ply` its last play is meant.

    Deals count from 1; `ply` is the place in the deal's plays as the record has them, from 0.
    """

    seat: Seat
    deal: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    ply: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    why: Annotated[str, Meta(max_length=500)] = ""


class Back(FromClient, frozen=True, tag="back"):
    """Take the seat back from the bot that plays meanwhile."""


class Kick(FromClient, frozen=True, tag="kick"):
    """The host sends somebody away; banned, he does not come back."""

    person: Token
    ban: bool = False


class Pong(FromClient, frozen=True, tag="pong"):
    """The answer to a ping, at once: the server measures the lag by it."""

    k: Annotated[int, Meta(ge=0, le=2**40)]


# From the server.


class FromServer(Struct, frozen=True, omit_defaults=True, tag_field="t"):
    """What the server tells."""


class ClockTerms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How thinking time is limited: not at all, for each play, for the match with an increment, or in days a play."""

    kind: Literal["untimed", "play", "match", "days"] = "untimed"
    seconds: Annotated[int, Meta(ge=1, le=86_400)] = 30  # a play, or the match
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    days: Annotated[int, Meta(ge=1, le=30)] = 3


class Difference(Struct, frozen=True):
    """An option that is not as usual, and what that means."""

    option: str
    value: Any
    text: str
    said: Message  # the same, for other languages


class SeatState(Struct, frozen=True, omit_defaults=True):
    seat: int
    side: int
    person: str = ""  # his public id; empty: a bot, or a free seat
    name: str = ""
    colour: str = ""
    bot: str = ""  # the bot that sits here
    here: bool = False
    agreed: bool = False
    ready: bool = False
    absent: bool = False  # a bot plays for him until he is back
    out: bool = False  # of the match being played: he sees what spectators see, until the next match


class TableState(Struct, frozen=True, omit_defaults=True):
    """What everyone at a table may know of it."""

    id: str
    state: Literal["open", "playing", "over"]
    game: str
    title: str
    options: dict[str, Any]  # every option
    differences: list[Difference]
    terms: str  # names game, options, clock and the rest of what is agreed to
    clock: ClockTerms
    window_s: float
    seats: list[SeatState]
    host: str
    public: bool = False
    free_chat: bool = False
    rated: bool = False  # its matches change ratings
    watching: int = 0
    match: int = 0  # the number of the match at this table
    deal: int = 0  # in play, or the last one
    seal: str = (
        ""  # SHA-256 in hex of `salt pack`, for the deal in play or the next; the finished match's record opens it
    )
    sheet: list[list[Any]] = []  # the score-sheet: a heading, then rows; each cell a value of a message


class Clock(FromServer, frozen=True, tag="clock"):
    """Whose time runs. `left_s` by seat where time is limited; `warn`: it is about to end."""

    seat: int | None = None
    left_s: list[float] | None = None
    window_s: float | None = None  # the window closes for all at once
    warn: bool = False


class Happened(Struct, frozen=True, omit_defaults=True):
    """An event as this viewer is told it; `said` in words, as messages of the catalogs."""

    kind: str
    seat: int = -1
    cards: str = ""
    facts: dict[str, Any] = {}
    said: list[Message] = []


class Now(Struct, frozen=True, omit_defaults=True):
    """The present as this viewer may see it."""

    v: int
    match: int
    deal: int  # 0: none has begun
    view: dict[str, Any] | None = None  # fields of the deal; what is 0 or empty is left out
    actors: list[int] = []
    legal: list[str] = []
    answered: str = ""  # this seat's answer in the open window
    totals: list[int] = []
    history: list[tuple[int, ...]] = []  # the totals after each deal of the match that is over
    result: dict[str, Any] | None = None  # what the last deal was worth, between deals: as in the event `counted`
    winners: list[int] = []  # sides, once the match is over
    settled: list[Message] = []  # and what each seat receives or pays then, in words
    beats: dict[str, dict[str, str]] = {}  # which cards to be beaten each card of this seat beats, and by what
    undo: bool = False  # this seat may ask to take its play back
    clock: Clock | None = None


class State(FromServer, frozen=True, tag="state"):
    """Everything: after entering, after a gap too long, when the seat has changed."""

    why: Literal["hello", "gap", "seat", "resent"]
    table: TableState
    now: Now
    you: str  # your public id
    as_: int | None = msgspec.field(name="as", default=None)
    since: int = 0  # the least `v` with which a `hello` is answered by `missed`: what has happened in this match


class News(FromServer, frozen=True, tag="news"):
    """One row of the match, as this viewer is told it."""

    now: Now
    events: list[Happened]
    id: str | None = None  # of the play, to who made it


class Missed(FromServer, frozen=True, tag="missed"):
    """What happened since `v`, row by row, and where that led."""

    since: int
    events: list[list[Happened]]
    table: TableState
    now: Now


class Done(FromServer, frozen=True, tag="done"):
    """A play that was sent again: it stands since before."""

    id: str
    now: Now


class Refused(FromServer, frozen=True, tag="refused"):
    """Nothing has changed. `code` is for programs, `text` for people; `said` tells the player why, with the rule behind it."""

    code: Literal[
        "bad_message",
        "busy",
        "stale",
        "illegal",
        "not_stored",
        "not_seated",
        "not_now",
        "not_yours",
        "taken",
        "too_fast",
        "unknown",
    ]
    text: str
    id: str | None = None
    v: int | None = None
    said: Message | None = None


class TableNews(FromServer, frozen=True, tag="table"):
    table: TableState


class Undo(FromServer, frozen=True, tag="undo"):
    """Somebody asks to take his play back; `waiting` for these seats; none: settled."""

    seat: int
    waiting: list[int] = []
    refused: bool = False


class Said(FromServer, frozen=True, tag="said"):
    """Somebody has said something; who has muted him is not told."""

    name: str
    person: str  # his public id
    seat: int | None = None
    phrase: str = ""
    text: str = ""


class Muted(FromServer, frozen=True, tag="muted"):
    """Whom you do not hear; sent after a change, and on coming in if there is anybody."""

    people: list[str]


class Noted(FromServer, frozen=True, tag="noted"):
    """A report is kept."""

    report: str  # its id


class Ping(FromServer, frozen=True, tag="ping"):
    k: int
    lag_ms: int | None = None  # as last measured


FROM_CLIENT: tuple[type[FromClient], ...] = (
    Hello, Play, Sit, Leave, FillSeat, Agree, Ready, AskUndo, AnswerUndo, Say, Mute, Report,
    ReportPlay, Back, Kick, Pong,
)  # fmt: skip
FROM_SERVER: tuple[type[FromServer], ...] = (
    State, News, Missed, Done, Refused, TableNews, Clock, Undo, Said, Muted, Noted, Ping,
)  # fmt: skip
AnyFromClient: TypeAlias = (
    Hello | Play | Sit | Leave | FillSeat | Agree | Ready | AskUndo | AnswerUndo | Say | Mute | Report | ReportPlay
    | Back | Kick | Pong
)  # fmt: skip
AnyFromServer: TypeAlias = (
    State | News | Missed | Done | Refused | TableNews | Clock | Undo | Said | Muted | Noted | Ping
)  # fmt: skip

_decoder = msgspec.json.Decoder(AnyFromClient)
_server_decoder = msgspec.json.Decoder(AnyFromServer)
_encoder = msgspec.json.Encoder()


def decode(text: str | bytes) -> AnyFromClient:
    """A client's message. msgspec.MsgspecError (or a RecursionError for one too deep) if it is none."""
    return _decoder.decode(text)


def decode_told(text: str | bytes) -> AnyFromServer:
    """A server's message; fields that are not known here are passed over. msgspec.MsgspecError if it is none."""
    return _server_decoder.decode(text)


def encode(message: FromServer | FromClient) -> str:
    return encoded(message).decode()


def encoded(message: FromServer | FromClient) -> bytes:
    return _encoder.encode(message)


def schema() -> dict[str, Any]:
    """JSON Schema 2020-12 of both directions: `#/$defs/FromClient` and `#/$defs/FromServer`."""
    (client, server), parts = msgspec.json.schema_components(
        [AnyFromClient, AnyFromServer],
        ref_template="#/$defs/{name}",
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of a table's socket in Kafenio",
        "$defs": {**parts, "FromClient": client, "FromServer": server},
    }


def schema_text() -> str:
    """The published file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
