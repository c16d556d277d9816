"""What is said of a history."""

import random

from bot.engine.advice import Advice, advise
from bot.engine.code import Code
from bot.engine.codesets import Game
from bot.engine.lines import Line
from bot.engine.picks import Strategy
from bot.engine.solver import Solver

CLASSIC = Game(4, 6)


def advice(*lines: Line, most: int = 20) -> Advice:
    return advise(Solver(CLASSIC, lines), Strategy.MINIMAX, most, random.Random(5))


def test_advice_has_all_codes_where_they_are_few_and_the_first_where_they_are_many() -> None:
    few = advice(Line((0, 0, 1, 1), 0, 3))
    assert few.count == len(few.codes) == 16
    many = advice(Line((0, 0, 1, 1), 1, 1), most=3)
    assert many.count == 208
    assert many.codes == ((0, 1, 2, 2), (0, 1, 2, 3), (0, 1, 2, 4))


def test_advice_without_lines_is_knuths_first_row() -> None:
    pick = advice().pick
    assert pick is not None
    assert pick.code == (0, 0, 1, 1)
    assert (pick.worst, pick.parts, pick.possible, pick.sampled) == (256, 13, True, False)


def test_the_only_code_left_is_what_to_play() -> None:
    only = advice(Line((2, 5, 2, 1), 4, 0))
    assert only.codes == (Code((2, 5, 2, 1)),)
    assert only.pick is not None
    assert only.pick.code == (2, 5, 2, 1)
    assert only.conflict == ()


def test_where_no_code_is_left_there_is_nothing_to_play_and_the_lines_at_odds_are_named() -> None:
    none = advice(
        Line((0, 1, 2, 3), 1, 0), Line((0, 0, 0, 0), 2, 0), Line((4, 5, 4, 5), 0, 3), most=5
    )
    assert (none.count, none.codes, none.pick) == (0, (), None)
    assert none.conflict == (1, 2)
