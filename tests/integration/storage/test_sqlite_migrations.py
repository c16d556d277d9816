"""Migrations: all or nothing, with a good backup before."""

import contextlib
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.matches.errors import StorageError, UnknownSchemaError
from bot.storage import database as database_module
from bot.storage.backup import back_up
from bot.storage.database import BACKUP_FOLDER, DATABASE_FILE, SqliteDatabase
from bot.storage.migrate import MIGRATIONS, Migration, load_migrations, migrate
from tests.fakes.clock import FixedClock
from tests.integration.storage.samples import START, a_match, load, save

ROOT = Path(__file__).parents[3]
FIRST = Migration(1, ("CREATE TABLE birds (name TEXT) STRICT", "INSERT INTO birds VALUES ('wren')"))
SECOND = Migration(2, ("ALTER TABLE birds ADD COLUMN colour TEXT", "DELETE FROM birds"))
FAULTY = Migration(2, (*SECOND.statements, "INSERT INTO nowhere VALUES (1)"))
BACKUP = "before-0002-20260501T120000Z.sqlite3"

KILLED = """
import asyncio, os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
import aiosqlite
from bot.storage.migrate import Migration, migrate

async def run(folder):
    async with aiosqlite.connect(folder / "birds.sqlite3", isolation_level=None) as connection:
        await connection.create_function("die", 0, lambda: os.kill(os.getpid(), signal.SIGKILL))
        steps = (Migration(1, ()), Migration(2, ("DELETE FROM birds", "SELECT die()")))
        await migrate(connection, folder, datetime(2026, 5, 1, 12, tzinfo=UTC), steps)

asyncio.run(run(Path(sys.argv[1])))
"""


