"""What was deleted or locked while the bot was down, and what comes of it in time."""

import pytest

from tests.e2e.care import OPEN, WAYS, Lose, lost, opened, pass_time, threads, told_in_channel
from tests.e2e.stage import Stage


@pytest.mark.parametrize("lose", WAYS)
async def test_a_thread_that_was_lost_while_the_bot_was_down_is_noticed(
    started: Stage, lose: Lose
) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    await stage.row(match, "RRBY")
    await stage.nothing_owed()
    await stage.kill()
    lose(sandbox, match.thread)
    await stage.start()
    told = await lost(stage)
    old = threads(stage)
    await stage.wren.press(told, OPEN)
    await opened(stage, old, match)
    assert (await stage.row(match, "RRRR")).text.startswith("Row 2 of 10")
    assert told_in_channel(stage) == [match.challenge, told]


async def test_a_thread_that_was_unlocked_while_the_bot_was_down_is_the_match_s_again(
    started: Stage,
) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    await stage.row(match, "RRBY")
    await stage.nothing_owed()
    sandbox.lock(match.thread)
    await lost(stage)
    await stage.nothing_owed()
    await stage.kill()
    sandbox.lock(match.thread, locked=False)
    typed = await stage.wren.say(match.thread, "RRRR")
    await stage.start()
    await sandbox.message(match.thread, "go on with their match")
    assert (await stage.answer_to(typed)).text.startswith("Row 2 of 10")


async def test_a_match_that_nobody_opens_a_thread_for_is_cancelled(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    await stage.row(match, "RBRG")
    await sandbox.message(match.thread, "Round 1 is over")
    await stage.nothing_owed()
    await pass_time(stage, 71)
    await stage.nothing_owed()
    sandbox.delete_channel(match.thread)
    told = await lost(stage)
    await pass_time(stage, 71)
    assert "cancelled" not in match.challenge.text
    await pass_time(stage, 2)
    await stage.nothing_owed()
    assert match.challenge.text.startswith(
        "The match between **Robin** and **Wren** was cancelled."
    )
    late = await stage.wren.press(told, OPEN)
    assert late.ephemeral
    assert late.text.startswith("This match is over.")
    *before, end = told_in_channel(stage)
    assert before == [match.challenge, told]
    assert end.text.startswith("The match lost its thread, so it is cancelled")
    assert end.pinged == []
    assert "#1" not in (await stage.teal.slash(stage.games, "leaderboard")).text


async def test_a_channel_that_was_deleted_while_the_bot_was_down_is_noticed(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    lake = sandbox.add_text_channel(stage.guild, "lake")
    await stage.accepted()
    await stage.nothing_owed()
    await stage.stop()
    sandbox.delete_channel(stage.games)
    await stage.start()
    await stage.until_stored("SELECT phase FROM matches", "cancelled")
    listed = await stage.robin.slash(lake, "mastermind matches")
    assert listed.text.startswith("You have no open match in this server.")
