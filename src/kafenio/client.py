"""A client of a Kafenio server, for bots and other programs: HTTP and a table's socket, with a token.

    async with await Client.guest("https://play.example.org", "Robot") as client:
        table_id = await client.join(link)
        async with client.table(table_id) as table:
            await table.sit()
            await table.agree()
            async for now in table.turns():
                await table.play(now.legal[0])

A lost connection comes back by itself, and a play that was not settled is sent again with its id, so it is never played twice.
`play_match` does the whole of it without asyncio. Messages and their fields: `kafenio.server.wire`, docs/api.md.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import aiohttp

from kafenio.server import wire

__all__ = ["Client", "Ended", "Refused", "Table", "play_match"]

REMEMBERED = 1000  # messages that were not fetched yet
AGAIN = ("busy", "not_stored")  # refusals after which the same play is sent again
FINAL = (4400, 4403, 4404, 4409)  # closing codes after which coming back makes no sense
SLOWEST_S = 5.0


class Refused(Exception):
    """The server does not do it. `code`: an HTTP status, or that of a `refused` message."""

    def __init__(self, code: int | str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text


class Ended(Exception):
    """The connection to a table was ended for good: sent away, taken over elsewhere, the token revoked."""


class Client:
    """A person at a server, by a token: `server` is where browsers find it."""

    def __init__(self, server: str, token: str) -> None:
        self.server = server.rstrip("/")
        self.token = token
        self._session: aiohttp.ClientSession | None = None

    @classmethod
    async def guest(cls, server: str, name: str, colour: str = "grey") -> Self:
        """Come in as somebody new. The token is kept in `token`: with it one is the same again. Refused."""
        client = cls(server, "")
        try:
            made = await client.request("POST", "/api/guest/token", {"name": name, "colour": colour})
        finally:
            await client.close()
        return cls(server, made["token"])

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    @property
    def session(self) -> aiohttp.ClientSession:
        if self._session is None:
            headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            self._session = aiohttp.ClientSession(headers=headers, cookie_jar=aiohttp.DummyCookieJar())
        return self._session

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """The answer as JSON, or its text. Refused; aiohttp.ClientError when the server is not there."""
        data = body.encode() if isinstance(body, str) else None
        kept = None if isinstance(body, str) else body
        async with self.session.request(method, self.server + path, json=kept, data=data) as answer:
            text = await answer.text()
            if answer.status >= 400:
                with suppress(ValueError, TypeError, KeyError):
                    text = json.loads(text)["error"]
                raise Refused(answer.status, text)
            return json.loads(text) if answer.content_type == "application/json" and text else text

    async def me(self) -> dict[str, Any]:
        """Who I am: id, name, colour."""
        found: dict[str, Any] = await self.request("GET", "/api/me")
        return found

    async def tables(self) -> list[dict[str, Any]]:
        """The public tables."""
        found: list[dict[str, Any]] = await self.request("GET", "/api/tables")
        return found

    async def make(self, game: str, **wanted: Any) -> dict[str, Any]:
        """A new table, its host at seat 0: `id`, `code` and `link` of the invitation. What may be wanted: docs/api.md."""
        made: dict[str, Any] = await self.request("POST", "/api/tables", {"game": game, **wanted})
        return made

    async def join(self, link: str) -> str:
        """Come in by an invitation, `…/t/TABLE#CODE`, or `TABLE#CODE` alone: the id of the table."""
        table, _, code = link.rpartition("/")[2].partition("#")
        await self.request("POST", f"/api/tables/{table}/join", {"code": code})
        return table

    async def record(self, table: str) -> str:
        """The record of the last match at a table, when it is over."""
        found: str = await self.request("GET", f"/api/tables/{table}/record")
        return found

    def table(self, key: str) -> Table:
        """A table to be entered: `async with`."""
        return Table(self, key)


class Table:
    """A live table as this client knows it: `state`, `now`, `seat`, kept up by a task of its own."""

    def __init__(self, client: Client, key: str) -> None:
        self.client = client
        self.key = key
        self.you = ""
        self.state: wire.TableState
        self.now = wire.Now(0, 0, 0)
        self.seat: int | None = None
        self.unread: deque[wire.AnyFromServer] = deque(maxlen=REMEMBERED)
        self.reconnected = 0  # how often
        self._known = False  # the state has been told
        self._changed = asyncio.Condition()
        self._plays: dict[str, tuple[wire.FromClient, asyncio.Future[wire.Now]]] = {}  # not settled, by id
        self._asked: asyncio.Future[None] | None = None  # a command whose refusal would carry no id
        self._asking = asyncio.Lock()
        self._ready = (0, 0)  # match and deal after which `turns` was ready
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._ended: Exception | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay(), name=f"kafenio table {self.key}")
        try:
            await self.until(lambda: self._known)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    # What is known.

    @property
    def over(self) -> bool:
        """The match is over, or none has begun yet: see `state`."""
        return self.state.state == "over"

    async def until(self, true: Callable[[], Any]) -> None:
        """Wait for something to hold. Ended."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._ended is not None or true())
        if self._ended is not None:
            raise self._ended

    async def messages(self) -> AsyncIterator[wire.AnyFromServer]:
        """Everything that the server tells from now on, for one who wants it all. Ended."""
        self.unread.clear()
        while True:
            await self.until(lambda: self.unread)
            while self.unread:
                yield self.unread.popleft()

    async def turns(self, ready: bool = True) -> AsyncIterator[wire.Now]:
        """The present, whenever there is something for this seat to play, until the match is over.

        `ready`: say so between deals. A match that has not begun is waited for.
        """
        played = -1
        begun = self.state.match + (self.state.state != "playing")
        while True:
            await self.until(lambda v=played: self._due(v, begun, ready))  # type: ignore[misc]
            if self.state.match >= begun and self.over:
                return
            if self.now.legal and self.now.v != played:
                played = self.now.v
                yield self.now
            else:
                self._ready = (self.now.match, self.now.deal)
                await self.send(wire.Ready())

    def _due(self, played: int, begun: int, ready: bool) -> bool:
        if self.state.match >= begun and self.over:
            return True
        between = self.state.state == "playing" and self.now.deal > 0 and not self.now.actors and self.seat is not None
        pause = ready and between and self._ready != (self.now.match, self.now.deal)
        return pause or bool(self.now.legal and self.now.v != played)

    # What can be done.

    async def send(self, message: wire.FromClient) -> None:
        """A message as it is, if the connection is there; nobody waits for an answer."""
        if self._socket is not None and not self._socket.closed:
            with suppress(ConnectionError, aiohttp.ClientError):
                await self._socket.send_str(wire.encode(message))

    async def play(self, text: str) -> wire.Now:
        """Play what was offered in `now.legal`: the present after it. Refused, Ended.

        The same when the table moved on before it came (a window has closed): nothing was played, `turns` gives the next turn.
        """
        assert self._ended is None, self._ended
        key = secrets.token_hex(8)
        message, settled = wire.Play(key, self.now.v, text), asyncio.get_running_loop().create_future()
        self._plays[key] = message, settled
        try:
            await self.send(message)
            found: wire.Now = await settled
            return found
        finally:
            del self._plays[key]

    async def ask(self, message: wire.FromClient, true: Callable[[], Any]) -> None:
        """Send a message and wait until something holds. Refused, Ended."""
        async with self._asking:
            self._asked = asyncio.get_running_loop().create_future()
            done = asyncio.create_task(self.until(true))
            try:
                await self.send(message)
                await asyncio.wait({done, self._asked}, return_when=asyncio.FIRST_COMPLETED)
                if self._asked.done():
                    self._asked.result()
                await done
            finally:
                done.cancel()
                self._asked = None

    async def sit(self, seat: int | None = None) -> int:
        """Take a seat, or the first that is free; the one that one has is kept. Refused."""
        if self.seat is None:
            free = [s.seat for s in self.state.seats if not s.person and not s.bot]
            if seat is None and not free:
                raise Refused("taken", "no seat is free")
            chosen = free[0] if seat is None else seat
            await self.ask(wire.Sit(chosen), lambda: self.seat == chosen)
        assert self.seat is not None
        return self.seat

    async def leave(self) -> None:
        """Give the seat up. Refused."""
        await self.ask(wire.Leave(), lambda: self.seat is None)

    async def fill(self, bot: str, seat: int | None = None) -> None:
        """As the host: a bot for a seat, or for all that are free. Refused."""
        wanted = [seat] if seat is not None else [s.seat for s in self.state.seats if not s.person and not s.bot]
        await self.ask(wire.FillSeat(bot, seat), lambda: all(self.state.seats[s].bot for s in wanted))

    async def agree(self) -> None:
        """To the terms as they stand in `state`. Refused."""
        here, number = self.seat, self.state.match
        assert here is not None, "sit down first"

        def agreed() -> bool:
            return self.state.seats[here].agreed or self.state.match > number

        await self.ask(wire.Agree(self.state.terms), agreed)

    async def say(self, phrase: str) -> None:
        """One of the ready phrases."""
        await self.send(wire.Say(phrase))

    # The connection.

    async def _stay(self) -> None:
        """Connected until it ends for good."""
        wait_s = 0.1
        while self._ended is None:
            try:
                code = await self._talk()
                wait_s = 0.1
                if code in FINAL:
                    await self._end(Ended(f"closed with {code}"))
            except aiohttp.WSServerHandshakeError as e:
                if e.status in (400, 401, 403, 404):
                    refused = Refused(e.status, "no such table, or the token is not good for it")
                    await self._end(Ended(str(refused)) if self._known else refused)
            except (OSError, aiohttp.ClientError, TimeoutError):
                pass
            if self._ended is None:
                await asyncio.sleep(wait_s * random.uniform(0.5, 1.0))
                wait_s = min(SLOWEST_S, 2 * wait_s)

    async def _talk(self) -> int | None:
        """One connection, from the handshake to its end: the closing code."""
        url = f"{self.client.server}/ws/api/tables/{self.key}"
        async with self.client.session.ws_connect(url, max_msg_size=2**20) as socket:
            self._socket = socket
            known = wire.Hello(self.now.v, self.seat) if self._known else wire.Hello()
            await socket.send_str(wire.encode(known))
            for message, _ in list(self._plays.values()):
                await socket.send_str(wire.encode(message))
            self.reconnected += self._known
            async for frame in socket:
                if frame.type == aiohttp.WSMsgType.TEXT:
                    await self._hear(wire.decode_told(frame.data))
        return socket.close_code

    async def _end(self, error: Exception) -> None:
        self._ended = error
        for _, settled in self._plays.values():
            if not settled.done():
                settled.set_exception(error)
        async with self._changed:
            self._changed.notify_all()

    async def _hear(self, message: wire.AnyFromServer) -> None:
        match message:
            case wire.Ping():
                await self.send(wire.Pong(message.k))
                return
            case wire.Refused():
                self._hear_refusal(message)
            case wire.State():
                self.state, self.now, self.you, self.seat, self._known = (
                    message.table, message.now, message.you, message.as_, True,
                )  # fmt: skip
            case wire.Missed():
                self.state, self.now = message.table, message.now
            case wire.TableNews():
                self.state = message.table
                self.seat = next((s.seat for s in self.state.seats if s.person == self.you), None)
            case wire.News() | wire.Done():
                self.now = message.now
                if message.id is not None and message.id in self._plays:
                    settled = self._plays[message.id][1]
                    if not settled.done():
                        settled.set_result(message.now)
        self.unread.append(message)
        async with self._changed:
            self._changed.notify_all()

    def _hear_refusal(self, message: wire.Refused) -> None:
        if message.id is None:
            if self._asked is not None and not self._asked.done():
                self._asked.set_exception(Refused(message.code, message.text))
        elif message.id in self._plays:
            _, settled = self._plays[message.id]
            if message.code in AGAIN:
                asyncio.get_running_loop().call_later(0.3, self._again, message.id)
            elif not settled.done() and message.code == "stale":
                settled.set_result(self.now)
            elif not settled.done():
                settled.set_exception(Refused(message.code, message.text))

    def _again(self, key: str) -> None:
        if key in self._plays and self._socket is not None:
            sending = asyncio.ensure_future(self.send(self._plays[key][0]))
            sending.add_done_callback(lambda _: None)


def play_match(server: str, link: str, choose: Callable[[wire.Now], str], name: str = "", token: str = "") -> str:
    """Come in by an invitation, sit down, agree, and play a match, `choose` naming each play: the record. Refused, Ended.

    With a `token`, or as a guest of this name. It returns when the match is over; nothing else is needed.
    """

    async def body() -> str:
        async with Client(server, token) if token else await Client.guest(server, name) as client:
            key = await client.join(link)
            async with client.table(key) as table:
                await table.sit()
                await table.agree()
                async for now in table.turns():
                    await table.play(choose(now))
            return await client.record(key)

    return asyncio.run(body())
