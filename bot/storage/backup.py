"""Whole copies of the database, made while it is in use, and how long they stay."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

import aiosqlite

from bot.storage.checks import check_whole
from bot.storage.files import finish_file, make_file, make_folder, remove_files

KEPT_UNASKED = 5
"""How many copies of a kind stay that nobody asked for."""
LONGEST = timedelta(days=90)
"""After this such a copy goes, once there is a newer backup."""
COMPANIONS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file, under its name with one of these endings."""

_STAMP = "%Y%m%dT%H%M%SZ"


class Kind(StrEnum):
    """Why a copy was made: the first word of its name."""

    ASKED = "mastermind"
    """By the command `backup`."""
    UPGRADE = "before"
    """Before the schema changed."""
    REPLACED = "replaced"
    """What a restore put aside, perhaps damaged."""


_NAME = re.compile(rf"({'|'.join(Kind)})(?:-\d+)?-(\d{{8}}T\d{{6}}Z)\.sqlite3")


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy that is whole."""

    path: Path
    kind: Kind
    made_at: datetime


def backups(folder: Path, *kinds: Kind) -> list[Backup]:
    """The copies of these kinds in the folder, newest first; other files are left out."""
    found = [backup for backup in _named(folder) if backup.kind in kinds]
    return sorted(found, key=lambda backup: backup.made_at, reverse=True)


def made_at(path: Path) -> datetime | None:
    """The time in the name of a backup; None when there is none."""
    if name := _NAME.fullmatch(path.name):
        with suppress(ValueError):  # no such day
            return datetime.strptime(name[2], _STAMP).replace(tzinfo=UTC)
    return None


async def back_up(source: aiosqlite.Connection, target: Path) -> None:
    """Copy the database to `target`, one file that needs no other, and check the copy.

    The name appears when the copy is whole. Raises DamagedError when the check finds a fault,
    sqlite3.Error or OSError when the copy cannot be written; nothing of it stays then.
    """
    make_folder(target.parent)
    unfinished = target.with_suffix(".part")
    remove_files(target.parent, f"{unfinished.name}*")
    try:
        make_file(unfinished)
        async with aiosqlite.connect(unfinished, isolation_level=None) as copy:
            await source.backup(copy)
            # The copy says of itself that it has a write-ahead log, like its source.
            await copy.execute_fetchall("PRAGMA journal_mode = DELETE")
            await check_whole(copy)
        finish_file(unfinished, target)
    finally:
        remove_files(target.parent, f"{unfinished.name}*")


async def make_backup(
    source: aiosqlite.Connection, folder: Path, stem: str, at: datetime, keep: int
) -> Path:
    """Back up to `<stem>-<time>.sqlite3`, and keep only the newest `keep` copies of its kind.

    `stem` begins with a Kind. Two at a time would delete each other's unfinished files, so the
    caller holds a lock. Raises as `back_up` does.
    """
    kind = Kind(stem.partition("-")[0])
    remove_files(folder, f"{kind}-*.part*")
    made = new_name(folder, stem, at)
    await back_up(source, made)
    keep_newest(folder, kind, keep, made)
    return made


def new_name(folder: Path, stem: str, at: datetime) -> Path:
    """A name with this time, or with the next that is free: no copy replaces another."""
    while (path := folder / f"{stem}-{at:{_STAMP}}.sqlite3").exists():
        at += timedelta(seconds=1)
    return path


def keep_newest(folder: Path, kind: Kind, keep: int, made: Path) -> None:
    """Delete all but `made` and the newest `keep - 1` others, whatever the clock says."""
    others = [backup for backup in backups(folder, kind) if backup.path != made]
    for backup in others[keep - 1 :]:
        _delete(backup)


def delete_outdated(folder: Path, at: datetime) -> None:
    """Delete what nobody asked for and is older than LONGEST."""
    for backup in backups(folder, Kind.UPGRADE, Kind.REPLACED):
        if at - backup.made_at > LONGEST:
            _delete(backup)


def _delete(backup: Backup) -> None:
    for ending in (*COMPANIONS, ""):
        backup.path.with_name(f"{backup.path.name}{ending}").unlink(missing_ok=True)


def _named(folder: Path) -> Iterator[Backup]:
    for path in folder.glob("*.sqlite3"):
        name, at = _NAME.fullmatch(path.name), made_at(path)
        if name and at:
            yield Backup(path, Kind(name[1]), at)
