"""Lines of a history, in which symbols and numbers may be unknown, and the codes they allow."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.engine.codesets import CodeSpace, Game, at_least
from bot.engine.errors import LineFault, SolverFault, SolverRefused
from bot.engine.feedback import Feedback
from bot.engine.picks import EXACT_WORK
from bot.engine.rules import count_codes

WORK_LIMIT = 4 * 10**9
"""The most that there may be to do for lines with unknown symbols: three seconds or so."""
_WORK_OF_A_PICK = 200
"""What a pick takes for each peg of the game's codes; most take less, some twice as much."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row and the keys it earned; `None` is an unknown symbol or number."""

    row: tuple[int | None, ...]
    black: int | None
    white: int | None

    @classmethod
    def known(cls, row: Sequence[int], keys: Feedback) -> "Line":
        """A line without anything unknown."""
        return cls(tuple(row), keys.black, keys.white)


def line_fault(game: Game, line: Line) -> LineFault | None:
    """The first thing that is wrong with a line by itself, if any.

    The solver takes lines with impossible keys too, and finds that no code explains them.
    """
    black, white = line.black or 0, line.white or 0
    if fault := _row_fault(game, line.row):
        return fault
    if black < 0 or white < 0:
        return LineFault.NEGATIVE_KEYS
    if black + white > game.size:
        return LineFault.TOO_MANY_KEYS
    if (line.black, line.white) == (game.size - 1, 1):
        return LineFault.ALL_BUT_ONE
    return None


def check_row(game: Game, row: Sequence[int | None]) -> None:
    """Raise `ValueError` for a row of another size or with other symbols than the game's."""
    if _row_fault(game, row):
        raise ValueError("a row has the pegs and the symbols of its game")


def _row_fault(game: Game, row: Sequence[int | None]) -> LineFault | None:
    if len(row) != game.size:
        return LineFault.SIZE
    if any(symbol is not None and not 0 <= symbol < game.symbols for symbol in row):
        return LineFault.SYMBOL
    return None


def explaining(space: CodeSpace, line: Line) -> int:
    """The codes that a line allows: for each, some filling of the unknowns gives the keys shown.

    A filling of a game without repeats repeats nothing, in itself or in the row. Raises
    `ValueError` for a row of another game (`check_row`). How long it takes, `work_of` says.
    """
    if line in space.explained:
        return space.explained[line]
    check_row(space.game, line.row)
    if line.black is None and line.white is None:
        return space.everything
    return space.explained.keep(line, _Fillings(space, line).explained())


def work_of(game: Game, lines: Iterable[Line], picks: int = 1) -> int:
    """What there is to do for a history, in pegs of codes looked at: about as many nanoseconds.

    Each way to fill in a line's unknown symbols looks at all codes, and so does the game itself.
    So many next rows are picked besides. Raises `SolverRefused` where the lines take more than
    `WORK_LIMIT` and one of them can be filled in in more than one way.
    """
    fillings = [_filling_count(game, line) for line in set(lines)]
    pegs = game.size * game.code_count
    work = (1 + sum(fillings)) * pegs
    if work > WORK_LIMIT and max(fillings, default=0) > 1 and game.is_small:
        raise SolverRefused(SolverFault.TOO_MANY_UNKNOWNS)
    return work + picks * min(pegs * _WORK_OF_A_PICK, EXACT_WORK)


def _filling_count(game: Game, line: Line) -> int:
    if line.black is None and line.white is None:
        return 0
    used = 0 if game.repeats else len(set(line.row) - {None})
    return count_codes(line.row.count(None), game.symbols - used, repeats=game.repeats)


class _Fillings:
    """The walk through all ways to fill in one line, unknown positions last."""

    def __init__(self, space: CodeSpace, line: Line) -> None:
        self._space = space
        self._replies = tuple(_replies(line, space.game.size))
        self._most = max((black for black, _ in self._replies), default=0) + 1
        self._known = [symbol for symbol in line.row if symbol is not None]
        self._open = [place for place, symbol in enumerate(line.row) if symbol is None]
        places = [space.place(place, s) for place, s in enumerate(line.row) if s is not None]
        self._blacks = at_least(places, self._most, space.everything)

    def explained(self) -> int:
        return self._filled(self._known, self._blacks, self._open)

    def _filled(self, symbols: list[int], blacks: list[int], unfilled: list[int]) -> int:
        """What some filling of the positions left explains; the codes by least black so far."""
        if not unfilled:
            return self._exactly(symbols, blacks)
        explained = 0
        for symbol in self._choices(symbols):
            place = self._space.place(unfilled[0], symbol)
            met = [blacks[0], *(_met(blacks, place)), 0]
            explained |= self._filled([*symbols, symbol], met, unfilled[1:])
            if explained == self._space.everything:
                break
        return explained

    def _choices(self, symbols: list[int]) -> Iterator[int]:
        game = self._space.game
        return (s for s in range(game.symbols) if game.repeats or s not in symbols)

    def _exactly(self, symbols: list[int], blacks: list[int]) -> int:
        """The codes that give one of the replies to a row, from those by least black."""
        totals = self._common(symbols)
        explained = 0
        for black, keys in self._replies:
            codes = blacks[black] ^ blacks[black + 1]
            if keys is not None:
                codes &= totals[keys] ^ totals[keys + 1]
            explained |= codes
        return explained

    def _common(self, symbols: list[int]) -> list[int]:
        """The codes by how many pegs they have in common with a row at least, wherever."""
        row = sorted(symbols)
        sets = [self._space.occurrence(s, row[: n + 1].count(s)) for n, s in enumerate(row)]
        most = max((keys for _, keys in self._replies if keys is not None), default=0) + 1
        return at_least(sets, most, self._space.everything)


def _met(reached: list[int], codes: int) -> Iterator[int]:
    """At least 1, 2, … times in the sets so far and this one."""
    for times in range(1, len(reached) - 1):
        yield reached[times] | reached[times - 1] & codes


def _replies(line: Line, size: int) -> Iterator[tuple[int, int | None]]:
    """The black keys and the keys in all that a line may mean; `None` is any number."""
    blacks = range(size + 1) if line.black is None else [line.black]
    for black in blacks:
        keys = None if line.white is None else black + line.white
        if 0 <= black <= size and (keys is None or black <= keys <= size):
            yield black, keys
