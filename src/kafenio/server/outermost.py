"""Around the whole application: what every answer tells a browser, and a way for sockets to their line."""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from kafenio.server.metrics import ANSWERS
from kafenio.server.settings import Settings

__all__ = ["guarded", "headers"]

# What the API answers is no page: nothing in it is to be loaded or run. Pages bring a policy of their own.
POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def headers(settings: Settings) -> dict[str, str]:
    """Of every answer, errors included, that does not say otherwise itself."""
    found = {
        "Content-Security-Policy": POLICY,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
    if settings.secure:
        found["Strict-Transport-Security"] = "max-age=31536000"
    return found


def guarded(app: ASGIApp, settings: Settings) -> ASGIApp:
    """The application with these headers; what the API answers is kept by nobody on the way."""
    always = [(name.lower().encode(), value.encode()) for name, value in headers(settings).items()]
    private = [*always, (b"cache-control", b"no-store")]

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            scope["kafenio_line"] = getattr(send, "__self__", None)  # type: ignore[typeddict-unknown-key]
            await app(scope, receive, send)
            return
        added = private if scope.get("path", "").startswith("/api/") else always

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                ANSWERS.labels(str(message["status"])).inc()
                own = {name.lower() for name, _ in message.get("headers", [])}
                message["headers"] = [*message.get("headers", []), *(h for h in added if h[0] not in own)]
            await send(message)

        await app(scope, receive, send_guarded)

    return call
