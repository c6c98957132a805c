"""What does not hold is told in one line: deal, ply, what stands there, what the rules say."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from kafenio.records.notate import written
from records.sample import checked, refusal, sample, short

Plain = dict[str, Any]
Change = Callable[[Plain], object]

# The match: seat 1 deals first; 0 Ad x As · 1 4c x 4d · 0 lay Qh · 1 lay Jd …; 5-0, 4-1.


def deal(record: Plain, number: int = 1) -> Plain:
    found: Plain = record["deals"][number - 1]
    return found


def put(number: int, name: str, value: object) -> Change:
    return lambda record: deal(record, number).__setitem__(name, value)


def play(ply: int, text: str, number: int = 1) -> Change:
    return lambda record: deal(record, number)["plays"].__setitem__(ply, text)


def result(name: str, value: object) -> Change:
    return lambda record: record["result"].__setitem__(name, value)


def pack(change: Callable[[list[str]], object]) -> Change:
    def changed(record: Plain) -> None:
        cards = deal(record)["pack"].split()
        change(cards)
        deal(record)["pack"] = " ".join(cards)

    return changed


CASES: dict[str, tuple[Change, str]] = {
    "a play that is not legal": (
        play(0, "0 Ad x 9c"),
        "deal 1, ply 0: 'Ad x 9c' is not legal for seat 0; legal: "
        "Ad x As, Td x 5c+4d+As, Td x 9c+As, lay Ad, lay Td, lay Qh, lay Kd",
    ),
    "a play out of turn": (
        play(0, "1 lay 3c"),
        "deal 1, ply 0: 'lay 3c' is not legal for seat 1; it is the turn of seat 0",
    ),
    "a card played twice": (
        play(2, "0 lay Ad"),
        "deal 1, ply 2: 'lay Ad' is not legal for seat 0; legal: lay Td, lay Qh, lay Kd",
    ),
    "a text that is no play": (
        play(3, "1 throws the Jd"),
        "deal 1, ply 3: 'throws the Jd' is no play; a play looks like 'lay 8h' or '8h x 3c+5d'",
    ),
    "a play without a seat": (
        play(3, "lay Jd"),
        "deal 1, ply 3: 'lay Jd' stands there; seat and play expected, as in '0 lay 8h'",
    ),
    "a seat that is not there": (play(3, "2 lay Jd"), "deal 1, ply 3: '2 lay Jd' stands there; seats are 0 to 1"),
    "an unclosed comment": (
        play(0, "0 Ad x As {why"),
        "deal 1, ply 0: '0 Ad x As {why' stands there; seat and play expected, as in '0 lay 8h'",
    ),
    "a time without its unit": (
        play(0, "0 Ad x As @3.2"),
        "deal 1, ply 0: '0 Ad x As @3.2' stands there; seat and play expected, as in '0 lay 8h'",
    ),
    "a line break in a play": (
        play(0, "0 lay\nQh\x00"),
        "deal 1, ply 0: 'lay\\nQh\\x00' is no play; a play looks like 'lay 8h' or '8h x 3c+5d'",
    ),
    "a play after the end": (
        lambda r: deal(r)["plays"].append("0 lay Ad"),
        "deal 1, ply 48: '0 lay Ad' stands there; the deal is over",
    ),
    "plays that stop too soon": (
        lambda r: deal(r)["plays"].pop(),
        "deal 1: points = [5, 0] stands there; the deal is not over after its 47 plays",
    ),
    "another deal before this one is over": (
        lambda r: (deal(r)["plays"].pop(), deal(r).pop("points")),
        "deal 1: not over after its 47 plays, yet deal 2 follows",
    ),
    "the dealer after the wrong one": (put(2, "dealer", 1), "deal 2: dealer = 1 stands there; the rules give 0"),
    "a first dealer who is not there": (
        put(1, "dealer", 4),
        "deal 1: dealer = 4 stands there; the rules give one of seats 0 to 1",
    ),
    "no first dealer": (
        lambda r: deal(r).pop("dealer"),
        "deal 1: dealer: missing, and nothing else tells who deals first",
    ),
    "a card missing from the pack": (pack(lambda c: c.pop()), "deal 1: pack: 51 cards, 52 expected"),
    "a card twice in the pack": (pack(lambda c: c.__setitem__(9, "Qh")), "deal 1: pack: Qh stands twice"),
    "a card of another pack": (pack(lambda c: c.__setitem__(9, "1b")), "deal 1: pack: '1b' is no card of this pack"),
    "an empty pack": (put(1, "pack", ""), "deal 1: pack: 0 cards, 52 expected"),
    "a repair where there are none": (
        put(1, "repairs", ["Kh 3c 17"]),
        "deal 1: repair 1: 'Kh 3c 17' stands there, yet no other card goes back",
    ),
    "a repair that cannot be read": (
        put(1, "repairs", ["Kh"]),
        "deal 1: repair 'Kh': card out, card in, cards above it expected, as in 'Kh 3c 17'",
    ),
    "points that do not add up": (
        put(1, "points", [3, 2]),
        "deal 1: points = [3, 2] stands there; the rules give [5, 0]",
    ),
    "points of too many sides": (
        put(1, "points", [5, 0, 0]),
        "deal 1: points = [5, 0, 0] stands there; the rules give [5, 0]",
    ),
    "a deal broken off that was not": (
        put(1, "ended", "target"),
        "deal 1: ended = 'target' stands there; the rules give none",
    ),
    "card points in a game without them": (
        put(1, "card_points", [60, 60]),
        "deal 1: card_points = [60, 60] stands there; the rules give none",
    ),
    "wrong totals": (result("totals", [1, 1]), "result: totals = [1, 1] stands there; the rules give [2, 0]"),
    "the wrong winner": (result("winner", [1]), "result: winner = [1] stands there; the rules give [0]"),
    "a winner too many": (result("winner", [0, 1]), "result: winner = [0, 1] stands there; the rules give [0]"),
    "money where none is paid": (
        result("settlement", [1, -1]),
        "result: settlement stands there; nothing is paid in this game",
    ),
    "a result before the end": (
        lambda r: r["deals"].pop(),
        "result: stands there; the match is not over after 1 deals",
    ),
    "a deal after the end": (
        lambda r: r["deals"].append(deal(r, 1)),
        "deal 3: the match was over after deal 2: side 0 has won",
    ),
    "an unknown game": (
        lambda r: r.__setitem__("game", "../kontsina"),
        "game: no game '../kontsina'; games: konchinka, kontsina, kozel, ronda",
    ),
    "a name too many": (
        lambda r: r.__setitem__("seats", ["a", "b", "c"]),
        "seats: 3 names, 2 seats by the options",
    ),
    "options that exclude one another": (
        lambda r: r["options"].__setitem__("partnerships", True),
        "options: option partnerships: four players needed, not 2",
    ),
    "cuts where nobody cuts": (
        lambda r: r.__setitem__("dealer_draw", ["0 Kd", "1 7h"]),
        "dealer_draw: nobody cuts with first_dealer=random",
    ),
    "a seal that is none": (put(1, "seal", "secret"), "deal 1: seal: 64 hexadecimal digits expected"),
}


@pytest.mark.parametrize(("change", "says"), CASES.values(), ids=CASES)
def test_a_difference_is_told_with_its_place(change: Change, says: str) -> None:
    record = short()
    change(record)
    assert refusal(record) == says


def test_it_held_before_the_changes() -> None:
    assert checked(short()) == []


def test_the_first_difference_is_told() -> None:
    record = short()
    record["result"]["totals"] = [9, 9]
    deal(record, 2)["points"] = [9, 9]
    deal(record, 1)["plays"][7] = "1 lay As"
    assert refusal(record).startswith("deal 1, ply 7: ")


def test_the_seat_that_the_options_name_deals_first() -> None:
    record = sample("kontsina", first_dealer="seat:1", deals=1)
    deal(record)["dealer"] = 0
    assert refusal(record) == "deal 1: dealer = 0 stands there; the rules give 1"
    del deal(record)["dealer"]
    assert checked(record) == []


def test_a_million_plays_are_refused_at_the_first_one_too_many() -> None:
    record = short()
    deal(record)["plays"] += ["0 lay Ad"] * 1_000_000
    assert refusal(record) == "deal 1, ply 48: '0 lay Ad' stands there; the deal is over"


# Repairs of the layout.


def repaired(**options: object) -> Plain:
    """A Konchinka match that begins with a layout in which one card went back."""
    for seed in range(100):
        record = sample("konchinka", seed, **options)
        if len(deal(record)["repairs"]) == 1:
            return record
    raise AssertionError("no layout needed a repair")


REPAIRS: dict[str, tuple[Callable[[str], list[str]], str]] = {
    "left out": (
        lambda r: [],
        "deal 1: repair 1 is missing: {1} goes back and {2} takes its place, with 14 to 26 cards",
    ),
    "too many": (lambda r: [r, r], "deal 1: repair 2: '{0}' stands there, yet no other card goes back"),
    "outside the middle third": (
        lambda r: [r.rpartition(" ")[0] + " 5"],
        "deal 1: repair 1: 5 cards above it, 14 to 26 expected",
    ),
    "another card": (lambda r: ["2c " + r.partition(" ")[2]], "deal 1: repair 1: "),
}


@pytest.mark.parametrize(("change", "says"), REPAIRS.values(), ids=REPAIRS)
def test_repairs_are_checked(change: Callable[[str], list[str]], says: str) -> None:
    record = repaired()
    repair = deal(record)["repairs"][0]
    deal(record)["repairs"] = change(repair)
    assert refusal(record).startswith(says.format(repair, *repair.split()))


def test_a_pack_that_the_rules_throw_in_is_refused() -> None:
    record = sample("ronda", players=4)
    cards = deal(record)["pack"].split()
    fours = [name for name in cards if name[0] == "4"]
    deal(record)["pack"] = " ".join(fours + [name for name in cards if name not in fours])
    assert refusal(record) == "deal 1: pack: the rules throw this one in"


# Money.


def test_settlement_may_be_written_as_text_or_number_of_the_same_value() -> None:
    record = sample("konchinka")
    assert all(isinstance(n, str) for n in record["result"]["settlement"])
    record["result"]["settlement"] = [int(n) for n in record["result"]["settlement"]]
    assert checked(record) == []
    record["result"]["settlement"] = [f"{n}.0" for n in record["result"]["settlement"]]
    assert checked(record) == []


@pytest.mark.parametrize("wrong", [["1e3", "0"], ["six", "-6"], ["0", "0"], ["1"], [10**12, 0], ["1" * 99, "0"]])
def test_wrong_settlement_is_refused(wrong: list[object]) -> None:
    record = sample("konchinka")
    record["result"]["settlement"] = wrong
    assert refusal(record).startswith("result: settlement")


def test_decimals_are_written_as_text() -> None:
    record = sample("konchinka", point_value="0.25")
    assert record["options"] == {"point_value": "0.25"}
    assert any("." in n for n in record["result"]["settlement"])
    record["options"] = {"point_value": 0.25}
    assert refusal(record).startswith("options: option point_value: 0.25 is not ")


def test_amounts_are_written_in_digits() -> None:
    assert [written(Decimal(n)) for n in ("6E+2", "-0", "-0.50")] == ["600", "0", "-0.50"]
