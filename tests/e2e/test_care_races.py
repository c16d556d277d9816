"""What crosses on the wire: one effect, and one private sentence for everybody else."""

import asyncio
from collections.abc import Awaitable, Sequence

import pytest

from sandbox import Answer, AnswerKind, Message
from tests.e2e.care import OPEN, lost, opened, replies, texts_with, threads, told_in_channel
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

MANY = 10


async def at_once(*presses: Awaitable[Answer]) -> Sequence[Answer]:
    """All of them before the bot has read the first."""
    return await asyncio.gather(*presses)


def sentences(answers: Sequence[Answer]) -> list[str]:
    """Those of the answers that are a private sentence, which pings nobody."""
    private = [one for one in answers if one.kind is AnswerKind.MESSAGE and one.ephemeral]
    assert all(one.message.pinged == [] and one.followups == [] for one in private)
    assert all("reference: `" not in one.text for one in private)
    return [one.text for one in private]


async def test_accept_pressed_ten_times_at_once_opens_one_thread(shared: Stage) -> None:
    stage = shared
    challenge = (await stage.challenge()).message
    told = sentences(await at_once(*(stage.wren.press(challenge, "Accept") for _ in range(MANY))))
    assert len(told) == MANY
    assert sum("is on" in text for text in told) == 1
    assert sum(text.startswith("This challenge was accepted already.") for text in told) == MANY - 1
    await stage.nothing_owed()
    (thread,) = threads(stage)
    assert len(stage.said_in(thread)) == 1
    assert len(stage.said_in_private(stage.robin)) == 1
    assert stage.said_in(stage.games) == [challenge]


async def test_accept_decline_and_cancel_at_once_have_one_outcome(shared: Stage) -> None:
    stage = shared
    for _ in range(5):
        challenge = (await stage.challenge()).message
        answers = await at_once(
            stage.wren.press(challenge, "Accept"),
            stage.robin.press(challenge, "Cancel"),
            stage.wren.press(challenge, "Decline"),
        )
        await stage.nothing_owed()
        accepted = any("is on" in text for text in sentences(answers))
        assert (stage.sandbox.thread_of(challenge) is not None) == accepted
        fates = ("withdrew the challenge", "declined the challenge")
        closed = sum(fate in challenge.text for fate in fates)
        assert closed == (0 if accepted else 1)
        assert len(sentences(answers)) == (3 if accepted else 2)


async def test_a_row_and_a_concession_at_once_end_the_round_once(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    for _ in range(2):
        conceding = asyncio.create_task(match.codebreaker.slash(match.thread, "mastermind concede"))
        row = await match.codebreaker.say(match.thread, "RBRG")
        await conceding
        await stage.nothing_owed()
        number = "1" if match.codemaker is stage.robin else "2"
        ends = texts_with(stage.said_in(match.thread), f"Round {number} is over")
        assert len(ends) == 1
        solved = "cracked the code" in ends[0]
        assert len(replies(stage, row)) == int(solved)
        if number == "1":
            stage.swap(match)
            await stage.set_code(match, "RBRG", 2)
    assert match.challenge.buttons == []


async def test_rows_typed_at_once_are_counted_in_their_order(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    typed = [await stage.wren.say(match.thread, text) for text in ("RRBY", "YYYY", "OOOO")]
    answers = [await stage.answer_to(row) for row in typed]
    await stage.nothing_owed()
    assert [one.text[:5] for one in answers] == ["Row 1", "Row 2", "Row 3"]
    assert [one.id for one in answers] == sorted(one.id for one in answers)
    assert [len(replies(stage, row)) for row in typed] == [1] * 3


async def test_a_new_thread_that_both_ask_for_at_once_is_opened_once(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    await stage.nothing_owed()
    stage.sandbox.delete_channel(match.thread)
    told = await lost(stage)
    answers = await at_once(
        *(person.press(told, OPEN) for person in (stage.robin, stage.wren) for _ in range(3))
    )
    assert sum("It goes on here" in text for text in sentences(answers)) == 1
    assert len(sentences(answers)) == 6
    await opened(stage, [], match)
    await stage.nothing_owed()
    assert threads(stage) == [match.thread]
    assert len(stage.said_in(match.thread)) == 1
    assert told_in_channel(stage) == [match.challenge, told]


async def test_a_code_set_in_two_ways_at_once_is_one_code_and_its_change(shared: Stage) -> None:
    stage = shared
    match = await stage.accepted()
    button = stage.said_in(match.thread)[0]
    box = await stage.robin.press(button, "Set the code")
    boxed, drawn = await at_once(
        stage.robin.submit(box.modal, {"text": "RBRG"}),
        stage.robin.press(button, "Random code"),
    )
    await stage.nothing_owed()
    set_once, changed = (
        texts_with(stage.said_in(match.thread), words)
        for words in ("the code of round 1 is hidden", "has changed the code of round 1")
    )
    assert len(set_once) == len(changed) == 1
    await finish(stage, match, [boxed.message, drawn.message])


async def finish(stage: Stage, match: Match, shown: Sequence[Message]) -> None:
    """Give the round up: the code that is revealed is one that its maker was shown."""
    revealed = await stage.wren.slash(match.thread, "mastermind concede")
    codes = [message.text.split("`")[1] for message in shown]
    assert any(f"`{code}`" in revealed.text for code in codes)
