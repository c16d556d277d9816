"""The command `restore`: what it takes, what it refuses, and that nothing is lost on the way."""

import shutil
import stat
from datetime import timedelta
from pathlib import Path
from random import Random

import aiosqlite
import pytest
from cryptography.fernet import Fernet

from bot.matches.errors import KeyFileError, StorageBusyError, StorageError, UnknownSchemaError
from bot.storage.database import BACKUP_FOLDER, DATABASE_FILE, KEY_FILE, LOCK_FILE, SqliteDatabase
from bot.storage.lock import process_lock
from bot.storage.migrate import load_migrations, migrate
from bot.storage.restore import restore
from tests.fakes.clock import FixedClock
from tests.integration.storage.folders import (
    AT,
    ask,
    assert_whole,
    change,
    command,
    copies,
    damage,
    files,
    fill,
    names_in,
    on_a_full_disk,
    read_only,
    run_backup,
    run_restore,
    running,
)
from tests.integration.storage.killing import kill_after, kill_at_every_step, seconds_of
from tests.integration.storage.samples import save

OLD, NEW = {"m1", "over"}, {"m1", "m2", "over"}


@pytest.fixture
async def backup(folder: Path, tmp_path: Path) -> Path:
    """A backup outside of the folder, whose database has gone on since."""
    await fill(folder, "m1")
    await run_backup(folder)
    database = await SqliteDatabase.open(folder, clock=FixedClock())
    await save(database, running("m2", 900))
    await database.close()
    (made,) = copies(folder)
    return made.rename(tmp_path / made.name)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in the folder, but for locks and what SQLite itself needs to read."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith((".lock", "-shm", "-wal"))
    }


async def leave_in_the_log(folder: Path) -> None:
    """End like a killed bot: the last match is in the write-ahead log alone."""
    database = await SqliteDatabase.open(folder, clock=FixedClock())
    await save(database, running("m3", 1900))
    log = (folder / f"{DATABASE_FILE}-wal").read_bytes()
    main = (folder / DATABASE_FILE).read_bytes()
    await database.close()
    (folder / DATABASE_FILE).write_bytes(main)
    (folder / f"{DATABASE_FILE}-wal").write_bytes(log)


async def test_the_backup_takes_the_place_of_the_database_which_stays_as_a_copy(
    backup: Path, folder: Path
) -> None:
    assert await names_in(folder) == NEW
    restored = await restore(folder, backup, AT)
    assert restored.contents.matches == len(OLD)
    assert restored.replaced == folder / BACKUP_FOLDER / "replaced-20260501T120000Z.sqlite3"
    assert await names_in(folder) == OLD
    await restore(folder, restored.replaced, AT)
    assert await names_in(folder) == NEW
    assert stat.S_IMODE((folder / DATABASE_FILE).stat().st_mode) == 0o600


async def test_no_log_of_the_old_database_gets_into_the_new_one(backup: Path, folder: Path) -> None:
    await leave_in_the_log(folder)
    restored = await restore(folder, backup, AT)
    assert not (folder / f"{DATABASE_FILE}-wal").exists()
    assert not (folder / f"{DATABASE_FILE}-shm").exists()
    assert await names_in(folder) == OLD
    assert restored.replaced is not None
    assert ask(restored.replaced, "SELECT COUNT(*) FROM matches WHERE id = 'm3'") == [(1,)]


async def test_a_damaged_database_is_kept_byte_by_byte_with_its_log(
    backup: Path, folder: Path
) -> None:
    await leave_in_the_log(folder)
    log = (folder / f"{DATABASE_FILE}-wal").read_bytes()
    (folder / DATABASE_FILE).write_bytes(b"no database " * 1000)
    restored = await restore(folder, backup, AT)
    assert restored.replaced is not None
    assert restored.replaced.read_bytes() == b"no database " * 1000
    assert restored.replaced.with_name(f"{restored.replaced.name}-wal").read_bytes() == log
    assert await names_in(folder) == OLD


