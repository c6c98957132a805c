"""The rules in pieces for a screen: the same text, with cards, plays and references told apart."""

from __future__ import annotations

import re

import pytest

from i18n.test_rules_text import WRITTEN
from kafenio.game import games, load
from kafenio.i18n.rulebook import Piece, Print, Rulebook, rulebook
from kafenio.i18n.rules import plain, rules
from support import CASES, Case, made

PAGE = Print(frozenset({"7d", "7c", "Td", "2c"}), frozenset({"R13", "R32a"}), False)


def text_of(piece: Piece) -> str:
    play = " ".join(word.text for word in piece.play).replace(" + ", "+")
    return piece.text or piece.rule or play or piece.typed


def told(book: Rulebook) -> str:
    """The text of a book, words only."""
    found = []
    for section in book.sections:
        found.append(section.title)
        for paragraph in section.paragraphs:
            pieces = [paragraph.pieces, *paragraph.items]
            lines = " ".join("".join(map(text_of, line)) for line in pieces)
            found.append(f"{paragraph.rule} {lines}")
    return re.sub(r"[\u2068\u2069]", "", " ".join(" ".join(found).split()))


@pytest.mark.parametrize(("language", "game"), WRITTEN)
def test_the_pieces_are_the_text_of_the_rules(language: str, game: str) -> None:
    rules_game = load(game).of()
    options = {name: getattr(rules_game.options, name) for name in rules_game.options.__struct_fields__}
    text = plain(re.sub(r"^# .+\n", "", rules(game, options, language)))
    assert told(rulebook(rules_game, language)) == " ".join(text.split()).replace("\xa0", " ")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_piece_has_one_meaning_and_every_reference_a_rule(case: Case) -> None:
    book = rulebook(made(case))
    paragraphs = [paragraph for section in book.sections for paragraph in section.paragraphs]
    stated = {paragraph.rule for paragraph in paragraphs}
    for paragraph in paragraphs:
        for piece in [*paragraph.pieces, *(piece for item in paragraph.items for piece in item)]:
            assert [bool(piece.text), bool(piece.rule), bool(piece.play), bool(piece.typed)].count(True) == 1
            assert not piece.rule or piece.rule in stated
            assert not re.search(r"[`*{}]", piece.text)
    for option in book.differs:
        assert option.said.endswith(".") and set(option.rules) <= stated


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Take it (R13).", ["Take it (", "rule R13", ")."]),
        ("By R13-R99.", ["By ", "rule R13", "-R99."]),
        ("`7d x 7c+2c` takes", ["play 7d! x 7c! + 2c!", " takes"]),
        ("written ``7d``", ["written ", "typed 7d"]),
        ("the suit `c`", ["the suit ", "typed c"]),
        ("R32a, *never*.", ["rule R32a", ", ", "never", "."]),
        ("<b>&amp;", ["<b>&amp;"]),
    ],
)
def test_a_paragraph_is_cut_into_pieces(text: str, pieces: list[str]) -> None:
    def shown(piece: Piece) -> str:
        if piece.play:
            return "play " + " ".join(word.text + "!" * word.card for word in piece.play)
        return f"rule {piece.rule}" if piece.rule else f"typed {piece.typed}" if piece.typed else piece.text

    assert [shown(piece) for piece in PAGE.pieces(text)] == pieces


def test_numbers_are_set_apart_in_arabic_only() -> None:
    text = "60-30-30 costs 0-2-2, 2 + 1 = 3. The 7."
    assert PAGE.pieces(text) == [Piece(text)]
    (apart,) = PAGE._replace(apart=True).pieces(text)
    assert re.findall("\u2068(.+?)\u2069", apart.text) == ["60-30-30", "0-2-2", "2 + 1 = 3", "7"]


def test_what_differs_is_told_with_its_rules() -> None:
    book = rulebook(load("kozel").of(players=4, shokha=False), "fr")
    assert [(d.option, d.said, d.rules) for d in book.differs] == [
        ("shokha", "Le six de pique est une carte ordinaire.", ["R4", "R23", "R27", "R28"])
    ]
    assert (book.players, book.language) == (4, "fr")
    assert rulebook(load("kozel").of(players=4)).differs == []


@pytest.mark.parametrize("game", games())
def test_a_language_without_a_page_is_answered_in_english(game: str) -> None:
    assert rulebook(load(game).of(), "xx").language == "en"
