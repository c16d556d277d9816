"""The power is cut, or a place goes, in a match against the bot: it goes on, no row comes twice."""

import asyncio

import pytest

from sandbox.driver import InteractionFailedError
from tests.e2e.duel import THOUGHTS, bots_rows, cracked, duel, hide
from tests.e2e.stage import Match, Stage


async def test_the_bot_goes_on_with_its_rows_after_a_crash(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await duel(stage, level="perfect")
    await hide(stage, match, "OPYO")
    await sandbox.message(match.thread, "Row 1 of 10", THOUGHTS)
    await stage.kill()
    await stage.start()
    end = await cracked(stage, match, 1)
    assert "**Mastermind** cracked the code" in end.content
    await stage.nothing_owed()
    numbers = [int(row.split()[1]) for row in bots_rows(stage, match)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == 3, "the perfect strategy leaves nothing to chance"


async def test_the_bot_plays_what_became_its_turn_right_before_a_crash(started: Stage) -> None:
    stage = started
    match = await duel(stage)
    await hide(stage, match, "RRBB")
    await stage.kill()
    await stage.start()
    assert "`RRBB`" in (await cracked(stage, match, 1)).content
    assert len(bots_rows(stage, match)) == 1


async def test_a_challenge_that_was_never_told_is_told_after_a_crash_and_opens_its_thread(
    started: Stage,
) -> None:
    stage, sandbox = started, started.sandbox
    callbacks = "/interactions/.*"
    sandbox.faults.fail(503, method="POST", path=callbacks)
    asking = asyncio.create_task(duel(stage))
    await sandbox.wait_for(
        lambda: [call for call in sandbox.record.find("POST", callbacks) if call.status == 503]
    )
    await stage.kill()
    await stage.start()
    with pytest.raises(InteractionFailedError):
        await asking
    await stage.nothing_owed()
    (challenge,) = stage.said_in(stage.games)
    assert "**Robin** plays a match of Mastermind" in challenge.content
    thread = sandbox.thread_of(challenge)
    assert thread is not None
    await hide(stage, Match(thread, challenge, stage.robin, stage.robin), "RRBB")
    await sandbox.message(thread, "Round 1 is over", THOUGHTS)


async def test_the_bot_rests_while_its_server_is_away(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await duel(stage)
    await hide(stage, match, "RRBB")
    sandbox.set_available(stage.guild, available=False)
    await stage.until_stored("SELECT COUNT(*) FROM absences", 1)
    await stage.restart()
    assert bots_rows(stage, match) == []
    sandbox.set_available(stage.guild, available=True)
    assert "`RRBB`" in (await cracked(stage, match, 1)).content
    assert len(bots_rows(stage, match)) == 1
