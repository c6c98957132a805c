"""The words of events: everything that happens has a sentence, and each person is told what is his to hear."""

from __future__ import annotations

import re
import string
from decimal import Decimal
from typing import Any, Literal, get_args, get_origin

import pytest

from in_words import english
from kafenio.audience import Event
from kafenio.game import Line, Result, games, load, option_about, option_type
from kafenio.games.kozel.words import ENDS
from kafenio.i18n.english import ENGLISH, Text
from kafenio.i18n.english.events import EVENTS, REASONS
from kafenio.i18n.options import differences, goal, meaning
from kafenio.i18n.words import Words
from kafenio.message import Row, Seat, Side, said
from support import CASES, Case, deals, inner, made, many

PERSONS = (".you", ".ours", ".they", ".accused")


def words(game: str = "kontsina", seat: int | None = 0, **options: object) -> Words:
    table = load(game).of(**options)
    return Words(table, ["Eleni", "Nikos", "Ira", "Salma", "Omar"][: table.seats], seat)


def told(event: Event, game: str = "kontsina", seat: int | None = 0, **options: object) -> str:
    return " ".join(words(game, seat, **options).tell(event))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_event_of_whole_deals_has_a_sentence_for_everybody(case: Case) -> None:
    game = made(case)
    listeners = [Words(game, [f"P{s}" for s in range(game.seats)], seat) for seat in (*range(game.seats), None)]
    for history in deals(game, seed=len(str(case)), most=many(3, 1)):
        for event in [event for events in history.events for event in events]:
            for listener in listeners:
                for sentence in listener.tell(event):
                    assert re.fullmatch(r"[^{}]+[.]", sentence), sentence
                    assert "  " not in sentence and " ." not in sentence and " ," not in sentence


def test_you_are_told_your_own_cards_and_others_how_many() -> None:
    event = Event("dealt", 0, ("8h", "3c"), faces=0b000001)
    assert told(event) == "You get 8h and 3c."
    assert told(event, seat=1) == "Eleni gets 2 cards."
    assert told(event, seat=None) == "Eleni gets 2 cards."


def test_an_event_for_others_is_not_told() -> None:
    assert words(seat=1).tell(Event("laid", 0, ("8h",), to=0b000001)) == []


def test_a_capture_names_the_card_played_last() -> None:
    event = Event("captured", 1, ("8h", "3c", "4s", "As"))
    assert told(event) == "Nikos takes 3c, 4s and As with 8h."
    assert told(event, seat=1) == "You take 3c, 4s and As with 8h."


def test_partners_are_told_of_their_side() -> None:
    event = Event("leftovers", cards=("8h",), facts={"side": 0})
    assert told(event, players=4, partnerships=True, seat=2).startswith("Your side took last")
    assert told(event, players=4, partnerships=True, seat=1).startswith("Eleni and Ira took last")
    assert told(event, players=2).startswith("You took last")


def test_one_thing_has_other_words_in_another_game() -> None:
    assert told(Event("sweep", 1)) == "Nikos clears the table: a sweep."
    assert told(Event("sweep", 1), "ronda") == "Missa! Nikos clears the table."


def test_points_may_be_lost() -> None:
    lost = Event("points", facts={"side": 0, "reason": "hidden", "points": -5})
    assert told(lost, "ronda", seat=1) == "Eleni loses 5 points: a combination kept back."
    assert told(lost, "ronda") == "You lose 5 points: a combination kept back."


def test_who_is_called_is_told_so() -> None:
    event = Event("called", 1, facts={"seat": 0})
    assert told(event, "ronda", players=3) == "Nikos says that you kept a combination back."
    assert told(event, "ronda", players=3, seat=1) == "You say that Eleni kept a combination back."
    assert told(event, "ronda", players=3, seat=2) == "Nikos says that Eleni kept a combination back."


def test_what_somebody_threw_is_told_to_the_winner_of_the_trick_only() -> None:
    event = Event("trick", 1, ("Jd", "7c"), {"side": 1}, faces=0b000010)
    assert told(event, "kozel") == "Nikos takes the trick."
    assert told(event, "kozel", seat=1) == "You take the trick; thrown to it: Jd and 7c."


def test_a_count_tells_what_the_points_are_for() -> None:
    result = Result((3, 0), lines=())
    assert told(Event("counted", facts={"result": result})) == "You: 3 points. Nikos: 0 points."
    game = load("kontsina").of()
    deal = next(deals(game, 3, 1)).states[-1]
    first = words().tell(Event("counted", facts={"result": game.tally().judge(deal)}))[0]
    assert re.fullmatch(r"You: \d points? \(\d for [^()]+\)\.", first)


def test_penalties_and_tokens_are_told_with_the_card_points() -> None:
    result = Result((0, 2), counts={"card_points": (75, 45)})
    counted = Event("counted", facts={"result": result})
    assert told(counted, "kozel") == "You: 75 card points, 0 penalty points. Nikos: 45 card points, 2 penalty points."
    assert "2 tokens." in told(counted, "kozel", money=True)


def test_the_winners_are_told() -> None:
    assert told(Event("match_over", facts={"winners": (0,)})) == "You win the match."
    assert told(Event("match_over", facts={"winners": (1,)})) == "Nikos wins the match."
    assert told(Event("match_over", facts={"winners": (0, 1)})) == "You share the match with Nikos."
    assert told(Event("match_over", facts={"winners": (0, 1)}), seat=None) == "Eleni and Nikos share the match."
    partners = told(Event("match_over", facts={"winners": (0, 1)}), "kozel", players=4)
    assert partners == "Your side shares the match with Nikos and Salma."
    assert told(Event("match_over", facts={"winners": (1,)}), "kozel", players=4) == "Nikos and Salma win the match."


