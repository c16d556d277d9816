"""What a thinking process does besides its jobs.

It imports next to nothing, for each such process pays for it at its start.
"""

import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import FrameType
from typing import TypeVar

NICENESS = 4
"""How far it stands back where the games want the processor too."""

Found = TypeVar("Found")


class SpentError(Exception):
    """A job has had all the time that it may have."""


def begin(stay: Connection) -> None:
    """Called once, before the first job; `stay` is closed, or breaks, when there is no more use.

    Who asks may have been killed, so nothing but the end of this pipe can be relied on. Signals
    are sent to a whole group, as by Ctrl-C in a terminal: whether to stop, the asker decides.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, _spent)
    os.nice(NICENESS)
    threading.Thread(target=_end_with, args=(stay,), daemon=True).start()


def limited(seconds: float, job: Callable[[], Found]) -> Found:
    """What the job returns; raises SpentError once it has used the processor for so long."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return job()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _spent(_number: int, _frame: FrameType | None) -> None:
    raise SpentError


def _end_with(stay: Connection) -> None:
    stay.poll(None)
    os._exit(0)
