"""The rules in words: every file can be read, every option changes the text, nothing in it is dead.

What a game offers stands in choices_GAME.py beside this file. The English pages are printed under many options; the pages
of the other languages need only have the same blocks.
"""

from __future__ import annotations

import ast
import random
import re
import runpy
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from kafenio.i18n import rules as module
from kafenio.i18n.rules import RulesError, languages, plain, rule, rules

GAMES = sorted(path.stem.removeprefix("choices_") for path in Path(__file__).parent.glob("choices_*.py"))
PAGES = sorted(
    (folder.name, page.name.removesuffix(".md"))
    for folder in resources.files("kafenio.i18n").joinpath("rules").iterdir()
    for page in folder.iterdir()
)
WRITTEN = [(language, game) for language, game in PAGES if game in GAMES]

of_page = pytest.mark.parametrize(("language", "game"), WRITTEN)
of_translation = pytest.mark.parametrize(("language", "game"), [page for page in WRITTEN if page[0] != "en"])
of_game = pytest.mark.parametrize("game", GAMES)


@cache
def table(game: str) -> Any:
    """The names of choices_GAME.py.

    DEFAULTS: option -> value. CHOICES: option -> (settings under which it matters, its choices).
    TABLES: option -> more such settings, where there are any. PRESETS: name -> settings. RULES: the numbers of all rules.
    allowed(options): whether these may stand together.
    """
    return runpy.run_path(str(Path(__file__).with_name(f"choices_{game}.py")))


def varied(game: str, option: str) -> Iterator[tuple[Mapping[str, object], list[Mapping[str, object]]]]:
    """Settings under which an option matters, and the option sets there that differ in this option alone."""
    of = table(game)
    first, choices = of["CHOICES"][option]
    for settings in (first, *of["TABLES"].get(option, ())):
        yield settings, [{**of["DEFAULTS"], **settings, option: choice} for choice in choices]


def option_sets(game: str, count: int = 300) -> Iterator[Mapping[str, object]]:
    """The presets, every choice at every table of its option, and some sets drawn at random from a fixed seed."""
    of = table(game)
    for preset in of["PRESETS"].values():
        yield {**of["DEFAULTS"], **preset}
    for option in of["CHOICES"]:
        for _, sets in varied(game, option):
            yield from (options for options in sets if of["allowed"](options))
    rng = random.Random(20)
    while count:
        drawn = {option: rng.choice(choices) for option, (_, choices) in of["CHOICES"].items()}
        if of["allowed"](drawn):
            yield drawn
            count -= 1


@cache
def texts(game: str) -> frozenset[str]:
    """What `rules` prints for all of these in English."""
    return frozenset(rules(game, options) for options in option_sets(game))


@cache
def printings(game: str) -> dict[int, list[Mapping[str, object]]]:
    """Where the blocks stand that are printed for these, and options under which each is: one for all values in it."""
    found: dict[int, dict[tuple[object, ...], Mapping[str, object]]] = {}
    places = {block: place for place, block in enumerate(module.blocks_of(game, "en"))}
    for options in option_sets(game):
        for block in module.printed(game, options, "en"):
            values = tuple(options[name] for name in module.PLACEHOLDER.findall(block.text))
            found.setdefault(places[block], {}).setdefault(values, options)
    return {place: list(by_values.values()) for place, by_values in found.items()}


def shape(block: module.Block) -> tuple[object, ...]:
    """What a block has in every language: condition, level, number, the names in it and the rules that it refers to."""
    condition = block.condition and ast.unparse(block.condition)
    names, referred = module.PLACEHOLDER.findall(block.text), re.findall(r"\bR\d+[a-z]?\b", block.text)
    return condition, block.level, block.number, sorted(names), sorted(referred)


def read(text: str) -> tuple[module.Block, ...]:
    return module.read(text, "en/game.md")


# Every page of every language.


def test_every_page_has_a_table_of_choices() -> None:
    assert PAGES == WRITTEN


@of_page
def test_every_option_a_page_names_exists(language: str, game: str) -> None:
    defaults = table(game)["DEFAULTS"]
    unknown = [
        f"{block.file}:{block.line + below}: {name}"
        for block in module.blocks_of(game, language)
        for name, below in block.names
        if name not in defaults
    ]
    assert not unknown


