"""A scripted visitor of the lobby, on a real socket. Every frame is kept, and must follow the published schema."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import websockets

from kafenio.server import lobby_wire
from server.client import Human, opened

SCHEMA = jsonschema.Draft202012Validator({**lobby_wire.schema(), "$ref": "#/$defs/FromServer"})


class Visitor:
    def __init__(self, human: Human) -> None:
        self.human = human
        self.frames: list[str] = []
        self.tables: dict[str, dict[str, Any]] = {}
        self.friends: dict[str, dict[str, Any]] = {}
        self.waiting: dict[str, Any] = {}
        self.found: list[dict[str, Any]] = []
        self.cancelled: list[str] = []
        self.refusals: list[dict[str, Any]] = []
        self.socket: websockets.ClientConnection | None = None

    async def connect(self) -> Visitor:
        url = self.human.server.url.replace("http", "ws") + "/ws/lobby"
        self.socket = opened(
            await websockets.connect(
                url,
                origin=websockets.Origin(self.human.server.url),
                additional_headers={"Cookie": self.human.cookie},
                compression=None,
                max_queue=None,
                ping_interval=None,
            )
        )
        await self.until(lambda: self.frames and json.loads(self.frames[-1])["t"] == "friends")
        return self

    async def send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def find(self, key: str, game: str = "ronda", players: int = 2, **wanted: Any) -> None:
        await self.send(t="find", id=key, game=game, players=players, **wanted)

    async def receive(self, timeout: float = 10.0) -> dict[str, Any]:
        assert self.socket is not None
        async with asyncio.timeout(timeout):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        SCHEMA.validate(message)
        match message["t"]:
            case "tables":
                self.tables = {table["id"]: table for table in message["tables"]}
            case "listed":
                self.tables[message["table"]["id"]] = message["table"]
            case "gone":
                del self.tables[message["id"]]
            case "friends":
                self.friends = {friend["id"]: friend for friend in message["friends"]}
            case "friend":
                self.friends[message["friend"]["id"]] = message["friend"]
            case "waiting":
                self.waiting = message
            case "found":
                self.found.append(message)
            case "cancelled":
                self.cancelled.append(message["id"])
            case "refused":
                self.refusals.append(message)
            case "ping":
                await self.send(t="pong", k=message["k"])
        return message

    async def until(self, true: Callable[[], Any]) -> None:
        """Receive until something holds."""
        async with asyncio.timeout(20.0):
            while not true():
                await self.receive(20.0)

    async def close(self) -> None:
        assert self.socket is not None
        await self.socket.close()


async def visit(human: Human) -> Visitor:
    return await Visitor(human).connect()
