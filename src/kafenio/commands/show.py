"""`kafenio show`: a position of a record, as a seat sees it or with all cards open."""

from __future__ import annotations

from kafenio.commands import BAD, GOOD, complain, say
from kafenio.errors import BadRecord
from kafenio.i18n.words import Words
from kafenio.match import Match
from kafenio.records import Record, pick, replay
from kafenio.records.files import place_of

__all__ = ["run"]


def run(file: str, match: int, deal: int, ply: int, seat: int | None) -> int:
    """The picture of the table before a ply, a line for each thing on it."""
    try:
        record = pick(file, match)
    except BadRecord as e:
        complain(e)
        return BAD
    try:
        here = replay(record, deal, ply)
        if seat is not None and seat >= here.game.seats:
            raise BadRecord(f"no seat {seat}: seats are 0 to {here.game.seats - 1}")
    except BadRecord as e:
        complain(f"{place_of(file, match)}: {e}")
        return BAD
    for line in lines(record, here, deal, ply, seat):
        say(line)
    return GOOD


def lines(record: Record, here: Match, number: int, ply: int, seat: int | None) -> list[str]:
    """What to print: where we are, who is to act, the table."""
    deal = here.deal or here.last
    assert deal is not None
    view = deal.open_view() if seat is None else deal.view(seat)
    plays = record.deals[number - 1].plays
    found = [f"{here.game.TITLE}, deal {number}, before ply {ply} of {len(plays)}"]
    found += [f"seat {s} is {name}" for s, name in enumerate(record.seats)]
    found.append(f"dealer: seat {deal.dealer}")
    if ply and (seat is None or plays[ply - 1].split()[:1] == [str(seat)]):
        found.append(f"last play: {plays[ply - 1]}")  # of others it may be a secret: cards thrown face down, a claim
    actors = [s for s in here.actors() if seat is not None or here.legal(s)]  # who has answered is a secret too
    found.append(f"to act: {', '.join(f'seat {s}' for s in actors)}" if actors else "the deal is over")
    words = Words(here.game, [f"seat {s}" for s in range(here.game.seats)], seat)
    return found + [words.line(line) for line in here.game.picture(view)]
