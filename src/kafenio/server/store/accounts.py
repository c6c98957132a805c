"""How people come back: passwords and passkeys, sessions, and how often somebody may try."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from kafenio.server.store import schema
from kafenio.server.store.store import Store, digest, now_ms, session
from kafenio.server.store.tables import tell
from kafenio.server.store.writer import Taken

__all__ = ["Account", "Accounts", "Passkey"]

CHALLENGE_MS = 5 * 60_000
PASSKEYS_MOST = 20


@dataclass(frozen=True)
class Account:
    person: str
    login: str | None
    password: str | None  # as argon2 writes it
    created: int


@dataclass(frozen=True)
class Passkey:
    id: str
    person: str
    key: str
    sign_count: int
    name: str
    created: int
    used: int | None


class Accounts:
    def __init__(self, store: Store) -> None:
        self.store = store

    # Accounts.

    async def of(self, person: str) -> Account | None:
        return await self._account(schema.accounts.c.person == person)

    async def by_login(self, login: str) -> Account | None:
        return await self._account(schema.accounts.c.login == login)

    async def _account(self, where: object) -> Account | None:
        a = schema.accounts.c
        found = await self.store.read(
            lambda c: c.execute(select(a.person, a.login, a.password, a.created).where(where)).first()  # type: ignore[arg-type]  # a condition
        )
        return Account(*found) if found else None

    async def set_password(self, person: str, login: str, password: str) -> None:
        """For a guest, who has an account then, or for one who has come by passkey alone. Taken: the name is another's."""

        def work(c: Connection) -> None:
            make_account(c, person)
            c.execute(
                update(schema.accounts).where(schema.accounts.c.person == person).values(login=login, password=password)
            )

        await self.store.do(work)

    # Passkeys.

    async def passkeys(self, person: str) -> list[Passkey]:
        return await self._passkeys(schema.passkeys.c.person == person)

    async def passkey(self, key: str) -> Passkey | None:
        return next(iter(await self._passkeys(schema.passkeys.c.id == key)), None)

    async def _passkeys(self, where: object) -> list[Passkey]:
        k = schema.passkeys.c
        found = await self.store.read(
            lambda c: c.execute(
                select(k.id, k.person, k.key, k.sign_count, k.name, k.created, k.used).where(where).order_by(k.created)  # type: ignore[arg-type]  # a condition
            ).all()
        )
        return [Passkey(*row) for row in found]

    async def add_passkey(self, passkey: Passkey) -> None:
        """Its person has an account then. Taken: it is known already, or he has too many."""
        k = schema.passkeys.c

        def work(c: Connection) -> None:
            make_account(c, passkey.person)
            if c.execute(select(func.count()).where(k.person == passkey.person)).scalar_one() >= PASSKEYS_MOST:
                raise Taken("too many")
            c.execute(insert(schema.passkeys).values(**vars(passkey)))

        await self.store.do(work)

    async def used(self, key: str, sign_count: int) -> None:
        """A passkey was shown; its counter never goes back. Taken: it was shown elsewhere in the meantime."""
        k = schema.passkeys.c

        def work(c: Connection) -> None:
            newer = (k.sign_count < sign_count) | (k.sign_count == 0)
            done = c.execute(
                update(schema.passkeys).where(k.id == key, newer).values(sign_count=sign_count, used=now_ms())
            )
            if done.rowcount != 1:
                raise Taken("its counter has gone back")

        await self.store.do(work)

    async def drop_passkey(self, person: str, key: str) -> bool:
        """False: it is the last way in, and stays. Taken: it is none of his."""
        k, a = schema.passkeys.c, schema.accounts.c

        def work(c: Connection) -> bool:
            word = c.execute(select(a.password).where(a.person == person)).scalar_one_or_none()
            keys = c.execute(select(k.id).where(k.person == person)).scalars().all()
            if key not in keys:
                raise Taken("no such passkey")
            if word is None and len(keys) == 1:
                return False
            c.execute(delete(schema.passkeys).where(k.id == key))
            return True

        return await self.store.do(work)

    # Challenges.

    async def new_challenge(self, kind: str, challenge: str, person: str | None) -> str:
        """The id by which the answer names it."""
        key, now, c_ = secrets.token_hex(16), now_ms(), schema.challenges.c
        await self.store.write(
            delete(schema.challenges).where(c_.created < now - CHALLENGE_MS),
            insert(schema.challenges).values(
                id=digest(key), kind=kind, challenge=challenge, person=person, created=now
            ),
        )
        return key

    async def take_challenge(self, key: str, kind: str, person: str | None) -> str | None:
        """A challenge that is still open; it is closed by that, whatever the answer is worth."""
        c_ = schema.challenges.c
        here = (
            (c_.id == digest(key))
            & (c_.kind == kind)
            & (c_.person.is_(None) if person is None else c_.person == person)
        )

        def work(c: Connection) -> str | None:
            found = c.execute(
                select(c_.challenge).where(here, c_.created >= now_ms() - CHALLENGE_MS)
            ).scalar_one_or_none()
            gone = c.execute(delete(schema.challenges).where(here)).rowcount
            return found if gone == 1 else None

        return await self.store.do(work)

    # How often.

    async def may_try(self, most: dict[str, int], within_ms: int) -> bool:
        """Count an attempt under each of these keys; False: one of them has had as many as it may have in that time."""
        now, a = now_ms(), schema.attempts.c

        def count(c: Connection, name: str) -> int:
            key = digest(name)
            live = (a.key == key) & (a.since > now - within_ms)
            if c.execute(update(schema.attempts).where(live).values(count=a.count + 1)).rowcount == 0:
                c.execute(delete(schema.attempts).where((a.key == key) | (a.since <= now - within_ms)))
                c.execute(insert(schema.attempts).values(key=key, count=1, since=now))
                return 1
            found: int = c.execute(select(a.count).where(a.key == key)).scalar_one()
            return found

        def work(c: Connection) -> bool:
            within = [count(c, name) <= allowed for name, allowed in sorted(most.items())]
            return all(within)

        return await self.store.do(work)

    async def forgive(self, name: str) -> None:
        """Forget the attempts under a key."""
        await self.store.write(delete(schema.attempts).where(schema.attempts.c.key == digest(name)))

    # Sessions. Other processes hear which have ended, to close their sockets.

    async def rotate(self, old: str, person: str, everywhere: bool = False) -> str:
        """The token of a new cookie instead of an old one. `everywhere`: no other session of his, and no link, stays good."""
        fresh, s = secrets.token_urlsafe(32), schema.sessions.c

        def work(c: Connection) -> None:
            owner = c.execute(select(s.person).where(s.token == digest(old))).scalar()
            if owner is not None:
                c.execute(delete(schema.sessions).where(s.token == digest(old)))
                tell(c, f"e {self.store.number} {owner} {digest(old)}")
            if everywhere:
                end_all(c, self.store.number, person)
            c.execute(session(fresh, person, "cookie"))

        await self.store.do(work)
        return fresh

    async def log_out(self, person: str, ended: str) -> None:
        """End a session, by the hash of its token."""

        def work(c: Connection) -> None:
            c.execute(delete(schema.sessions).where(schema.sessions.c.token == ended))
            tell(c, f"e {self.store.number} {person} {ended}")

        await self.store.do(work)

    async def log_out_everywhere(self, person: str) -> None:
        """End every session of his, and every link that gives one."""
        await self.store.do(lambda c: end_all(c, self.store.number, person))


def end_all(c: Connection, process: int, person: str) -> None:
    c.execute(delete(schema.sessions).where(schema.sessions.c.person == person, schema.sessions.c.kind != "friend"))
    tell(c, f"e {process} {person} *")


def make_account(c: Connection, person: str) -> None:
    """Where there is none."""
    a = schema.accounts.c
    if c.execute(select(a.person).where(a.person == person)).first() is None:
        c.execute(insert(schema.accounts).values(person=person, created=now_ms()))