async def test_a_database_with_a_broken_index_is_kept_and_replaced(
    backup: Path, folder: Path
) -> None:
    damage(folder / DATABASE_FILE)
    before = (folder / DATABASE_FILE).read_bytes()
    restored = await restore(folder, backup, AT)
    assert restored.replaced is not None
    assert restored.replaced.read_bytes() == before
    assert await names_in(folder) == OLD


async def test_a_folder_without_a_database_gets_one(backup: Path, folder: Path) -> None:
    (folder / DATABASE_FILE).unlink()
    assert (await restore(folder, backup, AT)).replaced is None
    assert await names_in(folder) == OLD


async def test_only_the_newest_five_replaced_databases_stay(backup: Path, folder: Path) -> None:
    for second in range(7):
        await restore(folder, backup, AT + timedelta(seconds=second))
    assert [path.name for path in copies(folder)] == [
        f"replaced-20260501T12000{second}Z.sqlite3" for second in range(2, 7)
    ]


async def test_a_running_bot_keeps_its_database(backup: Path, folder: Path) -> None:
    before = contents(folder)
    with process_lock(folder / LOCK_FILE), pytest.raises(StorageBusyError, match="data folder"):
        await restore(folder, backup, AT)
    assert contents(folder) == before


async def test_a_file_that_does_not_fit_is_refused_and_nothing_changes(
    backup: Path, folder: Path, tmp_path: Path
) -> None:
    before = contents(folder)
    broken = {
        name: Path(shutil.copy(backup, tmp_path / name)) for name in ("a", "b", "c", "d", "e")
    }
    broken["a"].write_bytes(b"no database " * 1000)
    damage(broken["b"])
    change(broken["c"], "DELETE FROM matches WHERE id = 'm1'")
    change(broken["d"], "PRAGMA user_version = 999")
    change(broken["e"], "DROP TABLE rows")
    change(broken["e"], "DROP TABLE rounds")
    for name, kind, words in (
        ("a", StorageError, "no database"),
        ("b", StorageError, "integrity check"),
        ("c", StorageError, "rows refer to rows"),
        ("d", UnknownSchemaError, "schema 999"),
        ("e", StorageError, "no database of this bot"),
        ("none", StorageError, "there is no database"),
    ):
        with pytest.raises(kind, match=words):
            await restore(folder, tmp_path / name, AT)
        assert contents(folder) == before, name


async def test_a_backup_whose_codes_the_key_does_not_open_is_refused(
    backup: Path, folder: Path
) -> None:
    key = (folder / KEY_FILE).read_bytes()
    (folder / KEY_FILE).write_bytes(Fernet.generate_key())
    before = contents(folder)
    with pytest.raises(KeyFileError, match="does not fit"):
        await restore(folder, backup, AT)
    assert contents(folder) == before
    (folder / KEY_FILE).unlink()
    with pytest.raises(KeyFileError, match="missing"):
        await restore(folder, backup, AT)
    (folder / KEY_FILE).write_bytes(key)
    (folder / KEY_FILE).chmod(0o600)
    await restore(folder, backup, AT)


async def test_one_code_among_many_that_the_key_does_not_open_is_enough(
    backup: Path, folder: Path
) -> None:
    foreign = Fernet(Fernet.generate_key()).encrypt(b"a code").decode()
    change(
        backup,
        "INSERT INTO rounds (match_id, number, codemaker, codebreaker, commitment, sealed,"
        " unreadable_noted) VALUES ('over', 3, 11, 12, 'c', ?, 0)",
        foreign,
    )
    with pytest.raises(KeyFileError, match="does not fit"):
        await restore(folder, backup, AT)


