"""The web client: the files that its build has left in `static/`, read once, sent compressed, under a strict policy.

Files in `assets/` carry a hash of what is in them in their name, so browsers may keep them for ever; the page itself is
asked for anew each time. Whatever path is no file and no part of the API is a page of the client.
"""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

__all__ = ["STATIC", "Pages", "made_pages"]

STATIC = Path(__file__).with_name("static")
FOR_EVER = "public, max-age=31536000, immutable"
ANEW = "no-cache"
CODINGS = (("br", ".br"), ("gzip", ".gz"))  # the best first
POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
NOT_BUILT = (
    "<!doctype html><title>Kafenio</title><p>This server was installed without its web client. "
    "<code>make web</code> builds it (it needs the npm registry); the terminal plays without: <code>kafenio play</code>.</p>"
)
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


@dataclass(frozen=True)
class File:
    kind: str
    cache: str
    bodies: dict[str, bytes]  # by coding; "" is the plain one


class Pages:
    """The files of a folder by path, as `/assets/index-4f2a.js`; empty where nothing was built."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.files: dict[str, File] = {}
        packed = tuple(suffix for _, suffix in CODINGS)
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.is_file() and not path.name.endswith(packed):
                self.files["/" + path.relative_to(folder).as_posix()] = self.read(path)

    def read(self, path: Path) -> File:
        bodies = {"": path.read_bytes()}
        for coding, suffix in CODINGS:
            twin = path.with_name(path.name + suffix)
            if twin.is_file():
                bodies[coding] = twin.read_bytes()
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return File(kind, FOR_EVER if path.parent.name == "assets" else ANEW, bodies)

    @property
    def built(self) -> bool:
        return "/index.html" in self.files

    def answer(self, path: str, accepted: str) -> Response[bytes]:
        """A file, or the page for any other path. NotFoundException for a file that is not there."""
        file = self.files.get(path)
        if file is None and "." in path.rpartition("/")[2]:
            raise NotFoundException("no such file")
        if file is None:
            file = self.files.get("/index.html") or File("text/html", ANEW, {"": NOT_BUILT.encode()})
        codings = {part.partition(";")[0].strip() for part in accepted.split(",")}
        coding = next((name for name, _ in CODINGS if name in codings and name in file.bodies), "")
        headers = {"Cache-Control": file.cache, "Vary": "Accept-Encoding", "Content-Security-Policy": POLICY}
        if coding:
            headers["Content-Encoding"] = coding
        return Response(file.bodies[coding], media_type=file.kind, headers=headers)


def made_pages(folder: Path = STATIC) -> Any:
    """The route of everything that is not the API's."""
    pages = Pages(folder)

    @get(["/", "/{path:path}"], include_in_schema=False, opt={"unlimited": True})
    async def page(request: Request[Any, Any, Any], path: str = "/") -> Response[bytes]:
        if path.startswith(("/api/", "/ws/")):
            raise NotFoundException("there is no such thing")
        return pages.answer(path, request.headers.get("accept-encoding", ""))

    return page
