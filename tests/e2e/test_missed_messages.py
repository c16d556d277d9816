"""What was written while the bot was away, or not connected, is answered afterwards, once."""

from sandbox import Message
from tests.e2e.stage import Match, Stage


def replies_to(stage: Stage, match: Match, message: Message) -> int:
    """How often the bot answered it."""
    return sum(one.replied_to is message for one in stage.said_in(match.thread))


async def test_rows_typed_after_a_crash_are_answered_once_and_in_order(started: Stage) -> None:
    stage = started
    match = await stage.playing("RBRG")
    before = await stage.wren.say(match.thread, "RRBY")
    odd = await stage.wren.say(match.thread, "RRR")
    await stage.answer_to(before)
    await stage.answer_to(odd)
    await stage.nothing_owed()
    await stage.kill()
    rows = [await stage.wren.say(match.thread, code) for code in ("YYYY", "OOOO", "PPPP")]
    short = await stage.wren.say(match.thread, "OOO")
    chat = await stage.wren.say(match.thread, "where has it gone")
    strange = await stage.teal.say(match.thread, "RBRG")
    await stage.start()
    answers = [(await stage.answer_to(row)).text[:5] for row in rows]
    assert answers == ["Row 2", "Row 3", "Row 4"]
    assert "too short" in (await stage.answer_to(short)).text
    await stage.restart()
    assert (await stage.row(match, "GGGG")).text.startswith("Row 5 of 10")
    for message in (before, odd, *rows, short):
        assert replies_to(stage, match, message) == 1
    for message in (chat, strange):
        assert replies_to(stage, match, message) == 0


async def test_the_winning_row_and_the_next_code_are_taken_though_the_bot_was_down(
    started: Stage,
) -> None:
    stage = started
    match = await stage.playing("RBRG")
    await stage.nothing_owed()
    await stage.stop()
    won = await stage.wren.say(match.thread, "RBRG")
    await stage.start()
    assert "**4 black, 0 white**" in (await stage.answer_to(won)).text
    await stage.sandbox.wait_for(lambda: stage.wren.inbox)
    await stage.nothing_owed()
    await stage.kill()
    await stage.wren.dm("GGGG")
    await stage.start()
    await stage.sandbox.message(match.thread, "the code of round 2 is hidden")
    assert "`GGGG`" in stage.said_in_private(stage.wren)[-1].text


async def test_a_session_that_cannot_be_resumed_costs_no_row(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    sandbox.gateway.refuses_connections = True
    sandbox.gateway.drop(resumable=False)
    rows = [await stage.wren.say(match.thread, code) for code in ("YYYY", "OOOO")]
    sandbox.gateway.refuses_connections = False
    for number, row in enumerate(rows, 1):
        assert (await stage.answer_to(row)).text.startswith(f"Row {number} of 10")
    await stage.nothing_owed()


async def test_a_code_that_its_maker_posts_meanwhile_is_void(started: Stage) -> None:
    stage = started
    match = await stage.playing("RBRG")
    await stage.nothing_owed()
    await stage.kill()
    await stage.robin.say(match.thread, "RBRG")
    await stage.start()
    await stage.sandbox.message(match.thread, "it no longer counts")
