"""One socket of one person: what waits to be sent, how fast he may talk, how long messages are on their way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from kafenio.server import wire
from kafenio.server.store import Person
from kafenio.server.waiting import Waiting

__all__ = ["Budget", "Connection"]

WAITING_MOST = 256
PING_FIRST_S = 1.0
PING_EVERY_S = 15.0
ASKED_MOST = 4  # pings that may still be answered


class Budget:
    """So many at once, then so many a second."""

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


class Connection:
    """Who talks to a table never waits for a socket: a task of its own sends what was put here."""

    def __init__(self, person: Person, abort: Callable[[], None]) -> None:
        self.person = person
        self.abort = abort  # ends it now, without waiting for what is not read
        self.greeted = False
        self.muted: frozenset[str] = frozenset()  # people whom he does not want to hear
        self.lag_s = 0.0
        self.closing: tuple[int, str] | None = None
        self._waiting: Waiting[str] = Waiting()
        self._watch: asyncio.TimerHandle | None = None
        self._pings = 0
        self._asked: dict[int, float] = {}  # when each ping went out that has not been answered

    def put(self, message: wire.FromServer) -> None:
        self.put_text(wire.encode(message))

    def put_text(self, frame: str) -> None:
        """Who does not read is cut off; he comes back and is told what he missed."""
        if self.closing is not None:
            return
        if len(self._waiting) >= WAITING_MOST:
            self.closing = (1013, "too slow")
            self._waiting.clear()
            self.abort()
            self._waiting.wake()
        else:
            self._waiting.put_nowait(frame)

    def close(self, code: int, reason: str) -> None:
        """After what waits."""
        if self.closing is None:
            self.closing = (code, reason)
            self._waiting.wake()

    def pong(self, k: int) -> None:
        """The lag, as an average of the last ones."""
        since = self._asked.pop(k, None)
        if since is not None:
            lag = time.monotonic() - since
            self.lag_s = lag if self.lag_s == 0 else (3 * self.lag_s + lag) / 4

    async def send_all(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Until it is closed."""
        self._watch = asyncio.get_running_loop().call_later(PING_FIRST_S, self.watch)
        try:
            while True:
                while self._waiting:
                    await send(self._waiting.take())
                if self.closing is not None:
                    return
                await self._waiting.some()
        finally:
            self._watch.cancel()

    def watch(self) -> None:
        """Ping again and again, however much there is to send: the lag of those who play counts. One timer for all frames."""
        self.ping()
        self._watch = asyncio.get_running_loop().call_later(PING_EVERY_S, self.watch)

    def ping(self) -> None:
        self._pings += 1
        self._asked.pop(self._pings - ASKED_MOST, None)
        self._asked[self._pings] = time.monotonic()
        self.put(wire.Ping(self._pings, round(1000 * self.lag_s) or None))
