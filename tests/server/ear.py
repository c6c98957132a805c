"""Somebody at the other end of a connection, without a socket."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

__all__ = ["Ear"]


class Ear:
    """Hears what he is told; while `has_room` is False he does not read."""

    def __init__(self) -> None:
        self.drained: Callable[[], None] | None = None
        self.has_room = True
        self.hung_up = False
        self.aborted = False
        self._frames: list[bytes] = []

    def say(self, text: bytes) -> None:
        assert self.has_room
        self._frames.append(text)

    def hang_up(self) -> None:
        self.hung_up = True

    def abort(self) -> None:
        self.aborted = True

    def told(self) -> list[dict[str, Any]]:
        """Since this was asked last."""
        frames, self._frames = self._frames, []
        return [json.loads(frame) for frame in frames]
