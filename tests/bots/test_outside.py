"""Programs at the table: whatever one does, the others only see that it failed, and nothing of it stays behind."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

import pytest

from kafenio.bots import hire
from kafenio.bots.outside import Outside
from kafenio.errors import BotFailed
from kafenio.game import Choice, load
from kafenio.message import said

GAME = load("kontsina").of()
HELLO = """
import os, sys, time
def say(text): print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "kafenio": say("bot tried")
    elif word == "game": say("ready")
    elif word == "stop": stopped()
    elif word == "quit": break
    elif word == "go": go()
"""


def outside(folder: Path, code: str, tail: str = ":time=300ms") -> Outside:
    """A program of these lines before a loop that greets; `go` and `stopped` are theirs."""
    path = folder / "bot.py"
    path.write_text("def stopped(): pass\n" + code + HELLO)
    found = hire(f"cmd:{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}{tail}", GAME, 5)
    assert isinstance(found, Outside)
    return found


def asked(bot: Outside) -> Choice:
    deal = GAME.position({"hand": "8h Kd", "table": "3h 5d"})
    try:
        return bot.choose(deal.view(0), [deal.text(play) for play in deal.legal(0)])
    finally:
        bot.close()


def test_its_play_its_reason_and_its_estimates_arrive(tmp_path: Path) -> None:
    estimate = '{"play":"lay Kd","points":-1.5,"chance":0.25,"visits":7}'
    code = f"""def go():
    say("info thinking"); say('estimate {estimate}'); say("why It waits."); say("play lay Kd")
"""
    choice = asked(outside(tmp_path, code))
    assert (choice.play, choice.why) == ("lay Kd", said("why.its_own", text="It waits."))
    (found,) = choice.estimates
    assert (found.play, found.points, found.chance, found.visits, found.error) == ("lay Kd", -1.5, 0.25, 7, 0.0)


def test_the_cards_of_a_play_may_stand_in_any_order(tmp_path: Path) -> None:
    assert asked(outside(tmp_path, "def go(): say('play 8h x 5d+3h')\n")).play == "8h x 3h+5d"


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("def go(): raise KeyError('of my own')", "has ended with code 1: KeyError: 'of my own'"),
        ("def go(): os._exit(0)", "has ended with code 0"),
        ("def go(): os.kill(os.getpid(), 9)", "has ended with code -9"),
        ("def go(): time.sleep(60)", r"no play within 0\.86 s"),
        ("def go(): say('play lay 9c')", "'lay 9c' is not legal; legal: '8h x 3h"),
        ("def go(): say('play')", "'' is not legal"),
        ("def go(): say('I take the five')", "'I take the five' where a play was expected"),
        ("def go(): say('error no idea')", "'error no idea' where a play was expected"),
        ("def go(): os.write(1, b'\\xff\\xfe\\n')", "is not UTF-8"),
        ("def go():\n  while 1: os.write(1, b'x' * 60000)", "answers with more than 1048576 bytes"),
        ("def go():\n  while 1: os.write(1, b'info\\n' * 9999)", "answers with more than|no play within"),
        ("def go(): say('estimate {}'); say('play lay Kd')", "estimate '{}': .*play"),
        ('def go(): say(\'estimate {"play":"lay Kd","chance":7}\')', "a chance from 0 to 1"),
        ("say('play lay Kd')\ndef go(): pass", "'play lay Kd' where 'bot' was expected"),
        ("os.close(1)", "has ended with code|has closed"),
    ],
)
def test_whatever_goes_wrong_is_one_clear_line(tmp_path: Path, code: str, what: str) -> None:
    bot = outside(tmp_path, f"import os, time\n{'def say(text): print(text, flush=True)'}\n{code}\n")
    with pytest.raises(BotFailed, match=what) as failed:
        asked(bot)
    assert str(failed.value).startswith(bot.name)
    assert "\n" not in str(failed.value)


def test_one_that_never_reads_is_given_up(tmp_path: Path) -> None:
    game = load("ronda").of()  # its views are long
    path = tmp_path / "deaf.py"
    path.write_text("import time\nprint('bot deaf\\nready', flush=True)\ntime.sleep(60)\n")
    bot = hire(f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(path))}:time=100ms", game, 1)
    deal = game.position({"hand": "7e 1b", "table": "2c 7c"})
    with pytest.raises(BotFailed, match=r"does not read|no play within"):
        bot.choose(deal.view(0), [deal.text(play) for play in deal.legal(0)])


def test_it_is_told_to_stop_when_its_time_is_over(tmp_path: Path) -> None:
    code = "def go(): pass\ndef stopped(): say('play lay Kd')\n"
    before = time.monotonic()
    assert asked(outside(tmp_path, code)).play == "lay Kd"
    assert time.monotonic() - before > 0.3


def test_a_program_that_is_not_there_cannot_be_started() -> None:
    bot = hire("./no/such/bot", GAME, 1)
    assert isinstance(bot, Outside)
    with pytest.raises(BotFailed, match=r"^\./no/such/bot: cannot be started: No such file"):
        asked(bot)


def test_what_it_started_goes_with_it(tmp_path: Path) -> None:
    pipe = tmp_path / "alive"
    os.mkfifo(pipe)
    code = f"""import subprocess, sys
def go():
    subprocess.Popen(["sleep", "600"], stdout=open({str(pipe)!r}, "w"), stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    say("info started")
    time.sleep(600)
"""
    bot = outside(tmp_path, code)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    with pytest.raises(BotFailed, match="no play within"):
        asked(bot)
    assert os.read(reader, 1) == b""  # the end of input: nobody holds the other end any more
    os.close(reader)


def test_after_a_failure_it_starts_anew(tmp_path: Path) -> None:
    flag = tmp_path / "once"
    code = f"""
def go():
    if os.path.exists({str(flag)!r}): say("play lay Kd")
    else:
        open({str(flag)!r}, "w")
        os._exit(3)
"""
    bot = outside(tmp_path, code)
    with pytest.raises(BotFailed, match="ended with code 3"):
        asked(bot)
    assert asked(bot).play == "lay Kd"


def test_it_speaks_only_when_asked(tmp_path: Path) -> None:
    bot = outside(tmp_path, "def go(): say('play lay Kd\\nplay lay Kd')\n")
    deal = GAME.position({"hand": "8h Kd", "table": "3h 5d"})
    legal = [deal.text(play) for play in deal.legal(0)]
    assert bot.choose(deal.view(0), legal).play == "lay Kd"
    with pytest.raises(BotFailed, match=r"'play lay Kd.*' is said without being asked"):
        bot.choose(deal.view(0), legal)


def test_its_last_complaint_is_told_without_what_a_terminal_would_obey(tmp_path: Path) -> None:
    with pytest.raises(BotFailed, match=r"has ended with code 1: \?\[31mred$"):
        asked(outside(tmp_path, "def go(): sys.exit('first\\n\\x1b[31mred')\n"))
