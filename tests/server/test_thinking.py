"""Bots at a table take time as people do, whatever they hold, and no more than there is."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from kafenio.game import load
from kafenio.server.bots import Bots, known_bot
from server.scripts import Making, shuffled


@pytest.mark.parametrize(
    ("delay_s", "most_s", "least", "most"), [((0.3, 0.4), 60.0, 0.3, 5.0), ((30.0, 40.0), 0.1, 0.1, 5.0)]
)
def test_a_bot_takes_its_time_and_no_more_than_the_clock_leaves(
    delay_s: tuple[float, float], most_s: float, least: float, most: float
) -> None:
    game = load("kontsina").of(None, first_dealer="seat:1")
    making = Making(game, [])
    making.deal(shuffled(game, random.Random(1)))
    view, legal = making.course.view(0), making.course.legal(0)
    assert view is not None

    async def body() -> float:
        bots, begun = Bots(delay_s), time.monotonic()
        try:
            assert await bots.choose(known_bot("greedy", "kontsina"), "kontsina", view, legal, most_s) in legal
        finally:
            bots.close()
        return time.monotonic() - begun

    assert least <= asyncio.run(body()) < most
