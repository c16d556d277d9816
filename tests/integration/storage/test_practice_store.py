"""The contract of `PracticeStore`, on the fake and on SQLite."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import aiosqlite
import pytest

from bot.matches.errors import StorageError
from bot.matches.ids import PlayerId
from bot.matches.ports import Database, Stores
from bot.matches.practice_store import Progress
from bot.storage.database import DATABASE_FILE, SqliteDatabase
from bot.storage.files import make_folder
from bot.storage.migrate import load_migrations, migrate
from tests.fakes.clock import FixedClock
from tests.integration.storage.samples import ROBIN, START, WREN

FIRST = Progress(level=1, run=1, answered=1, correct=1)
LATER = Progress(level=3, run=-1, answered=9, correct=6)


def keep(player: PlayerId, progress: Progress) -> Callable[[Stores], Awaitable[None]]:
    return lambda stores: stores.practice.keep(player, progress)


async def progress(database: Database, player: PlayerId) -> Progress | None:
    return await database.transact(lambda stores: stores.practice.progress(player))


async def test_before_the_first_answer_there_is_no_progress(database: Database) -> None:
    await database.transact(keep(WREN, FIRST))
    assert await progress(database, ROBIN) is None


async def test_progress_comes_back_as_it_was_kept_last(database: Database) -> None:
    await database.transact(keep(WREN, FIRST))
    for kept in (FIRST, LATER):
        await database.transact(keep(ROBIN, kept))
        assert await progress(database, ROBIN) == kept
    assert await progress(database, WREN) == FIRST


@pytest.mark.parametrize(
    "impossible", [Progress(), Progress(level=0, answered=1), Progress(answered=1, correct=2)]
)
async def test_what_no_answers_lead_to_is_refused(database: Database, impossible: Progress) -> None:
    with pytest.raises(StorageError):
        await database.transact(keep(ROBIN, impossible))
    assert await progress(database, ROBIN) is None


async def test_a_database_from_before_practice_begins_without_any(
    folder: Path, clock: FixedClock
) -> None:
    make_folder(folder)
    before = [step for step in load_migrations() if step.number < 5]
    async with aiosqlite.connect(folder / DATABASE_FILE, isolation_level=None) as old:
        await migrate(old, folder, START, before)
    database = await SqliteDatabase.open(folder, clock=clock)
    try:
        assert await progress(database, ROBIN) is None
        await database.transact(keep(ROBIN, FIRST))
        assert await progress(database, ROBIN) == FIRST
    finally:
        await database.close()
