"""The line to one client: uvicorn's WebSocket without a queue and a task between it and who listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

__all__ = ["Line", "line_of"]


class Line(WebSocketsSansIOProtocol):
    """Texts go out with `say`; once `hear` is set, what comes in goes there at once, a binary frame as an empty one."""

    hear: Callable[[bytes], None] | None = None
    drained: Callable[[], None] | None = None  # called when there is room again

    def say(self, text: bytes) -> None:
        """Send a text of UTF-8, unless the line is closing. The caller looks at `has_room` before."""
        if self.conn.state is State.OPEN and not self.disconnected:
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))

    @property
    def has_room(self) -> bool:
        """False: what was sent last has not gone out yet, and more should wait for `drained`."""
        return self.writable.is_set()

    def hang_up(self) -> None:
        """Whoever receives gets nothing, at once: he looks whether it is to end, and may say why."""
        self.queue.put_nowait({"type": "websocket.receive", "text": ""})

    def abort(self) -> None:
        """End it now, without waiting for what is not read."""
        self.transport.abort()

    # What uvicorn calls.

    def send_receive_event_to_app(self) -> None:
        if self.hear is None:
            super().send_receive_event_to_app()
            return
        frames, self.frames = self.frames, []
        if not self.close_sent:
            self.hear(b"".join(frames) if self.curr_msg_data_type == "text" else b"")

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.drained is not None:
            self.drained()


def line_of(scope: Any) -> Line:
    """The line of a socket's scope, which only the outermost application can see."""
    found = scope["kafenio_line"]
    assert isinstance(found, Line)
    return found
