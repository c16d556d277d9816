"""Processes that are killed in the middle of their work: at a step, or at a moment.

A step is a file that is opened, made, renamed or deleted in the data folder, and each statement
that SQLite runs.
"""

import asyncio
import multiprocessing
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

PATIENCE = 60
"""Seconds, many times what any of this takes."""
MOST_STEPS = 300
FILE_EVENTS = frozenset({"open", "os.mkdir", "os.remove", "os.rename"})
CONTEXT = multiprocessing.get_context("forkserver")
"""Forks of a process that has imported everything start within milliseconds."""
CONTEXT.set_forkserver_preload([__name__, "bot.cli.main", "tests.integration.storage.folders"])

Work = Callable[..., Coroutine[Any, Any, object]]


def kill_at_every_step(folder: Path, work: Work, *arguments: object) -> Iterator[int]:
    """Run `work(folder, *arguments)` again and again, killed one step later each time.

    Yields after each kill, and ends with the first run that comes to its end by itself.
    """
    for step in range(1, MOST_STEPS):
        process = CONTEXT.Process(target=_die_at, args=(step, folder, work, arguments))
        process.start()
        process.join(PATIENCE)
        if process.exitcode == 0:
            return
        assert process.exitcode == -signal.SIGKILL
        yield step
    raise AssertionError("the work never came to its end")


def seconds_of(folder: Path, work: Work, *arguments: object) -> float:
    """How long the work takes when nothing interrupts it."""
    began = time.monotonic()
    process = CONTEXT.Process(target=_run, args=(folder, work, arguments))
    process.start()
    process.join(PATIENCE)
    assert process.exitcode == 0
    return time.monotonic() - began


def kill_after(seconds: float, folder: Path, work: Work, *arguments: object) -> None:
    """Start the work and kill its process when this time is over, if it still runs."""
    process = CONTEXT.Process(target=_run, args=(folder, work, arguments))
    process.start()
    process.join(seconds)
    process.kill()
    process.join(PATIENCE)
    assert process.exitcode in {0, -signal.SIGKILL}


def _run(folder: Path, work: Work, arguments: tuple[object, ...]) -> None:
    asyncio.run(work(folder, *arguments))


def _die_at(step: int, folder: Path, work: Work, arguments: tuple[object, ...]) -> None:
    left = step

    def count(_statement: object = None) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(event: str, details: tuple[Any, ...]) -> None:
        if event in FILE_EVENTS and str(details[0]).startswith(str(folder)):
            count()

    def connect(*arguments: Any, **named: Any) -> sqlite3.Connection:
        connection = sqlite3.Connection(*arguments, **named)
        connection.set_trace_callback(count)
        return connection

    sys.addaudithook(watch)
    sqlite3.connect = connect  # type: ignore[assignment]  # its overloads are of no use here
    _run(folder, work, arguments)
