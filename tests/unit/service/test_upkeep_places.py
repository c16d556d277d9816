"""Threads, channels and messages that go, and threads that are opened anew."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.matches.errors import Reason, Refusal, StorageError
from bot.matches.ids import ChannelId, MatchId, ThreadId
from bot.matches.models import CallOff, Event, EventKind, Person, Phase, Terms
from bot.matches.view import MatchView
from tests.unit.service.scene import (
    CHANNEL,
    ROBIN,
    TEAL,
    WREN,
    Scene,
    events,
    message_id,
    refused,
    source_id,
    taken,
    thread_of,
)

NEW_THREAD = ThreadId(8800)
LOST = Event(EventKind.THREAD_LOST, round=1)


async def untold(scene: Scene) -> list[Event]:
    """What nobody was told yet."""
    return [entry.event for entry in await scene.untold()]


async def tell_everything(scene: Scene) -> None:
    """Everything owed arrives."""
    for entry in await scene.untold():
        await scene.service.acts.delivered(entry, message_id())


async def reopen(scene: Scene, match: MatchView) -> None:
    """Robin opens a new thread in place of the lost one."""
    told = await scene.service.reopen(match.id, ROBIN)
    await scene.service.acts.thread_opened(match.id, NEW_THREAD)
    await scene.service.acts.delivered(told.entries[0], message_id())


# Threads that are lost


async def test_a_lost_thread_is_told_of_and_no_row_counts_there(scene: Scene) -> None:
    match = await scene.breaking()
    told = await scene.lose_thread(match)
    assert events(told) == [LOST]
    assert (await scene.look(match.id)).thread is None
    async with scene.nothing_changes(match):
        assert await scene.say(match, WREN, "RRBY") is None


async def test_a_thread_that_is_lost_twice_is_told_once(scene: Scene) -> None:
    match = await scene.breaking()
    await scene.lose_thread(match)
    async with scene.nothing_changes(match):
        assert await scene.upkeep.lose_thread(thread_of(match)) is None


async def test_a_thread_without_a_running_match_is_no_loss(scene: Scene) -> None:
    over = await scene.drawn()
    async with scene.nothing_changes(over):
        assert await scene.upkeep.lose_thread(thread_of(over)) is None
    assert await scene.upkeep.lose_thread(ThreadId(5)) is None


async def test_the_rematch_loses_the_thread_that_it_shares_with_the_match_before(
    scene: Scene,
) -> None:
    old = await scene.drawn()
    scene.clock.advance(timedelta(hours=1))
    await scene.service.rematch(old.id, ROBIN)
    new = (await scene.service.rematch(old.id, WREN)).own
    told = await scene.lose_thread(new)
    assert told.brief.match.id == new.id
    assert thread_of(await scene.look(old.id)) == thread_of(old)
    assert (await scene.look(new.id)).thread is None


async def test_a_loss_that_could_not_be_kept_leaves_the_thread_heard(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        scene.database.full = True
        with pytest.raises(StorageError):
            await scene.upkeep.lose_thread(thread_of(match))
        scene.database.full = False
    assert scene.service.acts.is_match_thread(thread_of(match))
    assert events(await scene.lose_thread(match)) == [LOST]


# Threads that are opened anew


@pytest.mark.parametrize("who", [ROBIN, WREN])
async def test_either_player_has_a_new_thread_opened(scene: Scene, who: Person) -> None:
    match = await scene.breaking()
    await tell_everything(scene)
    await scene.lose_thread(match)
    told = await scene.service.reopen(match.id, who)
    assert events(told) == [Event(EventKind.THREAD_REOPENED, round=1, player=who.id)]
    await scene.service.acts.thread_opened(match.id, NEW_THREAD)
    acts = scene.service.acts
    assert acts.plays_in(NEW_THREAD, WREN.id)
    assert acts.plays_in(NEW_THREAD, ROBIN.id)
    assert not acts.is_match_thread(thread_of(match))
    row = await scene.service.play_row_in(NEW_THREAD, WREN, "RRBY", source_id())
    assert row is not None


async def test_one_new_thread_is_asked_for_at_a_time(scene: Scene) -> None:
    match = await scene.breaking()
    await tell_everything(scene)
    await scene.lose_thread(match)
    await scene.service.reopen(match.id, ROBIN)
    async with scene.nothing_changes(match):
        again = scene.service.reopen(match.id, WREN)
        assert await refused(again) == Refusal(Reason.THREAD_OPENING)


async def test_no_new_thread_is_asked_for_while_the_first_one_is_owed(scene: Scene) -> None:
    match = await scene.setting(Terms(private=True))
    reopened = scene.service.reopen(match.id, ROBIN)
    assert await refused(reopened) == Refusal(Reason.THREAD_OPENING)


async def test_a_thread_that_is_there_needs_no_other(scene: Scene) -> None:
    match = await scene.breaking()
    reopened = scene.service.reopen(match.id, ROBIN)
    assert await refused(reopened) == Refusal(Reason.THREAD_OPEN)
    await scene.lose_thread(match)
    assert await refused(scene.service.reopen(match.id, TEAL)) == Refusal(Reason.ONLY_PLAYERS)
    never = scene.service.reopen(MatchId("never"), ROBIN)
    assert await refused(never) == Refusal(Reason.UNKNOWN_MATCH)


async def test_the_new_thread_can_be_lost_too_and_the_old_one_no_more(scene: Scene) -> None:
    match = await scene.breaking()
    await tell_everything(scene)
    await scene.lose_thread(match)
    await reopen(scene, match)
    async with scene.nothing_changes(match):
        assert await scene.upkeep.lose_thread(thread_of(match)) is None
    assert scene.service.acts.is_match_thread(NEW_THREAD)
    told = taken(await scene.upkeep.lose_thread(NEW_THREAD))
    assert told.brief.match.thread is None


async def test_after_a_restart_the_new_thread_is_heard(scene: Scene) -> None:
    match = await scene.breaking()
    await tell_everything(scene)
    await scene.lose_thread(match)
    await reopen(scene, match)
    scene.service = scene.restarted()
    await scene.service.acts.start()
    assert scene.service.acts.plays_in(NEW_THREAD, WREN.id)
    assert not scene.service.acts.is_match_thread(thread_of(match))


# Threads that could not be opened, or were found to be gone


@pytest.mark.parametrize("private", [False, True])
async def test_a_thread_that_is_given_up_is_told_of_in_the_channel(
    scene: Scene, private: bool
) -> None:
    match = await scene.setting(Terms(private=private))
    accepted = (await scene.untold())[1]
    assert accepted.event.kind is EventKind.ACCEPTED
    await scene.service.acts.delivered(accepted, None)
    assert (await scene.look(match.id)).thread is None
    assert LOST in await untold(scene)
    reopened = await scene.service.reopen(match.id, WREN)
    assert reopened.entries[0].event.kind is EventKind.THREAD_REOPENED


async def test_each_new_thread_that_is_given_up_is_told_of(scene: Scene) -> None:
    match = await scene.setting()
    await tell_everything(scene)
    await scene.lose_thread(match)
    told = await scene.service.reopen(match.id, WREN)
    await tell_everything_but(scene, EventKind.THREAD_REOPENED)
    await scene.service.acts.delivered(told.entries[0], None)
    assert await untold(scene) == [LOST]
    await scene.service.reopen(match.id, WREN)


async def test_a_thread_that_a_telling_found_to_be_gone_is_lost(scene: Scene) -> None:
    match = await scene.breaking()
    await tell_everything(scene)
    first = (await scene.row(match, "YYYY")).entries[0]
    second = (await scene.row(match, "YYYY")).entries[0]
    for row in (first, second):
        await scene.service.acts.delivered(row, None, gone=thread_of(match))
    assert await untold(scene) == [LOST]
    assert (await scene.look(match.id)).thread is None


async def test_a_telling_that_finds_the_old_thread_gone_leaves_the_new_one(scene: Scene) -> None:
    match = await scene.breaking()
    await tell_everything(scene)
    row = (await scene.row(match, "YYYY")).entries[0]
    await scene.lose_thread(match)
    await reopen(scene, match)
    await scene.service.acts.delivered(row, None, gone=thread_of(match))
    assert scene.service.acts.is_match_thread(NEW_THREAD)


async def test_any_other_entry_that_is_given_up_loses_no_thread(scene: Scene) -> None:
    match = await scene.breaking()
    await tell_everything(scene)
    row = (await scene.row(match, "YYYY")).entries[0]
    await scene.service.acts.delivered(row, None)
    assert await untold(scene) == []
    assert scene.service.acts.is_match_thread(thread_of(match))


async def test_a_thread_given_up_after_the_end_is_told_to_nobody(scene: Scene) -> None:
    match = await scene.setting()
    accepted = (await scene.untold())[1]
    await scene.service.forfeit(match.id, ROBIN)
    before = len(await untold(scene))
    await scene.service.acts.delivered(accepted, None)
    assert len(await untold(scene)) == before - 1
    assert LOST not in await untold(scene)


async def test_a_given_up_thread_that_could_not_be_kept_is_still_owed(scene: Scene) -> None:
    match = await scene.setting()
    accepted = (await scene.untold())[1]
    async with scene.nothing_changes(match):
        scene.database.full = True
        with pytest.raises(StorageError):
            await scene.service.acts.delivered(accepted, None)
        scene.database.full = False
    assert scene.service.acts.is_match_thread(thread_of(match))


# Channels and challenges that are deleted


async def test_everything_in_a_deleted_channel_is_called_off_and_nobody_is_told(
    scene: Scene,
) -> None:
    playing, waiting, over = await scene.breaking(), await scene.challenged(), await scene.drawn()
    message = await scene.arrive(waiting)
    before = await untold(scene)
    ended = await scene.stored(over)
    await scene.upkeep.lose_channel(CHANNEL)
    for match in (playing, waiting):
        gone = await scene.look(match.id)
        assert (gone.phase, gone.called_off) == (Phase.CANCELLED, CallOff.CHANNEL_GONE)
    assert await untold(scene) == before
    assert await scene.stored(over) == ended
    assert not scene.service.acts.is_match_thread(thread_of(playing))
    assert scene.service.acts.challenge_on(message) is None


async def test_another_channel_is_no_loss(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        await scene.upkeep.lose_channel(ChannelId(3))


async def test_a_challenge_whose_message_is_deleted_is_called_off_and_nobody_is_told(
    scene: Scene,
) -> None:
    match = await scene.challenged()
    message = await scene.arrive(match)
    assert scene.service.acts.challenge_on(message) == match.id
    await scene.upkeep.lose_challenge(match.id)
    assert (await scene.look(match.id)).called_off is CallOff.CHANNEL_GONE
    assert await untold(scene) == []
    assert scene.service.acts.challenge_on(message) is None
    accept = scene.service.accept(match.id, WREN, message)
    assert await refused(accept) == Refusal(Reason.CALLED_OFF)


async def test_the_message_of_a_running_match_may_be_deleted(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        await scene.upkeep.lose_challenge(match.id)


# Which message is an unanswered challenge

ANSWERS: dict[str, Callable[[Scene, MatchView], Awaitable[object]]] = {
    "accepted": lambda scene, match: scene.service.accept(match.id, WREN, message_id()),
    "declined": lambda scene, match: scene.service.decline(match.id, WREN),
    "withdrawn": lambda scene, match: scene.service.cancel(match.id, ROBIN),
    "ended": lambda scene, match: scene.admin.end(match.guild, match.id, TEAL.id),
    "deleted": lambda scene, match: scene.upkeep.lose_challenge(match.id),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
async def test_a_message_is_a_challenge_until_it_is_answered(
    scene: Scene, answer: Callable[[Scene, MatchView], Awaitable[object]]
) -> None:
    match = await scene.challenged()
    message = await scene.arrive(match)
    scene.database.full = True
    with pytest.raises(StorageError):
        await answer(scene, match)
    scene.database.full = False
    assert scene.service.acts.challenge_on(message) == match.id
    await answer(scene, match)
    assert scene.service.acts.challenge_on(message) is None


async def test_a_message_is_a_challenge_until_it_lapses(scene: Scene) -> None:
    match = await scene.challenged()
    message = await scene.arrive(match)
    scene.clock.now = match.expires_at
    await scene.upkeep.pass_time(match.id)
    assert scene.service.acts.challenge_on(message) is None


async def test_after_a_restart_the_unanswered_challenges_are_known(scene: Scene) -> None:
    waiting, answered = await scene.challenged(), await scene.challenged()
    first, second = await scene.arrive(waiting), await scene.arrive(answered)
    await scene.service.decline(answered.id, WREN)
    scene.service = scene.restarted()
    assert scene.service.acts.challenge_on(first) is None
    await scene.service.acts.start()
    assert scene.service.acts.challenge_on(first) == waiting.id
    assert scene.service.acts.challenge_on(second) is None
    assert [place.id for place in await scene.upkeep.whereabouts()] == [waiting.id]


async def tell_everything_but(scene: Scene, kind: EventKind) -> None:
    """Everything owed arrives, apart from this."""
    for entry in await scene.untold():
        if entry.event.kind is not kind:
            await scene.service.acts.delivered(entry, message_id())
