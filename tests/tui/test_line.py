"""Whole matches at the plain table: what the screen shows, what it never shows, and how one leaves and comes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kafenio
from kafenio.game import load
from kafenio.records import read, replay, verify
from support import Case, made
from tui.scripted import at_random, first, sit_down

SEEDS = [Case(name, "seed", players) for name in ("kontsina", "konchinka", "kozel", "ronda") for players in (2, 3, 4)]
OTHERS = [
    Case("kontsina", "four_partners_21", 4),
    Case("kontsina", "cassino_style", 3),
    Case("konchinka", "house_app", 2),
    Case("konchinka", "open_cards", 2),
    Case("konchinka", "two_pairs", 4),
    Case("kozel", "money", 5),
    Case("kozel", "pagat_points", 3),
    Case("kozel", "three_35", 3),
    Case("ronda", "bluff", 3),
    Case("ronda", "pagat_like", 4),
    Case("ronda", "cafe", 2),
]
CASES = SEEDS + OTHERS if kafenio.compiled else [SEEDS[0], SEEDS[7]]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_match_is_played_to_its_end_and_shows_no_hidden_card(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "match.kaf"
    table, screen = sit_down(made(case), choose=at_random(3), seed=5, path=path)
    table.run()
    assert table.match.over
    assert "match." in screen.getvalue()
    assert verify(read(path)) == []


def test_the_screen_of_these_tests_sees_a_hidden_card() -> None:
    table, screen = sit_down(load("kontsina").of())
    table.match.begin()
    assert table.match.deal is not None
    mine, theirs = (table.game.PACK.shown(table.match.deal.hands[seat]) for seat in (0, 1))
    screen.write(f"Your hand: {mine}\n")
    with pytest.raises(AssertionError, match="hidden from seat 0"):
        screen.write(f"greedy: {theirs}\n")


@pytest.mark.parametrize("case", [Case("kozel", "seed", 3), Case("ronda", "seed", 4)], ids=str)
def test_people_at_one_device_see_no_hand_but_their_own(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "match.kaf"
    table, screen = sit_down(made(case), choose=at_random(4), seed=2, people=range(case.players), path=path, most=300)
    table.run()
    assert screen.getvalue().count("Pass to P1. P1, press Enter.") > 5
    assert not re.search(r"^Your hand:.*\n(?:.+\n)*Your hand:", screen.getvalue(), re.M)


def test_everybody_at_the_device_is_asked_for_claims_whatever_they_hold() -> None:
    table, screen = sit_down(load("kozel").of(), choose=first, people=(0, 1), most=12)
    table.run()
    before_the_lead = screen.getvalue().partition("1. lead")[0]
    assert before_the_lead.count("You have nothing to say. Press Enter.") == 2


def test_the_end_of_input_saves_and_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table, screen = sit_down(load("ronda").of(), choose=first, most=4)
    table.run()
    (saved,) = tmp_path.iterdir()
    assert re.fullmatch(r"kafenio-ronda-\d{4}-\d\d-\d\d-\d{6}\.kaf", saved.name)
    assert screen.getvalue().endswith(f"Saved. To go on: kafenio play --resume {saved.name}\n")
    assert replay(read(saved)).view(0) == table.match.view(0)


def test_a_mistake_of_ours_costs_nobody_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("ours")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kafenio.tui.line.refusal", fail)
    table, _ = sit_down(load("kontsina").of(), ["1", "lay 9z lay"])
    with pytest.raises(ValueError, match="ours"):
        table.run()
    (saved,) = tmp_path.iterdir()
    assert replay(read(saved)).view(0) == table.match.view(0)


def test_quit_saves_too(tmp_path: Path) -> None:
    path = tmp_path / "match.kaf"
    table, _ = sit_down(load("kontsina").of(), ["1", "quit"], path=path)
    table.run()
    assert len(replay(read(path)).deals[-1].plays) >= 1


def test_a_record_is_never_behind_what_is_on_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "match.kaf"
    table, _ = sit_down(load("kontsina").of(), ["1", "1"], path=path)
    table.run()
    assert replay(read(path)).deals[-1].plays == table.match.deals[-1].plays


def test_somebody_who_is_out_watches_the_others() -> None:
    table, screen = sit_down(load("kozel").of(players=3, penalty_limit=6), choose=first, seed=4)
    table.run()
    told = screen.getvalue()
    assert "You are out, and may watch the others." in told
    after = told.partition("You are out")[2]
    assert "greedy-1 leads" in after
    assert "Your play?" not in after
    assert re.search(r"greedy-\d wins the match", after)


def test_a_play_out_of_turn_is_offered_and_may_be_declined() -> None:
    game = load("konchinka").of(early_finish="claim", target_score=2, players=2)
    for seed in range(40):
        table, screen = sit_down(game, choose=first, seed=seed)
        table.run()
        if "It is not your turn" in screen.getvalue():
            break
    assert "You have captured what you lack: finish wins the match now." in screen.getvalue()
    assert "You have captured what you lacked, and the match ends at once." in screen.getvalue()
    declining, quiet = sit_down(game, choose=lambda numbers: numbers[-1] if len(numbers) > 1 else 0, seed=seed)
    declining.run()
    assert declining.match.over
    assert "You have captured what you lacked, and" not in quiet.getvalue().partition("It is not your turn")[2][:200]


def test_a_play_out_of_turn_is_offered_to_people_at_one_device() -> None:
    game = load("konchinka").of(early_finish="claim", target_score=2)
    for seed in range(40):
        table, screen = sit_down(game, choose=first, seed=seed, people=(0, 1))
        table.run()
        if "It is not your turn" in screen.getvalue():
            assert "You have nothing to say" not in screen.getvalue()
            assert table.match.deals[-1].plays[-1][1] == "finish"
            return
    raise AssertionError("nobody could finish")


def test_what_differs_from_the_usual_rules_is_told_first() -> None:
    table, screen = sit_down(load("kontsina").of("must_capture", sweep_bonus=2), most=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kafenio.tui.keep.save", lambda *_: None)
        table.run()
    told = screen.getvalue().partition("Deal 1.")[0]
    assert "Different from the usual rules:" in told
    assert "- As long as any card in your hand can capture, you must capture." in told
    assert "- Clearing the table scores 2 points." in told
