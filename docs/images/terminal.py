"""Draw the picture of the README: the first lines of a real deal of Ronda in the terminal. `python docs/images/terminal.py`"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

COMMAND = [
    "kafenio",
    "play",
    "ronda",
    "--players",
    "2",
    "--bots",
    "greedy",
    "--seed",
    "31",
    "--seat",
    "0",
    "--name",
    "Amina",
]
TYPED = "1\n1\n1\n"
LINES, WIDTH, LINE_HEIGHT = 34, 76, 18


def session() -> list[str]:
    """What the terminal shows, with what was typed."""
    run = subprocess.run(COMMAND, input=TYPED, capture_output=True, text=True, check=False, cwd=tempfile.gettempdir())
    return run.stdout.splitlines()[:LINES]


def picture(lines: list[str]) -> str:
    width, height = 8 * WIDTH + 48, LINE_HEIGHT * (len(lines) + 1) + 40
    texts = []
    for i, line in enumerate([f"$ {' '.join(COMMAND[:5])}", *lines]):
        shade = "#f4d58d" if line.startswith(("$", "Your play")) else "#e8e4da"
        texts.append(
            f'<text x="24" y="{34 + i * LINE_HEIGHT}" fill="{shade}" xml:space="preserve">{escape(line)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" rx="10" fill="#12222d"/>'
        f'<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13">{"".join(texts)}</g></svg>\n'
    )


if __name__ == "__main__":
    target = Path(__file__).with_suffix(".svg")
    target.write_text(picture(session()))
    print(f"{target.name} drawn", file=sys.stderr)
