"""What one listener at a table is told, as messages.

The id of an event's message is `event.` and its kind. A kind may have variants (`claimed:moscow`), a game its own text
(`ronda.sweep`), and persons: `.you`, `.ours` for the listener and a partner, `.they` for two others, `.accused` for whom it is about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from kafenio.i18n.english import ENGLISH
from kafenio.message import Cards, Message, Seat, Side, Value, said

if TYPE_CHECKING:
    from kafenio.audience import Event
    from kafenio.game import Game, Result

__all__ = ["Teller", "places"]

PLACE = re.compile(r"\{(\w+)\}")
VARIANTS = {"first_dealer": "how", "announced": "kind", "claimed": "claim", "answered": "level"}


class Teller:
    """Messages for the listener in a seat; None for who only watches."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat

    def person(self, side: int) -> str:
        """How the listener belongs to a side: `.you`, `.ours`; `.they` for partners, nothing for one other player."""
        members = self.game.members(side)
        if self.seat in members:
            return ".you" if len(members) == 1 else ".ours"
        return ".they" if len(members) > 1 else ""

    def you(self, seat: int) -> str:
        return ".you" if seat == self.seat else ""

    def tell(self, event: Event) -> list[Message]:
        """An event as the listener is told it: nothing if it is not for him."""
        told = event.seen_by(self.seat)
        return [] if told is None else self.words(told)

    def words(self, told: Event) -> list[Message]:
        """The same for an event as he is told it."""
        if told.kind == "counted":
            return self.counted(told.facts["result"])
        if told.kind == "match_over":
            return [self.won(told.facts["winners"])]
        return [self.sentence(told)]

    def sentence(self, told: Event) -> Message:
        facts = dict(told.facts) if told.facts else {}
        person = self.you(told.seat) if told.seat >= 0 else ""
        if "side" in facts:
            person = person if told.seat >= 0 else self.person(facts["side"])
            facts["side"] = Side(facts["side"])
        if facts.get("seat", -1) == self.seat:
            person = ".accused"
        if "trump" in facts:
            facts["trump"] = said(f"suits.{facts['trump']}")
        if told.kind == "points" and told.seat < 0:
            facts["reason"] = self.reason(facts["reason"])
        key = key_of(self.game.NAME, told.kind + variant(told), person)
        return Message(key, {name: value_of(told, facts, name) for name in places(key)})

    def event(self, kind: str, person: str, values: Mapping[str, Value]) -> Message:
        """The message for a kind and a person: this game's own, or that of all games; with the values it has places for."""
        key = key_of(self.game.NAME, kind, person)
        return Message(key, {name: values[name] for name in places(key)})

    def reason(self, reason: str) -> Message:
        """What points are for."""
        own = f"reason.{self.game.NAME}.{reason}"
        return said(own if own in ENGLISH else f"reason.{reason}")

    def counted(self, result: Result) -> list[Message]:
        """What a deal is worth to each side, and why where that has not been told yet."""
        money = bool(getattr(self.game.options, "money", False))
        if money and result.ended:
            return []
        card_points = (result.counts or {}).get("card_points")
        found = []
        for side, points in enumerate(result.points):
            if card_points and not card_points[side] and not points and len(result.points) > 2 and not money:
                continue  # out of the match
            reasons = tuple(
                said("event.because", points=line.points, reason=self.reason(line.reason))
                for line in result.lines
                if line.side == side and f"event.{self.game.NAME}.score" not in ENGLISH
            )
            values: dict[str, Value] = {"n": points, "side": Side(side), "reasons": reasons}
            if card_points:
                values["card_points"] = card_points[side]
            kind = "score:money" if money else "score:why" if reasons else "score"
            found.append(self.event(kind, self.person(side), values))
        return found

    def out(self, sides: Sequence[int]) -> list[Message]:
        """Who is out of the match."""
        return [self.event("out", self.person(side), {"side": Side(side)}) for side in sides]

    def settled(self, settlement: Sequence[int | Decimal] | None) -> list[Message]:
        """What each seat receives or pays in the end."""
        if settlement and not any(settlement):
            return [said("event.settled:nothing")]
        found = []
        for seat, amount in enumerate(settlement or ()):
            kind = "receives" if amount > 0 else "pays" if amount < 0 else "even"
            found.append(self.event(f"settled:{kind}", self.you(seat), {"name": Seat(seat), "amount": abs(amount)}))
        return found

    def won(self, winners: Sequence[int]) -> Message:
        """Who has won a match."""
        if len(winners) > 1:
            mine = next((p for s in winners if (p := self.person(s)) in (".you", ".ours")), "")
            others = [Side(s) for s in winners if not mine or self.seat not in self.game.members(s)]
            return said(f"event.match_over:shared{mine}", side=tuple(others))
        return self.event("match_over", self.person(winners[0]), {"side": Side(winners[0])})


def value_of(told: Event, facts: Mapping[str, Value], name: str) -> Value:
    """What an event says of itself where a text has a place for it: a fact, or what is made of it."""
    if name in facts:
        return facts[name]
    match name:
        case "n":
            return abs(told.facts["points"]) if told.kind == "points" else len(told.cards)
        case "cards":
            return Cards(" ".join(told.cards))
        case "first":
            return Cards(" ".join(told.cards[:1]))
        case "rest":
            return Cards(" ".join(told.cards[1:]))
        case "name":
            return Seat(told.seat)
        case "accused":
            return Seat(facts.get("seat", -1))
    raise KeyError(name)


@cache
def key_of(game: str, kind: str, person: str) -> str:
    """The id of a text: this game's own before that of all games, for the person before that for anybody."""
    keys = (f"{game}.{kind}{person}", f"{game}.{kind}", kind + person, kind)
    return next(f"event.{key}" for key in keys if f"event.{key}" in ENGLISH)


@cache
def places(key: str) -> tuple[str, ...]:
    """The names of a text's places, with that of the number that chooses its plural."""
    text = ENGLISH[key]
    if isinstance(text, str):
        return tuple(dict.fromkeys(PLACE.findall(text)))
    return tuple(dict.fromkeys(["n", *PLACE.findall(text[1])]))


def variant(told: Event) -> str:
    """What else the text of an event hangs on."""
    if told.kind in VARIANTS:
        return f":{told.facts[VARIANTS[told.kind]]}"
    if told.kind == "points":
        if told.seat >= 0:
            return f":{told.facts['reason']}"
        return ":lost" if told.facts["points"] < 0 else ""
    if told.kind == "turned":
        return ":none" if told.facts["trump"] == "none" else ""
    if told.kind == "trick":
        return ":thrown" if told.cards and "??" not in told.cards else ""
    return ":hidden" if "??" in told.cards else ""
