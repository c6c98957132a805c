"""Whether a record holds: every pack, play, point and total computed again and compared with what stands there."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from decimal import Decimal

from kafenio import bits
from kafenio.errors import BadRecord
from kafenio.game import Number, Result
from kafenio.records.format import DealRecord, Record, ResultRecord, clipped
from kafenio.records.line import split
from kafenio.records.notate import written
from kafenio.records.replay import Walk, fail, won
from kafenio.records.unknown import UNKNOWN, played

__all__ = ["verify"]


def verify(record: Record) -> list[str]:
    """Notes on what could not be checked, or goes on; none if the record is whole. BadRecord at the first difference."""
    walk = Walk(record)
    notes = []
    if getattr(walk.game.options, "first_dealer", "") == "cut_lowest" and record.deals and not record.dealer_draw:
        notes.append("dealer_draw: not noted, so the first dealer is taken as it stands")
    for _ in record.deals:
        walk.begin()
        notes += seal_notes(walk)
        notes += deal_notes(walk)
    return notes + result_notes(walk)


# A deal.


def deal_notes(walk: Walk) -> list[str]:
    """Follow the present deal to its end and compare."""
    entry, number = walk.entry, walk.number
    plays = len(entry.plays)
    followed = 0
    for ply in range(plays):
        followed += walk.step(ply)
    walk.settle(plays)
    if walk.blind:
        check_unseen(walk)
    over = walk.match.deal is None and not walk.blind
    if not over and not walk.blind and entry.points is not None:
        fail(number, f"points = {entry.points} stands there; the deal is not over after its {plays} plays")
    walk.close()
    if over:
        result = walk.match.deals[-1].result
        assert result is not None
        return told_notes(walk) + compare(walk, entry, result)
    if entry.points is None:
        if walk.blind:
            return [f"deal {number}: goes on; {extent(walk, followed)}"]
        return [*told_notes(walk), f"deal {number}: goes on after {plays} plays"]
    return [f"deal {number}: {extent(walk, followed)}; its points are added as they stand"]


def told_notes(walk: Walk) -> list[str]:
    """That unknown cards were filled in, or are not needed yet."""
    found = []
    if walk.told:
        cards = "1 unknown card is" if walk.told == 1 else f"{walk.told} unknown cards are"
        doubt = "" if walk.certain else ", one way of several"
        found.append(f"deal {walk.number}: {cards} filled in from the plays{doubt}")
    if walk.unknown:
        found.append(f"deal {walk.number}: unknown cards are left in the stock ({bits.size(walk.unknown)})")
    return found


def extent(walk: Walk, followed: int) -> str:
    """How far a deal with unknown cards could be followed."""
    entry = walk.entry
    if entry.pack is None:
        return "no pack, so its plays are only read" if entry.plays else "kept without its plays"
    return f"unknown cards, so it is followed for {followed} of its {len(entry.plays)} plays"


def compare(walk: Walk, entry: DealRecord, result: Result) -> list[str]:
    """What the record claims of a finished deal against what the rules make of it."""
    right: list[tuple[str, object, object]] = [
        ("ended", entry.ended or None, result.ended or None),
        ("points", entry.points, list(result.points)),
    ]
    counted = (result.counts or {}).get("card_points")
    right.append(("card_points", entry.card_points, None if counted is None else list(counted)))
    notes = []
    for name, stands, due in right:
        if stands is None:
            if due is not None:
                notes.append(f"deal {walk.number}: {name} is not noted; the rules give {due}")
        elif stands != due:
            shown = clipped(repr(stands)) if isinstance(stands, str) else stands
            fail(walk.number, f"{name} = {shown} stands there; the rules give {'none' if due is None else due}")
    return notes


def seal_notes(walk: Walk) -> list[str]:
    """Whether the seal fits salt and pack."""
    entry, number = walk.entry, walk.number
    if entry.seal is None:
        return []
    if not re.fullmatch(r"[0-9a-fA-F]{64}", entry.seal):
        fail(number, "seal: 64 hexadecimal digits expected")
    if entry.salt is None or entry.pack is None or UNKNOWN in entry.pack.split():
        return [f"deal {number}: the seal is not opened yet"]
    made = hashlib.sha256(f"{entry.salt} {' '.join(entry.pack.split())}".encode()).hexdigest()
    if made != entry.seal.lower():
        fail(number, f"seal = {entry.seal} stands there; salt and pack give {made}")
    return []


# Plays that cannot be followed, because cards are unknown.


def check_unseen(walk: Walk) -> None:
    """What can be said of plays without their cards: that they are plays, and that no card is played twice."""
    game, number = walk.game, walk.number
    pattern = re.compile(game.DEAL.PLAY)
    spent: set[str] = set()
    for ply, line in enumerate(walk.entry.plays):
        play = split(line)
        assert play is not None  # walked already
        text = " ".join(play.text.replace("×", "x").split())
        if UNKNOWN not in text and not pattern.fullmatch(text):
            fail(number, f"{clipped(repr(text))} is no play; a play looks like {game.DEAL.EXAMPLE}", ply)
        for card in played(text):
            if card in spent and card != UNKNOWN:
                fail(number, f"{clipped(repr(text))} stands there; {card} has been played before", ply)
            spent.add(card)


# The match.


def result_notes(walk: Walk) -> list[str]:
    """Whether the match is over, and its result as the record has it."""
    record, tally = walk.record, walk.match.tally
    if record.result is None:
        if tally.winners:
            return [f"result: not noted; {won(tally.winners)}, totals {list(tally.totals)}"]
        return ["the match goes on"]
    if not tally.winners:
        raise BadRecord(f"result: stands there; the match is not over after {len(record.deals)} deals")
    return check_result(record.result, tally.totals, tally.winners, tally.settlement())


def check_result(
    result: ResultRecord, totals: Sequence[int], winners: Sequence[int], settlement: Sequence[Number] | None
) -> list[str]:
    notes = []
    if result.totals is None:
        notes.append(f"result: totals is not noted; the rules give {list(totals)}")
    elif result.totals != list(totals):
        raise BadRecord(f"result: totals = {result.totals} stands there; the rules give {list(totals)}")
    if result.winner is None:
        notes.append(f"result: winner is not noted; the rules give {list(winners)}")
    elif sorted(result.winner) != sorted(winners):
        raise BadRecord(f"result: winner = {result.winner} stands there; the rules give {list(winners)}")
    due = None if settlement is None else [written(Decimal(n)) for n in settlement]
    if result.settlement is None:
        if due is not None:
            notes.append(f"result: settlement is not noted; the rules give {', '.join(due)}")
    elif due is None:
        raise BadRecord("result: settlement stands there; nothing is paid in this game")
    elif [amount(n) for n in result.settlement] != [Decimal(n) for n in due]:
        shown = clipped(", ".join(map(str, result.settlement)))
        raise BadRecord(f"result: settlement = {shown} stands there; the rules give {', '.join(due)}")
    return notes


def amount(value: int | str) -> Decimal:
    """A number of the settlement. BadRecord for a text that is none."""
    if isinstance(value, int) or re.fullmatch(r"[+-]?\d{1,30}(\.\d{1,30})?", value, re.ASCII):
        return Decimal(value)
    raise BadRecord(f"result: settlement: {clipped(repr(value))} is no number")
