"""One process at a time: two bots on a data folder would answer every message twice."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.matches.errors import StorageBusyError


@contextmanager
def process_lock(path: Path, guarded: str = "the data folder") -> Iterator[None]:
    """Hold the lock file; raises StorageBusyError, which names `guarded`, when another does.

    The system frees it when the process ends, however it ends. The file is never deleted:
    a process that waits on a deleted file and one that made it anew would both hold a lock.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StorageBusyError(f"another process holds {guarded}") from None
        yield
    finally:
        os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether a process holds the lock file now; makes no file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        # Shared and for a moment only: those who look do not shut each other out.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
