"""What a play promises to a search: a first guess, made from what its seat knows."""

from __future__ import annotations

import pytest

from kafenio.contract import Deal, Rng
from kafenio.game import games, load
from support import made, many, walk


def promised(game: str, position: dict[str, object]) -> dict[str, int]:
    """By text, for seat 0."""
    deal = load(game).of().position(position)
    return dict(zip([deal.text(p) for p in deal.legal(0)], deal.promises(0), strict=True))


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_play_promises_something_that_its_seat_could_work_out(name: str, players: int) -> None:
    game, rng = made((name, "seed", players)), Rng(5)
    for seed in range(many(4, 1)):
        for deal in walk(game, seed, eager=True):
            for seat in deal.actors():
                promises = deal.promises(seat)
                assert all(promise >= 1 for promise in promises)
                assert game.imagine(deal.view(seat), rng).promises(seat) == promises


@pytest.mark.parametrize("name", ["kontsina", "konchinka"])
def test_dear_cards_promise_more_taken_than_laid(name: str) -> None:
    options = {"capture_obligation": "optional"}
    found = promised(name, {"hand": "2h Td 4c 4d", "table": "2c 6s Kh", "options": options})
    assert found["2h x 2c"] > found["lay 4d"] > found["lay 4c"] > found["lay Td"]


def test_a_finish_promises_most() -> None:
    options = {"early_finish": "claim"}
    fields: dict[str, object] = {
        "hand": "4h 5c",
        "table": "4d",
        "options": options,
        "scores": [14, 0],
        "piles": ["2c 2d", ""],
    }
    found = promised("konchinka", fields)
    assert max(found, key=lambda text: found[text]) == "finish"


def test_kozel_promises_tricks_that_are_worth_it_and_cheap_discards() -> None:
    found = promised("kozel", {"hand": "Ah 7c 9d Td", "trump": "c", "plays": ["1 lead Kh"], "sizes": [4, 3]})
    assert found["contest Ah"] > found["contest 7c"] > found["discard Td"] and found["discard 9d"] > found["discard Td"]
    claims = promised("kozel", {"hand": "Ac Ad Th 6s", "phase": "claims"})
    assert claims["claim moscow"] > claims["no claim"]
    leads = promised("kozel", {"hand": "Ah Kh 9d Td", "trump": "c"})
    assert leads["lead Ah Kh"] > leads["lead Ah"]


def test_ronda_promises_what_scores_at_once() -> None:
    taps = promised("ronda", {"hand": "7e 2b 11c", "table": "11e 3c 7c", "plays": ["1 lay 7c"], "first_turn": False})
    assert taps["7e x 7c"] > taps["11c x 11e"] > taps["lay 2b"]
    said = promised("ronda", {"hand": "7e 7b 11c", "table": "11e"})
    assert said["announce ronda"] > said["11c x 11e"]
    calls = promised("ronda", {"hand": "", "phase": "calls", "options": {"hidden_ronda": "challenge"}})
    assert calls["pass"] > calls["call 1"]


def test_equal_endings_have_one_key() -> None:
    """Kontsina's solver remembers positions: which pile cards stood for nothing does not count, hands do."""

    def ending(hands: list[str], piles: list[str]) -> Deal:
        return load("kontsina").of().position({"hands": hands, "table": "5d", "piles": piles, "last_round": True})

    one = ending(["Ah", "Kc"], ["2c 3h", "9c"]).key_of_ending()
    assert one == ending(["Ah", "Kc"], ["2c 3d", "7c"]).key_of_ending()
    assert one != ending(["As", "Kc"], ["2c 3h", "9c"]).key_of_ending()
    assert one != ending(["Ah", "Kc"], ["3h 3c", "9c"]).key_of_ending()
