"""The form of a text in English: one, or a singular and a plural of which {n} chooses."""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["Text"]

Text: TypeAlias = str | tuple[str, str]
