"""The contract of `Database.transact`, on the fake and on SQLite."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial

import pytest

from bot.matches.ids import MatchId
from bot.matches.models import Person
from bot.matches.ports import Database, Stores
from tests.integration.storage.samples import (
    GUILD,
    ROBIN,
    START,
    a_match,
    an_entry,
    load,
    save,
)


class Mistake(Exception):  # noqa: N818 - it stands for anything that work may raise
    pass


async def keep_everything(stores: Stores, name: str) -> None:
    await stores.matches.save(a_match(name))
    await stores.outbox.add([an_entry(f"entry of {name}", name)])
    await stores.players.remember(GUILD, Person(ROBIN, name, "fr"), START)


async def kept(database: Database, name: str) -> tuple[bool, bool]:
    """Whether the match and its entry are there."""
    return await database.transact(lambda stores: found(stores, name))


async def found(stores: Stores, name: str) -> tuple[bool, bool]:
    owed = await stores.outbox.owed()
    match = await stores.matches.load(MatchId(name))
    return match is not None, f"entry of {name}" in {entry.id for entry in owed}


async def test_the_result_of_the_work_is_returned(database: Database) -> None:
    async def work(stores: Stores) -> str:
        return "done"

    assert await database.transact(work) == "done"


async def test_work_sees_what_it_has_done_so_far(database: Database) -> None:
    async def work(stores: Stores) -> tuple[bool, bool]:
        await keep_everything(stores, "m1")
        return await found(stores, "m1")

    assert await database.transact(work) == (True, True)


@pytest.mark.parametrize("error", [Mistake, asyncio.CancelledError])
async def test_work_that_raises_leaves_nothing(
    database: Database, error: type[BaseException]
) -> None:
    async def work(stores: Stores) -> None:
        await keep_everything(stores, "m1")
        raise error

    with pytest.raises(error):
        await database.transact(work)
    assert await kept(database, "m1") == (False, False)
    assert await database.transact(lambda stores: stores.players.names(GUILD, [ROBIN])) == {}


async def test_an_error_undoes_only_its_own_transaction(database: Database) -> None:
    async def failing(stores: Stores) -> None:
        await keep_everything(stores, "bad")
        raise Mistake

    results = await asyncio.gather(
        database.transact(lambda stores: keep_everything(stores, "before")),
        database.transact(failing),
        database.transact(lambda stores: keep_everything(stores, "after")),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Mistake, type(None)]
    assert [await kept(database, name) for name in ("before", "bad", "after")] == [
        (True, True),
        (False, False),
        (True, True),
    ]


async def test_fifty_at_once_run_one_after_the_other(database: Database) -> None:
    await save(database, a_match("m1"))

    async def one_more(stores: Stores) -> None:
        match = await stores.matches.load(MatchId("m1"))
        assert match is not None
        await asyncio.sleep(0)
        await stores.matches.save(replace(match, agreed_rounds=match.agreed_rounds + 2))

    await asyncio.gather(*(database.transact(one_more) for _ in range(50)))
    match = await load(database, "m1")
    assert match is not None
    assert (match.version, match.agreed_rounds) == (51, 102)


async def test_a_cancelled_caller_keeps_all_or_nothing_wherever_the_work_was(
    database: Database,
) -> None:
    for steps in range(60):
        name = f"m{steps}"
        caller = asyncio.create_task(database.transact(partial(keep_everything, name=name)))
        for _ in range(steps):
            await asyncio.sleep(0)
        caller.cancel()
        with suppress(asyncio.CancelledError):
            await caller
        match, entry = await kept(database, name)
        assert match == entry
    await save(database, a_match("afterwards"))


async def test_a_transaction_inside_another_is_refused_and_undoes_it(database: Database) -> None:
    async def outer(stores: Stores) -> None:
        await keep_everything(stores, "m1")
        await load(database, "m1")

    async with asyncio.timeout(5):
        with pytest.raises(RuntimeError, match="inside a transaction"):
            await database.transact(outer)
        assert await kept(database, "m1") == (False, False)


async def test_a_transaction_in_a_task_that_the_work_waits_for_is_refused(
    database: Database,
) -> None:
    async def outer(stores: Stores) -> None:
        await asyncio.create_task(load(database, "m1"))

    async with asyncio.timeout(5):
        with pytest.raises(RuntimeError, match="inside a transaction"):
            await database.transact(outer)


async def test_a_task_that_the_work_left_behind_may_transact_after_it(database: Database) -> None:
    over = asyncio.Event()

    async def later() -> None:
        await over.wait()
        await save(database, a_match("m1"))

    async def work(stores: Stores) -> asyncio.Task[None]:
        return asyncio.create_task(later())

    left_behind = await database.transact(work)
    over.set()
    await left_behind
    assert await load(database, "m1") is not None
