"""What a host is told in docs/hosting.md and deploy/ holds for a real server."""

from __future__ import annotations

import asyncio
import configparser
import inspect
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import tomllib
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy.engine import make_url

from kafenio.records import format
from kafenio.server.serve import serve, settings_from
from server.client import Human, Refusal, Server, chooser, everybody_agrees, run, table_of
from server.making import Makes
from server.postgres import Postgres
from server.test_crashes import patient
from server.test_matches import SHORT, check

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text()
VARIABLE = re.compile(r"KAFENIO_[A-Z_]+")


async def half_played(server: Server) -> list[Human]:
    """A match of two people and a bot, some plays old."""
    humans = [Human(server, f"Nikolaos{i}").come_in() for i in range(2)]
    await table_of(humans, "ronda", players=3, bots=["random"], options=SHORT["ronda"])
    await everybody_agrees(humans)
    v = humans[0].now["v"] + 9
    await asyncio.gather(*(h.play_on(chooser(i), stop=lambda h=h: h.now["v"] > v) for i, h in enumerate(humans)))  # type: ignore[misc]
    return humans


async def played_on(humans: list[Human], server: Server) -> str:
    """The match goes on at another server, from where that one knows it: its record."""
    for human in humans:
        human.server, human.sent, human.now = server, None, {}
        await human.connect(fresh=True)
    await asyncio.gather(*(h.play_on(chooser(i)) for i, h in enumerate(humans)))
    return str(await asyncio.to_thread(humans[0].http, "GET", f"/api/tables/{humans[0].table}/record"))


def test_a_backup_of_sqlite_made_in_mid_match_is_played_on(tmp_path: Path) -> None:
    statement = re.search(r'"(VACUUM INTO [^"]*)"', PAGE)
    assert statement is not None
    server = Server(f"sqlite:///{tmp_path}/kafenio.db")

    async def body() -> str:
        humans = await half_played(server)
        connection = sqlite3.connect(tmp_path / "kafenio.db")
        connection.execute(statement[1].replace("backup.db", str(tmp_path / "backup.db")))
        connection.close()
        stood = humans[0].now["v"]
        await asyncio.gather(*(h.play_on(chooser(i)) for i, h in enumerate(humans)))  # what the backup does not know
        server.stop()
        restored = Server(f"sqlite:///{tmp_path}/backup.db")
        try:
            record = await played_on(humans, restored)
        finally:
            restored.stop()
        assert stood > 9
        return record

    try:
        check(run(body()))
    finally:
        server.stop()


def test_a_dump_of_postgresql_made_in_mid_match_is_played_on(postgres: Postgres, tmp_path: Path) -> None:
    server = Server(postgres.database("dumped"))
    dump, new = str(postgres.folder / "backup.dump"), postgres.database("restored")
    values = {"$KAFENIO_DATABASE": server.settings["database"], "$NEW_DATABASE": new, "backup.dump": dump}

    def told(program: str) -> None:
        line = next(line for line in PAGE.splitlines() if line.startswith(program)).replace('"', "")
        for name, value in values.items():
            line = line.replace(name, value)
        postgres.run(*line.split())

    async def body() -> str:
        humans = await half_played(server)
        await asyncio.to_thread(told, "pg_dump")
        await asyncio.to_thread(told, "pg_restore")
        restored = Server(new)
        try:
            return await played_on(humans, restored)
        finally:
            restored.stop()

    try:
        check(run(body()))
    finally:
        server.stop()


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def test_metrics_are_numbers_on_a_port_of_their_own_and_name_nobody(tmp_path: Path) -> None:
    port = free_port()
    server = Server(f"sqlite:///{tmp_path}/kafenio.db", metrics_port=port)

    async def body() -> tuple[str, list[Human]]:
        humans = await half_played(server)
        await humans[0].play("nonsense")
        await humans[0].until(lambda: humans[0].refusals)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            return answer.read().decode(), humans

    try:
        text, humans = run(body())
        assert "kafenio_plays" not in str(humans[0].http("GET", "/metrics"))  # a page of the browser client, or none
    finally:
        server.stop()
    values = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"}
    assert values["kafenio_plays_total"] >= 10
    assert values['kafenio_tables{state="playing"}'] == values["kafenio_owned_tables"] == 1
    assert values["kafenio_table_sockets"] == 2
    assert values['kafenio_refused_total{code="illegal"}'] + values.get('kafenio_refused_total{code="stale"}', 0) >= 1
    assert values["kafenio_commit_seconds_count"] > 0 and values['kafenio_http_answers_total{status="201"}'] >= 2
    for secret in (humans[0].table, *(h.id for h in humans), "Nikolaos"):
        assert secret not in text
    for name in re.findall(r"`(kafenio_[a-z_]+)`", PAGE):
        assert any(key.startswith(name) for key in values) or f"# TYPE {name}" in text, name


