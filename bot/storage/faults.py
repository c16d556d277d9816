"""The errors of SQLite and of the file system in the words of the domain.

No message names a value of a row. SQLite's own texts, which stay the cause, name columns at most.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from bot.matches.errors import (
    DamagedError,
    StorageBusyError,
    StorageError,
    StorageUnwritableError,
)

_PRIMARY = 0xFF
"""SQLite's extended result codes carry the plain one in their lowest byte."""
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_UNWRITABLE = frozenset(
    {
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def as_storage_error(error: sqlite3.Error) -> StorageError:
    """The domain's error of the same kind, with SQLite's name for it."""
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY
    if primary in _BUSY:
        return StorageBusyError(f"another process holds the database ({name})")
    if primary in _UNWRITABLE:
        return StorageUnwritableError(f"the database cannot be written ({name})")
    if primary in _DAMAGED:
        return DamagedError(f"the database file is damaged or no database ({name})")
    return StorageError(f"the database refused ({name})")


@contextmanager
def sqlite_faults() -> Iterator[None]:
    """Turn every SQLite error inside into a StorageError."""
    try:
        yield
    except sqlite3.Error as error:
        raise as_storage_error(error) from error


@contextmanager
def file_faults() -> Iterator[None]:
    """Turn every error of the file system inside into a StorageUnwritableError."""
    try:
        yield
    except OSError as error:
        raise StorageUnwritableError(f"the data folder cannot be used ({error})") from error
