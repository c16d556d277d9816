"""`/mastermind solve` when the bot's process ends, and begins anew."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from sandbox.record import RestCall
from tests.e2e.stage import Stage
from tests.e2e.test_flow_solve import DEFERRED, box, field, solved


def deferred(stage: Stage) -> list[RestCall]:
    """The answers that say: I am thinking."""
    calls = stage.sandbox.record.find("POST", r".*/callback")
    return [one for one in calls if isinstance(one.body, dict) and one.body["type"] == DEFERRED]


async def test_a_box_that_was_open_during_a_restart_is_answered(stage: Stage) -> None:
    await stage.start()
    modal = await box(stage, symbols="digits", colours=10, repeats=False)
    shown = await solved(stage, "rrbb 1 0")
    await stage.restart()
    answer = await stage.robin.submit(modal, {"text": "0123 01"})
    assert "**1,440 codes are left** of 5,040." in answer.text
    again = await stage.robin.press(shown.message, "Edit")
    assert field(again.modal)["value"] == "RRBB 1 0"


@pytest.mark.parametrize("end", [Stage.stop, Stage.kill])
async def test_neither_a_stop_nor_a_crash_leaves_a_process_that_calculates(
    stage: Stage, end: Callable[[Stage], Awaitable[None]]
) -> None:
    await stage.start()
    boxes = [await box(stage, positions=7, colours=10) for _ in range(10)]
    asking = [
        asyncio.create_task(stage.robin.submit(one, {"text": "1122334 1 2"})) for one in boxes
    ]
    await stage.sandbox.wait_for(lambda: len(deferred(stage)) == len(boxes))
    async with asyncio.timeout(5):  # its end is known by that of its output, which all share
        await end(stage)
    for one in asking:
        one.cancel()
