"""One bot process to a data folder: two would answer every message twice."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.matches.errors import StorageBusyError


@contextmanager
def process_lock(path: Path) -> Iterator[None]:
    """Hold the lock file; raises StorageBusyError when another process does.

    The system frees it when the process ends, however it ends. The file is never deleted:
    a process that waits on a deleted file and one that made it anew would both hold a lock.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StorageBusyError("another process holds the data folder") from None
        yield
    finally:
        os.close(descriptor)
