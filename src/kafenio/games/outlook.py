"""What the deals of several games tell a search of the match: chances from leads, and from how far leads stray."""

from __future__ import annotations

import math

__all__ = ["against", "sure"]


def against(lead: float, stray: float) -> float:
    """The odds of a rival that is so much ahead, to 1: e to the lead in units of the stray."""
    return math.exp(max(-50.0, min(50.0, lead / stray)))


def sure(lead: float, stray: float) -> float:
    """How likely a lead is kept (0 … 1) if leads go astray so far."""
    return 1.0 / (1.0 + against(-lead, stray))
