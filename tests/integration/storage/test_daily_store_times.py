"""The contract of `DailyStore` on times: outages, time zones, and when days end."""

from collections.abc import Sequence

import pytest

from bot.matches.daily_store import Outage
from bot.matches.days import PastZone
from bot.matches.errors import StorageError
from bot.matches.ports import Database, Stores
from tests.integration.storage.samples import GUILD, OTHER_GUILD, START
from tests.integration.storage.test_daily_store import (
    DAY,
    HOUR,
    MAY_1,
    MOMENT,
    a_day,
    begin,
    unclosed,
)

# Outages


async def test_outages_of_all_and_of_the_server_come_in_order(database: Database) -> None:
    everywhere = Outage(START, START + HOUR)
    here, elsewhere = Outage(START - HOUR, START + MOMENT), Outage(START, START + MOMENT)

    async def work(stores: Stores) -> list[Sequence[Outage]]:
        await stores.dailies.note_outage(everywhere, None)
        await stores.dailies.note_outage(here, GUILD)
        await stores.dailies.note_outage(elsewhere, OTHER_GUILD)
        return [
            await stores.dailies.outages(GUILD, START),
            await stores.dailies.outages(GUILD, START + MOMENT),
            await stores.dailies.outages(GUILD, START + HOUR),
        ]

    assert await database.transact(work) == [[here, everywhere], [everywhere], []]
    with pytest.raises(StorageError):
        await database.transact(
            lambda stores: stores.dailies.note_outage(Outage(START, START), None)
        )


async def test_outages_of_a_clock_that_ran_ahead_are_forgotten(database: Database) -> None:
    async def work(stores: Stores) -> Sequence[Outage]:
        for hour, guild in ((0, None), (2, GUILD), (4, None)):
            since = START + hour * HOUR
            await stores.dailies.note_outage(Outage(since, since + HOUR), guild)
        await stores.dailies.forget_outages(START + 2 * HOUR + MOMENT)
        await stores.dailies.forget_outages(START + 2 * HOUR + MOMENT)
        return await stores.dailies.outages(GUILD, START)

    assert await database.transact(work) == [
        Outage(START, START + HOUR),
        Outage(START + 2 * HOUR, START + 2 * HOUR + MOMENT),
    ]


async def test_an_outage_goes_on_with_the_one_that_begins_when_it_ended(
    database: Database,
) -> None:
    later = START + 3 * HOUR

    async def work(stores: Stores) -> list[Sequence[Outage]]:
        note = stores.dailies.note_outage
        for guild in (None, GUILD):
            await note(Outage(START, START + HOUR), guild)
        await note(Outage(START + HOUR, START + 2 * HOUR), None)
        await note(Outage(START + 2 * HOUR, later), None)
        await note(Outage(later + MOMENT, later + HOUR), None)
        return [await stores.dailies.outages(guild, START) for guild in (GUILD, OTHER_GUILD)]

    everywhere = [Outage(START, later), Outage(later + MOMENT, later + HOUR)]
    assert await database.transact(work) == [
        [Outage(START, START + HOUR), *everywhere],
        everywhere,
    ]


# Time zones


async def test_a_day_ends_at_another_time_than_was_planned(database: Database) -> None:
    await begin(database, a_day(), a_day(guild=OTHER_GUILD))

    async def work(stores: Stores) -> None:
        await stores.dailies.end_at(GUILD, MAY_1, START + HOUR)
        await stores.dailies.end_at(GUILD, MAY_1 + DAY, START)

    await database.transact(work)
    assert await unclosed(database, START) == [a_day(guild=OTHER_GUILD)]
    assert len(await unclosed(database, START + HOUR)) == 2


async def test_past_time_zones_of_a_server_come_in_order(database: Database) -> None:
    first, second = PastZone("UTC", START), PastZone("Asia/Tokyo", START + HOUR)

    async def work(stores: Stores) -> list[Sequence[PastZone]]:
        await stores.dailies.note_zone(GUILD, second)
        await stores.dailies.note_zone(GUILD, first)
        return [await stores.dailies.past_zones(guild) for guild in (GUILD, OTHER_GUILD)]

    assert await database.transact(work) == [[first, second], []]
