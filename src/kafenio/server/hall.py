"""All tables that are live at this process: made, found again, taken over; and news of what others do with them."""

from __future__ import annotations

import asyncio
import secrets

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from kafenio.server.bots import known_bot
from kafenio.server.inbox import Heard, House, Overheard, Tick
from kafenio.server.metrics import INHERITED
from kafenio.server.peers import Peers
from kafenio.server.seating import NotAllowed, may_enter
from kafenio.server.store import Person, SeatRow, TableRow
from kafenio.server.table import Table
from kafenio.server.terms import Terms, standing

__all__ = ["Hall"]

SWEEP_S = 300.0


class Hall:
    def __init__(self, house: House, peers: Peers) -> None:
        self.house = house
        self.peers = peers
        self.tables: dict[str, Table] = {}
        self._opening = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._asides: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()
        self._wanted: set[str] = set()  # matches of which there is news

    async def open(self) -> None:
        """Every table that is looked after here goes on where it stood."""
        self.peers.hear, self.peers.missed, self.peers.inherit = self.hear, self.read_everything, self.inherit
        await self.peers.open()
        if not self.house.store.shared:
            for row in await self.house.store.live_tables():
                await self.find(row.id)
        self._tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self._read_news())]

    async def close(self) -> None:
        for task in [*self._tasks, *self._asides]:
            task.cancel()
        await asyncio.gather(*(table.stop() for table in self.tables.values()))
        await self.peers.close()

    # What other processes do.

    def hear(self, kind: str, rest: str) -> None:
        """News: `p` of plays, `t` of a table, `s` what was said at one and is not kept; of people others know more."""
        if kind in self.house.aside:
            self.house.aside[kind](rest)
            return
        if kind == "p":
            matches = {entry.partition(":")[0] for entry in rest.split(",")}
            self._wanted |= matches & self.house.matches.keys()
            self._news.set()
            return
        key, _, said = rest.partition(" ")
        if kind == "t":
            self.house.changed(key)
        table = self.tables.get(key)
        if table is not None:
            table.inbox.put_nowait((None, Tick("news") if kind == "t" else msgspec.json.decode(said, type=Overheard)))

    def read_everything(self, cut_off: bool) -> None:
        """After an interruption, or when a process has ended."""
        for table in self.tables.values():
            if cut_off:
                table.company.tell_all_present()
            table.inbox.put_nowait((None, Tick("news")))
        self.house.changed("")

    def inherit(self, keys: list[str]) -> None:
        """Tables that are looked after here from now on."""
        self.house.changed("")  # the people of the other process are gone
        INHERITED.inc(len(keys))

        async def take_up() -> None:
            for key in keys:
                if key in self.tables:
                    self.tables[key].inbox.put_nowait((None, Tick("news")))
                else:
                    await self.find(key)

        task = asyncio.create_task(take_up())
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    async def _read_news(self) -> None:
        """Whatever has come together is read at once."""
        while True:
            await self._news.wait()
            self._news.clear()
            tables = [(match, self.house.matches[match]) for match in self._wanted if match in self.house.matches]
            self._wanted.clear()
            known = {match: table.course.n for match, table in tables if table.course is not None}
            try:
                found = await self.house.store.rows_beyond(known) if known else {}
            except SQLAlchemyError:
                continue  # when the database is back everything is read
            for match, table in tables:
                if match in found:
                    table.inbox.put_nowait((None, Heard(match, found[match])))

    # Tables.

    async def _sweep(self) -> None:
        """Put away tables where nobody is and nothing has to be done; `find` takes them up again."""
        idle: set[str] = set()
        while True:
            await asyncio.sleep(SWEEP_S)
            now = {
                key
                for key, table in self.tables.items()
                if not (table.state == "playing" and table.owned) and not table.seating.here
            }
            for key in idle & now:
                await self.tables.pop(key).stop()
            idle = now

    async def _take_up(self, row: TableRow) -> Table:
        table = Table(self.house, row, standing(msgspec.json.encode(row.terms, order="deterministic")))
        self.tables[table.id] = table  # before it is read: what is written meanwhile is news
        try:
            await table.load()
        except BaseException:
            del self.tables[table.id]
            raise
        table.start()
        return table

    async def make(self, host: Person, terms: Terms, public: bool, bots: list[str]) -> Table:
        """A table where the host sits at seat 0 and bots by name at the last seats. BadOptions, NotStored."""
        if len(self.tables) >= self.house.settings.tables_most:
            raise NotAllowed("busy", "no more tables can be opened here now", "full")
        hosted = await self.house.store.hosted(host.id)
        if hosted >= self.house.settings.tables_each:
            raise NotAllowed("busy", f"you have {hosted} tables open; finish one first", "many_tables")
        game = terms.rules()
        if len(bots) >= game.seats:
            raise NotAllowed("unknown", f"{len(bots)} bots leave no seat for you: {game.seats} seats")
        names = [known_bot(bot, game.NAME) for bot in bots]
        free = game.seats - len(names)
        seats = [SeatRow(0, host), *[SeatRow(s) for s in range(1, free)]]
        seats += [SeatRow(free + i, None, bot) for i, bot in enumerate(names)]
        row = TableRow(
            secrets.token_hex(6),
            secrets.token_urlsafe(18),
            host.id,
            "open",
            public,
            msgspec.to_builtins(terms),
            seats=seats,
            owner=self.house.store.number,
        )
        await self.house.store.add_table(row)
        table = await self._take_up(row)
        self.house.changed(table.id)
        return table

    async def changed(self, key: str) -> None:
        """The people of a table have changed in the database: it reads them again, or ends with its row."""
        table = self.tables.get(key)
        if table is not None:
            table.inbox.put_nowait((None, Tick("reload")))
        await self.house.store.tell_changed(key)

    async def admits(self, table: Table, person: str) -> bool:
        """Whether somebody may enter. What is known here may be older than what the database says."""
        if table.seating.may_enter(person):
            return True
        row = await self.house.store.table(table.id)
        if row is None or not may_enter(row, person):
            return False
        table.inbox.put_nowait((None, Tick("news")))  # it is read before he enters
        return True

    async def find(self, key: str) -> Table | None:
        """A table by its id; one whose match is over is taken up again when somebody asks for it."""
        known = self.tables.get(key)
        if len(key) > 24 or (known is not None and known.task is not None and not known.gone):
            return known
        async with self._opening:
            if key in self.tables and self.tables[key].gone:
                await self.tables.pop(key).stop()
            if key in self.tables:
                return self.tables[key]
            row = await self.house.store.table(key)
            return await self._take_up(row) if row else None
