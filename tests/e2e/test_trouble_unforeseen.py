"""What nobody foresaw is told in one private sentence with a reference that the log has too."""

import re

from sandbox import Answer
from tests.e2e.stage import Stage

DAMAGE = "UPDATE rows SET code = 'damaged'"
"""What no release of the bot would write."""
OLDEST = "WHERE match_id = (SELECT id FROM matches ORDER BY created_at LIMIT 1)"
REFERENCE = re.compile(r"reference: `(\w+)`")


def check_told(stage: Stage, text: str) -> None:
    """The sentence has a reference, no exception's text; the log has it too, and the cause."""
    found = REFERENCE.search(text)
    assert found is not None, text
    assert "Error" not in text
    assert "invalid literal" not in text
    assert f"unexpected error {found[1]}" in stage.bot.output
    assert "ValueError" in stage.bot.output


async def test_damaged_data_is_told_with_a_reference_and_stops_nobody_else(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    damaged = await stage.playing("RBRG")
    button = await stage.row(damaged, "RRBB")
    owing = await stage.match_of(stage.teal, stage.wren)
    await stage.set_code(owing, "RBRG")
    await stage.row(owing, "RRBB")
    await stage.wren.slash(owing.thread, "mastermind concede")
    healthy = await stage.match_of(stage.teal, stage.robin)
    await stage.change_data(DAMAGE)

    tries: list[Answer] = [
        await stage.wren.press(button, "Board"),
        await stage.wren.press(button, "Guess"),
        await stage.teal.press(button, "Board"),
        await stage.wren.slash(damaged.thread, "mastermind board"),
        await stage.wren.slash(damaged.thread, "mastermind guess", code="YYYY"),
        await stage.wren.slash(damaged.thread, "mastermind concede"),
        await stage.wren.slash(stage.games, "mastermind matches"),
    ]
    for answer in tries:
        assert answer.ephemeral
        assert answer.message.pinged == []
        check_told(stage, answer.text)
    assert len({answer.text for answer in tries}) == len(tries)
    check_told(stage, (await stage.answer_to(await stage.wren.dm("RRBB"))).text)
    assert sandbox.failed_interactions == []

    await stage.set_code(healthy, "RBRG")
    assert (await stage.row(healthy, "RRBB")).text.startswith("Row 1 of 10")


async def test_a_telling_that_cannot_be_worded_holds_up_no_other_match(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    damaged = await stage.playing("RBRG")
    healthy = await stage.match_of(stage.teal, stage.robin)
    await stage.set_code(healthy, "RBRG")
    for match, times in ((damaged, 99), (healthy, 2)):
        path = f"/channels/{match.thread.id}/messages"
        sandbox.faults.fail(503, times=times, method="POST", path=path)
    await stage.wren.say(damaged.thread, "RRBB")
    said = await stage.robin.say(healthy.thread, "RRBB")
    refused = f"/channels/{healthy.thread.id}/messages"
    await sandbox.wait_for(
        lambda: sum(one.status == 503 for one in sandbox.record.find("POST", refused)) == 2
    )
    await stage.kill()
    await stage.change_data(f"{DAMAGE} {OLDEST}")
    assert (await stage.answer_to(said)).text.startswith("Row 1 of 10")
