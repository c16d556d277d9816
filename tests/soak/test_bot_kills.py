"""The quick form of the run with kills."""

from tests.soak.bot_kills import run
from tests.soak.stage_soak import Report


async def test_nothing_is_lost_or_doubled_by_kills_while_people_play() -> None:
    report = Report(seed=3)
    await run(report, count=4, tables=4)
    assert report.violations == []
    assert report.figures["kills"] == 4
    assert report.figures["rows seen"] > 0
