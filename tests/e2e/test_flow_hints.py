"""Hints: who plays a row that cannot be the code is told so first, and may play it all the same."""

import pytest

from sandbox import Message
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANYWAY = "Play it all the same"


async def after_a_row(stage: Stage) -> Match:
    """A match with hints, Wren's first row of which says that the first peg is no red."""
    match = await stage.playing("BGYO", hints=True)
    assert "**0 black, 0 white**" in (await stage.row(match, "RRRR")).content
    return match


async def board(stage: Stage, match: Match) -> str:
    return (await stage.wren.slash(match.thread, "mastermind board")).text


def is_hint(said: Message) -> bool:
    return said.content.startswith("This row cannot be the code:") and said.buttons == [ANYWAY]


async def test_the_challenge_says_that_there_are_hints(shared: Stage) -> None:
    assert "with hints" in (await shared.challenge(hints=True)).message.content
    assert "with hints" not in (await shared.challenge()).message.content


async def test_a_typed_row_is_answered_with_the_reply_that_it_contradicts(shared: Stage) -> None:
    stage = shared
    match = await after_a_row(stage)
    hint = await stage.row(match, "RBGY")
    assert is_hint(hint)
    assert "`RBGY`" in hint.content
    assert "Row 1 rules it out: " in hint.content
    assert "got **0 black, 0 white**." in hint.content
    assert "`RRRR`" in hint.content
    assert hint.pinged == []
    assert "Rows played: 1 of 10" in await board(stage, match)

    played = await stage.wren.press(hint, ANYWAY)
    assert played.text.startswith("Row 2 of 10")
    assert "**0 black, 3 white**" in played.text
    assert not played.ephemeral
    assert "Rows played: 2 of 10" in await board(stage, match)


async def test_a_row_that_may_be_the_code_is_played_at_once(shared: Stage) -> None:
    match = await after_a_row(shared)
    assert (await shared.row(match, "BBGY")).content.startswith("Row 2 of 10")


async def test_box_and_command_are_answered_for_this_person_only(shared: Stage) -> None:
    stage = shared
    match = await after_a_row(stage)
    last = stage.last_with(match.thread, "Guess")
    assert last is not None
    box = await stage.wren.press(last, "Guess")
    hint = await stage.wren.submit(box.modal, {"text": "1234"})
    assert hint.ephemeral
    assert is_hint(hint.message)
    hint = await stage.wren.slash(match.thread, "mastermind guess", code="red red blue blue")
    assert hint.ephemeral
    assert is_hint(hint.message)
    assert "Rows played: 1 of 10" in await board(stage, match)
    played = await stage.wren.press(hint.message, ANYWAY)
    assert not played.ephemeral
    assert played.text.startswith("Row 2 of 10")


async def test_only_the_codebreaker_can_play_it_and_only_as_the_next_row(shared: Stage) -> None:
    stage = shared
    match = await after_a_row(stage)
    hint = await stage.row(match, "RBGY")
    for other, reason in (
        (stage.robin, "guesses. The code is yours"),
        (stage.teal, "Only the players"),
    ):
        refused = await other.press(hint, ANYWAY)
        assert refused.ephemeral
        assert reason in refused.text
    assert (await stage.row(match, "BBGY")).content.startswith("Row 2 of 10")
    stale = await stage.wren.press(hint, ANYWAY)
    assert stale.ephemeral
    assert "You have played another row since that question." in stale.text
    assert "Rows played: 2 of 10" in await board(stage, match)


async def test_a_hint_outlives_its_round_as_a_refusal(shared: Stage) -> None:
    stage = shared
    match = await after_a_row(stage)
    hint = await stage.row(match, "RBGY")
    await stage.wren.slash(match.thread, "mastermind concede")
    refused = await stage.wren.press(hint, ANYWAY)
    assert refused.ephemeral
    assert "The code is yours" in refused.text, "the roles are swapped now"

    stage.swap(match)
    await stage.give_up_round(match, 2)
    end = await stage.sandbox.message(match.thread, "The match is a draw.")
    assert "It was played with hints." in end.content
    assert "This match is over." in (await stage.wren.press(hint, ANYWAY)).text


async def test_without_hints_a_row_that_cannot_be_the_code_is_played(shared: Stage) -> None:
    match = await shared.playing("BGYO")
    await shared.row(match, "RRRR")
    assert (await shared.row(match, "RRRR")).content.startswith("Row 2 of 10")
