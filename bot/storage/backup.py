"""Whole copies of the database, made while it is in use."""

from pathlib import Path

import aiosqlite

from bot.matches.errors import StorageError
from bot.storage.files import flush_folder, make_folder


async def back_up(source: aiosqlite.Connection, target: Path) -> None:
    """Copy the database to `target`, one file that needs no other, and check the copy.

    The name appears when the copy is whole. Raises StorageError when the check finds a fault,
    sqlite3.Error or OSError when the copy cannot be written.
    """
    make_folder(target.parent)
    unfinished = target.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    async with aiosqlite.connect(unfinished, isolation_level=None) as copy:
        await source.backup(copy)
        # The copy says of itself that it has a write-ahead log, like its source.
        await copy.execute_fetchall("PRAGMA journal_mode = DELETE")
        verdict = await copy.execute_fetchall("PRAGMA integrity_check")
    if [row[0] for row in verdict] != ["ok"]:
        raise StorageError(f"the backup {target.name} is damaged")
    unfinished.rename(target)
    flush_folder(target.parent)
