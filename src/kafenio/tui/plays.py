"""What a person types, read as one of the plays that are legal: by number, in notation, or by its cards alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from kafenio.cards import Pack
from kafenio.contract import play_key

__all__ = ["VERBS", "Reading", "reading"]

VERBS = frozenset("lay lead contest discard claim no announce answer pass call finish x quiet".split())
SIGNS = str.maketrans({"×": " x ", "+": " ", ",": " ", "♣": "c", "♦": "d", "♥": "h", "♠": "s"})


class Reading(NamedTuple):
    """One legal play, or several that may be meant, or the text in notation if it looks like a play at all."""

    play: str = ""
    several: tuple[str, ...] = ()
    text: str = ""


def reading(pack: Pack, legal: Sequence[str], answer: str) -> Reading:
    """What an answer means: upper and lower case, `×` and the order of cards do not matter."""
    if answer.isascii() and answer.isdigit():
        number = int(answer[:6])
        return Reading(legal[number - 1]) if 0 < number <= len(legal) else Reading()
    spelt = spellings(pack)
    words = [spelt.get(word, word) for word in answer.lower().translate(SIGNS).split()]
    text = " ".join(words)
    cards = [word for word in words if word in pack.numbers]
    if not cards and not VERBS & set(words[:1]):
        return Reading()
    exact = [play for play in legal if play_key(play) == play_key(text)]
    if exact:
        return Reading(exact[0])
    if len(cards) == len(words):
        meant = tuple(play for play in legal if may_mean(pack, play, cards))
        return Reading(meant[0]) if len(meant) == 1 else Reading(several=meant, text=text)
    return Reading(text=text)


def may_mean(pack: Pack, play: str, cards: Sequence[str]) -> bool:
    """Whether these cards alone may stand for a play: all of its cards, or the one that is played."""
    named = [word for word in play.replace("+", " ").split() if word in pack.numbers]
    return sorted(named) == sorted(cards) or named[:1] == list(cards)


@cache
def spellings(pack: Pack) -> dict[str, str]:
    """Card names by what people write for them, in lower case: `10d` is Td where the pack has no 10."""
    found = {name.lower(): name for name in pack.names}
    found |= {"10" + name[1]: name for name in pack.names if name[0] == "T"}
    return found
