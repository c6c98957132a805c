"""One socket of one person: what is sent to him, how fast he may talk, how long messages are on their way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from kafenio.server import wire
from kafenio.server.store import Person

__all__ = ["Budget", "Connection", "Way"]

WAITING_MOST = 256
PING_FIRST_S = 1.0
PING_EVERY_S = 15.0
ASKED_MOST = 4  # pings that may still be answered


class Budget:
    """So many at once, then so many a second."""

    __slots__ = ("at", "left", "most", "per_s")

    def __init__(self, burst: int, per_s: float) -> None:
        self.most = float(burst)
        self.per_s = per_s
        self.left = self.most
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.per_s)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Way(Protocol):
    """How a person is reached: a Line."""

    drained: Callable[[], None] | None

    @property
    def has_room(self) -> bool: ...
    def say(self, text: bytes, /) -> None: ...
    def hang_up(self) -> None: ...
    def abort(self) -> None: ...


class Connection:
    """Who talks to a table never waits for a socket: what has no room waits here."""

    def __init__(self, person: Person, way: Way) -> None:
        self.person = person
        self.way = way
        self.greeted = False
        self.muted: frozenset[str] = frozenset()  # people whom he does not want to hear
        self.lag_s = 0.0
        self.closing: tuple[int, str] | None = None
        self.waiting: list[bytes] = []
        self._watch: asyncio.TimerHandle | None = None
        self._pings = 0
        self._asked: dict[int, float] = {}  # when each ping went out that has not been answered

    def open(self) -> None:
        """From now on he can be told something."""
        self.way.drained = self.drain
        self._watch = asyncio.get_running_loop().call_later(PING_FIRST_S, self.watch)

    def put(self, message: wire.FromServer) -> None:
        self.put_text(wire.encoded(message))

    def put_text(self, frame: bytes) -> None:
        """Who does not read is cut off; he comes back and is told what he missed."""
        if self.closing is not None:
            return
        if self.way.has_room and not self.waiting:
            self.way.say(frame)
        elif len(self.waiting) < WAITING_MOST:
            self.waiting.append(frame)
        else:
            self.waiting.clear()
            self.close(1013, "too slow")
            self.way.abort()

    def drain(self) -> None:
        while self.waiting and self.way.has_room:
            self.way.say(self.waiting.pop(0))

    def close(self, code: int, reason: str) -> None:
        """After what waits."""
        if self.closing is None:
            self.closing = (code, reason)
            if self._watch is not None:
                self._watch.cancel()
            self.way.hang_up()

    def pong(self, k: int) -> None:
        """The lag, as an average of the last ones."""
        since = self._asked.pop(k, None)
        if since is not None:
            lag = time.monotonic() - since
            self.lag_s = lag if self.lag_s == 0 else (3 * self.lag_s + lag) / 4

    def watch(self) -> None:
        """Ping again and again, however much there is to send: the lag of those who play counts. One timer for all frames."""
        self.ping()
        self._watch = asyncio.get_running_loop().call_later(PING_EVERY_S, self.watch)

    def ping(self) -> None:
        self._pings += 1
        self._asked.pop(self._pings - ASKED_MOST, None)
        self._asked[self._pings] = time.monotonic()
        self.put(wire.Ping(self._pings, round(1000 * self.lag_s) or None))