def test_the_log_of_a_busy_run_is_json_and_has_no_secret(postgres: Postgres, tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Server(postgres.database("logged"), log=log, log_format="json")

    async def body() -> tuple[list[Human], list[str]]:
        humans = [Human(server, f"Nikolaos{i}").come_in() for i in range(2)]
        made = await table_of(humans, "ronda", options=SHORT["ronda"], free_chat=True)
        await humans[0].send({"t": "say", "text": "sesame"})
        await everybody_agrees(humans)
        link = humans[0].http("POST", "/api/me/recovery", {})["link"]
        playing = [asyncio.create_task(patient(h, i)) for i, h in enumerate(humans)]
        while humans[0].now["v"] < 6:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(postgres.kill)
        for path in (f"/api/tables/{made['id']}?code={made['code']}", f"/api/me?token={humans[0].cookie}"):
            with pytest.raises(Refusal):
                await asyncio.to_thread(humans[0].http, "GET", path)
        await asyncio.to_thread(postgres.start)
        await asyncio.gather(*playing)
        with pytest.raises(Refusal):
            humans[0].http("POST", "/api/recover", {"code": "x" * 20})
        record = format.from_toml(humans[0].http("GET", f"/api/tables/{humans[0].table}/record").encode())
        hidden = [made["code"], link.partition("#")[2], "sesame", *(h.cookie.partition("=")[2] for h in humans)]
        for deal in record.deals:
            assert deal.salt and deal.pack
            hidden += [deal.salt, str(deal.pack)[:40]]
        return humans, hidden

    try:
        _, hidden = run(body())
    finally:
        server.stop()
    text = log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines and all({"time", "level", "logger", "message"} <= set(line) for line in lines)
    assert any("not stored" in line["message"] or "no news" in line["message"] for line in lines)
    assert [secret for secret in hidden if secret in text] == []


def told_to_run(*words: str) -> list[str]:
    """The commands on the page in which all of these words stand."""
    lines = [
        line for block in re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) for line in block.splitlines()
    ]
    return [line for line in lines if all(word in line for word in words)]


def shell(line: str, **environment: str) -> str:
    return subprocess.run(
        ["bash", "-c", line], env=os.environ | environment, check=True, capture_output=True, text=True, timeout=60
    ).stdout


@pytest.mark.skipif(shutil.which("curl") is None, reason="the page talks of curl")
def test_somebody_is_sent_away_by_the_commands_on_the_page(made: Makes) -> None:
    admin = "a token of those who run the server"
    server = made(admin=admin)
    rude, at = Human(server, "Rude").come_in(), {"KAFENIO_ADMIN": admin, "KAFENIO_ORIGIN": server.url}
    read, add, listed, lift = told_to_run("curl", "/api/admin/")
    assert json.loads(shell(read, **at)) == []
    made_ban = json.loads(shell(add.replace("PERSON", rude.id), **at))
    with pytest.raises(Refusal):
        rude.http("GET", "/api/me")
    assert json.loads(shell(listed, **at)) == [made_ban]
    shell(lift.replace("BAN", made_ban["id"]), **at)
    assert rude.http("GET", "/api/me")["id"] == rude.id


@pytest.mark.skipif(shutil.which("sqlite3") is None, reason="the page talks of sqlite3")
def test_the_backup_command_of_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/kafenio.db")
    try:
        human = Human(server, "Eleni").come_in()
        (line,) = told_to_run("sqlite3", "VACUUM")
        shell(f"cd '{tmp_path}' && {line}")
    finally:
        server.stop()
    for left in ("kafenio.db", "kafenio.db-wal", "kafenio.db-shm"):
        (tmp_path / left).unlink(missing_ok=True)
    (tmp_path / "backup.db").rename(tmp_path / "kafenio.db")
    restored = Server(f"sqlite:///{tmp_path}/kafenio.db")
    try:
        human.server = restored
        assert human.http("GET", "/api/me")["name"] == "Eleni"
    finally:
        restored.stop()


# The files of deploy/.

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def known_variables() -> set[str]:
    return set(re.findall(r"^\| `(KAFENIO_[A-Z_]+)`", PAGE, re.MULTILINE))


