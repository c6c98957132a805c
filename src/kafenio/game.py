"""A game under validated options, its score-keeping, bots, and the registry by which everything else finds a game."""

from __future__ import annotations

import importlib
import pkgutil
import re
import typing
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeAlias, get_args, get_origin

import msgspec

from kafenio import bits, unseen
from kafenio.audience import View, audiences
from kafenio.cards import Pack
from kafenio.contract import Deal, Point, Rng
from kafenio.errors import BadOptions, BadRecord, NotationError
from kafenio.message import Message, Value, said

__all__ = [
    "About",
    "Bot",
    "Choice",
    "Estimate",
    "Game",
    "Line",
    "Number",
    "Options",
    "Repair",
    "Result",
    "Sheet",
    "Tally",
    "games",
    "load",
    "option_about",
    "option_inner",
    "option_type",
]

Number: TypeAlias = int | Decimal
DECIMAL = re.compile(r"[0-9]{1,12}(\.[0-9]{1,6})?")


# Options.


@dataclass(frozen=True)
class About:
    """What stands beside an option on every screen: its topic, a sentence, the rules it changes, where it comes from."""

    topic: str
    sentence: str
    rules: str
    origin: str


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of one game, validated; equal options make equal games.

    A field is `Annotated[type, About(…)]`; a type is bool, int with bounds, a Literal of texts, a frozenset of these, a tuple
    of ints that is one of `SHAPES`, a Decimal, or str for `first_dealer`. A default of None is filled in by `fill`.
    """

    SHAPES: ClassVar[Mapping[str, Sequence[tuple[int, ...]]]] = {}
    DEALERS: ClassVar[tuple[str, ...]] = ("random",)  # beside seat:N

    players: int = 2

    def __post_init__(self) -> None:
        for name, value in self.fill().items():
            if getattr(self, name) is None:
                msgspec.structs.force_setattr(self, name, value)
        self.check()

    def fill(self) -> Mapping[str, Any]:
        """The defaults that depend on other options."""
        return {}

    def check(self) -> None:
        """BadOptions for options that exclude one another."""

    def check_dealer(self, first_dealer: str) -> None:
        """R4, R5, R6: a way to find the first dealer, or `seat:N`."""
        seats = [f"seat:{s}" for s in range(self.players)]
        if first_dealer not in (*self.DEALERS, *seats):
            raise BadOptions(
                f"option first_dealer: {first_dealer!r} is not one of {', '.join((*self.DEALERS, *seats))}",
                said("wrong.first_dealer"),
            )

    @classmethod
    def make(cls, given: Mapping[str, object]) -> Options:
        """Options from plain values (lists for sets, text for decimals). BadOptions names the option and what it allows."""
        names = cls.__struct_fields__
        values: dict[str, object] = {}
        for name, value in given.items():
            if name not in names:
                raise BadOptions(f"no option {name!r}; options: {', '.join(names)}")
            values[name] = checked(name, option_type(cls, name), value, cls.SHAPES.get(name, ()))
        try:
            return cls(**typing.cast(Any, values))
        except TypeError as e:  # pragma: no cover (every value was checked)
            raise BadOptions(str(e)) from None

    @classmethod
    def parse(cls, texts: Iterable[str]) -> dict[str, object]:
        """Plain values from `key=value` texts: lists as 1,3, the empty one as nothing."""
        given: dict[str, object] = {}
        for text in texts:
            name, equals, value = text.partition("=")
            if not equals:
                raise BadOptions(f"option {text!r}: key=value expected")
            if name not in cls.__struct_fields__:
                raise BadOptions(f"no option {name!r}; options: {', '.join(cls.__struct_fields__)}")
            given[name] = from_text(name, option_type(cls, name), value)
        return given

    def plain(self) -> dict[str, object]:
        """Every option as records and JSON write it: sets as sorted lists, decimals as text."""
        return {name: plain(getattr(self, name)) for name in self.__struct_fields__}

    def usual(self) -> Options:
        """The defaults for these players."""
        return type(self)(players=self.players)

    def differing(self) -> dict[str, object]:
        """The options that differ from their default for these players, as `plain`; `players` too."""
        usual = self.usual()
        first = type(self)()
        return {
            name: plain(getattr(self, name))
            for name in self.__struct_fields__
            if getattr(self, name) != getattr(first if name == "players" else usual, name)
        }


def option_type(cls: type[Options], name: str) -> Any:
    """The type of an option without its `About`, with bounds as msgspec.Meta."""
    return _hints(cls)[name][0]


def option_about(cls: type[Options], name: str) -> About | None:
    """What stands beside an option."""
    return _hints(cls)[name][1]


def option_inner(cls: type[Options], name: str) -> tuple[Any, msgspec.Meta | None]:
    """The type of an option that has been filled in, without its bounds, and these."""
    return _inner(option_type(cls, name))


@cache
def _hints(cls: type[Options]) -> dict[str, tuple[Any, About | None]]:
    found: dict[str, tuple[Any, About | None]] = {}
    for name, hint in typing.get_type_hints(cls, include_extras=True).items():
        if name not in cls.__struct_fields__:
            continue
        about = None
        if get_origin(hint) is Annotated:
            kind, *extras = get_args(hint)
            about = next((x for x in extras if isinstance(x, About)), None)
            rest = tuple(x for x in extras if not isinstance(x, About))
            hint = Annotated[(kind, *rest)] if rest else kind
        found[name] = (hint, about)
    return found


def _inner(kind: Any) -> tuple[Any, msgspec.Meta | None]:
    """A type without Annotated and without None, and its bounds."""
    bounds = None
    if get_origin(kind) is Annotated:
        kind, bounds, *_ = get_args(kind)
    if get_origin(kind) in (UnionType, typing.Union):
        kind = next(k for k in get_args(kind) if k is not type(None))
        if get_origin(kind) is Annotated:
            kind, bounds, *_ = get_args(kind)
    return kind, bounds


def allowed(kind: Any, shapes: Sequence[tuple[int, ...]] = ()) -> str:
    """What an option takes, in words for a message."""
    inner, bounds = _inner(kind)
    if shapes:
        return " or ".join(str(list(s)) for s in shapes)
    if inner is bool:
        return "true or false"
    if get_origin(inner) is Literal:
        return "one of " + ", ".join(map(str, get_args(inner)))
    if get_origin(inner) is frozenset:
        return "any of " + ", ".join(map(str, get_args(get_args(inner)[0])))
    if inner is Decimal:
        return "a decimal from 0 on"
    if inner is int:
        low = bounds.ge if bounds else None
        high = bounds.le if bounds else None
        return f"a whole number from {low}{f' to {high}' if high is not None else ' on'}"
    return "a text"


def checked(name: str, kind: Any, value: object, shapes: Sequence[tuple[int, ...]] = ()) -> object:
    """A plain value as the option holds it; BadOptions if it does not fit."""
    inner, bounds = _inner(kind)
    wrong = BadOptions(f"option {name}: {plain(value)!r} is not {allowed(kind, shapes)}")
    if inner is bool:
        if isinstance(value, bool):
            return value
        raise wrong
    if get_origin(inner) is Literal:
        choices = get_args(inner)
        if any(type(value) is type(c) and value == c for c in choices):
            return value
        raise wrong
    if get_origin(inner) is frozenset:
        choices = get_args(get_args(inner)[0])
        if isinstance(value, list | tuple | set | frozenset) and all(
            any(type(v) is type(c) and v == c for c in choices) for v in value
        ):
            if isinstance(value, list | tuple) and len(set(value)) != len(value):
                raise BadOptions(f"option {name}: {plain(value)!r} names something twice")
            return frozenset(value)
        raise wrong
    if shapes:
        if isinstance(value, list | tuple) and tuple(value) in shapes and all(type(v) is int for v in value):
            return tuple(value)
        raise wrong
    if inner is Decimal:
        if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
            raise wrong
        if not DECIMAL.fullmatch(str(value)):
            raise wrong
        return Decimal(value)
    if inner is int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise wrong
        if bounds and ((bounds.ge is not None and value < bounds.ge) or (bounds.le is not None and value > bounds.le)):
            raise wrong
        return value
    if isinstance(value, str):
        return value
    raise wrong


def from_text(name: str, kind: Any, text: str) -> object:
    """The plain value that a command line means."""
    inner, _ = _inner(kind)
    if inner is bool and text in ("true", "false"):
        return text == "true"
    if get_origin(inner) in (frozenset, tuple):
        items = [t for t in text.split(",") if t]
        return [int(t) if t.isascii() and t.isdigit() else t for t in items]
    whole = inner is int or (get_origin(inner) is Literal and isinstance(get_args(inner)[0], int))
    if whole and text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 10:
        return int(text)
    return text


def plain(value: object) -> object:
    if isinstance(value, frozenset | set):
        return sorted(value)
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Decimal):
        return str(value)
    return value


# Score-keeping.


@dataclass(frozen=True)
class Result:
    """What a finished deal is worth in its match: `points` by side as records write them, and why.

    `counts` are the columns of the score-sheet beside the points (cards, clubs, card points …), by name and side.
    """

    points: tuple[int, ...]
    lines: tuple[Point, ...] = ()
    ended: str = ""
    counts: Mapping[str, tuple[int, ...]] | None = None


@dataclass(frozen=True)
class Sheet:
    """A score-sheet: a heading for each column, then rows of as many cells, all of them values of messages."""

    heads: tuple[Value, ...]
    rows: tuple[tuple[Value, ...], ...]


class Line(typing.NamedTuple):
    """A line of the picture of a table: a label, and what stands behind it."""

    label: Message
    content: Value


@dataclass(frozen=True)
class Repair:
    """One card of a layout that went back: as records write it, `Kh 3c 17`."""

    out: int
    back_in: int
    above: int


class Tally(ABC):
    """The running account of one match: deals are added in order, each with the seat that dealt it.

    `totals` by side: what decides the match. `winners`: sides, empty while it goes on.
    """

    totals: list[int]
    winners: tuple[int, ...] = ()

    @abstractmethod
    def judge(self, deal: Deal) -> Result:
        """What a finished deal is worth now."""

    def claim(self, points: Sequence[int], counts: Mapping[str, tuple[int, ...]]) -> Result:
        """A deal kept at a real table, from what was noted. BadRecord if it cannot be."""
        return Result(tuple(points), counts=counts or None)

    @abstractmethod
    def given_up(self, side: int) -> Result:
        """A deal that one side gave up: to the others as much as a deal can be counted on to bring."""

    def worth(self, result: Result) -> tuple[int, ...]:
        """The points of a deal by side, more being better."""
        return result.points

    @abstractmethod
    def add(self, result: Result, dealer: int) -> None:
        """Enter a deal: totals, who is out, whether somebody has won."""

    @abstractmethod
    def sheet(self) -> Sheet:
        """The score-sheet so far."""

    def facts(self) -> dict[str, int | list[int]]:
        """What the next deal must know: scores by side, seats still in, and so on, by name of the deal's fields."""
        return {"scores": list(self.totals)}

    def still_in(self) -> tuple[int, ...]:
        """Seats that take part in the next deal; the others are out. Empty: everybody does."""
        return ()

    def settlement(self) -> tuple[Number, ...] | None:
        """What each seat receives, less what it pays; None where nothing is paid."""
        return None


