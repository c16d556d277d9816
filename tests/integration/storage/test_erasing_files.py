"""Nothing of a removed person stays in the database or its files, whatever tables there are.

`COLUMNS` says of every column whether it holds somebody, so that a new one cannot be forgotten.
"""

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from enum import Enum, auto
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.matches.acts import Acts
from bot.matches.hiding import Hiding
from bot.matches.ids import MatchId
from bot.matches.models import CallOff, Phase
from bot.matches.privacy import Privacy
from bot.presentation.palette import legend
from bot.presentation.privacy import export_file
from bot.storage.database import BACKUP_FOLDER, DATABASE_FILE, SqliteDatabase
from tests.fakes.chance import SeededChance
from tests.fakes.clock import FixedClock
from tests.integration.storage.person import (
    LOST,
    NAME,
    NAME_ELSEWHERE,
    REPLIED_TO,
    WHO,
    WON,
    erase,
    fill,
    played,
)
from tests.integration.storage.samples import load


class Holds(Enum):
    """What a column holds."""

    PERSON = auto()
    """Somebody's number at Discord."""
    NAME = auto()
    """What somebody is called."""
    TRACE = auto()
    """The number of something that somebody did."""
    OTHER = auto()
    """Nothing that tells who somebody is: games, times, places, settings."""


P, N, T, O = Holds.PERSON, Holds.NAME, Holds.TRACE, Holds.OTHER  # noqa: E741


def _table(others: str, **special: Holds) -> Mapping[str, Holds]:
    return {**dict.fromkeys(others.split(), O), **special}


COLUMNS: Mapping[str, Mapping[str, Holds]] = {
    "matches": _table(
        "id guild channel positions symbols colours max_rows repeats blanks challenge_rounds "
        "points first_codemaker private phase created_at expires_at turn_since agreed_rounds "
        "message thread ending ended_at two_more_challenger two_more_opponent rematch_challenger "
        "rematch_opponent successor version turn_limit reminder reminded called_off next_deadline "
        "lost_thread kind level hints day",
        challenger=P,
        opponent=P,
        winner=P,
        leaver=P,
    ),
    "rounds": _table(
        "match_id number commitment sealed code salt voided outcome unreadable_noted changes",
        codemaker=P,
        codebreaker=P,
    ),
    "rows": _table("match_id round number code black white played_at", source=T),
    "results": _table("match_id kind guild points result ended_at", player=P, opponent=P),
    "solo_results": _table("match_id guild kind day solved rows_used ended_at", player=P),
    "players": _table("guild locale seen_at", id=P, name=N),
    "outbox": _table(
        "seq id match_id kind round row detail created_at settled_at message_id",
        player=P,
        reply_to=T,
    ),
    "servers": _table(
        "guild language preset rounds challenge_life turn_limit reminder challenges_each "
        "matches_each matches_here pause zone daily_channel"
    ),
    "server_places": _table("guild kind id"),
    "absences": _table("guild since"),
    "preferences": _table("reminders challengeable code_place", player=P),
    "audit": _table("seq at guild action detail", actor=P),
    "uptime": _table("id alive_at heard_at"),
    "practice": _table("level run answered correct", player=P),
    "daily_secrets": _table("guild sealed"),
    "daily_days": _table("guild day preset ends_at settled_at channel message closed"),
    # A mark is a keyed hash, which names somebody to nobody but who has the key.
    "daily_marks": _table("guild day mark"),
    "daily_shares": _table("match_id"),
    "outages": _table("guild since until"),
    "past_zones": _table("guild zone until"),
}
IN_EXPORT: Mapping[str, Callable[[dict[str, Any]], object]] = {
    "matches": lambda copy: copy["matches"],
    "rounds": lambda copy: copy["matches"][0]["rounds"],
    "rows": lambda copy: copy["matches"][0]["rounds"][0]["rows"][0]["source"],
    "results": lambda copy: [match for match in copy["matches"] if match["leaderboard"]],
    "solo_results": lambda copy: [m for m in copy["matches"] if m["agreed"]["kind"] == "solo"],
    "players": lambda copy: copy["names"],
    "outbox": lambda copy: [match for match in copy["matches"] if match["messages"]],
    "preferences": lambda copy: copy["preferences"],
    "practice": lambda copy: copy["practice"],
    "audit": lambda copy: copy["admin_actions"],
}
"""Where a person finds what is kept of them in each table that says anything of anybody."""


def special(*wanted: Holds) -> list[tuple[str, str]]:
    return [
        (table, column)
        for table, columns in COLUMNS.items()
        for column, holds in columns.items()
        if holds in wanted
    ]


@asynccontextmanager
async def opened(folder: Path, clock: FixedClock) -> AsyncIterator[SqliteDatabase]:
    database = await SqliteDatabase.open(folder, clock=clock)
    try:
        yield database
    finally:
        await database.close()


def privacy_of(database: SqliteDatabase, clock: FixedClock) -> Privacy:
    hiding = Hiding(legend, SeededChance())
    acts = Acts(database, clock, SeededChance(), hiding)
    return Privacy(acts, SeededChance(1), database.scrub)


def dump(folder: Path) -> str:
    with closing(sqlite3.connect(f"file:{folder / DATABASE_FILE}?mode=ro", uri=True)) as database:
        return "\n".join(database.iterdump())


