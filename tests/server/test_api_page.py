"""Every example of docs/api.md runs against a server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import aiohttp
import jsonschema
import msgspec
import pytest

from kafenio.client import Client
from kafenio.server import wire
from server.client import Server, run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/api.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(kind.strip(), text) for kind, text in BLOCK.findall(PAGE)]
RECORD = (ROOT / "tests/golden/kontsina-seed-2-1.kaf").read_text(encoding="utf-8")


def of(kind: str) -> list[str]:
    return [text for found, text in BLOCKS if found == kind]


def tags(classes: tuple[type[msgspec.Struct], ...]) -> set[object]:
    return {kind.__struct_config__.tag for kind in classes}


def put_in(text: str, words: dict[str, str]) -> str:
    """The words in capitals that earlier answers have given."""
    return re.sub(r"\b[A-Z]{2,}\b", lambda m: words.get(m[0], m[0]), text)


def learn(shown: Any, found: Any, words: dict[str, str]) -> None:
    """An answer has the fields that the page shows; its words in capitals are kept."""
    assert type(shown) is type(found), (shown, found)
    if isinstance(shown, dict):
        assert shown.keys() == found.keys(), (shown, found)
        for name, value in shown.items():
            learn(value, found[name], words)
    elif isinstance(shown, str) and shown.isupper() and len(shown) > 1:
        assert words.setdefault(shown, found) == found


def test_every_block_is_an_example_of_something() -> None:
    assert {kind for kind, _ in BLOCKS} == {
        "http",
        "json answer",
        "json refusal",
        "json from-client",
        "json from-server",
    }


def test_every_request_gets_the_answer_that_is_shown(server: Server) -> None:
    words = {"RECORD": "@"}
    asked = 0

    async def body() -> None:
        nonlocal asked
        client = Client(server.url, "")
        for place, (kind, text) in enumerate(BLOCKS):
            if kind != "http":
                continue
            line, _, sent = text.partition("\n")
            method, path = put_in(line, words).split()
            data = json.loads(put_in(sent, words)) if sent.strip() else None
            if data and data.get("text") == "@":
                data["text"] = RECORD
            answer = await client.request(method, path, data)
            asked += 1
            if place + 1 < len(BLOCKS) and BLOCKS[place + 1][0] == "json answer":
                learn(json.loads(BLOCKS[place + 1][1]), answer, words)
            if "TOKEN" in words and not client.token:
                await client.close()
                client = Client(server.url, words["TOKEN"])
        await client.close()

    run(body())
    assert asked == len(of("http")) > 12 and words["LINK"].endswith(f"/t/{words['TABLE']}#{words['CODE']}")


def test_every_message_to_the_server_is_shown_and_understood(server: Server) -> None:
    shown = of("json from-client")
    assert {json.loads(text)["t"] for text in shown} == tags(wire.FROM_CLIENT)

    async def body() -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = []
        async with await Client.guest(server.url, "Robot") as client:
            made = await client.make("kontsina", bots=["greedy"])
            url = f"{server.url}/ws/api/tables/{made['id']}"
            for text in shown:
                async with client.session.ws_connect(url) as socket:
                    await socket.send_str(text)
                    await socket.send_str('{"t":"hello"}')
                    while True:
                        frame = await socket.receive(timeout=10)
                        assert frame.type == aiohttp.WSMsgType.TEXT
                        told.append(json.loads(frame.data))
                        if told[-1]["t"] == "state" and told[-1]["why"] == "hello":
                            break
        return told

    assert not [message for message in run(body()) if message.get("code") == "bad_message"]


def test_every_message_of_the_server_is_shown_as_it_is() -> None:
    shown = [json.loads(text) for text in of("json from-server")]
    assert {message["t"] for message in shown} == tags(wire.FROM_SERVER)
    validator = jsonschema.Draft202012Validator({**wire.schema(), "$ref": "#/$defs/FromServer"})
    for message in shown:
        validator.validate(message)
        again = json.loads(wire.encode(wire.decode_told(json.dumps(message))))
        assert again.keys() == message.keys()  # no field that the server does not have


@pytest.mark.parametrize("name", ["too_fast", "not_stored", "busy", "stale", "illegal"])
def test_refusals_that_a_program_must_know_are_explained(name: str) -> None:
    assert f"`{name}`" in PAGE
