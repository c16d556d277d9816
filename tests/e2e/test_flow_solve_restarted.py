"""`/mastermind solve` when the bot's process ends, and begins anew."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from sandbox import Answer
from tests.e2e.stage import Stage
from tests.e2e.test_flow_solve import LONG, box, deferred, field, solved


async def asking_much(stage: Stage) -> list[asyncio.Task[Answer]]:
    """Everybody waits for the answer to a long question."""
    askers = [stage.robin, stage.wren, stage.teal]
    before = len(deferred(stage))
    boxes = [await box(stage, asker, positions=7, colours=10) for asker in askers]
    asking = [
        asyncio.create_task(asker.submit(one, {"text": LONG}))
        for asker, one in zip(askers, boxes, strict=True)
    ]
    await stage.sandbox.wait_for(lambda: len(deferred(stage)) == before + len(boxes))
    return asking


async def test_a_box_that_was_open_during_a_restart_is_answered(stage: Stage) -> None:
    await stage.start()
    modal = await box(stage, symbols="digits", colours=10, repeats=False)
    shown = await solved(stage, "rrbb 1 0")
    await stage.restart()
    answer = await stage.robin.submit(modal, {"text": "0123 01"})
    assert "**1,440 codes are left** of 5,040." in answer.text
    again = await stage.robin.press(shown.message, "Edit")
    assert field(again.modal)["value"] == "RRBB 1 0"


async def test_who_waits_for_an_answer_at_a_stop_is_told_at_once_and_can_ask_again(
    stage: Stage,
) -> None:
    await stage.start()
    asking = await asking_much(stage)
    await stage.stop()
    answers = await asyncio.gather(*asking)
    assert all(one.text.startswith("I am being restarted.") for one in answers)
    await stage.start()
    again = await stage.teal.press(answers[-1].message, "Edit")
    assert field(again.modal)["value"].startswith("?RBGYOP ? 0\n")


@pytest.mark.parametrize("end", [Stage.stop, Stage.kill])
async def test_neither_a_stop_nor_a_crash_leaves_a_process_that_calculates(
    stage: Stage, end: Callable[[Stage], Awaitable[None]]
) -> None:
    await stage.start()
    asking = await asking_much(stage)
    async with asyncio.timeout(5):  # its end is known by that of its output, which all share
        await end(stage)
    for one in asking:
        one.cancel()
