"""Who plays the matches: this process, several on this machine, or the nodes of a Ray cluster. The results are the same."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import connection
from threading import Thread
from typing import Any, TypeVar

from kafenio.arena.contest import Outcome, play_unit
from kafenio.arena.plan import Contest, Unit
from kafenio.errors import KafenioError

__all__ = ["WorkerLost", "here", "in_processes", "on_ray"]

T = TypeVar("T")
AHEAD = 3  # matches handed out to each worker at a time


class WorkerLost(KafenioError):
    """Something that played matches has ended; what was played is kept."""


def here(contest: Contest, units: Iterator[Unit]) -> Iterator[Outcome]:
    """One match after the other."""
    for unit in units:
        yield play_unit(contest, unit)


def in_processes(contest: Contest, units: Iterator[Unit], workers: int) -> Iterator[Outcome]:
    """Outcomes as they come. WorkerLost if a process is killed."""
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, context, end_with_parent)
    try:
        running = {executor.submit(play_unit, contest, unit) for unit in islice(units, AHEAD * workers)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
                running |= {executor.submit(play_unit, contest, unit) for unit in islice(units, 1)}
    except BrokenProcessPool:
        raise WorkerLost("a worker has ended all at once (out of memory?); --resume goes on from there") from None
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def end_with_parent() -> None:
    """No worker outlives the process that wants its results, even when that is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def on_ray(contest: Contest, units: Iterator[Unit], address: str) -> Iterator[Outcome]:
    """Outcomes as they come from a cluster whose nodes have kafenio; matches of a lost node are played again elsewhere."""
    import ray

    owner = not ray.is_initialized()
    if owner:
        ray.init(address=address, log_to_driver=False)
    try:
        play: Any = ray.remote(max_retries=3)(play_unit)
        shared = ray.put(contest)
        cpus = max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [play.remote(shared, unit) for unit in islice(units, AHEAD * cpus)]
        while running:
            (done, *_), running = ray.wait(running, num_returns=1)
            yield ray.get(done)
            running += [play.remote(shared, unit) for unit in islice(units, 1)]
    except (ray.exceptions.RayError, ConnectionError) as e:
        raise WorkerLost(f"ray: {str(e).splitlines()[0]}") from None
    finally:
        if owner:
            ray.shutdown()
