"""`kafenio legal`: the legal plays at a place of a record, or in a bare position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from kafenio.commands import BAD, GOOD, complain, say
from kafenio.contract import Deal
from kafenio.errors import BadPosition, BadRecord, KafenioError
from kafenio.game import Game
from kafenio.records import pick, replay
from kafenio.records.files import LARGEST, place_of

__all__ = ["of_position", "of_record"]

NONE = "none"


def of_record(file: str, match: int, deal: int, ply: int) -> int:
    """The plays of the seats to act before a ply, one `SEAT PLAY` a line."""
    try:
        record = pick(file, match)
    except BadRecord as e:
        complain(e)
        return BAD
    try:
        here = replay(record, deal, ply)
    except BadRecord as e:
        complain(f"{place_of(file, match)}: {e}")
        return BAD
    seats = here.actors()
    say("\n".join([f"{seat} {text}" for seat in seats for text in here.legal(seat)] or [NONE]))
    return GOOD


def of_position(game: type[Game], given: str) -> int:
    """The plays in a position given as JSON, or in those of a file (`@FILE`), with an empty line between two answers."""
    code, first = GOOD, True
    try:
        for place, text in positions(given):
            try:
                answer = "\n".join(plays(game, text))
            except KafenioError as e:
                complain(f"{place}{e}")
                code = BAD
            else:
                say(answer if first else "\n" + answer)
                first = False
    except BadPosition as e:
        complain(e)
        return BAD
    return code


def positions(given: str) -> Iterator[tuple[str, bytes]]:
    """Positions as JSON texts, each with its place for messages. BadPosition for a file that cannot be read."""
    if not given.startswith("@"):
        yield "position: ", given.encode(errors="surrogatepass")
        return
    name = given[1:]
    try:
        with open(name, "rb") as file:
            if not name.endswith(".jsonl"):
                yield f"{name}: ", file.read(LARGEST + 1)
                return
            for number, line in enumerate(iter(lambda: file.readline(LARGEST + 1), b""), 1):
                if line.strip():
                    yield f"{name}, line {number}: ", line
    except OSError as e:
        raise BadPosition(f"{name}: cannot be read: {e.strerror or e}") from None


def plays(game: type[Game], text: bytes) -> list[str]:
    """The legal plays of the seat that a position asks about. BadPosition, BadOptions, NotationError."""
    fields = decoded(text)
    deal: Deal = game.position(game(), fields)
    seat = fields.get("seat", 0)
    return [f"{seat} {deal.text(play)}" for play in deal.legal(seat)] or [NONE]


def decoded(text: bytes) -> dict[str, Any]:
    if len(text) > LARGEST:
        raise BadPosition(f"larger than {LARGEST // 1024**2} MiB, which no position is")
    try:
        fields = msgspec.json.decode(text)
    except RecursionError:
        raise BadPosition("broken JSON: nested too deeply") from None
    except (msgspec.MsgspecError, ValueError) as e:
        raise BadPosition(f"broken JSON: {e}") from None
    if not isinstance(fields, dict):
        raise BadPosition("an object with fields expected")
    return fields
