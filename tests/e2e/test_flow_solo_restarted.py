"""Solos that go on after the bot was started again, and those for which the time runs out."""

from tests.e2e.alone import guess, hidden, in_thread, match_of, privately, wrong
from tests.e2e.care import pass_time
from tests.e2e.panels import rows
from tests.e2e.stage import Stage

DAY, TURN = 24, 72
KEPT = "SELECT solved, rows_used FROM solo_results"


async def test_a_panel_and_an_open_box_go_on_after_a_restart(started: Stage) -> None:
    stage = started
    panel = await privately(stage, stage.robin, symbols="letters", colours=26, positions=8)
    match = match_of(panel)
    row, code = wrong(stage, match), hidden(stage, match)
    await guess(stage.robin, panel, row)
    box = await stage.robin.press(panel, "Guess")
    await stage.restart()
    answer = await stage.robin.submit(box.modal, {"text": row})
    assert answer.message is panel
    assert "Row 3 of 10" in panel.text
    await stage.kill()
    await stage.start()
    shown = await privately(stage, stage.robin)
    assert match_of(shown) == match
    assert "Row 3 of 10" in shown.text
    await stage.robin.press(panel, "Give up")
    await stage.restart()
    await stage.robin.press(panel, "Play on")
    await guess(stage.robin, panel, code)
    assert "You cracked the code in **3 rows**." in panel.text
    await stage.restart()
    again = await stage.robin.press(panel, "Play again")
    (new,) = await stage.sandbox.wait_for(lambda: again.followups)
    running = hidden(stage, match_of(new))
    await stage.stop()
    assert code not in stage.log
    assert running not in stage.log
    assert " ERROR " not in stage.log


async def test_a_solo_in_a_thread_goes_on_after_a_restart(started: Stage) -> None:
    stage = started
    message, thread = await in_thread(stage, stage.robin)
    shown = await stage.sandbox.message(thread, "The code is hidden.")
    code = hidden(stage, match_of(shown))
    await stage.answer_to(await stage.robin.say(thread, wrong(stage, match_of(shown))))
    await stage.stop()
    missed = await stage.robin.say(thread, wrong(stage, match_of(shown)))
    await stage.start()
    assert (await stage.answer_to(missed)).text.startswith("Row 2 of 10")
    await stage.kill()
    await stage.start()
    await guess(stage.robin, shown, code)
    await stage.sandbox.message(thread, "alone in 3 rows.")
    await stage.sandbox.wait_for(lambda: "alone in 3 rows." in message.text)
    assert rows(stage, KEPT) == [(1, 3)]


async def test_a_private_solo_that_is_left_is_over_without_a_word(started: Stage) -> None:
    stage = started
    begun = await privately(stage, stage.robin)
    await guess(stage.robin, begun, wrong(stage, match_of(begun)))
    untouched = await privately(stage, stage.wren)
    said = len(stage.sandbox.record.calls)
    await pass_time(stage, TURN + 1)
    posted = [call for call in stage.sandbox.record.calls[said:] if "/messages" in call.path]
    assert posted == []
    assert rows(stage, KEPT) == [(0, 1)]
    await stage.robin.press(begun, "Give up")
    assert "Your time for a row ran out." in begun.text
    await stage.wren.press(untouched, "Give up")
    assert "Your time for the first row ran out, so it does not count." in untouched.text


async def test_a_solo_in_a_thread_is_reminded_of_once_and_then_over(started: Stage) -> None:
    stage = started
    message, thread = await in_thread(stage, stage.robin)
    await stage.answer_to(await stage.robin.say(thread, "RRRR"))
    await pass_time(stage, DAY + 1)
    await stage.nothing_owed()
    reminder = stage.said_in(thread)[-1]
    assert "the code is still hidden: row 2 of 10 is yours." in reminder.text
    assert reminder.mentions == [stage.robin.id]
    await pass_time(stage, TURN)
    end = await stage.sandbox.message(thread, "**Robin** ran out of time.")
    assert "wins" not in end.text
    await stage.sandbox.wait_for(lambda: message.text == "**Robin** ran out of time.")


async def test_a_solo_whose_thread_is_gone_goes_on_in_another(started: Stage) -> None:
    stage = started
    _, thread = await in_thread(stage, stage.robin)
    await stage.answer_to(await stage.robin.say(thread, "RRRR"))
    stage.sandbox.delete_channel(thread)
    told = await stage.sandbox.message(stage.games, "I cannot write in your thread any more")
    await stage.robin.press(told, "Open a new thread")
    (new,) = await stage.sandbox.wait_for(
        lambda: [one for one in stage.robin.threads if one is not thread]
    )
    first = await stage.sandbox.message(new, "here you go on: row 2 of 10.")
    assert first.mentions == [stage.robin.id]
    reply = await stage.answer_to(await stage.robin.say(new, "BBBB"))
    assert reply.text.startswith("Row 2 of 10")
