"""Files and folders that last: made for their owner alone, and flushed so that names stay."""

import os
import shutil
from itertools import takewhile
from pathlib import Path


def make_folder(folder: Path) -> None:
    """Make the folder, and those above it, unless it is there; only its owner may look inside."""
    new = [*takewhile(lambda one: not one.exists(), (folder, *folder.parents))]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for made in new:
        flush_folder(made.parent)


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


def finish_file(unfinished: Path, path: Path) -> None:
    """Give a file that is whole its name, replacing what had it; a crash leaves either."""
    descriptor = os.open(unfinished, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    unfinished.rename(path)
    flush_folder(path.parent)


def replace_file(path: Path, content: bytes) -> None:
    """Write the whole file for its owner alone; a crash leaves the old content or the new."""
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    make_file(unfinished)
    unfinished.write_bytes(content)
    finish_file(unfinished, path)


def copy_file(source: Path, target: Path) -> None:
    """Copy the bytes for the owner alone; the name appears when the copy is whole."""
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    make_file(unfinished)
    shutil.copyfile(source, unfinished)
    finish_file(unfinished, target)


def remove_files(folder: Path, pattern: str) -> None:
    """Delete what matches, such as the leftovers of a killed process."""
    for path in folder.glob(pattern):
        path.unlink(missing_ok=True)
