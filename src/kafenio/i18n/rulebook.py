"""The rules of a game for a screen: sections of paragraphs in pieces, so that nothing has to be read as markup there.

The texts are those of `rules`; the examples, those of `examples`, follow the rule that they show.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct, field

from kafenio.errors import BadOptions
from kafenio.game import Game, option_about
from kafenio.i18n.catalog import RIGHT_TO_LEFT
from kafenio.i18n.examples import Example, Word, examples, spelt
from kafenio.i18n.options import differences
from kafenio.i18n.rules import Block, languages, printed, words
from kafenio.i18n.words import APART, TOGETHER, Speech

__all__ = ["Differs", "Paragraph", "Piece", "Rulebook", "Section", "rulebook"]

SPAN = re.compile(r"(?P<ticks>`+)(?P<typed>[^`]+)(?P=ticks)|\*(?P<strong>\S[^*]*)\*|\b(?P<rule>R\d+[a-z]?)\b")
SEATS = range(2, 6)
ITEM = "- "
NUMBERED = re.compile(r"\*\*R\d+[a-z]?\*\* ")
# `60-30-30`, `2 + 1 = 3`: read from left to right in every language
SUM = re.compile(r"\d+(?:[.,]\d+)*(?: ?[-–+=×:] ?\d+(?:[.,]\d+)*)+|\d+(?:[.,]\d+)*")


class Piece(Struct, frozen=True, omit_defaults=True):
    """A piece of a paragraph, one of these: words, the number of a rule that is stated here, a play, a text as it is typed."""

    text: str = ""
    rule: str = ""
    play: list[Word] = field(default_factory=list)
    typed: str = ""


class Paragraph(Struct, frozen=True, omit_defaults=True):
    """A paragraph; with `rule` one that states it, alone or with those beside it. `examples` belong to the rule."""

    pieces: list[Piece]
    rule: str = ""
    items: list[list[Piece]] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)


class Section(Struct, frozen=True):
    """What stands under a heading; the first one has none where the game's name is the heading."""

    title: str
    paragraphs: list[Paragraph]


class Differs(Struct, frozen=True):
    """An option that is not as usual for so many players: what that means, and the rules that it changes."""

    option: str
    said: str
    rules: list[str]


class Rulebook(Struct, frozen=True):
    """The rules of a game under its options."""

    game: str
    language: str  # English where the language asked for has no such page
    players: int
    sides: int  # seat n is of side n modulo this
    seats: list[int]  # the numbers of players that may be chosen instead, this one too
    differs: list[Differs]
    sections: list[Section]


class Print(NamedTuple):
    """What the pieces of a paragraph depend on."""

    cards: frozenset[str]
    rules: frozenset[str]  # that are stated
    apart: bool  # numbers are set apart from words that run from right to left

    def pieces(self, text: str) -> list[Piece]:
        return list(self.cut(text))

    def cut(self, text: str) -> Iterator[Piece]:
        """The pieces of a text, in order; it is the same text without its marks."""
        end = 0
        for found in SPAN.finditer(text):
            if found["rule"] and found["rule"] not in self.rules:
                continue
            yield from self.plain(text[end : found.start()])
            end = found.end()
            if found["rule"]:
                yield Piece(rule=found["rule"])
            elif found["strong"]:
                yield from self.plain(found["strong"])
            else:
                play = spelt(found["typed"], self.cards)
                drawn = found["ticks"] == "`" and any(word.card for word in play)
                yield Piece(play=play) if drawn else Piece(typed=found["typed"])
        yield from self.plain(text[end:])

    def plain(self, text: str) -> Iterator[Piece]:
        if text:
            yield Piece(SUM.sub(rf"{APART}\g<0>{TOGETHER}", text) if self.apart else text)


def rulebook(game: Game, language: str = "en") -> Rulebook:
    """The rules under the options of a game, in a language, or in English where they are not written in it."""
    if language not in languages(game.NAME):
        language = "en"
    options = {name: getattr(game.options, name) for name in game.options.__struct_fields__}
    blocks = printed(game.NAME, options, language)
    stated = frozenset(block.number for block in blocks if block.number)
    page = Print(frozenset(game.PACK.names), stated, language in RIGHT_TO_LEFT)
    return Rulebook(
        game.NAME,
        language,
        game.seats,
        game.sides,
        [number for number in SEATS if number == game.seats or fits(game, number)],
        list(differing(game, language, stated)),
        sections(blocks, options, language, page, shown(game)),
    )


def fits(game: Game, players: int) -> bool:
    """Whether so many can play with what is not as usual here."""
    try:
        game.OPTIONS.make({**game.options.differing(), "players": players})
    except BadOptions:
        return False
    return True


def shown(game: Game) -> Mapping[str, list[Example]]:
    """The examples by their rules."""
    found: defaultdict[str, list[Example]] = defaultdict(list)
    for example in examples(game):
        found[example.rule].append(example)
    return found


def differing(game: Game, language: str, stated: frozenset[str]) -> Iterator[Differs]:
    speech = Speech(language)
    for name, said in differences(game):
        about = option_about(game.OPTIONS, name)
        numbers = re.findall(r"R\d+[a-z]?", about.rules) if about else []
        yield Differs(name, speech.text(said), [number for number in numbers if number in stated])


def sections(
    blocks: list[Block], options: Mapping[str, object], language: str, page: Print, own: Mapping[str, list[Example]]
) -> list[Section]:
    """The blocks by their headings. A rule's examples follow the last of its paragraphs."""
    found = [Section("", [])]
    last = {block.number: place for place, block in enumerate(blocks)}
    for place, block in enumerate(blocks):
        text = words(block, options, language)
        if block.level == 1:
            continue  # the name of the game
        if block.level:
            found.append(Section(text.lstrip("# "), []))
            continue
        first, *items = NUMBERED.sub("", text, count=1).split("\n" + ITEM)
        after = own.get(block.number, []) if last[block.number] == place else []
        found[-1].paragraphs.append(
            Paragraph(page.pieces(first), block.number, [page.pieces(item) for item in items], after)
        )
    return [section for section in found if section.paragraphs]
