"""The quick form of the crowd at the solver: all are answered rightly, and matches go on."""

from tests.soak.solve import Measured, goals, run
from tests.soak.stage_soak import Report


async def test_a_crowd_at_the_solver_is_answered_while_matches_are_played() -> None:
    report = Report(seed=3)
    measured = await run(report, people=10, matches=5, waves=1, unknowns=1, rate=5, seconds=4)
    assert report.violations == []
    assert report.figures["questions answered"] == len(measured.solved) == 10
    assert report.figures["rows answered"] == report.figures["typed rows"] >= 15
    assert len(measured.first) >= 30
    assert measured.unanswered == 0
    assert len(measured.bot) >= 1
    assert report.figures["large questions answered"] == len(measured.large) >= 1
    assert report.figures["large questions that had to wait"] >= 1


def test_each_missed_goal_is_told() -> None:
    reached = Measured(
        first=[0.1, 0.9], solved=[3.0], rows=[0.2, 0.9], large=[40.0], bot=[4.5], late=0.1
    )
    assert not any(goals(reached).values())
    missed = Measured(
        first=[0.1, 1.1],
        solved=[16.0],
        rows=[4.0],
        large=[40.0],
        bot=[7.5],
        late=1.5,
        unanswered=1,
    )
    assert all(goals(missed).values())
