"""A score-sheet in aligned columns, in as many blocks as the width asks for."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

__all__ = ["HARD", "sheet_lines"]

HARD = "\xa0"  # a space at which no cell is broken
CELLS = (40, 28, 16)  # the widest column; what is longer is wrapped


def sheet_lines(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """The lines of a sheet; its first column stands again at the left of each block."""
    ways = [(gap, blocks(columns(heads, rows, cell), width, gap)) for cell in CELLS for gap in ("  ", " ")]
    gap, cut = min(ways, key=lambda way: len(way[1]))  # the first, which is the widest, of those with fewest blocks
    lines: list[str] = []
    for some in cut:
        lines += [""] if lines else []
        lines += side_by_side(some, gap)
    return lines


class Column:
    """The wrapped lines of a head and of the cells below it."""

    def __init__(self, head: str, cells: Sequence[str], most: int) -> None:
        self.width = min(most, max(map(len, [*head.split(" "), *cells]), default=1))
        self.texts = [textwrap.wrap(text, self.width, break_on_hyphens=False) for text in (head, *cells)]


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], most: int) -> list[Column]:
    return [Column(head, [row[i] for row in rows], most) for i, head in enumerate(heads)]


def blocks(columns: Sequence[Column], width: int, gap: str) -> list[list[Column]]:
    """The first column with as many others as fit, again and again."""
    first, *rest = columns
    found: list[list[Column]] = []
    used = width
    for column in rest:
        used += len(gap) + column.width
        if used > width:
            found.append([first])
            used = first.width + len(gap) + column.width
        found[-1].append(column)
    return found


def side_by_side(columns: Sequence[Column], gap: str) -> list[str]:
    """Columns row by row; heads stand low in theirs."""
    lines = []
    for row, texts in enumerate(zip(*(c.texts for c in columns), strict=True)):
        high = max(1, *map(len, texts))
        for i in range(high):
            at = [i - high + len(t) if row == 0 else i for t in texts]
            pieces = [t[n] if 0 <= n < len(t) else "" for t, n in zip(texts, at, strict=True)]
            padded = [piece.ljust(c.width) for piece, c in zip(pieces, columns, strict=True)]
            lines.append(gap.join(padded).rstrip().replace(HARD, " "))
    return lines
