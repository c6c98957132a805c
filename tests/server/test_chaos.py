"""Everything goes wrong at once: every match still ends with exactly the plays that people were told were accepted.

Sockets are cut at any step, messages sent twice, late, again after others, on an old board, or never; the server is killed
with -9 again and again, each time some plays later.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import websockets

from kafenio.records import format
from server.client import Human, Pair, Refusal, Server, chooser, everybody_agrees, run, table_of
from server.database import stored
from server.postgres import Postgres
from server.test_matches import SHORT, check
from support import LONG

MATCHES = 200 if LONG else 12
KILLS = None if LONG else 2  # none: until the last match is over
BETWEEN = (40, 240) if LONG else (40, 120)  # so many plays are made before the server is killed
AT_ONCE = 12


class Clumsy(Human):
    """Somebody with a bad line and no patience."""

    plays = 0  # that all of them have made

    def __init__(self, doors: Server | Pair, name: str, rng: random.Random) -> None:
        super().__init__(doors, name)
        self.doors = doors
        self.rng = rng
        self.old: list[dict[str, Any]] = []  # every play he ever sent

    def settled(self, key: str | None) -> None:
        Clumsy.plays += key is not None
        super().settled(key)

    @property
    def finally_refused(self) -> list[dict[str, Any]]:
        """What he need not send again."""
        return [refused for refused in self.refusals if refused["code"] not in ("not_stored", "busy")]

    async def something_goes_wrong(self) -> None:
        luck = self.rng.random()
        if luck < 0.06:
            raise ConnectionError("his line is cut")
        if luck < 0.12 and self.old:
            await self.send(self.rng.choice(self.old))  # a message that comes late, or twice
        elif luck < 0.15 and self.old:
            await self.send(
                {**self.rng.choice(self.old), "id": f"n{self.rng.getrandbits(60):x}", "v": max(0, self.now["v"] - 1)}
            )
        elif luck < 0.17:
            await self.send({"t": "hello", "v": self.rng.randrange(self.now["v"] + 3), "as": self.seat})
        elif luck < 0.19:
            await self.send("{")

    async def one_step(self, choose: Callable[[list[str]], str]) -> None:
        if self.now.get("legal") and self.sent is None:
            text = choose(self.now["legal"])
            if self.rng.random() < 0.05:  # written down, but never sent before the line is cut
                self.count += 1
                self.sent = {"t": "play", "id": f"{self.name}{self.count}", "v": self.now["v"], "m": text}
                self.old.append(self.sent)
                raise ConnectionError("he thinks he has sent it")
            self.old.append(await self.play(text))
            if self.rng.random() < 0.1:
                await self.send(self.old[-1])
        await self.something_goes_wrong()
        with suppress(TimeoutError):
            await self.receive(2.0)
            return
        if self.sent is not None:
            await self.send(self.sent)

    async def survive(self, seed: int, up: asyncio.Event) -> None:
        choose = chooser(seed, eager=True)
        while not self.over or self.sent is not None:
            await up.wait()
            try:
                if self.socket is None:
                    await self.connect(fresh=self.rng.random() < 0.3)
                    if self.sent is not None:
                        await self.send(self.sent)
                await self.one_step(choose)
            except (websockets.ConnectionClosed, websockets.InvalidHandshake, OSError, TimeoutError):
                if self.socket is not None:
                    self.socket.transport.abort()
                self.socket, self.server = None, self.doors.door()


async def one_match(server: Server | Pair, number: int, up: asyncio.Event) -> None:
    rng = random.Random(number)
    game = list(SHORT)[number % 4]
    people = [Clumsy(server, f"m{number}p{i}", rng) for i in range(rng.choice((2, 2, 3)))]
    while True:
        await up.wait()
        try:
            for human in people:
                await asyncio.to_thread(human.come_in)
            bots = ["random"] if rng.random() < 0.3 and len(people) < 3 else []
            await table_of(list(people), game, players=len(people) + len(bots), bots=bots, options=SHORT[game])
            await everybody_agrees(list(people))
            break
        except (websockets.ConnectionClosed, websockets.InvalidHandshake, OSError, TimeoutError, Refusal):
            # the server died meanwhile: another table
            people = [Clumsy(server, f"{h.name[:12]}x{rng.randrange(1000)}", rng) for h in people]
    await asyncio.gather(*(human.survive(10 * number + i, up) for i, human in enumerate(people)))
    told = Counter((human.seat, key) for human in people for key in set(human.accepted))
    assert Counter(stored(server, people[0].table)) == told
    # who was refused may forget the play, or make another: no copy of it may be accepted afterwards
    assert not told.keys() & {(human.seat, refused.get("id")) for human in people for refused in human.finally_refused}
    while True:
        await up.wait()
        try:
            record = await asyncio.to_thread(people[0].http, "GET", f"/api/tables/{people[0].table}/record")
            break
        except OSError:
            people[0].server = server.door()
            await asyncio.sleep(0.1)
    assert isinstance(check(record), format.Record)


@pytest.mark.parametrize("processes", [1, 2])
def test_every_match_survives_chaos(tmp_path: Path, postgres: Postgres, processes: int) -> None:
    """One process with SQLite; or two with PostgreSQL, of which now the one and now the other is killed."""
    server: Server | Pair
    if processes == 1:
        server = Server(f"sqlite:///{tmp_path}/kafenio.db", strikes=10**9)
    else:
        server = Pair(postgres.database("chaos"), strikes=10**9)
    rng, up, done = random.Random(1), asyncio.Event(), asyncio.Event()
    kills, plays, began = 0, Clumsy.plays, time.monotonic()

    async def killer() -> None:
        nonlocal kills
        while KILLS is None or kills < KILLS:
            until = Clumsy.plays + rng.randint(*BETWEEN)
            while Clumsy.plays < until:
                if done.is_set():
                    assert kills >= 2
                    return
                await asyncio.sleep(0.01)
            kills += 1
            victim = server if isinstance(server, Server) else rng.choice((server.one, server.two))
            if victim is server:
                up.clear()  # nobody is there
            victim.kill()
            await asyncio.to_thread(victim.start)
            up.set()

    async def main() -> None:
        up.set()
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with gate:
                await one_match(server, number, up)

        killing = asyncio.create_task(killer())
        await asyncio.gather(*(one(number) for number in range(MATCHES)))
        done.set()
        await killing

    try:
        run(main())
    finally:
        server.stop()
    seconds = time.monotonic() - began
    print(f"\n{MATCHES} matches, {Clumsy.plays - plays} plays, {kills} kills, {seconds:.0f} s")  # pytest -s shows it
