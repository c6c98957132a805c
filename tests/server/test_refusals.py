"""Whatever the server refuses, the page can say in every language: each refusal names a text."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import kafenio.server
from kafenio.i18n.english.refusals import CODES
from kafenio.server import wire
from kafenio.server.app import REASONS
from server.client import Human, Refusal, Server

SOURCES = sorted(Path(kafenio.server.__file__).parent.rglob("*.py"))


def named(path: Path) -> Iterator[tuple[str, str]]:
    """The text that each refusal of a source names, and where: `said("code.…")`, `NotAllowed(code, text, reason)`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        words = [a.value if isinstance(a, ast.Constant) else None for a in node.args]
        if node.func.id == "NotAllowed":
            yield str(words[2] if len(words) > 2 else words[0]), f"{path.name}:{node.lineno}"
        elif node.func.id == "said" and str(words[0]).startswith("code."):
            yield str(words[0]).removeprefix("code."), f"{path.name}:{node.lineno}"


def test_every_refusal_names_a_text() -> None:
    found = [pair for path in SOURCES for pair in named(path)]
    assert len(found) > 50
    assert [where for key, where in found if key not in CODES] == []


def test_every_text_of_a_refusal_is_needed() -> None:
    used = {key for path in SOURCES for key, _ in named(path)} | {*get_args(get_type_hints(wire.Refused)["code"])}
    assert {*CODES} - used - {*REASONS.values()} - {"bad_request", "bad_login"} == set()


def test_every_code_of_a_socket_has_a_text() -> None:
    assert {*get_args(get_type_hints(wire.Refused)["code"]), *REASONS.values()} <= {*CODES}


@pytest.mark.parametrize(
    ("method", "path", "body", "text"),
    [
        ("GET", "/api/tables/0123456789ab", None, "code.unknown"),
        ("GET", "/api/nothing", None, "code.unknown"),
        ("POST", "/api/tables", {"game": 7}, "code.bad_request"),
        ("POST", "/api/tables", {"game": "ronda", "options": {"target_score": "many"}}, "code.bad_options"),
        ("POST", "/api/friends/link/0", None, "code.unknown"),
        ("POST", "/api/records", {"text": "no record"}, "code.bad_record"),
        ("PATCH", "/api/me", {"name": "\u202e", "colour": "blue"}, "code.bad_name"),
    ],
)  # fmt: skip
def test_an_answer_names_the_text_for_people(server: Server, method: str, path: str, body: object, text: str) -> None:
    with pytest.raises(Refusal) as found:
        Human(server, "Eleni").come_in().http(method, path, body)
    assert json.loads(str(found.value).partition(" ")[2])["why"]["id"] == text
