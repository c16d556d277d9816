"""The contract of `ServerStore`, on the fake and on SQLite."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine import Preset
from bot.matches.ids import GuildId
from bot.matches.models import Person
from bot.matches.ports import AuditLine, Database, Stores
from bot.matches.settings import Caps, ServerSettings
from tests.integration.storage.samples import (
    GUILD,
    LIMITS,
    OTHER_GUILD,
    ROBIN,
    SNOWFLAKES,
    SPANS,
    START,
    TEAL,
    TIMES,
    a_match,
    save,
    undone,
)

THIRD_GUILD = GuildId(702)
HOUR = timedelta(hours=1)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
SETTINGS = st.builds(
    ServerSettings,
    language=st.none() | st.sampled_from(["en", "fr", "nl"]),
    channels=st.frozensets(SNOWFLAKES, max_size=4),
    roles=st.frozensets(SNOWFLAKES, max_size=4),
    preset=st.sampled_from(Preset),
    rounds=st.sampled_from([2, 4, 6, 8]),
    challenge_life=SPANS,
    limits=LIMITS,
    caps=st.builds(
        Caps,
        challenges_each=st.integers(1, 1000),
        matches_each=st.integers(1, 1000),
        matches_here=st.integers(1, 1000),
        pause=st.just(timedelta()) | SPANS,
    ),
    zone=st.sampled_from(["UTC", "America/St_Johns"]),
    daily_channel=st.none() | SNOWFLAKES,
)

every_example_undone = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def a_line(detail: str, guild: GuildId = GUILD) -> AuditLine:
    return AuditLine(START, guild, TEAL, "settings", detail)


async def keep(database: Database, guild: GuildId, kept: ServerSettings) -> None:
    await database.transact(lambda stores: stores.servers.keep_settings(guild, kept))


async def known(database: Database) -> frozenset[GuildId]:
    return await database.transact(lambda stores: stores.servers.known())


async def absences(database: Database) -> dict[GuildId, object]:
    return dict(await database.transact(lambda stores: stores.servers.absences()))


async def leave(database: Database, guild: GuildId, after: timedelta = timedelta()) -> None:
    await database.transact(lambda stores: stores.servers.mark_absent(guild, START + after))


async def test_a_server_has_the_defaults_until_somebody_changes_them(database: Database) -> None:
    await keep(database, OTHER_GUILD, ServerSettings(rounds=8))
    found = await database.transact(lambda stores: stores.servers.settings(GUILD))
    assert found == ServerSettings()


@every_example_undone
@given(first=SETTINGS, second=SETTINGS)
async def test_settings_come_back_as_they_were_kept_last(
    database: Database, first: ServerSettings, second: ServerSettings
) -> None:
    async def work(stores: Stores) -> list[ServerSettings]:
        found = []
        for chosen in (first, second, second):
            await stores.servers.keep_settings(GUILD, chosen)
            found.append(await stores.servers.settings(GUILD))
        return [*found, await stores.servers.settings(OTHER_GUILD)]

    assert await undone(database, work) == [first, second, second, ServerSettings()]


async def test_a_channel_and_a_role_may_have_the_same_number(database: Database) -> None:
    same = frozenset({GuildId(5)})
    both = replace(ServerSettings(), channels=same, roles=same)  # type: ignore[arg-type]  # as Discord's @everyone
    await keep(database, GUILD, both)
    await keep(database, OTHER_GUILD, both)
    assert await database.transact(lambda stores: stores.servers.settings(GUILD)) == both


async def test_only_servers_that_chose_a_language_have_one(database: Database) -> None:
    await keep(database, GUILD, ServerSettings(language="fr"))
    await keep(database, OTHER_GUILD, ServerSettings())
    await keep(database, THIRD_GUILD, ServerSettings(language="nl"))
    await keep(database, THIRD_GUILD, ServerSettings())
    found = await database.transact(lambda stores: stores.servers.languages())
    assert dict(found) == {GUILD: "fr"}


@every_example_undone
@given(at=TIMES, actor=SNOWFLAKES, action=TEXTS, detail=TEXTS)
async def test_an_audit_line_comes_back_as_it_was_written(
    database: Database, at: object, actor: object, action: str, detail: str
) -> None:
    line = AuditLine(at, GUILD, actor, action, detail)  # type: ignore[arg-type]  # drawn as plain

    async def work(stores: Stores) -> object:
        await stores.servers.audit(line)
        return await stores.servers.audited(GUILD, 1)

    assert await undone(database, work) == [line]


async def test_the_newest_audit_lines_of_the_server_come_first(database: Database) -> None:
    async def work(stores: Stores) -> None:
        for line in (a_line("a"), a_line("b"), a_line("c"), a_line("d", OTHER_GUILD)):
            await stores.servers.audit(line)

    await database.transact(work)
    found = await database.transact(lambda stores: stores.servers.audited(GUILD, 2))
    assert [line.detail for line in found] == ["c", "b"]


async def test_a_server_is_known_by_anything_that_is_kept_of_it(database: Database) -> None:
    assert await known(database) == frozenset()
    await save(database, a_match("m1"))
    await keep(database, OTHER_GUILD, ServerSettings())
    await database.transact(
        lambda stores: stores.players.remember(THIRD_GUILD, Person(ROBIN, "Robin", ""), START)
    )
    assert await known(database) == {GUILD, OTHER_GUILD, THIRD_GUILD}


async def test_a_server_is_absent_since_the_first_time_until_it_is_back(
    database: Database,
) -> None:
    await leave(database, GUILD)
    await leave(database, GUILD, HOUR)
    await leave(database, OTHER_GUILD, HOUR)
    assert await absences(database) == {GUILD: START, OTHER_GUILD: START + HOUR}
    for _ in range(2):
        await database.transact(lambda stores: stores.servers.mark_present(GUILD))
    assert await absences(database) == {OTHER_GUILD: START + HOUR}
