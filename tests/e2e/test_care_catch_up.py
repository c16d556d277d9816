"""What people wrote while nobody listened is answered afterwards: once, in order, and no more."""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from sandbox import Sandbox
from sandbox.record import UNANSWERED
from tests.e2e.care import replies
from tests.e2e.stage import Stage

End = Callable[[Stage], Awaitable[None]]
Lose = Callable[[Sandbox], None]


@pytest.mark.parametrize("end", [Stage.stop, Stage.kill])
async def test_what_was_typed_while_the_bot_was_down_is_answered_once(
    started: Stage, end: End
) -> None:
    stage = started
    match = await stage.playing("RBRG")
    wren, thread = stage.wren, match.thread
    told = [await wren.say(thread, text) for text in ("RRBY", "RRR")]
    for message in told:
        await stage.answer_to(message)
    await stage.nothing_owed()
    await end(stage)
    rows = [await wren.say(thread, text) for text in ("YYYY", "OOOO")]
    odd = await wren.say(thread, "RRRRR")
    chat = [await wren.say(thread, text) for text in ("good luck to you", "// RBRG")]
    chat += [await stage.teal.say(thread, "RBRG"), await stage.robin.say(thread, "RBBB")]
    rows += [await wren.say(thread, "red red blue blue")]
    await stage.start()
    answers = [await stage.answer_to(row) for row in rows]
    assert [one.text[:5] for one in answers] == ["Row 2", "Row 3", "Row 4"]
    assert "which is too long" in (await stage.answer_to(odd)).text
    answered = sorted([*answers, *replies(stage, odd)], key=lambda one: one.id)
    assert [one.replied_to for one in answered] == [*rows[:2], odd, rows[2]]

    # What is read again is known again.
    await end(stage)
    last = await wren.say(thread, "PPPP")
    await stage.start()
    assert (await stage.answer_to(last)).text.startswith("Row 5 of 10")
    await stage.nothing_owed()
    assert [len(replies(stage, one)) for one in (*told, *rows, odd, last)] == [1] * 7
    assert [len(replies(stage, one)) for one in chat] == [0] * 4


async def test_a_row_that_was_taken_and_not_answered_before_a_crash_is_answered_once(
    started: Stage,
) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    path = f"/channels/{match.thread.id}/messages"
    sandbox.faults.hang(method="POST", path=path)
    row = await stage.wren.say(match.thread, "RRBY")
    await sandbox.wait_for(lambda: any_unanswered(stage, path))
    await stage.kill()
    later = await stage.wren.say(match.thread, "YYYY")
    await stage.start()
    assert (await stage.answer_to(later)).text.startswith("Row 2 of 10")
    await stage.nothing_owed()
    (answer,) = replies(stage, row)
    assert answer.text.startswith("Row 1 of 10")
    assert answer.id < replies(stage, later)[0].id


def any_unanswered(stage: Stage, path: str) -> bool:
    """Whether the bot has been left without an answer there."""
    return any(call.status == UNANSWERED for call in stage.sandbox.record.find("POST", path))


async def test_a_code_that_its_maker_posts_while_the_bot_is_down_is_void(started: Stage) -> None:
    stage = started
    match = await stage.playing("RBRG")
    await stage.nothing_owed()
    await stage.kill()
    await stage.robin.say(match.thread, "RBRG")
    row = await stage.wren.say(match.thread, "RRBY")
    await stage.start()
    assert "is not set yet" in (await stage.answer_to(row)).text
    await stage.sandbox.message(match.thread, "it no longer counts")
    await stage.nothing_owed()


