"""What SQLite adds to the contract of transactions: shielding, draining, faults in plain words."""

import asyncio
import contextlib
import sqlite3
import traceback
from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches.errors import (
    StorageBusyError,
    StorageError,
    StorageUnwritableError,
)
from bot.matches.models import Phase
from bot.matches.ports import Stores
from bot.storage.database import DATABASE_FILE, SqliteDatabase
from tests.fakes.clock import FixedClock
from tests.integration.storage.samples import SET, a_match, a_row, load, save


class Paused:
    """Work that saves a match, then waits in the middle."""

    def __init__(self, name: str) -> None:
        self._match = a_match(name)
        self.started = asyncio.Event()
        self.released = asyncio.Event()

    async def __call__(self, stores: Stores) -> None:
        await stores.matches.save(self._match)
        self.started.set()
        await self.released.wait()


async def start(database: SqliteDatabase, work: Paused) -> asyncio.Task[None]:
    caller = asyncio.create_task(database.transact(work))
    async with asyncio.timeout(5):
        await work.started.wait()
    return caller


async def pragma(database: SqliteDatabase, setting: str) -> None:
    await database._connection.execute_fetchall(f"PRAGMA {setting}")


async def test_the_work_of_a_cancelled_caller_is_finished(sqlite: SqliteDatabase) -> None:
    work = Paused("m1")
    caller = await start(sqlite, work)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    work.released.set()
    assert await load(sqlite, "m1") is not None


async def test_a_transaction_cancelled_at_any_step_leaves_the_connection_usable(
    sqlite: SqliteDatabase,
) -> None:
    """Though somebody keeps the cancelled tasks, and with them all that their frames hold."""
    cancelled: list[asyncio.Task[object]] = []
    for steps in range(1, 100):
        caller = asyncio.create_task(save(sqlite, a_match(f"m{steps}")))
        for _ in range(steps):
            await asyncio.sleep(0)
        found = [task for task in asyncio.all_tasks() if task.get_name() == "storage-transaction"]
        for task in found:
            task.cancel()
        cancelled += found
        with contextlib.suppress(asyncio.CancelledError):
            await caller
        await save(sqlite, a_match(f"after {steps}"))
    assert cancelled


async def test_closing_waits_for_running_work_and_keeps_it(folder: Path, clock: FixedClock) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    work = Paused("m1")
    caller = await start(database, work)
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    work.released.set()
    await asyncio.gather(caller, closing)
    reopened = await SqliteDatabase.open(folder, clock=clock)
    try:
        assert await load(reopened, "m1") is not None
    finally:
        await reopened.close()


async def test_a_cancelled_close_undoes_what_runs_and_closes_all_the_same(
    folder: Path, clock: FixedClock
) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    work = Paused("m1")
    caller = await start(database, work)
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    closing.cancel()
    async with asyncio.timeout(5):
        for cancelled in (closing, caller):
            with pytest.raises(asyncio.CancelledError):
                await cancelled
    reopened = await SqliteDatabase.open(folder, clock=clock)
    try:
        assert await load(reopened, "m1") is None
    finally:
        await reopened.close()


async def test_a_closed_database_refuses_and_closes_again(folder: Path, clock: FixedClock) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    await database.close()
    await database.close()
    with pytest.raises(StorageError, match="closed"):
        await load(database, "m1")


async def test_a_full_disk_is_told_and_the_database_works_when_there_is_room(
    sqlite: SqliteDatabase,
) -> None:
    await pragma(sqlite, "max_page_count = 1")
    rounds = tuple(replace(SET, number=number) for number in range(1, 400))
    with pytest.raises(StorageUnwritableError, match="SQLITE_FULL"):
        await save(sqlite, a_match("m1", rounds=rounds))
    await pragma(sqlite, "max_page_count = 100000")
    assert await load(sqlite, "m1") is None
    await save(sqlite, a_match("m1", rounds=rounds))


async def test_a_file_that_may_only_be_read_is_told(sqlite: SqliteDatabase) -> None:
    await pragma(sqlite, "query_only = ON")
    with pytest.raises(StorageUnwritableError, match="SQLITE_READONLY"):
        await save(sqlite, a_match("m1"))


async def test_a_writer_beside_the_bot_is_told_as_busy(
    sqlite: SqliteDatabase, folder: Path
) -> None:
    await pragma(sqlite, "busy_timeout = 0")
    with contextlib.closing(sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageBusyError, match="SQLITE_BUSY"):
            await save(sqlite, a_match("m1"))
        other.execute("ROLLBACK")
    await save(sqlite, a_match("m1"))


async def test_what_the_database_refuses_is_told_without_the_values(
    sqlite: SqliteDatabase,
) -> None:
    source = 987_654_321_012_345
    played = replace(SET, rows=(a_row(1, source),))
    await save(sqlite, a_match("m1", phase=Phase.BREAKING, rounds=(played,)))
    with pytest.raises(StorageError, match="SQLITE_CONSTRAINT_UNIQUE") as caught:
        await save(sqlite, a_match("m2", phase=Phase.BREAKING, rounds=(played,)))
    assert str(source) not in "".join(traceback.format_exception(caught.value))
