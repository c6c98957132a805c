"""Stands in for Cython where it is not installed."""

from __future__ import annotations

from contextlib import nullcontext
from typing import ClassVar


class cython:
    """What search asks of Cython: a block without the GIL."""

    nogil: ClassVar[nullcontext[None]] = nullcontext()
