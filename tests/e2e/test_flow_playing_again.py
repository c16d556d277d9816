"""**Play again** and **Rematch**, after whatever came of the last time, and in a hurry."""

import asyncio

import pytest

from sandbox import Message
from tests.e2e.alone import guess, hidden, in_thread, match_of, privately
from tests.e2e.duel import duel
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_an_old_end_cannot_begin_a_second_private_solo(shared: Stage) -> None:
    stage = shared
    ended = await privately(stage, stage.robin)
    await guess(stage.robin, ended, hidden(stage, match_of(ended)))
    await privately(stage, stage.robin)
    refused = await stage.robin.press(ended, "Play again")
    assert refused.text.startswith("You are cracking another code of mine already.")
    assert "`/mastermind solo`" in refused.text


async def test_of_two_presses_on_a_private_end_one_begins_and_one_is_told_where(
    shared: Stage,
) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    await guess(stage.robin, panel, hidden(stage, match_of(panel)))
    presses = [stage.robin.press(panel, "Play again", stale=True) for _ in range(2)]
    answers = await asyncio.gather(*presses)
    (no,) = [one.text for one in answers if one.message is not panel]
    assert no.startswith("You are cracking another code of mine already.")
    assert "`/mastermind solo` shows it." in no
    assert "thread" not in no


async def test_a_private_end_can_be_played_again_after_the_next_was_left(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    await guess(stage.robin, panel, hidden(stage, match_of(panel)))
    found = []
    for _ in range(2):
        again = await _again(stage, panel)
        found.append(match_of(again))
        await stage.robin.press(again, "Give up")
        await stage.robin.press(again, "Give up")
    assert len({match_of(panel), *found}) == 3


async def test_late_presses_on_a_private_end_speak_of_solos(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    box = await stage.robin.press(panel, "Guess")
    await guess(stage.robin, panel, hidden(stage, match_of(panel)))
    for late in (
        await stage.robin.submit(box.modal, {"text": "RRRR"}),
        await stage.robin.press(panel, "Guess", stale=True),
    ):
        assert late.text == "This is over. You can crack another code with `/mastermind solo`."


async def test_play_again_in_a_thread_goes_on_there(shared: Stage) -> None:
    stage = shared
    _, thread = await in_thread(stage, stage.robin)
    await stage.answer_to(await stage.robin.say(thread, "RRRR"))
    end = await stage.robin.slash(thread, "mastermind concede")
    assert "**Robin** gave up on my code." in end.text
    again = await stage.robin.press(end.message, "Play again")
    assert again.text.startswith("**Robin** plays again")
    await stage.nothing_owed()
    code_set = stage.said_in(thread)[-1]
    assert code_set.text.startswith("The code is hidden.")
    await stage.robin.say(thread, hidden(stage, match_of(code_set)))
    cracked = await stage.sandbox.message(thread, "alone in 1 row.")
    assert "So far in threads here: 2 solos · 1 cracked" in cracked.text
    twice = await stage.robin.press(end.message, "Play again")
    assert twice.text.startswith("**Robin** plays again"), "the one before is over"
    refused = await stage.robin.press(end.message, "Play again")
    assert refused.text.startswith("You are cracking the next code already.")
    assert "`/mastermind matches`" in refused.text


async def test_a_solo_in_a_thread_can_be_played_again_after_the_next_was_left(
    shared: Stage,
) -> None:
    stage = shared
    _, thread = await in_thread(stage, stage.robin)
    await stage.answer_to(await stage.robin.say(thread, "RRRR"))
    end = (await stage.robin.slash(thread, "mastermind concede")).message
    for _ in range(2):
        again = await stage.robin.press(end, "Play again")
        assert again.text.startswith("**Robin** plays again")
        left = await stage.robin.slash(thread, "mastermind concede")
        assert left.text == "**Robin** gave up before the first row, so it does not count."


async def test_the_bot_plays_another_rematch_after_one_that_was_left(shared: Stage) -> None:
    stage = shared
    match = await duel(stage, codemaker="opponent")
    await stage.row(match, "RRRR")
    await _forfeit(stage)
    end = await stage.sandbox.message(match.thread, "wins the match")
    for _ in range(2):
        again = await stage.robin.press(end, "Rematch")
        assert again.text.startswith("The rematch begins.")
        refused = await stage.robin.press(end, "Rematch")
        assert refused.text.startswith("The next match has begun already.")
        assert "`/mastermind matches`" in refused.text
        await _forfeit(stage)


async def test_two_people_wish_anew_for_another_rematch_after_one_that_was_left(
    shared: Stage,
) -> None:
    stage = shared
    match = await stage.playing()
    await stage.row(match, "YYYY")
    await _forfeit(stage)
    end = await stage.sandbox.message(match.thread, "wins the match")
    for _ in range(2):
        offered = await stage.wren.press(end, "Rematch")
        assert offered.message.buttons == ["Rematch"]
        begun = await stage.robin.press(end, "Rematch")
        assert begun.text.startswith("The rematch begins.")
        await _forfeit(stage)


async def _again(stage: Stage, panel: Message) -> Message:
    """The panel of the next code."""
    answer = await stage.robin.press(panel, "Play again", stale=True)
    (panel,) = await stage.sandbox.wait_for(lambda: answer.followups)
    return panel


async def _forfeit(stage: Stage) -> None:
    """Robin leaves the one match that there is."""
    question = await stage.robin.slash(stage.games, "mastermind forfeit")
    await stage.robin.press(question.message, "Forfeit")
    await stage.nothing_owed()
