"""The server of the tests with a web client of a newer version: its service worker is another file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kafenio.server import pages
from server.fixed import main


class Newer(pages.Pages):
    def read(self, path: Path) -> pages.File:
        file = super().read(path)
        if path.name != "sw.js":
            return file
        return replace(file, bodies={"": file.bodies[""].replace(b'VERSION = "', b'VERSION = "newer-')})


if __name__ == "__main__":
    pages.Pages = Newer  # type: ignore[misc]
    main()
