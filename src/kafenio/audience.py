"""Who may know a field of a deal, and the view of a seat that follows from it. Plain Python, never compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from operator import attrgetter
from types import GetSetDescriptorType
from typing import TYPE_CHECKING, Any, NamedTuple

from kafenio import bits

if TYPE_CHECKING:
    from kafenio.contract import Deal

__all__ = ["EVERYONE", "OPEN", "SPECTATOR", "Audience", "Event", "Part", "Same", "View", "audiences", "restore", "view"]

SPECTATOR = 5  # the seat of those who hold no cards
OPEN = -1  # the seat of a view that shows everything: for records, never for a table
EVERYONE = 0b111111  # a mask of seats, the spectators included


@dataclass(frozen=True)
class Audience:
    who: str
    count: int = 0  # 0: one number; else the length of an array
    used: str = ""  # the field that says how many of its places are in use, the others being 0; empty: any may be

    def each(self, count: int, used: str = "") -> Audience:
        return replace(self, count=count, used=used)


FACT = Audience("everyone")  # a number that is no card
FACE_UP = Audience("face up")  # cards that everyone has seen
HELD = Audience("held")  # one set per seat: its owner sees it, the others its size
FACE_DOWN = Audience("face down")  # cards nobody sees, except those that a seat has seen before
SEEN_BY = Audience("seen by")  # one set per seat: what it has seen of hidden cards
OWN = Audience("own")  # one number per seat, which that seat alone knows: an answer not yet shown
SECRET = Audience("secret")  # numbers that nobody knows before the deal is over: where a card was put back


class Part(NamedTuple):
    """A set of which a viewer knows some cards and the number of the others."""

    shown: int
    more: int


@dataclass(frozen=True)
class View:
    """What one seat (SPECTATOR: those who hold no cards) may know of a deal: every field of its audience, by name.

    Options and scores are fields like the others. Sets of cards are ints, hidden ones `Part`s.
    """

    game: str
    seat: int
    fields: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    @property
    def hand(self) -> int:
        """The viewer's own cards."""
        return int(self.fields["hands"][self.seat].shown) if 0 <= self.seat < SPECTATOR else 0


@dataclass(frozen=True)
class Event:
    """Something that happened at the table, told to those who may know it.

    `to` and `faces` are masks of seats: who is told at all, and who sees the cards; the others are told their number.
    """

    kind: str
    seat: int = -1
    cards: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    to: int = EVERYONE
    faces: int = EVERYONE

    def seen_by(self, seat: int | None) -> Event | None:
        """The event as a seat (None: a spectator) is told it; None if it is not told."""
        bit = bits.bit(SPECTATOR if seat is None else seat)
        if not self.to & bit:
            return None
        if self.to == EVERYONE and self.faces == EVERYONE:
            return self
        cards = self.cards if self.faces & bit else ("??",) * len(self.cards)
        return Event(self.kind, self.seat, cards, self.facts)


def in_c(cls: type) -> bool:
    """Whether this very class is compiled: a Python subclass of a compiled class is not."""
    return "__pyx_vtable__" in vars(cls)


def stored(cls: type) -> set[str]:
    """Every field that a class of deals stores, bases included: C fields when compiled, annotations otherwise."""
    found: set[str] = set()
    for base in cls.__mro__[:-1]:
        own = vars(base)
        c_fields = {name for name, thing in own.items() if isinstance(thing, GetSetDescriptorType)} - {
            "__dict__",
            "__weakref__",
        }
        found |= c_fields or {
            n for n in own.get("__annotations__", ()) if "ClassVar" not in str(own["__annotations__"][n])
        }
    return found


_checked: dict[type, dict[str, Audience]] = {}


def audiences(cls: type) -> dict[str, Audience]:
    """The declarations of a class and its bases. TypeError for a stored field without one."""
    if cls in _checked:
        return _checked[cls]
    if in_c(cls) != in_c(cls.__mro__[-2]):
        raise TypeError(
            f"{cls.__name__}: Python cannot override compiled rules; compile it too, or set KAFENIO_INTERPRETED=1"
        )
    told: dict[str, Audience] = {}
    for base in reversed(cls.__mro__):
        told |= vars(base).get("AUDIENCES", {})
    silent, extra = stored(cls) - told.keys(), told.keys() - stored(cls)
    if silent or extra:
        raise TypeError(f"{cls.__name__}: no audience for {sorted(silent)}; no field for {sorted(extra)}")
    _checked[cls] = told
    return told


NOTHING = Part(0, 0)
BITS = tuple(bits.bit(n) for n in range(64))


def part(cards: int, known: int) -> Part:
    return Part(cards & known, bits.size(cards & ~known))


class Sharing(NamedTuple):
    """The fields of a kind of deal, by name, apart as they are read; the getters read all of theirs at once."""

    numbers: tuple[str, ...]  # that everyone sees alike
    numbers_of: Callable[[Deal], tuple[int, ...]]
    arrays: tuple[str, ...]  # that everyone sees alike, any place of which may be in use
    arrays_of: Callable[[Deal], tuple[list[int], ...]]
    scarce: tuple[
        tuple[str, int, str], ...
    ]  # the other ones, with their length and the field that says how much is in use
    own: tuple[tuple[str, str, int], ...]  # that each viewer sees for himself: name, who, count


