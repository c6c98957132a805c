"""The body of `kafenio serve`: one process of the server."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from kafenio.server.app import made_app
from kafenio.server.line import Line
from kafenio.server.settings import Settings

__all__ = ["run", "serve", "settings_from"]

COLLECTED = 10_000  # new objects that make the garbage collector look at them; Python's own number is 700
READ_WITHIN_MS = 20_000  # the kernel ends a connection whose other end takes nothing for so long


def logging_of(settings: Settings) -> dict[str, Any]:
    """What is logged, to standard error: a line of text or of JSON for each thing, without anything secret."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"no_secrets": {"()": "kafenio.server.serve.NoQuery"}},
        "formatters": {
            "plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "fmt": "%(asctime)s %(levelname)s %(name)s %(process)d %(message)s",
                "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
            },
        },
        "handlers": {
            "out": {"class": "logging.StreamHandler", "formatter": settings.log_format, "filters": ["no_secrets"]}
        },
        "root": {"handlers": ["out"], "level": "WARNING"},
        "loggers": {
            "uvicorn": {"level": "INFO"},
            "uvicorn.error": {"level": "WARNING"},
            "kafenio": {"level": "INFO"},
        },
    }


class NoQuery(logging.Filter):
    """Paths are logged without what follows the question mark."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(a.partition("?")[0] if isinstance(a, str) else a for a in record.args)
        return True


def settings_from(**given: object) -> Settings:
    """What the command line says goes before the environment: KAFENIO_DATABASE, KAFENIO_HOST, KAFENIO_PORT, KAFENIO_ORIGIN.

    From the environment alone: KAFENIO_PROXIES, KAFENIO_METRICS_HOST, KAFENIO_METRICS_PORT, KAFENIO_LOG_FORMAT, and KAFENIO_ADMIN (a
    secret, which a command line would show to others).
    """
    found: dict[str, object] = {}
    kinds = {"database": str, "host": str, "port": int, "origin": str, "proxies": str, "admin": str}
    kinds |= {"metrics_host": str, "metrics_port": int, "log_format": str}
    for name, kind in kinds.items():
        value = os.environ.get(f"KAFENIO_{name.upper()}")
        if value:
            found[name] = kind(value)
    found |= {name: value for name, value in given.items() if value is not None}
    return replace(Settings(), **found)  # type: ignore[arg-type]  # the names are those of the fields


def listening(settings: Settings) -> socket.socket:
    """A socket on which the server listens; its connections inherit its options."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, READ_WITHIN_MS)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind((settings.host, settings.port))
    found.listen(4096)
    return found


class Opening(uvicorn.Server):
    """A server that shows itself in the browser of this machine."""

    def __init__(self, config: uvicorn.Config, at: str) -> None:
        super().__init__(config)
        self.at = at

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        threading.Thread(target=webbrowser.open, args=(self.at,), daemon=True).start()


def spare_collector() -> None:
    """The garbage collector passes over what stays for ever, and comes less often: it stops every table while it works."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED, 10, 10)


def serve(settings: Settings, make_app: Callable[[Settings], Any] = made_app, show: bool = False) -> None:
    """Until it is told to stop. Port 0: the system chooses one. `show`: in the browser, on another port if this one is taken."""
    try:
        listener = listening(settings)
    except OSError:
        if not show:
            raise
        listener = listening(replace(settings, port=0))
    settings = replace(settings, port=listener.getsockname()[1])
    config = uvicorn.Config(
        make_app(settings),  # migrates the database first
        ws=Line,
        loop="uvloop",
        ws_per_message_deflate=False,
        ws_max_size=16_384,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        forwarded_allow_ips=settings.proxies,
        access_log=False,
        log_config=logging_of(settings),
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    print(f"Kafenio serves at {settings.at}, port {settings.port}", flush=True)
    server = Opening(config, settings.at) if show else uvicorn.Server(config)
    spare_collector()
    server.run(sockets=[listener])


def run(show: bool = False, **given: str | int | None) -> int:
    """What the command line asks for, and its exit code; what cannot be is told in one line."""
    try:
        serve(settings_from(**given), show=show)
    except (ValueError, OSError, SQLAlchemyError) as e:
        print(f"kafenio serve: {str(e).splitlines()[0]}", file=sys.stderr)
        return 1
    return 0
