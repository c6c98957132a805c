"""The rules of a game in words over HTTP, as they are under any options: for the pages of rules."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, cast

import msgspec
from litestar import Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter, QueryParameter
from msgspec import Meta

from kafenio.errors import BadOptions
from kafenio.game import Game, load
from kafenio.i18n.catalog import LANGUAGES
from kafenio.i18n.rulebook import Rulebook, rulebook
from kafenio.server.asking import ERRORS, AnyRequest, read

__all__ = ["RULES_ROUTES"]

KEPT = 64  # books, some 25 KB each
CACHE = "public, max-age=300"  # the texts change with the program only
SAME = ResponseSpec(None, description="As the asker has it already.")

Texts = Annotated[
    list[Annotated[str, Meta(max_length=200)]] | None,
    QueryParameter(
        name="option",
        max_items=100,
        description="`key=value`, as on the command line; lists as `1,3`. It goes before the preset.",
    ),
]


class Book(NamedTuple):
    """A rulebook as it is sent, plain and by gzip."""

    plain: bytes
    packed: bytes
    tag: str


@read("/api/games/{name:str}/rules", sync_to_thread=True, responses={**ERRORS, 304: SAME})
def rules_of(
    request: AnyRequest,
    name: str,
    language: Annotated[str, Parameter(max_length=8)] = "en",
    preset: Annotated[str | None, Parameter(max_length=60)] = None,
    option: Texts = None,
) -> Response[Rulebook]:
    """The rules in a language under a preset and options: sections of paragraphs in pieces, none of which is markup.

    A piece has one field: `text`, words; `rule`, a reference to a rule that is stated here; `play`, cards and other words of
    a play; `typed`, something as one types it. Worked examples follow the rule that they show; what can be played in them
    under these options is the answer of the rules themselves.
    """
    game = chosen(name, preset, option or [])
    if language not in LANGUAGES:
        raise BadOptions(f"language {language!r}: one of {', '.join(LANGUAGES)} expected")
    found = book(name, msgspec.json.encode(game.options.plain(), order="deterministic"), language)
    headers = {"Cache-Control": CACHE, "ETag": found.tag, "Vary": "Accept-Encoding"}
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(cast(Rulebook, None), status_code=304, headers=headers)
    body = found.plain
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = found.packed, "gzip"
    return Response(cast(Rulebook, body), media_type="application/json", headers=headers)


def chosen(name: str, preset: str | None, texts: list[str]) -> Game:
    """The game asked for. BadOptions."""
    kind = load(name)
    given = kind.OPTIONS.parse(texts)
    if len(given) < len(texts):
        raise BadOptions("an option is given twice")
    return kind.of(preset, **given)


@lru_cache(KEPT)
def book(name: str, options: bytes, language: str) -> Book:
    """Made once for all who ask for the same."""
    game = load(name).of(None, **msgspec.json.decode(options))
    plain = msgspec.json.encode(rulebook(game, language))
    return Book(plain, gzip.compress(plain, 6, mtime=0), f'"{hashlib.sha256(plain).hexdigest()[:20]}"')


RULES_ROUTES: list[Any] = [rules_of]
