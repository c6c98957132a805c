"""All tables of a server: made, found again, given back after a restart."""

from __future__ import annotations

import asyncio
import secrets

import msgspec

from kafenio.server.bots import known_bot
from kafenio.server.inbox import House, Tick
from kafenio.server.seating import NotAllowed
from kafenio.server.store import Person, SeatRow, TableRow
from kafenio.server.table import Table
from kafenio.server.terms import Terms

__all__ = ["Hall"]

SWEEP_S = 300.0


class Hall:
    def __init__(self, house: House) -> None:
        self.house = house
        self.tables: dict[str, Table] = {}
        self._opening = asyncio.Lock()
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Every table goes on where it stood."""
        for row in await self.house.store.live_tables():
            await self._take_up(row)
        self._sweeping = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        await asyncio.gather(*(table.stop() for table in self.tables.values()))

    async def _sweep(self) -> None:
        """Put away tables where nothing is played and nobody is; `find` takes them up again."""
        idle: set[str] = set()
        while True:
            await asyncio.sleep(SWEEP_S)
            now = {key for key, table in self.tables.items() if table.state != "playing" and not table.seating.here}
            for key in idle & now:
                await self.tables.pop(key).stop()
            idle = now

    async def _take_up(self, row: TableRow) -> Table:
        table = Table(self.house, row, msgspec.convert(row.terms, Terms))
        await table.load()
        self.tables[table.id] = table
        table.start()
        return table

    async def make(self, host: Person, terms: Terms, public: bool, bots: list[str]) -> Table:
        """A table where the host sits at seat 0 and bots by name at the last seats. BadOptions, NotStored."""
        if len(self.tables) >= self.house.settings.tables_most:
            raise NotAllowed("busy", "no more tables can be opened here now")
        hosted = sum(t.seating.host == host.id and t.state != "over" for t in self.tables.values())
        if hosted >= self.house.settings.tables_each:
            raise NotAllowed("busy", f"you have {hosted} tables open; finish one first")
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
        )
        await self.house.store.add_table(row)
        return await self._take_up(row)

    async def changed(self, key: str) -> None:
        """The people of a table have changed in the database: it reads them again, or ends with its row."""
        table = self.tables.get(key)
        if table is None:
            return
        if await self.house.store.table(key) is not None:
            table.send(None, Tick("reload"))
            return
        del self.tables[key]
        for connection in list(table.seating.here.values()):
            connection.close(4404, "this table is no more")
        await table.stop()

    async def find(self, key: str) -> Table | None:
        """A table by its id; one whose match is over is taken up again when somebody asks for it."""
        if key in self.tables or len(key) > 24:
            return self.tables.get(key)
        async with self._opening:
            if key in self.tables:
                return self.tables[key]
            row = await self.house.store.table(key)
            return await self._take_up(row) if row else None
