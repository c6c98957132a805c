"""The greedy players: legal under every option set, far better than chance, sensible in plain positions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from in_words import english
from kafenio.arena.simulate import play
from kafenio.bots import bot
from kafenio.contract import Rng
from kafenio.game import Choice, Game, games, load
from kafenio.match import Match
from kafenio.message import said
from support import CASES, Case, any_options, made, many

BEATS = [
    Case("kontsina", "seed", 2),
    Case("kontsina", "four_partners", 4),
    Case("konchinka", "seed", 2),
    Case("konchinka", "house_app", 3),
    Case("kozel", "seed", 2),
    Case("kozel", "seed", 4),
    Case("kozel", "money", 3),
    Case("ronda", "seed", 2),
    Case("ronda", "bluff", 3),
]


def won(game: Game, matches: int, seed: int) -> float:
    """The part of the matches that a greedy side wins against random ones, each side in turn; ties count in part."""
    greedy, total = bot("greedy", game.NAME, 0), 0.0
    for number in range(matches):
        side = number % game.sides
        chance = bot("random", game.NAME, seed + number)
        match = Match(game, Rng(seed + number // game.sides))
        play(match, [greedy if game.side(seat) == side else chance for seat in range(game.seats)])
        total += (side in match.tally.winners) / len(match.tally.winners)
    return total / matches


@pytest.mark.parametrize("case", BEATS, ids=str)
def test_it_beats_chance_in_most_matches(case: Case) -> None:
    assert won(made(case), many(24, 2), 1) >= many(65, 0) / 100


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_plays_what_is_legal_and_says_why(case: Case) -> None:
    walk(made(case), 1)


@pytest.mark.parametrize("name", games())
@given(data=st.data())
def test_it_plays_under_any_options(name: str, data: st.DataObject) -> None:
    walk(data.draw(any_options(name)), data.draw(st.integers(0, 1000)))


def walk(game: Game, seed: int) -> None:
    """One deal of greedy players; the same view and plays get the same choice."""
    greedy = bot("greedy", game.NAME, seed)
    match = Match(game, Rng(seed))
    match.begin()
    while match.deal is not None:
        match.settle()
        for seat in sorted(match.actors(), key=lambda s: match.deal is not None and s == match.deal.turn):
            legal = match.legal(seat)
            if legal:
                choice = greedy.choose(match.view(seat), legal)
                assert choice.play in legal
                assert choice.why is not None
                why = english.text(choice.why)
                assert why.endswith(".") and why.count(". ") == 0
                assert bot("greedy", game.NAME, seed + 1).choose(match.view(seat), legal) == choice
                match.make(seat, choice.play)


def choice(game: str, position: Mapping[str, object]) -> Choice:
    """What it does in a bare position."""
    options = position.get("options", {})
    assert isinstance(options, dict)
    deal = load(game).of(**options).position(position)
    seat = int(str(position.get("seat", 0)))
    return bot("greedy", game, 0).choose(deal.view(seat), [deal.text(play) for play in deal.legal(seat)])


def test_it_prefers_the_longer_capture() -> None:
    found = choice("kontsina", {"hand": "8h Kd", "table": "8s 3h 5d"})
    assert found == Choice("8h x 3h+5d", said("why.brings", what=(said("why.cards", n=3),)))


def test_it_takes_the_good_cards_and_clubs() -> None:
    assert choice("kontsina", {"hand": "Th 4h", "table": "Td 4c 4d"}).play == "Th x Td"
    assert choice("kontsina", {"hand": "4h", "table": "4c 4d 9s"}).play == "4h x 4c"


def test_it_does_not_lay_a_good_card_that_can_be_taken() -> None:
    assert choice("kontsina", {"hand": "2c Kh", "table": "7d 9s"}).play == "lay Kh"
    assert choice("konchinka", {"hand": "Td 6h", "table": "3c Qs"}).play == "lay 6h"


def test_it_keeps_a_jack_for_a_fuller_table() -> None:
    assert choice("konchinka", {"hand": "Js 9d", "table": "9c"}).play == "9d x 9c"
    assert choice("konchinka", {"hand": "Js 9d", "table": "9c 7c 2d 4c Kh"}).play == "Js x 9c+7c+2d+4c+Kh"


def test_it_finishes_the_match_when_it_can() -> None:
    position = {"hand": "Th 4h", "table": "4c Td 8c", "scores": [14, 9], "options": {"points_td": 1}}
    assert choice("konchinka", position).play == "Th x Td"


def test_it_wins_a_rich_trick_with_the_cheapest_cards() -> None:
    position = {"seat": 1, "hand": "Th 7h 9s 6s", "trump": "h", "plays": ["0 lead Ad"]}
    assert choice("kozel", position).play == "contest 7h"


def test_it_throws_worthless_cards_to_a_lost_trick() -> None:
    position = {"seat": 1, "hand": "Ah Td 8d 7c", "trump": "s", "plays": ["0 lead 6s"]}
    assert choice("kozel", position).play in ("discard 8d", "discard 7c")


def test_it_gives_points_to_a_trick_that_the_partner_wins() -> None:
    position = {"options": {"players": 4}, "seat": 2, "hand": "Ah Td 8d 7c", "trump": "s", "plays": ["0 lead 6s"]}
    assert choice("kozel", position).play in ("discard Ah", "discard Td")


def test_it_does_not_beat_the_partner() -> None:
    position = {"options": {"players": 4}, "seat": 3, "hand": "As Ks 8d 7c", "trump": "s"}
    plays = ["0 lead Ah", "1 contest 6s"]
    assert choice("kozel", {**position, "plays": plays}).play.startswith("discard")
    assert choice("kozel", {**position, "plays": plays[:1]}).play.startswith("contest")


def test_it_declares_what_it_holds() -> None:
    assert choice("kozel", {"phase": "claims", "hand": "Ah Td Tc 6s", "trump": "s"}).play == "claim moscow"


def test_it_announces_taps_and_answers() -> None:
    assert choice("ronda", {"hand": "5c 5e 1b", "table": "2c 11e"}).play == "announce ronda"
    assert choice("ronda", {"hand": "7e 1b", "table": "2c 7c", "plays": ["1 lay 7c"]}).play == "7e x 7c"
    answering = {"hand": "7b 1b", "table": "2c", "plays": ["0 lay 7c", "1 7e x 7c"]}
    assert choice("ronda", answering).play == "answer 7b"


def test_it_calls_a_combination_that_it_has_seen_kept_back() -> None:
    game = load("ronda").of("bluff", players=2)
    greedy = bot("greedy", "ronda", 0)
    for seed in range(200):
        match = Match(game, Rng(seed))
        match.begin()
        while match.deal is not None and match.deal.phase != 2:  # type: ignore[attr-defined]
            seat = match.actors()[0]
            match.make(seat, next(play for play in match.legal(seat) if not play.startswith("announce")))
        if match.deal is None:
            continue
        seat = match.actors()[0]
        deal = match.deal
        shown = [n // 4 for n in game.PACK.members(deal.spent[1 - seat])]
        hid = len(set(shown)) < len(shown)
        assert greedy.choose(match.view(seat), match.legal(seat)).play == (f"call {1 - seat}" if hid else "pass")
        if hid:
            return
    raise AssertionError("nobody kept anything back")
