"""The contract of `PlayerStore`, on the fake and on SQLite."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import product

from bot.matches.ids import GuildId, PlayerId
from bot.matches.models import Person
from bot.matches.ports import Database, Stores
from bot.matches.settings import CodePlace, Preferences
from tests.integration.storage.samples import GUILD, OTHER_GUILD, ROBIN, START, TEAL, WREN

LATER = START + timedelta(seconds=1)


async def remember(
    database: Database,
    person: Person,
    *,
    guild: GuildId = GUILD,
    at: datetime = START,
) -> None:
    await database.transact(lambda stores: stores.players.remember(guild, person, at))


async def names(
    database: Database, players: Sequence[PlayerId], guild: GuildId = GUILD
) -> Mapping[PlayerId, str]:
    return await database.transact(lambda stores: stores.players.names(guild, players))


async def locale(database: Database, player: PlayerId) -> str | None:
    return await database.transact(lambda stores: stores.players.locale(player))


async def test_names_are_of_this_server_and_unknown_players_are_absent(database: Database) -> None:
    await remember(database, Person(ROBIN, "Robin", "fr"))
    await remember(database, Person(WREN, "Wren", "nl"))
    await remember(database, Person(TEAL, "Teal", "nl"), guild=OTHER_GUILD)
    assert await names(database, [ROBIN, WREN, TEAL]) == {ROBIN: "Robin", WREN: "Wren"}
    assert await names(database, [ROBIN], OTHER_GUILD) == {}
    assert await names(database, []) == {}


async def test_the_last_action_in_a_server_gives_the_name(database: Database) -> None:
    await remember(database, Person(ROBIN, "Robin", "fr"))
    await remember(database, Person(ROBIN, "Robin the Red ', 🔴", "fr"), at=LATER)
    assert await names(database, [ROBIN]) == {ROBIN: "Robin the Red ', 🔴"}


async def test_an_action_that_is_heard_of_late_changes_nothing(database: Database) -> None:
    await remember(database, Person(ROBIN, "New", "fr"), at=LATER)
    await remember(database, Person(ROBIN, "Old", "nl"), at=START)
    assert await names(database, [ROBIN]) == {ROBIN: "New"}
    assert await locale(database, ROBIN) == "fr"


async def test_the_last_action_anywhere_gives_the_locale(database: Database) -> None:
    await remember(database, Person(ROBIN, "Robin", "nl"), guild=OTHER_GUILD, at=LATER)
    await remember(database, Person(ROBIN, "Robin", "fr"))
    await remember(database, Person(WREN, "Wren", "en-GB"), at=LATER + timedelta(days=1))
    assert await locale(database, ROBIN) == "nl"


async def test_the_locale_of_a_stranger_is_unknown(database: Database) -> None:
    await remember(database, Person(WREN, "Wren", "en-GB"))
    assert await locale(database, ROBIN) is None


async def test_an_action_without_a_locale_keeps_the_known_one(database: Database) -> None:
    await remember(database, Person(ROBIN, "Robin", "fr"))
    await remember(database, Person(ROBIN, "Red Robin", ""), at=LATER)
    assert await locale(database, ROBIN) == "fr"
    assert await names(database, [ROBIN]) == {ROBIN: "Red Robin"}


async def test_somebody_seen_only_without_a_locale_has_none(database: Database) -> None:
    await remember(database, Person(ROBIN, "Robin", ""))
    assert await locale(database, ROBIN) is None


async def test_preferences_are_the_defaults_until_they_are_chosen(database: Database) -> None:
    await remember(database, Person(ROBIN, "Robin", "fr"))
    found = await database.transact(lambda stores: stores.players.preferences(ROBIN))
    assert found == Preferences()


async def test_preferences_come_back_as_they_were_kept_last(database: Database) -> None:
    both = (True, False)
    every = [Preferences(*chosen) for chosen in product(both, both, CodePlace)]

    async def work(stores: Stores) -> list[Preferences]:
        found = []
        for chosen in every:
            await stores.players.keep_preferences(ROBIN, chosen)
            found.append(await stores.players.preferences(ROBIN))
        return [*found, await stores.players.preferences(WREN)]

    assert await database.transact(work) == [*every, Preferences()]
