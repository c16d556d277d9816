"""The contract of `CareStore`, on the fake and on SQLite."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.matches.errors import StaleVersionError, StorageError
from bot.matches.ids import EntryId, GuildId, MatchId, MessageId, ThreadId
from bot.matches.models import CallOff, Match, Person, Phase
from bot.matches.ports import AuditLine, Database, Keeping, Stores
from bot.matches.settings import ServerSettings
from tests.integration.storage.samples import (
    GUILD,
    OTHER_GUILD,
    ROBIN,
    SET,
    START,
    TEAL,
    WREN,
    a_match,
    a_row,
    an_entry,
    finished,
    load,
    save,
)

MOMENT = timedelta(microseconds=1)
HOUR = timedelta(hours=1)


async def shift(
    database: Database,
    by: timedelta,
    guild: GuildId | None = None,
    at: datetime = START - HOUR,
) -> None:
    await database.transact(lambda stores: stores.care.shift(by, at, guild))


async def purge(database: Database, after: timedelta) -> None:
    await database.transact(lambda stores: stores.care.purge(START + after))


async def loaded(database: Database, name: str) -> Match:
    found = await load(database, name)
    assert found is not None
    return found


async def names(database: Database, *matches: str) -> list[str]:
    """Which of these are still there."""
    return [name for name in matches if await load(database, name) is not None]


# Signs of life


async def test_the_last_sign_of_life_is_remembered(database: Database) -> None:
    times = [START, START + HOUR, START - HOUR + MOMENT]

    async def work(stores: Stores) -> list[datetime | None]:
        found = [await stores.care.alive_at()]
        for at in times:
            await stores.care.note_alive(at)
            found.append(await stores.care.alive_at())
        return found

    assert await database.transact(work) == [None, *times]


async def test_until_when_all_was_heard_is_remembered_apart(database: Database) -> None:
    async def work(stores: Stores) -> list[datetime | None]:
        found = [await stores.care.heard_at()]
        await stores.care.note_alive(START)
        found.append(await stores.care.heard_at())
        await stores.care.note_heard(START)
        await stores.care.note_alive(START + HOUR)
        return [*found, await stores.care.heard_at(), await stores.care.alive_at()]

    assert await database.transact(work) == [None, None, START, START + HOUR]


# Deadlines that move


@pytest.mark.parametrize("phase", [Phase.CHALLENGED, Phase.SETTING])
async def test_a_clock_that_is_put_right_takes_back_what_it_noted_itself_alone(
    database: Database, phase: Phase
) -> None:
    match = await save(database, a_match("m1", phase=phase))
    await shift(database, -HOUR, at=START)
    assert await loaded(database, "m1") == match
    await shift(database, -HOUR, at=START - MOMENT)
    assert await loaded(database, "m1") != match


@pytest.mark.parametrize("by", [HOUR, -HOUR, MOMENT])
async def test_a_shift_moves_what_a_match_waits_for_and_nothing_else(
    database: Database, by: timedelta
) -> None:
    waiting = await save(database, a_match("m1", phase=Phase.CHALLENGED))
    playing = await save(
        database, a_match("m2", phase=Phase.BREAKING, rounds=(SET,), thread=ThreadId(1))
    )
    over = await save(database, finished("m3", {ROBIN: 1, WREN: 2}))
    await shift(database, by)
    assert await loaded(database, "m1") == replace(
        waiting, expires_at=waiting.expires_at + by, version=2
    )
    assert await loaded(database, "m2") == replace(
        playing, turn_since=playing.turn_since + by, version=2
    )
    assert await loaded(database, "m3") == over


async def test_what_was_shifted_is_due_later(database: Database) -> None:
    match = await save(database, a_match("m1"))
    await shift(database, HOUR)

    async def due(at: datetime) -> Sequence[MatchId]:
        return await database.transact(lambda stores: stores.matches.due(at))

    assert await due(match.due_at + HOUR - MOMENT) == []
    assert await due(match.due_at + HOUR) == ["m1"]


async def test_a_match_that_was_shifted_meanwhile_is_not_saved_over(database: Database) -> None:
    match = await save(database, a_match("m1"))
    await shift(database, HOUR)
    with pytest.raises(StaleVersionError):
        await save(database, replace(match, reminded=True))


async def test_one_server_is_shifted_alone(database: Database) -> None:
    await save(database, a_match("m1"))
    other = await save(database, a_match("m2", guild=OTHER_GUILD))
    await shift(database, HOUR, GUILD)
    assert (await loaded(database, "m1")).turn_since == START + HOUR
    assert await loaded(database, "m2") == other


async def test_a_server_that_the_bot_is_not_in_is_shifted_only_by_name(
    database: Database,
) -> None:
    await save(database, a_match("m1"))
    await save(database, a_match("m2", guild=OTHER_GUILD))
    await database.transact(lambda stores: stores.servers.mark_absent(GUILD, START))
    await shift(database, HOUR)
    assert (await loaded(database, "m1")).turn_since == START
    assert (await loaded(database, "m2")).turn_since == START + HOUR
    await shift(database, HOUR, GUILD)
    assert (await loaded(database, "m1")).turn_since == START + HOUR


# What is kept no longer


def test_how_long_things_are_kept() -> None:
    spans = [Keeping.SETTLED_ENTRY, Keeping.UNPLAYED_MATCH, Keeping.AUDIT_LINE, Keeping.LEFT_SERVER]
    assert [span.days for span in spans] == [7, 30, 365, 30]


@pytest.mark.parametrize("message", [MessageId(4000), None])
async def test_an_entry_goes_a_week_after_it_was_settled(
    database: Database, message: MessageId | None
) -> None:
    async def work(stores: Stores) -> None:
        await stores.matches.save(a_match("m1"))
        await stores.outbox.add([an_entry("settled"), an_entry("owed")])
        await stores.outbox.settle(EntryId("settled"), message, START)

    await database.transact(work)
    await purge(database, Keeping.SETTLED_ENTRY)
    with pytest.raises(StorageError):  # an entry's id is used once, while it is there
        await database.transact(lambda stores: stores.outbox.add([an_entry("settled")]))
    await purge(database, Keeping.SETTLED_ENTRY + MOMENT)
    owed = await database.transact(lambda stores: stores.outbox.owed())
    assert [entry.id for entry in owed] == ["owed"]
    await database.transact(lambda stores: stores.outbox.add([an_entry("settled")]))


UNPLAYED = [Phase.DECLINED, Phase.CANCELLED, Phase.EXPIRED]


@pytest.mark.parametrize("phase", UNPLAYED)
async def test_a_match_that_came_to_nothing_goes_after_a_month(
    database: Database, phase: Phase
) -> None:
    played = replace(SET, secret=None, rows=(a_row(1, 555),))
    await save(database, a_match("m1", phase=phase, rounds=(played,), ended_at=START))
    await database.transact(lambda stores: stores.outbox.add([an_entry("owed")]))
    await purge(database, Keeping.UNPLAYED_MATCH)
    assert await names(database, "m1") == ["m1"]
    await purge(database, Keeping.UNPLAYED_MATCH + MOMENT)
    assert await names(database, "m1") == []
    assert await database.transact(lambda stores: stores.outbox.owed()) == []
    await save(database, a_match("m2", rounds=(played,)))  # its row is gone too


async def test_open_and_finished_matches_are_kept_for_ever(database: Database) -> None:
    await save(database, a_match("m1"))
    await save(database, a_match("m2", phase=Phase.CHALLENGED))
    await save(database, finished("m3", {ROBIN: 1, WREN: 2}))
    await purge(database, timedelta(days=9999))
    assert await names(database, "m1", "m2", "m3") == ["m1", "m2", "m3"]
    assert await database.transact(lambda stores: stores.standings.line(GUILD, WREN)) is not None


async def test_a_rematch_that_was_called_off_stays_while_its_first_match_names_it(
    database: Database,
) -> None:
    called_off = a_match(
        "m2", phase=Phase.CANCELLED, called_off=CallOff.LEFT, left=WREN, ended_at=START
    )

    async def work(stores: Stores) -> None:
        first = finished("m1", {ROBIN: 1, WREN: 2}, successor=MatchId("m2"))
        await stores.matches.save(first)
        await stores.matches.save(called_off)
        await stores.matches.save(replace(called_off, id=MatchId("m3")))

    await database.transact(work)
    await purge(database, Keeping.UNPLAYED_MATCH + MOMENT)
    assert await names(database, "m1", "m2", "m3") == ["m1", "m2"]


async def test_an_audit_line_goes_after_a_year(database: Database) -> None:
    line = AuditLine(START, GUILD, TEAL, "settings", "rounds: 2 -> 4")
    await database.transact(lambda stores: stores.servers.audit(line))
    await purge(database, Keeping.AUDIT_LINE)
    assert await database.transact(lambda stores: stores.servers.audited(GUILD, 9)) == [line]
    await purge(database, Keeping.AUDIT_LINE + MOMENT)
    assert await database.transact(lambda stores: stores.servers.audited(GUILD, 9)) == []


async def fill(database: Database, guild: GuildId, match: str) -> None:
    """Keep something of everything of this server."""
    changed = ServerSettings(language="fr", rounds=8)

    async def work(stores: Stores) -> None:
        first = finished(match, {ROBIN: 1, WREN: 2}, guild=guild, successor=MatchId(f"{match}b"))
        await stores.matches.save(first)
        await stores.matches.save(a_match(f"{match}b", guild=guild))
        await stores.outbox.add([an_entry(f"entry of {match}", match)])
        await stores.players.remember(guild, Person(ROBIN, "Robin", "fr"), START)
        await stores.servers.keep_settings(guild, changed)
        await stores.servers.audit(AuditLine(START, guild, TEAL, "settings", ""))

    await database.transact(work)


async def kept_of(database: Database, guild: GuildId, match: str) -> list[bool]:
    async def work(stores: Stores) -> list[bool]:
        owed = {entry.match for entry in await stores.outbox.owed()}
        return [
            await stores.matches.load(MatchId(match)) is not None,
            await stores.matches.load(MatchId(f"{match}b")) is not None,
            match in owed,
            bool(await stores.players.names(guild, [ROBIN])),
            await stores.standings.line(guild, ROBIN) is not None,
            await stores.servers.settings(guild) != ServerSettings(),
            bool(await stores.servers.audited(guild, 9)),
            guild in await stores.servers.known(),
            guild in await stores.servers.absences(),
        ]

    return await database.transact(work)


async def test_everything_of_a_server_goes_a_month_after_the_bot_left_it(
    database: Database,
) -> None:
    await fill(database, GUILD, "m1")
    await fill(database, OTHER_GUILD, "m2")
    await database.transact(lambda stores: stores.servers.mark_absent(GUILD, START))
    await purge(database, Keeping.LEFT_SERVER)
    assert await kept_of(database, GUILD, "m1") == [True] * 9
    await purge(database, Keeping.LEFT_SERVER + MOMENT)
    assert await kept_of(database, GUILD, "m1") == [False] * 9
    assert await kept_of(database, OTHER_GUILD, "m2") == [True] * 8 + [False]


async def test_a_server_that_came_back_in_time_loses_nothing(database: Database) -> None:
    await fill(database, GUILD, "m1")
    await database.transact(lambda stores: stores.servers.mark_absent(GUILD, START))
    await database.transact(lambda stores: stores.servers.mark_present(GUILD))
    await purge(database, Keeping.LEFT_SERVER + MOMENT)
    assert await kept_of(database, GUILD, "m1") == [True] * 8 + [False]
