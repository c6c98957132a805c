"""Scripted people: real sockets to a real server process."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import IO, Any, TypeVar

import jsonschema_rs
import websockets
from websockets.asyncio.client import ClientConnection

from kafenio.server import wire

T = TypeVar("T")
HERE = Path(__file__).parent
PUBLISHED = jsonschema_rs.validator_for({**wire.schema(), "$ref": "#/$defs/FromServer"})  # what tables may say
QUICK = {
    "window_least_s": 0.05,
    "bot_delay_s": [0.0, 0.01],
    "grace_s": 0.5,
    "burst": 2000,
    "per_s": 2000.0,
    "http_per_minute": 10**9,
    "words": 10**9,
    "sockets_of_address": 10**9,
    "handshakes": 10**9,
    "frames_of_address": 10**9,
}


_open: list[ClientConnection] = []


def opened(socket: ClientConnection) -> ClientConnection:
    """One that is closed at the end of the test."""
    _open.append(socket)
    return socket


def run(body: Coroutine[Any, Any, T]) -> T:
    """A test's conversation; whatever socket it leaves is closed."""

    async def closing() -> T:
        try:
            return await body
        finally:
            while _open:
                await _open.pop().close()

    return asyncio.run(closing())


class Server:
    """A server process; `kill` is kill -9, `start` again goes on with the same database."""

    def __init__(
        self,
        database: str,
        packs: Path | None = None,
        wait: bool = True,
        log: Path | None = None,
        program: str = "fixed",
        **settings: Any,
    ) -> None:
        self.program = program
        self.log = log  # a file that gets what the server writes for those who run it; None: it goes where ours goes
        self.settings: dict[str, Any] = {**QUICK, "database": database, "port": 0, **settings}
        self.packs = packs
        self.process: subprocess.Popen[str] | None = None
        self.url = ""
        self.serves = False
        self.spawn()
        if wait:
            self.wait()

    def start(self) -> None:
        self.spawn()
        self.wait()

    def spawn(self) -> None:
        with self.log.open("ab") if self.log else nullcontext() as log:
            self._spawn(log)

    def _spawn(self, log: IO[bytes] | None) -> None:
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                f"server.{self.program}",
                json.dumps(self.settings),
                *([str(self.packs)] if self.packs else []),
            ],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={
                **os.environ,
                "PYTHONWARNINGS": "ignore",
                "PYTHONPATH": os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")]),
            },
        )

    def wait(self) -> None:
        """Until it serves."""
        assert self.process is not None and self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Kafenio serves at "), line
        self.url = f"http://127.0.0.1:{line.split()[-1]}"
        self.settings["port"] = int(self.url.rpartition(":")[2])
        deadline = time.monotonic() + 120
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=1):
                    self.serves = True
                    return
            except OSError:
                assert time.monotonic() < deadline, "the server does not answer"
                time.sleep(0.05)

    @property
    def database(self) -> str:
        found: str = self.settings["database"]
        return found

    def door(self) -> Server:
        """The process at which somebody comes in."""
        return self

    def kill(self) -> None:
        assert self.process is not None
        self.serves = False
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def end(self) -> None:
        """Ask it to stop, if it was not killed."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.terminate()

    def stop(self) -> None:
        self.end()
        assert self.process is not None
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Pair:
    """Two server processes that share a database: people come in at one or the other in turn."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.settings: dict[str, Any] = {"database": database, "beat_s": 0.5, **settings}
        self.one, self.two = (Server(**self.settings, wait=False) for _ in range(2))
        for server in (self.one, self.two):
            server.wait()
        self._turn = False

    def door(self) -> Server:
        """The one or the other in turn; while one is down, the one that serves."""
        self._turn = not self._turn
        found = self.one if self._turn else self.two
        return found if found.serves else self.other(found)

    def other(self, server: Server) -> Server:
        return self.two if server is self.one else self.one

    @property
    def url(self) -> str:
        """Of the one or the other, in turn."""
        return self.door().url

    @property
    def database(self) -> str:
        return self.one.database

    def kill(self) -> None:
        """Both, as when the machine loses its power."""
        for server in (self.one, self.two):
            server.kill()

    def start(self) -> None:
        for server in (self.one, self.two):
            server.spawn()
        for server in (self.one, self.two):
            server.wait()

    def stop(self) -> None:
        for server in (self.one, self.two):
            server.end()
        for server in (self.one, self.two):
            server.stop()


