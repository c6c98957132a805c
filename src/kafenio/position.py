"""A bare position: hands, table and little more, as JSON or a mapping. What is left out gets a neutral value.

The fields, version 1:

options, preset   as everywhere; lists for sets; three or more seats need `players`
seat              who is asked (0)
hand, hands       his cards, or a list of all hands by seat
sizes             the number of cards each seat holds; all as many as `hand`
table             the cards lying there, in order; none
trump             Kozel: "h", or "none"
plays             what led here, oldest first: "0 lead Kh 8h"; hand and table are those after it; not in Kontsina
phase             "claims" (Kozel), "announcements", "calls" (Ronda); a card is due
stock             cards left, Kozel's turn-up included; neither the first trick nor the last round
first_turn        Ronda: the seat has not played in this round; true when it holds 3 or 4 cards
piles, scores     by side: a text of cards, a number; empty, 0
last_round        false
version           1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kafenio import bits
from kafenio.errors import BadPosition, NotationError
from kafenio.game import Game

__all__ = ["Position", "read_position"]

COMMON = (
    "options",
    "preset",
    "seat",
    "hand",
    "hands",
    "sizes",
    "table",
    "plays",
    "stock",
    "piles",
    "scores",
    "last_round",
    "version",
)


@dataclass
class Position:
    """A bare position, its cards read and checked; sets as masks, by seat or side."""

    game: Game
    seat: int
    hands: list[int]
    sizes: list[int]
    table: list[int] = field(default_factory=list)
    plays: list[tuple[int, str]] = field(default_factory=list)
    stock: int | None = None
    piles: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    last_round: bool = False
    extra: dict[str, object] = field(default_factory=dict)  # the fields of this game alone

    def used(self) -> int:
        """Every card that has a place."""
        cards = sum(bits.bit(n) for n in self.table)
        for part in (*self.hands, *self.piles):
            cards |= part
        return cards

    def full_hands(self, but: int = 0) -> list[int]:
        """Hands for the deal, five of them: cards of unknown hands are any that lie nowhere else, nor in `but`."""
        free = [n for n in range(len(self.game.PACK)) if not (self.used() | but) & bits.bit(n)]
        hands = list(self.hands)
        for seat, size in enumerate(self.sizes):
            if hands[seat] == 0 and seat != self.seat:
                if size > len(free):
                    raise BadPosition(f"sizes: not enough cards for seat {seat}")
                hands[seat] = sum(bits.bit(free.pop()) for _ in range(size))
        return hands + [0] * (5 - len(hands))


def read_position(game: type[Game], given: Mapping[str, object], *, own: Sequence[str] = ()) -> Position:
    """Read the fields; `own` names those of this game beside the common ones. BadPosition, BadOptions, NotationError."""
    for name in given:
        if name not in (*COMMON, *own):
            raise BadPosition(f"no field {name!r} in a position of {game.NAME}; fields: {', '.join((*COMMON, *own))}")
    if given.get("version", 1) != 1 or isinstance(given.get("version"), bool):
        raise BadPosition(f"version: {given['version']!r} is not 1")
    preset, options = given.get("preset"), given.get("options", {})
    if preset is not None and not isinstance(preset, str):
        raise BadPosition(f"preset: {preset!r} is no name")
    if not isinstance(options, dict):
        raise BadPosition(f"options: {options!r} is no table of options")
    rules = game.of(preset, **options)
    seat = _number(given, "seat", 0, rules.seats - 1, 0)
    assert seat is not None
    found = Position(rules, seat, [0] * rules.seats, [])
    _read_hands(found, given)
    found.table = _cards(rules, given.get("table", ""), "table")
    found.plays = [_play(rules, p) for p in _listed(given.get("plays", []), "plays")]
    found.stock = _number(given, "stock", 0, len(game.PACK), None)
    found.piles = [_mask(rules, p, "piles") for p in _listed(given.get("piles", []), "piles")]
    found.scores = [_whole(p, "scores") for p in _listed(given.get("scores", []), "scores")]
    for name, entries in (("piles", found.piles), ("scores", found.scores)):
        if entries and len(entries) != rules.sides:
            raise BadPosition(f"{name}: {len(entries)} entries, {rules.sides} sides")
    last = given.get("last_round", False)
    if not isinstance(last, bool):
        raise BadPosition(f"last_round: {last!r} is not true or false")
    if last and found.stock:
        raise BadPosition(f"stock: {found.stock} cards, yet in the last round there are none")
    found.last_round = last
    found.extra = {name: given[name] for name in own if name in given}
    _no_card_twice(found)
    return found


def _read_hands(found: Position, given: Mapping[str, object]) -> None:
    rules = found.game
    if "hand" in given and "hands" in given:
        raise BadPosition("hand and hands: one of them expected")
    if "hands" in given:
        hands = _listed(given["hands"], "hands")
        if len(hands) != rules.seats:
            raise BadPosition(f"hands: {len(hands)} hands for {rules.seats} seats")
        found.hands = [_mask(rules, h, "hands") for h in hands]
    else:
        found.hands[found.seat] = _mask(rules, given.get("hand", ""), "hand")
    held = [bits.size(h) for h in found.hands]
    if "sizes" in given:
        found.sizes = [_whole(n, "sizes") for n in _listed(given["sizes"], "sizes")]
        if len(found.sizes) != rules.seats:
            raise BadPosition(f"sizes: {len(found.sizes)} numbers for {rules.seats} seats")
        for seat, (size, holds) in enumerate(zip(found.sizes, held, strict=True)):
            if size < 0:
                raise BadPosition(f"sizes: {size} cards for seat {seat}")
            if (holds or seat == found.seat) and size != holds:
                raise BadPosition(f"sizes: {size} for seat {seat}, which holds {holds}")
    else:
        found.sizes = held if "hands" in given else [held[found.seat]] * rules.seats


def _no_card_twice(found: Position) -> None:
    seen = 0
    where = [("hand", h) for h in found.hands]
    where += [("table", bits.bit(n)) for n in found.table]
    where += [("piles", p) for p in found.piles]
    for name, cards in where:
        if seen & cards:
            raise BadPosition(f"{name}: {found.game.PACK.shown(seen & cards)} is in two places")
        seen |= cards


def _listed(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        raise BadPosition(f"{name}: a list expected, not {value!r}")
    return value


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1_000_000:
        raise BadPosition(f"{name}: a whole number expected, not {value!r}")
    return value


def _number(given: Mapping[str, object], name: str, low: int, high: int, default: int | None) -> int | None:
    if name not in given:
        return default
    value = _whole(given[name], name)
    if not low <= value <= high:
        raise BadPosition(f"{name}: {value} is not from {low} to {high}")
    return value


def _cards(rules: Game, value: object, name: str) -> list[int]:
    if not isinstance(value, str):
        raise BadPosition(f"{name}: a text of cards expected, not {value!r}")
    try:
        return rules.PACK.listed(value)
    except NotationError as e:
        raise BadPosition(f"{name}: {e}") from None


def _mask(rules: Game, value: object, name: str) -> int:
    return sum(bits.bit(n) for n in _cards(rules, value, name))


def _play(rules: Game, value: object) -> tuple[int, str]:
    if isinstance(value, str):
        seat, _, text = value.partition(" ")
        if seat.isascii() and seat.isdigit() and int(seat) < rules.seats and text:
            return int(seat), text
    raise BadPosition(f"plays: a seat and a play expected, as in '0 lay 8h', not {value!r}")