async def test_a_backup_of_an_older_schema_is_brought_up_to_date_by_the_next_start(
    folder: Path, tmp_path: Path
) -> None:
    steps, old = load_migrations(), tmp_path / "old.sqlite3"
    async with aiosqlite.connect(old, isolation_level=None) as connection:
        await migrate(connection, tmp_path, AT, steps[:1])
    restored = await restore(folder, old, AT)
    assert restored.contents.schema == 1
    assert await names_in(folder) == set()
    assert ask(folder / DATABASE_FILE, "PRAGMA user_version") == [(len(steps),)]


async def test_a_restore_killed_at_any_step_leaves_the_old_database_or_the_new(
    backup: Path, folder: Path, tmp_path: Path
) -> None:
    await leave_in_the_log(folder)
    fresh, seen = Path(shutil.copytree(folder, tmp_path / "fresh")), set()
    for _ in kill_at_every_step(folder, run_restore, backup):
        names = await names_in(folder)
        assert names in (OLD, NEW | {"m3"})
        seen.add(len(names))
        assert_whole(folder / DATABASE_FILE)
        assert files(folder, "restored.*") == set()
        shutil.rmtree(folder)
        shutil.copytree(fresh, folder)
    assert seen == {len(OLD), len(NEW) + 1}


@pytest.mark.parametrize("seed", range(3))
async def test_a_restore_killed_at_any_moment_leaves_the_old_database_or_the_new(
    backup: Path, folder: Path, seed: int
) -> None:
    longest, chance = seconds_of(folder, run_restore, backup), Random(seed)
    await restore(folder, copies(folder)[0], AT)
    for _ in range(4):
        kill_after(chance.uniform(0, longest), folder, run_restore, backup)
        assert await names_in(folder) in (OLD, NEW)


async def test_a_damaged_database_is_never_lost_when_its_restore_is_killed(
    backup: Path, folder: Path
) -> None:
    garbage = b"no database " * 1000
    (folder / DATABASE_FILE).write_bytes(garbage)
    for _ in kill_at_every_step(folder, run_restore, backup):
        whole = (folder / DATABASE_FILE).read_bytes()
        assert whole == garbage or ask(folder / DATABASE_FILE, "PRAGMA quick_check") == [("ok",)]
        assert whole == garbage or any(path.read_bytes() == garbage for path in copies(folder))
        (folder / DATABASE_FILE).write_bytes(garbage)
    assert await names_in(folder) == OLD


def told(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    found = capsys.readouterr()
    return found.out, found.err


def test_the_command_says_what_was_restored_and_how_old_it_is(
    backup: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    old = backup.rename(backup.with_name("mastermind-20260501T120000Z.sqlite3"))
    assert command(monkeypatch, folder, "restore", old) == 0
    first, second = told(capsys)[0].splitlines()
    assert first.startswith(f"Restored {old} (2026-05-01 12:00 UTC, ")
    assert first.endswith(" old), with 2 matches.")
    assert "replaced-" in second


def test_the_command_says_why_a_file_is_refused(
    backup: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    backup.write_bytes(b"no database " * 1000)
    assert command(monkeypatch, folder, "restore", backup) == 1
    out, complaint = told(capsys)
    assert out == ""
    (sentence,) = complaint.splitlines()
    assert sentence.startswith(f"{backup} cannot be restored: ")
    assert sentence.endswith("Nothing was changed.")


def test_the_command_says_that_a_bot_runs(
    backup: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with process_lock(folder / LOCK_FILE):
        assert command(monkeypatch, folder, "restore", backup) == 1
    assert "another process holds the data folder" in told(capsys)[1]


def test_a_full_disk_is_told_and_the_database_stays(backup: Path, folder: Path) -> None:
    before = contents(folder)
    code, (sentence,) = on_a_full_disk(folder, "restore", backup, limit=65536)
    assert code == 1
    assert "on a disk with room" in sentence
    assert contents(folder) == before


def test_a_folder_that_cannot_be_written_is_told(
    backup: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with read_only(folder, monkeypatch):
        assert command(monkeypatch, folder, "restore", backup) == 1
    (sentence,) = told(capsys)[1].splitlines()
    assert "that this user can write to" in sentence
