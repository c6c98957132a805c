"""`kafenio verify`: does every record hold?"""

from __future__ import annotations

from collections.abc import Sequence

from kafenio.commands import BAD, GOOD, complain, say
from kafenio.errors import BadRecord
from kafenio.records import Record, entries, verify

__all__ = ["run"]


def run(files: Sequence[str]) -> int:
    """A line for each file that holds, one for each note, one for each record that does not."""
    results = [one_file(name) for name in files]
    return GOOD if all(results) else BAD


def one_file(name: str) -> bool:
    matches = deals = plays = wrong = 0
    for place, record in entries(name):
        matches += 1
        try:
            if isinstance(record, BadRecord):
                raise record
            notes = verify(record)
        except BadRecord as e:
            complain(f"{place}: {e}")
            wrong += 1
            continue
        deals += len(record.deals)
        plays += count_plays(record)
        for note in notes:
            say(f"{place}: {note}")
    if wrong == 0:
        say(f"{name}: holds ({counted(matches, 'match', 'es')}, {counted(deals, 'deal')}, {counted(plays, 'play')})")
    elif matches > 1:
        say(f"{name}: {wrong} of {matches} matches do not hold")
    return wrong == 0


def count_plays(record: Record) -> int:
    return sum(len(deal.plays) for deal in record.deals)


def counted(number: int, word: str, plural: str = "s") -> str:
    return f"{number} {word}{plural if number != 1 else ''}"
