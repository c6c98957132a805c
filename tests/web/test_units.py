"""The client's own tests and types, run by Node."""

from __future__ import annotations

import subprocess
import sys

import pytest

from web.browser import ROOT, build


@pytest.mark.parametrize("script", ["test", "check"])
def test_the_client_passes_its_own(script: str) -> None:
    build()
    command = [sys.executable, str(ROOT / "web/build.py"), "run", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
