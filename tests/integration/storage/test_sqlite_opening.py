"""Opening the data folder: settings of the connection, the process lock, faults of the files."""

import asyncio
import logging
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.matches.errors import StorageBusyError, StorageError, StorageUnwritableError
from bot.matches.models import Person
from bot.matches.ports import Stores
from bot.storage.database import DATABASE_FILE, KEY_FILE, LOCK_FILE, SqliteDatabase
from bot.storage.files import make_folder
from tests.fakes.clock import FixedClock
from tests.integration.storage.samples import (
    GUILD,
    ROBIN,
    SET,
    START,
    a_match,
    an_entry,
    finished,
    load,
    save,
)

ROOT = Path(__file__).parents[3]
PAGE = 4096

HOLD = """
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from bot.storage.database import SqliteDatabase

async def hold():
    database = await SqliteDatabase.open(Path(sys.argv[1]), clock=lambda: datetime.now(UTC))
    try:
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.read)
    finally:
        await database.close()

asyncio.run(hold())
"""


@contextmanager
def holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the database open until its input ends."""
    with subprocess.Popen(  # noqa: S603 - this very Python
        [sys.executable, "-X", "dev", "-W", "error", "-c", HOLD, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "open\n"
            yield process
        finally:
            process.kill()


@contextmanager
def child() -> Iterator[subprocess.Popen[bytes]]:
    """A child of this process that may inherit what it has open."""
    waiting = [sys.executable, "-c", "input()"]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE, close_fds=False) as process:  # noqa: S603 - this very Python
        try:
            yield process
        finally:
            process.kill()


def test_the_names_of_new_folders_are_flushed_and_those_of_old_ones_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[int] = []
    fsync = os.fsync

    def recording(descriptor: int) -> None:
        flushed.append(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", recording)
    below = tmp_path / "hedge" / "nest"
    make_folder(below)
    assert sorted(flushed) == sorted([tmp_path.stat().st_ino, below.parent.stat().st_ino])
    flushed.clear()
    make_folder(below)
    assert flushed == []


def modes(folder: Path) -> dict[str, int]:
    """Who may do what with the folder and what is in it."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


async def opens(folder: Path, clock: FixedClock) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    await database.close()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("busy_timeout", 5000),
        ("secure_delete", 1),
    ],
)
async def test_the_connection_is_set_to_lose_and_leak_nothing(
    sqlite: SqliteDatabase, name: str, value: object
) -> None:
    (row,) = await sqlite._connection.execute_fetchall(f"PRAGMA {name}")
    assert row[0] == value


async def test_every_table_is_strict(sqlite: SqliteDatabase) -> None:
    tables = await sqlite._connection.execute_fetchall(
        "SELECT name, strict FROM pragma_table_list"
        " WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'"
    )
    strict = {row["name"]: row["strict"] for row in tables}
    assert {"matches", "rounds", "rows", "results", "players", "outbox"} <= strict.keys()
    assert set(strict.values()) == {1}


async def test_the_version_of_sqlite_is_logged(
    folder: Path, clock: FixedClock, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "bot.storage"):
        await opens(folder, clock)
    assert f"SQLite {sqlite3.sqlite_version}" in caplog.messages


async def test_folder_and_files_are_made_for_their_owner_alone(
    sqlite: SqliteDatabase, folder: Path
) -> None:
    await save(sqlite, a_match("m1"))
    private = [DATABASE_FILE, f"{DATABASE_FILE}-wal", f"{DATABASE_FILE}-shm", LOCK_FILE, KEY_FILE]
    assert modes(folder) == {folder.name: 0o700} | dict.fromkeys(private, 0o600)


