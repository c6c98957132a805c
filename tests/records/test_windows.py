"""Answers of windows, words out of turn and cut cards, as records write them and as readers accept them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kafenio.commands.play import where_it_stands
from kafenio.errors import BadRecord
from kafenio.records import replay, save, split, verify
from kafenio.records.format import from_plain
from records.sample import checked, kafenio, refusal, sample

Plain = dict[str, Any]


def found(name: str, wanted: Callable[[list[str], int], bool], **options: object) -> tuple[Plain, int, int]:
    """A match with a place where the plays are as wanted: the record, the deal's number, the ply."""
    for seed in range(500):
        record = sample(name, seed, **options)
        for number, deal in enumerate(record["deals"], 1):
            for ply in range(len(deal["plays"]) - 1):
                if wanted(deal["plays"], ply):
                    return record, number, ply
    raise AssertionError("no match has such a place")


def moscow() -> tuple[Plain, int, int]:
    """One of two seats claims a Moscow, the other had no choice: `0 claim moscow`, then `0 lead Ad As Tc Ts`."""
    return found("kozel", lambda plays, i: plays[i] == "0 claim moscow" and "claim" not in plays[i - 1])


def both_asked() -> tuple[Plain, int, int]:
    """In one window two seats that are not on lead have a choice, and neither claims."""

    def wanted(plays: list[str], i: int) -> bool:
        return plays[i : i + 2] == ["0 no claim", "1 no claim"] and plays[i + 2].startswith("2 lead")

    return found("kozel", wanted, players=3)


def legal(tmp_path: Path, record: Plain, deal: int, ply: int) -> list[str]:
    path = tmp_path / "a.kaf"
    save(path, [from_plain(record)])
    ran = kafenio("legal", path, "--deal", deal, "--ply", ply)
    assert (ran.code, ran.err) == (0, "")
    return ran.out.splitlines()


def test_answers_without_a_choice_are_left_out_and_count_as_given(tmp_path: Path) -> None:
    record, number, ply = moscow()
    lead = record["deals"][number - 1]["plays"][ply + 1]
    assert legal(tmp_path, record, number, ply) == ["0 no claim", "0 claim moscow"]
    assert legal(tmp_path, record, number, ply + 1) == [lead]


@pytest.mark.parametrize("later", [0, 1])
def test_answers_without_a_choice_are_accepted_where_they_stand(tmp_path: Path, later: int) -> None:
    record, number, ply = moscow()
    plays = record["deals"][number - 1]["plays"]
    before = list(plays)
    plays.insert(ply + later, "1 no claim")
    assert checked(record) == []
    lines = legal(tmp_path, record, number, ply + later)
    assert [line for line in lines if line.startswith("1")] == ["1 no claim"]
    assert replay(from_plain(record), number, ply + later + 1).legal(1) == []
    written = replay(from_plain(record)).deals[number - 1].plays
    assert [f"{seat} {text}" for seat, text in written] == before


def test_an_answer_is_given_once() -> None:
    record, number, ply = moscow()
    record["deals"][number - 1]["plays"][ply:ply] = ["1 no claim", "1 no claim"]
    assert refusal(record).startswith(f"deal {number}, ply {ply + 1}: 'no claim' is not legal for seat 1")


def test_answers_of_a_window_are_written_in_seat_order_from_the_lead_and_read_in_any() -> None:
    record, number, ply = both_asked()
    plays = record["deals"][number - 1]["plays"]
    before = list(plays)
    plays[ply : ply + 2] = plays[ply + 1], plays[ply]
    assert verify(from_plain(record)) == []
    written = replay(from_plain(record)).deals[number - 1].plays
    assert [f"{seat} {text}" for seat, text in written] == before


def test_in_a_window_every_seat_that_has_not_answered_is_to_act(tmp_path: Path) -> None:
    record, number, ply = both_asked()
    assert [line[0] for line in legal(tmp_path, record, number, ply)] == ["0", "0", "1", "1"]
    assert [line[0] for line in legal(tmp_path, record, number, ply + 1)] == ["1", "1"]


@pytest.mark.parametrize(
    ("options", "word"), [({"announce_timing": "before_play"}, "pass"), ({"hidden_ronda": "challenge"}, "call")]
)
def test_words_that_seats_are_asked_for_one_by_one_are_plays(options: dict[str, object], word: str) -> None:
    record, _, _ = found("ronda", lambda plays, i: word in plays[i].split(), **options)
    assert checked(record) == []


def test_a_finish_out_of_turn_is_a_play(tmp_path: Path) -> None:
    record, number, ply = found("konchinka", lambda plays, i: plays[i + 1].endswith("finish"), early_finish="claim")
    deal = record["deals"][number - 1]
    seat = deal["plays"][ply][0]
    assert deal["plays"][ply + 1] == f"{seat} finish"
    assert deal["ended"] == "early_finish"
    lines = legal(tmp_path, record, number, ply + 1)
    assert [line for line in lines if line.startswith(seat)] == [f"{seat} finish"]
    assert len(lines) > 1


def test_some_words_without_a_choice_may_be_written_and_others_not(tmp_path: Path) -> None:
    """Ronda: two seats in a row have nothing to announce; the second one's word stands there, the first one's not."""
    for seed in range(50):
        record = sample("ronda", seed, announce_timing="before_play", players=3)
        plays = record["deals"][0]["plays"]
        first = (record["deals"][0]["dealer"] + 1) % 3
        if not any(text.endswith(("pass", "ronda", "tringla")) for text in plays[:3]):
            before = list(plays)
            plays.insert(0, f"{(first + 1) % 3} pass")
            assert checked(record) == []
            written = replay(from_plain(record)).deals[0].plays
            assert [f"{seat} {text}" for seat, text in written] == before
            assert legal(tmp_path, record, 1, 0) == [f"{(first + 1) % 3} pass"]
            return
    raise AssertionError("somebody could always announce")


