"""How the bot cracks a code: the row that each level plays next."""

from typing import assert_never

from bot.engine.code import Code
from bot.engine.codesets import Game
from bot.engine.levels import Level
from bot.engine.perfect import has_perfect, perfect_row
from bot.engine.picks import Strategy
from bot.engine.solver import Chance, Solver


def can_play(level: Level, game: Game) -> bool:
    """Whether the bot can crack codes of this game so well: see `Game.is_small`."""
    if not game.is_small:
        return False
    return level is not Level.PERFECT or has_perfect(game)


def next_row(solver: Solver, level: Level, chance: Chance) -> Code:
    """The row that the bot plays on a history that leaves some code.

    Raises `ValueError` where no code is left: then the replies were not of one code.
    """
    if not solver.count:
        raise ValueError("these replies are not of one code")
    match level:
        case Level.EASY:
            return solver.any_code(chance)
        case Level.FAIR:
            return _picked(solver, Strategy.MINIMAX, chance)
        case Level.STRONG:
            return _picked(solver, Strategy.ENTROPY, chance)
        case Level.PERFECT:
            return perfect_row(solver) or _picked(solver, Strategy.ENTROPY, chance)
        case _:
            assert_never(level)


def _picked(solver: Solver, strategy: Strategy, chance: Chance) -> Code:
    pick = solver.pick(strategy, chance)
    assert pick is not None  # noqa: S101  # there is a pick as long as a code is left
    return pick.code
