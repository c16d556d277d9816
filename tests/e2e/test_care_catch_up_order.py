"""What was written while the bot was away counts before what came after it, wherever it is."""

from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from typing import TypeAlias

import pytest

from sandbox import Channel, Message
from tests.e2e.care import replies, texts_with
from tests.e2e.stage import Match, Stage, filled
from tests.e2e.test_care_catch_up import any_unanswered, has_identified

Play: TypeAlias = Callable[[str], Awaitable[Message]]
"""Plays a row of Wren's; gives the bot's answer."""
Prepare: TypeAlias = Callable[[Stage, Match], Awaitable[Play]]
"""What Wren does before the bot goes away, to play a row that way afterwards."""
Do: TypeAlias = Callable[[Stage], Awaitable[None]]
OLD, NEW = "**1 black, 2 white**", "**1 black, 0 white**"
"""What RRBY is worth against RBRG, and against BBBB."""
HIDDEN, CHANGED = "is hidden", "changed the code"
COMMITMENT = "SELECT commitment FROM rounds"


def messages_of(channel: Channel) -> str:
    """The address of the channel's messages."""
    return f"/channels/{channel.id}/messages"


async def by_typing(stage: Stage, match: Match) -> Play:
    """In the thread."""
    return partial(stage.row, match)


async def by_box(stage: Stage, match: Match) -> Play:
    """In a box that has been open since then."""
    wanted = await stage.sandbox.message(match.thread, HIDDEN)
    box = (await stage.wren.press(wanted, "Guess")).modal

    async def play(text: str) -> Message:
        return (await stage.wren.submit(box, filled(box, text))).message

    return play


async def by_command(stage: Stage, match: Match) -> Play:
    """By the command."""

    async def play(text: str) -> Message:
        answer = await stage.wren.slash(match.thread, "mastermind guess", code=text)
        return answer.message

    return play


@pytest.mark.parametrize(
    ("prepare", "slow"), [(by_typing, 0.0), (by_typing, 1.5), (by_box, 0.3), (by_command, 0.3)]
)
@pytest.mark.parametrize("code_is_open", [True, False])
async def test_rows_typed_while_the_bot_was_down_come_before_one_played_right_after_it(
    started: Stage, prepare: Prepare, slow: float, code_is_open: bool
) -> None:
    stage = started
    match = await stage.playing("RBRG")
    if not code_is_open:  # to a change in private, which would have to be read as well
        await stage.row(match, "PPPP")
    play = await prepare(stage, match)
    await stage.nothing_owed()
    await stage.kill()
    rows = [await stage.wren.say(match.thread, text) for text in ("RRBY", "OOOO")]
    stage.sandbox.faults.delay(slow, method="GET", path=messages_of(match.thread))
    await stage.start()
    last = await play("YYYY")
    answers = [*[await stage.answer_to(row) for row in rows], last]
    first = 1 if code_is_open else 2
    assert [one.text[:5] for one in answers] == [f"Row {first + number}" for number in range(3)]
    await stage.nothing_owed()
    assert stage.said_in(match.thread)[-3:] == answers


async def go_down(stage: Stage) -> None:
    """The power is cut."""
    await stage.nothing_owed()
    await stage.kill()


async def lose_session(stage: Stage) -> None:
    """The connection breaks, and what is sent until the next one is lost."""
    await stage.nothing_owed()
    stage.sandbox.gateway.drop(resumable=False)


async def connect_again(stage: Stage) -> None:
    """The bot does so by itself."""
    await stage.sandbox.wait_for(partial(has_identified, stage, 2))


AWAY = pytest.mark.parametrize(
    ("go", "come"), [(go_down, Stage.start), (lose_session, connect_again)], ids=["down", "session"]
)


