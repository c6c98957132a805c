"""`kafenio arena`: the same result however it is played, going on after a stop, and one line for what is wrong."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kafenio.cli import main
from support import LONG


def arena(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["arena", *map(str, arguments)], catch_exceptions=False)


def result(path: Path) -> Any:
    return json.loads(path.read_text())


QUICK = ("konchinka", "--bots", "greedy,random", "--seed", 4)


def test_the_json_has_exactly_what_is_documented(tmp_path: Path) -> None:
    found = arena(*QUICK, "--matches", 6, "--workers", 1, "--json", tmp_path / "a.json")
    assert found.exit_code == 0
    assert found.output.splitlines()[0].startswith("bot ")
    data = result(tmp_path / "a.json")
    assert list(data) == ["bots"]
    assert [bot["name"] for bot in data["bots"]] == ["greedy@1", "random@1"]
    for bot in data["bots"]:
        assert list(bot) == ["name", "deals", "points", "interval", "won", "rating"]
        assert bot["interval"][0] <= bot["points"] <= bot["interval"][1]
    assert sum(bot["won"] for bot in data["bots"]) == 6


def test_any_number_of_workers_gives_the_same_result(tmp_path: Path) -> None:
    for workers in (1, 2):
        found = arena(*QUICK, "--matches", 10, "--workers", workers, "--json", tmp_path / f"{workers}.json")
        assert found.exit_code == 0
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()


def test_it_goes_on_from_what_a_file_holds(tmp_path: Path) -> None:
    log, whole = tmp_path / "log.jsonl", tmp_path / "whole.json"
    arena(*QUICK, "--matches", 8, "--workers", 1, "--json", whole)
    arena(*QUICK, "--matches", 4, "--workers", 1, "--resume", log)
    lines = log.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    log.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])  # the last one torn
    arena(*QUICK, "--matches", 8, "--workers", 1, "--resume", log, "--json", tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == whole.read_bytes()
    assert log.read_bytes().splitlines(keepends=True)[:4] == lines[:4]
    before = log.read_bytes()
    arena(*QUICK, "--matches", 4, "--workers", 1, "--resume", log, "--json", tmp_path / "part.json")
    assert log.read_bytes() == before  # all of them were there
    assert sum(bot["won"] for bot in result(tmp_path / "part.json")["bots"]) == 4


def test_a_killed_arena_goes_on_where_it_was(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    code = "from kafenio.cli import main; main()"
    words = [*map(str, QUICK), "--matches", "400", "--workers", "2", "--resume", str(log)]
    running = subprocess.Popen([sys.executable, "-c", code, "arena", *words], stderr=subprocess.DEVNULL)
    while not log.exists() or log.read_bytes().count(b"\n") < 6:
        assert running.poll() is None
        os.sched_yield()
    running.send_signal(signal.SIGKILL)
    running.wait()
    kept = log.read_bytes().count(b"\n") - 1
    matches = kept + 2
    arena(*QUICK, "--matches", matches, "--workers", 1, "--resume", log, "--json", tmp_path / "again.json")
    arena(*QUICK, "--matches", matches, "--workers", 1, "--json", tmp_path / "whole.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "whole.json").read_bytes()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (("--seed", 5), "seed is 4 there and 5 here"),
        (("--preset", "house_app"), "options is "),
        (("--bots", "greedy,greedy"), "bots is "),
    ],
)
def test_a_file_of_another_contest_is_refused(change: tuple[object, ...], what: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    assert arena(*QUICK, "--matches", 2, "--workers", 1, "--resume", log).exit_code == 0
    found = arena(*QUICK, *change, "--matches", 2, "--workers", 1, "--resume", log)
    assert found.exit_code == 1
    assert what in found.output and found.output.count("\n") == 1


@pytest.mark.parametrize("text", ["no json\n", "[]\n", '{"format":"kafenio/1"}\n', "torn"])
def test_a_file_of_something_else_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(text)
    found = arena(*QUICK, "--matches", 2, "--workers", 1, "--resume", log)
    assert (found.exit_code, found.output) == (1, f"{log}: no results of an arena\n")
    assert log.read_text() == text


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--bots", "greedy"), "bots: two or more expected, not 1"),
        (("--bots", "greedy,level9"), "no bot 'level9'"),
        (("--bots", "greedy,./no/such"), "./no/such: cannot be started: No such file or directory"),
        (("--bots", "greedy,cmd:true"), "cmd:true: has ended with code 0"),
        (("--time", "1s", "--iterations", 3), "--time or --iterations, not both"),
        (("--time", "soon"), "--time 'soon': a time such as 1s"),
        (("--workers", 2, "--ray", "auto"), "--workers or --ray, not both"),
        (("--players", 9), "option players: 9 is not"),
    ],
)
def test_a_wrong_command_line_is_refused_in_one_line(words: tuple[object, ...], what: str) -> None:
    found = arena(*QUICK, "--matches", 2, *words)
    assert found.exit_code == 2
    assert what in found.output and found.output.count("\n") == 1


def test_what_is_given_up_is_told(tmp_path: Path) -> None:
    bot = tmp_path / "quits"
    bot.write_text("#!/bin/sh\nread hello; echo bot quits; read game; echo ready; read match; exit 7\n")
    bot.chmod(0o755)
    found = arena("ronda", "--bots", f"{bot},random", "--matches", 2, "--workers", 1)
    assert found.exit_code == 0
    assert f"set 1, match 1, deal 1 given up by {bot}: {bot}: has ended with code 7" in found.output
    (line,) = (line for line in found.output.splitlines() if line.startswith(f"{bot} gave up "))
    assert line.split()[3] == line.split()[5]


if LONG and importlib.util.find_spec("ray"):

    def test_two_nodes_of_ray_give_the_same_result(tmp_path: Path) -> None:
        script = Path(__file__).with_name("on_two_nodes.py")
        subprocess.run([sys.executable, str(script), str(tmp_path / "ray.json")], check=True, timeout=300)
        arena(*QUICK, "--matches", 20, "--workers", 1, "--json", tmp_path / "here.json")
        assert (tmp_path / "ray.json").read_bytes() == (tmp_path / "here.json").read_bytes()
