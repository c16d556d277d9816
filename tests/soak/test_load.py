"""The quick form of the load: that it counts right. Times are for the long form."""

from tests.soak.load import Measured, check_goals, run
from tests.soak.stage_soak import Report


async def test_every_row_under_load_is_answered_once_and_rightly() -> None:
    report = Report(seed=3)
    measured = await run(report, matches=50, rate=10, seconds=6)
    assert report.violations == []
    assert report.figures["open matches"] == 50
    assert report.figures["rows answered"] == report.figures["typed rows"] >= 50
    assert len(measured.waits) + 1 == report.figures["typed rows"]


def test_a_missed_goal_is_a_violation() -> None:
    minutes = [(float(second), 100 if second < 120 else 120) for second in range(301)]
    report = Report(seed=3)
    check_goals(Measured([0.1] * 99 + [4.0], minutes, restart=11.0), report)
    assert len(report.violations) == 4
    report = Report(seed=3)
    check_goals(Measured([0.1] * 100, minutes[:150], restart=1.0), report)
    assert report.violations == []
