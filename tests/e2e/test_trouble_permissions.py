"""Where the bot may not write, the match goes on by what is left."""

import pytest

from sandbox import Answer, Message, Permission
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
    stage.sandbox.deny(stage.games, stage.sandbox.bot, Permission.VIEW_CHANNEL)
    await match.codebreaker.slash(match.thread, "mastermind guess", code="BBBB")
    stage.sandbox.world.overwrite(stage.games, stage.sandbox.bot, 0, 0)
    await stage.sandbox.message(match.thread, "The match is a draw")
    await stage.nothing_owed()
    assert match.challenge.text.startswith("**Robin** and **Wren** drew")


async def test_a_reply_that_the_bot_may_not_write_comes_when_it_may(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    button = (await stage.row(match, "YYYY")).id
    for _ in range(2):
        said = len(stage.said_in(match.thread))
        sandbox.deny(stage.games, sandbox.bot, Permission.SEND_MESSAGES_IN_THREADS)
        typed = await stage.wren.say(match.thread, "RRBY")
        odd = await stage.wren.say(match.thread, "RRR")
        box = await stage.wren.press(match.thread.messages[button], "Guess")
        row = await stage.wren.submit(box.modal, {"text": "RRRR"})
        assert len(stage.said_in(match.thread)) == said + 1

        sandbox.world.overwrite(stage.games, sandbox.bot, 0, 0)
        answer = await stage.answer_to(typed)
        await stage.nothing_owed()
        assert int(answer.text.split()[1]) == int(row.text.split()[1]) - 1
        assert stage.said_in(match.thread)[said + 1 :] == [answer]
        assert odd.id in match.thread.messages
    assert (await stage.row(match, "RBRG")).text.startswith("Row 6 of 10")
    await sandbox.message(match.thread, "cracked the code in 6 rows")


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
async def test_a_thread_that_the_bot_may_not_open_opens_when_it_may(
    shared: Stage, private: bool
) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge(private=private)).message
    answer = await refused_thread(stage, challenge)
    assert "could not open its thread" in answer.text
    assert "`/mastermind forfeit`" in answer.text
    listed = await stage.wren.slash(stage.games, "mastermind matches")
    assert "hide the code" in listed.text

    sandbox.world.overwrite(stage.games, sandbox.bot, 0, 0)
    (thread,) = await sandbox.wait_for(lambda: sandbox.world.active_threads(stage.guild))
    await sandbox.message(thread, "The match begins")
    match = Match(thread, challenge, stage.robin, stage.wren)
    await stage.set_code(match, "RBRG")
    assert (await stage.row(match, "RRBY")).text.startswith("Row 1 of 10")
    await stage.nothing_owed()


async def refused_thread(stage: Stage, challenge: Message) -> Answer:
    """Wren accepts, and the bot, which was let in before, may open no thread."""
    request = r"/channels/\d+/(messages/\d+/)?threads"
    stage.sandbox.faults.refuse(50013, method="POST", path=request)
    answer = await stage.wren.press(challenge, "Accept")
    assert answer.ephemeral
    assert stage.sandbox.world.active_threads(stage.guild) == []
    return answer


@pytest.mark.parametrize("private", [False, True])
async def test_a_match_whose_thread_discord_refuses_can_be_ended_from_outside(
    shared: Stage, private: bool
) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge(private=private)).message
    await refused_thread(stage, challenge)
    question = await stage.wren.slash(stage.games, "mastermind forfeit")
    assert question.ephemeral
    await stage.wren.press(question.message, "Forfeit")
    sandbox.world.overwrite(stage.games, sandbox.bot, 0, 0)
    await sandbox.wait_for(lambda: "cancelled" in challenge.text)
    await stage.nothing_owed()
    assert challenge.buttons == []
    told = stage.said_in(stage.games)[1:]
    assert ["left before a round was finished" in one.text for one in told] == [True] * private
    assert sandbox.world.active_threads(stage.guild) == []


async def test_a_refused_private_message_is_no_refused_thread(shared: Stage) -> None:
    stage = shared
    stage.robin.close_dms()
    challenge = (await stage.challenge()).message
    answer = await stage.wren.press(challenge, "Accept")
    assert f"/channels/{stage.guild.id}/{challenge.id}" in answer.text
    assert "could not" not in answer.text


async def test_a_challenge_that_is_deleted_is_called_off(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge()).message
    await stage.nothing_owed()  # and so it is known which message the challenge is
    sandbox.world.delete_message(stage.games, challenge)
    phase = f"SELECT phase FROM matches WHERE message = {challenge.id}"  # noqa: S608  # a number
    await stage.until_stored(phase, "cancelled")
    answer = await stage.wren.press(challenge, "Accept", stale=True)
    assert "its channel or thread was deleted" in answer.text
    assert sandbox.world.active_threads(stage.guild) == []


async def test_a_challenge_deleted_while_it_is_accepted_is_played_in_a_thread_of_its_own(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge()).message
    sandbox.faults.refuse(10008, method="POST", path=r"/channels/\d+/messages/\d+/threads")
    answer = await stage.wren.press(challenge, "Accept")
    (thread,) = sandbox.world.active_threads(stage.guild)
    assert f"/channels/{stage.guild.id}/{thread.id}" in answer.text
    match = Match(thread, challenge, stage.robin, stage.wren)
    await stage.set_code(match, "RBRG")
    assert (await stage.row(match, "RRBY")).text.startswith("Row 1 of 10")
