"""How a server is run: from the command line, or KAFENIO_… in the environment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    database: str = "sqlite:///kafenio.db"
    host: str = "127.0.0.1"
    port: int = 8000
    origin: str = ""  # where browsers find it, as https://play.example.org; empty: http://host:port
    proxies: str = "127.0.0.1,::1"  # who may tell, by X-Forwarded-For, for whom he asks
    admin: str = field(
        default="", repr=False
    )  # the token of those who run the server; empty: nobody reads reports over HTTP
    metrics_host: str = "127.0.0.1"
    metrics_port: int = 0  # where Prometheus reads its numbers; 0: nowhere
    log_format: Literal["plain", "json"] = "plain"
    window_least_s: float = 2.0  # no window is shorter
    pause_most_s: float = 120.0
    bot_delay_s: tuple[float, float] = (0.7, 1.8)
    grace_s: float = 30.0  # after a restart the clock of who is not back yet waits so long
    beat_s: float = 5.0  # so often a process says that it is alive, and looks for new ones
    burst: int = 20  # messages of a socket at once …
    per_s: float = 5.0  # … and then so many a second
    words: int = 8  # that one says at a table at once …
    words_per_s: float = 0.5  # … and then so many a second
    sockets_of_address: int = 200
    handshakes: int = 100  # sockets that an address opens at once …
    handshakes_per_s: float = 2.0  # … and then so many a second
    frames_of_address: int = 1_000  # messages of all its sockets at once …
    frames_of_address_per_s: float = 200.0  # … and then so many a second
    http_per_minute: int = 240  # requests of an address
    tries_of_address: int = 60  # to log in, within a quarter of an hour …
    tries_of_name: int = 10  # … and for one login
    strikes: int = 5  # bad messages before the connection is ended
    near_mu: float = 4.0  # whoever looks for a table meets others of about his strength at once …
    wider_mu_per_s: float = 0.5  # … and further away ones, the longer he waits
    tables_most: int = 5_000
    tables_each: int = 20  # that one host keeps open at once
    watchers_most: int = 200

    def __post_init__(self) -> None:
        if self.log_format not in ("plain", "json"):
            raise ValueError(f"log format: plain or json expected, not {self.log_format!r}")
        if self.admin and len(self.admin) < 24:
            raise ValueError("the admin token: at least 24 characters expected")

    @property
    def at(self) -> str:
        return (self.origin or f"http://{self.host}:{self.port}").rstrip("/")

    @property
    def origins(self) -> frozenset[str]:
        """The only origins that a browser may come from."""
        if self.origin or self.host not in ("127.0.0.1", "::1", "localhost"):
            return frozenset({self.at})
        return frozenset(f"http://{host}:{self.port}" for host in ("127.0.0.1", "localhost", "[::1]"))

    @property
    def site(self) -> str:
        """What passkeys are bound to: the name of the host."""
        host = urlsplit(self.at).hostname or "localhost"
        return "localhost" if host in ("127.0.0.1", "::1") else host

    @property
    def secure(self) -> bool:
        """Whether cookies are for https only."""
        return urlsplit(self.at).scheme == "https"
