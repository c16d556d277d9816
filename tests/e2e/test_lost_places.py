"""Threads, channels and servers that go, and come back, in the middle of a match."""

from contextlib import closing

import pytest

from sandbox import Channel, Message
from tests.e2e.stage import Match, Stage
from tests.e2e.test_time import HOUR, passes


async def lost(stage: Stage, earlier: Message | None = None) -> Message:
    """The message that offers a new thread, other than an earlier one."""
    offer = await stage.sandbox.wait_for(
        lambda: (
            found
            if (found := stage.last_with(stage.games, "Open a new thread")) is not earlier
            else None
        )
    )
    assert offer.pinged == []
    return offer


async def reopened(stage: Stage, match: Match) -> Message:
    """The first message of the new thread, in which the match goes on."""
    (match.thread,) = await stage.sandbox.wait_for(
        lambda: [
            thread
            for thread in stage.sandbox.world.active_threads(stage.guild)
            if thread is not match.thread and not (thread.thread and thread.thread.locked)
        ]
    )
    first = await stage.sandbox.message(match.thread, "go on with their match")
    assert sorted(first.pinged) == sorted([stage.robin.id, stage.wren.id])
    return first


@pytest.mark.parametrize("how", ["deleted", "locked"])
async def test_a_lost_thread_is_replaced_and_the_match_goes_on(started: Stage, how: str) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    await stage.row(match, "YYYY")
    if how == "deleted":
        sandbox.delete_channel(match.thread)
    else:
        sandbox.lock(match.thread)
    offer = await lost(stage)
    assert "Only the two players" in (await stage.teal.press(offer, "Open a new thread")).text
    answer = await stage.wren.press(offer, "Open a new thread")
    first = await reopened(stage, match)
    assert f"/{match.thread.id}" in answer.text
    assert "row 2 of 10 in round 1" in first.text
    assert "has a thread already" in (await stage.robin.press(offer, "Open a new thread")).text
    assert (await stage.wren.press(first, "Board")).text.count("**0 black, 0 white**") == 1
    assert (await stage.row(match, "OOOO")).text.startswith("Row 2 of 10")

    sandbox.delete_channel(match.thread)
    again = await lost(stage, offer)
    listed = await stage.robin.slash(stage.games, "mastermind matches")
    assert "no thread" in listed.text
    (chosen,) = listed.message.components[0]["components"][0]["options"]
    await stage.robin.select(listed.message, "ms:reopen", [chosen["value"]])
    await reopened(stage, match)
    assert again.buttons == ["Open a new thread"]
    assert (await stage.row(match, "RBRG")).text.startswith("Row 3 of 10")
    await sandbox.message(match.thread, "Round 1 is over")
    await stage.nothing_owed()


async def test_a_thread_that_goes_while_the_bot_is_down_is_noticed(started: Stage) -> None:
    stage = started
    match = await stage.accepted()
    await stage.nothing_owed()
    await stage.kill()
    stage.sandbox.delete_channel(match.thread)
    await stage.start()
    offer = await lost(stage)
    await stage.robin.press(offer, "Open a new thread")
    first = await reopened(stage, match)
    assert first.buttons == ["Set the code", "Random code", "Board"]
    await stage.set_code(match, "RBRG")


async def test_an_archived_thread_wakes_up(started: Stage) -> None:
    stage = started
    match = await stage.playing("RBRG")
    guess = await stage.row(match, "YYYY")
    stage.sandbox.archive(match.thread)
    box = await stage.wren.press(guess, "Guess")
    stage.sandbox.archive(match.thread)
    answer = await stage.wren.submit(box.modal, {"text": "RBRG"})
    assert answer.text.startswith("Row 2 of 10")
    await stage.sandbox.message(match.thread, "Round 1 is over")
    await stage.nothing_owed()


async def test_nobody_loses_when_nobody_opens_a_new_thread(started: Stage) -> None:
    stage = started
    match = await stage.accepted()
    await stage.give_up_round(match, 1)
    await stage.nothing_owed()
    stage.sandbox.delete_channel(match.thread)
    offer = await lost(stage)
    await passes(stage, 72)
    await stage.sandbox.wait_for(lambda: "was cancelled" in match.challenge.text)
    assert "is over" in (await stage.robin.press(offer, "Open a new thread")).text
    board = await stage.robin.slash(stage.games, "leaderboard")
    assert "Robin" not in board.text


async def test_a_match_whose_channel_is_deleted_is_called_off(started: Stage) -> None:
    stage = started
    match = await stage.accepted()
    await stage.nothing_owed()
    wanted = stage.said_in_private(stage.robin)[-1]
    stage.sandbox.delete_channel(stage.games)
    await stage.until_stored("SELECT called_off FROM matches", "channel gone")
    answer = await stage.robin.press(wanted, "Set the code")
    assert "or thread was deleted" in answer.text
    assert match.thread.id not in stage.sandbox.world.channels


async def test_messages_of_the_bot_that_are_deleted_stop_nothing(started: Stage) -> None:
    stage = started
    match = await stage.playing("RBRG")
    await stage.row(match, "YYYY")
    for message in [*stage.said_in(match.thread), match.challenge]:
        stage.sandbox.delete_message(message)
    assert (await stage.row(match, "RBRG")).text.startswith("Row 2 of 10")
    stage.swap(match)
    await stage.set_code(match, "RBRG", 2)
    answer = await stage.robin.slash(match.thread, "mastermind guess", code="RBRG")
    assert answer.text.startswith("Row 1 of 10")
    await stage.sandbox.message(match.thread, "wins the match")
    await stage.nothing_owed()


def in_games(stage: Stage) -> list[Channel]:
    """The threads of the channel."""
    return [one for one in stage.sandbox.world.channels.values() if one.parent is stage.games]


async def test_a_match_rests_while_the_bot_is_not_in_the_server(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    await stage.nothing_owed()
    sandbox.remove_bot(stage.guild)
    await stage.until_stored("SELECT COUNT(*) FROM absences", 1)
    await passes(stage, 200)
    with closing(stage.writing()) as database, database:
        database.execute("UPDATE absences SET since = since - ?", (200 * HOUR,))
    sandbox.invite_bot(stage.guild)
    await stage.until_stored("SELECT COUNT(*) FROM absences", 0)
    assert (await stage.row(match, "RBRG")).text.startswith("Row 1 of 10")
    await sandbox.message(match.thread, "Round 1 is over")
    await stage.nothing_owed()


async def test_what_a_server_kept_is_deleted_a_month_after_the_bot_was_removed(
    started: Stage,
) -> None:
    stage, sandbox = started, started.sandbox
    other = sandbox.add_guild("Grove")
    glade = sandbox.add_text_channel(other, "glade")
    for person in (stage.robin, stage.wren):
        person.join(other)
    await stage.match_of(stage.robin, stage.wren, glade)
    await stage.drawn(stage.robin, stage.wren)
    await stage.nothing_owed()
    await stage.stop()
    sandbox.remove_bot(stage.guild)
    await stage.start()
    await stage.until_stored("SELECT guild FROM absences", stage.guild.id)
    await stage.stop()
    with closing(stage.writing()) as database, database:
        database.execute("UPDATE absences SET since = since - ?", (31 * 24 * HOUR,))
    await stage.start()
    await stage.until_stored("SELECT COUNT(*) FROM absences", 0)
    assert str(stage.guild.id) not in stage.stored()
    assert str(other.id) in stage.stored()
