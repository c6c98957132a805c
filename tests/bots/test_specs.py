"""How bots are named on a command line."""

from __future__ import annotations

import pytest

from kafenio.bots import bot, full_name
from kafenio.bots.specs import Spec, listed, read_spec
from kafenio.errors import BadOptions


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("greedy", Spec("greedy")),
        ("level5@1:time=1s", Spec("level5@1", 1.0)),
        ("level5:time=250ms", Spec("level5", 0.25)),
        ("ismcts:iterations=2000", Spec("ismcts", None, 2000)),
        ("./my:bot", Spec("./my:bot")),
        ("cmd:python3 my.py --port=1:time=0.5", Spec("cmd:python3 my.py --port=1", 0.5)),
    ],
)
def test_a_name_and_its_options_are_read(text: str, spec: Spec) -> None:
    assert read_spec(text) == spec
    assert read_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("level5:depth=3", "only time=1s or iterations=2000 may follow"),
        ("level5:time=soon", "time 'soon': a time such as 1s"),
        ("level5:time=0s", "a time such as 1s"),
        ("level5:time=3601", "up to an hour"),
        ("level5:iterations=0", "a number from 1"),
        ("level5:iterations=²", "a number from 1"),
        ("level5:time=1s:iterations=5", "not both"),
        ("level5:time=1s:time=2s", "given twice"),
        (":time=1s", "a name expected"),
        ("greedy:time=1s", "greedy@1 takes neither"),
        ("level9", "no bot 'level9'; bots: random@1"),
        ("cmd:", "a command expected"),
        ("cmd:python3 'my.py", "no closing quotation"),
    ],
)
def test_a_wrong_name_is_refused_with_what_was_expected(text: str, what: str) -> None:
    with pytest.raises(BadOptions, match=what):
        full_name(text, "ronda")


def test_a_list_is_split_at_commas_outside_quotes() -> None:
    assert listed("greedy, level5:time=1s,,./a") == ["greedy", "level5:time=1s", "./a"]
    assert listed("cmd:bot 'a,b',random") == ["cmd:bot 'a,b'", "random"]


def test_what_all_may_think_is_for_those_who_can_and_say_nothing_themselves() -> None:
    names = [full_name(text, "ronda", 0.5) for text in ("greedy", "level2", "level8", "level6@1:iterations=9", "./a")]
    assert names == ["greedy@1", "level2@2", "level8@3:time=0.5s", "level6@1:iterations=9", "./a:time=0.5s"]


def test_a_bot_says_in_its_name_how_much_it_thinks() -> None:
    for text, name in (
        ("level2", "level2@2"),
        ("ismcts:iterations=50", "ismcts@1:iterations=50"),
        ("level8:time=200ms", "level8@3:time=0.2s"),
    ):
        assert bot(text, "kozel", 1).name == name
        assert bot(name, "kozel", 1).name == name


def test_nobody_but_who_hires_starts_a_program() -> None:
    with pytest.raises(BadOptions, match=r"no bot '\./mybot'"):
        bot("./mybot", "kozel", 1)
