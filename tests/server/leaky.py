"""The server of the tests with a fault, run as `python -m server.leaky SETTINGS PACKS`: to see that the tests find it out.

The file PACKS names the fault as `leak`, anew for every deal and every message; without one it is the server of `fixed.py`.

    event     every event is followed by one with a card of the seat whose turn it is not
    stock     the view names the card that will be drawn next
    undo      whether a play may be taken back depends on the card that will be drawn next
    answer    who asks for the present in a window is told what others have answered
    answered  who has answered in a window is no longer among those who are asked
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec import structs

from kafenio.server import wire
from kafenio.server.course import Bundle
from kafenio.server.telling import Telling
from server.fixed import main

news, now = Telling.news, Telling.now


def fault() -> str:
    return str(json.loads(Path(sys.argv[2]).read_text()).get("leak", ""))


def leaking_news(self: Telling, bundle: Bundle, seat: int | None, alike: dict[str, Any]) -> wire.News:
    told, course = news(self, bundle, seat, alike), self.table.course
    if fault() == "event" and course is not None and course.deal is not None and course.turn >= 0:
        hand = course.deal.hands[(course.turn + 1) % self.table.game.seats]
        return structs.replace(
            told, events=[*told.events, wire.Happened("seen", cards=self.table.game.PACK.shown(hand))]
        )
    return told


def leaking_now(self: Telling, seat: int | None, alike: dict[str, Any] | None = None) -> wire.Now:
    told, course = now(self, seat, alike), self.table.course
    if course is None or course.deal is None:
        return told
    leak, deal = fault(), course.deal
    drawn = deal.stock[deal.left - 1] if deal.left else 0
    if leak == "stock":
        return structs.replace(told, view={**msgspec.json.decode(cast(Any, told.view)), "next": drawn})
    if leak == "undo":
        return structs.replace(told, undo=bool(drawn & 1))
    if leak == "answer" and course.answers:
        return structs.replace(told, answered=" ".join(course.answers.values()))
    if leak == "answered":
        return structs.replace(told, actors=[s for s in told.actors if s not in course.answers])
    return told


if __name__ == "__main__":
    Telling.news, Telling.now = leaking_news, leaking_now  # type: ignore[method-assign]
    main()
