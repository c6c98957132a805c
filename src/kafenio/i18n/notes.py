"""What a seat may do now beyond playing a card, in a sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kafenio.cards import LATIN_40
from kafenio.message import Cards, Message, said

if TYPE_CHECKING:
    from kafenio.audience import View

__all__ = ["notes"]

# The message of a legal play, by the way it begins.
SAYING = {
    "finish": "note.finish",
    "claim moscow": "note.claim.moscow",
    "claim molodka": "note.claim.molodka",
    "claim aces": "note.claim.aces",
    "call": "note.call",
}


def notes(view: View, legal: Sequence[str]) -> list[Message]:
    """A sentence for each thing beyond a card that the seat may do now."""
    found = [said(key) for beginning, key in SAYING.items() if any(play.startswith(beginning) for play in legal)]
    if view.game == "ronda":
        found += ronda_notes(view, legal)
    return found


def ronda_notes(view: View, legal: Sequence[str]) -> Iterator[Message]:
    """What may be announced, tapped or answered."""
    for play in legal:
        verb, *rest = play.split()
        if verb == "announce":
            held = tuple(equal(cards) for cards in groups(view.hand))
            yield said("note.announce.tringla" if rest == ["tringla"] else "note.announce.ronda", cards=held)
        elif verb == "answer":
            yield said("note.answer.khamsa" if view["chain"] == 1 else "note.answer.aachra", card=Cards(rest[0]))
        elif rest[:1] == ["x"] and "quiet" not in rest and taps(view, verb):
            yield said("note.tap", card=Cards(verb))


def taps(view: View, card: str) -> bool:
    """Whether a card that captures taps the one just laid (R39)."""
    return bool(view["laid_last"]) and view["last_card"] // 4 == LATIN_40.number(card) // 4


def groups(hand: int) -> list[list[str]]:
    """The cards of a hand that are equal to another one, rank by rank."""
    found: dict[str, list[str]] = {}
    for name in LATIN_40.shown(hand).split():
        found.setdefault(name[:-1], []).append(name)
    return [cards for cards in found.values() if len(cards) > 1]


def equal(cards: Sequence[str]) -> Message:
    """`two sevens, 7c and 7e`."""
    count, rank = said(f"count.{len(cards)}"), said(f"ranks.{cards[0][:-1]}")
    return said("note.equal", count=count, rank=rank, cards=Cards(" ".join(cards)))
