"""The command `backup`: consistent copies beside a bot that writes, and which of them stay."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import count
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random

import pytest

from bot.matches.ports import Stores
from bot.storage.backup import Kind, backups, delete_outdated, keep_newest, new_name
from bot.storage.database import BACKUP_FOLDER, DATABASE_FILE, SqliteDatabase
from bot.storage.lock import process_lock
from tests.fakes.clock import FixedClock
from tests.integration.storage.folders import (
    AT,
    ask,
    assert_whole,
    command,
    copies,
    damage,
    fill,
    on_a_full_disk,
    read_only,
    run_backup,
)
from tests.integration.storage.killing import (
    CONTEXT,
    PATIENCE,
    kill_after,
    kill_at_every_step,
    seconds_of,
)
from tests.integration.storage.samples import a_match, an_entry

ENOUGH = 20
"""Commits after which a writer is known to be in the middle of its work."""


@pytest.fixture
def filled(folder: Path) -> Path:
    """A data folder with matches."""
    asyncio.run(fill(folder, "m1", "m2"))
    return folder


async def save_both(name: str, stores: Stores) -> None:
    await stores.matches.save(a_match(name))
    await stores.outbox.add([an_entry(name, name)])


def write_for_ever(folder: Path, committed: "Synchronized[int]", enough: Event) -> None:
    """A bot that saves a match and its owed message in each transaction."""

    async def write() -> None:
        database = await SqliteDatabase.open(folder, clock=FixedClock())
        for number in count(1):
            await database.transact(partial(save_both, f"w{number}"))
            committed.value = number
            if number == ENOUGH:
                enough.set()

    asyncio.run(write())


@contextmanager
def writer(folder: Path) -> Iterator["Synchronized[int]"]:
    """How many matches another process has committed; it goes on all the time."""
    committed, enough = CONTEXT.Value("i", 0), CONTEXT.Event()
    process = CONTEXT.Process(target=write_for_ever, args=(folder, committed, enough))
    process.start()
    try:
        assert enough.wait(PATIENCE)
        yield committed
        assert process.is_alive()
    finally:
        process.kill()
        process.join(PATIENCE)


def stamped(stem: str, days: int) -> str:
    return f"{stem}-{AT + timedelta(days=days):%Y%m%dT%H%M%SZ}.sqlite3"


def make(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_bytes(b"a copy")


def test_a_backup_is_one_whole_file_for_its_owner_alone(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(monkeypatch, filled, "backup") == 0
    (made,) = copies(filled)
    assert made.name.startswith("mastermind-20")
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert_whole(made)
    assert ask(made, "SELECT id FROM matches ORDER BY id") == [("m1",), ("m2",), ("over",)]
    (sentence,) = capsys.readouterr().out.splitlines()
    assert str(made) in sentence


def test_copies_made_while_a_bot_writes_are_consistent_and_have_all_that_was_committed(
    filled: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with writer(filled) as committed:
        for turn in range(5):
            before = committed.value
            assert command(monkeypatch, filled, "backup", "--to", tmp_path / str(turn)) == 0
            (made,) = (tmp_path / str(turn)).iterdir()
            assert_whole(made)
            ((matches,),) = ask(made, "SELECT COUNT(*) FROM matches WHERE id LIKE 'w%'")
            ((last,),) = ask(made, "SELECT MAX(CAST(SUBSTR(id, 2) AS INTEGER)) FROM matches")
            ((entries,),) = ask(made, "SELECT COUNT(*) FROM outbox WHERE id LIKE 'w%'")
            assert before <= matches == last == entries


def test_a_backup_after_a_crash_has_what_is_only_in_the_log(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with writer(filled) as committed:
        least = committed.value
    assert (filled / f"{DATABASE_FILE}-wal").stat().st_size > 0
    assert command(monkeypatch, filled, "backup") == 0
    (made,) = copies(filled)
    ((matches,),) = ask(made, "SELECT COUNT(*) FROM matches WHERE id LIKE 'w%'")
    assert matches >= least


def test_the_copy_its_name_and_its_new_folder_are_flushed_before_it_is_told(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[tuple[int, list[str]]] = []
    fsync = os.fsync

    def recording(descriptor: int) -> None:
        flushed.append((os.fstat(descriptor).st_ino, [path.suffix for path in copies(filled)]))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", recording)
    assert command(monkeypatch, filled, "backup") == 0
    (made,) = copies(filled)
    folder = made.parent.stat().st_ino
    assert flushed == [
        (filled.stat().st_ino, []),
        (made.stat().st_ino, [".part"]),
        (folder, [".sqlite3"]),
    ]


async def test_a_backup_killed_at_any_step_leaves_nothing_that_looks_whole_and_is_not(
    folder: Path,
) -> None:
    await fill(folder, "m1")
    for _ in kill_at_every_step(folder, run_backup):
        for found in copies(folder, "*.sqlite3"):
            assert_whole(found)
            assert ask(found, "SELECT COUNT(*) FROM matches") == [(2,)]
    assert all(path.suffix == ".sqlite3" for path in copies(folder))


async def test_a_backup_killed_at_any_moment_leaves_nothing_that_looks_whole_and_is_not(
    folder: Path,
) -> None:
    await fill(folder, *(f"m{number}" for number in range(200)))
    longest, chance = seconds_of(folder, run_backup), Random(1)
    for _ in range(10):
        kill_after(chance.uniform(0, longest), folder, run_backup)
        for found in copies(folder, "*.sqlite3"):
            assert_whole(found)
            assert ask(found, "SELECT COUNT(*) FROM matches") == [(201,)]


def test_leftovers_of_a_killed_backup_go_with_the_next_one_and_others_stay(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = ["mastermind-20260101T000000Z.part", "mastermind-20260101T000000Z.part-journal"]
    make(filled / BACKUP_FOLDER, *left, "before-0002-20260101T000000Z.part", "mine.sqlite3")
    assert command(monkeypatch, filled, "backup") == 0
    names = {path.name for path in copies(filled)}
    assert names.isdisjoint(left)
    assert {"before-0002-20260101T000000Z.part", "mine.sqlite3"} <= names


def test_the_newest_backups_stay_as_many_as_asked_for(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(filled / BACKUP_FOLDER, *(stamped("mastermind", -day) for day in range(20)))
    assert command(monkeypatch, filled, "backup") == 0
    assert len(copies(filled)) == 14
    assert command(monkeypatch, filled, "backup", "--keep", 3) == 0
    names = [path.name for path in copies(filled)]
    assert len(names) == 3
    assert names[0] == stamped("mastermind", 0)


def test_the_backup_just_made_stays_though_others_seem_newer(tmp_path: Path) -> None:
    make(tmp_path, *(stamped("mastermind", day) for day in range(10)))
    keep_newest(tmp_path, Kind.ASKED, 2, tmp_path / stamped("mastermind", 0))
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {stamped("mastermind", 0), stamped("mastermind", 9)}


def test_copies_are_of_one_kind_each_and_sorted_by_time(tmp_path: Path) -> None:
    names = [stamped("before-0001", 2), stamped("before-0003", 1), stamped("replaced", 3)]
    make(tmp_path, *names, "mine.sqlite3", "mastermind-20269999T000000Z.sqlite3")
    assert [found.path.name for found in backups(tmp_path, Kind.UPGRADE)] == names[:2]
    assert [found.path.name for found in backups(tmp_path, Kind.ASKED)] == []
    assert backups(tmp_path, Kind.REPLACED)[0].made_at == AT + timedelta(days=3)


def test_copies_that_nobody_asked_for_go_after_90_days(tmp_path: Path) -> None:
    asked, kept = stamped("mastermind", -200), stamped("before-0002", -90)
    gone = [stamped("before-0001", -91), stamped("replaced", -91)]
    make(tmp_path, asked, kept, *gone, f"{gone[1]}-wal")
    delete_outdated(tmp_path, AT)
    assert {path.name for path in tmp_path.iterdir()} == {asked, kept}


def test_a_backup_deletes_copies_from_before_old_updates(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(filled / BACKUP_FOLDER, "before-0001-20200101T000000Z.sqlite3")
    assert command(monkeypatch, filled, "backup") == 0
    assert copies(filled, "before-*") == []


def test_a_name_is_never_given_twice(tmp_path: Path) -> None:
    first = new_name(tmp_path, "replaced", AT)
    first.touch()
    assert new_name(tmp_path, "replaced", AT) == tmp_path / "replaced-20260501T120001Z.sqlite3"


def test_a_second_backup_at_the_same_time_is_refused(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with process_lock(filled / "backup.lock"):
        assert command(monkeypatch, filled, "backup") == 1
    assert "another process holds the backups" in capsys.readouterr().err
    assert copies(filled) == []


def test_a_damaged_database_makes_no_backup_and_deletes_none(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = [stamped("mastermind", -day) for day in range(20)]
    make(filled / BACKUP_FOLDER, *good)
    damage(filled / DATABASE_FILE)
    assert command(monkeypatch, filled, "backup") == 1
    assert "damaged" in capsys.readouterr().err
    assert {path.name for path in copies(filled)} == set(good)


def test_a_reference_to_a_row_that_is_not_there_makes_no_backup(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sqlite3.connect(filled / DATABASE_FILE) as connection:
        connection.execute("DELETE FROM matches WHERE id = 'm1'")
    connection.close()
    assert command(monkeypatch, filled, "backup") == 1
    assert copies(filled) == []


def test_no_database_is_told_and_none_is_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(monkeypatch, folder, "backup") == 1
    assert f"there is no database {folder / DATABASE_FILE}" in capsys.readouterr().err
    assert not folder.exists()


def test_a_full_disk_is_told_and_nothing_stays_of_the_copy(filled: Path) -> None:
    code, complaint = on_a_full_disk(filled, "backup", limit=65536)
    assert code == 1
    (sentence,) = complaint
    assert "cannot be written" in sentence
    assert "on a disk with room" in sentence
    assert copies(filled) == []


def test_a_folder_that_cannot_be_written_is_told(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with read_only(filled, monkeypatch):
        assert command(monkeypatch, filled, "backup") == 1
    (sentence,) = capsys.readouterr().err.splitlines()
    assert "that this user can write to" in sentence


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_fewer_than_one_backup_cannot_be_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        command(monkeypatch, folder, "backup", "--keep", number)
    assert ended.value.code == 2
