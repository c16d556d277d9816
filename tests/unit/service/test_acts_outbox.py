"""What people are owed: who tells it, until when, and what a failure leaves."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import pytest

from bot.matches.acts import Told
from bot.matches.commands import Moved
from bot.matches.errors import Reason, Refusal, StorageError
from bot.matches.ids import EntryId, MatchId, ThreadId
from bot.matches.models import Entry, Event, EventKind, Phase
from bot.matches.ports import Stores
from bot.matches.view import MatchView
from tests.unit.matches.games import code
from tests.unit.service.scene import (
    ROBIN,
    WREN,
    Scene,
    codes,
    elsewhere,
    kinds,
    message_id,
    refused,
    source_id,
    thread_of,
)

CHANGES: dict[str, Callable[[Scene, MatchView], Awaitable[object]]] = {
    "code": lambda scene, match: scene.service.set_code(match.id, 1, ROBIN, "GGGG"),
    "row": lambda scene, match: scene.service.play_row(match.id, 1, WREN, "RRBY", source_id()),
    "concession": lambda scene, match: scene.service.concede(thread_of(match), WREN),
    "forfeit": lambda scene, match: scene.service.forfeit(match.id, WREN),
    "challenge": lambda scene, _: scene.challenge(),
}


async def free(scene: Scene) -> tuple[Entry, ...]:
    """What is owed and told by no live task."""
    acts = scene.service.acts
    return tuple(entry for entry in await acts.owed() if not acts.is_held(entry.id))


async def test_what_a_live_task_committed_is_its_own_to_tell(scene: Scene) -> None:
    told = await scene.challenge()
    assert list(await scene.untold()) == list(told.entries)
    assert await free(scene) == ()


async def test_what_a_task_left_untold_is_owed(scene: Scene) -> None:
    told = await elsewhere(scene.challenge())
    assert await free(scene) == told.entries


async def test_what_a_task_released_is_owed_until_it_is_delivered(scene: Scene) -> None:
    told = await scene.challenge()
    scene.service.acts.release(told.entries)
    assert await free(scene) == told.entries


async def test_releasing_twice_does_no_harm(scene: Scene) -> None:
    told = await scene.challenge()
    scene.service.acts.release(told.entries)
    scene.service.acts.release(told.entries)
    assert await free(scene) == told.entries


async def test_a_task_holds_its_entries_against_all_others_while_it_lives(scene: Scene) -> None:
    committed, done = asyncio.Event(), asyncio.Event()

    async def teller() -> Told:
        told = await scene.challenge()
        committed.set()
        await done.wait()
        return told

    task = asyncio.create_task(teller())
    async with asyncio.timeout(5):
        await committed.wait()
        assert await free(scene) == ()
        done.set()
        told = await task
    assert await free(scene) == told.entries


async def test_a_cancelled_task_holds_nothing(scene: Scene) -> None:
    committed = asyncio.Event()

    async def teller() -> None:
        await scene.challenge()
        committed.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(teller())
    async with asyncio.timeout(5):
        await committed.wait()
        task.cancel()
        await asyncio.wait([task])
    assert await free(scene) == tuple(await scene.untold()) != ()


async def test_what_is_owed_comes_in_the_order_it_happened(scene: Scene) -> None:
    match = await elsewhere(scene.breaking())
    await elsewhere(scene.row(match, "RBRG"))
    owed = await free(scene)
    assert [entry.event.kind for entry in owed] == [
        EventKind.CHALLENGED,
        EventKind.ACCEPTED,
        EventKind.CODE_WANTED,
        EventKind.CODE_SET,
        EventKind.ROW_SCORED,
        EventKind.ROUND_ENDED,
        EventKind.CODE_WANTED,
    ]


async def test_after_a_restart_everything_untold_is_owed(scene: Scene) -> None:
    told = await scene.challenge()
    assert await scene.restarted().acts.owed() == told.entries


async def test_an_entry_is_owed_no_more_when_delivered_or_given_up(scene: Scene) -> None:
    match = await elsewhere(scene.setting())
    challenged, accepted, wanted = await free(scene)
    await scene.service.acts.delivered(accepted, message_id())
    assert await free(scene) == (challenged, wanted)
    await scene.service.acts.delivered(wanted, None)
    assert await free(scene) == (challenged,)
    assert (await scene.look(match.id)).message == match.message


async def test_the_message_of_a_challenge_is_remembered_when_it_arrived(scene: Scene) -> None:
    told = await scene.challenge()
    challenge = message_id()
    await scene.service.acts.delivered(told.entries[0], challenge)
    assert (await scene.look(told.own.id)).message == challenge
    await scene.service.decline(told.own.id, WREN)
    assert (await scene.look(told.own.id)).message == challenge


async def test_a_challenge_that_is_given_up_has_no_message(scene: Scene) -> None:
    told = await scene.challenge()
    await scene.service.acts.delivered(told.entries[0], None)
    assert (await scene.look(told.own.id)).message is None
    assert await scene.untold() == []


async def test_giving_up_a_challenge_that_was_pressed_keeps_its_message(scene: Scene) -> None:
    told, challenge = await scene.challenge(), message_id()
    await scene.service.accept(told.own.id, WREN, challenge)
    await scene.service.acts.delivered(told.entries[0], None)
    assert (await scene.look(told.own.id)).message == challenge


async def test_an_entry_delivered_twice_changes_nothing_the_second_time(scene: Scene) -> None:
    told, challenge = await scene.challenge(), message_id()
    await scene.service.acts.delivered(told.entries[0], challenge)
    await scene.service.acts.delivered(told.entries[0], challenge)
    assert (await scene.look(told.own.id)).message == challenge


async def test_an_entry_told_later_shows_what_anybody_may_see(scene: Scene) -> None:
    match = await scene.setting()
    told = await scene.hide(match, "RBRG")
    brief = await scene.service.acts.brief(told.entries[0])
    assert brief == told.brief
    assert codes(brief.match) == [None]
    await scene.row(match, "RBRG")
    later = await scene.service.acts.brief(told.entries[0])
    assert codes(later.match) == [code("RBRG"), None]


async def test_only_the_end_of_a_match_is_told_later_with_the_lines(scene: Scene) -> None:
    match = await scene.setting()
    await scene.solve(match)
    told = await scene.solve(match)
    scored, ended, closed = told.entries
    assert kinds(told)[1] is EventKind.MATCH_ENDED
    assert (await scene.service.acts.brief(ended)).lines == told.brief.lines != {}
    assert (await scene.service.acts.brief(scored)).lines == {}
    assert (await scene.service.acts.brief(closed)).lines == {}


async def test_an_end_told_after_the_match_went_on_has_no_lines(scene: Scene) -> None:
    match = await scene.setting()
    await scene.solve(match)
    _, ended, _ = (await scene.solve(match)).entries
    await scene.service.two_more(match.id, ROBIN)
    await scene.service.two_more(match.id, WREN)
    assert (await scene.service.acts.brief(ended)).lines == {}


async def test_an_entry_about_no_match_cannot_be_told(scene: Scene) -> None:
    entry = Entry(EntryId("e"), MatchId("never"), Event(EventKind.ACCEPTED), scene.clock.now)
    refusal = await refused(scene.service.acts.brief(entry))
    assert refusal == Refusal(Reason.UNKNOWN_MATCH)
    opened = scene.service.acts.thread_opened(MatchId("never"), ThreadId(77))
    assert await refused(opened) == Refusal(Reason.UNKNOWN_MATCH)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_what_could_not_be_kept_leaves_nothing_and_can_be_done_again(
    scene: Scene, change: Callable[[Scene, MatchView], Awaitable[object]]
) -> None:
    match = await elsewhere(scene.breaking())
    owed = await free(scene)
    async with scene.nothing_changes(match):
        scene.database.full = True
        with pytest.raises(StorageError):
            await elsewhere(change(scene, match))
        scene.database.full = False
    assert await free(scene) == owed
    await elsewhere(change(scene, match))
    assert len(await free(scene)) > len(owed)


async def test_a_delivery_that_could_not_be_kept_leaves_the_entry_owed(scene: Scene) -> None:
    told = await elsewhere(scene.challenge())
    scene.database.full = True
    with pytest.raises(StorageError):
        await scene.service.acts.delivered(told.entries[0], message_id())
    scene.database.full = False
    assert await free(scene) == told.entries
    assert (await scene.look(told.own.id)).message is None


async def test_a_rematch_that_could_not_be_kept_is_wanted_by_one_alone(scene: Scene) -> None:
    old = await scene.drawn()
    await scene.service.rematch(old.id, ROBIN)
    scene.database.full = True
    with pytest.raises(StorageError):
        await scene.service.rematch(old.id, WREN)
    scene.database.full = False
    kept = await scene.look(old.id)
    assert kept.successor is None
    assert kept.rematch == {ROBIN.id}
    assert (await scene.service.rematch(old.id, WREN)).own.phase is Phase.SETTING


async def test_work_that_makes_no_move_is_a_fault_of_the_program(scene: Scene) -> None:
    async def idle(stores: Stores, now: datetime) -> Sequence[Moved]:
        return []

    with pytest.raises(AssertionError, match="came to nothing"):
        await scene.service.acts.keep(idle, ROBIN)
