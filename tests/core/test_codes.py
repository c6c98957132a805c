"""Options reach a deal as places in their lists: the constants that name such a place must mean what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import kafenio
from kafenio.game import games, load, option_type
from support import inner

SOURCE = Path(kafenio.__file__).parent
SHARED = ["contract.py", "games/pictures.py"]
MEANT = {  # where a constant does not say it in the option's own word
    "NO_VALUES": "none",
    "FACE_VALUES": "13_12_11",
    "ALL_HIGHER": "14_13_12",
    "FIRST_OUT": "first_out_ends",
    "OWN_PILE": "own",
    "OPEN_PILES": "open",
    "SHOWN": "face_up",
    "WINNER_SEES": "winner",
    "ALL_SEE": "all",
    "NOBODY_SEES": "nobody",
    "LOWEST_OF_FOUR": "lowest",
}


ELSEWHERE = {  # of one game: constants whose line does not name the option
    "kozel": {
        "SHOKHA_WILD": ("shokha_lead", "wild"),
        "NO_TRUMP": ("shokha_turnup", "no_trump"),
        "AUTO_WIN": ("special_lead_effect", "auto_win"),
        "FILL_UP": ("refill_order", "fill_up"),
        "PLAY_ALL": ("short_hand", "play_all"),
        "THRESHOLDS": ("scale_2p", "thresholds"),
        "BY_TRICKS": ("zero_test", "tricks"),
        "BOTH_PAY": ("tie_rule", "both_pay_2"),
        "CARRY": ("money_tie", "carry"),
    },
}


def constants(path: Path) -> Iterator[tuple[str, int, str]]:
    """Name, number and what the line says it is of: `IF_ABLE, BY_CARD = 0, 1  # capture_obligation`."""
    for names, numbers, words in re.findall(r"^([A-Z_, ]+) = ([0-9, ]+?)(?:  # (\w+).*)?$", path.read_text(), re.M):
        for name, number in zip(names.split(", "), numbers.split(", "), strict=True):
            yield name, int(number), words


def choices_of(game: str, option: str) -> tuple[str, ...]:
    """The texts that an option may be; none if it is no option of texts."""
    options = load(game).OPTIONS
    if option not in options.__struct_fields__:
        return ()
    return tuple(text for text in get_args(inner(option_type(options, option))[0]) if isinstance(text, str))


def coded() -> Iterator[tuple[str, str, str, int, str]]:
    """Every constant that is the code of a text: game, option, constant, number, the text it should stand for."""
    for game in games():
        for path in (*(SOURCE / path for path in SHARED), SOURCE / "games" / game / "deal.py"):
            for name, number, option in constants(path):
                shared = path.parent.name != game
                where, text = ELSEWHERE.get(game, {}).get(name, (option, MEANT.get(name, name.lower())))
                choices = choices_of(game, where)
                if choices and (number < len(choices) or not shared):
                    yield game, where, name, number, text


CODED = list(coded())


@pytest.mark.parametrize(("game", "option", "name", "number", "text"), CODED)
def test_a_constant_means_what_stands_at_its_place(game: str, option: str, name: str, number: int, text: str) -> None:
    assert choices_of(game, option)[number] == text


def test_every_game_names_some_and_all_that_are_listed_here() -> None:
    assert {game for game, *_ in CODED} == set(games())
    for game, listed in ELSEWHERE.items():
        assert listed.keys() <= {name for of, _, name, *_ in CODED if of == game}
