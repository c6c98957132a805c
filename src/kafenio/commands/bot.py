"""`kafenio bot`: a bot of ours as a program, for tables of any kind."""

from __future__ import annotations

import sys

from kafenio.bots import bot
from kafenio.bots.protocol import BotSide
from kafenio.commands import GOOD, WRONG, complain
from kafenio.errors import BadOptions
from kafenio.game import games
from kafenio.i18n.words import Speech

__all__ = ["run"]


def run(spec: str) -> int:
    """Read the table's lines from the standard input until it says quit."""
    try:
        name = bot(spec, games()[0], 0).name
    except BadOptions as e:
        complain(e)
        return WRONG
    BotSide(name, sys.stdout, Speech().text).run(sys.stdin)
    return GOOD
