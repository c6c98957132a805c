"""WebSockets of the load generator: as little of the protocol as it takes, so that the generator is not what is measured.

Frames are sent with a mask of zeros, which the protocol allows; servers' frames come unmasked and whole.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

__all__ = ["Line", "opened"]


class Line(asyncio.Protocol):
    """One socket: `heard` is called with every text that arrives."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.buffer = bytearray()
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.heard: Callable[[bytes], None] = lambda _: None
        self.lost = False
        self.received = 0  # bytes of frames
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(ConnectionError(f"closed: {error}"))

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionError(bytes(buffer[:200]).decode(errors="replace")))
                return
            del buffer[: end + 4]
            self.open.set_result(None)
        while len(buffer) >= 2:
            size, at = buffer[1], 2
            if size == 126:
                size, at = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < at + size:
                return
            kind, body = buffer[0] & 15, bytes(buffer[at : at + size])
            del buffer[: at + size]
            if kind == 1:
                self.received += size
                self.heard(body)
            elif kind == 9:
                self.write(10, body)

    def say(self, text: bytes) -> None:
        self.write(1, text)

    def write(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes((128 | kind, 128 | size)) if size < 126 else bytes((128 | kind, 254)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)


async def opened(port: int, path: str, heard: Callable[[bytes], None] | None = None, **headers: str) -> Line:
    """A socket that has been accepted."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    _, line = await asyncio.get_running_loop().create_connection(lambda: Line(request), "127.0.0.1", port)
    if heard is not None:
        line.heard = heard
    await line.open
    return line
