"""The jobs of the thinking processes: functions of plain values, with the chance that they need.

What is imported here, every such process imports at its start.
"""

import random
from collections.abc import Sequence

from bot.engine import analysis
from bot.engine.advice import Advice, advise
from bot.engine.analysis import Analysis, Guess
from bot.engine.code import Code
from bot.engine.codesets import Game, space_of
from bot.engine.levels import Level
from bot.engine.lines import Line
from bot.engine.picks import Strategy
from bot.engine.playing import next_row
from bot.engine.solver import Solver


def advice(game: Game, lines: Sequence[Line], strategy: Strategy, most: int) -> Advice:
    """What these lines leave, with at most so many of the codes, and the next row.

    Raises `SolverRefused` for what is too large, and `ValueError` for a row of another game.
    """
    return advise(Solver(game, lines), strategy, most, random.SystemRandom())


def bots_row(game: Game, lines: Sequence[Line], level: Level) -> Code:
    """The row that the bot plays next; raises what `advice` raises."""
    return next_row(Solver(game, lines), level, random.SystemRandom())


def narrowing(game: Game, guesses: Sequence[Guess]) -> tuple[int, ...]:
    """How many codes are left at first and after every row; raises what `advice` raises."""
    return analysis.narrowing(space_of(game), guesses)


def looking_back(game: Game, guesses: Sequence[Guess], asked: slice) -> Analysis:
    """The analysis of that part of a round; raises what `advice` raises.

    The same round is analysed alike whenever and by whomever it is asked for, so no chance is new.
    """
    return analysis.analyse(game, guesses, asked, random.Random(0))  # noqa: S311  # it hides nothing
