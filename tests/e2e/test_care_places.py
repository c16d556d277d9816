"""Threads, channels and messages that are deleted, locked or archived under a match."""

from collections.abc import Callable

import pytest

from sandbox import Person
from sandbox.model import Component, walk
from tests.e2e.care import OPEN, WAYS, Lose, lost, opened, threads, told_in_channel
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("lose", WAYS)
@pytest.mark.parametrize("presser", ["robin", "wren"])
async def test_a_match_that_lost_its_thread_goes_on_in_a_new_one(
    shared: Stage, lose: Lose, presser: str
) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    first = await stage.row(match, "RRBY")
    await stage.nothing_owed()
    lose(sandbox, match.thread)
    told = await lost(stage)
    assert "**Robin** and **Wren**" in told.text
    assert told.buttons == [OPEN]
    assert told.pinged == []
    refused = await stage.teal.press(told, OPEN)
    assert refused.ephemeral
    assert refused.text.startswith("Only the players of this match can do that.")

    old = threads(stage)
    person: Person = getattr(stage, presser)
    answer = await person.press(told, OPEN)
    assert answer.ephemeral
    await opened(stage, old, match)
    assert f"/channels/{stage.guild.id}/{match.thread.id}" in answer.text
    begun = stage.said_in(match.thread)[0]
    assert sorted(begun.pinged) == sorted([stage.robin.id, stage.wren.id])
    assert f"{stage.wren.mention}, it is your move: row 2 of 10 in round 1." in begun.text
    assert begun.buttons == ["Guess", "Board"]
    assert {stage.robin, stage.wren} <= {
        one for one in (stage.robin, stage.wren, stage.teal) if match.thread in one.threads
    }
    board = await stage.wren.press(begun, "Board")
    assert "1 black, 2 white" in board.text
    for other in (stage.robin, stage.wren):
        again = await other.press(told, OPEN)
        assert again.ephemeral
        assert again.text.startswith("This match has a thread already.")
    assert (await stage.row(match, "RRRR")).text.startswith("Row 2 of 10")
    assert (await stage.row(match, "RBRG")).text.startswith("Row 3 of 10")
    await sandbox.message(match.thread, "cracked the code in 3 rows")
    await stage.nothing_owed()
    assert told_in_channel(stage) == [match.challenge, told]
    assert first.text.startswith("Row 1 of 10")


