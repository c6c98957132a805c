"""Four traditional card games whose rules are read as Python and run as C."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

__version__ = "0.1.0"


class _SourceOnly:
    """Finds the .py beside a compiled module."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("kafenio.") or not path:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec:
                return spec
        return None


if os.environ.get("KAFENIO_INTERPRETED") == "1":
    sys.meta_path.insert(0, _SourceOnly)

from kafenio import contract as _contract  # noqa: E402 (the finder must come first)

compiled = not _contract.__file__.endswith(".py")
if not compiled and os.environ.get("KAFENIO_INTERPRETED") != "1":
    warnings.warn(
        "kafenio runs interpreted, about 100 times slower: no compiled modules were built at installation "
        "(a C compiler and Python's headers are needed). KAFENIO_INTERPRETED=1 silences this.",
        RuntimeWarning,
        stacklevel=2,
    )
