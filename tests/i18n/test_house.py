"""House rules as data for a screen: every option of every game, with its question, choices and sources in words."""

from __future__ import annotations

from decimal import Decimal

import pytest

from in_words import english
from kafenio.errors import BadOptions
from kafenio.game import games, load
from kafenio.i18n.english.house import WRONG
from kafenio.i18n.house import Described, described, preset, presets
from kafenio.i18n.words import Speech
from support import CASES, Case, made


def of(name: str, option: str, **options: object) -> Described:
    return next(found for found in described(load(name).of(**options)) if found.name == option)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_option_is_described_as_it_stands(case: Case) -> None:
    game = made(case)
    found = described(game)
    assert [option.name for option in found] == list(game.options.__struct_fields__)
    for option in found:
        assert option.value == game.options.plain()[option.name] and english.text(option.ask).endswith("?")
        assert english.text(option.said)[-1] == "." and english.text(option.topic) and option.rules.startswith("R")
        ways = [bool(option.choices), option.low is not None, option.amount]
        assert ways.count(True) == 1, option
        if option.choices:
            assert option.said in [choice.said for choice in option.choices]
            assert len({english.text(choice.said) for choice in option.choices}) == len(option.choices)


@pytest.mark.parametrize("name", games())
def test_sources_and_presets_have_words_in_every_language(name: str) -> None:
    for language in ("en", "ar"):
        words = Speech(language)
        for option in described(load(name).of()):
            assert all(words.text(source.said) for source in option.sources)
        assert all(words.text(preset(name, key)) for key in load(name).PRESETS)


def test_choices_say_where_they_come_from() -> None:
    sources = of("konchinka", "capture_obligation").sources
    assert [(source.of, english.text(source.said)) for source in sources] == [
        ("", "the source text"),
        ("by_card", "an Android program"),
        ("optional", "Kontsina, Tablić"),
    ]
    assert of("ronda", "target_score").sources[1].of == "*"


def test_a_choice_stands_beside_what_has_been_chosen() -> None:
    assert [c.value for c in of("kozel", "first_dealer", players=3).choices][-1] == "seat:2"
    assert [c.value for c in of("kozel", "special_leads").choices] == [
        *([], ["molodka"], ["moscow"], ["molodka", "moscow"])
    ]
    assert all(1 in choice.value for choice in of("kozel", "lead_sizes").choices)
    assert [c.value for c in of("ronda", "tap_points").choices] == [[1, 5, 10], [1, 5, 2]]
    deals = of("kozel", "deals", players=5, money=True, deals=3)
    assert english.text(deals.said) == "The match has 3 deals at most; the most tokens win."
    assert deals.low == 0 and of("konchinka", "stake").amount
    assert english.text(of("konchinka", "stake", settlement="pot", stake=Decimal("0.50")).said).endswith("0.50.")


@pytest.mark.parametrize("name", games())
def test_every_preset_says_what_differs_and_where_it_is_from(name: str) -> None:
    found = presets(load(name))
    assert [one.name for one in found] == list(load(name).PRESETS)
    for one in found:
        whole = one.options if one.players is None else {"players": one.players, **one.options}
        assert whole == load(name).PRESETS[one.name]
        assert one.said and one.sources
        assert all(english.text(text)[-1] == "." for text in one.said) and all(map(english.text, one.sources))


def test_a_preset_is_from_where_its_choices_are_from() -> None:
    called = {one.name: one for one in presets(load("konchinka"))}
    assert [english.text(source) for source in called["house_app"].sources][:2] == [
        "an Android program",
        "an Android program, Basra, Tablić",
    ]
    assert [english.text(source) for source in called["seed"].sources] == ["the source text"]
    assert [english.text(said) for said in called["pot_game"].said] == [
        "Everybody stakes the same, and the winner takes the pot.",
        "15 points win the match.",
    ]


APART: list[tuple[str, dict[str, object], list[str], str]] = [
    ("kontsina", {"partnerships": True}, ["partnerships"], "partners"),
    ("konchinka", {"partnerships": True}, ["partnerships"], "partners"),
    ("kontsina", dict.fromkeys(("points_cards", "points_clubs", "points_2c", "points_td"), 0), [], "no_points"),
    ("konchinka", dict.fromkeys(("points_cards", "points_clubs", "points_2c", "points_td"), 0), [], "no_points"),
    ("konchinka", {"ace_value": "none", "figure_values": "13_12_11"}, ["ace_value"], "ace_value"),
    (
        "konchinka",
        {"layout_pair_which": "random", "layout_pair_return": "all"},
        ["layout_pair_which"],
        "nothing_to_draw",
    ),
    ("kozel", {"players": 5}, ["players"], "five"),
    ("kozel", {"partnerships": True}, ["partnerships"], "teams"),
    ("kozel", {"remove_6c": True}, ["remove_6c"], "remove_6c"),
    ("kozel", {"lead_sizes": [2]}, ["lead_sizes"], "lead_sizes"),
    ("kozel", {"stake": 3, "purse": 2}, ["purse"], "purse"),
    ("ronda", {"players": 3, "opening": "four_cards"}, ["opening"], "four_cards"),
    ("ronda", {"first_dealer": "seat:2"}, ["first_dealer"], "first_dealer"),
]


@pytest.mark.parametrize(("name", "options", "at", "why"), APART)
def test_options_that_exclude_one_another_say_so_in_every_language(
    name: str, options: dict[str, object], at: list[str], why: str
) -> None:
    with pytest.raises(BadOptions) as found:
        load(name).of(**options)
    assert found.value.options == (at or list(options)) and found.value.why is not None
    assert found.value.why.id == f"wrong.{why}" and Speech("ar").text(found.value.why)


def test_every_such_reason_is_given_somewhere() -> None:
    assert {why for *_, why in APART} == WRONG.keys()


def test_an_option_out_of_range_is_named_too() -> None:
    with pytest.raises(BadOptions) as found:
        load("kontsina").of(deals=0)
    assert found.value.options == ["deals"] and found.value.why is None
    with pytest.raises(BadOptions) as found:
        load("kontsina").of("none")
    assert found.value.options == []
