"""A wheel holds all that one needs to play: the compiled rules, the words and the built client. In the long form alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
MADE = (
    ".git",
    ".venv",
    "build",
    "node_modules",
    "generated",
    "static",
    "*.so",
    "*.egg-info",
    "__pycache__",
    ".*_cache",
)


def test_a_wheel_holds_the_client_and_the_compiled_rules(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*MADE))
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(source)],
        check=True,
        env={**os.environ, "KAFENIO_REQUIRE_COMPILED": "1", "KAFENIO_REQUIRE_WEB": "1"},
    )
    names = zipfile.ZipFile(next(tmp_path.glob("kafenio-*.whl"))).namelist()
    assert {"kafenio/server/static/index.html", "kafenio/server/static/sw.js", "kafenio/i18n/po/ar.po"} <= {*names}
    assert any(name.startswith("kafenio/contract.") and name.endswith((".so", ".pyd")) for name in names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"kafenio"}
