"""What of a table is told at every turn, and what has been played last."""

from __future__ import annotations

from collections.abc import Sequence

from kafenio.audience import Event
from kafenio.game import Line
from kafenio.message import Seat, said

__all__ = ["ACCOUNT", "account", "glance", "last_plays"]

ACCOUNT = frozenset({"label.score", "label.penalty", "label.pot", "label.purses"})  # what counts so far
ASIDE = ACCOUNT | {"label.stock", "label.pile", "label.last_trick"}  # told only when asked for
PLAYS = frozenset({"laid", "captured", "tapped", "answered"})


def glance(picture: Sequence[Line], seat: int) -> list[Line]:
    """The lines of a picture that are told to a seat at every turn: not the hands of the others."""
    lead = next((line.content for line in picture if line.label.id == "label.lead"), None)
    return [
        line
        for line in picture
        if line.label.id not in ASIDE
        and (line.label.id != "label.hand" or line.label.args["name"] == Seat(seat))
        and line.content != said("picture.asked")
        and not (line.label.id == "label.best" and line.content == lead)
    ]


def account(picture: Sequence[Line]) -> list[Line]:
    """The lines that tell what counts so far."""
    return [line for line in picture if line.label.id in ACCOUNT]


def last_plays(log: Sequence[Event], seats: int) -> Sequence[Event]:
    """From the log: the last trick, with its claims and draws, where there are tricks; else the last round of the table."""
    tricks = [i for i, event in enumerate(log) if event.kind == "trick"]
    if tricks:
        first = next((i for i in range(tricks[-1], -1, -1) if log[i].kind == "lead"), 0)
        return log[first:]
    leads = [i for i, event in enumerate(log) if event.kind == "lead"]
    if leads:
        return log[leads[0] :]
    plays = [i for i, event in enumerate(log) if event.kind in PLAYS]
    return log[plays[-seats] if len(plays) >= seats else plays[0] :] if plays else ()
