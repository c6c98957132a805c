"""The record of a match that was played here."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from kafenio.match import Match, Played
from kafenio.records.format import DealRecord, Record, ResultRecord, When

__all__ = ["record_of"]


def record_of(match: Match, seats: Sequence[str] = (), date: When | None = None) -> Record:
    """What a match has come to so far, as a record; names by seat."""
    game = match.game
    return Record(
        game=game.NAME,
        options=game.options.differing(),
        seats=list(seats),
        date=date,
        dealer_draw=[f"{cut.seat} {game.PACK.name(cut.card)}" for cut in match.cuts],
        deals=[deal_of(match, played) for played in match.deals],
        result=result_of(match) if match.over else None,
    )


def deal_of(match: Match, played: Played) -> DealRecord:
    pack = match.game.PACK
    deal = DealRecord(
        dealer=played.dealer,
        misdeals=played.misdeals,
        pack=pack.text(played.pack) if played.pack else None,
        repairs=[f"{pack.name(r.out)} {pack.name(r.back_in)} {r.above}" for r in played.repairs],
        plays=[f"{seat} {text}" for seat, text in played.plays],
    )
    result = played.result
    if result is not None:
        deal.ended = result.ended or None
        deal.points = list(result.points)
        if result.counts and "card_points" in result.counts:
            deal.card_points = list(result.counts["card_points"])
    return deal


def result_of(match: Match) -> ResultRecord:
    settlement = match.tally.settlement()
    return ResultRecord(
        totals=list(match.tally.totals),
        winner=list(match.tally.winners),
        settlement=None if settlement is None else [n if isinstance(n, int) else written(n) for n in settlement],
    )


def written(amount: Decimal) -> str:
    """Digits without an exponent; nothing is 0, never -0."""
    return format(amount + 0, "f")
