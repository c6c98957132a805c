"""Refuses compiled modules that are older than what they were made from; the profiles of hypothesis."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import kafenio

os.environ["LANGUAGE"] = "en"  # whatever the terminal speaks in which the tests run

HERE = Path(kafenio.__file__).parent
ROOT = HERE.parent.parent

settings.register_profile(
    "short",
    max_examples=12 if kafenio.compiled else 3,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("long", settings.get_profile("short"), max_examples=1000, derandomize=False, print_blob=True)
LONG = os.environ.get("KAFENIO_LONG") == "1"
settings.load_profile("long" if LONG else "short")
collect_ignore = [] if LONG else ["test_wheel.py"]  # it builds everything again


def cimported(pxd: Path) -> set[Path]:
    """The .pxd files of ours that one cimports."""
    found = set()
    for package, names in re.findall(r"^from kafenio((?:\.\w+)*) cimport (.+)$", pxd.read_text(), re.M):
        folder = HERE.joinpath(*package.split(".")[1:])
        candidates = [folder.with_suffix(".pxd"), *(folder / f"{name.strip()}.pxd" for name in names.split(","))]
        found |= {path for path in candidates if path.exists()}
    return found


def sources(built: Path) -> set[Path]:
    """The .py and .pxd of a compiled module, and every .pxd that these cimport."""
    module = built.with_name(built.name.split(".")[0])
    found, todo = {module.with_suffix(".py")}, [module.with_suffix(".pxd")]
    while todo:
        pxd = todo.pop()
        if pxd.exists() and pxd not in found:
            found.add(pxd)
            todo += cimported(pxd)
    return found


def stale() -> list[str]:
    """Compiled modules of this checkout to be built again; a wheel is unpacked in any order, so there nobody looks."""
    if not kafenio.compiled or not (ROOT / "setup.py").exists():
        return []
    built = [path for end in ("*.so", "*.pyd") for path in HERE.rglob(end)]
    return [
        str(path.relative_to(HERE))
        for path in sorted(built)
        if path.stat().st_mtime < max(source.stat().st_mtime for source in sources(path))
    ]


def pytest_configure() -> None:
    if old := stale():
        raise pytest.UsageError(f"older than their sources, build again: {', '.join(old)}")
