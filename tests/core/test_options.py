"""Options: read from JSON values and from the command line, refused in one line, written back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from kafenio.audience import audiences
from kafenio.errors import BadOptions
from kafenio.game import About, Game, Options, games, load, option_about, option_type
from support import CASES, Case, any_options, each_case, each_game, inner, player_counts

OPTIONS = [(name, option) for name in games() for option in load(name).OPTIONS.__struct_fields__]
each_option = pytest.mark.parametrize(("name", "option"), OPTIONS)


def wrong_values(options: type[Options], option: str) -> list[object]:
    """Values that one option never takes, of every JSON type."""
    kind, bounds = inner(option_type(options, option))
    always: list[object] = [None, {}, {"a": 1}, [[]], [None], b"1"]
    shaped: list[object] = [[], [1], [True], "1,5,10", [1.0, 5, 10], 1, True, "x", 0.5]
    if option in options.SHAPES:
        return always + shaped
    if kind is bool:
        return [*always, 0, 1, "true", "", [True], 0.0]
    if get_origin(kind) is Literal:
        numbers = isinstance(get_args(kind)[0], int)
        return [*always, True, False, 0.5, [], "no such", -7, 1000, str(get_args(kind)[0]) if numbers else 0, 2.0]
    if get_origin(kind) is frozenset:
        return [*always, True, 5, "moscow", "1", ["no such"], [True], [1.0], [99], 0.5]
    if kind is Decimal:
        return [*always, True, 0.5, "", "x", "NaN", "Infinity", "-1", -1, [], "1e99", "1" * 40, "1_0" * 9]
    if kind is int:
        assert bounds is not None and isinstance(bounds.ge, int)
        high = bounds.le if isinstance(bounds.le, int) else None
        return [*always, True, 0.5, "3", [], bounds.ge - 1, float(bounds.ge), *([high + 1] if high is not None else [])]
    return [*always, 0, True, [], 0.5, "", "no such", "seat:", "seat:9", "seat:-1", "seat:x", "seat:00", "SEAT:0"]


@each_option
def test_a_wrong_value_is_refused_in_one_line_that_names_the_option(name: str, option: str) -> None:
    for value in wrong_values(load(name).OPTIONS, option):
        with pytest.raises(BadOptions) as raised:
            load(name).of(None, **{option: value})
        assert option in str(raised.value) and "\n" not in str(raised.value), value


@each_option
def test_the_message_says_what_the_option_takes(name: str, option: str) -> None:
    kind, bounds = inner(option_type(load(name).OPTIONS, option))
    with pytest.raises(BadOptions) as raised:
        load(name).of(None, **{option: {}})
    message = str(raised.value)
    assert message.startswith(f"option {option}: {{}} is not ")
    if get_origin(kind) is Literal:
        assert all(str(choice) in message for choice in get_args(kind))
    if bounds is not None:
        assert str(bounds.ge) in message and (bounds.le is None or str(bounds.le) in message)


@each_game
def test_an_unknown_option_or_preset_is_refused_with_those_there_are(name: str) -> None:
    game = load(name)
    with pytest.raises(BadOptions, match="no option 'colour'; options: players, ") as raised:
        game.of(None, colour="red")
    assert all(option in str(raised.value) for option in game.OPTIONS.__struct_fields__)
    with pytest.raises(BadOptions, match="no preset 'none'; presets: "):
        game.of("none")
    with pytest.raises(BadOptions, match="no option 'colour'; options: players, "):
        game.OPTIONS.parse(["colour=red"])
    with pytest.raises(BadOptions, match="option 'players': key=value expected"):
        game.OPTIONS.parse(["players"])


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOptions, match=f"no game 'whist'; games: {', '.join(games())}"):
        load("whist")


def as_text(value: object) -> str:
    """What a command line would say."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def same(one: Game, other: Game) -> bool:
    return type(one) is type(other) and one.options == other.options


def comes_back(game: Game) -> None:
    """Through JSON values, through what differs from the defaults, through the command line."""
    kind, options = type(game), game.options
    for plain in (options.plain(), options.differing()):
        assert same(kind.of(None, **plain), game)
        texts = [f"{option}={as_text(value)}" for option, value in plain.items()]
        assert same(kind.of(None, **kind.OPTIONS.parse(texts)), game)
    assert all(isinstance(v, bool | int | str | list) for v in options.plain().values())
    assert options.plain().keys() == set(options.__struct_fields__)
    for option in options.differing().keys() - {"players"}:
        assert getattr(options.usual(), option) != getattr(options, option)


@each_case
def test_presets_are_valid_and_come_back(case: Case) -> None:
    comes_back(case.game())


@each_game
@given(data=st.data())
def test_random_options_come_back(name: str, data: st.DataObject) -> None:
    comes_back(data.draw(any_options(name)))


@each_game
def test_every_preset_is_offered_to_somebody(name: str) -> None:
    assert {case.preset for case in CASES if case.name == name} == set(load(name).PRESETS)
    assert {case.players for case in CASES if case.name == name} == set(player_counts(load(name)))


@each_game
def test_the_first_preset_is_the_defaults(name: str) -> None:
    game = load(name)
    first = next(iter(game.PRESETS))
    assert game.PRESETS[first] == {} and game.of(first).options.differing() == {}


