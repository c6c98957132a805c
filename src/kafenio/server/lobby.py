"""The lobby: who visits it, and people brought together who look for a table."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any, cast

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from kafenio.errors import KafenioError
from kafenio.server import lobby_wire as lw
from kafenio.server.doors import Doors
from kafenio.server.hall import Hall
from kafenio.server.lobby_feed import Feed
from kafenio.server.outbox import Connection
from kafenio.server.rated import may_rate
from kafenio.server.seating import NotAllowed
from kafenio.server.skills import form
from kafenio.server.store import NotStored, SeatRow, TableRow, Taken, now_ms
from kafenio.server.store.pool import Pool, Reach, Seeker
from kafenio.server.store.ratings import skill_of
from kafenio.server.terms import Terms, Wanted, made_terms
from kafenio.server.wire import Refused

__all__ = ["Lobby"]

log = logging.getLogger(__name__)
NEWS = ("f", "w", "x")  # found a table; who waits in a pool has changed; somebody looks for something else now
RETRY_S = 1.0
LOOK_S = 1.0  # so often it is seen whether who waits may be brought together by now
COMMANDS_MOST = 20  # of one socket, that wait


class Visitor:
    """One socket in the lobby."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.commands: asyncio.Queue[lw.Find | lw.Cancel] = asyncio.Queue(COMMANDS_MOST)
        self.looking: tuple[str, Seeker, int] | None = None  # by which id, and how many are needed
        self.task: asyncio.Task[None] | None = None


