"""Bots at the table. They get a view and texts, think outside the event loop, and take their time like people."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import multiprocessing
import os
import random
import secrets
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import wait
from threading import Thread

from kafenio.audience import View
from kafenio.bots import BOTS, bot
from kafenio.errors import BadOptions

__all__ = ["Bots", "known_bot", "stand_in"]

log = logging.getLogger(__name__)
QUICK = ("random", "greedy")  # they answer in milliseconds, so a thread will do


def known_bot(spec: str, game: str) -> str:
    """The full name of a bot, with its version. BadOptions for one that this game does not have."""
    found = [name for name in BOTS if spec in (name, name.partition("@")[0])]
    if not found or (
        found[-1].startswith("greedy") and importlib.util.find_spec(f"kafenio.bots.greedy.{game}") is None
    ):
        raise BadOptions(f"no bot {spec!r} plays {game}; bots: {', '.join(BOTS)}")
    return found[-1]


def stand_in(game: str) -> str:
    """Who plays for the absent."""
    try:
        return known_bot("greedy", game)
    except BadOptions:
        return known_bot("random", game)


def answer(spec: str, game: str, view: View, legal: Sequence[str], seed: int) -> str:
    """In a thread or another process: it sees a view and nothing else."""
    return bot(spec, game, seed).choose(view, legal).play


def start_worker(nice: int = 10) -> None:
    """The server comes first, and no worker outlives it, even when it is killed."""
    if hasattr(os, "nice"):
        os.nice(nice)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


class Bots:
    def __init__(self, delay_s: tuple[float, float]) -> None:
        self.delay_s = delay_s
        self.chance = random.SystemRandom()
        self.threads = ThreadPoolExecutor(2, "kafenio-bot")
        self.processes: Executor | None = None

    async def choose(self, spec: str, game: str, view: View, legal: Sequence[str], most_s: float) -> str:
        """A legal play, after a time that does not depend on the cards."""
        until = asyncio.sleep(min(self.chance.uniform(*self.delay_s), most_s))
        seed = secrets.randbits(63)
        loop = asyncio.get_running_loop()
        try:
            found, _ = await asyncio.gather(
                loop.run_in_executor(self.executor(spec), answer, spec, game, view, list(legal), seed), until
            )
        except Exception:
            log.exception("the bot %s failed", spec)
            return legal[0]
        return found if found in legal else legal[0]

    def executor(self, spec: str) -> Executor:
        if spec.partition("@")[0] in QUICK:
            return self.threads
        if self.processes is None:
            self.processes = ProcessPoolExecutor(
                max(1, (os.cpu_count() or 2) - 1), multiprocessing.get_context("spawn"), start_worker
            )
        return self.processes

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
        if self.processes is not None:
            self.processes.shutdown(wait=False, cancel_futures=True)
