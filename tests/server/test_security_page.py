"""The page about security names tests that are there, and every guard names one."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/security.md").read_text(encoding="utf-8")
ROWS = [line.strip("|").split("|") for line in PAGE.splitlines() if line.startswith("| ") and "Threat" not in line]


def test_every_test_that_the_page_names_is_there() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^def (test_\w+)\(", sources, re.MULTILINE))
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 40 and named <= there, named - there
    for file in re.findall(r"`(tests/\S+\.py)`", PAGE):
        assert (ROOT / file).exists(), file


def test_every_threat_has_a_guard_and_a_test() -> None:
    assert len(ROWS) > 25
    for row in ROWS:
        assert len(row) == 3 and row[1].strip() and "`test" in row[2], row
