"""The review list of dependencies names what is pinned, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| (\S+) \| (\S+) \| ([^|\n]+) \| ([^|\n]+) \|$", re.MULTILINE)
FREE = {  # licences under which a library may be used by ours
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "ISC", "LGPL-3.0-only", "MIT", "MIT-0", "MPL-2.0", "PSF-2.0",
}  # fmt: skip


def rows() -> list[tuple[str, str, str, str]]:
    found = ROW.findall((ROOT / "docs/dependencies.md").read_text(encoding="utf-8"))
    return [(name, version, licence.strip(), use.strip()) for name, version, licence, use in found if name != "Package"]


def pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    return dict(line.split("==") for line in lines)


def test_every_pinned_package_stands_in_the_review_list_and_no_other() -> None:
    listed = {name: version for name, version, _, _ in rows()}
    assert listed == pinned(), "docs/dependencies.md: read what changed there, then change its row"
    assert len(rows()) == len(listed)


def test_what_is_shipped_with_or_needed_to_play_is_free() -> None:
    for name, _, licence, use in rows():
        if {"game", "server", "client"} & set(use.split(", ")):
            assert set(re.split(r" (?:AND|OR) ", licence)) & FREE, (name, licence)
