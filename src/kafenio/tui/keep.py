"""Saving a match while it is played."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from kafenio.match import Match
from kafenio.records import Record, record_of, split
from kafenio.records import save as save_records

__all__ = ["draft", "free_name", "save"]


def draft() -> Record:
    """What a match that begins now brings into its record beside itself."""
    return Record(game="", date=datetime.now(UTC).replace(microsecond=0))


def save(path: Path, match: Match, seats: Sequence[str], before: Record) -> None:
    """Write the match as it stands, with what an earlier record of it says beside.

    The old file stays whole until the new one is. OSError.
    """
    record = record_of(match, seats, before.date)
    record.extra = before.extra
    for deal, old in zip(record.deals, before.deals, strict=False):
        deal.seal, deal.salt, deal.extra = old.seal, old.salt, old.extra
        if list(map(play_of, old.plays)) == list(map(play_of, deal.plays[: len(old.plays)])):
            deal.plays[: len(old.plays)] = old.plays  # with times and comments
    beside = path.with_name(f".{os.getpid()}.{path.name}")  # of the same suffix, which decides the form
    try:
        save_records(beside, [record])
        os.replace(beside, path)
    except OSError as e:
        raise OSError(e.errno, e.strerror, str(path)) from None
    finally:
        beside.unlink(missing_ok=True)


def free_name(game: str) -> Path:
    """`kafenio-GAME-DATE-TIME.kaf` in the current folder, numbered if there is one already."""
    stem = f"kafenio-{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    found, number = Path(f"{stem}.kaf"), 2
    while found.exists():
        found, number = Path(f"{stem}-{number}.kaf"), number + 1
    return found


def play_of(line: str) -> tuple[int, str] | None:
    """Seat and play of a line of a record."""
    play = split(line)
    return (play.seat, play.text) if play else None
