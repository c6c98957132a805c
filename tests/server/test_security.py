"""What guards the server. docs/security.md names these tests beside the threats."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from kafenio.server import wire
from kafenio.server.addresses import Addresses, network
from kafenio.server.settings import Settings
from server.client import Human, Pair, Refusal, Server, run
from server.database import everything
from server.making import Makes
from server.test_frames import closed
from server.test_play import two

EVERYBODY = {"/api/guest/token"}  # sets no cookie and reads none: it gives a token to whoever asks
EVIL = "http://evil.example"


def asked(url: str, method: str = "GET", body: Any = None, **headers: str) -> tuple[int, Message[str, str], str]:
    request = urllib.request.Request(
        url,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", **{k.replace("_", "-"): v for k, v in headers.items()}},
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as e:
        with e:
            return e.code, e.headers, e.read().decode()


async def opened(human: Human, **headers: str) -> ClientConnection:
    return await websockets.connect(
        human.server.url.replace("http", "ws") + f"/ws/tables/{human.table}",
        origin=websockets.Origin(human.server.url),
        additional_headers={"Cookie": human.cookie, **{k.replace("_", "-"): v for k, v in headers.items()}},
    )


# Pages from elsewhere.


def test_every_route_that_changes_anything_refuses_pages_from_elsewhere(server: Server) -> None:
    human = Human(server, "H").come_in()
    paths = json.loads(human.http("GET", "/api/schema/openapi.json"))["paths"]
    changing = [(m.upper(), path) for path, ms in paths.items() for m in ms if m in ("post", "put", "patch", "delete")]
    assert len(changing) > 20
    for method, path in changing:
        if path in EVERYBODY or path.startswith("/api/admin/"):
            continue
        url = human.server.url + path.replace("{number}", "1").replace("{", "").replace("}", "")
        for origin in (EVIL, "null", ""):
            headers = {"Origin": origin} if origin else {}
            status, _, text = asked(url, method, {}, Cookie=human.cookie, **headers)
            assert (status, "this page may not" in text) == (403, True), (method, path, origin, status, text)


def test_no_page_from_elsewhere_reads_an_answer(server: Server) -> None:
    human = Human(server, "H").come_in()
    _, headers, _ = asked(f"{human.server.url}/api/me", Cookie=human.cookie, Origin=EVIL)
    assert not [name for name in headers if name.lower().startswith("access-control-")]
    status, _, _ = asked(f"{server.url}/api/me", "OPTIONS", Origin=EVIL, Access_Control_Request_Method="PATCH")
    assert status in (204, 404, 405)


def test_a_guest_for_a_program_gets_no_cookie(server: Server) -> None:
    status, headers, text = asked(f"{server.url}/api/guest/token", "POST", {"name": "P"}, Origin=EVIL)
    assert status == 201 and "Set-Cookie" not in headers and json.loads(text)["token"]


# What answers tell a browser.


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/tables", "/api/nothing", "/api/schema/openapi.json", "/t/x"])
def test_every_answer_guards_the_browser(server: Server, path: str) -> None:
    status, headers, _ = asked(server.url + path)
    assert status in (200, 403, 404)
    policy = headers.get_all("Content-Security-Policy") or []
    assert len(policy) == 1 and "unsafe" not in policy[0] and "frame-ancestors 'none'" in policy[0]
    assert "default-src 'self'" in policy[0] or "default-src 'none'" in policy[0]
    assert "*" not in policy[0] and "http" not in policy[0]
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer" and headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Server" not in headers
    if path.startswith("/api/"):
        assert headers["Cache-Control"] == "no-store"


def test_over_https_cookies_and_pages_stay_there(made: Makes) -> None:
    server = made(origin="https://play.example.org")
    human = Human(server, "H")
    human.origin = "https://play.example.org"
    human.come_in()
    flags = {flag.strip().lower() for flag in human.attributes.split(";")}
    assert human.cookie.startswith("__Host-") and {"secure", "httponly", "samesite=lax", "path=/"} <= flags
    assert not any(flag.startswith("domain") for flag in flags)
    _, headers, _ = asked(f"{server.url}/api/health")
    assert headers["Strict-Transport-Security"].startswith("max-age=")


# Addresses.


def test_an_address_holds_so_many_sockets_and_no_more(made: Makes) -> None:
    server = made(sockets_of_address=3).door()  # each process counts for itself

    async def body() -> None:
        humans = [Human(server, f"P{i}").come_in() for i in range(4)]
        made_table = humans[0].make("ronda", public=True)
        for human in humans:
            human.table = made_table["id"]
        sockets = [await opened(human) for human in humans[:3]]
        with pytest.raises(websockets.InvalidStatus) as refused:
            await opened(humans[3])
        assert refused.value.response.status_code == 429
        await sockets[0].close()
        for attempt in range(100):  # until the server has seen it
            try:
                sockets[0] = await opened(humans[3])
                break
            except websockets.InvalidStatus:
                assert attempt < 99
        for socket in sockets:
            await socket.close()

    run(body())


def test_an_address_opens_sockets_only_so_fast(made: Makes) -> None:
    server = made(handshakes=4, handshakes_per_s=0.001).door()

    async def body() -> None:
        human = Human(server, "H").come_in()
        human.make("ronda")
        for _ in range(4):
            await (await opened(human)).close()
        with pytest.raises(websockets.InvalidStatus) as refused:
            await opened(human)
        assert refused.value.response.status_code == 429

    run(body())


def test_all_sockets_of_an_address_together_say_only_so_much(made: Makes) -> None:
    server = made(frames_of_address=60, frames_of_address_per_s=0.001).door()

    async def body() -> None:
        a, b = await two(server)
        for _ in range(30):
            await a.send({"t": "hello"})
        await a.until(lambda: len(a.frames) > 30)
        for _ in range(40):
            await b.send({"t": "hello"})
        assert await closed(b) == 4429

    run(body())


def test_only_a_known_proxy_says_for_whom_it_asks(made: Makes) -> None:
    direct, behind = made(http_per_minute=20, proxies="192.0.2.1").door(), made(http_per_minute=20).door()
    codes = {
        name: {asked(f"{server.url}/api/games", X_Forwarded_For=f"203.0.113.{i}")[0] for i in range(30)}
        for name, server in (("direct", direct), ("behind", behind))
    }
    assert codes == {"direct": {200, 429}, "behind": {200}}


def test_a_network_of_ipv6_counts_as_one_address() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("::ffff:192.0.2.7") == "192.0.2.7" == network("192.0.2.7")
    assert network("somewhere") == "somewhere"


def test_addresses_that_have_gone_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    addresses = Addresses(Settings())
    stays, goes = addresses.opens("192.0.2.1"), addresses.opens("192.0.2.2")
    assert stays is not None and goes is not None
    addresses.closes(goes)
    now = 2000.0
    addresses.opens("192.0.2.3")
    assert set(addresses.known) == {"192.0.2.1", "192.0.2.3"}


# Secrets.


def test_no_secret_stands_in_the_log(made: Makes, tmp_path: Path) -> None:
    log, admin = tmp_path / "log", "the token of those who run it"
    server = made(log=log, admin=admin)
    human = Human(server, "H").come_in()
    at, table = human.server.url, human.make("ronda")
    token = human.http("POST", "/api/me/tokens", {"name": "bot"})["token"]
    recovery = human.http("POST", "/api/me/recovery", {})["link"].partition("#")[2]
    word = "a password that nobody knows"
    human.http("POST", "/api/account", {"login": "somebody.else", "password": word})
    secrets = [human.cookie.partition("=")[2], token, recovery, word, table["code"], admin]
    for secret in secrets:  # wherever a careless program might put it
        quoted = urllib.request.quote(secret)  # type: ignore[attr-defined]  # it is there
        for path in (f"/api/me?token={quoted}", f"/t/{table['id']}?code={quoted}", f"/api/recover?code={quoted}"):
            asked(at + path, Authorization=f"Bearer {quoted}")
        asked(f"{at}/api/login", "POST", {"login": "somebody.else", "password": secret}, Origin=at)
        asked(f"{at}/api/tables", "POST", {"game": secret}, Origin=at, Cookie=human.cookie)

    async def body() -> None:
        for secret in secrets:
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(f"{at.replace('http', 'ws')}/ws/api/tables/x?token={secret}")
        human.table = table["id"]
        await human.connect()
        await human.send({"t": "say", "text": table["code"]})
        await human.until(lambda: human.refusals)

    run(body())
    server.stop()
    written = log.read_text()
    assert [secret for secret in secrets if secret in written] == []


def test_tokens_are_kept_as_hashes(made: Makes) -> None:
    server = made()
    human = Human(server, "H").come_in()
    token = human.http("POST", "/api/me/tokens", {"name": "bot"})["token"]
    guest = json.loads(asked(f"{server.url}/api/guest/token", "POST", {"name": "P"})[2])["token"]
    kept = everything(server)
    assert token not in kept and guest not in kept and human.cookie.partition("=")[2] not in kept


def test_a_short_admin_token_is_not_accepted() -> None:
    with pytest.raises(ValueError, match="24 characters"):
        Settings(admin="short")
    assert "secret" not in repr(Settings(admin="secret" * 5))


# Who may do what at a table.

MESSAGES: dict[str, dict[str, Any]] = {
    "play": {"id": "x", "v": 1, "m": "lay 2c"},
    "leave": {},
    "fill": {"bot": "random", "seat": 1},
    "agree": {"terms": "x"},
    "ready": {},
    "undo": {"id": "x"},
    "undo_answer": {"yes": True},
    "back": {},
    "kick": {"person": "x"},
    "sit": {"seat": 0},
}
FOR_ALL = {"hello", "say", "mute", "report", "report_play", "pong"}  # which everybody at a table may send


def test_every_message_is_either_for_all_or_tried_by_who_may_not() -> None:
    tags = {kind.__struct_config__.tag for kind in wire.FROM_CLIENT}
    assert tags == FOR_ALL | set(MESSAGES)


@pytest.mark.parametrize("what", MESSAGES)
def test_who_only_watches_can_do_nothing_for_a_seat(watched: tuple[Server | Pair, Human, Human], what: str) -> None:
    server, player, _ = watched

    async def body() -> None:
        watcher = Human(server, "W").come_in()
        watcher.table = player.table
        await watcher.connect()
        before = watcher.state["seats"]
        await watcher.send({"t": what, **MESSAGES[what]})
        await watcher.until(lambda: watcher.refusals)
        assert watcher.refusals[0]["code"] in ("not_seated", "not_yours", "taken", "not_now")
        assert watcher.refusals[0]["code"] != "not_now" or what in ("agree",)
        await watcher.send({"t": "hello"})
        await watcher.until(lambda: watcher.last("t") == "state")
        names = [seat["name"] for seat in watcher.state["seats"]]
        assert names == [seat["name"] for seat in before] and watcher.now["v"] == 1

    run(body())


@pytest.fixture(scope="module")
def watched(server: Server) -> tuple[Server | Pair, Human, Human]:
    """A public table at which a match is played, and two who have hung up."""

    async def body() -> tuple[Human, Human]:
        a, b = await two(server, public=True, clock={"kind": "days", "days": 3})
        await asyncio.gather(a.close(), b.close())
        return a, b

    a, b = run(body())
    return server, a, b


def test_a_player_who_is_no_host_may_not_do_what_the_host_may(server: Server) -> None:
    async def body() -> None:
        a, b = await two(server)
        host, other = (a, b) if a.id == a.state["host"] else (b, a)
        for message in ({"t": "kick", "person": host.id}, {"t": "fill", "bot": "random", "seat": 0}):
            known = len(other.refusals)
            await other.send(message)
            await other.until(lambda n=known: len(other.refusals) > n)  # type: ignore[misc]
            assert other.refusals[-1]["code"] == "not_yours"

    run(body())


def test_a_body_that_is_too_large_is_not_read(server: Server) -> None:
    human = Human(server, "H").come_in()
    with pytest.raises((Refusal, OSError)) as refused:
        human.http("POST", "/api/tables", {"game": "x" * 1_000_000})
    assert not isinstance(refused.value, Refusal) or refused.value.status == 413
    assert human.http("GET", "/api/me")["id"] == human.id
