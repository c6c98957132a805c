"""Every numbered rule and every worked case of the four games is named by a test of that game."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from kafenio.game import games

HERE = Path(__file__).parent
CASES = {
    "kontsina": {"KL": 28, "KS": 8, "KP": 14, "KM": 8},
    "konchinka": {"CL": 37, "CI": 12, "CS": 6, "CP": 8, "CE": 17, "CM": 9},
    "kozel": {"K": 66},
    "ronda": {"N": 76},
}


def source_of(game: str) -> str:
    return "\n".join(path.read_text() for path in sorted(HERE.glob(f"*{game}*.py")))


def named(number: str, text: str) -> bool:
    """Whether a rule or a case stands in a text, in a name or in a docstring; R3 is not named by R31 or R3a."""
    return re.search(rf"(?<![a-z0-9]){number}(?![a-z0-9])", text, re.IGNORECASE) is not None


def missing(numbers: list[str], text: str) -> list[str]:
    return [number for number in numbers if not named(number, text)]


@pytest.mark.parametrize("game", games())
def test_every_rule_number_is_named(game: str) -> None:
    rules = files("kafenio.i18n").joinpath(f"rules/en/{game}.md").read_text()
    numbers = sorted(set(re.findall(r"\*\*(R\d+[a-z]?)\*\*", rules)))
    assert len(numbers) > 40 and missing(numbers, source_of(game)) == []


@pytest.mark.parametrize("game", games())
def test_every_worked_case_is_named(game: str) -> None:
    cases = []
    for letters, last in CASES[game].items():
        width = 2 if len(letters) == 2 else 1
        cases += [f"{letters}{n:0{width}}" for n in range(1, last + 1)]
    assert missing(cases, source_of(game)) == []


def test_the_search_for_names_can_fail() -> None:
    assert missing(["R3", "R31", "KL01"], "def test_r31_x(): 'KL01x'") == ["R3", "KL01"]
