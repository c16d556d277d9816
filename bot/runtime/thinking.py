"""Long calculations in processes of their own: here they would keep everybody waiting."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

from bot.matches.errors import ThinkingBusyError, ThinkingTooLongError
from bot.runtime import worker

log = logging.getLogger(__name__)

ASKED_LIMIT = 200
"""So many may wait for an answer at the same time."""
PATIENCE = 45.0
"""Seconds to wait for a turn."""
JOB_LIMIT = 12.0
"""Seconds for one job; with the turn less than `CALL_LIMIT`, in which all have to be answered."""

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Thinking:
    """A pool of few processes, each started when it is first needed; see `client.Think`."""

    def __init__(self, processes: int = 1) -> None:
        self._asked = 0
        self._closed = False
        self._workers = [_Worker() for _ in range(processes)]
        # Last in, first out: no further process is started while one that runs is free.
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for one in self._workers:
            self._free.put_nowait(one)

    async def __call__(
        self, job: Callable[Given, Found], *args: Given.args, **kwargs: Given.kwargs
    ) -> Found:
        """What the job returns or raises.

        A job that nobody waits for any more is ended. Raises ThinkingBusyError when too many ask,
        or at the stop, and ThinkingTooLongError when the job has to be ended for its length.
        """
        if self._asked >= ASKED_LIMIT:
            raise ThinkingBusyError
        self._asked += 1
        try:
            return await self._in_turn(partial(job, *args, **kwargs))
        finally:
            self._asked -= 1

    async def _in_turn(self, job: Callable[[], Found]) -> Found:
        try:
            async with asyncio.timeout(PATIENCE):
                one = await self._free.get()
        except TimeoutError:
            raise ThinkingBusyError from None
        try:
            return await self._run(one, job)
        finally:
            self._free.put_nowait(one)

    async def _run(self, one: "_Worker", job: Callable[[], Found]) -> Found:
        for _ in range(2):
            if self._closed:
                break
            try:
                async with asyncio.timeout(JOB_LIMIT):
                    return await one.run(job)
            except TimeoutError:
                log.warning("a job is ended, since it takes too long")
                raise ThinkingTooLongError from None
            except BrokenExecutor:
                log.warning("a thinking process is gone; another takes its place")
        raise ThinkingBusyError

    def close(self) -> None:
        """End all processes, whatever they are at; does not wait for their end."""
        self._closed = True
        for one in self._workers:
            one.end()


class _Worker:
    """One process that does one job at a time."""

    def __init__(self) -> None:
        self._running: tuple[ProcessPoolExecutor, Connection] | None = None

    async def run(self, job: Callable[[], Found]) -> Found:
        """Raises BrokenExecutor when the process is gone; the next job starts another."""
        executor, _ = self._running = self._running or _started()
        try:
            return await asyncio.wrap_future(executor.submit(job))
        except (BrokenExecutor, asyncio.CancelledError):
            self.end()
            raise

    def end(self) -> None:
        """End the process if it runs."""
        if self._running is not None:
            executor, stay = self._running
            self._running = None
            executor.shutdown(wait=False)
            stay.close()


def _started() -> tuple[ProcessPoolExecutor, Connection]:
    """A process to be, and the pipe with whose end it ends.

    It is spawned, not forked: it shares no lock, thread or open file with the bot.
    """
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(1, context, worker.begin, (theirs,))
    return executor, ours
