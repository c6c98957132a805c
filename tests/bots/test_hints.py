"""Hints: what speaks for a play, said only where it is true whatever the hidden cards are."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kafenio.bots import bot, hint
from kafenio.contract import Rng
from kafenio.game import Choice, load
from kafenio.i18n.words import Speech
from kafenio.unseen import imagine
from support import CASES, Case, dealt, made, many, mover


def told(game: str, position: Mapping[str, object], play: str) -> list[str]:
    """The sentences for a play in a bare position."""
    options = position.get("options", {})
    assert isinstance(options, dict)
    deal = load(game).of(**options).position(position)
    legal = [deal.text(p) for p in deal.legal(0)]
    assert play in legal
    return list(map(Speech().text, hint(Choice(play), deal.view(0), legal)))


def test_the_safest_lay_and_what_is_kept() -> None:
    position = {"hand": "7h Td", "table": "Kd", "piles": ["7c 7d 2c 3c", "7s 4h"]}
    assert told("kontsina", position, "lay 7h") == [
        "Nothing can be taken, and 7h gives the next player least.",
        "7h is a safe lay: the other three of its rank are gone.",
        "It keeps Td for a capture.",
    ]


def test_a_lay_that_one_card_can_take_is_fairly_safe() -> None:
    position = {"hand": "7h 9d", "table": "Kd", "piles": ["7c 7d 2c 3c", ""]}
    assert told("kontsina", position, "lay 7h")[1:] == ["7h is a fairly safe lay: only 7s of its rank can still come."]


@pytest.mark.parametrize("held, lies", [("7h 7s", "Kd"), ("7h 9d", "Kd 7s")])
def test_equals_in_the_hand_or_on_the_table_are_not_gone(held: str, lies: str) -> None:
    position = {"hand": held, "table": lies, "piles": ["7c 7d 2c 3c", ""]}
    assert not any("safe" in line for line in told("kontsina", position, "lay 7h"))


def test_jacks_are_kept_for_a_fuller_table() -> None:
    position = {"hand": "Js 9d", "table": "9c"}
    assert told("konchinka", position, "9d x 9c") == [
        "It brings 2 cards and 1 club.",
        "It keeps Js for a fuller table.",
    ]
    assert told("konchinka", position, "Js x 9c") == ["It brings 2 cards and 1 club."]


def test_what_nobody_can_tap() -> None:
    position = {"hand": "7e 2b", "table": "4c", "piles": ["7c 7b", "7d 5c"]}
    assert told("ronda", position, "lay 7e")[1:] == ["Nobody can tap 7e: the other three of its rank are gone."]
    assert len(told("ronda", position, "lay 2b")) == 1


def test_what_nobody_can_beat() -> None:
    position = {"hand": "As 6s", "trump": "s"}
    assert told("kozel", position, "lead 6s")[1:] == ["Nobody can beat it: every card that could is gone."]
    kept = "It keeps 6s, which beats all the rest."
    assert told("kozel", position, "lead As")[1:] == ["Nobody can beat it: every card that could is gone.", kept]
    assert told("kozel", {"hand": "9h 6s", "trump": "s"}, "lead 9h")[1:] == [kept]


def test_a_search_adds_what_it_expects() -> None:
    deal = load("kontsina").of().position({"hand": "8h Kd", "table": "8s 3h 5d"})
    legal = [deal.text(p) for p in deal.legal(0)]
    choice = bot("level8:iterations=50", "kontsina", 1).choose(deal.view(0), legal)
    found = hint(choice, deal.view(0), legal)
    assert found[-1] == choice.why and len(found) > 1


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_play_can_be_hinted_at_from_what_its_seat_knows(case: Case) -> None:
    game, speech = made(case), Speech()
    for seed in range(many(compiled=2, interpreted=1)):
        deal = dealt(game, seed)
        while True:
            deal.answer_forced()
            seat = mover(deal)
            if seat < 0:
                break
            view, legal = deal.view(seat), [deal.text(p) for p in deal.legal(seat)]
            for play in legal:
                found = hint(Choice(play), view, legal)
                assert all(speech.text(message).endswith(".") for message in found)
            other = imagine(type(deal), view, Rng(seed))
            assert hint(Choice(legal[-1]), other.view(seat), legal) == hint(Choice(legal[-1]), view, legal)
            deal.pick(seat, (5 * seed + 3 * deal.left + seat) % deal.choices(seat))
