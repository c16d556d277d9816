"""Threads that were locked under a match and are unlocked again, and the button meanwhile."""

import asyncio

import pytest

from sandbox import Channel, Message, Permission
from tests.e2e.care import OPEN, Lose, lock, lock_away, lost, opened, threads, told_in_channel
from tests.e2e.panels import admin
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

GOES_ON = "go on with their match"


async def locked_after_a_row(stage: Stage, lose: Lose = lock) -> tuple[Match, Message]:
    """A match whose thread was locked after its first row, and what the channel was told."""
    match = await stage.playing("RBRG")
    await stage.row(match, "RRBY")
    await stage.nothing_owed()
    lose(stage.sandbox, match.thread)
    told = await lost(stage)
    await stage.nothing_owed()
    return match, told


def unlock(stage: Stage, thread: Channel) -> None:
    """A moderator takes the lock away."""
    stage.sandbox.lock(thread, locked=False)


def goes_on(stage: Stage, thread: Channel) -> list[Message]:
    """The messages there which say that the match goes on."""
    return [one for one in stage.said_in(thread) if GOES_ON in one.text]


@pytest.mark.parametrize("lose", [lock, lock_away])
async def test_a_match_goes_on_in_its_thread_that_is_unlocked(shared: Stage, lose: Lose) -> None:
    stage, sandbox = shared, shared.sandbox
    match, told = await locked_after_a_row(stage, lose)
    unlock(stage, match.thread)
    back = await sandbox.message(match.thread, GOES_ON)
    assert f"{stage.wren.mention}, it is your move: row 2 of 10 in round 1." in back.text
    assert back.buttons == ["Guess", "Board"]
    unlock(stage, match.thread)
    for person in (stage.robin, stage.wren):
        late = await person.press(told, OPEN)
        assert late.ephemeral
        assert late.text.startswith("This match has a thread already. Please go on there;")
    assert (await stage.row(match, "RRRR")).text.startswith("Row 2 of 10")
    await stage.nothing_owed()
    assert goes_on(stage, match.thread) == [back]
    assert threads(stage) == [match.thread]
    assert told_in_channel(stage) == [match.challenge, told]


