"""Records that people send are read in a process of their own, one after another, for so much computing and no more."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import NoReturn, TypeVar

from kafenio.errors import BadRecord
from kafenio.records import Record, verify
from kafenio.records.format import from_json, from_toml
from kafenio.server.bots import start_worker
from kafenio.server.replay import Advice, Replay, advised, replayed
from kafenio.server.seating import NotAllowed

__all__ = ["LARGEST", "UNKNOWN_MOST", "Reading", "advised_text", "checked", "replayed_text"]

T = TypeVar("T")
LARGEST = 256 * 1024  # characters of one record
UNKNOWN_MOST = 20  # deals with unknown cards: to fill these in takes time
CPU_S = 10.0  # computing for one request
WAITING_MOST = 16  # requests that wait for the worker


class Reading:
    def __init__(self, cpu_s: float = CPU_S, waiting_most: int = WAITING_MOST) -> None:
        self.cpu_s = cpu_s
        self.waiting_most = waiting_most
        self.waiting = 0
        self.worker: Executor | None = None

    async def __call__(self, work: Callable[..., T], *args: object) -> T:
        """What `work` makes of these, in the worker. What it raises; NotAllowed, if many wait; BadRecord after `cpu_s`."""
        if self.waiting >= self.waiting_most:
            raise NotAllowed("busy", "others are being served; try again", "house_busy")
        self.waiting += 1
        if self.worker is None:
            self.worker = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), start_worker, (0,))
        worker = self.worker
        try:
            return await asyncio.get_running_loop().run_in_executor(worker, within, self.cpu_s, work, args)
        except BrokenProcessPool:  # killed, by whatever
            if self.worker is worker:
                self.worker = None
            worker.shutdown(wait=False, cancel_futures=True)
            raise NotAllowed("busy", "the record could not be read now; try again", "house_busy") from None
        finally:
            self.waiting -= 1

    def close(self) -> None:
        if self.worker is not None:
            self.worker.shutdown(wait=False, cancel_futures=True)


# In the worker.


def within(cpu_s: float, work: Callable[..., T], args: tuple[object, ...]) -> T:
    """Work for so many seconds of computing at most. BadRecord."""
    if not hasattr(signal, "setitimer"):  # Windows
        return work(*args)
    signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    try:
        return work(*args)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def too_long(*_: object) -> NoReturn:
    raise BadRecord("it takes too long to go through")


@lru_cache(8)  # a replay asks for deal after deal of one text
def checked(text: str) -> tuple[Record, list[str]]:
    """A record that holds, and what could not be checked of it. BadRecord, with the place."""
    data = text.encode(errors="surrogatepass")
    record = from_json(data) if text.lstrip().startswith("{") else from_toml(data)
    if sum("??" in (deal.pack or "") for deal in record.deals) > UNKNOWN_MOST:
        raise BadRecord(f"more than {UNKNOWN_MOST} deals with unknown cards; bring them in parts")
    return record, verify(record)


def replayed_text(text: str, deal: int, seat: int, opened: bool) -> Replay:
    """A deal of a record that was sent."""
    record, notes = checked(text)
    return replayed(record, deal, seat, opened, notes)


def advised_text(text: str, deal: int, ply: int) -> Advice:
    return advised(checked(text)[0], deal, ply)
