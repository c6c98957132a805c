"""Mutate the rules of a game and see whether its tests notice: `python tests/mutation/run.py kontsina --sample 200 --seed 1`.

Cosmic-ray changes one place at a time in a copy of the project, and the tests of that game's rules run interpreted. Survivors are
printed with what was changed; each wants a test or an explanation (SURVIVORS.md). `--only FILE` tries again those that an earlier
output names, as long as the sources are the same. Needs the extra `mutation`. Exit code 0 whatever survives.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import hypothesis.strategies  # noqa: F401
import msgspec.json  # noqa: F401
import pytest
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db

ROOT = Path(__file__).resolve().parents[2]
UNUSED = ("cacheprovider", "xdist", "schemathesis", "cov")  # plugins that only take time here
LONGEST_CPU_S, OF_A_FILE_CPU_S = 20, 6  # a mutant may go on for ever; the time of the processor, whatever else runs
MOST_BYTES = 2 << 30
SLOW = re.compile("oracle|knowledge")  # tests that come last
Mutation = tuple[str, str, int, int, str]  # file, operator, occurrence, line, definition
Alive = tuple[Mutation, str, str]  # what became of it, and the changed line
ANNOTATION = re.compile(r"\s*def |\s*\w+: |.*\) -> ")  # a line whose `|` joins types


def planned(work: Path, files: list[str]) -> list[Mutation]:
    """Every mutation of these files: module path, operator, occurrence, line, definition."""
    config = work / "mutation.toml"
    listed = ", ".join(f'"{f}"' for f in files)
    config.write_text(
        f'[cosmic-ray]\nmodule-path = [{listed}]\ntimeout = 60\nexcluded-modules = []\ntest-command = "true"\n'
        '[cosmic-ray.distributor]\nname = "local"\n'
    )
    subprocess.run(
        [Path(sys.executable).parent / "cosmic-ray", "init", str(config), str(work / "session.sqlite")],
        cwd=ROOT,
        check=True,
    )
    found = []
    with use_db(str(work / "session.sqlite"), WorkDB.Mode.open) as db:
        for item in db.work_items:
            m = item.mutations[0]
            line = (ROOT / m.module_path).read_text().splitlines()[m.start_pos[0] - 1]
            if not ("_BitOr_" in m.operator_name and ANNOTATION.match(line)):
                found.append(
                    (str(m.module_path), m.operator_name, m.occurrence, m.start_pos[0], m.definition_name or "")
                )
    return sorted(set(found))


def warm(copy: Path, game: str) -> None:
    """Import from a copy what no mutation changes, so that every fork has it."""
    sys.path[:0] = [str(copy / "src"), str(copy / "tests")]
    for name in ("match", "position", "unseen", "games.fishing", "games.pictures", "i18n.rules"):
        importlib.import_module(f"kafenio.{name}")
    for other in sorted((copy / "src/kafenio/games").glob("*/deal.py")):
        if other.parent.name != game:
            importlib.import_module(f"kafenio.games.{other.parent.name}")
    assert f"kafenio.games.{game}" not in sys.modules


def outcome(copy: Path, tests: list[str], longest_cpu_s: int = LONGEST_CPU_S, *, keep_bytecode: bool = False) -> str:
    """Whether the tests of a copy `pass`, `fail` or take `too long`, run in a fork."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = judged(copy, tests, longest_cpu_s, keep_bytecode=keep_bytecode)
        finally:
            os._exit(code)  # whatever a mutant raises must not come back into the loop over mutants
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
        return "too long"
    return "pass" if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0 else "fail"


def judged(copy: Path, tests: list[str], longest_cpu_s: int, *, keep_bytecode: bool) -> int:
    """What pytest says of a copy, silently and within bounds."""
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    os.chdir(copy)
    sys.dont_write_bytecode = not keep_bytecode
    signal.setitimer(signal.ITIMER_PROF, longest_cpu_s)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    early = "-Wignore:Module already imported:pytest.PytestAssertRewriteWarning"
    return int(pytest.main(["-x", "-q", early, *(f"-pno:{plugin}" for plugin in UNUSED), *tests]))


def tried(copy: Path, game: str, tests: list[str], mutations: list[Mutation]) -> list[Alive]:
    """Those that no test fails for, one place changed at a time in a copy of the project.

    A mutant that takes too long has another chance to fail, file by file.
    """
    warm(copy, game)
    if outcome(copy, tests, keep_bytecode=True) != "pass":
        raise RuntimeError("the tests fail without any mutation")
    found = []
    for mutation in mutations:
        path, operator, occurrence, *_ = mutation
        file = copy / path
        source = file.read_text()
        changed = mutate_code(source, get_operator(operator)(), occurrence)
        if changed is None or changed == source:
            continue
        file.write_text(changed)
        result = outcome(copy, tests)
        if result == "too long" and any(outcome(copy, [test], OF_A_FILE_CPU_S) == "fail" for test in tests):
            result = "fail"
        if result != "fail":
            found.append((mutation, result, difference(source, changed)))
        file.write_text(source)
    return found


def difference(source: str, changed: str) -> str:
    lines = difflib.unified_diff(source.splitlines(), changed.splitlines(), n=0, lineterm="")
    return "\n".join(f"      {line[0]} {line[1:].strip()}" for line in lines if line[:2] not in ("--", "++", "@@"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=Path, help="an earlier output")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    os.environ["KAFENIO_INTERPRETED"] = "1"
    files = sorted(str(p.relative_to(ROOT)) for p in (ROOT / "src/kafenio/games" / asked.game).glob("*.py"))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        plan = planned(work, files)
        chosen = random.Random(asked.seed).sample(plan, min(asked.sample, len(plan)))
        if asked.only:
            earlier = asked.only.read_text().splitlines()
            chosen = [m for m in plan if any(line.startswith(named(m)) for line in earlier)]
        copies = []
        for i in range(asked.workers):
            copies.append(work / f"copy{i}")
            for part in ("src", "tests"):
                shutil.copytree(ROOT / part, copies[i] / part, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
            shutil.copy(ROOT / "pyproject.toml", copies[i])
        found_tests = (ROOT / "tests" / "games").glob(f"test_{asked.game}*.py")
        tests = sorted(
            (str(p.relative_to(ROOT)) for p in found_tests), key=lambda name: (bool(SLOW.search(name)), name)
        )
        with ProcessPoolExecutor(asked.workers, mp_context=get_context("fork")) as pool:
            shares = [chosen[i :: asked.workers] for i in range(asked.workers)]
            alive = pool.map(tried, copies, [asked.game] * asked.workers, [tests] * asked.workers, shares)
            found = sorted(m for share in alive for m in share)
    passed = [m for m in found if m[1] == "pass"]
    print(
        f"{asked.game}: {len(chosen)} of {len(plan)} mutants (seed {asked.seed}), {len(passed)} survive,"
        f" {len(found) - len(passed)} take too long"
    )
    for mutation, result, lines in found:
        print(f"{named(mutation)} {result}\n{lines}")


def named(mutation: Mutation) -> str:
    path, operator, occurrence, line, name = mutation
    return f"  {path}:{line} {name} {operator} #{occurrence};"


if __name__ == "__main__":
    main()
