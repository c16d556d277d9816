"""Some codes of a game by position, and rows by the symbols they hold in whatever order."""

from collections.abc import Iterator
from itertools import islice

from bot.engine.codesets import Game, Row

_BATCH = 1 << 16


class Columns:
    """Some codes of a game: in the column of a position, the symbol of each code as a byte."""

    def __init__(self, game: Game, rows: Iterator[Row]) -> None:
        self.game = game
        self.columns = [bytearray() for _ in range(game.size)]
        while batch := list(islice(rows, _BATCH)):
            for column, symbols in zip(self.columns, zip(*batch, strict=True), strict=True):
                column.extend(symbols)
        self.count = len(self.columns[0])

    def some(self, most: int) -> list[Row]:
        """So many of the codes at most, at like distances."""
        step = -(-self.count // most)
        return list(zip(*[column[::step] for column in self.columns], strict=True))

    @property
    def absent(self) -> set[int]:
        """The symbols that none of the codes has."""
        return set(range(self.game.symbols)).difference(*self.columns)


class Bags:
    """A number for all rows with the same symbols, in whatever order: a sum over its pegs."""

    def __init__(self, game: Game) -> None:
        self._width = game.size.bit_length()
        self.weights = [1 << symbol * self._width for symbol in range(game.symbols)]

    def highest(self, number: int) -> tuple[int, int]:
        """The highest symbol of such rows, at least one peg long, and how often it occurs."""
        symbol = (number.bit_length() - 1) // self._width
        return symbol, number >> symbol * self._width
