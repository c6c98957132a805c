"""Worked examples: small positions under the rule that they show. What can be played in them is asked of the rules themselves.

`examples/GAME.json` is a list of objects:

rule      the number of the rule under which it stands
when      a condition on the options, as in the texts of `rules`: where it does not hold, the example is not shown
position  the fields of a bare position, without its options (`kafenio.position`)
story     plays in turn, from seat 0 on, instead of a hand; who plays holds what is played, and another card unless the round is
          the last one
case      what the tests' tables of worked cases call it
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct, field

from kafenio.errors import KafenioError
from kafenio.game import Game
from kafenio.i18n.rules import RulesError, met
from kafenio.i18n.teller import Teller
from kafenio.message import Message

__all__ = ["Case", "Example", "Step", "Word", "cases", "example", "examples", "spelt"]

THROW = "discard "
DEALT = {"dealt", "drawn"}  # what follows a round or a trick and is no part of it


class Word(Struct, frozen=True, omit_defaults=True):
    """A word of a play in notation: a card, or another one."""

    text: str
    card: bool = False


class Step(Struct, frozen=True):
    """A play of a story by whom it was made, and what is told of it."""

    seat: int
    play: list[Word]
    said: list[Message]


class Example(Struct, frozen=True, omit_defaults=True):
    """A position as it is shown: the cards in hand and on the table, and what may be played, or what happens."""

    rule: str
    hand: list[str] = field(default_factory=list)
    table: list[str] = field(default_factory=list)
    trump: str = ""
    led: list[list[str]] = field(default_factory=list)  # Kozel: the cards played to the trick so far, oldest first
    plays: list[list[Word]] = field(default_factory=list)
    thrown: int = 0  # Kozel: in how many ways the cards can be thrown instead
    story: list[Step] = field(default_factory=list)


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """An example as it is written down."""

    rule: str
    position: dict[str, Any]
    when: str = "true"
    story: list[str] = field(default_factory=list)
    case: str = ""


def spelt(text: str, names: frozenset[str]) -> list[Word]:
    """The words of a play: cards among the others, `+` being one of these."""
    return [Word(word, word in names) for word in re.findall(r"\+|[^\s+]+", text)]


@cache
def cases(game: str) -> tuple[Case, ...]:
    """The examples of a game as they are written down."""
    path = resources.files("kafenio.i18n").joinpath("examples", f"{game}.json")
    return msgspec.json.decode(path.read_bytes(), type=tuple[Case, ...])


def examples(game: Game) -> Iterator[Example]:
    """Those that are shown under the options of a game, in order."""
    options = {name: getattr(game.options, name) for name in game.options.__struct_fields__}
    for place, case in enumerate(cases(game.NAME)):
        if met(case.when, options, f"examples/{game.NAME}.json, entry {place}"):
            yield example(game, case)


def example(game: Game, case: Case) -> Example:
    """An example under the options of a game. RulesError, if the rules do not allow it there."""
    try:
        return told(game, case) if case.story else asked(game, case)
    except KafenioError as e:
        raise RulesError(f"examples/{game.NAME}.json: {case.case or case.position}: {e}") from None


def asked(game: Game, case: Case) -> Example:
    """What a seat may play."""
    deal = game.position({**case.position, "options": game.options.plain()})
    seat = case.position.get("seat", 0)
    texts = [deal.text(play) for play in deal.legal(seat)]
    names = frozenset(game.PACK.names)
    thrown = [text for text in texts if text.startswith(THROW)]
    return Example(
        case.rule,
        case.position["hand"].split(),
        case.position.get("table", "").split(),
        case.position.get("trump", ""),
        [cards(text, names) for text in case.position.get("plays", [])],
        [spelt(text, names) for text in texts if text not in thrown],
        len(thrown),
    )


def told(game: Game, case: Case) -> Example:
    """What happens, play by play."""
    names = frozenset(game.PACK.names)
    deal = game.position({**case.position, "hands": hands(game, case, names), "options": game.options.plain()})
    teller, steps = Teller(game, None), []
    for text in case.story:
        seat = deal.turn
        events = [event for event in deal.play(seat, deal.read(seat, text)) if event.kind not in DEALT]
        said = [message for event in events for message in teller.tell(event)]
        steps.append(Step(seat, spelt(text, names), said))
    table, trump = case.position.get("table", "").split(), case.position.get("trump", "")
    return Example(case.rule, table=table, trump=trump, story=steps)


def hands(game: Game, case: Case, names: frozenset[str]) -> list[str]:
    """What each seat needs for a story, and one card more of a rank that is not in it."""
    held: list[list[str]] = [[] for _ in range(game.seats)]
    for turn, text in enumerate(case.story):
        verb, *rest = text.split()
        held[turn % game.seats] += [verb] if verb in names else cards(" ".join(rest), names)
    if not case.position.get("last_round"):
        ranks = {card[:-1] for card in cards(" ".join([case.position.get("table", ""), *case.story]), names)}
        spare = [card for card in game.PACK.names if card[:-1] not in ranks]
        for hand in held:
            hand.append(spare.pop())
    return [" ".join(hand) for hand in held]


def cards(text: str, names: frozenset[str]) -> list[str]:
    return [word.text for word in spelt(text, names) if word.card]
