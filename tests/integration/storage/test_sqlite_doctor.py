"""The command `doctor`: one view of everything, and exit code 1 when something is wrong."""

import asyncio
import shutil
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from bot.storage.database import BACKUP_FOLDER, DATABASE_FILE, KEY_FILE, LOCK_FILE
from bot.storage.lock import process_lock
from tests.integration.storage.folders import change, command, damage, fill
from tests.integration.storage.killing import CONTEXT, PATIENCE

Examined = tuple[int, dict[str, str], str]
Usage = namedtuple("Usage", "total used free")  # noqa: PYI024 - as shutil has it


@pytest.fixture
def filled(folder: Path) -> Path:
    """A data folder with two open matches and one that is over."""
    asyncio.run(fill(folder, "m1", "m2"))
    return folder


@pytest.fixture
def examine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[Path], Examined]:
    """Runs the command; its exit code, the lines of its view by their names, its complaint."""

    def run(folder: Path) -> Examined:
        code = command(monkeypatch, folder, "doctor")
        told = capsys.readouterr()
        lines = [line.split("  ", 1) for line in told.out.splitlines() if "  " in line]
        return code, {name: value.strip() for name, value in lines}, told.err

    return run


def hold(folder: Path, ready: "CONTEXT.Event", done: "CONTEXT.Event") -> None:  # type: ignore[name-defined]
    with process_lock(folder / LOCK_FILE):
        ready.set()
        done.wait(PATIENCE)


def test_all_is_well(filled: Path, examine: Callable[[Path], Examined]) -> None:
    made = filled / BACKUP_FOLDER / "mastermind-20260501T120000Z.sqlite3"
    made.parent.mkdir()
    made.touch()
    code, view, complaint = examine(filled)
    assert (code, complaint) == (0, "")
    assert view["DATA_DIR"] == str(filled)
    assert view["bot"] == "not running"
    assert view["database"].startswith("whole, schema ")
    assert view["database"].endswith("3 matches, 2 of them open")
    assert view["key file"] == "mode 600, 1 key, opens 2 sealed codes"
    assert view["backups mastermind"].startswith("1, the newest 2026-05-01 12:00 UTC, ")
    assert view["backups before"] == "0"


def test_nothing_is_changed_and_no_key_or_token_is_shown(
    filled: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = {path.name: path.read_bytes() for path in filled.iterdir()}
    assert command(monkeypatch, filled, "doctor") == 0
    said = capsys.readouterr().out
    after = {path.name: path.read_bytes() for path in filled.iterdir()}
    for ending in ("-wal", "-shm"):  # SQLite's own, without which nobody can read
        after.pop(f"{DATABASE_FILE}{ending}", None)
    assert after == before
    assert before[KEY_FILE].decode().strip() not in said


def test_a_bot_that_runs_is_seen_and_left_alone(
    filled: Path, examine: Callable[[Path], Examined]
) -> None:
    ready, done = CONTEXT.Event(), CONTEXT.Event()
    process = CONTEXT.Process(target=hold, args=(filled, ready, done))
    process.start()
    try:
        assert ready.wait(PATIENCE)
        code, view, _ = examine(filled)
    finally:
        done.set()
        process.join(PATIENCE)
    assert (code, view["bot"]) == (0, "running")


@pytest.mark.parametrize(
    ("spoil", "part", "words"),
    [
        (lambda folder: damage(folder / DATABASE_FILE), "database", "integrity check"),
        (
            lambda folder: change(folder / DATABASE_FILE, "DELETE FROM matches WHERE id = 'm1'"),
            "database",
            "rows refer to rows",
        ),
        (
            lambda folder: change(folder / DATABASE_FILE, "PRAGMA user_version = 999"),
            "database",
            "schema 999",
        ),
        (
            lambda folder: (folder / DATABASE_FILE).write_bytes(b"no database " * 1000),
            "database",
            "SQLITE_NOTADB",
        ),
        (lambda folder: (folder / DATABASE_FILE).unlink(), "database", "there is no database"),
        (lambda folder: (folder / KEY_FILE).unlink(), "key file", "missing"),
        (lambda folder: (folder / KEY_FILE).chmod(0o644), "key file", "by others"),
        (
            lambda folder: (folder / KEY_FILE).write_bytes(Fernet.generate_key()),
            "key file",
            "does not fit",
        ),
    ],
)
def test_what_is_wrong_is_told(
    filled: Path,
    examine: Callable[[Path], Examined],
    spoil: Callable[[Path], object],
    part: str,
    words: str,
) -> None:
    spoil(filled)
    code, view, complaint = examine(filled)
    assert code == 1
    assert view[part].startswith("WRONG: ")
    assert words in view[part]
    assert complaint == f"Something is wrong: {part}.\n"


def test_a_disk_without_room_for_a_backup_is_wrong(
    filled: Path, examine: Callable[[Path], Examined], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10**9, 10**9 - 10**6, 10**6))
    code, view, _ = examine(filled)
    assert code == 1
    assert view["free disk space"].startswith("WRONG: 1.0 MB, and a backup needs 5")
