"""The numbers that the rules state are those of the options, and the plays in them are the same in every language."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal

import pytest

from i18n.test_rules_text import GAMES, WRITTEN, table, varied
from kafenio.game import load
from kafenio.i18n.rules import Block, blocks_of, plain, rules

NUMBER = re.compile(r"\d+(?:\.\d+)?")
IN_WORDS = {
    "players",
    "deal_packet",
    "table_run_limit",
    "tap_points",
}  # two, three: each choice has sentences of its own


def numbers_of(value: object) -> tuple[int | Decimal, ...]:
    """The numbers that a choice sets; none for other choices."""
    values = value if isinstance(value, tuple) else (value,)
    return tuple(v for v in values if isinstance(v, int | Decimal) and not isinstance(v, bool))


def numeric(game: str) -> list[str]:
    """The options whose choices are numbers."""
    return [
        o for o, (_, choices) in table(game)["CHOICES"].items() if all(map(numbers_of, choices)) and o not in IN_WORDS
    ]


def stated(text: str) -> Counter[str]:
    return Counter(NUMBER.findall(text))


@pytest.mark.parametrize(("language", "game"), WRITTEN)
def test_every_number_that_is_chosen_is_stated(language: str, game: str) -> None:
    wrong = []
    for option in numeric(game):
        for settings, sets in varied(game, option):
            two = sorted(sets, key=lambda options: numbers_of(options[option]))[-2:]
            texts = [stated(plain(rules(game, options, language))) for options in two]
            for own, other, options in zip(texts, texts[::-1], two, strict=True):
                wanted = {format(n, "f") if isinstance(n, Decimal) else str(n) for n in numbers_of(options[option])}
                given = {str(n) for n in numbers_of(next(o for o in two if o is not options)[option])}
                if not all(own[n] > other[n] for n in wanted - given):
                    wrong.append(f"{option} = {options[option]} with {dict(settings)}")
    assert not wrong


def test_numbers_are_chosen_in_every_game() -> None:
    assert {game: len(numeric(game)) for game in GAMES} == {"konchinka": 9, "kontsina": 7, "kozel": 5, "ronda": 3}


def spans(block: Block, game: str) -> Counter[str]:
    """What stands between backticks and has a card in it."""
    names = load(game).PACK.names
    typed = [" ".join(text.split()) for text, _ in re.findall(r"((`+)[^`]+\2)", block.text)]
    return Counter(text for text in typed if set(re.split(r"[\s+`]+", text)) & set(names))


@pytest.mark.parametrize(("language", "game"), WRITTEN)
def test_plays_are_the_same_in_every_language(language: str, game: str) -> None:
    for block, english in zip(blocks_of(game, language), blocks_of(game, "en"), strict=True):
        assert spans(block, game) == spans(english, game), f"{block.file}:{block.line}"


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_named_outside_backticks(game: str) -> None:
    names = set(load(game).PACK.names) - {"As"}  # a word too
    for block in blocks_of(game, "en"):
        words = set(re.findall(r"\w+", re.sub(r"(`+)[^`]+\1", " ", block.text)))
        assert not words & names, f"{block.file}:{block.line}"
