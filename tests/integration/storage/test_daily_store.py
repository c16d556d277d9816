"""The contract of `DailyStore`, on the fake and on SQLite."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import count

import pytest

from bot.engine import Preset, Rules
from bot.matches.daily_store import DailyDay, DailyResult, Outage, Posted
from bot.matches.days import PastZone
from bot.matches.errors import StorageError
from bot.matches.ids import ChannelId, GuildId, MatchId, MessageId, PlayerId, SourceId
from bot.matches.models import (
    Ending,
    FirstCodemaker,
    Kind,
    Match,
    Outcome,
    Person,
    Phase,
    Round,
    Terms,
)
from bot.matches.ports import Database, Keeping, Stores
from bot.storage.database import SqliteDatabase
from tests.integration.storage.samples import (
    GUILD,
    OTHER_GUILD,
    ROBIN,
    SECRET,
    START,
    TEAL,
    WREN,
    a_match,
    rows,
    save,
)

BOT = PlayerId(1)
MAY_1 = date(2026, 5, 1)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MOMENT = timedelta(microseconds=1)
OURS, THEIRS = b"\x01" * 32, bytes(range(32))
POSTED = Posted(ChannelId(7), MessageId(5))
TERMS = Terms(Rules(positions=8, colours=8), 1, first=FirstCodemaker.OPPONENT, kind=Kind.DAILY)


def running(name: str, who: PlayerId, day: date = MAY_1, guild: GuildId = GUILD) -> Match:
    """A try in which no row was played."""
    return a_match(
        name,
        guild=guild,
        challenger=who,
        opponent=BOT,
        terms=TERMS,
        agreed_rounds=1,
        phase=Phase.BREAKING,
        rounds=(Round(1, BOT, who, SECRET),),
        day=day,
    )


def over(
    name: str,
    who: PlayerId,
    outcome: Outcome,
    count: int = 1,
    day: date = MAY_1,
    guild: GuildId = GUILD,
) -> Match:
    """A try that came out so after that many rows."""
    match = running(name, who, day, guild)
    sources = int.from_bytes(name.encode()) * 1000
    played = replace(match.rounds[0], outcome=outcome, rows=rows(count, sources))
    return replace(
        match, phase=Phase.FINISHED, ending=Ending.COMPLETE, ended_at=START, rounds=(played,)
    )


def a_day(day: date = MAY_1, guild: GuildId = GUILD, ends_at: datetime = START) -> DailyDay:
    return DailyDay(guild, day, Preset.MINI, ends_at)


async def begin(database: Database, *days: DailyDay) -> None:
    async def work(stores: Stores) -> None:
        for day in days:
            await stores.dailies.begin_day(day)

    await database.transact(work)


async def unclosed(database: Database, at: datetime) -> Sequence[DailyDay]:
    return await database.transact(lambda stores: stores.dailies.unclosed(at))


async def settle(database: Database, day: DailyDay, posted: Posted | None = None) -> None:
    await database.transact(lambda stores: stores.dailies.settle(day.guild, day.day, posted, START))


async def close(database: Database, day: DailyDay) -> None:
    await database.transact(lambda stores: stores.dailies.close(day.guild, day.day))


async def keep_mark(database: Database, day: DailyDay, mark: str = "a mark") -> None:
    await database.transact(lambda stores: stores.dailies.keep_mark(day.guild, day.day, mark))


async def has_mark(database: Database, day: DailyDay, mark: str = "a mark") -> bool:
    return await database.transact(lambda stores: stores.dailies.has_mark(day.guild, day.day, mark))


async def results(database: Database) -> Sequence[DailyResult]:
    return await database.transact(lambda stores: stores.dailies.results(GUILD, MAY_1))


async def tries(database: Database, who: PlayerId = ROBIN) -> dict[date, bool | None]:
    return dict(await database.transact(lambda stores: stores.dailies.tries(GUILD, who)))


async def secret(database: Database, guild: GuildId = GUILD) -> bytes | None:
    return await database.transact(lambda stores: stores.dailies.secret(guild))


async def keep_secrets(database: Database) -> None:
    async def work(stores: Stores) -> None:
        await stores.dailies.keep_secret(GUILD, OURS)
        await stores.dailies.keep_secret(OTHER_GUILD, THEIRS)

    await database.transact(work)


async def share(database: Database, name: str) -> None:
    await database.transact(lambda stores: stores.dailies.share(MatchId(name)))


async def is_shared(database: Database, name: str) -> bool:
    return await database.transact(lambda stores: stores.dailies.is_shared(MatchId(name)))


# Secrets


async def test_each_server_has_one_secret_for_good(database: Database) -> None:
    assert await secret(database) is None
    await keep_secrets(database)
    assert (await secret(database), await secret(database, OTHER_GUILD)) == (OURS, THEIRS)
    with pytest.raises(StorageError):
        await keep_secrets(database)
    assert await secret(database) == OURS


# Days


async def test_a_day_has_the_game_that_it_began_with(database: Database) -> None:
    await begin(database, a_day())

    async def presets(stores: Stores) -> list[Preset | None]:
        asked = [(GUILD, MAY_1), (GUILD, MAY_1 + DAY), (OTHER_GUILD, MAY_1)]
        return [await stores.dailies.preset(*one) for one in asked]

    assert await database.transact(presets) == [Preset.MINI, None, None]
    with pytest.raises(StorageError):
        await begin(database, a_day())


async def test_days_are_looked_after_from_their_end_until_they_are_closed(
    database: Database,
) -> None:
    late, early = a_day(ends_at=START + HOUR), a_day(MAY_1 - DAY)
    elsewhere = a_day(guild=OTHER_GUILD, ends_at=START + HOUR)
    await begin(database, late, early, elsewhere)
    assert await unclosed(database, START - MOMENT) == []
    assert await unclosed(database, START + HOUR - MOMENT) == [early]
    assert await unclosed(database, START + HOUR) == [early, late, elsewhere]
    await settle(database, early)
    await settle(database, elsewhere, POSTED)
    await settle(database, elsewhere, Posted(ChannelId(8), MessageId(6)))
    await settle(database, a_day(MAY_1 + DAY), POSTED)
    assert await unclosed(database, START + HOUR) == [
        replace(early, is_settled=True),
        late,
        replace(elsewhere, is_settled=True, posted=POSTED),
    ]
    await close(database, early)
    await close(database, a_day(MAY_1 + DAY))
    assert [day.guild for day in await unclosed(database, START + HOUR)] == [GUILD, OTHER_GUILD]


async def test_marks_of_a_day_go_when_it_is_settled(database: Database) -> None:
    here, next_day, elsewhere = a_day(), a_day(MAY_1 + DAY), a_day(guild=OTHER_GUILD)
    await begin(database, here, next_day, elsewhere)
    for day in (here, next_day, elsewhere):
        assert not await has_mark(database, day)
        await keep_mark(database, day)
    assert not await has_mark(database, here, "another")
    await settle(database, here)
    found = [await has_mark(database, day) for day in (here, next_day, elsewhere)]
    assert found == [False, True, True]
    with pytest.raises(StorageError):
        await keep_mark(database, a_day(MAY_1 + 2 * DAY))


async def test_unsettled_tries_are_those_of_one_person_whatever_became_of_them(
    database: Database,
) -> None:
    days = [a_day(MAY_1 + number * DAY) for number in range(4)]
    await begin(database, *days, a_day(guild=OTHER_GUILD))
    for match in (
        over("a", ROBIN, Outcome.SOLVED, day=MAY_1),
        replace(running("b", ROBIN, MAY_1 + DAY), phase=Phase.CANCELLED, ended_at=START),
        over("c", ROBIN, Outcome.SOLVED, day=MAY_1 + 2 * DAY),
        over("d", WREN, Outcome.SOLVED, day=MAY_1 + 3 * DAY),
        running("e", ROBIN, guild=OTHER_GUILD),
    ):
        await save(database, match)
    await settle(database, days[2])
    found = await database.transact(lambda stores: stores.dailies.unsettled_tries(ROBIN))
    assert found == [(GUILD, MAY_1), (GUILD, MAY_1 + DAY), (OTHER_GUILD, MAY_1)]


async def test_a_day_is_settled_once_its_results_are_posted_or_given_up(
    database: Database,
) -> None:
    async def settled(stores: Stores) -> list[bool]:
        days = stores.dailies
        found = [await days.is_settled(GUILD, MAY_1)]
        await days.begin_day(DailyDay(GUILD, MAY_1, Preset.CLASSIC, START))
        found.append(await days.is_settled(GUILD, MAY_1))
        await days.settle(GUILD, MAY_1, None, START)
        return [*found, await days.is_settled(GUILD, MAY_1)]

    assert await database.transact(settled) == [False, False, True]


async def test_a_server_without_the_bot_is_left_alone_meanwhile(database: Database) -> None:
    await begin(database, a_day())
    await database.transact(lambda stores: stores.servers.mark_absent(GUILD, START))
    assert await unclosed(database, START) == []
    await database.transact(lambda stores: stores.servers.mark_present(GUILD))
    assert await unclosed(database, START) == [a_day()]


# Tries


async def test_results_have_the_best_first_and_only_what_is_over(database: Database) -> None:
    people = {ROBIN: "Robin", WREN: "Wren"}

    async def names(stores: Stores) -> None:
        for player, name in people.items():
            await stores.players.remember(GUILD, Person(player, name, ""), START)

    await database.transact(names)
    for match in (
        over("a", TEAL, Outcome.CONCEDED, 1),
        over("b", WREN, Outcome.SOLVED, 3),
        over("c", ROBIN, Outcome.SOLVED, 3),
        over("d", PlayerId(15), Outcome.SOLVED, 2),
        running("e", PlayerId(16)),
        over("f", ROBIN, Outcome.SOLVED, 1, day=MAY_1 + DAY),
        over("g", ROBIN, Outcome.SOLVED, 1, guild=OTHER_GUILD),
        replace(running("h", PlayerId(17)), phase=Phase.CANCELLED, ended_at=START),
    ):
        await save(database, match)
    assert await results(database) == [
        DailyResult(PlayerId(15), "15", True, 2),
        DailyResult(ROBIN, "Robin", True, 3),
        DailyResult(WREN, "Wren", True, 3),
        DailyResult(TEAL, "13", False, 1),
    ]


async def test_a_day_is_played_while_a_try_of_it_runs(database: Database) -> None:
    async def played(stores: Stores) -> list[bool]:
        asked = [(GUILD, MAY_1), (GUILD, MAY_1 + DAY), (OTHER_GUILD, MAY_1)]
        return [await stores.dailies.is_played(*one) for one in asked]

    match = await save(database, running("a", ROBIN))
    assert await database.transact(played) == [True, False, False]
    await save(database, replace(over("a", ROBIN, Outcome.FAILED), version=match.version))
    assert await database.transact(played) == [False, False, False]


async def test_tries_are_the_days_of_one_person_in_one_server(database: Database) -> None:
    solo = replace(over("z", ROBIN, Outcome.SOLVED), terms=replace(TERMS, kind=Kind.SOLO), day=None)
    for match in (
        over("a", ROBIN, Outcome.SOLVED, day=MAY_1),
        over("b", ROBIN, Outcome.FAILED, day=MAY_1 + DAY),
        running("c", ROBIN, MAY_1 + 2 * DAY),
        over("d", WREN, Outcome.SOLVED, day=MAY_1 + 3 * DAY),
        over("e", ROBIN, Outcome.SOLVED, day=MAY_1 + 4 * DAY, guild=OTHER_GUILD),
        replace(running("f", ROBIN, MAY_1 + 5 * DAY), phase=Phase.CANCELLED, ended_at=START),
        solo,
    ):
        await save(database, match)
    assert await tries(database) == {MAY_1: True, MAY_1 + DAY: False, MAY_1 + 2 * DAY: None}


async def test_of_one_day_nobody_has_two_tries(database: Database) -> None:
    """In memory nothing keeps two apart but the use case."""
    if not isinstance(database, SqliteDatabase):
        return
    await save(database, running("a", ROBIN))
    with pytest.raises(StorageError):
        await save(database, running("b", ROBIN))
    await save(database, running("c", ROBIN, MAY_1 + DAY))


async def test_a_result_is_shared_once(database: Database) -> None:
    for name, who in (("a", ROBIN), ("b", WREN)):
        await save(database, over(name, who, Outcome.SOLVED))
    for _ in range(2):
        await share(database, "a")
    assert [await is_shared(database, name) for name in ("a", "b")] == [True, False]
    with pytest.raises(StorageError):
        await share(database, "nothing")


# What goes


async def filled(database: Database) -> None:
    await keep_secrets(database)
    await begin(database, a_day(), a_day(guild=OTHER_GUILD))
    await save(database, over("a", ROBIN, Outcome.SOLVED))
    await share(database, "a")
    await keep_mark(database, a_day())

    async def note(stores: Stores) -> None:
        for guild in (None, GUILD, OTHER_GUILD):
            await stores.dailies.note_outage(Outage(START, START + HOUR), guild)
        for guild in (GUILD, OTHER_GUILD):
            await stores.dailies.note_zone(guild, PastZone("Asia/Tokyo", START))

    await database.transact(note)


async def test_what_is_kept_of_a_server_goes_a_while_after_the_bot(database: Database) -> None:
    await filled(database)
    await database.transact(lambda stores: stores.servers.mark_absent(GUILD, START))
    await database.transact(lambda stores: stores.care.purge(START + Keeping.LEFT_SERVER))
    assert await secret(database) == OURS
    await database.transact(lambda stores: stores.care.purge(START + Keeping.LEFT_SERVER + MOMENT))
    assert await secret(database) is None
    assert await secret(database, OTHER_GUILD) == THEIRS
    assert await unclosed(database, START) == [a_day(guild=OTHER_GUILD)]
    assert not await is_shared(database, "a")
    assert not await has_mark(database, a_day())

    async def outages(stores: Stores) -> list[int]:
        return [len(await stores.dailies.outages(guild, START)) for guild in (GUILD, OTHER_GUILD)]

    assert await database.transact(outages) == [1, 2]

    async def zones(stores: Stores) -> list[int]:
        return [len(await stores.dailies.past_zones(guild)) for guild in (GUILD, OTHER_GUILD)]

    assert await database.transact(zones) == [0, 1]


async def test_somebody_whose_data_is_removed_is_in_no_result(database: Database) -> None:
    await filled(database)
    await save(database, over("b", WREN, Outcome.SOLVED, 2))
    fresh = count(-1, -1)

    async def shared(stores: Stores) -> frozenset[MatchId]:
        return (await stores.privacy.traces(ROBIN)).shared

    assert await database.transact(shared) == {"a"}
    await database.transact(
        lambda stores: stores.privacy.erase(ROBIN, PlayerId(-7), lambda: SourceId(next(fresh)))
    )
    assert await tries(database) == await tries(database, PlayerId(-7)) == {}
    assert [one.player for one in await results(database)] == [WREN]
    assert await database.transact(shared) == frozenset()