@of_page
def test_conditions_compare_options_with_their_own_choices(language: str, game: str) -> None:
    choices = table(game)["CHOICES"]
    wrong = [
        f"{block.file}:{block.line - 1}: {ast.unparse(test)}"
        for block in module.blocks_of(game, language)
        if block.condition is not None
        for test in ast.walk(block.condition)
        if isinstance(test, ast.Compare)
        for text in [n.value for n in ast.walk(test) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        if not any(text in flat(choices[n.id][1]) for n in ast.walk(test) if isinstance(n, ast.Name))
    ]
    assert not wrong


def flat(choices: list[object]) -> set[object]:
    """Choices, and the members of those that are sets or tuples."""
    return {m for c in choices for m in (c if isinstance(c, tuple | frozenset) else (c,))}


@of_translation
def test_a_translation_has_the_blocks_of_the_english_page(language: str, game: str) -> None:
    english, other = module.blocks_of(game, "en"), module.blocks_of(game, language)
    differ = [
        f"{block.file}:{block.line}: {shape(block)}, {like.file}:{like.line}: {shape(like)}"
        for block, like in zip(other, english, strict=False)
        if shape(block) != shape(like)
    ]
    assert not differ[:1]
    assert len(other) == len(english)


@of_translation
def test_what_differs_in_english_differs_in_a_translation(language: str, game: str) -> None:
    english: dict[str, str] = {}
    for block, like in zip(module.blocks_of(game, language), module.blocks_of(game, "en"), strict=True):
        assert english.setdefault(block.text, like.text) == like.text, f"{block.file}:{block.line}"


@of_game
def test_every_choice_of_every_option_changes_the_text(game: str) -> None:
    same = []
    for option in table(game)["CHOICES"]:
        for settings, sets in varied(game, option):
            seen: dict[str, object] = {}
            for options in sets:
                text = rules(game, options)
                if text in seen:
                    same.append(f"{option}: {seen[text]} and {options[option]} with {dict(settings)}")
                seen[text] = options[option]
    assert not same


@of_game
def test_every_option_is_tried(game: str) -> None:
    of = table(game)
    assert of["CHOICES"].keys() == of["DEFAULTS"].keys()
    assert all(
        settings.keys() <= of["DEFAULTS"].keys() for option in of["CHOICES"] for settings, _ in varied(game, option)
    )


@of_game
def test_every_rule_is_printed_by_its_number_somewhere(game: str) -> None:
    printed = "\n".join(texts(game))
    assert set(re.findall(r"^\*\*(R\d+[a-z]?)\*\* ", printed, re.MULTILINE)) == set(table(game)["RULES"])


@of_game
def test_every_block_is_printed_somewhere(game: str) -> None:
    printed = printings(game)
    blocks = module.blocks_of(game, "en")
    assert not [f"{block.file}:{block.line}" for place, block in enumerate(blocks) if place not in printed]


@of_game
def test_a_rule_that_is_referred_to_is_printed_too(game: str) -> None:
    lost = set()
    for text in texts(game):
        stated = set(re.findall(r"\*\*(R\d+[a-z]?)\*\*", text))
        lost |= {number for number in re.findall(r"\bR\d+[a-z]?\b", text) if number not in stated}
    assert not lost


@of_page
def test_printed_paragraphs_read_well(language: str, game: str) -> None:
    for place, sets in printings(game).items():
        block = module.blocks_of(game, language)[place]
        for paragraph in (module.words(block, options, language) for options in sets):
            assert not re.search(r"[{}_]|  |\(\)|\bTrue\b|\bFalse\b|\bNone\b", paragraph)
            assert block.level or paragraph[-1] in ".:!?)؟", paragraph
            assert not re.search(r"[*`#]", plain(paragraph))
            assert max(map(len, plain(paragraph).split("\n"))) <= 78


# The renderer.

DEFAULTS: dict[str, object] = {
    "players": 2,
    "partnerships": False,
    "scope": "one",
    "leads": frozenset({4, 1, 2}),
    "taps": (1, 5, 2),
    "price": Decimal("0.50"),
    "first_dealer": "seat:3",
}


def shown(text: str, monkeypatch: pytest.MonkeyPatch, **options: object) -> str:
    """A page printed with DEFAULTS and these options."""
    monkeypatch.setattr(module, "blocks_of", lambda game, language: read(text))
    return rules("game", {**DEFAULTS, **options})


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("players == 2", True),
        ("players != 2", False),
        ("players < 2 or players >= 2 and players <= 2", True),
        ("1 < players < 3", True),
        ('scope == "one"', True),
        ('scope in ("one", "several")', True),
        ('scope not in ("one", "several")', False),
        ("4 in leads and 3 not in leads", True),
        ("taps == (1, 5, 2)", True),
        ("10 in taps", False),
        ("partnerships", False),
        ("not partnerships", True),
        ("partnerships == false", True),
        ("true", True),
        ("price > 0", True),
        ("not (players == 2 and partnerships)", True),
    ],
)
def test_a_block_is_printed_only_where_its_condition_holds(
    condition: str, holds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown(f"{{if {condition}}}\nYes.", monkeypatch) == ("Yes." if holds else "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{players} play.", "2 play."),
        ("Lead {leads} cards.", "Lead 1, 2 and 4 cards."),
        ("Taps: {taps}.", "Taps: 1, 5 and 2."),
        ("Price: {price}.", "Price: 0.50."),
        ("Seat {first_dealer}.", "Seat 3."),
        ("**R1** One\nline.", "**R1** One line."),
        ("A list:\n- one\n  thing\n- two", "A list:\n- one thing\n- two"),
    ],
)
def test_values_are_put_in_words(text: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(text, monkeypatch) == words


def test_one_member_needs_no_and(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown("{leads}", monkeypatch, leads=frozenset({1})) == "1"


def test_a_heading_with_nothing_below_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# Game\n\n## Partners\n\n{if partnerships}\nTwo.\n\n## End\n\n### Last\n\nDone.\n\n## Extras"
    assert shown(text, monkeypatch) == "# Game\n\n## End\n\n### Last\n\nDone."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Fine.\n\n{if playres == 2}\nNo.", "en/game.md:3: no option 'playres'"),
        ("Fine.\n\nOne\nand {tow}.", "en/game.md:4: no option 'tow'"),
        ("{if players}\nNo.", "en/game.md:1: players is 2, neither true nor false"),
        ('{if scope < "two"}\nNo.', "en/game.md:1: 'one' is no number"),
        ('{if "o" in scope}\nNo.', "en/game.md:1: 'one' has no members"),
        ("{if len(leads) == 1}\nNo.", "en/game.md:1: 'len(leads) == 1': Call has no place in a condition"),
        ("{if players.real == 1}\nNo.", "en/game.md:1: 'players.real == 1': Attribute has no place"),
        ("{if players + 1 == 3}\nNo.", "en/game.md:1: 'players + 1 == 3': BinOp has no place"),
        ("{if players == 2.0}\nNo.", "en/game.md:1: 'players == 2.0': Constant has no place"),
        ("{if players ==}\nNo.", "en/game.md:1: 'players ==' is no condition"),
        ("{if players == 2}", "en/game.md:1: a line {if EXPR} and a text below it expected"),
        ("One.\n{if players == 2}\nTwo.", "en/game.md:2: a brace that belongs to no {name}"),
        ("{partnerships}", "en/game.md:1: False cannot be put in words here"),
        ("## A turn\nText.", "en/game.md:1: a heading stands alone"),
        ("##A turn", "en/game.md:1: a heading '## Text' or a rule"),
        ("**R1 **Text.", "en/game.md:1: a heading '## Text' or a rule"),
    ],
)
def test_a_mistake_is_named_with_file_and_line(text: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RulesError) as error:
        shown(text, monkeypatch)
    assert str(error.value).startswith(message)