@AWAY
@pytest.mark.parametrize("then_a_row", [False, True])
async def test_a_code_that_was_changed_in_private_meanwhile_counts_for_the_rows_after_it(
    started: Stage, go: Do, come: Do, then_a_row: bool
) -> None:
    stage = started
    match = await stage.playing("RBRG")
    await go(stage)
    code = await stage.robin.dm("BBBB")
    row = await stage.wren.say(match.thread, "RRBY") if then_a_row else None
    await come(stage)
    assert "`BBBB`" in (await stage.answer_to(code)).text
    changed = await stage.sandbox.message(match.thread, CHANGED)
    row = row or await stage.wren.say(match.thread, "RRBY")
    answer = await stage.answer_to(row)
    assert answer.text.startswith("Row 1 of 10")
    assert NEW in answer.text
    assert changed.id < answer.id
    await stage.nothing_owed()
    assert [len(replies(stage, one)) for one in (code, row)] == [1, 1]
    assert len(texts_with(stage.said_in(match.thread), CHANGED)) == 1


@AWAY
async def test_a_code_cannot_be_changed_after_a_row_that_nobody_had_read_yet(
    started: Stage, go: Do, come: Do
) -> None:
    stage = started
    match = await stage.playing("RBRG")
    await go(stage)
    row = await stage.wren.say(match.thread, "RRBY")
    code = await stage.robin.dm("BBBB")
    await come(stage)
    answer = await stage.answer_to(row)
    assert answer.text.startswith("Row 1 of 10")
    assert OLD in answer.text
    refused = await stage.answer_to(code)
    assert "BBBB" not in refused.text
    # It is told what anybody is told who is too late.
    assert (await stage.answer_to(await stage.robin.dm("BBBB"))).text == refused.text
    assert OLD in (await stage.row(match, "RRBY")).text
    await stage.nothing_owed()
    assert texts_with(stage.said_in(match.thread), CHANGED) == []
    assert [len(replies(stage, one)) for one in (code, row)] == [1, 1]


@AWAY
async def test_whoever_cracks_the_code_meanwhile_may_have_written_the_next_one_too(
    started: Stage, go: Do, come: Do
) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    await go(stage)
    row = await stage.wren.say(match.thread, "RBRG")
    code = await stage.wren.dm("BBBB")
    await come(stage)
    await sandbox.message(match.thread, "the code of round 2 is hidden")
    assert "**4 black, 0 white**" in (await stage.answer_to(row)).text
    assert "`BBBB`" in (await stage.answer_to(code)).text
    stage.swap(match)
    answer = await stage.row(match, "RRBY")
    assert answer.text.startswith("Row 1 of 10")
    assert NEW in answer.text
    await stage.nothing_owed()
    assert [len(replies(stage, one)) for one in (code, row)] == [1, 1]


def commitment(stage: Stage) -> str:
    """What the code of the one round is held to."""
    with closing(stage.writing()) as database:
        ((found,),) = database.execute(COMMITMENT)
    return str(found)


@pytest.mark.parametrize("replied", [False, True])
async def test_a_code_that_was_taken_before_a_crash_is_shown_once_and_stays_the_same(
    started: Stage, replied: bool
) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.accepted()
    await stage.nothing_owed()
    path = messages_of(sandbox.world.dm_with(stage.robin.user))
    sandbox.faults.hang(after=replied, method="POST", path=path)
    code = await stage.robin.dm("RBRG")
    await sandbox.wait_for(lambda: replies(stage, code) if replied else any_unanswered(stage, path))
    await stage.kill()
    before = commitment(stage)
    await stage.start()
    assert "`RBRG`" in (await stage.answer_to(code)).text
    assert OLD in (await stage.row(match, "RRBY")).text
    await stage.nothing_owed()
    assert len(replies(stage, code)) == 1
    assert commitment(stage) == before
    (hidden,) = texts_with(stage.said_in(match.thread), "the code of round 1 is hidden")
    assert f"`{before}`" in hidden
    assert texts_with(stage.said_in(match.thread), CHANGED) == []
