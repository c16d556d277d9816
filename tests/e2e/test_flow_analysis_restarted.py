"""A round's end that is told late, or while everybody wants something calculated."""

import asyncio
import re

import pytest

from tests.e2e.stage import Stage
from tests.e2e.test_flow_analysis import rows_of
from tests.e2e.test_flow_solve import solved
from tests.e2e.test_flow_solve_restarted import asking_much
from tests.e2e.test_trouble_crash import calls, messages_in

UNCOUNTED = "\n-# The codes left were not counted in time; **Analysis** counts them.\n"


@pytest.mark.parametrize(
    ("code", "missed", "colours", "narrowing"),
    [("RBRG", "RRBB", 6, "1296 → 36 → 1"), ("RBGYOP", "RRBBGG", 10, r"1000000 → \d+ → 1")],
)
async def test_an_end_told_after_a_crash_has_its_narrowing_and_can_be_analysed_after_another(
    started: Stage, code: str, missed: str, colours: int, narrowing: str
) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing(code, positions=len(code), colours=colours)
    await stage.row(match, missed)
    path = messages_in(match.thread)
    sandbox.faults.fail(503, times=100, method="POST", path=path)
    await stage.wren.say(match.thread, code)
    await sandbox.wait_for(lambda: calls(stage, path, 503))
    await stage.kill()
    sandbox.faults.clear()
    await stage.start()
    end = await sandbox.message(match.thread, "Round 1 is over")
    assert re.search(rf"\n{narrowing} codes left\n", end.content)
    await stage.restart()
    answer = await stage.teal.press(end, "Analysis")
    assert rows_of(answer.text) == [1, 2]
    assert re.search(rf"\n{narrowing} codes left\n", answer.text)


async def test_an_end_is_told_in_time_without_its_narrowing_while_much_is_calculated(
    started: Stage,
) -> None:
    stage, sandbox = started, started.sandbox
    answered = await stage.playing("RBGYOPN", positions=7, colours=10)
    told = await stage.playing("RBGYOPN", positions=7, colours=10)
    small = await stage.playing("RBRG")
    for match, row in ((answered, "RRBBGGY"), (told, "RRBBGGY"), (small, "RRBB")):
        await stage.row(match, row)
    await solved(stage, "1123456 1 1", positions=7, colours=10)  # and what calculates is there
    asking = await asking_much(stage)
    with stage.thinking_held():
        conceded, _ = await asyncio.gather(
            stage.wren.slash(answered.thread, "mastermind concede"), stage.row(told, "RBGYOPN")
        )
        assert conceded.text.startswith("Round 1 is over")
        assert UNCOUNTED in conceded.text
        assert "→" not in conceded.text
        end = await sandbox.message(told.thread, "Round 1 is over")
        assert UNCOUNTED in end.content
        assert "→" not in end.content
        await stage.row(small, "RBRG")
        end = await sandbox.message(small.thread, "Round 1 is over")
        assert "\n1296 → 36 → 1 codes left\n" in end.content
        assert not all(one.done() for one in asking)
    for one in asking:
        one.cancel()
    assert sandbox.failed_interactions == []