def two_windows() -> tuple[Plain, int, int]:
    """Ronda: the seat that could have announced passes; before, in the window of calls, it had nobody left to call."""

    def wanted(plays: list[str], i: int) -> bool:
        dealer_played = plays[i - 1].startswith("2") and plays[i - 1] != "2 pass" and "call" not in plays[i - 1]
        return dealer_played and plays[i : i + 3] == ["0 call 1", "1 call 0", "2 pass"]

    return found("ronda", wanted, players=3, hidden_ronda="challenge", announce_timing="before_play")


def test_a_pass_that_has_no_choice_is_not_taken_for_the_one_in_the_next_window(tmp_path: Path) -> None:
    record, number, ply = two_windows()
    plays = record["deals"][number - 1]["plays"]
    assert checked(record) == []
    assert [line.split()[1] for line in legal(tmp_path, record, number, ply + 2)] == ["announce", "pass"]
    before = list(plays)
    plays.insert(ply + 2, "2 pass")
    assert checked(record) == []
    assert legal(tmp_path, record, number, ply + 2) == ["2 pass"]
    written = replay(from_plain(record)).deals[number - 1].plays
    assert [f"{seat} {text}" for seat, text in written] == before


def test_a_match_goes_on_after_a_pass_that_had_no_choice() -> None:
    record, number, ply = two_windows()
    record["deals"] = record["deals"][:number]
    del record["deals"][-1]["points"]
    record["deals"][-1].pop("ended", None)
    del record["deals"][-1]["plays"][ply + 4 :]
    del record["result"]
    match, log = where_it_stands(from_plain(record))
    assert [event.seat for event in log if event.kind == "passed"][-4:].count(2) >= 2
    assert len(match.deals[-1].plays) == ply + 4


# Cutting for the first deal.


def test_the_lowest_cut_deals_and_ties_cut_again() -> None:
    record = sample("kozel", 1, players=3)
    dealer = record["deals"][0]["dealer"]
    low, high = ["7h", "7c"], ["9s", "Jd"]
    others = [s for s in range(3) if s != dealer]
    tied = sorted([dealer, others[0]])
    first = dict.fromkeys(range(3), "Kd") | dict(zip(tied, low, strict=True))
    second = dict(zip(tied, high if tied[0] == dealer else high[::-1], strict=True))
    record["dealer_draw"] = [f"{s} {c}" for s, c in [*first.items(), *second.items()]]
    assert checked(record) == []
    record["dealer_draw"] = [f"{s} {c}" for s, c in first.items()]
    assert "expected" in refusal(record)


@pytest.mark.parametrize(
    "draw",
    [
        ["0 Kd"],
        ["0 Kd", "0 7h"],
        ["1 7h", "0 Kd"],
        ["0 Kd", "1 Kd"],
        ["0 Kd", "1 7h", "0 8h"],
        ["0 Kd", "2 7h"],
        ["0 Kd", "1 1b"],
        ["Kd", "7h"],
        ["0", "1"],
        ["0 7h", "1 7c"],
    ],
)
def test_cuts_that_are_not_as_the_rules_say_are_refused(draw: list[str]) -> None:
    record = {"format": "kafenio/1", "game": "kozel", "dealer_draw": draw}
    assert refusal(record).startswith("dealer_draw: ")


def test_the_dealer_must_be_the_one_who_cut_lowest() -> None:
    record = sample("kozel", 1)
    record["deals"][0]["dealer"] ^= 1
    assert refusal(record).startswith("deal 1: dealer = ")
    del record["deals"][0]["dealer"]
    assert checked(record) == []


def test_cuts_may_not_be_noted() -> None:
    record = sample("kozel", 1)
    del record["dealer_draw"]
    assert checked(record) == ["dealer_draw: not noted, so the first dealer is taken as it stands"]


# The parts of a play.


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("0 lay Qh", (0, "lay Qh", None, None)),
        ("  12   lay Qh  ", (12, "lay Qh", None, None)),
        ("0 lay Qh @3.2s {why}", (0, "lay Qh", 3.2, "why")),
        ("0 lay Qh @3s", (0, "lay Qh", 3.0, None)),
        ("0 lay Qh {}", (0, "lay Qh", None, "")),
        ("0 lay Qh{a {b} c}", (0, "lay Qh", None, "a {b} c")),
    ],
)
def test_a_play_has_a_seat_a_text_and_perhaps_a_time_and_a_comment(line: str, parts: tuple[object, ...]) -> None:
    assert split(line) == parts


@pytest.mark.parametrize(
    "line", ["", "0", "lay Qh", "0 {why}", "0 lay Qh @s", "0 lay Qh {", "0 lay Qh } x", "999 lay Qh", "٣ lay Qh"]
)
def test_other_lines_are_no_plays(line: str) -> None:
    assert split(line) is None


def test_cards_may_stand_in_any_order_and_with_a_cross() -> None:
    record = sample("kontsina", 1)
    for deal in record["deals"]:
        for i, text in enumerate(deal["plays"]):
            if "+" in text:
                card, _, taken = text.partition(" x ")
                deal["plays"][i] = f"{card} × {'+'.join(reversed(taken.split('+')))}"
    assert checked(record) == []


def test_a_place_that_is_not_in_the_record_is_refused() -> None:
    record = from_plain(sample("kontsina", 1, deals=1))
    with pytest.raises(BadRecord, match=r"deal 1, ply 99: 0 to 48 expected|deal 1: no ply 99: 0 to 48 expected"):
        replay(record, 1, 99)
    with pytest.raises(BadRecord, match="no deal 9: the record has deals 1 to "):
        replay(record, 9, 0)