class Lobby:
    def __init__(self, hall: Hall, doors: Doors) -> None:
        self.hall = hall
        self.feed = Feed(hall, doors)
        settings = hall.house.settings
        self.pool = Pool(hall.house.store, Reach(settings.near_mu, settings.wider_mu_per_s))
        self.visitors: dict[Connection, Visitor] = {}
        self.chance = random.SystemRandom()
        self._news: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._held: set[asyncio.Task[object]] = set()  # tasks that go on when their socket is closed
        hall.house.heard.append(self._missed)
        for kind in NEWS:
            hall.house.aside[kind] = partial(self._hear, kind)

    async def open(self) -> None:
        await self.feed.open()
        self._tasks = [asyncio.create_task(self._read_news()), asyncio.create_task(self._bring_together())]

    async def close(self) -> None:
        tasks = [*self._tasks, *(visitor.task for visitor in self.visitors.values())]
        for task in tasks:
            if task is not None:
                task.cancel()
        await asyncio.gather(*(task for task in tasks if task is not None), return_exceptions=True)
        if self._held:
            _, late = await asyncio.wait(self._held, timeout=RETRY_S)
            for waiting in late:  # the database does not answer; whoever takes over here forgets them
                waiting.cancel()
        await self.feed.close()

    # What happens here and at other processes, in its order: what is told later was read later.

    def _hear(self, kind: str, rest: str) -> None:
        if self.visitors:
            self._news.put_nowait((kind, rest))

    def _missed(self, table: str) -> None:
        """There may have been news that were not heard."""
        if not table and self.hall.house.store.shared:
            self._hear("", "")

    async def _read_news(self) -> None:
        while True:
            kind, rest = await self._news.get()
            try:
                if kind == "f":
                    await self.found(rest)
                elif kind == "w":
                    self._tell_waiting(await self.pool.waiting(rest))
                elif kind == "x":
                    self._replaced(rest)
                else:
                    await self._look_again()
            except (SQLAlchemyError, NotStored, Taken) as e:
                log.warning("the lobby is not told everything: %s", type(e).__name__)
            except Exception:
                log.exception("the lobby")

    async def _look_again(self) -> None:
        """What has become of those who look for a table here."""
        for visitor in list(self.visitors.values()):
            if (looking := visitor.looking) is None:
                continue
            waiting, table = await self.pool.outcome(looking[1])
            if visitor.looking is not looking or waiting == looking[1].id:
                continue
            if table is not None:
                await self.found(table)
            elif waiting is not None:
                self._end(visitor)
            else:  # another process has taken this one for dead
                await self._enter(visitor, looking[1], looking[2])

    # Visitors.

    def come(self, connection: Connection) -> None:
        """Somebody opens his socket: he is told all there is, then whatever changes."""
        visitor = Visitor(connection)
        self.visitors[connection] = visitor
        self.feed.begin(connection)
        visitor.task = asyncio.create_task(self._attend(visitor), name="visitor")

    def ask(self, connection: Connection, command: lw.Find | lw.Cancel) -> bool:
        """What a visitor wants, in its turn; False: too much of that waits."""
        commands = self.visitors[connection].commands
        if commands.full():
            return False
        commands.put_nowait(command)
        return True

    def go(self, connection: Connection) -> None:
        """His socket is closed; what he looked for, he looks for no more."""
        visitor = self.visitors.pop(connection)
        self.feed.listeners.discard(connection)
        if visitor.task is not None:
            visitor.task.cancel()
        if visitor.looking is not None:
            self._hold(asyncio.create_task(self._forget(visitor.looking[1])))

    async def _forget(self, seeker: Seeker) -> None:
        """Nobody may be brought together with one who has gone: until the database has it."""
        while True:
            try:
                await self._give_up(seeker)
            except (NotStored, Taken):
                await asyncio.sleep(RETRY_S)
            else:
                return

    def _hold(self, task: asyncio.Task[object]) -> None:
        self._held.add(task)
        task.add_done_callback(self._let_go)

    def _let_go(self, task: asyncio.Task[object]) -> None:
        self._held.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), NotStored | Taken):
            log.warning("the lobby: %s", type(error).__name__)

    async def _attend(self, visitor: Visitor) -> None:
        """Everything that one visitor asks for, one thing after the other."""
        connection = visitor.connection
        try:
            await self.feed.send_friends(connection)
        except SQLAlchemyError:
            connection.close(1013, "the database does not answer")
            return
        while True:
            command = await visitor.commands.get()
            key = command.id if isinstance(command, lw.Find) else None
            task = asyncio.create_task(self._obey(visitor, command))
            self._hold(task)
            try:
                await asyncio.shield(task)  # not to be broken off half-way, when the socket closes meanwhile
            except NotAllowed as e:
                connection.put(Refused(cast(Any, e.code), str(e), key, said=e.why))
            except KafenioError as e:
                connection.put(Refused("not_now", str(e), key))
            except (NotStored, Taken, SQLAlchemyError):
                connection.put(Refused("not_stored", "the database does not answer; send it again", key))
            except Exception:
                log.exception("the lobby: %s", type(command).__name__)
                connection.put(Refused("not_now", "something went wrong", key))

    async def _obey(self, visitor: Visitor, command: lw.Find | lw.Cancel) -> None:
        if isinstance(command, lw.Cancel):
            if visitor.looking is None:
                raise NotAllowed("not_now", "you look for no table")
            key, seeker, _ = visitor.looking
            if await self._give_up(seeker):
                visitor.looking = None
                visitor.connection.put(lw.Cancelled(key))
            return
        terms = self._terms(command, command.preset)
        may_rate(terms, visitor.connection.person)
        wanted, person = msgspec.json.encode(command).decode(), visitor.connection.person
        skill = await skill_of(self.hall.house.store, person.id, command.game, form(terms.rules()))
        key, since = secrets.token_hex(12), now_ms()
        seeker = Seeker(person, pool_of(command), command.preset, wanted, key, since, skill.mu)
        # set before it is stored: a table may be found, and told, before this goes on
        before, here = visitor.looking, (command.id, seeker, command.players)
        visitor.looking = here
        try:
            await self._enter(visitor, seeker, command.players)
        except BaseException:
            visitor.looking = before
            raise
        if before is not None:
            visitor.connection.put(lw.Cancelled(before[0]))
        for window in self.feed.connections(seeker.person.id):
            if window is not visitor.connection:
                self._end(self.visitors[window])

    async def _enter(self, visitor: Visitor, seeker: Seeker, needed: int) -> None:
        """Into the pool; who completes a group is told of its table with the others."""
        entered = await self.pool.enter(seeker, needed, self._table_for)
        if entered.table is not None:
            await self.found(entered.table.id)
        for pool in entered.pools:
            self._news.put_nowait(("w", pool))
        looks = visitor.looking is not None and visitor.looking[1] is seeker
        if not looks or visitor.connection not in self.visitors:
            await self._give_up(seeker)  # gone meanwhile, or found what he looked for before

    def _end(self, visitor: Visitor) -> None:
        """He looks for something else in another window, or for nothing."""
        if visitor.looking is not None:
            visitor.connection.put(lw.Cancelled(visitor.looking[0]))
            visitor.looking = None

    def _replaced(self, seeker: str) -> None:
        for visitor in self.visitors.values():
            if visitor.looking is not None and visitor.looking[1].id == seeker:
                self._end(visitor)

    async def _give_up(self, seeker: Seeker) -> bool:
        """False: a table had been found already."""
        if not await self.pool.leave(seeker):
            return False
        self._news.put_nowait(("w", seeker.pool))
        return True

    def _tell_waiting(self, waiting: Sequence[Seeker]) -> None:
        """Those of them who are here."""
        ids = {seeker.id for seeker in waiting}
        for visitor in self.visitors.values():
            if visitor.looking is not None and visitor.looking[1].id in ids:
                visitor.connection.put(lw.Waiting(visitor.looking[0], len(waiting), visitor.looking[2]))

    async def found(self, key: str) -> None:
        """A table was made for people who looked for one: those of them who are here are told."""
        row = await self.hall.house.store.table(key)
        for seat in row.seats if row is not None else ():
            for connection in self.feed.connections(seat.person.id if seat.person else ""):
                visitor = self.visitors[connection]
                if visitor.looking is not None:
                    looking, visitor.looking = visitor.looking[0], None
                    connection.put(lw.Found(looking, key))

    async def _bring_together(self) -> None:
        """Who has waited for a while may meet those for whom he was too strong, or not strong enough, at first."""
        while True:
            await asyncio.sleep(LOOK_S)
            looking = [visitor.looking for visitor in self.visitors.values() if visitor.looking is not None]
            try:
                for pool, needed in {seeker.pool: needed for _, seeker, needed in looking}.items():
                    row = await self.pool.look(pool, needed, self._table_for)
                    if row is not None:
                        await self.found(row.id)
                        self._news.put_nowait(("w", pool))
            except (SQLAlchemyError, NotStored, Taken) as e:
                log.warning("nobody is brought together: %s", type(e).__name__)
            except Exception:
                log.exception("the lobby")

    # Tables for who looks for one.

    def _terms(self, wanted: lw.Find, preset: str | None) -> Terms:
        """BadOptions for what cannot be played."""
        return made_terms(
            Wanted(wanted.game, wanted.players, preset, clock=wanted.clock, rated=wanted.rated),
            self.hall.house.settings,
        )

    def _table_for(self, people: Sequence[Seeker]) -> TableRow:
        """A private table where they all sit, in an order drawn by lot. Called in the thread that writes."""
        preset = next((seeker.preset for seeker in people if seeker.preset is not None), None)
        terms = self._terms(msgspec.json.decode(people[0].wanted, type=lw.Find), preset)
        drawn = self.chance.sample([seeker.person for seeker in people], len(people))
        return TableRow(
            secrets.token_hex(6),
            secrets.token_urlsafe(18),
            people[0].person.id,
            "open",
            False,
            msgspec.to_builtins(terms),
            seats=[SeatRow(seat, person) for seat, person in enumerate(drawn)],
            owner=self.hall.house.store.number,
        )


def pool_of(wanted: lw.Find) -> str:
    """Names all that must be equal where people are brought together."""
    text = msgspec.json.encode([wanted.game, wanted.players, wanted.clock, wanted.rated], order="deterministic")
    return hashlib.sha256(text).hexdigest()
