"""Long calculations in processes of their own: here they would keep everybody waiting."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from heapq import heappop, heappush
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

from bot.matches.errors import (
    ThinkingAlreadyError,
    ThinkingBusyError,
    ThinkingStoppedError,
    ThinkingTooLongError,
)
from bot.runtime import worker

log = logging.getLogger(__name__)

ASKED_LIMIT = 200
"""So many may wait for an answer at the same time."""
PATIENCE = 40.0
"""Seconds to wait for a turn."""
ANSWER_LIMIT = 55.0
"""Seconds for the turn and the job; less than `CALL_LIMIT`, in which all have to be answered."""
JOB_LIMIT = 12.0
"""Seconds of the processor for one job: where others want it too, a clock would measure them."""
QUICK_WORK = 4 * 10**7
"""What takes some hundredths of a second as a rule (`bot.engine.lines.work_of`), and has a process
in which nothing longer stands before it."""
STEP_BACK = 10**8
"""Work for which a question lets those pass that come up to a second later."""
HEAD_START = 10.0
"""Seconds by which a match comes before people who asked earlier: its players wait."""

Given = ParamSpec("Given")
Found = TypeVar("Found")


def is_quick(work: int) -> bool:
    """Whether a job with so much to do does not wait for those with more."""
    return work <= QUICK_WORK


class Thinking:
    """Two processes, one for what is quick, each started when first needed; see `client.Think`."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._askers: list[int | None] = []
        self._desks = {quick: _Desk() for quick in (True, False)}

    async def __call__(
        self,
        asker: int | None,
        work: int,
        job: Callable[Given, Found],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Found:
        """What the job returns or raises.

        A job that nobody waits for any more is ended. Raises ThinkingAlreadyError for a person who
        waits for another answer, ThinkingBusyError when too many ask or the machine is too busy,
        ThinkingStoppedError after `close`, and ThinkingTooLongError when the job has to be ended
        for its length.
        """
        desk = self._desks[is_quick(work)]
        with self._counted(asker):
            try:
                async with asyncio.timeout(ANSWER_LIMIT), desk.turn(self._rank(asker, work)):
                    return await desk.run(partial(job, *args, **kwargs))
            except TimeoutError:
                log.warning("a job is ended, since the processor has no time for it")
                raise ThinkingBusyError from None

    @contextmanager
    def _counted(self, asker: int | None) -> Iterator[None]:
        if asker is not None and asker in self._askers:
            raise ThinkingAlreadyError
        if len(self._askers) >= ASKED_LIMIT:
            raise ThinkingBusyError
        self._askers.append(asker)
        try:
            yield
        finally:
            self._askers.remove(asker)

    def _rank(self, asker: int | None, work: int) -> float:
        """The least has the next turn. It grows with time, so nobody lets others pass for ever."""
        head_start = HEAD_START if asker is None else 0
        return self._now() + work / STEP_BACK - head_start

    def close(self) -> None:
        """End all processes, whatever they are at, and refuse who waits; ends without waiting."""
        for desk in self._desks.values():
            desk.close()


class _Desk:
    """One process, and those who wait for their turn there."""

    def __init__(self) -> None:
        self._worker = _Worker()
        self._taken = self._closed = False
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, rank: float) -> AsyncIterator[None]:
        """Wait for it, and leave it to the next in the end.

        Raises ThinkingBusyError when that takes too long, and ThinkingStoppedError at the stop.
        """
        if self._closed:
            raise ThinkingStoppedError
        if self._taken:
            await self._given(rank)
        self._taken = True
        try:
            yield
        finally:
            self._pass_on()

    async def _given(self, rank: float) -> None:
        given = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (rank, next(self._numbers), given))
        try:
            async with asyncio.timeout(PATIENCE):
                await given
        except (TimeoutError, asyncio.CancelledError) as gave_up:
            if not given.cancelled():  # the turn was given at the same moment
                self._pass_on()
            if isinstance(gave_up, TimeoutError):
                raise ThinkingBusyError from None
            raise

    def _pass_on(self) -> None:
        self._taken = False
        while self._waiting and not self._taken:
            _, _, given = heappop(self._waiting)
            if not given.done():
                given.set_result(None)
                self._taken = True

    async def run(self, job: Callable[[], Found]) -> Found:
        """In one's turn; raises what `Thinking` raises."""
        for _ in range(2):
            if self._closed:
                break
            try:
                return await self._worker.run(partial(worker.limited, JOB_LIMIT, job))
            except worker.SpentError:
                log.warning("a job is ended, since it takes too long")
                raise ThinkingTooLongError from None
            except BrokenExecutor:
                log.warning("a thinking process is gone; another takes its place")
        raise ThinkingStoppedError if self._closed else ThinkingBusyError

    def close(self) -> None:
        """End the process, whatever it is at; whoever waits gets ThinkingStoppedError."""
        self._closed = True
        self._worker.end()
        waiting, self._waiting = self._waiting, []
        for _, _, given in waiting:
            if not given.done():
                given.set_exception(ThinkingStoppedError())


class _Worker:
    """One process that does one job at a time."""

    def __init__(self) -> None:
        self._running: tuple[ProcessPoolExecutor, Connection] | None = None

    async def run(self, job: Callable[[], Found]) -> Found:
        """Raises BrokenExecutor when the process is gone; the next job starts another."""
        executor, _ = self._running = self._running or _started()
        try:
            return await asyncio.wrap_future(executor.submit(job))
        except (BrokenExecutor, asyncio.CancelledError, worker.SpentError):
            self.end()  # and with it whatever the job has half done
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
