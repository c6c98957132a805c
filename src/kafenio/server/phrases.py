"""What may be said at any table, by name. A name stays what it is: clients and the catalogs know phrases by it."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.english.phrases import PHRASES as TEXTS

__all__ = ["PHRASES"]

PHRASES: Mapping[str, str] = {name: text for name, text in TEXTS.items() if isinstance(text, str)}
