"""Records: one match, one text. Written, read, replayed, verified.

`read` gives a `Record`; `replay` plays it through the rules; `verify` compares every claim; `record_of` is the way back.
"""

from __future__ import annotations

from kafenio.records.files import Entry, entries, pick, read, read_all, save, write
from kafenio.records.format import FORMAT, DealRecord, Record, ResultRecord
from kafenio.records.line import Ply, split
from kafenio.records.notate import record_of
from kafenio.records.replay import replay
from kafenio.records.verify import verify

__all__ = [
    "FORMAT",
    "DealRecord",
    "Entry",
    "Ply",
    "Record",
    "ResultRecord",
    "entries",
    "pick",
    "read",
    "read_all",
    "record_of",
    "replay",
    "save",
    "split",
    "verify",
    "write",
]
