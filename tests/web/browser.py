"""Debian's chromium, and the web client as it is built: what the tests of the browser need."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def chromium() -> str:
    """The program; installed by apt where that may be done and it is lacking."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
            subprocess.run(
                ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=600", *command], check=True, stdout=subprocess.DEVNULL
            )
        if found := shutil.which("chromium"):
            return found
    raise RuntimeError("these tests need Chromium: apt-get install chromium, or chromium in the PATH")


def build() -> None:
    """The client, where what is built is older than its sources."""
    subprocess.run(
        [sys.executable, str(ROOT / "web/build.py")], check=True, env={**os.environ, "KAFENIO_REQUIRE_WEB": "1"}
    )
