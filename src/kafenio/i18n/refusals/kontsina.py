"""Why Kontsina refuses a play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafenio.i18n.refusals.fishing import Fishing

if TYPE_CHECKING:
    from kafenio.audience import View

__all__ = ["refuse"]


def value(view: View, rank: int) -> int:
    """Numerals count, figures do not (R12)."""
    return rank + 1 if rank < 10 else 0


refuse = Fishing("R11", "R13", "R13", "R15", "R14", "R16", "R17", "R20", value, value).refuse
