"""Data folders for what works on whole ones: filling, looking, and the commands."""

import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot import log as logging_setup
from bot.cli import main as cli
from bot.cli.backup import KEPT
from bot.cli.backup import main as backup_command
from bot.config import Settings
from bot.matches.models import Match, Phase
from bot.storage.database import BACKUP_FOLDER, DATABASE_FILE, SqliteDatabase
from bot.storage.rekey import new_key
from bot.storage.restore import restore
from tests.fakes.clock import FixedClock
from tests.integration.storage.samples import (
    ROBIN,
    SECRET,
    SET,
    WREN,
    a_match,
    an_entry,
    finished,
    load,
    rows,
    save,
)

ROOT = Path(__file__).parents[3]
AT = datetime(2026, 5, 1, 12, tzinfo=UTC)
FULL = """
import resource, sys
limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
from bot.cli.main import main
sys.exit(main(sys.argv[2:]))
"""


def running(name: str, first_source: int = 100) -> Match:
    """A match in which a sealed code is being broken."""
    played = replace(SET, rows=rows(2, first_source))
    return a_match(name, phase=Phase.BREAKING, rounds=(played,))


async def fill(folder: Path, *names: str) -> None:
    """A closed database with these running matches, and one that is over with an owed message."""
    database = await SqliteDatabase.open(folder, clock=FixedClock())
    for number, name in enumerate(names, 1):
        await save(database, running(name, number * 100))
    await save(database, finished("over", {ROBIN: 3, WREN: 5}))
    await database.transact(lambda stores: stores.outbox.add([an_entry("e1", "over")]))
    await database.close()


async def names_in(folder: Path) -> set[str]:
    """Opens the folder as the bot would, and loads every match with its code."""
    names = {name for (name,) in ask(folder / DATABASE_FILE, "SELECT id FROM matches")}
    database = await SqliteDatabase.open(folder, clock=FixedClock())
    try:
        found = [await load(database, name) for name in names]
    finally:
        await database.close()
    for match in found:
        assert match is not None
        assert match.rounds[0].secret == SECRET
        assert match.rounds[0].rows
    return {match.id for match in found if match}


def ask(path: Path, query: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def change(path: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def assert_whole(path: Path) -> None:
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]
    assert ask(path, "PRAGMA foreign_key_check") == []


def files(folder: Path, pattern: str = "*") -> set[str]:
    """The names of what is in the folder."""
    return {path.name for path in folder.glob(pattern)}


def copies(folder: Path, pattern: str = "*") -> list[Path]:
    """What is in the folder for backups, in the order of the names."""
    return sorted((folder / BACKUP_FOLDER).glob(pattern))


def damage(path: Path) -> None:
    """Take a row out of an index, which the plain reading of tables does not notice."""
    change(path, "CREATE TABLE nests (bird TEXT UNIQUE)")
    change(path, "INSERT INTO nests VALUES ('a wren in the hedge')")
    change(path, "PRAGMA journal_mode = DELETE")
    path.write_bytes(path.read_bytes().replace(b"a wren in the hedge", b"a lark in the hedge", 1))


def command(monkeypatch: pytest.MonkeyPatch, folder: Path, *arguments: object) -> int:
    """Run `python -m bot` in this process, on this folder and without a token."""
    for name in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("DATA_DIR", str(folder))
    monkeypatch.setattr(logging_setup, "set_up", lambda *_: None)
    return cli.main([str(argument) for argument in arguments])


def on_a_full_disk(folder: Path, *arguments: object, limit: int) -> tuple[int, list[str]]:
    """Exit code and complaint of a command that may write no file longer than `limit` bytes."""
    found = subprocess.run(  # noqa: S603 - this very Python
        [sys.executable, "-c", FULL, str(limit), *map(str, arguments)],
        env={"DATA_DIR": str(folder), "LOG_LEVEL": "ERROR"},
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.stdout == ""
    return found.returncode, found.stderr.splitlines()


@contextlib.contextmanager
def read_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing in the folder can be written: by its mode, or for root, by what the system says."""
    with monkeypatch.context() as patched:
        if os.geteuid():
            folder.chmod(0o500)
        else:
            _refuse_writing(folder, patched)
        yield
    folder.chmod(0o700)


def _refuse_writing(folder: Path, patched: pytest.MonkeyPatch) -> None:
    opens: Callable[..., int] = os.open
    writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT

    def refusing(path: str | Path, flags: int, *rest: int, **named: Any) -> int:
        if flags & writes and str(path).startswith(str(folder)):
            raise OSError(30, "Read-only file system", str(path))
        return opens(path, flags, *rest, **named)

    patched.setattr(os, "open", refusing)


async def open_as_the_bot(folder: Path) -> None:
    """What a start does first."""
    await (await SqliteDatabase.open(folder, clock=FixedClock())).close()


async def run_backup(folder: Path) -> None:
    """The command `backup`."""
    await backup_command(Settings(token="", data_dir=folder), keep=KEPT, to=None)


async def run_restore(folder: Path, file: Path) -> None:
    """What the command `restore` does."""
    await restore(folder, file, AT)


async def run_new_key(folder: Path) -> None:
    """What the command `new-key` does."""
    await new_key(folder, FixedClock())
