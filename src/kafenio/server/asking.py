"""What all routes share: how they are described, what they answer when they refuse, and who may ask."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import Request, get, patch, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from msgspec import Struct

from kafenio.message import Message
from kafenio.server.sockets import same_origin
from kafenio.server.store import Store

__all__ = ["ERRORS", "AnyRequest", "Key", "Problem", "change", "read", "store_of", "write"]


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why something was refused, in words; `where` names the fields at fault."""

    error: str
    where: list[dict[str, Any]] = []
    why: Message | None = None  # the same for people, to be put into words


WHY = {
    400: "Not a request that is understood.",
    403: "Not yours, or no session.",
    404: "There is no such thing.",
    409: "The rules, or the house, do not allow it now.",
    413: "Too large.",
    429: "Too many requests.",
    503: "The database does not answer; try again.",
}
ERRORS = {status: ResponseSpec(Problem, generate_examples=False, description=text) for status, text in WHY.items()}
read = partial(get, responses=ERRORS)
write = partial(post, responses=ERRORS, guards=[same_origin])
change = partial(patch, responses=ERRORS, guards=[same_origin])

AnyRequest = Request[Any, Any, Any]
Key = Annotated[str, Parameter(max_length=24, pattern="^[0-9a-f]+$")]


def store_of(request: AnyRequest) -> Store:
    found: Store = request.app.state.store
    return found
