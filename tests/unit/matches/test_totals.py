"""Points and winners, by the shared cases and by the rules' own words."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.ids import PlayerId
from bot.matches.models import Outcome, Points, Terms
from bot.matches.totals import Result, points, result_of, verdict, verdict_of
from tests.unit.matches.games import ROBIN, WREN, breaking, finished, played, setting, solved_in

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "cases" / "match_scoring.json").read_text("utf-8")
)["matches"]
PLAYERS = {"A": ROBIN, "B": WREN}
OUTCOMES = {"found": Outcome.SOLVED, "failed": Outcome.FAILED}


def results_of(case: dict[str, Any]) -> list[Result]:
    return [
        Result(
            codemaker=PLAYERS[played["coder"]],
            outcome=OUTCOMES[played["outcome"]],
            rows_used=played["rows_used"],
            rows_allowed=case["rows"],
        )
        for played in case["rounds"]
    ]


def agreed_for(rounds: int) -> int:
    """The smallest even number of rounds that these can be part of."""
    return max(2, rounds + rounds % 2)


def by_letter(totals: dict[PlayerId, int]) -> dict[str, int]:
    return {letter: totals[player] for letter, player in PLAYERS.items()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_each_round_of_the_shared_cases_earns_its_points(case: dict[str, Any]) -> None:
    for result, expected in zip(results_of(case), case["points_per_round"], strict=True):
        alone = verdict([result], (ROBIN, WREN), Points.ROWS, 2)
        assert by_letter(dict(alone.totals)) == expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_the_shared_cases_have_their_totals_and_winner(case: dict[str, Any]) -> None:
    found = verdict(results_of(case), (ROBIN, WREN), Points.ROWS, agreed_for(len(case["rounds"])))
    assert by_letter(dict(found.totals)) == case["totals"]
    assert found.complete == case["complete"]
    assert found.draw == (case["winner"] == "tie")
    assert found.winner == PLAYERS.get(case["winner"] or "")


@pytest.mark.parametrize(
    ("outcome", "rule", "expected"),
    [
        (Outcome.SOLVED, Points.ROWS, 4),
        (Outcome.FAILED, Points.ROWS, 11),
        (Outcome.CONCEDED, Points.ROWS, 11),
        (Outcome.ABANDONED, Points.ROWS, 0),
        (Outcome.SOLVED, Points.KEY_PEGS, 9),
        (Outcome.FAILED, Points.KEY_PEGS, 9),
        (Outcome.CONCEDED, Points.KEY_PEGS, 9),
        (Outcome.ABANDONED, Points.KEY_PEGS, 0),
    ],
)
def test_every_outcome_has_its_points_by_either_rule(
    outcome: Outcome, rule: Points, expected: int
) -> None:
    result = Result(ROBIN, outcome, rows_used=4, rows_allowed=10, key_pegs=9)
    assert points(result, rule) == expected


results = st.builds(
    Result,
    codemaker=st.sampled_from([ROBIN, WREN]),
    outcome=st.sampled_from(Outcome),
    rows_used=st.integers(0, 12),
    rows_allowed=st.integers(6, 12),
    key_pegs=st.integers(0, 96),
)


@given(st.lists(results, max_size=8), st.sampled_from(Points), st.sampled_from([2, 4, 6, 8]))
def test_totals_are_never_negative_and_only_the_greater_one_wins(
    over: list[Result], rule: Points, agreed: int
) -> None:
    found = verdict(over, (ROBIN, WREN), rule, agreed)
    assert min(found.totals.values()) >= 0
    assert sum(found.totals.values()) == sum(points(result, rule) for result in over)
    if found.winner is not None:
        loser = WREN if found.winner == ROBIN else ROBIN
        assert found.complete
        assert found.totals[found.winner] > found.totals[loser]


def test_an_abandoned_round_completes_no_match() -> None:
    over = [Result(ROBIN, Outcome.SOLVED, 3, 10), Result(WREN, Outcome.ABANDONED, 1, 10)]
    found = verdict(over, (ROBIN, WREN), Points.ROWS, 2)
    assert (found.complete, found.winner, found.draw) == (False, None, False)


def test_a_running_round_counts_for_nothing_yet() -> None:
    match = played(breaking(), "RRBY")
    assert result_of(match.rounds[0], 10) is None
    assert verdict_of(match).totals == {ROBIN: 0, WREN: 0}


def test_the_key_pegs_of_all_rows_are_counted() -> None:
    match = played(breaking(), "RRBY", "RBGR", "RBRG")
    result = result_of(match.rounds[0], 10)
    assert result == Result(ROBIN, Outcome.SOLVED, 3, 10, key_pegs=3 + 4 + 4)


def test_a_match_in_progress_is_not_complete() -> None:
    found = verdict_of(solved_in(setting(), 3))
    assert (found.totals, found.complete, found.winner) == ({ROBIN: 3, WREN: 0}, False, None)


def test_a_finished_match_is_complete_and_has_its_winner() -> None:
    found = verdict_of(finished(2, 5))
    assert (found.totals, found.complete, found.winner) == ({ROBIN: 2, WREN: 5}, True, WREN)


def test_key_peg_points_decide_the_match_where_agreed() -> None:
    match = finished(3, 1, Terms(points=Points.KEY_PEGS))
    assert verdict_of(match).totals == {ROBIN: 4, WREN: 4}
    assert match.winner is None