@pytest.mark.parametrize("end", [Stage.stop, Stage.kill])
async def test_a_code_sent_in_private_while_the_bot_was_down_is_taken_once(
    started: Stage, end: End
) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.accepted()
    other = await stage.match_of(stage.teal, stage.wren)
    await stage.nothing_owed()
    await end(stage)
    odd = await stage.robin.dm("RBR")
    code = await stage.robin.dm("RBRG")
    await stage.start()
    await sandbox.message(match.thread, "the code of round 1 is hidden")
    assert "`RBRG`" in (await stage.answer_to(code)).text
    assert "which is too short" in (await stage.answer_to(odd)).text
    await stage.nothing_owed()

    await end(stage)
    theirs = await stage.teal.dm("BBBB")
    await stage.start()
    await sandbox.message(other.thread, "the code of round 1 is hidden")
    await stage.answer_to(theirs)
    await stage.nothing_owed()
    assert [len(replies(stage, one)) for one in (odd, code, theirs)] == [1] * 3
    said = stage.said_in(match.thread)
    assert sum("fingerprint" in one.text.lower() for one in said) == 1


@pytest.mark.parametrize("ends_match", [False, True])
async def test_rows_typed_beyond_the_end_of_a_round_are_left_alone(
    started: Stage, ends_match: bool
) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    if ends_match:
        await match.codebreaker.slash(match.thread, "mastermind concede")
        stage.swap(match)
        await stage.set_code(match, "RBRG", 2)
    other = await stage.match_of(stage.teal, match.codebreaker)
    await stage.set_code(other, "GGGG")
    await stage.nothing_owed()
    await stage.kill()
    texts = ("YYYY", "RBRG", "OOOO", "RRBB")
    first, winning, *beyond = [await match.codebreaker.say(match.thread, one) for one in texts]
    elsewhere = await match.codebreaker.say(other.thread, "YYYY")
    await stage.start()
    assert (await stage.answer_to(first)).text.startswith("Row 1 of 10")
    assert "**4 black, 0 white**" in (await stage.answer_to(winning)).text
    assert (await stage.answer_to(elsewhere)).text.startswith("Row 1 of 10")
    end = await sandbox.message(match.thread, "cracked the code in 2 rows")
    await stage.nothing_owed()
    following = ["Rematch"] if ends_match else ["Set the code", "Random code"]
    assert end.buttons == [*following, "Analysis"]
    assert [replies(stage, one) for one in beyond] == [[], []]
    if not ends_match:
        stage.swap(match)
        await stage.set_code(match, "BBBB", 2)
        assert (await stage.row(match, "RRBY")).text.startswith("Row 1 of 10")


def drop(sandbox: Sandbox) -> None:
    """The connection breaks and the session is gone."""
    sandbox.gateway.drop(resumable=False)


def invalidate(sandbox: Sandbox) -> None:
    """Discord says that the session is gone."""
    sandbox.gateway.invalidate()


@pytest.mark.parametrize("lose", [drop, invalidate])
async def test_a_session_that_cannot_be_resumed_loses_nothing(started: Stage, lose: Lose) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    other = await stage.match_of(stage.teal, stage.wren)
    gone = await stage.match_of(stage.teal, stage.robin)
    before = await stage.wren.say(match.thread, "RRR")
    await stage.answer_to(before)
    await stage.nothing_owed()
    lose(sandbox)
    rows = [await stage.wren.say(match.thread, text) for text in ("RRBY", "YYYY")]
    code = await stage.teal.dm("GGGG")
    sandbox.delete_channel(gone.thread)
    await sandbox.wait_for(partial(has_identified, stage, 2))
    answers = [await stage.answer_to(row) for row in rows]
    assert [one.text[:5] for one in answers] == ["Row 1", "Row 2"]
    await sandbox.message(stage.games, "Open a new thread")
    # Two codes are owed, so it is asked which match is meant.
    assert "Which match is this code for?" in (await stage.answer_to(code)).text
    await stage.nothing_owed()
    assert [len(replies(stage, one)) for one in (before, *rows, code)] == [1] * 4
    assert other.thread in sandbox.world.active_threads(stage.guild)


def has_identified(stage: Stage, times: int) -> bool:
    """Whether the bot has begun so many sessions."""
    return len(stage.sandbox.record.identifies) == times
