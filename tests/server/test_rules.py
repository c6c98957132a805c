"""The rules over HTTP: their language and options, what is refused, and how they are kept."""

from __future__ import annotations

import gzip
import json
import urllib.error
import urllib.request
from http.client import HTTPResponse
from typing import Any
from urllib.parse import urlencode

import pytest

from kafenio.game import load
from kafenio.i18n.catalog import LANGUAGES
from kafenio.i18n.rulebook import rulebook
from kafenio.server.outermost import POLICY
from server.client import Human, Refusal, Server


def asked(server: Server, query: str, **headers: str) -> HTTPResponse:
    found: HTTPResponse = urllib.request.urlopen(
        urllib.request.Request(f"{server.url}/api/games/{query}", headers=headers)
    )
    return found


def book(server: Server, game: str, *options: str, **more: str) -> Any:
    query = urlencode([*more.items(), *(("option", text) for text in options)])
    return Human(server, "x").http("GET", f"/api/games/{game}/rules?{query}")


def words(found: Any) -> str:
    return " ".join(
        piece.get("text", "")
        for section in found["sections"]
        for paragraph in section["paragraphs"]
        for piece in paragraph["pieces"]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_told_in_the_language_that_is_asked_for(server: Server, language: str) -> None:
    found = book(server, "kozel", language=language)
    title = rulebook(load("kozel").of(), language).sections[1].title
    assert found["language"] == language and found["sections"][1]["title"] == title


def test_rules_are_those_of_the_options_which_go_before_the_preset(server: Server) -> None:
    assert "race to 41 points" in words(book(server, "ronda"))
    assert "race to 21 points" in words(book(server, "ronda", preset="quick"))
    found = book(server, "ronda", "target_score=31", "players=4", preset="quick")
    assert "race to 31 points" in words(found) and found["players"] == 4
    assert [option["option"] for option in found["differs"]][:1] == ["target_score"]


def test_examples_are_played_by_the_options(server: Server) -> None:
    def plays(*options: str) -> list[str]:
        found = book(server, "kontsina", *options)["sections"]
        rule = [p for s in found for p in s["paragraphs"] if p.get("rule") == "R17"][-1]
        return [" ".join(word["text"] for word in play) for play in rule["examples"][0]["plays"]]

    assert plays() == ["Kh x Kd", "lay 3c", "lay Kh"]
    assert plays("capture_obligation=if_able") == ["Kh x Kd"]


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("whist/rules", "no game 'whist'"),
        ("kozel/rules?preset=none", "no preset 'none'"),
        ("kozel/rules?option=shoka=true", "no option 'shoka'"),
        ("kozel/rules?option=shokha", "key=value expected"),
        ("kozel/rules?option=shokha=perhaps", "option shokha: 'perhaps' is not true or false"),
        ("kozel/rules?option=players=9", "option players"),
        ("kozel/rules?option=players=2&option=players=3", "an option is given twice"),
        ("kozel/rules?language=de", "language 'de': one of en, fr, ru, el, es, ar expected"),
        ("kozel/rules?language=" + "x" * 99, "Validation failed"),
        ("kozel/rules?" + "&".join(["option=deals=2"] * 101), "Validation failed"),
        ("kozel/rules?option=" + "x" * 201, "Validation failed"),
    ],
)
def test_what_is_no_game_no_option_and_no_language_is_refused_in_one_line(
    server: Server, query: str, line: str
) -> None:
    with pytest.raises(Refusal) as found:
        Human(server, "x").http("GET", f"/api/games/{query}")
    error = json.loads(str(found.value).partition(" ")[2])["error"]
    assert 400 <= found.value.status < 500 and line in error and "\n" not in error


def test_rules_are_kept_for_a_while_and_asked_for_anew_by_their_tag(server: Server) -> None:
    with asked(server, "ronda/rules?language=ar") as answer:
        assert answer.headers["Cache-Control"] == "public, max-age=300"
        assert answer.headers["Content-Security-Policy"] == POLICY
        tag, plain = answer.headers["ETag"], answer.read()
    with pytest.raises(urllib.error.HTTPError) as same:
        asked(server, "ronda/rules?language=ar", **{"If-None-Match": tag})
    assert (same.value.code, same.value.read(), same.value.headers["ETag"]) == (304, b"", tag)
    with asked(server, "ronda/rules?language=ar", **{"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["Content-Encoding"] == "gzip" and answer.headers["Vary"] == "Accept-Encoding"
        assert gzip.decompress(answer.read()) == plain
    with asked(server, "ronda/rules?language=el") as answer:
        assert answer.headers["ETag"] != tag


def test_the_answer_is_described(server: Server) -> None:
    described = Human(server, "x").http("GET", "/api/schema/openapi.json")
    described = described if isinstance(described, dict) else json.loads(described)
    route = described["paths"]["/api/games/{name}/rules"]["get"]
    assert {p["name"] for p in route["parameters"]} == {"name", "language", "preset", "option"}
    schema = route["responses"]["200"]["content"]["application/json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/Rulebook"}
    assert set(described["components"]["schemas"]["Piece"]["properties"]) == {"text", "rule", "play", "typed"}
