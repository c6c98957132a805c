"""Passwords: argon2, in threads, a few at a time, and as slow for a name that nobody has as for one that somebody has."""

from __future__ import annotations

import asyncio
import re
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kafenio.server.seating import NotAllowed

__all__ = ["LONGEST", "SHORTEST", "Passwords", "tidy_login"]

SHORTEST, LONGEST = 10, 200
LOGIN = re.compile(r"[\w.@+-]{3,40}")
AT_ONCE = 2  # each takes 64 MB


class Passwords:
    def __init__(self) -> None:
        self.hasher = PasswordHasher()
        self.nobody = self.hasher.hash("nobody has this one")  # compared where there is none
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def hashed(self, password: str) -> str:
        async with self._turn:
            return await asyncio.to_thread(self.hasher.hash, password)

    async def right(self, known: str | None, password: str) -> bool:
        """Whether this is the password; without one it takes as long and is wrong."""
        async with self._turn:
            return await asyncio.to_thread(self._right, known or self.nobody, password) and known is not None

    def _right(self, known: str, password: str) -> bool:
        try:
            return self.hasher.verify(known, password)
        except (VerificationError, InvalidHashError):
            return False

    def outdated(self, known: str) -> bool:
        """Whether it was hashed with less work than is usual now."""
        return self.hasher.check_needs_rehash(known)


def tidy_login(login: str) -> str:
    """The name to log in with: small letters, one form of each. NotAllowed if it cannot be one."""
    found = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold()).strip()
    if not LOGIN.fullmatch(found):
        raise NotAllowed("not_now", "login: 3 to 40 letters, digits or . _ @ + - expected", "bad_login")
    return found