@cache
def by_sharing(rules: type) -> Sharing:
    told = audiences(rules)
    common = {n: a for n, a in told.items() if a.who in ("everyone", "face up")}
    numbers = tuple(n for n, a in common.items() if not a.count)
    arrays = tuple(n for n, a in common.items() if a.count and not a.used)
    scarce = tuple((n, a.count, a.used) for n, a in common.items() if a.used)
    own = tuple((n, a.who, a.count) for n, a in told.items() if n not in common and a.who != "secret")
    assert len(numbers) > 1 and len(arrays) > 1  # the getter of one field gives no tuple
    return Sharing(numbers, attrgetter(*numbers), arrays, attrgetter(*arrays), scarce, own)


class Same:
    """What the views of one moment have in common: the fields that all see alike, and what is stored of the others."""

    __slots__ = ("common", "own")

    def __init__(self) -> None:
        self.common: dict[str, Any] = {}  # by name
        self.own: list[tuple[str, str, Any]] | None = None  # name, who may know it, value; None: nothing is read yet

    def read(self, deal: Deal, opened: bool) -> list[tuple[str, str, Any]]:
        """Everything, once. Where nothing is hidden, or nobody has seen anything, all see the same; `opened`: all is seen."""
        rules: type = type(deal)
        fields = by_sharing(rules)
        self.common = dict(zip(fields.numbers, fields.numbers_of(deal), strict=True))
        self.common.update(zip(fields.arrays, map(tuple, fields.arrays_of(deal)), strict=True))
        for name, count, used in fields.scarce:
            self.common[name] = tuple(getattr(deal, name)) if self.common[used] else zeros(count)
        self.own = []
        for name, who, count in fields.own:
            value = getattr(deal, name)
            if name == "stock":
                value = value[: deal.left]
                if not opened and not any(deal.seen):
                    self.common[name] = (None,) * len(value)
                    continue
            elif who != "held" and not any(value):
                self.common[name] = nothing(count) if who == "face down" else 0
                continue
            self.own.append((name, who, value))
        return self.own


@cache
def zeros(count: int) -> tuple[int, ...]:
    return (0,) * count


@cache
def nothing(count: int) -> tuple[Part, ...]:
    return (NOTHING,) * count


def view(deal: Deal, seat: int, same: Same | None = None) -> View:
    """What a seat may know, made from the audiences alone; OPEN shows everything but secret and own fields.

    `same` is shared between the views of one moment, never with OPEN.
    """
    if same is None:
        same = Same()
    own = same.read(deal, seat == OPEN) if same.own is None else same.own
    fields = same.common.copy()
    known = bits.WORD if seat == OPEN else deal.seen[seat]
    for name, who, value in own:
        if name == "stock":
            fields[name] = tuple([n if known & BITS[n] else None for n in value] if known else [None] * len(value))
        elif who == "held":
            fields[name] = tuple(
                [part(c, bits.WORD if s == seat else known) if c else NOTHING for s, c in enumerate(value)]
            )
        elif who == "face down":
            fields[name] = tuple([part(c, known) if c else NOTHING for c in value])
        elif who == "seen by":
            fields[name] = 0 if seat == OPEN else value[seat]
        else:  # own
            fields[name] = value[seat] if 0 <= seat < len(value) else 0
    return View(deal.GAME, seat, fields)


def restore(deal: Deal, seen: View) -> None:
    """Fill an empty deal from a view; hidden places get unseen cards in ascending order, to be redealt."""
    shown = 0
    told = audiences(type(deal))
    for name, value in seen.fields.items():
        who = told[name].who
        if who == "everyone":  # first, for the pack may depend on them
            setattr(deal, name, list(value) if told[name].count else value)
        elif who == "face up":
            for cards in [value] if isinstance(value, int) else value:
                shown |= cards
        elif name == "stock":
            shown |= sum(bits.bit(n) for n in value if n is not None)
        elif who in ("held", "face down"):
            shown |= sum(p.shown for p in value)
    rest = deal.cards() & ~shown

    def take(n: int) -> int:
        nonlocal rest
        cards = 0
        for _ in range(n):
            cards |= rest & -rest
            rest &= rest - 1
        return cards

    for name, value in seen.fields.items():
        audience = told[name]
        if name == "stock":
            full = [bits.number(take(1)) if n is None else n for n in value]
            setattr(deal, name, full + [0] * (audience.count - len(full)))
        elif audience.who in ("held", "face down"):
            setattr(deal, name, [p.shown | take(p.more) for p in value])
        elif audience.who in ("seen by", "own"):
            setattr(deal, name, [value if s == seen.seat else 0 for s in range(audience.count)])
        elif audience.who == "face up":
            setattr(deal, name, list(value) if audience.count else value)
