"""Which card beats which, as players are told it (R23)."""

from __future__ import annotations

import random

from kafenio.contract import Rng
from kafenio.game import load
from kafenio.match import Match


def test_one_card_contests_exactly_what_it_is_said_to_beat() -> None:
    seen = set()
    for seed in range(40):
        game = load("kozel").of("no_shokha" if seed % 4 == 0 else None)
        match, chance = Match(game, Rng(seed)), random.Random(seed)
        match.begin()
        while match.actors():
            seat = next(s for s in match.actors() if match.legal(s))  # one that has not answered yet
            legal = match.legal(seat)
            if legal[0].startswith(("contest", "discard")):
                told = game.beating(match.view(seat))
                best = game.PACK.shown(match.view(seat).fields["best"]).split()
                if len(best) == 1:
                    contests = {text.split()[1] for text in legal if text.startswith("contest")}
                    assert contests == {card for card, others in told.items() if best[0] in others}
                    seen |= {others[best[0]] for others in told.values() if best[0] in others}
            match.play(seat, chance.choice(legal))
    assert seen == {"higher", "trump", "top"}


def test_nothing_is_to_be_beaten_before_the_lead() -> None:
    game = load("kozel").of()
    match = Match(game, Rng(1))
    match.begin()
    assert all(game.beating(match.view(seat)) == {} for seat in range(2))