async def test_a_thread_that_is_lost_while_a_code_is_owed_asks_for_it_again(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted()
    await stage.nothing_owed()
    sandbox.delete_channel(match.thread)
    await stage.wren.press(await lost(stage), OPEN)
    await opened(stage, [], match)
    begun = stage.said_in(match.thread)[0]
    assert f"{stage.robin.mention}, it is your move: hide the code of round 1." in begun.text
    assert begun.buttons == ["Set the code", "Random code", "Board"]
    await stage.set_code(match, "RBRG")
    assert (await stage.row(match, "RRBY")).text.startswith("Row 1 of 10")


async def test_a_private_match_stays_private_in_its_new_thread(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge(private=True)).message
    await stage.wren.press(challenge, "Accept")
    (thread,) = await sandbox.wait_for(lambda: threads(stage))
    match = Match(thread, challenge, stage.robin, stage.wren)
    await stage.set_code(match, "RBRG")
    await stage.row(match, "RRBY")
    sandbox.delete_channel(thread)
    await stage.robin.press(await lost(stage), OPEN)
    await opened(stage, [], match)
    assert match.thread not in stage.teal.threads
    assert match.thread in stage.robin.threads
    assert (await stage.row(match, "RRRR")).text.startswith("Row 2 of 10")


async def test_the_list_of_matches_names_one_without_a_thread_and_opens_one(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    whole = await stage.match_of(stage.teal, stage.wren)
    match = await stage.playing("RBRG")
    await stage.nothing_owed()
    sandbox.delete_channel(match.thread)
    sandbox.delete_message(await lost(stage))
    listed = await stage.wren.slash(stage.games, "mastermind matches")
    assert listed.ephemeral
    assert listed.text.count("no thread: choose the match below") == 1
    assert str(whole.thread.id) in listed.text
    (menu,) = (
        part
        for part in walk(listed.message.components)
        if part.get("type") == Component.STRING_SELECT
    )
    (option,) = menu["options"]
    assert option["label"] == "Round 1 against Robin"
    answer = await stage.wren.select(listed.message, OPEN, [option["value"]])
    await opened(stage, [whole.thread], match)
    assert str(match.thread.id) in answer.text
    assert (await stage.row(match, "RRBY")).text.startswith("Row 1 of 10")
    late = await stage.wren.select(listed.message, OPEN, [option["value"]])
    assert late.text.startswith("This match has a thread already.")


async def test_an_answer_wakes_a_thread_that_somebody_archived(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted()
    await stage.nothing_owed()
    sandbox.archive(match.thread)
    await stage.robin.dm("RBRG")
    await sandbox.message(match.thread, "the code of round 1 is hidden")
    assert match.thread in threads(stage)
    sandbox.archive(match.thread)
    assert (await stage.row(match, "RRBY")).text.startswith("Row 1 of 10")
    assert stage.said_in(stage.games) == [match.challenge]


async def test_a_match_whose_challenge_was_deleted_ends_like_any_other(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    await stage.nothing_owed()
    sandbox.delete_message(match.challenge)
    await stage.row(match, "RBRG")
    await sandbox.message(match.thread, "Round 1 is over")
    stage.swap(match)
    await stage.set_code(match, "BBBB", 2)
    assert "4 black" in (await stage.row(match, "BBBB")).text
    end = await sandbox.message(match.thread, "The match is a draw")
    await stage.nothing_owed()
    await stage.robin.press(end, "Rematch")
    await stage.wren.press(end, "Rematch")
    await sandbox.message(match.thread, "The rematch begins")
    await stage.nothing_owed()


async def test_a_deleted_channel_calls_its_matches_off(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    lake = sandbox.add_text_channel(stage.guild, "lake")
    elsewhere = await stage.match_of(stage.robin, stage.wren, lake)
    match = await stage.accepted()
    asked = (await sandbox.wait_for(lambda: stage.said_in_private(stage.robin)))[-1]
    await stage.nothing_owed()
    sandbox.delete_channel(stage.games)
    phase = f"SELECT phase FROM matches WHERE thread = {match.thread.id}"  # noqa: S608  # a number
    await stage.until_stored(phase, "cancelled")
    for button in ("Set the code", "Random code"):
        answer = await stage.robin.press(asked, button)
        assert answer.text.startswith("An admin ended this match, or its channel or thread was")
    listed = await stage.robin.slash(lake, "mastermind matches")
    assert str(elsewhere.thread.id) in listed.text
    assert str(match.thread.id) not in listed.text
    assert "#1" not in (await stage.teal.slash(lake, "leaderboard")).text
    await stage.nothing_owed()
    await stage.set_code(elsewhere, "RBRG")


async def test_the_bot_s_own_messages_may_be_deleted(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    await stage.row(match, "RRBY")
    await stage.nothing_owed()
    for message in stage.said_in(match.thread):
        sandbox.delete_message(message)
    guess = await stage.wren.slash(match.thread, "mastermind guess", code="RRRR")
    assert guess.text.startswith("Row 2 of 10")
    board = await stage.wren.slash(match.thread, "mastermind board")
    assert "Rows played: 2 of 10" in board.text
    assert (await stage.row(match, "RBRG")).text.startswith("Row 3 of 10")


@pytest.mark.parametrize("shut", [Person.close_dms, Person.block_bot])
async def test_whoever_shuts_the_bot_out_in_the_middle_plays_by_the_thread(
    shared: Stage, shut: Callable[[Person], None]
) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    shut(stage.wren)
    await stage.row(match, "RBRG")
    await sandbox.message(match.thread, "Round 1 is over")
    await stage.nothing_owed()
    assert stage.said_in_private(stage.wren) == []
    stage.swap(match)
    await stage.set_code(match, "BBBB", 2)
    await stage.row(match, "BBBB")
    await sandbox.message(match.thread, "The match is a draw")
    await stage.nothing_owed()
