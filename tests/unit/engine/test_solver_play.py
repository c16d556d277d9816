"""Whole games that the solver plays against every code at once."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.engine import Code, Game, Line, Solver, Strategy, score
from bot.engine.codesets import Row

KNUTH = json.loads(
    (Path(__file__).parents[2] / "cases" / "solver.json").read_text(encoding="utf-8")
)["knuth"]
CLASSIC = Game(4, 6)


def code_of(digits: str) -> Code:
    return Code(int(digit) - 1 for digit in digits)


def picked(solver: Solver, strategy: Strategy) -> Row:
    pick = solver.pick(strategy)
    assert pick is not None
    return pick.code


def knuth(solver: Solver) -> Row:
    return picked(solver, Strategy.MINIMAX)


def first_possible(solver: Solver) -> Row:
    return next(solver.codes())


def turns(solver: Solver, play: Callable[[Solver], Row], turn: int = 1) -> Counter[int]:
    """How many codes left are found in each turn from this one."""
    row = play(solver)
    found: Counter[int] = Counter()
    for keys, count in solver.parts(row).items():
        if keys.black == solver.game.size:
            found[turn] += count
        else:
            found += turns(solver.after(Line.known(row, keys)), play, turn + 1)
    return found


def game_against(code: Code) -> Iterator[Solver]:
    """The solver before each row that Knuth's rule plays, and after the last one."""
    solver = Solver(CLASSIC)
    yield solver
    while not solver.lines or solver.lines[-1].row != code:
        row = knuth(solver)
        solver = solver.after(Line.known(row, score(code, row)))
        yield solver


@pytest.mark.usefixtures("untraced")
def test_knuths_rule_takes_5801_rows_for_all_codes_and_never_more_than_five() -> None:
    found = turns(Solver(CLASSIC), knuth)
    assert dict(found) == {int(turn): count for turn, count in KNUTH["distribution"].items()}
    assert sum(turn * count for turn, count in found.items()) == KNUTH["total"] == 5801
    assert max(found) == KNUTH["worst_case"] == 5


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize(
    ("strategy", "rows"),
    [
        (Strategy.EXPECTED_SIZE, 5696),
        (Strategy.ENTROPY, 5719),  # 5722, if a hit were worth no more than the knowledge
        (Strategy.MOST_PARTS, 5668),
    ],
)
def test_each_strategy_takes_its_known_rows_for_all_codes(strategy: Strategy, rows: int) -> None:
    found = turns(Solver(CLASSIC), lambda solver: picked(solver, strategy))
    assert found.total() == CLASSIC.code_count
    assert sum(turn * count for turn, count in found.items()) == rows


@pytest.mark.usefixtures("untraced")
def test_always_the_first_possible_code_takes_as_many_rows_as_is_known() -> None:
    known = next(other for other in KNUTH["other_results"] if "distribution" in other)
    found = turns(Solver(CLASSIC), first_possible)
    assert dict(found) == {int(turn): count for turn, count in known["distribution"].items()}


def test_knuths_first_row_is_two_of_one_colour_and_two_of_another() -> None:
    assert knuth(Solver(CLASSIC)) == code_of(KNUTH["first_guess"])


@pytest.mark.parametrize(
    ("strategy", "row"),
    [
        (Strategy.EXPECTED_SIZE, "1123"),
        (Strategy.MOST_PARTS, "1123"),
        (Strategy.ENTROPY, "1234"),
    ],
)
def test_other_strategies_begin_with_more_colours(strategy: Strategy, row: str) -> None:
    assert picked(Solver(CLASSIC), strategy) == code_of(row)


def test_a_row_that_cannot_be_the_code_is_played_where_it_tells_more() -> None:
    pick = Solver(CLASSIC, [Line((0, 0, 1, 1), 0, 3)]).pick(Strategy.MINIMAX)
    assert pick is not None
    assert pick.code == code_of("1213")
    assert not pick.possible


def test_the_sample_game_is_played_row_by_row() -> None:
    sample = KNUTH["sample_game"]
    solvers = list(game_against(code_of(sample["secret"])))
    lines = solvers[-1].lines
    assert [line.row for line in lines] == [code_of(guess) for guess in sample["guesses"]]
    assert [[line.black, line.white] for line in lines] == sample["marks"]
    assert [solver.count for solver in solvers[1:-1]] == sample["left_after"]


@pytest.mark.parametrize(("code", "rows"), KNUTH["seed_002_hard_codes"].items())
def test_codes_that_people_find_hard_take_their_known_rows(code: str, rows: int) -> None:
    *_, solver = game_against(code_of(code))
    assert len(solver.lines) == rows


@pytest.mark.parametrize("strategy", Strategy)
def test_the_only_code_left_is_played(strategy: Strategy) -> None:
    solver = Solver(CLASSIC, [Line((2, 5, 2, 1), 4, 0)])
    assert picked(solver, strategy) == (2, 5, 2, 1)
