"""The quick form of the table of refusals: a fixed sample of it."""

import pytest

from tests.soak.error_starts import STARTS, all_starts
from tests.soak.error_steps import STEPS
from tests.soak.errors import Plan, everything, run
from tests.soak.stage_soak import Report

SAMPLE = (
    "challenge answered × 503",
    "challenge answered × 10062",
    "declined × 500",
    "accept deferred × 10062",
    "accept told × 503",
    "thread on challenge × 503",
    "thread on challenge × 160006",
    "thread alone × 429",
    "private thread × 503",
    "threads listed × 500",
    "thread begun × 50013",
    "private channel × 40003",
    "private message × 50007",
    "private message × 50278",
    "code drawn × 40060",
    "code set × 160005",
    "row typed × 50001",
    "row typed × 10003",
    "row typed × 429 without Via",
    "row by command × 503",
    "thread searched × 50001",
    "conceded × 10062",
    "challenge edited × 30046",
    "challenge edited × 10008",
    "rematch × 429",
)
STARTS_SAMPLE = (("gateway", "503", 1), ("commands", "50001", 1))


def sample() -> list[Plan]:
    """The cases of SAMPLE, each with its fault set once."""
    found = {plan.name: plan for plan in everything()}
    return [found[f"{name} × 1"] for name in SAMPLE]


async def test_a_refusal_is_told_or_tried_again_and_the_match_goes_on() -> None:
    report = Report(seed=3)
    await run(report, sample(), STARTS_SAMPLE)
    assert report.violations == []
    assert report.figures["cases"] == len(SAMPLE)
    assert report.figures["starts"] == len(STARTS_SAMPLE)


@pytest.mark.parametrize("step", [step.name for step in STEPS])
def test_the_whole_table_has_each_step_with_each_refusal(step: str) -> None:
    found = {(plan.fault, plan.times) for plan in everything() if plan.step.name == step}
    assert len(found) == 2 * 19 - 1


def test_the_whole_table_has_each_request_of_a_start() -> None:
    assert {name for name, _, _ in all_starts()} == STARTS.keys()
