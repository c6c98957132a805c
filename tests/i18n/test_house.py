"""House rules as data for a screen: every option of every game, with its question, choices and sources in words."""

from __future__ import annotations

from decimal import Decimal

import pytest

from in_words import english
from kafenio.game import games, load
from kafenio.i18n.house import Described, described, preset
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
