"""Places that the bot cannot read for a while: what was written there waits, and nothing else."""

from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from typing import TypeAlias

import pytest

from sandbox import Channel, Permission
from sandbox.permissions import EVERYONE
from tests.e2e.care import HOUR, LATER, replies, texts_with
from tests.e2e.stage import Stage
from tests.e2e.test_care_catch_up import has_identified
from tests.e2e.test_care_servers import GONE, other_server

Change: TypeAlias = Callable[[Stage], None]
Wait: TypeAlias = Callable[[Stage], Awaitable[None]]
TURN = 72
AGAIN_AND_AGAIN = 1000
UNSEEN = EVERYONE & ~int(Permission.VIEW_CHANNEL)


def shut(stage: Stage) -> None:
    """The bot does not see the channel of the matches any more."""
    stage.sandbox.deny(stage.games, stage.sandbox.bot, Permission.VIEW_CHANNEL)


def open_again(stage: Stage) -> None:
    """It sees it again."""
    stage.sandbox.world.overwrite(stage.games, stage.sandbox.bot, 0, 0)


def shut_all(stage: Stage) -> None:
    """Whoever has no other role does not see any channel; the people have one."""
    for person in (stage.robin, stage.wren):
        stage.sandbox.grant(stage.guild, person, Permission(EVERYONE))
    everybody = stage.guild.roles[stage.guild.id]
    stage.sandbox.set_permissions(stage.guild, everybody, Permission(UNSEEN))


def give_role(stage: Stage) -> None:
    """The bot is given a role with which it sees them."""
    role = stage.sandbox.world.add_role(stage.guild, "games", EVERYONE)
    stage.sandbox.world.give_role(stage.guild, stage.sandbox.bot, role)


WAYS = pytest.mark.parametrize(
    ("lose", "gain"), [(shut, open_again), (shut_all, give_role)], ids=["channel", "role"]
)


async def after_a_while(stage: Stage) -> None:
    """The bot has noticed: it does one thing after the other."""
    lake = stage.sandbox.add_text_channel(stage.guild, "lake")
    await stage.robin.slash(lake, "mastermind matches")


async def after_a_restart(stage: Stage) -> None:
    """A new process has been refused."""
    await stage.stop()
    calls = stage.sandbox.record.calls
    before = len(calls)
    await stage.start()
    await stage.sandbox.wait_for(
        lambda: any(call.method == "GET" and call.status == 403 for call in calls[before:])
    )


@WAYS
@pytest.mark.parametrize("wait", [after_a_while, after_a_restart])
async def test_what_was_written_in_a_channel_that_the_bot_did_not_see_is_answered_afterwards(
    started: Stage, lose: Change, gain: Change, wait: Wait
) -> None:
    stage = started
    match = await stage.playing("RBRG")
    await stage.row(match, "PPPP")
    await stage.nothing_owed()
    lose(stage)
    rows = [await stage.wren.say(match.thread, "RRBY")]
    await wait(stage)
    rows += [await stage.wren.say(match.thread, "YYYY")]
    gain(stage)
    answers = [await stage.answer_to(row) for row in rows]
    assert [one.text[:5] for one in answers] == ["Row 2", "Row 3"]
    # And the bot hears again what is written now.
    rows += [await stage.wren.say(match.thread, "OOOO")]
    assert (await stage.answer_to(rows[-1])).text.startswith("Row 4 of 10")
    await stage.nothing_owed()
    assert [len(replies(stage, row)) for row in rows] == [1] * 3


def move_time(stage: Stage, hours: float) -> None:
    """So much time has passed for the matches, in which the bot was at work."""
    with closing(stage.writing()) as database, database:
        database.executescript(LATER.format(by=int(hours * HOUR), down=0))


def fail_reading(stage: Stage, thread: Channel) -> None:
    """Discord cannot say what is written there."""
    stage.sandbox.faults.fail(
        503, times=AGAIN_AND_AGAIN, method="GET", path=f"/channels/{thread.id}/messages"
    )


async def test_time_is_up_elsewhere_while_one_thread_cannot_be_read(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    elsewhere = await stage.match_of(stage.teal, stage.wren, other_server(stage))
    await stage.set_code(elsewhere, "GGGG")
    await stage.nothing_owed()
    await stage.stop()
    in_time = await stage.wren.say(match.thread, "RRBY")
    move_time(stage, TURN + 1)
    fail_reading(stage, match.thread)
    await stage.start()
    await sandbox.message(elsewhere.thread, "ran out of time")
    await stage.nothing_owed()
    path = f"/channels/{match.thread.id}/messages"
    assert {one.status for one in sandbox.record.find("GET", path)} == {503}

    sandbox.faults.clear()
    later = await stage.wren.say(match.thread, "YYYY")
    answers = [await stage.answer_to(row) for row in (in_time, later)]
    assert [one.text[:5] for one in answers] == ["Row 1", "Row 2"]
    assert texts_with(stage.said_in(match.thread), "ran out of time") == []


async def test_a_server_that_removes_the_bot_while_its_session_is_broken_rests_at_once(
    started: Stage,
) -> None:
    stage, sandbox = started, started.sandbox
    elsewhere = await stage.match_of(stage.teal, stage.wren, other_server(stage))
    await stage.set_code(elsewhere, "GGGG")
    match = await stage.playing("RBRG")
    await stage.nothing_owed()
    sandbox.gateway.drop(resumable=False)
    sandbox.remove_bot(stage.guild)
    meanwhile = await stage.wren.say(elsewhere.thread, "YYYY")
    await sandbox.wait_for(partial(has_identified, stage, 2))
    await stage.until_stored("SELECT guild FROM absences", stage.guild.id)
    assert (await stage.answer_to(meanwhile)).text.startswith("Row 1 of 10")

    typed = await stage.wren.say(match.thread, "RRBY")
    sandbox.invite_bot(stage.guild)
    await stage.until_stored(GONE, 0)
    assert (await stage.answer_to(typed)).text.startswith("Row 1 of 10")
    assert (await stage.row(match, "YYYY")).text.startswith("Row 2 of 10")
    await stage.nothing_owed()
    assert len(replies(stage, typed)) == 1
