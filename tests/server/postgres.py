"""A PostgreSQL of the tests' own, on a free port, as a user without rights."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
from pathlib import Path

USER = "nobody"  # PostgreSQL refuses to run as root


def programs() -> Path:
    """Where initdb is."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    if there is None:
        raise RuntimeError("these tests need PostgreSQL: apt-get install postgresql, or initdb in the PATH")
    return Path(there).parent


class Postgres:
    def __init__(self, folder: Path) -> None:
        self.bin = programs()
        self.folder = folder
        self.user = USER if os.geteuid() == 0 else None
        if self.user:
            record = pwd.getpwnam(USER)
            os.chown(folder, record.pw_uid, record.pw_gid)
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.run("initdb", "-D", str(folder / "data"), "-U", "kafenio", "-A", "trust", "-E", "UTF8", "--locale=C")
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://kafenio@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self.bin / program), *arguments], user=self.user, check=True, cwd="/", stdout=subprocess.DEVNULL
        )

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=300"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-o", options, "-w", "start")

    def kill(self) -> None:
        """At once, without a checkpoint."""
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", "fast", "-w", "stop")

    def database(self, name: str) -> str:
        """The URL of a new, empty database."""
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "kafenio", name)
        return f"postgresql://kafenio@127.0.0.1:{self.port}/{name}"
