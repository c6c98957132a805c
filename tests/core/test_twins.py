"""Compiled and interpreted rules are one source: they must give one answer. Each way in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from support import CASES

SCRIPT = Path(__file__).with_name("both_ways.py")


def answers(interpreted: str) -> list[str]:
    """A line for each game and preset."""
    environment = os.environ | {"KAFENIO_INTERPRETED": interpreted, "PYTHONWARNINGS": "ignore"}
    run = subprocess.run([sys.executable, str(SCRIPT)], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_compiled_and_interpreted_rules_agree() -> None:
    compiled, interpreted = answers("0"), answers("1")
    assert len(compiled) == len(CASES)
    for one, other in zip(compiled, interpreted, strict=True):
        assert one == other