def test_where_nothing_is_paid_one_line_says_so() -> None:
    assert words("konchinka").settled((Decimal(0), Decimal(0))) == ["Nobody has anything to pay."]
    assert words("konchinka").settled((Decimal(-2), Decimal(2))) == ["You pay 2.", "Nikos receives 2."]
    assert words("kontsina").settled(None) == []


def test_labels_and_seats_of_a_picture_are_names() -> None:
    assert words().line(Line(said("label.hand", name=Seat(0)), Row("8h"))) == "Your hand: 8h"
    assert words().line(Line(said("label.hand", name=Seat(1)), said("picture.cards", n=4))) == "Nikos: 4 cards"
    assert words().line(Line(said("label.pile", side=Side(1)), said("picture.nothing"))) == "Pile of Nikos: nothing"
    lead = said("picture.played", name=Seat(0), cards=Row("Kh"))
    assert words("kozel").line(Line(said("label.lead"), lead)) == "Led: you: Kh"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_line_of_a_picture_has_its_label(case: Case) -> None:
    game = made(case)
    listener = Words(game, [f"P{s}" for s in range(game.seats)], 0)
    for history in deals(game, seed=1, most=1):
        for state in history.states:
            for line in game.picture(state.view(0)):
                assert re.fullmatch(r"[^{}]+: [^{}]+", listener.line(line))


def placeholders(text: Text) -> set[str]:
    return {
        name
        for part in ((text,) if isinstance(text, str) else text)
        for _, name, _, _ in string.Formatter().parse(part)
        if name
    }


def test_every_person_of_a_message_fills_the_same_placeholders() -> None:
    for key, text in EVENTS.items():
        base = next((key.removesuffix(person) for person in PERSONS if key.endswith(person)), key)
        assert base in EVENTS, f"{key} has no text for everybody"
        assert placeholders(text) <= placeholders(EVENTS[base]) | {"name", "side"}, key


# Options.


def values(kind: Any) -> list[object]:
    """Plain values that an option may have."""
    plain, bounds = inner(kind)
    if plain is bool:
        return [True, False]
    if get_origin(plain) is Literal:
        return list(get_args(plain))
    if get_origin(plain) is frozenset:
        choices = sorted(get_args(get_args(plain)[0]))
        return [choices, choices[:1], choices[1:], []]
    if get_origin(plain) is tuple:
        return [[1, 5, 10]]
    if plain is int and bounds is not None:
        return [int(bounds.ge or 0), int(bounds.ge or 0) + 1]
    return ["1"]


@pytest.mark.parametrize("name", games())
def test_every_value_of_every_option_has_a_meaning(name: str) -> None:
    options = load(name).OPTIONS
    for option in options.__struct_fields__:
        for value in values(option_type(options, option)) if option != "players" else []:
            table = words(name)
            sentence = table.text(meaning(table.game, option, "seat:1" if option == "first_dealer" else value))
            assert re.fullmatch(r"[A-Z0-9][^{}]+\.", sentence), (option, value, sentence)


def test_no_sentence_is_for_an_option_that_no_game_has() -> None:
    known = {option for name in games() for option in load(name).OPTIONS.__struct_fields__}
    for key in ENGLISH:
        domain, *rest = key.split(".")
        if domain in ("option", "ask"):
            assert rest[0] in known or rest[1] in known, key


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_differs_from_the_usual_rules_is_told_option_by_option(case: Case) -> None:
    game = made(case)
    assert {name for name, _ in differences(game)} == set(game.options.differing()) - {"players"}
    assert english.text(goal(game)).endswith(".")


def test_the_goal_of_kozel_is_what_ends_the_match() -> None:
    def told(**options: object) -> str:
        return english.text(goal(load("kozel").of(**options)))

    assert told() == "Whoever has 12 penalty points is out; the last one left wins."
    assert told(players=3, elimination="first_out_ends").startswith("The match ends when somebody has 12")
    assert told(players=3, deals=3) == "The match has 3 deals; the fewest penalty points win."
    assert told(players=5, money=True).endswith("cannot pay into the pot; then the most tokens win.")
    assert told(players=5, money=True, deals=3) == "The match has 3 deals at most; the most tokens win."


@pytest.mark.parametrize("name", games())
def test_every_game_its_presets_and_its_options_have_words(name: str) -> None:
    cls = load(name)
    keys = [f"title.{name}", f"game.{name}", f"write.{name}", f"cards.{cls.PACK.suits}"]
    keys += [f"preset.{name}.{preset}" for preset in cls.PRESETS if preset != "seed"]
    for option in cls.OPTIONS.__struct_fields__:
        about = option_about(cls.OPTIONS, option)
        assert about is not None
        keys += [f"ask.{option}", f"topic.{about.topic}"]
    assert set(keys) <= ENGLISH.keys()


def test_every_reason_for_points_has_words() -> None:
    found = {
        line.reason for case in CASES for history in deals(made(case), 5, 1) for line in history.states[-1].points()
    }
    kozel = {"aces", "tens", "kings", "queens", "jacks", "card points", "penalty"}  # counted; penalties by the sheets
    assert found - kozel <= REASONS.keys()
    assert {"pot", *(ended.replace("_", " ") for ended in ENDS if ended)} <= REASONS.keys()
