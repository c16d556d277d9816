"""The stored strategies: best rows found beforehand, for the games that have one.

`strategies.py` has a strategy's rows from the top down: a row, then for each reply to it, by
black and then white keys, what is played on. Where some code left tells all codes left apart,
the lowest such code is played, and nothing is stored.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from bot.engine.code import Code
from bot.engine.codesets import Game, Row
from bot.engine.lines import Line
from bot.engine.solver import Solver
from bot.engine.strategies import BLANKS, BULLS_AND_COWS, CLASSIC

_STORED: Mapping[Game, str] = {
    Game(4, 6): CLASSIC,
    Game(4, 7): BLANKS,
    Game(4, 10, repeats=False): BULLS_AND_COWS,
}


def has_perfect(game: Game) -> bool:
    """Whether there is a stored strategy for this game."""
    return game in _STORED


def perfect_row(solver: Solver) -> Code | None:
    """The row that the stored strategy plays next.

    `None` if there is none for this game, or no code is left, or it would not have played this
    history. Where a code left tells all codes left apart, it is played whatever the history.
    """
    if solver.game not in _STORED:
        return None
    row = _rows(solver.game).get(solver.lines)
    return Code(row) if row else solver.separating()


@lru_cache(maxsize=len(_STORED))
def _rows(game: Game) -> Mapping[tuple[Line, ...], Row]:
    """The rows of a game's strategy by the history before each."""
    stored = (tuple(map(int, row)) for row in _STORED[game].split())
    return dict(_read(Solver(game), stored))


def _read(solver: Solver, stored: Iterator[Row]) -> Iterator[tuple[tuple[Line, ...], Row]]:
    if solver.separating():
        return
    row = next(stored)
    yield solver.lines, row
    for keys in sorted(solver.parts(row), key=lambda keys: (keys.black, keys.white)):
        if keys.black < solver.game.size:
            yield from _read(solver.after(Line.known(row, keys)), stored)
