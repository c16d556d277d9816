"""Where the bot may not write, the match goes on by what is left."""

import pytest

from sandbox import Permission
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

PRIVATE_CHANNEL = "/users/@me/channels"


async def test_refused_private_messages_stop_nothing(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    private = f"/channels/{sandbox.world.dm_with(stage.robin.user).id}/messages"
    await stage.nothing_owed()  # by an earlier test, which would meet these refusals
    refusals = [(40003, PRIVATE_CHANNEL), (50007, PRIVATE_CHANNEL)]
    refusals += [(code, private) for code in (50007, 50278, 50001, 50013, 40003)]
    for code, path in refusals:
        sandbox.faults.refuse(code, method="POST", path=path)
        match = await stage.playing("RBRG")
        assert (await stage.row(match, "RRBY")).text.startswith("Row 1 of 10")
        await stage.nothing_owed()
        assert stage.said_in_private(stage.robin) == []


async def test_who_has_closed_private_messages_plays_by_the_thread(shared: Stage) -> None:
    stage = shared
    stage.robin.close_dms()
    stage.wren.close_dms()
    match = await stage.playing("RBRG")
    assert (await stage.row(match, "RBRG")).buttons == ["Board"]
    await stage.sandbox.message(match.thread, "Round 1 is over")
    stage.swap(match)
    await stage.set_code(match, "BBBB", 2)
    stage.sandbox.faults.refuse(50001, method="PATCH", path=r"/channels/\d+/messages/\d+")
    await stage.row(match, "BBBB")
    await stage.sandbox.message(match.thread, "The match is a draw")
    await stage.nothing_owed()


async def test_a_refused_reply_costs_the_words_and_not_the_row(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    for number, code in enumerate((50001, 50013), 1):
        sandbox.faults.refuse(code, method="POST", path=f"/channels/{match.thread.id}/messages")
        await stage.wren.say(match.thread, "RRBY")
        await stage.nothing_owed()
        answer = await stage.row(match, "YYYY")
        assert answer.text.startswith(f"Row {2 * number} of 10")
        board = await stage.wren.press(answer, "Board")
        assert board.text.count("**1 black, 2 white**") == number


async def test_a_match_outlives_a_thread_that_the_bot_may_not_write_in(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    button = (await stage.row(match, "YYYY")).id
    sandbox.deny(stage.games, sandbox.bot, Permission.SEND_MESSAGES_IN_THREADS)
    await stage.wren.say(match.thread, "RRBY")
    await stage.wren.say(match.thread, "RRR")
    await stage.nothing_owed()
    box = await stage.wren.press(match.thread.messages[button], "Guess")
    row = await stage.wren.submit(box.modal, {"text": "RRRR"})
    assert row.text.startswith("Row 3 of 10")

    sandbox.world.overwrite(stage.games, sandbox.bot, 0, 0)
    assert (await stage.row(match, "RBRG")).text.startswith("Row 4 of 10")
    await sandbox.message(match.thread, "cracked the code in 4 rows")


async def test_a_thread_that_a_full_server_refuses_opens_as_soon_as_it_can(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge()).message
    room, sandbox.world.max_active_threads = sandbox.world.max_active_threads, 0
    await stage.wren.press(challenge, "Accept")
    sandbox.world.max_active_threads = room
    thread = await sandbox.wait_for(lambda: sandbox.thread_of(challenge), 10)
    await sandbox.message(thread, "The match begins")
    await stage.nothing_owed()


@pytest.mark.parametrize("private", [False, True])
async def test_a_match_whose_thread_discord_refuses_can_be_ended_from_outside(
    shared: Stage, private: bool
) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge(private=private)).message
    sandbox.faults.refuse(50013, method="POST", path=r"/channels/.*/threads")
    answer = await stage.wren.press(challenge, "Accept")
    assert answer.ephemeral
    assert "could not open its thread" in answer.text
    assert "`/mastermind forfeit`" in answer.text
    await stage.nothing_owed()
    assert sandbox.world.active_threads(stage.guild) == []
    assert stage.said_in(stage.games) == [challenge]

    question = await stage.wren.slash(stage.games, "mastermind forfeit")
    assert question.ephemeral
    await stage.wren.press(question.message, "Forfeit")
    await sandbox.wait_for(lambda: "cancelled" in challenge.text)
    await stage.nothing_owed()
    assert challenge.buttons == []
    assert stage.said_in(stage.games) == [challenge]
    for player in (stage.robin, stage.wren):
        listed = await player.slash(stage.games, "mastermind matches")
        assert "/channels/" not in listed.text


async def test_a_refused_private_message_is_no_refused_thread(shared: Stage) -> None:
    stage = shared
    stage.robin.close_dms()
    challenge = (await stage.challenge()).message
    answer = await stage.wren.press(challenge, "Accept")
    assert f"/channels/{stage.guild.id}/{challenge.id}" in answer.text
    assert "could not" not in answer.text


async def test_a_deleted_challenge_is_played_in_a_thread_of_its_own(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge()).message
    sandbox.world.delete_message(stage.games, challenge)
    answer = await stage.wren.press(challenge, "Accept", stale=True)
    (thread,) = sandbox.world.active_threads(stage.guild)
    assert f"/channels/{stage.guild.id}/{thread.id}" in answer.text
    match = Match(thread, challenge, stage.robin, stage.wren)
    await stage.set_code(match, "RBRG")
    assert (await stage.row(match, "RRBY")).text.startswith("Row 1 of 10")