class Refusal(Exception):
    """HTTP said no."""

    def __init__(self, status: int, error: str) -> None:
        super().__init__(f"{status} {error}")
        self.status = status


class Human:
    """One person: a cookie, HTTP, and a socket at a table whose frames are all kept."""

    def __init__(self, server: Server | Pair, name: str) -> None:
        self.server = server.door()
        self.name = name
        self.cookie = ""
        self.attributes = ""  # of the cookie
        self.origin = ""
        self.token = ""  # a program's
        self.address = ""  # as a proxy tells it
        self.id = ""
        self.table = ""
        self.socket: ClientConnection | None = None
        self.frames: list[str] = []  # every byte that was sent to him, in order; pings apart, which come by the clock
        self.state: dict[str, Any] = {}  # the table
        self.now: dict[str, Any] = {}
        self.seat: int | None = None
        self.told: list[dict[str, Any]] = []  # events
        self.said: list[dict[str, Any]] = []
        self.refusals: list[dict[str, Any]] = []
        self.noted: list[str] = []  # ids of his reports
        self.undo: dict[str, Any] = {}
        self.accepted: list[str] = []  # ids of his plays that he was told of
        self.count = 0
        self.lag_s = 0.0  # so late he answers pings …
        self.ponging: asyncio.Task[None] | None = None  # … the last one
        self.sent: dict[str, Any] | None = None  # the last play, until it is settled

    # HTTP.

    def http(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            self.server.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Origin": self.origin or self.server.url,
                "Content-Type": "application/json",
                "Cookie": self.cookie,
                **({"Authorization": f"Bearer {self.token}"} if self.token else {}),
                **({"X-Forwarded-For": self.address} if self.address else {}),
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                if answer.headers["Set-Cookie"]:
                    self.cookie, _, self.attributes = answer.headers["Set-Cookie"].partition(";")
                data = answer.read()
                return json.loads(data) if answer.headers["Content-Type"] == "application/json" else data.decode()
        except urllib.error.HTTPError as e:
            with e:
                raise Refusal(e.code, e.read().decode()) from None
        except http.client.HTTPException as e:
            raise ConnectionError(type(e).__name__) from None  # the server has died in the middle of its answer

    def come_in(self) -> Human:
        self.id = self.http("POST", "/api/guest", {"name": self.name})["id"]
        return self

    def make(self, game: str, **wanted: Any) -> dict[str, Any]:
        body = {"game": game, "window_s": 0.05, "pause_s": 0.0, **wanted}
        made: dict[str, Any] = self.http("POST", "/api/tables", body)
        self.table = made["id"]
        return made

    def join(self, made: Mapping[str, Any]) -> None:
        self.table = made["id"]
        self.http("POST", f"/api/tables/{self.table}/join", {"code": made["code"]})

    # The socket.

    async def connect(self, fresh: bool = False) -> None:
        """Open the socket and say hello; `fresh` as one who remembers nothing."""
        url = self.server.url.replace("http", "ws") + f"/ws/tables/{self.table}"
        self.socket = await websockets.connect(
            url,
            origin=websockets.Origin(self.server.url),
            additional_headers={"Cookie": self.cookie},
            compression=None,
            max_queue=None,
            ping_interval=None,
        )
        _open.append(self.socket)
        hello = {"t": "hello"} if fresh or not self.now else {"t": "hello", "v": self.now["v"], "as": self.seat}
        await self.send(hello)
        while (await self.receive())["t"] not in ("state", "missed"):
            pass

    async def send(self, message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def last(self, field: str) -> Any:
        return json.loads(self.frames[-1]).get(field) if self.frames else None

    async def receive(self, timeout: float = 10.0) -> dict[str, Any]:
        """The next message, entered into what this person knows."""
        assert self.socket is not None
        async with asyncio.timeout(timeout):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        message: dict[str, Any] = json.loads(frame)
        PUBLISHED.validate(message)
        kind = message["t"]
        if kind == "ping":
            self.ponging = asyncio.create_task(self.pong(message["k"]))
            return message
        self.frames.append(frame)
        if "now" in message:
            self.now = message["now"]
        if "table" in message:
            self.state = message["table"]
            self.seat = next((s["seat"] for s in self.state["seats"] if s.get("person") == self.id), None)
        if kind == "news":
            self.told += message["events"]
            self.settled(message.get("id"))
        elif kind == "missed":
            self.told += [event for row in message["events"] for event in row]
        elif kind == "done":
            self.settled(message["id"])
        elif kind == "refused":
            self.refusals.append(message)
            if self.sent and message.get("id") == self.sent["id"] and message["code"] not in ("not_stored", "busy"):
                self.sent = None
        elif kind == "said":
            self.said.append(message)
        elif kind == "noted":
            self.noted.append(message["report"])
        elif kind == "undo":
            self.undo = message
        return message

    async def pong(self, k: int) -> None:
        await asyncio.sleep(self.lag_s)
        with suppress(websockets.ConnectionClosed):
            await self.send({"t": "pong", "k": k})

    def settled(self, key: str | None) -> None:
        if key is not None:
            self.accepted.append(key)
            if self.sent and self.sent["id"] == key:
                self.sent = None

    async def until(self, true: Callable[[], Any], timeout: float = 20.0) -> None:
        """Receive until something holds."""
        async with asyncio.timeout(timeout):
            while not true():
                await self.receive(timeout)

    async def play(self, text: str) -> dict[str, Any]:
        """Send a play; it stands in `sent` until the server has settled it."""
        self.count += 1
        self.sent = {"t": "play", "id": f"{self.name}{self.count}", "v": self.now["v"], "m": text}
        await self.send(self.sent)
        return self.sent

    async def agree(self) -> None:
        await self.send({"t": "agree", "terms": self.state["terms"]})

    async def sit(self, seat: int) -> None:
        await self.send({"t": "sit", "seat": seat})
        await self.until(lambda: self.seat == seat)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    # A whole match.

    @property
    def over(self) -> bool:
        return self.state.get("state") == "over"

    async def play_on(self, choose: Callable[[list[str]], str], stop: Callable[[], Any] | None = None) -> None:
        """Play whatever is offered until the match is over, or until `stop` holds."""
        while not self.over and not (stop and stop()):
            if self.now.get("legal") and self.sent is None:
                await self.play(choose(self.now["legal"]))
            await self.receive()


def chooser(seed: int, eager: bool = False) -> Callable[[list[str]], str]:
    """Random plays; the eager say what they may say."""
    rng = random.Random(seed)

    def choose(legal: list[str]) -> str:
        said = [text for text in legal if text.startswith(("announce", "claim", "call", "finish"))]
        return rng.choice(said if eager and said else legal)

    return choose


async def table_of(people: list[Human], game: str, **wanted: Any) -> dict[str, Any]:
    """People sit down in order at a new table, all connected."""
    made = await asyncio.to_thread(people[0].make, game, **wanted)
    for person in people[1:]:
        await asyncio.to_thread(person.join, made)
    for seat, person in enumerate(people):
        await person.connect()
        if seat:
            await person.sit(seat)
    return made


async def everybody_agrees(people: list[Human]) -> None:
    for person in people:
        await person.agree()
    for person in people:
        await person.until(lambda p=person: p.now.get("deal"))  # type: ignore[misc]