class Game(ABC):
    """One game under validated options: the only door to its rules."""

    NAME: ClassVar[str]
    TITLE: ClassVar[str]
    OPTIONS: ClassVar[type[Options]]
    PRESETS: ClassVar[Mapping[str, Mapping[str, object]]]
    DEAL: ClassVar[type[Deal]]
    PACK: ClassVar[Pack]

    def __init__(self, options: Options | None = None) -> None:
        self.options = self.OPTIONS() if options is None else options
        self.seats = self.options.players
        self.sides = self.number_of_sides()

    @classmethod
    def of(cls, preset: str | None = None, /, **options: object) -> Game:
        """The game with a preset and with options that go before it. BadOptions for a wrong one."""
        given: dict[str, object] = {}
        if preset is not None:
            if preset not in cls.PRESETS:
                raise BadOptions(f"no preset {preset!r}; presets: {', '.join(cls.PRESETS)}")
            given.update(cls.PRESETS[preset])
        given.update(options)
        return cls(cls.OPTIONS.make(given))

    def number_of_sides(self) -> int:
        """Two with partners, else one a seat."""
        return 2 if getattr(self.options, "partnerships", False) else self.seats

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return seat % self.sides

    def members(self, side: int) -> list[int]:
        """The seats of a side."""
        return [s for s in range(self.seats) if s % self.sides == side]

    def settings(self) -> dict[str, int | list[int]]:
        """The options that the deal knows, as its numbers: a text as its place in the list, a set as bits."""
        return dict(self._settings)

    @cached_property
    def _settings(self) -> Mapping[str, int | list[int]]:
        known = audiences(self.DEAL).keys()
        return {name: self.coded(name) for name in self.options.__struct_fields__ if name in known}

    def coded(self, name: str) -> int | list[int]:
        value = getattr(self.options, name)
        kind, _ = _inner(option_type(self.OPTIONS, name))
        if isinstance(value, tuple):
            return list(value)
        if isinstance(value, frozenset):
            choices = get_args(get_args(kind)[0])
            return sum(bits.bit(choices.index(v)) for v in value)
        if isinstance(value, str):
            return get_args(kind).index(value)
        return int(value)

    def deal(
        self,
        pack: Sequence[int],
        facts: Mapping[str, int | list[int]],
        repairs: Sequence[Repair] | None = None,
        rng: Rng | None = None,
    ) -> Deal:
        """Deal a pack in the order dealt. Misdeal: another pack is due.

        `repairs` as recorded (BadRecord if they are not what the rules make of this pack); None: drawn.
        """
        given = repairs or ()
        known = {"seats": self.seats, "sides": self.sides, **self.settings(), **facts}
        deal = self.DEAL(pack, rng, [r.above for r in given], [r.out for r in given], known)
        if repairs is not None and list(repairs) != self.repairs(deal):
            raise BadRecord(self.wrong_repair(deal, repairs))
        return deal

    def bare(self) -> Deal:
        """A deal without cards that knows its options: for positions."""
        return self.DEAL(facts={"seats": self.seats, "sides": self.sides, **self.settings()})

    def opening(self, dealer: int = 0) -> Deal:
        """A match's first deal before its cards are dealt: `opening().dealt(rng)` as often as one likes."""
        deal = self.bare()
        for field, value in {**self.tally().facts(), "dealer": dealer, "deal_number": 1}.items():
            deal.put_field(field, value)
        return deal

    def wrong_repair(self, deal: Deal, given: Sequence[Repair]) -> str:
        """Which of the recorded repairs is wrong, and what was expected."""
        due = self.repairs(deal)
        for i, right in enumerate(due):
            expected = f"{self.PACK.name(right.out)} goes back and {self.PACK.name(right.back_in)} takes its place"
            low, high = deal.above_range(i)
            above = f"{low} to {high}" if low < high else f"{low}"
            if i == len(given):
                return f"repair {i + 1} is missing: {expected}, with {above} cards above it"
            if (given[i].out, given[i].back_in) != (right.out, right.back_in):
                return f"repair {i + 1}: {expected}"
            if not low <= given[i].above <= high:
                return f"repair {i + 1}: {given[i].above} cards above it, {above} expected"
        return f"repair {len(due) + 1}: {self.repair_text(given[len(due)])!r} stands there, yet no other card goes back"

    def pack(self, facts: Mapping[str, int | list[int]]) -> list[int]:
        """Every card of the pack for a deal under these facts, ascending."""
        return list(range(len(self.PACK)))

    def repairs(self, deal: Deal) -> list[Repair]:
        """The cards of the layout that went back, in order."""
        return [Repair(deal.returned[i], deal.replaced[i], deal.cuts[i]) for i in range(deal.returns)]

    def repair_text(self, repair: Repair) -> str:
        """As records write it: `Kh 3c 17`."""
        return f"{self.PACK.name(repair.out)} {self.PACK.name(repair.back_in)} {repair.above}"

    def read_repair(self, text: str) -> Repair:
        """NotationError unless it is card, card and a number."""
        words = text.split()
        if len(words) != 3 or not (words[2].isascii() and words[2].isdigit()) or len(words[2]) > 2:
            raise NotationError(f"repair {text!r}: card out, card in, cards above it expected, as in 'Kh 3c 17'")
        return Repair(self.PACK.number(words[0]), self.PACK.number(words[1]), int(words[2]))

    def beating(self, view: View) -> dict[str, dict[str, str]]:
        """For each card of the viewer, which of the cards that are to be beaten it beats, and by what; where cards are beaten."""
        return {}

    def imagine(self, view: View, rng: Rng) -> Deal:
        """A deal its viewer cannot tell from the true one, drawn evenly among all that it cannot exclude."""
        return unseen.imagine(self.DEAL, view, rng)

    @abstractmethod
    def tally(self) -> Tally:
        """A new account for a match."""

    @abstractmethod
    def position(self, fields: Mapping[str, object]) -> Deal:
        """A deal from the documented fields of a bare position. BadPosition, BadOptions, NotationError."""

    @abstractmethod
    def picture(self, view: View) -> list[Line]:
        """The table as a seat may look at it, line by line; the options say which piles lie open."""

    def cut_key(self, card: int) -> int:
        """Cards cut for the first deal are compared by this: the lowest deals."""
        raise BadOptions(f"{self.NAME} is not cut for")


