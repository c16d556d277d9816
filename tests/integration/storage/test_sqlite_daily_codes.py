"""The code of a day at rest: sealed in rounds that are over too, until nobody plays it any more."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import aiosqlite

from bot.engine import Feedback
from bot.matches.models import Kind, Match, Outcome, Secret
from bot.storage.database import DATABASE_FILE, KEY_FILE, SqliteDatabase
from bot.storage.files import make_folder
from bot.storage.matches import SqliteMatches
from bot.storage.migrate import load_migrations, migrate
from bot.storage.rekey import new_key
from bot.storage.sealing import Sealer
from tests.fakes.clock import FixedClock
from tests.integration.storage.folders import ask, assert_whole, run_backup
from tests.integration.storage.samples import (
    CODE,
    ROBIN,
    SALT,
    SECRET,
    START,
    TEAL,
    WREN,
    finished,
    load,
    save,
)
from tests.integration.storage.test_daily_store import (
    DAY,
    MAY_1,
    a_day,
    begin,
    close,
    over,
    settle,
)
from tests.integration.storage.test_sqlite_sealing import leaks

OF_THE_DAY = Secret(CODE, SALT, "")
AS_STORED = b"7,2,5,0,3,6,1,4"


def solved(name: str = "a") -> Match:
    """Robin's try, whose second row is the code."""
    match = over(name, ROBIN, Outcome.SOLVED, 2)
    (played,) = match.rounds
    hit = replace(played.rows[1], code=CODE, feedback=Feedback(len(CODE), 0))
    return replace(match, rounds=(replace(played, rows=(played.rows[0], hit)),))


TRIES = (
    solved(),
    over("b", WREN, Outcome.FAILED, 10),
    over("c", TEAL, Outcome.CONCEDED, 1),
)


async def played(database: SqliteDatabase) -> None:
    """A day that runs, with tries that are over."""
    await begin(database, a_day(), a_day(MAY_1 + DAY))
    for match in TRIES:
        await save(database, match)


async def test_no_file_holds_the_code_of_a_day_that_others_may_still_play(
    sqlite: SqliteDatabase, folder: Path
) -> None:
    await played(sqlite)
    await run_backup(folder)
    assert leaks(folder, OF_THE_DAY) == set()
    await settle(sqlite, a_day())  # which says nothing of somebody who plays over midnight
    await close(sqlite, a_day(MAY_1 + DAY))
    assert leaks(folder, OF_THE_DAY) == set()
    for match in TRIES:
        assert await load(sqlite, match.id) == replace(match, version=1)


async def test_a_day_that_is_closed_has_open_codes_like_every_other_round(
    sqlite: SqliteDatabase, folder: Path
) -> None:
    await played(sqlite)
    await close(sqlite, a_day())
    assert ask(folder / DATABASE_FILE, "SELECT sealed, code, salt FROM rounds") == [
        (None, AS_STORED.decode(), SALT)
    ] * len(TRIES)
    hits = "SELECT match_id, round, number FROM rows WHERE code = '7,2,5,0,3,6,1,4'"
    assert ask(folder / DATABASE_FILE, hits) == [("a", 1, 2)]
    assert ask(folder / DATABASE_FILE, "SELECT 1 FROM rows WHERE code IS NULL") == []
    for match in TRIES:
        assert await load(sqlite, match.id) == replace(match, version=1)


async def test_what_is_saved_after_that_is_open_at_once(
    sqlite: SqliteDatabase, folder: Path
) -> None:
    await played(sqlite)
    await close(sqlite, a_day())
    late = await load(sqlite, "a")
    assert late is not None
    await save(sqlite, late)
    assert ask(folder / DATABASE_FILE, "SELECT COUNT(*) FROM rounds WHERE code IS NULL") == [(0,)]


async def test_a_solo_hides_nothing_once_it_is_over(sqlite: SqliteDatabase, folder: Path) -> None:
    """Also shows that the search finds what is there."""
    terms = replace(solved().terms, kind=Kind.SOLO)
    await save(sqlite, replace(solved(), terms=terms, day=None))
    assert {AS_STORED, SALT} <= leaks(folder, OF_THE_DAY)


async def test_a_new_key_seals_them_anew(folder: Path, clock: FixedClock) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    await played(database)
    await database.close()
    await new_key(folder, clock)
    new, _old = (folder / KEY_FILE).read_bytes().split()
    (folder / KEY_FILE).write_bytes(new)
    database = await SqliteDatabase.open(folder, clock=clock)
    try:
        assert await load(database, "a") == replace(solved(), version=1)
    finally:
        await database.close()


async def test_a_database_from_before_keeps_its_rounds_rows_and_posted_days(
    folder: Path, clock: FixedClock
) -> None:
    make_folder(folder)
    before = [step for step in load_migrations() if step.number < 7]
    match = finished("old", {ROBIN: 3, WREN: 2})
    async with aiosqlite.connect(folder / DATABASE_FILE, isolation_level=None) as old:
        old.row_factory = sqlite3.Row
        await migrate(old, folder, START, before)
        await SqliteMatches(old, Sealer(b"A" * 43 + b"=")).save(match)
        await old.execute_fetchall(
            "INSERT INTO daily_days VALUES (700, '2026-04-30', 'mini', 1, 2, 3),"
            " (700, '2026-05-01', 'mini', 1, NULL, NULL)"
        )
    database = await SqliteDatabase.open(folder, clock=clock)
    try:
        found = await load(database, "old")
        assert found == replace(match, version=1)
        assert found.rounds[0].secret == SECRET
        days = await database.transact(lambda stores: stores.dailies.unclosed(START))
        assert [day.day for day in days] == [MAY_1]
    finally:
        await database.close()
    assert_whole(folder / DATABASE_FILE)
