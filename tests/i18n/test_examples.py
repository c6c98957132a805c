"""Worked examples: legal by the rules wherever they are shown, and those of the tests' own tables of cases."""

from __future__ import annotations

from typing import Any

import pytest

from games import konchinka_cases, kontsina_cases
from i18n.test_rules_text import option_sets
from kafenio.game import Game, games, load
from kafenio.i18n.examples import Case, Word, cases, example, examples, spelt
from kafenio.i18n.rules import RulesError, printed
from kafenio.i18n.words import Words

LEGAL = {row[0]: row[1:] for row in (*kontsina_cases.LEGAL, *konchinka_cases.LEGAL)}

# What is told last in a story, as the specifications have it.
ENDS = {
    "KS08": "A clears the table: a sweep.",
    "KS03": "A took last, so what lies on the table goes there: 5d, 5h and Qd.",
    "CS03": "A took last, so what lies on the table goes there: Jd.",
    "K26": "A takes the trick.",
    "N4": "A scores 1 point: missa.",
    "N39": "B scores 1 point: bount.",
    "N41": "B scores 10 points: aachra.",
}


def text(play: list[Word]) -> str:
    return " ".join(word.text for word in play).replace(" + ", "+")


def story(game: Game, case: Case) -> list[str]:
    words = Words(game, list("ABCDE")[: game.seats], None)
    return [line for step in example(game, case).story for line in words.texts(step.said)]


@pytest.mark.parametrize("name", games())
def test_examples_hold_under_all_options_and_stand_under_a_rule_that_is_stated(name: str) -> None:
    kind, shown = load(name), set()
    for options in option_sets(name, 60):
        if name == "konchinka" and options["layout_pair_return"] == "all":
            options = {**options, "layout_pair_which": kind.of().options.plain()["layout_pair_which"]}
        game = kind(kind.OPTIONS(**options))  # type: ignore[arg-type]  # they are of these types
        stated = {block.number for block in printed(name, options, "en")}
        for found in examples(game):
            assert found.rule in stated, (found, options)
            assert found.plays or found.thrown or found.story
            shown.add((found.rule, tuple(found.hand), len(found.story)))
    assert len(shown) == len(cases(name))


@pytest.mark.parametrize(
    ("name", "case"), [(name, case) for name in games() for case in cases(name) if case.case in LEGAL]
)
def test_an_example_is_the_worked_case_of_its_name(name: str, case: Case) -> None:
    position, legal = LEGAL[case.case]
    fields: dict[str, Any] = dict(position)
    options, preset = fields.pop("options", {}), fields.pop("preset", None)
    assert {"table": "", **case.position} == {"table": "", **fields}
    found = example(load(name).of(preset, **options), case)
    assert sorted(map(text, found.plays)) == sorted(legal)


@pytest.mark.parametrize(("name", "case"), [(name, case) for name in games() for case in cases(name) if case.story])
def test_a_story_ends_as_the_worked_case_does(name: str, case: Case) -> None:
    options = {"sweep_bonus": 1} if case.case == "KS08" else {}
    assert ENDS[case.case] in story(load(name).of(players=2, **options), case)


def test_kozel_shows_what_beats_a_lead_and_how_much_may_be_thrown() -> None:
    found = {case.case: example(load("kozel").of(), case) for case in cases("kozel") if case.case != "K23"}
    assert [text(play) for play in found["K16"].plays] == ["contest Ah 9h", "contest Ah 7c", "contest 9h 7c"]
    assert (found["K16"].led, found["K16"].thrown, found["K16"].trump) == ([["Kh", "8h"]], 6, "c")
    assert (found["K22"].plays, found["K22"].thrown) == ([], 4)  # nothing beats the 6s


def test_an_example_that_the_rules_do_not_allow_is_named() -> None:
    wrong = Case("R27", {"table": "5d 7c"}, story=["5h x 7c"], case="KS99")
    with pytest.raises(RulesError, match=r"^examples/kontsina.json: KS99: .*is not legal"):
        example(load("kontsina").of(), wrong)


def test_a_play_is_spelt() -> None:
    assert spelt("7d x 7c+2c", frozenset({"7d", "7c", "2c"})) == [
        *(Word("7d", True), Word("x"), Word("7c", True), Word("+"), Word("2c", True))
    ]
