"""The command `new-key`: everything stays readable, wherever it ends."""

import asyncio
import stat
from pathlib import Path
from random import Random

import pytest

from bot.matches.errors import KeyFileError, StorageBusyError, StorageError
from bot.storage.database import DATABASE_FILE, KEY_FILE, LOCK_FILE
from bot.storage.lock import process_lock
from bot.storage.rekey import new_key
from bot.storage.restore import restore
from bot.storage.sealing import add_key, load_sealer
from tests.fakes.clock import FixedClock
from tests.integration.storage.folders import (
    AT,
    ask,
    change,
    command,
    copies,
    files,
    fill,
    names_in,
    on_a_full_disk,
    open_as_the_bot,
    read_only,
    run_backup,
    run_new_key,
)
from tests.integration.storage.killing import kill_after, kill_at_every_step, seconds_of

NAMES = {"m1", "m2", "over"}


@pytest.fixture
def filled(folder: Path) -> Path:
    """A data folder with two sealed codes."""
    asyncio.run(fill(folder, "m1", "m2"))
    return folder


def keys(folder: Path) -> list[bytes]:
    return (folder / KEY_FILE).read_bytes().split()


def sealed(folder: Path) -> list[str]:
    query = "SELECT sealed FROM rounds WHERE sealed IS NOT NULL"
    return [code for (code,) in ask(folder / DATABASE_FILE, query)]


async def test_every_code_is_sealed_with_the_new_key_alone(filled: Path) -> None:
    old, before = keys(filled), sealed(filled)
    assert await new_key(filled, FixedClock()) == 2
    new, *older = keys(filled)
    assert older == old
    assert new not in old
    (filled / KEY_FILE).write_bytes(new)
    assert await names_in(filled) == NAMES
    at_rest = (filled / DATABASE_FILE).read_bytes()
    assert not any(code.encode() in at_rest for code in before)


async def test_only_the_owner_can_read_the_new_key_file(filled: Path) -> None:
    await new_key(filled, FixedClock())
    assert stat.S_IMODE((filled / KEY_FILE).stat().st_mode) == 0o600
    assert files(filled) == {DATABASE_FILE, KEY_FILE, LOCK_FILE}


async def test_backups_from_before_can_be_restored_until_the_old_key_is_deleted(
    filled: Path,
) -> None:
    await run_backup(filled)
    (backup,) = copies(filled)
    await new_key(filled, FixedClock())
    await restore(filled, backup, AT)
    assert await names_in(filled) == NAMES
    (filled / KEY_FILE).write_bytes(keys(filled)[0])
    with pytest.raises(KeyFileError):
        await restore(filled, backup, AT)


async def test_a_start_wants_the_keys_of_all_codes(filled: Path) -> None:
    """As when a change of the key was killed before it sealed anything, and a match came since."""
    add_key(filled / KEY_FILE)
    new = keys(filled)[0]
    first = sealed(filled)[0]
    again = load_sealer(filled / KEY_FILE).reseal(first)
    statement = "UPDATE rounds SET sealed = ? WHERE sealed = ?"
    change(filled / DATABASE_FILE, statement, again, first)
    assert await names_in(filled) == NAMES
    (filled / KEY_FILE).write_bytes(new)
    with pytest.raises(KeyFileError, match="does not fit"):
        await open_as_the_bot(filled)


async def test_a_running_bot_keeps_its_key(filled: Path) -> None:
    before = keys(filled)
    with process_lock(filled / LOCK_FILE), pytest.raises(StorageBusyError):
        await new_key(filled, FixedClock())
    assert keys(filled) == before


async def test_a_key_that_does_not_fit_is_left_alone(filled: Path) -> None:
    foreign = b"A" * 43 + b"="
    (filled / KEY_FILE).write_bytes(foreign)
    with pytest.raises(KeyFileError):
        await new_key(filled, FixedClock())
    assert keys(filled) == [foreign]


async def test_a_change_of_the_key_killed_at_any_step_leaves_everything_readable(
    folder: Path,
) -> None:
    await fill(folder, "m1", "m2")
    for _ in kill_at_every_step(folder, run_new_key):
        assert await names_in(folder) == NAMES
    (folder / KEY_FILE).write_bytes(keys(folder)[0])
    assert await names_in(folder) == NAMES


async def test_a_change_of_the_key_killed_at_any_moment_leaves_everything_readable(
    folder: Path,
) -> None:
    names = {f"m{number}" for number in range(60)}
    await fill(folder, *names)
    longest, chance = seconds_of(folder, run_new_key), Random(1)
    for _ in range(15):
        kill_after(chance.uniform(0, longest), folder, run_new_key)
        assert await names_in(folder) == names | {"over"}


async def test_a_new_key_killed_while_it_seals_has_changed_no_code(filled: Path) -> None:
    before = sealed(filled)
    for _ in kill_at_every_step(filled, run_new_key):
        after = sealed(filled)
        assert after == before or not set(after) & set(before)
        before = after


def test_the_command_says_what_it_did_and_no_key(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(monkeypatch, filled, "new-key") == 0
    said = capsys.readouterr().out
    assert "2 codes sealed" in said
    assert not any(key.decode() in said for key in keys(filled))


def test_a_full_disk_is_told_and_everything_stays_readable(folder: Path) -> None:
    names = {f"m{number}" for number in range(300)}
    asyncio.run(fill(folder, *names))
    code, (sentence,) = on_a_full_disk(folder, "new-key", limit=65536)
    assert code == 1
    assert "on a disk with room" in sentence
    assert asyncio.run(names_in(folder)) == names | {"over"}


def test_a_folder_that_cannot_be_written_is_told(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = keys(filled)
    with read_only(filled, monkeypatch):
        assert command(monkeypatch, filled, "new-key") == 1
    (sentence,) = capsys.readouterr().err.splitlines()
    assert "that this user can write to" in sentence
    assert keys(filled) == before


async def test_where_there_is_no_database_no_key_is_made(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no database"):
        await new_key(tmp_path / "elsewhere", FixedClock())
    assert not (tmp_path / "elsewhere").exists()
