"""Adding to a buffer of plays, inlined in C (plays.pxd). Never compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafenio.contract import Plays


def add(out: Plays, play: int) -> None:
    if out.size == out.room:
        out.grow()
    out.items[out.size] = play
    out.size += 1
