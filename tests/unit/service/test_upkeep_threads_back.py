"""Threads that a match lost, and that it has again when they are unlocked."""

import asyncio
from datetime import timedelta

import pytest

from bot.matches.errors import Reason, Refusal, StorageError
from bot.matches.ids import ThreadId
from bot.matches.models import Event, EventKind
from bot.matches.view import MatchView
from tests.unit.service.scene import (
    CHANNEL,
    ROBIN,
    WREN,
    Scene,
    events,
    message_id,
    refused,
    taken,
    thread_of,
)

NEW_THREAD = ThreadId(8800)
LOST = Event(EventKind.THREAD_LOST, round=1)
BACK = Event(EventKind.THREAD_REGAINED, round=1)


async def told_of(scene: Scene) -> MatchView:
    """A running match; everybody was told of all that happened."""
    match = await scene.breaking()
    for entry in await scene.untold():
        await scene.service.acts.delivered(entry, message_id())
    return match


async def without_thread(scene: Scene) -> MatchView:
    """The same, as it was before it lost its thread."""
    match = await told_of(scene)
    await scene.lose_thread(match)
    return match


async def test_a_thread_that_is_unlocked_is_told_of_and_heard_again(scene: Scene) -> None:
    match = await without_thread(scene)
    scene.clock.advance(timedelta(hours=70))
    told = taken(await scene.upkeep.regain_thread(thread_of(match)))
    assert events(told) == [BACK]
    back = await scene.look(match.id)
    assert back.thread == match.thread
    assert back.due_at == scene.clock.now + timedelta(hours=72)
    assert scene.service.acts.plays_in(thread_of(match), WREN.id)
    assert await scene.say(match, WREN, "RRBY") is not None


async def test_a_thread_that_is_unlocked_twice_is_told_of_once(scene: Scene) -> None:
    match = await without_thread(scene)
    await scene.upkeep.regain_thread(thread_of(match))
    async with scene.nothing_changes(match):
        assert await scene.upkeep.regain_thread(thread_of(match)) is None


async def test_a_thread_that_was_not_lost_does_not_come_back(scene: Scene) -> None:
    match, over = await scene.breaking(), await scene.drawn()
    async with scene.nothing_changes(match), scene.nothing_changes(over):
        assert await scene.upkeep.regain_thread(thread_of(match)) is None
        assert await scene.upkeep.regain_thread(thread_of(over)) is None
        assert await scene.upkeep.regain_thread(ThreadId(5)) is None


async def test_a_thread_comes_back_to_no_match_that_was_called_off(scene: Scene) -> None:
    match = await without_thread(scene)
    await scene.upkeep.lose_channel(CHANNEL)
    async with scene.nothing_changes(match):
        assert await scene.upkeep.regain_thread(thread_of(match)) is None
    assert not scene.service.acts.is_match_thread(thread_of(match))


async def test_the_old_thread_does_not_come_back_once_there_was_a_new_one(scene: Scene) -> None:
    match = await without_thread(scene)
    await scene.service.reopen(match.id, ROBIN)
    await scene.service.acts.thread_opened(match.id, NEW_THREAD)
    async with scene.nothing_changes(match):
        assert await scene.upkeep.regain_thread(thread_of(match)) is None


async def test_a_thread_is_lost_and_unlocked_in_that_order_when_both_come_at_once(
    scene: Scene,
) -> None:
    match = await told_of(scene)
    thread = thread_of(match)
    lost, back = await asyncio.gather(
        scene.upkeep.lose_thread(thread), scene.upkeep.regain_thread(thread)
    )
    assert events(taken(lost)) + events(taken(back)) == [LOST, BACK]


async def test_a_row_that_comes_with_the_unlocking_counts(scene: Scene) -> None:
    match = await without_thread(scene)
    assert scene.service.acts.plays_in(thread_of(match), WREN.id)
    _back, row = await asyncio.gather(
        scene.upkeep.regain_thread(thread_of(match)), scene.say(match, WREN, "RRBY")
    )
    assert taken(row).brief.match.rounds[0].rows[0].number == 1


async def test_no_new_thread_is_asked_for_when_the_old_one_is_back(scene: Scene) -> None:
    match = await without_thread(scene)
    await scene.upkeep.regain_thread(thread_of(match))
    reopened = scene.service.reopen(match.id, ROBIN)
    assert await refused(reopened) == Refusal(Reason.THREAD_OPEN)


async def test_what_would_open_a_new_thread_is_told_in_the_old_one_that_is_back(
    scene: Scene,
) -> None:
    match = await without_thread(scene)
    asked = (await scene.service.reopen(match.id, ROBIN)).entries[0]
    told = taken(await scene.upkeep.regain_thread(thread_of(match)))
    assert events(told) == []
    assert (await scene.service.acts.brief(asked)).match.thread == match.thread


async def test_a_new_thread_that_opens_while_the_old_one_comes_back_is_the_match_s(
    scene: Scene,
) -> None:
    match = await without_thread(scene)
    await scene.service.reopen(match.id, ROBIN)
    await scene.upkeep.regain_thread(thread_of(match))
    await scene.service.acts.thread_opened(match.id, NEW_THREAD)
    assert (await scene.look(match.id)).thread == NEW_THREAD
    assert scene.service.acts.is_match_thread(NEW_THREAD)
    assert not scene.service.acts.is_match_thread(thread_of(match))


async def test_a_rematch_gets_back_the_thread_that_it_shares_with_the_match_before(
    scene: Scene,
) -> None:
    old = await scene.drawn()
    await scene.service.rematch(old.id, ROBIN)
    new = (await scene.service.rematch(old.id, WREN)).own
    await scene.lose_thread(new)
    told = taken(await scene.upkeep.regain_thread(thread_of(old)))
    assert told.brief.match.id == new.id
    assert (await scene.look(new.id)).thread == thread_of(old)


async def test_after_a_restart_a_lost_thread_can_come_back(scene: Scene) -> None:
    match = await without_thread(scene)
    scene.service = scene.restarted()
    await scene.service.acts.start()
    assert scene.service.acts.is_match_thread(thread_of(match))
    (where,) = await scene.upkeep.whereabouts()
    assert (where.thread, where.lost_thread) == (None, match.thread)
    assert events(taken(await scene.upkeep.regain_thread(thread_of(match)))) == [BACK]


async def test_a_return_that_could_not_be_kept_leaves_the_thread_lost(scene: Scene) -> None:
    match = await without_thread(scene)
    async with scene.nothing_changes(match):
        scene.database.full = True
        with pytest.raises(StorageError):
            await scene.upkeep.regain_thread(thread_of(match))
        scene.database.full = False
    assert events(taken(await scene.upkeep.regain_thread(thread_of(match)))) == [BACK]
