"""Tables of two players each on a server under load: ours, and boardgame.io's. One play at a time, timed to both screens."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import aiohttp
import msgspec

from live.sockets import Line, opened

__all__ = ["OurTable", "PairTable", "PeerTable", "company"]


class PairTable:
    """Two sockets. A play is sent; when both have been told of it, its time is noted in `took_ms`."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.lines: list[Line] = []
        self.known = [0, 0]  # the version that each socket holds
        self.due = 0  # both hold the play when they hold this version
        self.sent_s = 0.0
        self.took_ms: list[float] = []
        self.mover = -1  # the socket that can play now; -1: neither
        self.at_once = False  # the next play as soon as the last is told
        self.ready = asyncio.Event()

    def play(self) -> None:
        """Send the next play, if somebody can play."""
        if self.mover < 0 or self.due:
            return
        who, self.mover = self.mover, -1
        self.due = self.known[who] + 1
        self.sent_s = time.perf_counter()
        self.lines[who].say(self.text(who))

    def text(self, who: int) -> bytes:
        raise NotImplementedError

    def told(self, who: int, version: int) -> None:
        self.known[who] = version
        if self.due and min(self.known) >= self.due:
            self.took_ms.append(1000 * (time.perf_counter() - self.sent_s))
            self.due = 0
        if self.mover >= 0:
            self.ready.set()
            if self.at_once:
                self.play()

    def close(self) -> None:
        for line in self.lines:
            line.transport.abort()


# Ours.


class Now(msgspec.Struct):
    v: int
    legal: list[str] = []


class News(msgspec.Struct, tag_field="t", tag="news"):
    now: Now


NEWS = msgspec.json.Decoder(News)
GAME = {"game": "kontsina", "options": {"deals": 100, "first_dealer": "seat:1"}, "pause_s": 0.0, "window_s": 0.05}


class OurTable(PairTable):
    """Kontsina, the whole rules, with random plays."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.rng = random.Random(number)
        self.legal: list[str] = []
        self.count = 0
        self.agreed = [0, 0]  # the match that each has agreed to

    async def open(self, port: int, session: aiohttp.ClientSession) -> None:
        url = f"http://127.0.0.1:{port}"
        cookies = []
        for seat in range(2):
            async with session.post(f"{url}/api/guest", json={"name": f"P{seat}"}) as answer:
                answer.raise_for_status()
                cookies.append(answer.headers["Set-Cookie"].partition(";")[0])
        async with session.post(f"{url}/api/tables", json=GAME, headers={"Cookie": cookies[0]}) as answer:
            answer.raise_for_status()
            made = await answer.json()
        join = f"{url}/api/tables/{made['id']}/join"
        async with session.post(join, json={"code": made["code"]}, headers={"Cookie": cookies[1]}) as answer:
            answer.raise_for_status()
        for seat, cookie in enumerate(cookies):
            line = await opened(
                port,
                f"/ws/tables/{made['id']}",
                partial(self.hear, seat),
                Origin=url,
                Cookie=cookie,
            )
            self.lines.append(line)
            line.say(b'{"t":"hello"}')
        self.lines[1].say(b'{"t":"sit","seat":1}')
        await self.ready.wait()

    def hear(self, who: int, frame: bytes) -> None:
        if frame.startswith(b'{"t":"news"'):
            now = NEWS.decode(frame).now
            if now.legal:
                self.mover, self.legal = who, now.legal
            self.told(who, now.v)
        elif frame.startswith((b'{"t":"state"', b'{"t":"table"')):
            table = json.loads(frame)["table"]
            seat = table["seats"][who]
            if table["state"] != "playing" and seat.get("person") and self.agreed[who] <= table.get("match", 0):
                self.agreed[who] += 1
                self.lines[who].say(json.dumps({"t": "agree", "terms": table["terms"]}).encode())
        elif frame.startswith(b'{"t":"ping"'):
            self.lines[who].say(frame.replace(b"ping", b"pong").partition(b',"lag_ms"')[0].rstrip(b"}") + b"}")
        elif frame.startswith(b'{"t":"refused"'):
            raise RuntimeError(frame.decode())

    def text(self, who: int) -> bytes:
        self.count += 1
        play = {"t": "play", "id": f"c{self.count}", "v": self.known[who], "m": self.rng.choice(self.legal)}
        return msgspec.json.encode(play)


# boardgame.io's, which speaks the protocol of socket.io.


class PeerTable(PairTable):
    async def open(self, port: int, _: aiohttp.ClientSession) -> None:
        self.key, self.begun = f"m{self.number}", False
        for who in range(2):
            path = "/socket.io/?EIO=4&transport=websocket"
            line = await opened(port, path, partial(self.hear, who), Origin="http://127.0.0.1")
            self.lines.append(line)
            line.say(b"40/bench,")
        await self.ready.wait()

    def hear(self, who: int, frame: bytes) -> None:
        if frame == b"2":
            self.lines[who].say(b"3")
        elif frame.startswith(b"40/bench,"):
            self.lines[who].say(self.message("sync", self.key, str(who), None, 2))
        elif frame.startswith(b'42/bench,["update"'):
            _, _, state, _ = json.loads(frame[len("42/bench,") :])
            if int(state["ctx"]["currentPlayer"]) == who:
                self.mover = who
            self.told(who, state["_stateID"])
        elif frame.startswith(b'42/bench,["sync"'):
            self.begun |= who == 1
            if self.begun and self.known == [0, 0]:
                self.mover = 0
                self.told(who, 0)

    def message(self, *parts: Any) -> bytes:
        return b"42/bench," + msgspec.json.encode(parts)

    def text(self, who: int) -> bytes:
        action = {"type": "MAKE_MOVE", "payload": {"type": "play", "args": ["7d"], "playerID": str(who)}}
        return self.message("update", action, self.known[who], self.key, str(who))


async def company(kind: type[OurTable | PeerTable], port: int, count: int, at_once: int = 16) -> Sequence[PairTable]:
    """So many tables at which a first play can be made."""
    gate = asyncio.Semaphore(at_once)
    origin = {"Origin": f"http://127.0.0.1:{port}"}
    async with aiohttp.ClientSession(headers=origin, cookie_jar=aiohttp.DummyCookieJar()) as session:

        async def one(number: int) -> PairTable:
            async with gate:
                table = kind(number)
                async with asyncio.timeout(60):
                    await table.open(port, session)
                return table

        return await asyncio.gather(*(one(number) for number in range(count)))
