"""Every block of Python in docs/engine.md and in the README runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("page", "printed"), [("docs/engine.md", 4), ("README.md", 2)])
def test_the_blocks_of_a_page_run_one_after_another(
    page: str, printed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert len(capsys.readouterr().out.splitlines()) >= printed