async def test_a_thread_that_is_locked_again_is_lost_again(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match, told = await locked_after_a_row(stage)
    unlock(stage, match.thread)
    await sandbox.message(match.thread, GOES_ON)
    await stage.nothing_owed()
    lock(sandbox, match.thread)
    again = await sandbox.wait_for(lambda: [*told_in_channel(stage), None][2])
    assert again.buttons == [OPEN]
    unlock(stage, match.thread)
    await sandbox.wait_for(lambda: len(goes_on(stage, match.thread)) == 2)
    assert (await stage.row(match, "RRRR")).text.startswith("Row 2 of 10")
    assert told_in_channel(stage) == [match.challenge, told, again]


async def test_a_private_match_gets_back_its_thread_whatever_that_is_called(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge(private=True)).message
    await stage.wren.press(challenge, "Accept")
    (thread,) = await sandbox.wait_for(lambda: threads(stage))
    match = Match(thread, challenge, stage.robin, stage.wren)
    await stage.set_code(match, "RBRG")
    await stage.nothing_owed()
    thread.name = "quiet please"
    lock(sandbox, thread)
    await lost(stage)
    unlock(stage, thread)
    await sandbox.message(thread, GOES_ON)
    assert (await stage.row(match, "RRBY")).text.startswith("Row 1 of 10")
    assert threads(stage) == [thread]


async def test_a_rematch_gets_back_the_thread_of_the_match_before(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    await stage.row(match, "RBRG")
    await sandbox.message(match.thread, "Round 1 is over")
    stage.swap(match)
    await stage.set_code(match, "BBBB", 2)
    await stage.row(match, "BBBB")
    end = await sandbox.message(match.thread, "The match is a draw")
    for person in (stage.robin, stage.wren):
        await person.press(end, "Rematch")
    await sandbox.message(match.thread, "The rematch begins")
    await stage.nothing_owed()
    lock(sandbox, match.thread)
    await lost(stage)
    unlock(stage, match.thread)
    back = await sandbox.message(match.thread, GOES_ON)
    assert f"{stage.wren.mention}, it is your move: hide the code of round 1." in back.text


async def test_the_old_thread_stays_what_it_is_once_there_is_a_new_one(shared: Stage) -> None:
    stage = shared
    match, told = await locked_after_a_row(stage)
    old = match.thread
    await stage.wren.press(told, OPEN)
    await opened(stage, [old], match)
    unlock(stage, old)
    unheard = await stage.wren.say(old, "RRRR")
    assert (await stage.row(match, "RRRR")).text.startswith("Row 2 of 10")
    await stage.nothing_owed()
    assert goes_on(stage, old) == []
    assert stage.said_in(old)[-1].id < unheard.id


@pytest.mark.parametrize("pressed_first", [True, False])
async def test_a_match_whose_new_thread_is_asked_for_during_the_unlocking_is_in_one_thread(
    shared: Stage, pressed_first: bool
) -> None:
    stage = shared
    match, told = await locked_after_a_row(stage)

    async def unlocking() -> None:
        unlock(stage, match.thread)

    if pressed_first:
        answer, _ = await asyncio.gather(stage.wren.press(told, OPEN), unlocking())
    else:
        _, answer = await asyncio.gather(unlocking(), stage.wren.press(told, OPEN))
    assert answer.ephemeral
    await stage.sandbox.wait_for(lambda: any(goes_on(stage, thread) for thread in threads(stage)))
    await stage.nothing_owed()
    (match.thread,) = (thread for thread in threads(stage) if goes_on(stage, thread))
    assert str(match.thread.id) in answer.text or answer.text.startswith("This match has a thread")
    assert (await stage.row(match, "RRRR")).text.startswith("Row 2 of 10")


async def test_a_new_thread_that_the_bot_may_not_open_is_the_old_one_when_that_is_back(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    match, told = await locked_after_a_row(stage)
    sandbox.deny(stage.games, sandbox.bot, Permission.CREATE_PUBLIC_THREADS)
    answer = await stage.wren.press(told, OPEN)
    assert answer.ephemeral
    assert "could not open the new thread" in answer.text
    unlock(stage, match.thread)
    await sandbox.message(match.thread, GOES_ON)
    sandbox.world.overwrite(stage.games, sandbox.bot, 0, 0)
    assert (await stage.row(match, "RRRR")).text.startswith("Row 2 of 10")
    await stage.nothing_owed()
    assert len(goes_on(stage, match.thread)) == 1
    assert threads(stage) == [match.thread]


async def test_a_loss_that_nobody_was_told_of_in_time_is_not_told_any_more(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    await stage.nothing_owed()
    sandbox.deny(stage.games, sandbox.bot, Permission.SEND_MESSAGES)
    lock(sandbox, match.thread)
    path = f"/channels/{stage.games.id}/messages"
    await sandbox.wait_for(lambda: sandbox.record.find("POST", path))
    unlock(stage, match.thread)
    await sandbox.message(match.thread, GOES_ON)
    sandbox.world.overwrite(stage.games, sandbox.bot, 0, 0)
    await stage.nothing_owed()
    assert told_in_channel(stage) == [match.challenge]


async def test_the_button_says_that_an_admin_ended_the_match(shared: Stage) -> None:
    stage = shared
    _match, told = await locked_after_a_row(stage)
    robin = admin(stage)
    (choice,) = (
        await robin.autocomplete(stage.games, "mastermind-admin end", "match", match="")
    ).choices
    question = await robin.slash(stage.games, "mastermind-admin end", match=str(choice["value"]))
    await robin.press(question.message, "End the match")
    await stage.nothing_owed()
    for person in (stage.robin, stage.wren):
        late = await person.press(told, OPEN)
        assert late.ephemeral
        assert late.text.startswith("An admin ended this match, or its channel or thread was")


async def test_a_thread_that_is_unlocked_after_the_match_was_ended_is_left_alone(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    match, told = await locked_after_a_row(stage)
    question = await stage.wren.slash(stage.games, "mastermind forfeit")
    await stage.wren.press(question.message, "Forfeit")
    await stage.nothing_owed()
    unlock(stage, match.thread)
    late = await stage.robin.press(told, OPEN)
    assert late.ephemeral
    assert late.text.startswith("This match is over.")
    other = await stage.playing("RBRG")
    assert (await stage.row(other, "RRBY")).text.startswith("Row 1 of 10")
    await stage.nothing_owed()
    assert goes_on(stage, match.thread) == []
    assert not sandbox.violations
