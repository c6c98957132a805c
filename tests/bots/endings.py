"""Random ends of deals, and their value by looking at every line of play."""

from __future__ import annotations

import random

from kafenio.contract import Deal
from kafenio.game import Game
from support import dealt, mover


def ending(game: Game, seed: int, held: int) -> tuple[Deal, int] | None:
    """A deal with random plays until the stock is empty and at most so many cards are held; who is to play."""
    deal, rng = dealt(game, seed), random.Random(seed)
    while True:
        deal.answer_forced()
        seat = mover(deal)
        if seat < 0:
            return None
        if not deal.left and not deal.asked and sum(hand.bit_count() for hand in deal.hands) <= held:
            return deal, seat
        deal.pick(seat, rng.randrange(deal.choices(seat)))


def every_line(deal: Deal, seat: int) -> float:
    """What the seat gets when both sides play their best from here, without any cut."""
    deal.answer_forced()
    if deal.turn < 0:
        return deal.rewards()[seat]
    to_play = mover(deal)
    values = []
    for i in range(deal.choices(to_play)):
        then = deal.copy()
        then.pick(to_play, i)
        values.append(every_line(then, seat))
    return max(values) if to_play % deal.sides == seat % deal.sides else min(values)
