"""What one address may do: so many sockets, so many handshakes, so many messages of all its sockets together."""

from __future__ import annotations

import ipaddress
import time
from dataclasses import dataclass

from kafenio.server.outbox import Budget
from kafenio.server.settings import Settings

__all__ = ["Address", "Addresses", "is_public", "network"]

FORGOTTEN_S = 600.0


def network(host: str) -> str:
    """What counts as one address: an address of IPv4, a network of 64 bits of IPv6, which is one customer."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return host


def is_public(host: str) -> bool:
    """Whether it is one of the internet, which tells somebody from others."""
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return False


@dataclass
class Address:
    handshakes: Budget
    frames: Budget
    sockets: int = 0
    seen: float = 0.0


class Addresses:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.known: dict[str, Address] = {}
        self._swept = time.monotonic()

    def opens(self, host: str) -> Address | None:
        """A socket more from there; None: it may not. Who gets one calls `closes`."""
        self.sweep()
        address = self.known.setdefault(network(host), self.fresh())
        address.seen = time.monotonic()
        if not address.handshakes.take() or address.sockets >= self.settings.sockets_of_address:
            return None
        address.sockets += 1
        return address

    def closes(self, address: Address) -> None:
        address.sockets -= 1
        address.seen = time.monotonic()

    def fresh(self) -> Address:
        s = self.settings
        return Address(Budget(s.handshakes, s.handshakes_per_s), Budget(s.frames_of_address, s.frames_of_address_per_s))

    def sweep(self) -> None:
        """Forget who has been gone for long: by then his budgets are full again."""
        now = time.monotonic()
        if now - self._swept < FORGOTTEN_S:
            return
        self._swept = now
        self.known = {k: a for k, a in self.known.items() if a.sockets or now - a.seen < FORGOTTEN_S}
