"""The stored strategies, played against every code of their games."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from bot.engine import Code, Feedback, score
from bot.engine.codesets import Game
from bot.engine.lines import Line
from bot.engine.perfect import has_perfect, perfect_row
from bot.engine.solver import Solver

CLASSIC = Game(4, 6)
BLANKS = Game(4, 7)
BULLS_AND_COWS = Game(4, 10, repeats=False)
History = tuple[Line, ...]


def rows_needed(game: Game) -> Counter[int]:
    """How many codes the strategy finds with so many rows, each code played by itself."""

    @cache
    def row_after(history: History) -> Code:
        row = perfect_row(Solver(game, history))
        assert row is not None
        return row

    return Counter(turn_of(code, row_after) for code in Solver(game).codes())


def turn_of(code: Code, row_after: Callable[[History], Code]) -> int:
    history: History = ()
    while True:
        row = row_after(history)
        keys = score(code, row)
        history = (*history, Line.known(row, keys))
        if keys.black == len(code):
            return len(history)


@pytest.mark.parametrize(
    ("game", "codes", "total", "worst"),
    [(CLASSIC, 1296, 5626, 5), (BLANKS, 2401, 11228, 6), (BULLS_AND_COWS, 5040, 26304, 7)],
)
def test_every_code_is_found_within_the_rows_that_the_search_promised(
    game: Game, codes: int, total: int, worst: int
) -> None:
    assert has_perfect(game)
    found = rows_needed(game)
    assert found.total() == codes
    assert sum(turn * count for turn, count in found.items()) == total
    assert max(found) == worst


def test_the_strategy_opens_with_two_of_one_colour_and_one_each_of_two_others() -> None:
    assert perfect_row(Solver(CLASSIC)) == (0, 0, 1, 2)


def test_a_history_that_the_strategy_would_not_have_played_gets_no_row() -> None:
    solver = Solver(CLASSIC, [Line.known((0, 0, 1, 1), Feedback(0, 0))])
    assert perfect_row(solver) is None


def test_a_code_that_tells_all_codes_left_apart_is_played_in_any_history() -> None:
    lines = [Line.known((0, 0, 1, 1), Feedback(3, 0)), Line.known((0, 2, 1, 3), Feedback(2, 1))]
    solver = Solver(CLASSIC, lines)
    assert list(solver.codes()) == [(0, 0, 1, 2), (0, 3, 1, 1)]
    assert perfect_row(solver) == (0, 0, 1, 2)


def test_a_history_that_no_code_explains_gets_no_row() -> None:
    lines = [Line.known((0, 0, 1, 2), Feedback(0, 0)), Line.known((0, 0, 0, 0), Feedback(1, 0))]
    assert perfect_row(Solver(CLASSIC, lines)) is None


def test_a_game_without_a_strategy_gets_no_row() -> None:
    assert not has_perfect(Game(4, 5))
    assert perfect_row(Solver(Game(4, 5))) is None
