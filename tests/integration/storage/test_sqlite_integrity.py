"""A damaged database is found at the start, and the newest backup is named."""

import asyncio
from pathlib import Path

import pytest

from bot.matches.errors import DamagedError
from bot.storage.database import BACKUP_FOLDER, DATABASE_FILE
from bot.storage.lock import process_lock
from tests.integration.storage.folders import (
    change,
    command,
    damage,
    files,
    fill,
    names_in,
    on_a_full_disk,
    open_as_the_bot,
    read_only,
)


@pytest.fixture
def filled(folder: Path) -> Path:
    """A data folder with a match."""
    asyncio.run(fill(folder, "m1"))
    return folder


async def test_an_index_that_lost_a_row_is_found(filled: Path) -> None:
    damage(filled / DATABASE_FILE)
    with pytest.raises(DamagedError, match="integrity check"):
        await open_as_the_bot(filled)


async def test_a_row_that_refers_to_nothing_is_found(filled: Path) -> None:
    change(filled / DATABASE_FILE, "DELETE FROM matches WHERE id = 'm1'")
    with pytest.raises(DamagedError, match="rows refer to rows"):
        await open_as_the_bot(filled)


async def test_a_damaged_database_is_not_written_to(filled: Path) -> None:
    damage(filled / DATABASE_FILE)
    change(filled / DATABASE_FILE, "PRAGMA user_version = 1")
    change(filled / DATABASE_FILE, "PRAGMA journal_mode = WAL")
    before = (filled / DATABASE_FILE).read_bytes()
    with pytest.raises(DamagedError):
        await open_as_the_bot(filled)
    assert (filled / DATABASE_FILE).read_bytes() == before


def complaint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> str:
    """What a command says that opens the database as a start does."""
    assert command(monkeypatch, folder, "migrate") == 1
    (sentence,) = capsys.readouterr().err.splitlines()
    return sentence


def test_the_newest_backup_is_named_and_not_what_a_restore_put_aside(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(filled / DATABASE_FILE)
    backups = filled / BACKUP_FOLDER
    backups.mkdir()
    for name in (
        "mastermind-20260301T120000Z",
        "before-0002-20260401T120000Z",
        "replaced-20260501T120000Z",
    ):
        (backups / f"{name}.sqlite3").touch()
    sentence = complaint(monkeypatch, capsys, filled)
    assert "integrity check finds faults" in sentence
    newest = backups / "before-0002-20260401T120000Z.sqlite3"
    assert sentence.endswith(f"python -m bot restore {newest}")
    assert "2026-04-01 12:00 UTC, " in sentence


def test_where_there_is_no_backup_this_is_said(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(filled / DATABASE_FILE)
    sentence = complaint(monkeypatch, capsys, filled)
    assert f"There is no backup in {filled / BACKUP_FOLDER}" in sentence
    assert "python -m bot restore FILE" in sentence


def test_a_full_disk_at_the_start_is_told(folder: Path) -> None:
    code, (sentence,) = on_a_full_disk(folder, "migrate", limit=65536)
    assert code == 1
    assert "on a disk with room" in sentence


def test_a_folder_that_cannot_be_written_is_told(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with read_only(filled, monkeypatch):
        assert command(monkeypatch, filled, "migrate") == 1
    (sentence,) = capsys.readouterr().err.splitlines()
    assert "that this user can write to" in sentence


async def test_leftovers_of_a_killed_restore_go_at_the_next_start(filled: Path) -> None:
    for name in ("restored.part", "restored.part-journal", "restored.sqlite3"):
        (filled / name).touch()
    assert await names_in(filled) == {"m1", "over"}
    assert files(filled, "restored.*") == set()


def test_migrate_wants_the_bot_to_be_stopped(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with process_lock(filled / "mastermind.lock"):
        assert command(monkeypatch, filled, "migrate") == 1
    assert "another process holds the data folder" in capsys.readouterr().err
