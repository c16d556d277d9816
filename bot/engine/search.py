"""The walk through all rows that differ in more than names, for the one with the least measure.

Rows that part the codes left alike are looked at once, as the lowest of them in numeric order:

- Symbols that no line names can be exchanged for each other, so each is used only after all
  lower ones.
- Symbols that no code left has are alike too, even within a row: where symbols may repeat, the
  lowest of them stands for all.
- Positions that hold the same in every line can be exchanged, so symbols never fall from one of
  them to the next.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic

from bot.engine.codesets import Game, Row
from bot.engine.parting import WORST, Parting, State


class Symmetry:
    """Which rows are the lowest of those that part the codes left alike."""

    def __init__(self, game: Game, rows: Sequence[Sequence[int | None]], absent: Iterable[int]):
        self.game = game
        named = {symbol for row in rows for symbol in row}
        gone = set(absent)
        self._gone = sorted(gone)
        self._unnamed = [s for s in range(game.symbols) if s not in named and s not in gone]
        self._named = [s for s in range(game.symbols) if s in named and s not in gone]
        self._twins = _twins(game.size, rows)
        self._known: dict[tuple[int, int, int], list[int]] = {}

    def choices(self, row: Sequence[int]) -> list[int]:
        """The symbols that may come next in a row, in numeric order."""
        twin = self._twins[len(row)]
        lowest = 0 if twin is None else row[twin]
        key = (_used(self._unnamed, row), _used(self._gone, row), lowest)
        if key not in self._known:
            self._known[key] = self._choices(*key)
        choices = self._known[key]
        return choices if self.game.repeats else [s for s in choices if s not in row]

    def _choices(self, unnamed: int, gone: int, lowest: int) -> list[int]:
        """Those from the lowest that may come after so many of the others were used."""
        choices = self._named + self._unnamed[: unnamed + 1]
        choices += self._gone[: 1 if self.game.repeats else gone + 1]
        return sorted(symbol for symbol in choices if symbol >= lowest)

    def has_more_rows(self, most: int) -> bool:
        """Whether there are more such rows than that."""
        found = 0
        for count in self._counts(()):
            found += count
            if found > most:
                return True
        return False

    def _counts(self, prefix: Row) -> Iterator[int]:
        """How many such rows there are for each way to fill all positions but the last."""
        choices = self.choices(prefix)
        if len(prefix) == self.game.size - 1:
            yield len(choices)
            return
        for symbol in choices:
            yield from self._counts((*prefix, symbol))


def _used(symbols: list[int], row: Sequence[int]) -> int:
    """How many of these symbols a row has that uses each only after all lower ones."""
    used = 0
    for symbol in symbols:
        if symbol not in row:
            break
        used += 1
    return used


def _twins(size: int, rows: Sequence[Sequence[int | None]]) -> list[int | None]:
    """For each position, the nearest one before it that holds the same in every row."""
    held = [tuple(row[position] for row in rows) for position in range(size)]
    return [
        max((other for other in range(position) if held[other] == held[position]), default=None)
        for position in range(size)
    ]


class Search(Generic[State]):
    """The search among rows for the one that leaves the least measure of some codes."""

    def __init__(self, parting: Parting[State]) -> None:
        self._parting = parting
        self._least = WORST
        self.row: Row = ()
        """The best row so far; the first of those that are equally good."""

    def among(self, rows: Iterable[Row]) -> Row:
        """The best of these rows, at least one, and of those looked at before."""
        for row in rows:
            state = self._parting.start
            for peg in enumerate(row[:-1]):
                state = self._parting.met(state, *peg)
            self._look(row[:-1], state, row[-1:])
        return self.row

    def everywhere(self, symmetry: Symmetry, enough: int, likely: Iterable[Row]) -> Row:
        """The best of all rows, those that are alike looked at once.

        `enough` is a value that no row undercuts: the first that reaches it is the best. The
        likely rows, at least one, are looked at beforehand: what is worse is passed by sooner.
        """
        self.among(likely)
        self._least += 1  # the lowest row that is as good is the best, and still to come
        self._walk((), self._parting.start, symmetry, enough)
        return self.row

    def _walk(self, prefix: Row, state: State, symmetry: Symmetry, enough: int) -> None:
        """Look at all rows that begin so, until one is enough."""
        choices = symmetry.choices(prefix)
        position = len(prefix)
        if position == symmetry.game.size - 1:
            self._look(prefix, state, choices)
            return
        for symbol in choices:
            met = self._parting.met(state, position, symbol)
            self._walk((*prefix, symbol), met, symmetry, enough)
            if self._least <= enough:
                return

    def _look(self, prefix: Row, state: State, symbols: Sequence[int]) -> None:
        """See whether a row is better that begins so and ends in one of the symbols."""
        self._least, symbol = self._parting.better(state, symbols, self._least)
        if symbol is not None:
            self.row = (*prefix, symbol)
