"""A command line that is wrong, told in one line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from kafenio.commands import WRONG, complain

__all__ = ["Commands"]


class Commands(TyperGroup):
    """The commands of `kafenio`. What Typer has to say of a line takes one line here, with exit code 2."""

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *rest: Any, **extra: Any
    ) -> None:  # what the library gives beyond these two is handed on as it comes
        try:
            code = super().main(args, prog_name, *rest, **{**extra, "standalone_mode": False})
        except typer.TyperException as e:
            complain(told(e))
            sys.exit(WRONG)
        sys.exit(code if isinstance(code, int) else 0)


def told(error: typer.TyperException) -> str:
    """`kafenio verify: no such option: --foo; kafenio verify --help tells what there is`."""
    text = error.format_message().rstrip(".")
    path = getattr(getattr(error, "ctx", None), "command_path", "kafenio")
    return f"{path}: {text[:1].lower()}{text[1:]}; {path} --help tells what there is"
