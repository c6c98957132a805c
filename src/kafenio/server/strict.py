"""Bodies as they are meant: Litestar alone takes 0 for false and "1" for 1."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException

__all__ = ["StrictRequest"]


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON is decoded strictly, as what its handler takes. ValidationException."""

    async def json(self) -> Any:
        field = self.route_handler.parsed_fn_signature.parameters.get("data")
        if field is None:
            return await super().json()
        body = await self.body()
        try:
            return msgspec.json.decode(body, type=field.annotation)
        except msgspec.ValidationError as e:
            with suppress(msgspec.ValidationError, RecursionError):
                return msgspec.convert(whole(msgspec.json.decode(body)), type=field.annotation)
            where = [{"message": str(e), "source": "body"}]
            raise ValidationException(f"Validation failed for {self.method} {self.url.path}", extra=where) from None
        except msgspec.DecodeError:
            return await super().json()  # which refuses what is no JSON at all


def whole(found: Any) -> Any:
    """The same with 5 for 5.0: the published schemas call both an integer."""
    if isinstance(found, dict):
        return {name: whole(value) for name, value in found.items()}
    if isinstance(found, list):
        return [whole(value) for value in found]
    return int(found) if isinstance(found, float) and found.is_integer() else found
