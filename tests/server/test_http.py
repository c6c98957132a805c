"""What is asked over HTTP, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kafenio.server import wire
from server.client import Human, Pair, Refusal, Server
from server.making import Makes


@pytest.fixture(scope="module")
def limited(made_once: Makes) -> Server | Pair:
    return made_once(http_per_minute=12, origin="https://play.example.org")


def refused(human: Human, method: str, path: str, body: Any = None) -> tuple[int, str]:
    with pytest.raises(Refusal) as found:
        human.http(method, path, body)
    return found.value.status, str(found.value)


def test_a_guest_has_a_tidy_name_and_a_known_colour(server: Server) -> None:
    human = Human(server, "x")
    me = human.http("POST", "/api/guest", {"name": "  A\u202elen\u0000i  ", "colour": "teal"})
    assert me["name"] == "Aleni" and human.http("GET", "/api/me") == me
    assert human.http("PATCH", "/api/me", {"name": "Eleni"})["id"] == me["id"]
    assert refused(human, "POST", "/api/guest", {"name": "bot:greedy"})[0] == 409
    assert refused(human, "POST", "/api/guest", {"name": "\u200b"})[0] == 409
    assert refused(human, "POST", "/api/guest", {"name": "Eleni", "colour": "octarine"})[0] == 409
    assert refused(human, "POST", "/api/guest", {"name": "Eleni", "admin": True})[0] == 400
    assert refused(human, "POST", "/api/guest", {"name": "E" * 20_000})[0] in (400, 413)


def test_who_has_no_session_is_told_so(server: Server) -> None:
    stranger = Human(server, "x")
    for method, path in (("GET", "/api/me"), ("GET", "/api/me/records"), ("POST", "/api/me/recovery")):
        assert refused(stranger, method, path, {} if method == "POST" else None)[0] == 403


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": "kozel", "preset": "none"}, "no preset 'none'"),
        ({"game": "kozel", "options": {"shoka": True}}, "no option 'shoka'"),
        ({"game": "kozel", "players": 9}, "players"),
        ({"game": "kozel", "bots": ["stockfish"]}, "no bot 'stockfish'"),
        ({"game": "kozel", "bots": ["random", "random"]}, "no seat for you"),
        ({"game": "kozel", "window_s": 0.001}, "window_s"),
        ({"game": "kozel", "clock": {"kind": "blitz"}}, "kind"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused_in_words(server: Server, wanted: dict[str, Any], words: str) -> None:
    human = Human(server, "x").come_in()
    status, text = refused(human, "POST", "/api/tables", wanted)
    assert 400 <= status < 500 and words in text


def test_public_tables_are_listed_and_private_ones_are_not(server: Server) -> None:
    human = Human(server, "lister").come_in()
    public, private = human.make("ronda", public=True), human.make("ronda")
    other, listed, until = Human(server, "x"), set[str](), time.monotonic() + 20
    while public["id"] not in listed:  # another process hears of it
        assert time.monotonic() < until
        listed = {table["id"] for table in other.http("GET", "/api/tables")}
    assert private["id"] not in listed


def test_one_host_may_not_open_tables_without_end(server: Server) -> None:
    human = Human(server, "x").come_in()
    for _ in range(20):
        human.make("ronda")
    assert refused(human, "POST", "/api/tables", {"game": "ronda"})[0] == 503


def test_a_table_state_follows_the_published_schema(server: Server) -> None:
    human = Human(server, "x").come_in()
    made = human.make("kozel", players=4, options={"shokha": False})
    state = human.http("GET", f"/api/tables/{made['id']}")
    schema = {**wire.schema(), "$ref": "#/$defs/TableState"}
    jsonschema.Draft202012Validator(schema).validate(state)
    assert human.http("GET", "/api/wire.schema.json") == wire.schema()


def test_the_options_of_a_game_are_told_with_their_words(server: Server) -> None:
    human = Human(server, "x")
    (ronda,) = [game for game in human.http("GET", "/api/games") if game["name"] == "ronda"]
    assert dict(zip(ronda["presets"], ronda["called"], strict=True))["quick"] == {"id": "preset.ronda.quick"}
    options = {o["name"]: o for o in human.http("GET", "/api/games/ronda/options?preset=quick&players=3")}
    target = options["target_score"]
    assert (target["value"], target["usual"], target["ask"]) == (21, 41, {"id": "ask.target_score"})
    assert target["said"] == {"id": "option.target_score.*", "args": {"value": 21, "n": 21}}
    assert options["players"]["value"] == 3
    assert refused(human, "GET", "/api/games/whist/options")[0] == 409
    assert refused(human, "GET", "/api/games/ronda/options?preset=fast")[0] == 409


def test_presets_are_told_with_what_differs_and_where_they_are_from(server: Server) -> None:
    human = Human(server, "x")
    found = {one["name"]: one for one in human.http("GET", "/api/games/kontsina/presets")}
    assert found["four_partners"]["players"] == 4 and found["four_partners"]["options"] == {"partnerships": True}
    assert found["clockwise"]["sources"] == [{"id": "source.English descriptions"}]
    assert refused(human, "GET", "/api/games/whist/presets")[0] == 409


def test_rules_are_tried_without_a_table(server: Server) -> None:
    human = Human(server, "x")
    tables = human.http("GET", "/api/tables")
    found = human.http(
        "POST", "/api/rules", {"game": "kontsina", "players": 3, "options": {"deals": 6, "sweep_bonus": 2}}
    )
    assert (found["players"], found["options"]) == (3, {"sweep_bonus": 2})  # six deals are usual for three
    assert found["goal"] == {"id": "option.deals.*", "args": {"value": 6, "n": 6}}
    assert next(o for o in found["described"] if o["name"] == "sweep_bonus")["value"] == 2
    assert human.http("GET", "/api/tables") == tables
    request = urllib.request.Request(
        f"{human.server.url}/api/rules",
        json.dumps({"game": "kontsina", "options": {"partnerships": True}}).encode(),
        {"Content-Type": "application/json", "Origin": human.server.url},
    )
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(request)
    with error.value as answer:
        assert (answer.status, json.loads(answer.read())) == (
            409,
            {
                "error": "option partnerships: four players needed, not 2",
                "where": [{"option": "partnerships"}],
                "why": {"id": "wrong.partners"},
            },
        )
    assert refused(human, "POST", "/api/rules", {"game": "kontsina", "options": {"deals": 0}})[0] == 409
    assert refused(human, "POST", "/api/rules", {"game": "kontsina", "bots": []})[0] == 400
    rated = {"game": "kontsina", "rated": True, "clock": {"kind": "play"}}
    assert refused(human.come_in(), "POST", "/api/rules", rated)[0] == 403


def test_openapi_names_every_path(server: Server) -> None:
    paths = json.loads(Human(server, "x").http("GET", "/api/schema/openapi.json"))["paths"]
    assert {"/api/guest", "/api/tables", "/api/tables/{table_id}", "/api/recover"} <= set(paths)


def test_cookies_over_https_are_secure_and_one_address_may_not_ask_without_end(limited: Server) -> None:
    human = Human(limited, "x")
    human.origin = "https://play.example.org"
    human.come_in()
    assert (
        human.cookie.startswith("__Host-kafenio=") and "Secure" in human.attributes and "HttpOnly" in human.attributes
    )
    with pytest.raises(Refusal) as found:
        for _ in range(20):
            human.http("GET", "/api/me")
    assert found.value.status == 429


ENDING = "^/api/(account$|logout)"  # what may end the session with which everything else is asked


@pytest.mark.parametrize("paths", ["--exclude-path-regex", "--include-path-regex"])
def test_the_published_openapi_holds_for_requests_of_all_kinds(server: Server, tmp_path: Path, paths: str) -> None:
    """Schemathesis asks for everything that the description allows, and for what it does not; nothing breaks."""
    human = Human(server, "x").come_in()
    program = Path(sys.executable).with_name("schemathesis")
    command = [str(program), "run", f"{human.server.url}/api/schema/openapi.json", "--max-examples", "8", "--seed", "1"]
    command += [
        "--phases",
        "coverage,fuzzing",
        "--exclude-checks",
        "allow_header_conformance",
    ]  # Litestar writes that one
    command += [paths, ENDING, "-H", f"Cookie: {human.cookie}", "-H", f"Origin: {human.server.url}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


def test_a_body_is_read_strictly(server: Server) -> None:
    human = Human(server, "Ada").come_in()
    status, words = refused(human, "POST", "/api/logout", {"everywhere": 0})
    assert status == 400 and "`bool`" in words
    assert human.http("GET", "/api/me")["name"] == "Ada"
    for increment, wanted in ((5, 200), (5.0, 200), (5.5, 400), ("5", 400), (True, 400)):
        rules = {"game": "ronda", "clock": {"kind": "match", "seconds": 60, "increment": increment}}
        try:
            human.http("POST", "/api/rules", rules)
            assert wanted == 200
        except Refusal as e:
            assert e.status == wanted
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    assert refused(human, "POST", "/api/rules", {"game": "ronda", "options": deep})[0] == 400