@of_page
def test_one_rule_is_printed_as_in_the_whole(language: str, game: str) -> None:
    options = table(game)["DEFAULTS"]
    text = rule(game, options, "R1", language)
    assert text.startswith("**R1** ")
    assert text in rules(game, options, language)


def test_an_unknown_rule_is_refused_with_the_first_and_the_last() -> None:
    with pytest.raises(RulesError, match=r"^no rule 'R99' under these options; rules go from R1 to R40, with gaps$"):
        rule("kontsina", table("kontsina")["DEFAULTS"], "R99")


def test_the_rule_of_forced_capture_is_told_as_it_is_played() -> None:
    options = {**table("kontsina")["DEFAULTS"], "capture_obligation": "if_able"}
    assert "you cannot lay" in rule("kontsina", options, "R17")


@pytest.mark.parametrize(
    ("game", "language"), [("whist", "en"), ("kontsina", "xx"), ("../rules", "en"), ("kontsina", "..")]
)
def test_a_missing_text_is_refused(game: str, language: str) -> None:
    with pytest.raises(RulesError, match=r"no rules of .* in language"):
        rules(game, {}, language)


def test_the_languages_of_a_game_are_those_of_its_files() -> None:
    assert "en" in languages("kontsina")


def test_plain_has_no_marks_and_short_lines() -> None:
    text = "## A turn\n\n**R1** *A* `lay 8h` " + "word " * 20 + "end.\n\nTwo:\n- " + "item " * 20 + "end."
    lines = plain(text).split("\n")
    assert lines[0] == "A turn"
    assert lines[2].startswith("R1 A lay 8h word")
    assert max(map(len, lines)) <= 78
    assert plain("word " * 14 + "`8h x 3c+5d`.").split("\n")[-1] == "8h x 3c+5d."
    assert [line[:6] for line in lines[-3:]] == ["Two:", "- item", "  item"]
