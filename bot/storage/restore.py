"""Putting a backup in the place of the database: at every moment one of them is there, whole."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import aiosqlite

from bot.matches.errors import DamagedError
from bot.storage.backup import (
    COMPANIONS,
    KEPT_UNASKED,
    Kind,
    back_up,
    keep_newest,
    make_backup,
    new_name,
)
from bot.storage.checks import reading
from bot.storage.contents import Contents, contents_of
from bot.storage.database import (
    BACKUP_FOLDER,
    DATABASE_FILE,
    KEY_FILE,
    LOCK_FILE,
    RESTORED_FILE,
    RESTORED_FILES,
)
from bot.storage.faults import file_faults, sqlite_faults
from bot.storage.files import copy_file, flush_folder, make_folder, remove_files
from bot.storage.lock import process_lock
from bot.storage.sealing import load_sealer


@dataclass(frozen=True, slots=True)
class Restored:
    """What is in place now, and where the database is that was there before."""

    contents: Contents
    replaced: Path | None


async def restore(folder: Path, file: Path, at: datetime) -> Restored:
    """Make a copy of this file the data folder's database; `at` names what it replaces.

    Nothing is changed unless the file is a whole database of this bot, no newer than it, and the
    key file opens its sealed codes. Raises StorageBusyError while a bot runs on the folder,
    StorageUnwritableError, or another StorageError that says what the file lacks.
    """
    present, new = folder / DATABASE_FILE, folder / RESTORED_FILE
    with file_faults(), sqlite_faults():
        make_folder(folder)
        with process_lock(folder / LOCK_FILE):
            try:
                contents = await _fetch(file, new, folder / KEY_FILE)
                there = _exists(present)
                replaced = await _put_aside(present, folder / BACKUP_FOLDER, at) if there else None
                _swap(new, present)
            finally:
                remove_files(folder, RESTORED_FILES)
    return Restored(contents, replaced)


async def _fetch(file: Path, new: Path, key_file: Path) -> Contents:
    """Copy the file beside the database, so that what was checked is what is then used."""
    async with reading(file) as source:
        await back_up(source, new)
    async with reading(new) as copy:
        contents = await contents_of(copy)
    if contents.sealed:
        load_sealer(key_file).check(contents.sealed)
    return contents


async def _put_aside(present: Path, folder: Path, at: datetime) -> Path:
    """Copy the present database; it stays in its place until the swap."""
    try:
        with sqlite_faults():
            async with reading(present) as source:
                replaced = await make_backup(source, folder, Kind.REPLACED, at, KEPT_UNASKED)
            async with aiosqlite.connect(present, isolation_level=None) as connection:
                # From here on it is one file, so one renaming replaces it.
                await connection.execute_fetchall("PRAGMA journal_mode = DELETE")
    except DamagedError:
        return _copy_bytes(present, folder, at)
    return replaced


def _exists(path: Path) -> bool:
    """Asked here and not in the coroutine, where the check of async code allows no file access."""
    return path.exists()


def _copy_bytes(present: Path, folder: Path, at: datetime) -> Path:
    """Copy a damaged database as it is, for whoever may still get something out of it."""
    replaced = new_name(folder, Kind.REPLACED, at)
    for ending in (*COMPANIONS, ""):
        source = present.with_name(f"{present.name}{ending}")
        if source.exists():
            copy_file(source, replaced.with_name(f"{replaced.name}{ending}"))
    keep_newest(folder, Kind.REPLACED, KEPT_UNASKED, replaced)
    return replaced


def _swap(new: Path, present: Path) -> None:
    # SQLite would write an old log into the new file.
    for ending in COMPANIONS:
        present.with_name(f"{present.name}{ending}").unlink(missing_ok=True)
    flush_folder(present.parent)
    new.rename(present)
    flush_folder(present.parent)
