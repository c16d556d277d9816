"""The power is cut: what was committed is told once, and everything old goes on working."""

import asyncio
from functools import partial

import pytest

from sandbox import Channel, Message
from sandbox.driver import InteractionFailedError
from sandbox.model import ChannelType
from tests.e2e.stage import Match, Stage

NONCE_LIFE = 400
"""Seconds after which Discord no longer drops a message that is sent again."""


def everything_said(stage: Stage) -> list[int]:
    """The ids of all that the bot ever said in public or in private."""
    channels = stage.sandbox.world.channels.values()
    return [message.id for channel in list(channels) for message in stage.said_in(channel)]


async def crash_and_start(stage: Stage) -> None:
    """A power cut that lasts longer than Discord remembers what it was sent."""
    await stage.kill()
    stage.sandbox.clock.advance(NONCE_LIFE)
    await stage.start()


async def test_after_a_crash_between_two_rows_everything_old_works(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    ended = await stage.match_of(stage.teal, stage.robin)
    for number in (1, 2):
        await stage.give_up_round(ended, number)
    end = await sandbox.message(ended.thread, "The match is a draw")
    waiting = await stage.match_of(stage.teal, stage.wren)
    private = await sandbox.wait_for(lambda: stage.said_in_private(stage.teal))
    code_box = await stage.teal.press(private[-1], "Set the code")
    challenge = (
        await stage.teal.slash(stage.games, "mastermind challenge", opponent=stage.wren)
    ).message
    match = await stage.playing("RBRG")
    first = await stage.row(match, "RRBY")
    row_box = await stage.wren.press(first, "Guess")
    await stage.nothing_owed()
    said = everything_said(stage)

    await stage.kill()
    await stage.start()
    await stage.nothing_owed()
    assert everything_said(stage) == said

    assert (await stage.wren.press(first, "Board")).text.count("1 black, 2 white") == 1
    second = await stage.wren.submit(row_box.modal, {"text": "RRRR"})
    assert second.text.startswith("Row 2 of 10")
    assert (await stage.row(match, "YYYY")).text.startswith("Row 3 of 10")
    again = await stage.wren.press(first, "Guess")
    assert (await stage.wren.submit(again.modal, {"text": "RRBB"})).text.startswith("Row 4 of 10")

    assert "`BBBB`" in (await stage.teal.submit(code_box.modal, {"text": "BBBB"})).text
    await sandbox.message(waiting.thread, "the code of round 1 is hidden")
    assert (await stage.teal.press(private[-1], "Set the code")).modal.labels
    assert "is on" in (await stage.wren.press(challenge, "Accept")).text
    opened = await sandbox.wait_for(lambda: sandbox.thread_of(challenge))
    await sandbox.message(opened, "The match begins")
    assert "would like a rematch" in (await stage.teal.press(end, "Rematch")).text
    assert "The rematch begins" in (await stage.robin.press(end, "Rematch")).text
    assert sandbox.failed_interactions == []


def calls(stage: Stage, path: str, status: int | None = None) -> int:
    """How many messages or threads the bot has asked for there (that got this answer)."""
    found = stage.sandbox.record.find("POST", path)
    return sum(status in (None, call.status) for call in found)


def messages_in(channel: Channel) -> str:
    """The address of the channel's messages."""
    return rf"/channels/{channel.id}/messages"


async def thread_on(stage: Stage, challenge: Message) -> Channel:
    """The thread that opens on a challenge."""
    return await stage.sandbox.wait_for(lambda: stage.sandbox.thread_of(challenge))


async def test_what_was_never_sent_is_sent_once_after_a_crash(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    path = messages_in(match.thread)
    sandbox.faults.fail(503, method="POST", path=path)
    said = await stage.wren.say(match.thread, "RRBY")
    await sandbox.wait_for(lambda: calls(stage, path, 503))
    sandbox.faults.fail(503, method="POST", path="/interactions/.*")
    asking = asyncio.create_task(stage.challenge())
    await sandbox.wait_for(lambda: calls(stage, "/interactions/.*", 503))
    await crash_and_start(stage)
    with pytest.raises(InteractionFailedError):
        await asking
    await stage.nothing_owed()
    assert (await stage.answer_to(said)).text.startswith("Row 1 of 10")
    assert [one.text[:5] for one in stage.said_in(match.thread)].count("Row 1") == 1
    assert (await stage.row(match, "RRRR")).text.startswith("Row 2 of 10")

    first, challenge = stage.said_in(stage.games)
    assert first is match.challenge
    assert challenge.pinged == [stage.wren.id]
    await stage.wren.press(challenge, "Accept")
    await sandbox.message(await thread_on(stage, challenge), "The match begins")


async def test_what_arrived_unknown_is_not_sent_again_after_a_crash(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    lose = partial(sandbox.faults.lose_answer, status=None, method="POST")
    match = await stage.match_of(stage.wren, stage.teal)
    await stage.set_code(match, "RBRG")
    accepted = (await stage.challenge()).message
    private = (await stage.challenge(private=True)).message
    await stage.nothing_owed()

    lose(path=messages_in(match.thread))
    row = await stage.teal.say(match.thread, "RRBY")
    reply = await stage.answer_to(row)
    lose(path=messages_in(sandbox.world.dm_with(stage.robin.user)))
    await stage.wren.press(accepted, "Accept")
    (wanted,) = await sandbox.wait_for(lambda: stage.said_in_private(stage.robin))
    lose(path=r".*/threads")
    await stage.wren.press(private, "Accept")
    hidden = await sandbox.wait_for(lambda: private_thread(stage))
    lose(path="/interactions/.*")
    asked = (await stage.challenge()).message
    await crash_and_start(stage)
    await stage.nothing_owed()

    assert [one for one in stage.said_in(match.thread) if one.replied_to is row] == [reply]
    assert calls(stage, messages_in(match.thread)) == len(stage.said_in(match.thread))
    assert len(stage.said_in(await thread_on(stage, accepted))) == 1
    about_accepted, about_private = stage.said_in_private(stage.robin)
    assert about_accepted is wanted
    assert str(hidden.id) in about_private.text
    assert len(sandbox.world.active_threads(stage.guild)) == 3
    (begun,) = stage.said_in(hidden)
    assert begun.text.startswith("The match begins")
    assert hidden in stage.robin.threads
    assert hidden not in stage.teal.threads
    assert stage.said_in(stage.games) == [match.challenge, accepted, private, asked]
    await goes_on(stage, match, Match(hidden, private, stage.robin, stage.wren), asked)


def private_thread(stage: Stage) -> Channel | None:
    """The private thread of the server, once there is one."""
    threads = stage.sandbox.world.active_threads(stage.guild)
    return next((one for one in threads if one.type is ChannelType.PRIVATE_THREAD), None)


async def goes_on(stage: Stage, match: Match, private: Match, asked: Message) -> None:
    """Both matches are played on, and the challenge that nobody noted can be withdrawn."""
    assert (await stage.row(match, "RRRR")).text.startswith("Row 2 of 10")
    await stage.set_code(private, "RBRG")
    assert (await stage.row(private, "RRBY")).text.startswith("Row 1 of 10")
    await stage.robin.press(asked, "Cancel")
    await stage.sandbox.wait_for(lambda: "withdrew" in asked.text)
    assert asked.buttons == []


async def test_a_thread_that_opened_unknown_is_used_after_a_crash(started: Stage) -> None:
    stage = started
    challenge = (await stage.challenge()).message
    stage.sandbox.faults.lose_answer(status=None, method="POST", path=r".*/threads")
    accepting = asyncio.create_task(stage.wren.press(challenge, "Accept"))
    thread = await thread_on(stage, challenge)
    await crash_and_start(stage)
    accepting.cancel()
    await stage.nothing_owed()
    (begun,) = stage.said_in(thread)
    assert begun.text.startswith("The match begins")
    assert len(stage.said_in_private(stage.robin)) == 1
    await stage.set_code(Match(thread, challenge, stage.robin, stage.wren), "RBRG")
