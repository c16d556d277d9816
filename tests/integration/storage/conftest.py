"""The databases under test: the contract runs on both, with nothing but the port between."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.ports import Database
from bot.storage.database import SqliteDatabase
from tests.fakes.clock import FixedClock
from tests.fakes.memory import MemoryDatabase


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder that is not there yet."""
    return tmp_path / "data"


@pytest.fixture
async def sqlite(folder: Path, clock: FixedClock) -> AsyncIterator[SqliteDatabase]:
    database = await SqliteDatabase.open(folder, clock=clock)
    try:
        yield database
    finally:
        await database.close()


@pytest.fixture(params=["memory", "sqlite"])
async def database(
    request: pytest.FixtureRequest, tmp_path: Path, clock: FixedClock
) -> AsyncIterator[Database]:
    if request.param == "memory":
        yield MemoryDatabase()
        return
    opened = await SqliteDatabase.open(tmp_path / "data", clock=clock)
    try:
        yield opened
    finally:
        await opened.close()
