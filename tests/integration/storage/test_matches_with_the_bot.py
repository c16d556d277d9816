"""What stores keep of matches with the bot in them, on the fake and on SQLite."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from bot.engine.levels import Level
from bot.matches.errors import StorageError
from bot.matches.ids import MatchId, PlayerId, ThreadId
from bot.matches.models import Ending, Kind, Match, Outcome, Phase, Round, Terms
from bot.matches.ports import Database, Sort, StandingsPage
from bot.storage.database import SqliteDatabase
from tests.integration.storage.samples import (
    GUILD,
    OTHER_GUILD,
    ROBIN,
    SET,
    START,
    WREN,
    a_match,
    finished,
    rows,
    save,
)

BOT = PlayerId(99)
DAY = date(2026, 5, 1)
SEALED = SET.secret
DUEL = Terms(kind=Kind.BOT, level=Level.STRONG)
SOLO = Terms(rounds=1, kind=Kind.SOLO)


def alone(name: str, terms: Terms = SOLO, **changes: Any) -> Match:
    """Robin cracks a code of the bot's."""
    changes = {"agreed_rounds": 1, "rounds": (Round(1, BOT, ROBIN, SEALED),)} | changes
    return a_match(name, opponent=BOT, terms=terms, **{"phase": Phase.BREAKING} | changes)


def duel(name: str, **changes: Any) -> Match:
    """The bot is to crack Robin's code."""
    changes = {"thread": ThreadId(7000), "phase": Phase.BREAKING} | changes
    rounds = (Round(1, ROBIN, BOT, SEALED),)
    return a_match(name, **{"opponent": BOT, "terms": DUEL, "rounds": rounds} | changes)


async def waiting(database: Database) -> list[MatchId]:
    return list(await database.transact(lambda stores: stores.matches.waiting_for_bot()))


async def daily_of(database: Database, day: date) -> Match | None:
    return await database.transact(lambda stores: stores.matches.daily(GUILD, ROBIN, day))


async def board(database: Database, sort: Sort) -> StandingsPage:
    return await database.transact(lambda stores: stores.standings.page(GUILD, sort, None, 0, 10))


OVER: Mapping[str, Any] = {
    "phase": Phase.FINISHED,
    "ending": Ending.COMPLETE,
    "ended_at": START,
}


async def test_the_bot_is_waited_for_where_it_is_to_play_a_row_longest_first(
    database: Database,
) -> None:
    later = START + timedelta(hours=1)
    for match in (
        duel("late", turn_since=later),
        duel("soon"),
        duel("no thread", thread=None),
        duel("code wanted", phase=Phase.SETTING, rounds=(Round(1, ROBIN, BOT),)),
        duel("other's turn", rounds=(Round(1, BOT, ROBIN, SEALED),)),
        duel("over", phase=Phase.CANCELLED, ended_at=START),
        duel("elsewhere", guild=OTHER_GUILD),
        alone("solo"),
        a_match("people", phase=Phase.BREAKING, rounds=(SET,)),
    ):
        await save(database, match)
    await database.transact(lambda stores: stores.servers.mark_absent(OTHER_GUILD, START))
    assert await waiting(database) == [MatchId("soon"), MatchId("late")]


async def test_in_its_second_round_a_match_waits_for_who_breaks_then(database: Database) -> None:
    over = Round(1, ROBIN, BOT, SEALED, rows(1, 500), Outcome.CONCEDED)
    await save(database, duel("m1", rounds=(over, Round(2, BOT, ROBIN, SEALED))))
    assert await waiting(database) == []


async def test_a_private_solo_is_the_one_that_runs(database: Database) -> None:
    private = replace(SOLO, private=True)
    for match in (
        alone("threaded"),
        alone("over", private, phase=Phase.CANCELLED, ended_at=START),
        alone("elsewhere", private, guild=OTHER_GUILD),
        alone("mine", private),
        a_match("people", terms=Terms(private=True), phase=Phase.BREAKING, rounds=(SET,)),
    ):
        await save(database, match)
    found = await database.transact(lambda stores: stores.matches.private_solo(GUILD, ROBIN))
    none = await database.transact(lambda stores: stores.matches.private_solo(GUILD, WREN))
    assert found is not None
    assert (found.id, none) == ("mine", None)


async def test_a_daily_is_found_by_its_day_also_when_it_is_over(database: Database) -> None:
    daily = replace(SOLO, kind=Kind.DAILY)
    played = (Round(1, BOT, ROBIN, SEALED, rows(2, 600), Outcome.SOLVED),)
    await save(database, alone("old", daily, day=DAY, rounds=played, **OVER))
    await save(database, alone("new", daily, day=DAY + timedelta(days=1)))
    for days, name in ((0, "old"), (1, "new"), (2, None)):
        day = DAY + timedelta(days=days)
        found = await daily_of(database, day)
        assert (found and found.id) == name


async def test_nobody_has_two_dailies_of_one_day(sqlite: SqliteDatabase) -> None:
    daily = replace(SOLO, kind=Kind.DAILY)
    await save(sqlite, alone("first", daily, day=DAY))
    with pytest.raises(StorageError):
        await save(sqlite, alone("second", daily, day=DAY))


async def test_what_is_played_in_private_answers_is_nowhere_and_in_nobodys_way(
    database: Database,
) -> None:
    for match in (
        alone("daily", replace(SOLO, kind=Kind.DAILY), day=DAY),
        alone("private", replace(SOLO, private=True)),
        alone("threaded"),
    ):
        await save(database, match)
    places = await database.transact(lambda stores: stores.matches.whereabouts())
    crowd = await database.transact(lambda stores: stores.matches.crowd(GUILD, ROBIN, START))
    assert [one.id for one in places] == ["threaded"]
    assert (crowd.matches, crowd.here) == (1, 1)


async def test_each_board_counts_its_own_kind_and_none_the_bot_or_a_solo(
    database: Database,
) -> None:
    solved = (Round(1, BOT, ROBIN, SEALED, rows(2, 700), Outcome.SOLVED),)
    await save(database, finished("people", {ROBIN: 4, WREN: 2}))
    await save(database, finished("duel", {ROBIN: 3, BOT: 9}, terms=DUEL))
    await save(database, alone("solo", rounds=solved, **OVER))
    boards = {sort: await board(database, sort) for sort in Sort}
    assert [(line.player, line.points) for line in boards[Sort.BOT].lines] == [(ROBIN, 3)]
    assert boards[Sort.BOT].total == 1
    for sort in (Sort.POINTS, Sort.WINS):
        assert {line.player: line.points for line in boards[sort].lines} == {ROBIN: 4, WREN: 2}
    line = await database.transact(lambda stores: stores.standings.line(GUILD, ROBIN, Sort.BOT))
    assert line is not None
    assert (line.points, line.losses) == (3, 1)


async def test_how_a_code_came_out_that_somebody_cracked_alone_is_kept_once(
    sqlite: SqliteDatabase,
) -> None:
    solved = (Round(1, BOT, ROBIN, SEALED, rows(2, 800), Outcome.SOLVED),)
    match = await save(sqlite, alone("solo", rounds=solved, **OVER))
    await save(sqlite, replace(match, rematch=frozenset({ROBIN})))
    kept = await sqlite._connection.execute_fetchall(
        "SELECT player, guild, kind, day, solved, rows_used FROM solo_results"
    )
    assert [tuple(row) for row in kept] == [(ROBIN, GUILD, "solo", None, 1, 2)]
