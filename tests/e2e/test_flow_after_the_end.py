"""What may follow a match: a rematch, or two more rounds after a draw; both must want it."""

import pytest

from sandbox import Message
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def played(stage: Stage, match: Match, number: int, rows: int) -> Message:
    """A round that ends in its last of so many rows; the message that tells of its end."""
    await stage.set_code(match, "RBRG", number)
    for _ in range(rows - 1):
        await stage.row(match, "YYYY")
    await stage.row(match, "RBRG")
    told = await stage.sandbox.message(match.thread, f"Round {number} is over")
    stage.swap(match)
    return told


def newest_after(stage: Stage, match: Match, message: Message) -> Message | None:
    """The newest message in the thread, if it came after this one."""
    newest = stage.said_in(match.thread)[-1]
    return newest if newest.id > message.id else None


async def test_after_a_draw_both_may_agree_to_two_more_rounds(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted()
    thread = match.thread
    await played(stage, match, 1, 1)
    drawn = await played(stage, match, 2, 1)
    assert "draw" in drawn.content
    assert "**Robin** 1, **Wren** 1" in drawn.content
    assert sorted(drawn.buttons) == ["Analysis", "Rematch", "Two more rounds"]
    await sandbox.wait_for(lambda: match.challenge.buttons == [])
    assert "drew" in match.challenge.content
    board = (await stage.teal.slash(stage.games, "leaderboard")).text
    assert board.count("1 point · 0 wins, 1 draw, 0 losses") == 2

    assert (await stage.teal.press(drawn, "Two more rounds")).ephemeral
    offered = await stage.wren.press(drawn, "Two more rounds")
    assert not offered.ephemeral
    assert offered.message.buttons == ["Two more rounds"]
    again = await stage.wren.press(drawn, "Two more rounds")
    assert again.ephemeral
    agreed = await stage.robin.press(offered.message, "Two more rounds")
    assert agreed.message.pinged == []  # the private message tells the codemaker
    assert agreed.message.buttons == ["Set the code", "Random code"]
    third = await stage.robin.press(drawn, "Two more rounds")
    assert third.ephemeral
    assert (await stage.robin.press(drawn, "Rematch")).ephemeral
    board = (await stage.teal.slash(stage.games, "leaderboard")).text
    assert "#1" not in board

    assert match.codemaker is stage.robin
    await played(stage, match, 3, 3)
    ended = await played(stage, match, 4, 1)
    assert "**Robin** wins" in ended.content
    assert "**Robin** 4, **Wren** 2" in ended.content
    assert ended.buttons == ["Rematch", "Analysis"]
    await sandbox.wait_for(lambda: "Robin** wins" in match.challenge.content)
    assert [one for one in stage.wren.threads if one is not thread] == []
    board = (await stage.teal.slash(stage.games, "leaderboard")).text
    assert "#1 **Robin** · 4 points · 1 win, 0 draws, 0 losses" in board
    refused = await stage.wren.press(drawn, "Two more rounds", stale=True)
    assert refused.ephemeral


async def test_a_rematch_is_played_in_the_same_thread_with_the_other_to_begin(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted(rows=6, positions=3, colours=5)
    thread = match.thread
    await stage.set_code(match, "RBR")
    await stage.wren.slash(thread, "mastermind concede")
    stage.swap(match)
    await stage.set_code(match, "RBR", 2)
    await stage.row(match, "RBR")
    ended = await sandbox.message(thread, "Round 2 is over")
    assert ended.buttons == ["Rematch", "Analysis"]
    for line in (
        "#1 **Robin** · 7 points · 1 win, 0 draws, 0 losses",
        "#2 **Wren** · 1 point · 0 wins, 0 draws, 1 loss",
    ):
        assert line in ended.content

    assert (await stage.teal.press(ended, "Rematch")).ephemeral
    offered = await stage.robin.press(ended, "Rematch")
    assert not offered.ephemeral
    assert offered.message.buttons == ["Rematch"]
    assert (await stage.robin.press(offered.message, "Rematch")).ephemeral
    begun = await stage.wren.press(ended, "Rematch")
    assert not begun.ephemeral
    assert begun.message.buttons == ["Set the code", "Random code"]
    assert "3 positions" in begun.text
    for person in (stage.wren, stage.robin):
        for message in (ended, offered.message):
            assert (await person.press(message, "Rematch")).ephemeral

    await sandbox.wait_for(lambda: len(stage.said_in_private(stage.wren)) == 2)
    await stage.wren.dm("YYO")
    told = await sandbox.wait_for(lambda: newest_after(stage, match, begun.message))
    assert "the code of round 1 is hidden" in told.content
    assert told.pinged == [stage.robin.id]
    said = await stage.robin.say(thread, "YYO")
    assert (await stage.answer_to(said)).content.startswith("Row 1 of 6 ·")
    assert [one for one in stage.wren.threads if one is not thread] == []
    edits = rf"/channels/{stage.games.id}/messages/{match.challenge.id}"
    assert len(sandbox.record.find("PATCH", edits)) == 1