async def test_everything_is_there_after_a_restart(folder: Path, clock: FixedClock) -> None:
    async def work(stores: Stores) -> None:
        await stores.matches.save(a_match("running", rounds=(SET,)))
        await stores.matches.save(finished("over", {ROBIN: 3, SET.codebreaker: 5}))
        await stores.outbox.add([an_entry("e1", "over")])
        await stores.players.remember(GUILD, Person(ROBIN, "Robin", "fr"), START)

    async def everything(stores: Stores) -> list[object]:
        return [
            await stores.matches.open(guild=GUILD, player=ROBIN),
            await stores.standings.line(GUILD, ROBIN),
            await stores.outbox.owed(),
            await stores.players.locale(ROBIN),
        ]

    database = await SqliteDatabase.open(folder, clock=clock)
    await database.transact(work)
    before = await database.transact(everything)
    await database.close()
    reopened = await SqliteDatabase.open(folder, clock=clock)
    after = await reopened.transact(everything)
    await reopened.close()
    assert after == before
    assert all(after)


async def test_a_second_process_is_refused_until_the_first_is_killed(
    folder: Path, clock: FixedClock
) -> None:
    with holder(folder) as process:
        with pytest.raises(StorageBusyError):
            await opens(folder, clock)
        process.kill()
        process.wait(10)
        await opens(folder, clock)


async def test_a_second_opening_in_one_process_is_refused(
    sqlite: SqliteDatabase, folder: Path, clock: FixedClock
) -> None:
    with pytest.raises(StorageBusyError):
        await opens(folder, clock)
    await save(sqlite, a_match("m1"))


async def test_a_process_that_closes_its_database_ends_without_a_warning(folder: Path) -> None:
    with holder(folder) as process:
        output, errors = process.communicate(input="", timeout=20)
        assert (process.returncode, output, errors) == (0, "", "")


async def test_the_lock_is_free_after_closing_though_a_child_process_lives(
    folder: Path, clock: FixedClock
) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    with child() as process:
        await database.close()
        await opens(folder, clock)
        assert process.poll() is None
    assert (folder / LOCK_FILE).exists()


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, clock: FixedClock) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageUnwritableError, match="Not a directory"):
        await opens(tmp_path / "file" / "data", clock)


async def test_a_database_that_cannot_be_opened_is_told(folder: Path, clock: FixedClock) -> None:
    (folder / DATABASE_FILE).mkdir(parents=True)
    with pytest.raises(StorageUnwritableError, match="Is a directory"):
        await opens(folder, clock)


async def test_a_file_that_is_no_database_is_told_and_left_alone(
    folder: Path, clock: FixedClock
) -> None:
    (folder / DATABASE_FILE).parent.mkdir()
    (folder / DATABASE_FILE).write_bytes(b"no database " * 1000)
    for _ in range(2):
        with pytest.raises(StorageError, match="SQLITE_NOTADB"):
            await opens(folder, clock)
    assert (folder / DATABASE_FILE).read_bytes() == b"no database " * 1000


async def test_damaged_pages_are_told(folder: Path, clock: FixedClock) -> None:
    await opens(folder, clock)
    path = folder / DATABASE_FILE
    path.write_bytes(path.read_bytes()[:PAGE] + bytes(path.stat().st_size - PAGE))
    with pytest.raises(StorageError, match="SQLITE_CORRUPT"):
        await opens(folder, clock)


async def test_opening_that_is_cancelled_frees_the_lock(folder: Path, clock: FixedClock) -> None:
    for steps in range(1, 30):
        opening = asyncio.create_task(opens(folder, clock))
        for _ in range(steps):
            await asyncio.sleep(0)
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)
        await opens(folder, clock)


async def test_opening_that_is_cancelled_and_fails_is_cancelled(
    sqlite: SqliteDatabase, folder: Path, clock: FixedClock
) -> None:
    opening = asyncio.create_task(opens(folder, clock))
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening


async def test_saved_work_survives_a_killed_process(folder: Path, clock: FixedClock) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    await save(database, a_match("m1"))
    await database.close()
    with holder(folder) as process:
        process.kill()
        process.wait(10)
    reopened = await SqliteDatabase.open(folder, clock=clock)
    found = await load(reopened, "m1")
    await reopened.close()
    assert found == a_match("m1", version=1)