@each_game
@given(data=st.data())
def test_options_reach_the_deal_by_name(name: str, data: st.DataObject) -> None:
    """Whole numbers as they are, a text as its place in the list, a set as bits."""
    game = data.draw(any_options(name))
    bare = game.bare()
    for option in game.options.__struct_fields__:
        if option not in audiences(game.DEAL):
            continue
        value: Any = getattr(game.options, option)
        found: Any = getattr(bare, option)
        kind, _ = inner(option_type(game.OPTIONS, option))
        if isinstance(value, tuple):
            assert tuple(found[: len(value)]) == value
        elif isinstance(value, frozenset):
            choices = get_args(get_args(kind)[0])
            assert {choice for i, choice in enumerate(choices) if found >> i & 1} == value
        elif isinstance(value, str):
            assert get_args(kind)[found] == value
        else:
            assert found == int(value)
    assert (bare.seats, bare.sides) == (game.seats, game.sides)


@each_case
def test_sides_share_out_the_seats(case: Case) -> None:
    game = case.game()
    assert sorted(seat for side in range(game.sides) for seat in game.members(side)) == list(range(game.seats))
    assert all(seat in game.members(game.side(seat)) for seat in range(game.seats))
    assert game.sides in (2, game.seats)


@each_option
def test_every_option_says_what_it_is(name: str, option: str) -> None:
    about = option_about(load(name).OPTIONS, option)
    assert about is not None
    assert about.topic and about.sentence.endswith(".") and about.rules and about.origin


def test_equal_options_make_equal_games() -> None:
    one, other = (load(games()[0]).OPTIONS.make({"players": 2}) for _ in range(2))
    assert one == other and hash(one) == hash(other)


# An option of every kind.

ABOUT = About("toy", "A toy.", "R1", "nowhere")


class Toy(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    SHAPES: ClassVar[Mapping[str, Sequence[tuple[int, ...]]]] = {"steps": [(1, 5, 10), (1, 5, 2)]}

    players: Annotated[Literal[2, 3], ABOUT] = 2
    open: Annotated[bool, ABOUT] = False
    size: Annotated[int, Meta(ge=1, le=9), ABOUT] = 4
    rounds: Annotated[Annotated[int, Meta(ge=1)] | None, ABOUT] = None
    kind: Annotated[Literal["none", "some"], ABOUT] = "none"
    leads: Annotated[frozenset[Literal[1, 2, 3]], ABOUT] = frozenset({1, 2})
    steps: Annotated[tuple[int, ...], ABOUT] = (1, 5, 10)
    price: Annotated[Decimal, ABOUT] = Decimal(1)

    def fill(self) -> Mapping[str, Any]:
        return {"rounds": 2 * self.players}


REFUSED = [
    ({"open": 1}, "option open: 1 is not true or false"),
    ({"size": 0}, "option size: 0 is not a whole number from 1 to 9"),
    ({"size": True}, "option size: True is not a whole number from 1 to 9"),
    ({"rounds": 0}, "option rounds: 0 is not a whole number from 1 on"),
    ({"kind": "all"}, "option kind: 'all' is not one of none, some"),
    ({"players": 4}, "option players: 4 is not one of 2, 3"),
    ({"leads": [1, 4]}, "option leads: [1, 4] is not any of 1, 2, 3"),
    ({"leads": [1, 1]}, "option leads: [1, 1] names something twice"),
    ({"leads": [True]}, "option leads: [True] is not any of 1, 2, 3"),
    ({"steps": [1, 2, 3]}, "option steps: [1, 2, 3] is not [1, 5, 10] or [1, 5, 2]"),
    ({"steps": [1.0, 5, 10]}, "option steps: [1.0, 5, 10] is not [1, 5, 10] or [1, 5, 2]"),
    ({"price": "-1"}, "option price: '-1' is not a decimal from 0 on"),
    ({"price": 0.5}, "option price: 0.5 is not a decimal from 0 on"),
    ({"price": "1_0"}, "option price: '1_0' is not a decimal from 0 on"),
    ({"price": " 1"}, "option price: ' 1' is not a decimal from 0 on"),
    ({"price": "1e3"}, "option price: '1e3' is not a decimal from 0 on"),
    ({"price": "٣"}, "option price: '٣' is not a decimal from 0 on"),
    ({"price": "NaN"}, "option price: 'NaN' is not a decimal from 0 on"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_what_is_refused_and_how(given: Mapping[str, object], message: str) -> None:
    with pytest.raises(BadOptions) as raised:
        Toy.make(given)
    assert str(raised.value) == message


TAKEN = [
    (["leads="], {"leads": []}, frozenset()),
    (["leads=3,1"], {"leads": [1, 3]}, frozenset({1, 3})),
    (["steps=1,5,2"], {"steps": [1, 5, 2]}, (1, 5, 2)),
    (["price=2.50"], {"price": "2.50"}, Decimal("2.5")),
    (["price=3"], {"price": "3"}, Decimal(3)),
    (["open=true"], {"open": True}, True),
    (["size=9"], {"size": 9}, 9),
    (["rounds=7"], {"rounds": 7}, 7),
    (["kind=some"], {"kind": "some"}, "some"),
]


@pytest.mark.parametrize(("texts", "differing", "value"), TAKEN)
def test_what_a_command_line_means(texts: list[str], differing: dict[str, object], value: object) -> None:
    options = Toy.make(Toy.parse(texts))
    assert options.differing() == differing
    assert getattr(options, next(iter(differing))) == value


@pytest.mark.parametrize(
    "text", ["open=yes", "open=1", "size=", "size=x", "size=1.5", "size=99999999999999", "steps=a"]
)
def test_a_text_that_means_no_value_is_refused_by_make(text: str) -> None:
    with pytest.raises(BadOptions, match=f"option {text.partition('=')[0]}: "):
        Toy.make(Toy.parse([text]))


def test_a_default_may_depend_on_the_players() -> None:
    assert Toy().rounds == 4 and Toy(players=3).rounds == 6
    assert Toy(players=3).differing() == {"players": 3}
    assert Toy(players=3, rounds=4).differing() == {"players": 3, "rounds": 4}