def test_the_page_names_every_setting_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = {"KAFENIO_PORT": "8123", "KAFENIO_METRICS_PORT": "9123"}
    given = {
        name: ports.get(name, "json" if "FORMAT" in name else f"the-value-of-{name.lower()}")
        for name in known_variables()
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = settings_from()
    for name, value in given.items():
        assert str(getattr(settings, name.removeprefix("KAFENIO_").lower())) == value


def test_the_compose_file_runs_two_processes_with_settings_that_exist() -> None:
    processes = [s for name, s in SERVICES.items() if name.startswith("kafenio-")]
    assert len(processes) == 2
    for service in processes:
        assert set(service["environment"]) <= known_variables()
        assert "ports" not in service  # only the proxy is reached from outside
        assert service["environment"]["KAFENIO_PROXIES"] == SERVICES["caddy"]["networks"]["inside"]["ipv4_address"]
        assert (ROOT / "deploy" / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    upstreams = SERVICES["caddy"]["environment"]["KAFENIO_UPSTREAMS"].split()
    assert [name.partition(":")[0] for name in upstreams] == ["kafenio-1", "kafenio-2"]
    assert {name.partition(":")[2] for name in upstreams} == {s["environment"]["KAFENIO_PORT"] for s in processes}
    assert set(VARIABLE.findall((ROOT / "deploy" / "Caddyfile").read_text())) == {"KAFENIO_SITE", "KAFENIO_UPSTREAMS"}


def test_the_server_takes_the_settings_of_the_compose_file_as_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = SERVICES["kafenio-1"]["environment"]
    env = {"POSTGRES_PASSWORD": "0123456789abcdef" * 3, "KAFENIO_SITE": "play.example.org"}
    for name, value in wanted.items():
        assert isinstance(value, str)  # a number without quotes is none to YAML and to Compose
        monkeypatch.setenv(name, re.sub(r"\$\{(\w+):\?\}", lambda m: env[m[1]], value))
    settings = settings_from()
    assert settings.origins == {"https://play.example.org"} and settings.secure
    assert (settings.host, settings.port, settings.metrics_port) == ("0.0.0.0", 8000, 9000)
    assert f"http://127.0.0.1:{settings.port}/api/health" in SERVICES["kafenio-1"]["healthcheck"]["test"][-1]
    assert SERVICES["database"]["environment"]["POSTGRES_USER"] == make_url(settings.database).username


def test_every_name_that_the_compose_file_wants_stands_in_its_head_and_every_name_inside_is_there() -> None:
    text = (ROOT / "deploy" / "compose.yaml").read_text()
    head, _, rest = text.partition("\nx-kafenio")
    wanted = set(re.findall(r"\$\{(\w+)", rest))
    assert wanted == set(re.findall(r"^#   (\w+)=", head, re.MULTILINE)) != set()
    assert not re.findall(r"\$\{\w+\}", rest)  # one that is missing ends it with a message
    names = {part for service in SERVICES.values() for part in service.get("depends_on", [])}
    assert names <= set(SERVICES)
    for service in SERVICES.values():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / "deploy" / source).is_file(), source
        assert ("image" in service) != ("build" in service)
        if "image" in service:
            assert re.fullmatch(r"[a-z]+:\d+[a-z-]*", service["image"])  # with a version
    graceful = int(re.search(r"timeout_graceful_shutdown=(\d+)", inspect.getsource(serve))[1])  # type: ignore[index]
    assert int(SERVICES["kafenio-1"]["stop_grace_period"].removesuffix("s")) > graceful


def test_what_the_dockerfile_runs_is_there() -> None:
    text = (ROOT / "deploy" / "Dockerfile").read_text()
    extras = re.findall(r"pip install .*?'\.\[(\w+)\]'", text)
    known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert extras == ["server"] and extras[0] in known["optional-dependencies"]
    assert "-c constraints.txt" in text and 'CMD ["kafenio", "serve"]' in text and "kafenio" in known["scripts"]
    assert f"EXPOSE {SERVICES['kafenio-1']['environment']['KAFENIO_PORT']}" in text
    assert "KAFENIO_REQUIRE_COMPILED" in text and "KAFENIO_REQUIRE_COMPILED" in (ROOT / "setup.py").read_text()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "kafenio.service").read_text()
    program = tmp_path / "kafenio"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "kafenio.service").write_text(unit.replace("/opt/kafenio/bin/kafenio", str(program)))
    command = ["systemd-analyze", "verify", str(tmp_path / "kafenio.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "")


if shutil.which("caddy"):  # no package that the tests install

    @pytest.mark.parametrize("upstreams", [None, SERVICES["caddy"]["environment"]["KAFENIO_UPSTREAMS"]])
    def test_caddy_understands_its_file(upstreams: str | None) -> None:
        environment = {"KAFENIO_SITE": "play.example.org"} | ({"KAFENIO_UPSTREAMS": upstreams} if upstreams else {})
        line = f"caddy adapt --config '{ROOT}/deploy/Caddyfile' --adapter caddyfile"
        found = re.findall(r'"dial":"([^"]+)"', shell(line, **environment))
        assert found == (upstreams.split() if upstreams else ["127.0.0.1:8000"])


def test_the_unit_starts_the_server_and_keeps_its_database() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # names in capitals stay so
    unit.read_string((ROOT / "deploy" / "kafenio.service").read_text())
    service = unit["Service"]
    assert service["ExecStart"].endswith("bin/kafenio serve") and service["StateDirectory"] == "kafenio"
    name, _, value = service["Environment"].partition("=")
    assert name in known_variables() and value == "sqlite:////var/lib/kafenio/kafenio.db"
    assert service["Restart"] == "always" and service["DynamicUser"] == "yes"
