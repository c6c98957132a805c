"""What is typed at the table: plays in every spelling, commands, questions, and what is none of these."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest

from kafenio.cards import FRENCH_36, FRENCH_52, LATIN_40
from kafenio.game import Result, games, load
from kafenio.i18n.rules import plain
from kafenio.tui.console import Console, Left
from kafenio.tui.plays import reading
from kafenio.tui.setup import Setup
from kafenio.tui.sheet import sheet_lines
from tui.scripted import Player, Screen, at_random, first, sit_down

FISHING = ("8h x 3c+5d", "8h x 8c", "lay 8h", "lay Td", "Kh x Kd")


@pytest.mark.parametrize(
    ("answer", "play"),
    [
        ("1", "8h x 3c+5d"),
        ("8h x 5d+3c", "8h x 3c+5d"),
        ("8H X 3C + 5D", "8h x 3c+5d"),
        ("8h×3c+5d", "8h x 3c+5d"),
        ("8♥ x 3♣, 5♦", "8h x 3c+5d"),
        ("8h 5d 3c", "8h x 3c+5d"),
        ("kh", "Kh x Kd"),
        ("lay 10d", "lay Td"),
        ("LAY TD", "lay Td"),
    ],
)
def test_a_play_is_read_in_every_spelling(answer: str, play: str) -> None:
    assert reading(FRENCH_52, FISHING, answer).play == play


def test_a_card_with_several_plays_is_asked_about() -> None:
    assert reading(FRENCH_52, FISHING, "8h").several == FISHING[:3]


@pytest.mark.parametrize("answer", ["", "0", "6", "99999999999999", "foo", "-1", "1.5", "²", "٣"])
def test_what_is_no_play_is_read_as_nothing(answer: str) -> None:
    found = reading(FRENCH_52, FISHING, answer)
    assert not found.play and not found.several and not found.text


def test_cards_of_kozel_may_come_in_any_order_and_without_the_verb() -> None:
    legal = ("contest Ah 9h", "discard 9h 7c", "discard Ah 9h")
    assert reading(FRENCH_36, legal, "contest 9h ah").play == "contest Ah 9h"
    assert reading(FRENCH_36, legal, "7c 9h").play == "discard 9h 7c"
    assert reading(FRENCH_36, legal, "9h ah").several == ("contest Ah 9h", "discard Ah 9h")


def test_latin_cards_keep_their_tens() -> None:
    assert reading(LATIN_40, ("lay 10d", "5b x 5d+6c"), "10D").play == "lay 10d"
    assert reading(LATIN_40, ("lay 10d", "5b x 5d+6c"), "5b x 6c 5d").play == "5b x 5d+6c"


def told(lines: list[str], game: str = "kontsina", **options: object) -> str:
    """What the screen says to some lines, up to the end of input."""
    table, screen = sit_down(load(game).of(**options), lines, path=Path("/dev/null"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kafenio.tui.keep.save", lambda *_: None)
        screen.table = None  # rules name cards as examples
        table.run()
    return screen.getvalue().partition("Your play?")[2]


def test_what_is_nothing_gets_one_line_and_the_same_question() -> None:
    assert told(["fo\x1b[31mo" + "x" * 200]).startswith(
        "\n'fo?[31moxxxxxxxxxxxxxxxxxxxxxx…' is no play and no command. Type a number from"
    )
    assert told(["", " ", "99"]).count("Your play?") == 3
    assert told([""]).startswith("\nType a number from 1 to 6, or ? for help.\n")


def test_a_card_that_is_not_held_is_refused_by_its_rule() -> None:
    answer = told(["lay 2c", "? lay 2c"])
    assert answer.startswith("\nYou do not hold 2c (R11).\nYour play?\nYou do not hold 2c (R11).\nR11 On your turn")


def test_help_names_every_command() -> None:
    answer = told(["?"])
    for command in ("? R17", "? PLAY", "rules", "table", "plays", "score", "last", "hint", "save FILE", "quit"):
        assert f"\n{command} " in answer


def test_the_rule_that_help_names_is_one_of_every_table() -> None:
    for name in games():
        for players in (2, 3, 4):
            assert told(["? R17"], name, players=players).partition("\n")[2].startswith("R17 ")


def test_a_rule_is_told_by_its_number_in_any_case() -> None:
    for question in ("? R13", "?r13", "rules R13", "help r13"):
        assert told([question]).startswith("\nR13 Equal capture")
    assert "no rule R999" in told(["? R999"])


def test_all_rules_of_the_table_are_told() -> None:
    answer = told(["rules"], capture_obligation="if_able")
    assert "\nR17 While any card of your hand can capture, you must capture" in answer


def test_the_table_the_score_and_a_hint_are_told_again() -> None:
    answer = told(["table", "score", "hint", "plays", "last"])
    assert "\nStock: " in answer and "\nPile of greedy: 0 cards" in answer
    assert "No deal has been counted yet." in answer
    assert "\nHint: " in answer


def test_the_score_of_a_deal_that_goes_on_is_told() -> None:
    answer = told(["score"], "ronda")
    assert "\nNo deal has been counted yet.\nYour score: " in answer and "\nScore of greedy: " in answer
    assert "\nPot: 5\nPurses: P0 19, greedy-1 19," in told(["score"], "kozel", money=True, players=5)


def test_the_last_plays_are_told_before_the_first_trick_is_over() -> None:
    leading = told(["last"], "kozel", first_dealer="seat:1")
    assert leading.startswith("\nNothing has been played yet.")
    assert told(["last"], "kozel", first_dealer="seat:0").startswith("\ngreedy leads ")


def test_the_last_trick_is_told_from_its_lead(tmp_path: Path) -> None:
    table, screen = sit_down(load("kozel").of(), ["1", "1", "1", "last"], seed=3, path=tmp_path / "a.kaf")
    table.run()
    answer = screen.getvalue().rpartition("Your play?")[0].rpartition("Your play?")[2].strip().split("\n")
    assert " lead" in answer[0]
    assert any("take the trick" in line or "takes the trick" in line for line in answer)


def test_saving_needs_a_name_and_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.kaf").write_text("mine")
    lines = ["save", "save there.kaf", "save no/such/folder.kaf", "save new.kaf", "save new.kaf", "1"]
    table, screen = sit_down(load("kontsina").of(), lines)
    table.run()
    answer = screen.getvalue()
    assert "Save to which file?" in answer
    assert "there.kaf exists already; choose another name." in answer
    assert "no/such/folder.kaf cannot be written: No such file or directory." in answer
    assert answer.count("Saved in new.kaf.") == 2
    assert Path("there.kaf").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.kaf", "there.kaf"]


@pytest.mark.parametrize(
    ("name", "told"), [("ronda", ": you may announce a ronda."), ("kozel", " a Molodka: you may claim it")]
)
def test_what_one_may_say_is_told_in_words(name: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafenio.tui.keep.save", lambda *_: None)
    for seed in range(30):
        table, screen = sit_down(load(name).of(), choose=at_random(seed), seed=seed, most=60)
        table.run()
        if told in screen.getvalue():
            return
    raise AssertionError("nothing to say in 30 matches")


# Before the match.


def asked(lines: list[str]) -> tuple[object, str]:
    screen = Screen()
    return Setup(Console(Player(screen, lines), screen)).game(), screen.getvalue()


def test_every_game_and_preset_can_be_chosen_by_number_or_name() -> None:
    for number, name in enumerate(games(), 1):
        for answer in (str(number), name):
            game, text = asked([answer, "3", "1"])
            assert (game.NAME, game.seats) == (name, 3)  # type: ignore[attr-defined]
    game, text = asked(["ronda", "", "quick"])
    assert game.options.target_score == 21  # type: ignore[attr-defined]
    assert "Quick (quick): 21 points win the match." in text


def test_a_wrong_choice_is_asked_again() -> None:
    game, text = asked(["bridge", "kozel", "9", "4", "", ""])
    assert game.seats == 4  # type: ignore[attr-defined]
    assert "'bridge' is none of these." in text
    assert "'9' is none of these." in text


def test_a_name_that_a_bot_could_have_is_asked_again() -> None:
    screen = Screen()
    assert Setup(Console(Player(screen, ["bot:greedy@1", "Eleni"]), screen)).name("player") == "Eleni"
    assert Setup(Console(Player(screen, [""]), screen)).name("player") == "player"


def test_the_strength_of_the_others_is_asked() -> None:
    screen = Screen()
    assert Setup(Console(Player(screen, ["9000", "2"]), screen)).bots() == "level2"
    assert "'9000' is none of these." in screen.getvalue()
    assert Setup(Console(Player(screen, [""]), screen)).bots() == "greedy"


def test_the_end_of_input_leaves_the_questions() -> None:
    with pytest.raises(Left):
        asked(["1"])


# The score-sheet and the screen.


def test_a_sheet_that_is_too_wide_is_cut_between_columns() -> None:
    heads = ("deal", *(f"Player {n} points" for n in range(12)))
    lines = sheet_lines(heads, [["1", *map(str, range(12))]], 60)
    assert max(map(len, lines)) <= 60
    assert sum(line.startswith("deal") for line in lines) == 2
    assert "" in lines


def test_long_cells_are_wrapped_in_their_column() -> None:
    row = ["1", "a very long thing happened to everybody at this table today", "3"]
    assert sheet_lines(["deal", "event", "A"], [row], 40) == [
        "deal  event                         A",
        "1     a very long thing happened    3",
        "      to everybody at this table",
        "      today",
    ]


def test_the_terminal_leaves_out_totals_that_were_struck_through() -> None:
    table, screen = sit_down(load("konchinka").of(target_score=30), choose=first)
    for points in ((2, 0), (4, 1)):
        table.match.enter(Result(points), 1)
    table.score()
    assert re.search(r"^2 +greedy ", screen.getvalue(), re.M) and "~" not in screen.getvalue()
    assert re.search(r" 6 +1$", screen.getvalue(), re.M)


def test_counts_on_a_sheet_are_explained_below_it() -> None:
    table, screen = sit_down(load("kontsina").of(), choose=first, most=26)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kafenio.tui.keep.save", lambda *_: None)
        table.run()
    assert "\n30/8/2c/Td means 30 cards, " in screen.getvalue()


def test_partners_share_a_column(tmp_path: Path) -> None:
    table, screen = sit_down(load("ronda").of(players=4), choose=first, most=60, path=tmp_path / "a.kaf")
    table.run()
    assert re.search(r"^1 +(?:P0 \+ greedy-2|greedy-1 \+ greedy-3) ", screen.getvalue(), re.M)


class Terminal(Screen):
    def isatty(self) -> bool:
        return True


class Typist(Player):
    def isatty(self) -> bool:
        return True


def test_lines_rules_and_hands_out_of_sight_go_by_the_size_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    console = Console(Typist(screen), screen)
    for columns, rows in ((40, 70), (60, 20)):
        monkeypatch.setattr("shutil.get_terminal_size", lambda size=(columns, rows): os.terminal_size(size))
        assert console.width == columns - 1
        screen.truncate(screen.seek(0))
        console.wipe()
        assert screen.getvalue() == "\n" * max(30, rows)
        assert max(map(len, plain("**R1** " + "word " * 99, console.width).split("\n"))) < columns


def test_a_closed_pipe_is_somebody_who_has_gone() -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    with pytest.raises(Left):
        Console(io.StringIO(), Closed()).say("hello")


def test_first_is_what_an_empty_answer_plays_when_there_is_one_play_only(tmp_path: Path) -> None:
    table, screen = sit_down(load("kontsina").of(), ["1", "1", "1", ""], path=tmp_path / "a.kaf", choose=first, most=0)
    table.run()
    assert "Your play? (Enter: 1)" in screen.getvalue()
    assert sum(seat == 0 for seat, _ in table.match.deals[-1].plays) == 4
