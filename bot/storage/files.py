"""Files and folders that last: made for their owner alone, and flushed so that names stay."""

import os
from pathlib import Path


def make_folder(folder: Path) -> None:
    """Make the folder, and those above it, unless it is there; only its owner may look inside."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make the file unless it is there, for its owner alone; OSError when it cannot be written."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))


def flush_folder(folder: Path) -> None:
    """Write the folder's list of names to the disk; flushing a file alone does not."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
