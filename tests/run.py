"""The whole suite: compiled, then the rules once more interpreted, with branch coverage. `--long` for the long forms."""

from __future__ import annotations

import os
import subprocess
import sys

RULES = ["tests/games", "tests/core", "tests/conformance"]  # what runs both ways
LEAST_COVERED = 98  # percent of the branches of the rules, interpreted


def run(title: str, *arguments: str, **environment: str) -> None:
    """A pytest run; its failure ends everything."""
    print(f"\n== {title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), *arguments]
    code = subprocess.run(command, env=os.environ | environment, check=False).returncode
    if code:
        sys.exit(code)


def is_compiled() -> bool:
    """Whether a fresh Python finds compiled rules."""
    code = "import warnings; warnings.simplefilter('ignore'); import kafenio; print(kafenio.compiled)"
    return (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
        == "True"
    )


def main() -> None:
    long = {"KAFENIO_LONG": "1"} if "--long" in sys.argv[1:] else {}
    if is_compiled():
        run("Compiled: everything", "--ignore=tests/web", **long)
        subprocess.run([sys.executable, "web/build.py"], check=True)
        run("In the browser", "tests/web", **long)  # apart: Playwright keeps an event loop in its process
    else:
        print("No compiled rules here (a C compiler is needed): the compiled run was not made.", flush=True)
        run(
            "Interpreted: everything else",
            "tests/records",
            "tests/tui",
            "tests/bots",
            "tests/i18n",
            KAFENIO_INTERPRETED="1",
            **long,
        )
    run(
        "Interpreted: the rules, with branch coverage",
        *RULES,
        "--cov=kafenio.games",
        "--cov-branch",
        "--cov-report=term-missing:skip-covered",
        f"--cov-fail-under={LEAST_COVERED}",
        KAFENIO_INTERPRETED="1",
    )


if __name__ == "__main__":
    main()
