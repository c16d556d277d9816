"""The contract of `OutboxStore`, on the fake and on SQLite."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.matches.errors import StorageError
from bot.matches.ids import EntryId, MatchId, MessageId
from bot.matches.models import Entry, Event, EventKind
from bot.matches.ports import Database, Stores
from bot.storage.database import SqliteDatabase
from tests.integration.storage.samples import (
    SNOWFLAKES,
    START,
    TIMES,
    WREN,
    a_match,
    an_entry,
    save,
    undone,
)

EVENTS = st.builds(
    Event,
    kind=st.sampled_from(EventKind),
    round=st.integers(0, 20),
    row=st.integers(0, 12),
    player=st.none() | SNOWFLAKES,
    detail=st.text(st.characters(codec="utf-8", exclude_characters="\0")),
    reply_to=st.none() | SNOWFLAKES,
)


async def add(database: Database, *entries: Entry) -> None:
    await database.transact(lambda stores: stores.outbox.add(entries))


async def owed(database: Database) -> list[str]:
    found = await database.transact(lambda stores: stores.outbox.owed())
    return [entry.id for entry in found]


async def settle(database: Database, name: str, message: int | None) -> None:
    arrived = None if message is None else MessageId(message)
    await database.transact(lambda stores: stores.outbox.settle(EntryId(name), arrived, START))


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(event=EVENTS, at=TIMES)
async def test_an_entry_comes_back_as_it_was_added(
    database: Database, event: Event, at: datetime
) -> None:
    entry = Entry(EntryId("e1"), MatchId("m1"), event, at)

    async def work(stores: Stores) -> Sequence[Entry]:
        await stores.matches.save(a_match("m1"))
        await stores.outbox.add([entry])
        return await stores.outbox.owed()

    assert await undone(database, work) == [entry]


async def test_entries_are_owed_in_the_order_they_were_added(database: Database) -> None:
    await save(database, a_match("m1"))
    await save(database, a_match("m2"))
    await add(database, an_entry("z"), an_entry("b", "m2"))
    await add(database, an_entry("a"), an_entry("m", kind=EventKind.CODE_WANTED, player=WREN))
    assert await owed(database) == ["z", "b", "a", "m"]


async def test_nothing_is_owed_before_anything_was_added(database: Database) -> None:
    await add(database)
    assert await owed(database) == []


@pytest.mark.parametrize("message", [4000, None])
async def test_a_settled_entry_is_owed_no_more(database: Database, message: int | None) -> None:
    await save(database, a_match("m1"))
    await add(database, an_entry("a"), an_entry("b"), an_entry("c"))
    await settle(database, "b", message)
    assert await owed(database) == ["a", "c"]


async def test_settling_again_or_settling_nothing_changes_nothing(database: Database) -> None:
    await save(database, a_match("m1"))
    await add(database, an_entry("a"), an_entry("b"))
    for message in (4000, 4001, None):
        await settle(database, "a", message)
    await settle(database, "unknown", 4002)
    await add(database, an_entry("unknown"))
    assert await owed(database) == ["b", "unknown"]


async def test_the_first_message_that_settled_an_entry_is_the_one_kept(
    sqlite: SqliteDatabase,
) -> None:
    await save(sqlite, a_match("m1"))
    await add(sqlite, an_entry("a"))
    for message in (4000, 4001, None):
        await settle(sqlite, "a", message)
    (kept,) = await sqlite._connection.execute_fetchall("SELECT message_id FROM outbox")
    assert kept["message_id"] == 4000


async def test_an_entry_id_is_used_once(database: Database) -> None:
    await save(database, a_match("m1"))
    await add(database, an_entry("a", row=1))
    await settle(database, "a", 4000)
    with pytest.raises(StorageError):
        await add(database, an_entry("b"), an_entry("a", row=2))
    assert await owed(database) == []


async def test_an_entry_is_about_a_stored_match(database: Database) -> None:
    with pytest.raises(StorageError):
        await add(database, an_entry("a", "unknown"))
    assert await owed(database) == []


async def test_entries_keep_their_order_whatever_their_times(database: Database) -> None:
    await save(database, a_match("m1"))
    late = Entry(EntryId("a"), MatchId("m1"), Event(EventKind.ACCEPTED), START + timedelta(hours=1))
    await add(database, late, an_entry("b"))
    assert await owed(database) == ["a", "b"]


async def test_what_one_match_owes_is_in_order_and_without_what_was_told(
    database: Database,
) -> None:
    async def owed_of(match: str) -> list[str]:
        found = await database.transact(lambda stores: stores.outbox.owed(MatchId(match)))
        return [entry.id for entry in found]

    await save(database, a_match("m1"))
    await save(database, a_match("m2"))
    await add(database, an_entry("c"), an_entry("b", "m2"), an_entry("a"))
    assert await owed_of("m1") == ["c", "a"]
    assert await owed_of("m2") == ["b"]
    assert await owed_of("m3") == []
    await settle(database, "c", None)
    assert await owed_of("m1") == ["a"]
