"""The command itself, as a process: through pipes, interrupted, resumed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kafenio
from kafenio.cli import main
from kafenio.records import read, replay

COMMAND = [sys.executable, "-c", "from kafenio.cli import main; main()"]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(kafenio.__file__).parent.parent), "PYTHONIOENCODING": "utf-8"}


def run(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], cwd=folder, input=typed, env=environment(), capture_output=True, text=True, timeout=100
    )


@pytest.mark.parametrize("game", ["kontsina", "konchinka", "kozel", "ronda"])
def test_a_match_goes_through_a_pipe(game: str, tmp_path: Path) -> None:
    done = run(tmp_path, "play", game, "--seed", "3", "--record", "match.kaf", typed="1\n" * 600)
    assert (done.returncode, done.stderr) == (0, "")
    assert " the match.\n" in done.stdout
    assert done.stdout.endswith("The match is saved in match.kaf.\n")
    assert "\x1b" not in done.stdout and max(map(len, done.stdout.split("\n"))) < 80
    assert read(tmp_path / "match.kaf").seats == ["player", "bot:greedy@1"]


def test_everything_is_asked_where_nothing_is_told(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--seed", "1", typed="ronda\n3\nquick\n1\nIra\n1\n")
    assert done.returncode == 0
    (saved,) = tmp_path.iterdir()
    assert read(saved).seats == ["Ira", "bot:level1@2", "bot:level1@2"]
    assert read(saved).options == {"players": 3, "target_score": 21}


def test_an_interrupted_match_goes_on_where_it_stood(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "kozel", "--seed", "7", "--players", "3", "--name", "Ira"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
        text=True,
    )
    assert process.stdin and process.stdout
    process.stdin.write("1\n1\n")
    process.stdin.flush()
    told, asked = "", 0
    while asked < 3:
        line = process.stdout.readline()
        told += line
        asked += line.startswith("Your play?")
    process.send_signal(signal.SIGINT)
    rest = process.stdout.read()
    assert process.wait(timeout=60) == 0
    process.stdin.close()
    process.stdout.close()
    (saved,) = tmp_path.iterdir()
    assert rest == f"Saved. To go on: kafenio play --resume {saved.name}\n"
    before = replay(read(saved)).view(0)
    again = run(tmp_path, "play", "--resume", saved.name)
    assert again.returncode == 0
    position = told[told.rindex("\n\n") :]
    assert position in again.stdout
    assert replay(read(saved)).view(0) == before
    assert read(saved).seats == ["Ira", "bot:greedy@1", "bot:greedy@1"]


def test_a_resumed_match_can_be_finished(tmp_path: Path) -> None:
    run(tmp_path, "play", "ronda", "--seed", "1", "--record", "a.kaf", typed="1\n1\n")
    done = run(tmp_path, "play", "--resume", "a.kaf", "--record", "b.kaf", "--seed", "2", typed="1\n" * 600)
    assert done.stdout.endswith("The match is saved in b.kaf.\n")
    first, second = read(tmp_path / "a.kaf"), read(tmp_path / "b.kaf")
    assert second.result is not None
    assert second.deals[0].pack == first.deals[0].pack
    assert second.date == first.date


def test_what_a_record_says_beside_the_plays_outlives_a_resumed_match(tmp_path: Path) -> None:
    run(tmp_path, "play", "kontsina", "--seed", "1", "--record", "a.kaf", typed="1\n1\n")
    text = (tmp_path / "a.kaf").read_text()
    play = read(tmp_path / "a.kaf").deals[0].plays[0]
    (tmp_path / "a.kaf").write_text(text.replace(f'"{play}"', f'"{play} @3.2s {{good}}"') + '\nweather = "fine"\n')
    run(tmp_path, "play", "--resume", "a.kaf", typed="1\n")
    after = read(tmp_path / "a.kaf")
    assert after.deals[0].plays[0] == f"{play} @3.2s {{good}}"
    assert after.deals[0].extra == {"weather": "fine"}


def test_the_same_seed_tells_the_same_match(tmp_path: Path) -> None:
    one, two = (run(tmp_path, "play", "konchinka", "--seed", "11", "--bots", "random", typed="1\n" * 50) for _ in "12")
    assert one.stdout.rpartition("Saved.")[0] == two.stdout.rpartition("Saved.")[0]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["kozel", "--players", "7"], "option players"),
        (["bridge"], "no game 'bridge'"),
        (["kozel", "--seat", "2"], "--seat 2: 0, 1 or all expected"),
        (["kozel", "--bots", "bobby"], "no bot 'bobby'"),
        (["kozel", "--bots", "greedy,greedy"], "--bots: 2 bots, but seats for them: 1"),
        (["kozel", "--name", "bot:x"], "--name"),
        (["kozel", "--name", "A", "--name", "B"], "--name: 2 names, but seats for people: 1"),
        (["kozel", "--record", "there.kaf"], "the file exists"),
        (["kozel", "--record", "there.txt"], ".kaf expected"),
        (["kozel", "--resume", "there.kaf"], "the record tells the rest"),
        (["--players", "2"], "need a game"),
    ],
)
def test_a_wrong_command_line_gets_one_line(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there.kaf").write_text("")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["play", *arguments])
    assert done.exit_code == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not"),
        ('format = "kafenio/1"\ngame = "kozel"\nseats = ["bot:greedy@1", "bot:greedy@1"]', "only bots sit there"),
        ('format = "kafenio/1"\ngame = "kozel"\nseats = ["A", "bot:bobby@9"]', "no bot 'bobby@9'"),
    ],
)
def test_a_record_that_cannot_go_on_gets_one_line(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there.kaf").write_text(text)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["play", "--resume", "there.kaf"])
    assert done.exit_code == 1
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_record_that_does_not_hold_is_left_as_it_is(tmp_path: Path) -> None:
    run(tmp_path, "play", "kozel", "--seed", "1", "--record", "a.kaf", typed="1\n" * 30)
    path = tmp_path / "a.kaf"
    deals = len(read(path).deals)
    assert deals > 1
    path.write_text(path.read_text().replace("card_points = [", "card_points = [1", 1))
    text = path.read_text()
    done = run(tmp_path, "play", "--resume", "a.kaf", typed="1\n")
    assert done.returncode == 1 and done.stderr.startswith("a.kaf: deal 1: card_points = [1")
    assert done.stderr.count("\n") == 1
    assert path.read_text() == text


def test_a_resumed_match_tells_where_it_stands(tmp_path: Path) -> None:
    run(tmp_path, "play", "kontsina", "--seed", "1", "--record", "a.kaf", typed="1\n" * 27)
    again = run(tmp_path, "play", "--resume", "a.kaf").stdout
    told = again.partition("Type ? for help at any time.\n\n")[2].split("\n")
    assert told[0] == "Deal 2 goes on."
    assert any(line.startswith("1     ") for line in told)
    assert any(line.startswith("You ") for line in told)


def test_a_finished_match_is_not_resumed(tmp_path: Path) -> None:
    run(tmp_path, "simulate", "kontsina", "--matches", "1", "--seed", "1", "--out", "done.kaf")
    done = run(tmp_path, "play", "--resume", "done.kaf")
    assert (done.returncode, done.stderr) == (1, "done.kaf: the match is over\n")


def test_the_rules_of_a_table_and_one_of_them(tmp_path: Path) -> None:
    whole = run(tmp_path, "rules", "konchinka", "--preset", "free_lay")
    assert "R24" in whole.stdout and max(map(len, whole.stdout.split("\n"))) < 80
    one = run(tmp_path, "rules", "konchinka", "r24")
    assert one.stdout.startswith("R24 ") and one.stdout.count("R25 ") == 0
    none = run(tmp_path, "rules", "konchinka", "R999")
    assert none.returncode == 1 and none.stderr.count("\n") == 1


def test_a_match_that_cannot_be_saved_says_so(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "kontsina", "--record", "no/folder.kaf", typed="1\n")
    assert (done.returncode, done.stderr) == (1, "no/folder.kaf: cannot be written: No such file or directory\n")


def test_somebody_who_stops_reading_is_gone(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "ronda", "--record", "a.kaf"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
    )
    assert process.stdin and process.stdout and process.stderr
    while process.stdout.readline() != "Your play?\n":
        pass
    process.stdout.close()
    process.stdin.write("1\n")
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == ""
    process.stderr.close()
    assert replay(read(tmp_path / "a.kaf")).deals


def test_a_terminal_without_the_signs_gets_others(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "kontsina", "--seed", "1"],
        cwd=tmp_path,
        input="1\n" * 40,
        env={**environment(), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0 and "\\u" not in done.stdout