@pytest.fixture
async def birds(tmp_path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """A database at the first step."""
    path = tmp_path / "birds.sqlite3"
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await migrate(connection, tmp_path, START, [FIRST])
        yield connection


def ask(path: Path, query: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def assert_untouched(path: Path) -> None:
    """The database is whole, and as the first step leaves it."""
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]
    assert ask(path, "PRAGMA user_version") == [(1,)]
    assert ask(path, "SELECT * FROM birds") == [("wren",)]


def backups(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("before-*")]


def exit_code_of_migration_that_dies(folder: Path) -> int:
    command = [sys.executable, "-c", KILLED, str(folder)]
    return subprocess.run(command, cwd=ROOT, check=False, timeout=20).returncode  # noqa: S603 - this very Python


async def test_a_new_database_needs_no_backup(birds: aiosqlite.Connection, tmp_path: Path) -> None:
    assert_untouched(tmp_path / "birds.sqlite3")
    assert backups(tmp_path) == []


async def test_pending_steps_are_taken_once_after_a_backup(
    birds: aiosqlite.Connection, tmp_path: Path
) -> None:
    for _ in range(2):
        await migrate(birds, tmp_path, START, [FIRST, SECOND])
    assert ask(tmp_path / "birds.sqlite3", "PRAGMA user_version") == [(2,)]
    assert ask(tmp_path / "birds.sqlite3", "SELECT name, colour FROM birds") == []
    assert backups(tmp_path) == [BACKUP]
    assert_untouched(tmp_path / BACKUP)


async def test_a_faulty_statement_leaves_the_old_schema_and_a_good_backup(
    birds: aiosqlite.Connection, tmp_path: Path
) -> None:
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        await migrate(birds, tmp_path, START, [FIRST, FAULTY])
    assert_untouched(tmp_path / "birds.sqlite3")
    assert_untouched(tmp_path / BACKUP)
    await migrate(birds, tmp_path, START, [FIRST, SECOND])
    assert ask(tmp_path / "birds.sqlite3", "PRAGMA user_version") == [(2,)]


async def test_a_process_killed_in_a_migration_leaves_the_old_schema_and_a_good_backup(
    birds: aiosqlite.Connection, tmp_path: Path
) -> None:
    await birds.close()
    assert exit_code_of_migration_that_dies(tmp_path) == -signal.SIGKILL
    assert_untouched(tmp_path / "birds.sqlite3")
    assert_untouched(tmp_path / BACKUP)


async def test_steps_that_break_a_reference_are_undone(
    birds: aiosqlite.Connection, tmp_path: Path
) -> None:
    broken = Migration(
        2,
        (
            "CREATE TABLE nests (bird INTEGER REFERENCES birds (rowid)) STRICT",
            "INSERT INTO nests VALUES (404)",
        ),
    )
    keyed = Migration(1, ("CREATE TABLE birds (rowid INTEGER PRIMARY KEY) STRICT",))
    async with aiosqlite.connect(tmp_path / "nests.sqlite3", isolation_level=None) as nests:
        with pytest.raises(StorageError, match="refer"):
            await migrate(nests, tmp_path, START, [keyed, broken])
    assert ask(tmp_path / "nests.sqlite3", "SELECT name FROM sqlite_schema") == []


async def test_a_newer_schema_is_refused_and_left_alone(folder: Path, clock: FixedClock) -> None:
    await (await SqliteDatabase.open(folder, clock=clock)).close()
    with contextlib.closing(sqlite3.connect(folder / DATABASE_FILE)) as connection:
        connection.execute("PRAGMA user_version = 999")
    with pytest.raises(UnknownSchemaError, match="999"):
        await SqliteDatabase.open(folder, clock=clock)
    assert ask(folder / DATABASE_FILE, "PRAGMA user_version") == [(999,)]


async def test_the_bot_opens_again_with_the_old_steps_after_a_faulty_one(
    folder: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    match = await save(database, a_match("m1"))
    await database.close()
    steps = load_migrations()
    faulty = Migration(len(steps) + 1, ("DELETE FROM matches", "INSERT INTO nowhere VALUES (1)"))
    with monkeypatch.context() as patched:
        patched.setattr(database_module, "load_migrations", lambda: (*steps, faulty))
        with pytest.raises(StorageError, match="SQLITE_ERROR"):
            await SqliteDatabase.open(folder, clock=clock)
    reopened = await SqliteDatabase.open(folder, clock=clock)
    try:
        assert await load(reopened, "m1") == match
    finally:
        await reopened.close()
    (backup,) = (folder / BACKUP_FOLDER).iterdir()
    assert ask(backup, "SELECT id FROM matches") == [("m1",)]


async def test_results_that_were_posted_are_looked_for_where_they_belonged_then(
    tmp_path: Path,
) -> None:
    path, steps = tmp_path / "old.sqlite3", load_migrations()
    with_channel = {"guild": 1, "rounds": 2, "preset": "classic", "daily_channel": 7}
    times = ("challenge_life", "turn_limit", "challenges_each", "matches_each", "matches_here")
    with_channel |= {**dict.fromkeys(times, 1), "pause": 0}
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await migrate(connection, tmp_path, START, steps[:7])
        names = ", ".join(with_channel)
        values = ", ".join(f":{name}" for name in with_channel)
        await connection.execute(f"INSERT INTO servers ({names}) VALUES ({values})", with_channel)  # noqa: S608 - our names
        await connection.executescript(
            "INSERT INTO daily_days (guild, day, preset, ends_at, settled_at, message) VALUES "
            "(1, '2026-05-01', 'classic', 1, 2, 5), (1, '2026-05-02', 'classic', 1, 2, NULL), "
            "(2, '2026-05-01', 'classic', 1, 2, 6), (2, '2026-05-02', 'classic', 1, NULL, NULL)"
        )
        await migrate(connection, tmp_path, START, steps)
    found = ask(path, "SELECT channel, message FROM daily_days ORDER BY guild, day")
    assert found == [(7, 5), (None, None), (None, None), (None, None)]


async def test_a_backup_of_a_database_in_use_is_one_whole_file(
    sqlite: SqliteDatabase, tmp_path: Path
) -> None:
    await save(sqlite, a_match("m1"))
    target = tmp_path / "copies" / "now.sqlite3"
    target.parent.mkdir()
    target.with_suffix(".part").write_bytes(b"left by a crash")
    await back_up(sqlite._connection, target)
    assert [path.name for path in target.parent.iterdir()] == [target.name]
    assert ask(target, "PRAGMA journal_mode") == [("delete",)]
    assert ask(target, "SELECT id FROM matches") == [("m1",)]


async def test_a_backup_of_a_damaged_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "birds.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE birds (name TEXT UNIQUE)")
        connection.execute("INSERT INTO birds VALUES ('wren')")
        connection.commit()
    path.write_bytes(path.read_bytes().replace(b"wren", b"lark", 1))
    async with aiosqlite.connect(path) as damaged:
        with pytest.raises(StorageError, match="damaged"):
            await back_up(damaged, tmp_path / "copies" / "now.sqlite3")
    assert not (tmp_path / "copies" / "now.sqlite3").exists()


def test_the_steps_are_numbered_from_one_without_gaps() -> None:
    steps = load_migrations()
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert len(steps) == len(list(MIGRATIONS.iterdir()))


def test_statements_end_where_sqlite_says(tmp_path: Path) -> None:
    (tmp_path / "0002_second.sql").write_text("DELETE FROM birds;\n")
    (tmp_path / "0001_first.sql").write_text(
        "-- A comment; with a semicolon.\n"
        "INSERT INTO birds VALUES ('one;\ntwo');\n"
        "CREATE TRIGGER t AFTER INSERT ON birds BEGIN\n  DELETE FROM birds;\nEND;\n"
    )
    first, second = load_migrations(tmp_path)
    assert [statement.splitlines()[-1] for statement in first.statements] == ["two');", "END;"]
    assert second == Migration(2, ("DELETE FROM birds;\n",))
