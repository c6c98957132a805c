"""Bots of ours as programs: the transcript of the documentation, the same plays as at our own tables, and wrong lines."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kafenio.arena.simulate import choice, dismiss, play_deal
from kafenio.bots import hire
from kafenio.bots.protocol import BotSide, written
from kafenio.bots.shown import shown
from kafenio.contract import Rng
from kafenio.game import Game, load
from kafenio.i18n.words import Speech
from kafenio.match import Match
from support import each_game

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "bots.md"
EXAMPLES = ROOT / "examples" / "bots"
OURS = f"cmd:{shlex.quote(sys.executable)} -c 'from kafenio.cli import main; main()' bot"


def said(spec: str, *lines: str) -> list[str]:
    """What a bot of ours answers to these lines."""
    out = io.StringIO()
    BotSide(spec, out, Speech().text).run(io.StringIO("".join(f"{line}\n" for line in lines)))
    return out.getvalue().splitlines()


def test_the_transcript_of_the_documentation_replays() -> None:
    (block,) = re.findall(r"```transcript\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    lines = block.splitlines()
    assert all(line[:2] in ("> ", "< ") for line in lines)
    told = [line[2:] for line in lines if line[0] == ">"]
    answers = [line[2:] for line in lines if line[0] == "<"]
    assert len(told) > 8 and len(answers) > 5
    name = next(line.removeprefix("bot ") for line in answers)
    assert said(name, *told) == answers


@each_game
def test_a_level_in_a_program_plays_as_it_does_here(name: str) -> None:
    game = load(name).of()
    assert one_deal(game, "level1") == one_deal(game, f"{OURS} level1")


def one_deal(game: Game, spec: str) -> list[tuple[int, str]]:
    """The plays of a deal of this bot against greedy."""
    match = Match(game, Rng(3))
    players = [hire(spec, game, 11), hire("greedy", game, 0)]
    match.begin()
    try:
        play_deal(match, lambda seat, legal: choice(match, players[seat], seat, legal))
    finally:
        dismiss(players)
    return match.deals[0].plays


def beginning(name: str, seat: int = 0) -> list[str]:
    game = load(name).of()
    return [
        "kafenio 1",
        written("game", {"game": name, "options": game.options.plain()}),
        written("match", {"seat": seat, "seed": 7}),
    ]


def question(name: str, position: dict[str, object]) -> list[str]:
    deal = load(name).of().position(position)
    legal = [f"legal {deal.text(play)}" for play in deal.legal(0)]
    return [written("view", shown(load(name).of(), deal.view(0))), *legal]


FIVES = question("kontsina", {"hand": "8h Kd", "table": "3h 5d"})


def test_it_thinks_as_long_as_it_is_told() -> None:
    lines = [*beginning("kontsina"), *FIVES, 'go {"iterations":60}', *FIVES, 'go {"time":0.05}']
    answers = said("level8", *lines)
    plays = [i for i, line in enumerate(answers) if line.startswith("play ")]
    visits = [int(n) for n in re.findall(r'"visits":(\d+)', "\n".join(answers[: plays[0]]))]
    assert sum(visits) == 60
    assert len(plays) == 2


def test_it_stops_when_it_is_told() -> None:
    lines = [*beginning("kontsina"), *FIVES, 'go {"time":3000}', "stop", "quit"]
    assert said("level8", *lines)[-1].startswith("play ")
    assert said("level8", *lines[:-2], "quit")[-1].startswith("play ")  # and when the table goes


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("kafenio 2", "version '2' is not 1"),
        ("dance", "'dance' is no word of the table; words: kafenio, game"),
        ("game {", "game: "),
        ("game []", "game: a JSON object expected"),
        ('game {"game":"whist"}', "no game 'whist'; games: konchinka"),
        ('game {"game":"ronda","options":{"players":9}}', "option players: 9 is not"),
        ('game {"game":"ronda","options":3}', "options: an object expected"),
        ('match {"seat":2}', "a seat from 0 to 1"),
        ('match {"seat":true}', "a seat from 0 to 1"),
        ('view {"table":"3h 3h"}', "view: no view of kontsina: 3h stands twice"),
        ('view {"table":5}', "view: no view of kontsina"),
        ("go {}", "go: a view and legal plays expected first"),
    ],
)
def test_a_wrong_line_gets_one_that_says_so_and_the_next_is_heard(line: str, what: str) -> None:
    answers = said("greedy", *beginning("kontsina"), line, *FIVES, "go {}")
    assert len(answers) == 5
    assert answers[2].startswith("error ") and what in answers[2]
    assert answers[-1] == "play 8h x 3h+5d"


@pytest.mark.parametrize("line", ['match {"seat":0}', "view {}"])
def test_things_come_in_their_order(line: str) -> None:
    assert re.match("error (match: a game|view: a match) expected first", said("greedy", line)[0])


@pytest.mark.parametrize("source", ["taker.py", *(["taker.c"] if shutil.which("cc") else [])])
@each_game
def test_the_examples_play_every_game(source: str, name: str, tmp_path: Path) -> None:
    path = EXAMPLES / source
    command = f"{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"
    if source.endswith(".c"):
        command = shlex.quote(str(tmp_path / "taker"))
        subprocess.run(["cc", "-Wall", "-Werror", "-o", tmp_path / "taker", path], check=True)
    assert len(path.read_text().splitlines()) <= 41
    game = load(name).of()
    plays = one_deal(game, f"cmd:{command}")
    assert plays == one_deal(game, f"cmd:{command}")
    assert {seat for seat, _ in plays} == {0, 1}


def test_the_python_example_needs_python_alone() -> None:
    imported = re.findall(r"^(?:import|from) (\w+)", (EXAMPLES / "taker.py").read_text(), re.M)
    assert set(imported) <= sys.stdlib_module_names
