"""Outlines of the indices of a French card, from Vollkorn 700 (SIL OFL 1.1): `python glyphs.py VOLLKORN_FILE > glyphs.json`.

Run by hand when the typeface changes; needs fonttools and brotli. Digits are the lining ones.
"""

from __future__ import annotations

import json
import sys

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

DIGITS = dict(enumerate("zero one two three four five six seven eight nine".split()))


def main(path: str) -> None:
    font = TTFont(path)
    glyphs = font.getGlyphSet()
    found = {}
    for sign in "0123456789AJQKH":
        name = f"{DIGITS[int(sign)]}.lf" if sign.isdigit() else sign
        pen, bounds = SVGPathPen(glyphs, ntos=lambda v: f"{v:.0f}"), BoundsPen(glyphs)
        glyphs[name].draw(pen)
        glyphs[name].draw(bounds)
        found[sign] = {"width": glyphs[name].width, "bounds": list(bounds.bounds), "path": pen.getCommands()}
    json.dump(found, sys.stdout, indent=1)


if __name__ == "__main__":
    main(sys.argv[1])
