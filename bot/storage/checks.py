"""Looking at a database file without changing it."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite

from bot.matches.errors import DamagedError, StorageError


@asynccontextmanager
async def reading(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """A connection that cannot write; works beside a bot that does, and after a crash.

    Raises StorageError when there is no such file, OSError or sqlite3.Error otherwise.
    """
    async with aiosqlite.connect(_address(path), uri=True, isolation_level=None) as connection:
        yield connection


async def check_whole(connection: aiosqlite.Connection) -> None:
    """Raise DamagedError when SQLite finds a fault, or rows that refer to rows that are not there.

    A file of 100 MB, some 35,000 matches, takes about 2.5 seconds. `quick_check` would save one
    of them, but it does not see an index that has lost a row.
    """
    (verdict,) = await connection.execute_fetchall("PRAGMA integrity_check(1)")
    if verdict[0] != "ok":
        raise DamagedError("the database is damaged: SQLite's integrity check finds faults")
    if list(await connection.execute_fetchall("PRAGMA foreign_key_check")):
        raise DamagedError("the database is damaged: rows refer to rows that are not there")


def must_exist(path: Path) -> None:
    """Raise StorageError when there is no such file: DATA_DIR may be the wrong one."""
    if not path.exists():
        raise StorageError(f"there is no database {path}")


def _address(path: Path) -> str:
    must_exist(path)
    # Beforehand, because aiosqlite leaves its thread behind when it cannot connect.
    os.close(os.open(path, os.O_RDONLY | os.O_CLOEXEC))
    return f"{path.resolve().as_uri()}?mode=ro"