# Bots.


@dataclass(frozen=True)
class Estimate:
    """What a bot thinks of one legal play.

    points: expected points of this deal ahead of the best other side. chance: of winning the match, 0 … 1; error: the
    standard error of that, 0 for a play that was solved. visits: how often it was tried.
    """

    play: str
    visits: int
    points: float
    chance: float
    error: float


@dataclass(frozen=True)
class Choice:
    """A bot's play, and why; estimates from the play it likes best on, where it makes any."""

    play: str
    why: Message | None = None
    estimates: tuple[Estimate, ...] = ()


class Bot(Protocol):
    """Anything that chooses from a view; it never sees the deal."""

    name: str

    def choose(self, view: View, legal: Sequence[str]) -> Choice:
        """One of the legal plays."""
        ...


# The registry.


@cache
def games() -> tuple[str, ...]:
    """The names of all games: the packages of kafenio.games."""
    package = importlib.import_module("kafenio.games")
    return tuple(sorted(m.name for m in pkgutil.iter_modules(package.__path__) if m.ispkg))


def load(name: str) -> type[Game]:
    """A game's class by name, imported when asked for. BadOptions for an unknown one."""
    if name not in games():
        raise BadOptions(f"no game {name!r}; games: {', '.join(games())}")
    game = importlib.import_module(f"kafenio.games.{name}").GAME
    assert isinstance(game, type) and issubclass(game, Game)
    return game
