"""Which modules are compiled and how; the rest of the build is in pyproject.toml."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCE = Path(__file__).parent / "src"
C_FOLDER = "build/c"
TWINS = {"bits", "memory", "plays"}  # their .pxd holds C for others to inline; the .py beside it stays Python
COMPILED = sorted(
    str(path.relative_to(SOURCE).with_suffix(""))
    for path in SOURCE.glob("kafenio/**/*.pxd")
    if path.stem != "__init__" and path.stem not in TWINS
)
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # C types stand in the .pxd; `int` in a .py stays Python's
    "cdivision": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
}
# a fused multiply-add would make doubles differ from Python's
CFLAGS = [] if sys.platform == "win32" else ["-O3", "-fno-semantic-interposition", "-ffp-contract=off"]
LDFLAGS: list[str] = []
if os.environ.get("KAFENIO_SANITIZE") == "1":
    CFLAGS = [
        "-O1",
        "-g",
        "-fno-omit-frame-pointer",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=undefined",
        "-fno-wrapv",
        "-ffp-contract=off",
    ]
    LDFLAGS = ["-fsanitize=address,undefined"]


class AllOrNothing(build_ext):
    """Half a compiled package would be worse than none: an interpreted game cannot override C methods."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = os.cpu_count()

    def run(self) -> None:
        try:
            super().run()
        except Exception as e:
            if os.environ.get("KAFENIO_REQUIRE_COMPILED") == "1":
                raise
            for built in self.get_outputs():
                Path(built).unlink(missing_ok=True)
            self.extensions = []
            print(f"*** kafenio: NOT COMPILED, it will run interpreted, about 100 times slower: {e}", file=sys.stderr)


class WithWeb(build_py):
    """The web client is built first, so that its files are packed; where it cannot be, a line says so."""

    def run(self) -> None:
        built = subprocess.run([sys.executable, "web/build.py"], check=False) if Path("web/build.py").exists() else None
        if built is not None and built.returncode:
            raise SystemExit("the web client was not built")
        super().run()


def shared_c_has_changed() -> bool:
    """Whether a .pxd is newer than C made before: Cython does not follow `from package cimport module`."""
    made = [path for module in COMPILED if (path := Path(f"{C_FOLDER}/src/{module}.c")).exists()]
    changed = max(path.stat().st_mtime for path in SOURCE.glob("kafenio/**/*.pxd"))
    return any(path.stat().st_mtime < changed for path in made)


def extensions() -> list[Extension]:
    if os.environ.get("KAFENIO_INTERPRETED") == "1":
        return []
    from Cython.Build import cythonize

    found = [
        Extension(
            module.replace(os.sep, "."),
            [f"src/{module}.py"],
            extra_compile_args=CFLAGS,
            extra_link_args=LDFLAGS,
        )
        for module in COMPILED
    ]
    anew = shared_c_has_changed()
    return list(
        cythonize(found, build_dir=C_FOLDER, compiler_directives=DIRECTIVES, include_path=["src"], force=anew or None)
    )


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNothing, "build_py": WithWeb})