def values(folder: Path, table: str, column: str) -> set[object]:
    with closing(sqlite3.connect(f"file:{folder / DATABASE_FILE}?mode=ro", uri=True)) as database:
        # Names of tables cannot be parameters; these are those of COLUMNS.
        return {row[0] for row in database.execute(f"SELECT {column} FROM {table}")}  # noqa: S608


def test_every_column_of_every_table_is_known_to_hold_somebody_or_not(
    schema: Mapping[str, set[str]],
) -> None:
    assert schema == {table: set(columns) for table, columns in COLUMNS.items()}


@pytest.fixture
async def schema(sqlite: SqliteDatabase, folder: Path) -> Mapping[str, set[str]]:
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as database:
        found = database.execute(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables,"
            " pragma_table_info(tables.name) AS columns"
            " WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'"
        ).fetchall()
    return {table: {column for one, column in found if one == table} for table, _ in found}


async def test_nothing_that_names_or_traces_the_person_stays_in_any_table(
    sqlite: SqliteDatabase, folder: Path, clock: FixedClock
) -> None:
    await sqlite.transact(fill)
    for table, column in special(Holds.PERSON):
        assert WHO in values(folder, table, column), f"{table}.{column} is not tested"
    for table, column in special(Holds.NAME):
        assert {NAME, NAME_ELSEWHERE} <= values(folder, table, column)
    traced = {str(row.source) for one in (LOST, WON) for row in played(one.rounds, by=WHO)}
    told = {str(WHO), NAME, NAME_ELSEWHERE, str(REPLIED_TO)} | traced
    before = dump(folder)
    assert all(text in before for text in told)

    await privacy_of(sqlite, clock).erase(WHO)

    after = dump(folder)
    assert {text for text in told if text in after} == set()


async def test_a_copy_says_something_of_every_table_that_holds_somebody(
    sqlite: SqliteDatabase, clock: FixedClock
) -> None:
    await sqlite.transact(fill)
    file = export_file(await privacy_of(sqlite, clock).export(WHO))
    assert file is not None
    copy = json.loads(file.content)
    assert set(IN_EXPORT) == {table for table, _ in special(P, N, T)}
    assert [table for table, find in IN_EXPORT.items() if not find(copy)] == []
    assert "Wren" not in file.content.decode()


async def test_the_bytes_of_the_person_are_in_no_file_but_backups(
    sqlite: SqliteDatabase, folder: Path, clock: FixedClock
) -> None:
    await sqlite.transact(fill)
    (folder / BACKUP_FOLDER).mkdir(exist_ok=True)
    traces = [NAME.encode(), NAME_ELSEWHERE.encode(), WHO.to_bytes(8, "big")]
    assert all(any(found) for found in zip(*[in_files(folder, one) for one in traces], strict=True))

    await privacy_of(sqlite, clock).erase(WHO)

    assert not any(any(in_files(folder, one)) for one in traces)


def copy_files(folder: Path, target: Path) -> None:
    target.mkdir(mode=0o700)
    for path in folder.iterdir():
        if path.is_file():
            shutil.copy2(path, target / path.name)


def in_files(folder: Path, content: bytes) -> list[bool]:
    files = [path for path in sorted(folder.iterdir()) if path.is_file()]
    return [any(content in path.read_bytes() for path in files)]


async def test_what_a_crash_left_in_the_log_is_gone_after_the_next_opening(
    folder: Path, clock: FixedClock, tmp_path: Path
) -> None:
    crashed = tmp_path / "crashed"
    async with opened(folder, clock) as database:
        await database.transact(fill)
        await erase(database)
        copy_files(folder, crashed)
    assert in_files(crashed, NAME.encode()) == [True]
    async with opened(crashed, clock):
        assert in_files(crashed, NAME.encode()) == [False]


async def test_while_another_process_reads_the_log_cannot_be_emptied_and_nobody_waits(
    sqlite: SqliteDatabase, folder: Path
) -> None:
    await sqlite.transact(fill)
    async with aiosqlite.connect(folder / DATABASE_FILE, isolation_level=None) as reader:
        await reader.execute_fetchall("BEGIN")
        await reader.execute_fetchall("SELECT COUNT(*) FROM matches")
        await erase(sqlite)
        assert not await sqlite.scrub()
        (row,) = await sqlite._connection.execute_fetchall("PRAGMA busy_timeout")
        assert row[0] == 5000
        await reader.execute_fetchall("COMMIT")
        assert await sqlite.scrub()
    assert in_files(folder, NAME.encode()) == [False]


async def test_open_matches_are_called_off_with_the_removal(
    sqlite: SqliteDatabase, clock: FixedClock
) -> None:
    await sqlite.transact(fill)
    clock.advance(timedelta(hours=1))
    told = await privacy_of(sqlite, clock).erase(WHO)
    match = await load(sqlite, "running")
    assert match is not None
    assert (match.phase, match.called_off) == (Phase.CANCELLED, CallOff.ERASED)
    assert match.left is not None
    assert match.left < 0
    assert match.left == match.opponent
    assert told is not None
    assert {entry.match for entry in told.entries} == {MatchId("running")}
