"""Searches for a strategy that needs few rows over all codes of a game.

Run as ``python -m tools.search_strategy classic``; the strategy is printed in the form that
`bot/engine/strategies.py` keeps, after its total. At each node of its tree the search tries only
the most promising rows, so a total is an upper bound; with the widths set here, that of the
classic game is the proven optimum (Koyama and Lai 1993).
"""

import argparse
import sys
import textwrap
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from math import log2
from typing import Final

from bot.engine.codesets import Game, Row, space_of
from bot.engine.columns import Columns
from bot.engine.feedback import score
from bot.engine.parting import Parting, State, parting_of
from bot.engine.picks import Measure
from bot.engine.search import Symmetry

Codes = tuple[Row, ...]
History = tuple[Row, ...]
"""The rows before a node. They only tell which further rows are alike."""
Valued = tuple[int, Row]

NEVER: Final = 1 << 60
"""More rows than any strategy takes, in total or for a code."""
FEW: Final = 120
"""Up to so many codes are few: as many rows are tried as `Task.width` says, not `Task.wide`."""
ALIKE: Final = 2
"""After more rows than these, it takes longer to find rows that are alike than to try both."""
BOUND: Final = 1 << 40
"""A value has two parts: so many times the rows taken at least, and the bits left open."""
BIT: Final = 1 << 16
HIT: Final = BOUND + 2 * BIT
"""What a row that cannot be the code is behind by: a row in total, and two bits."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to find a strategy for."""

    game: Game
    opening: Row
    rows: int
    """How many rows a code may take at most."""
    width: int
    """How many rows are tried where few codes (`FEW`) are left, by each of two measures."""
    wide: int
    """How many are tried where many codes are left, by the bits alone."""


TASKS: Final[Mapping[str, Task]] = {
    "classic": Task(Game(4, 6), (0, 0, 1, 2), rows=5, width=20, wide=8),
    "blanks": Task(Game(4, 7), (0, 0, 1, 2), rows=6, width=40, wide=12),
    "bulls-and-cows": Task(Game(4, 10, repeats=False), (0, 1, 2, 3), rows=7, width=12, wide=4),
}


@dataclass(frozen=True, slots=True)
class Node:
    """A question: how to find these codes, in numeric order, in so many rows each at most."""

    codes: Codes
    rows: int


@dataclass(frozen=True, slots=True)
class Found:
    """The rows that a node takes in total, and the first; or, without that, a lower bound."""

    total: int
    row: Row | None = None


class StrategySearch:
    """Branch and bound: a row is left as soon as it cannot undercut the best."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._found: dict[Node, Found] = {}
        size = task.game.size
        # All black is not played on from, and all black but one with one white cannot be.
        self._replies = (size + 1) * (size + 2) // 2 - 2
        self._measure = Measure(self._worth, 2 * HIT)
        self._worths = [self._group_worth(size) for size in range(task.game.code_count + 1)]

    def best(self, node: Node, history: History, below: int = NEVER) -> Found:
        """The best way found; without a row if there is none in less than `below` in total."""
        least = self._least_total(len(node.codes), node.rows)
        if least >= below:
            return Found(least)
        known = self._found.get(node)
        if known is None or (known.row is None and known.total < below):
            known = self._at_once(node) or self._search(node, history, below)
            self._found[node] = known
        return known

    def groups(self, row: Row, codes: Codes) -> list[Codes]:
        """The codes by their reply to a row, in the order of the replies; a hit is left out."""
        groups = defaultdict(list)
        for code in codes:
            reply = score(code, row)
            groups[reply.black, reply.white].append(code)
        groups.pop((self._task.game.size, 0), None)
        return [tuple(groups[reply]) for reply in sorted(groups)]

    def _at_once(self, node: Node) -> Found | None:
        """The best of all for few codes: one of them tells all apart, or all but two."""
        codes, count = node.codes, len(node.codes)
        if count > self._replies + 1:
            return None
        parts = [len({score(code, row) for code in codes}) for row in codes]
        if count in parts:
            return Found(2 * count - 1, codes[parts.index(count)])
        if count - 1 in parts and node.rows > 2:  # noqa: PLR2004 - this row, one of the two, the other
            return Found(2 * count, codes[parts.index(count - 1)])
        return None

    def _search(self, node: Node, history: History, below: int) -> Found:
        best = Found(below)
        for least, row in self._promising(node.codes, history):
            if least < best.total:
                total = self._total(row, node, history, best.total)
                if total < best.total:
                    best = Found(total, row)
        return best

    def _total(self, row: Row, node: Node, history: History, below: int) -> int:
        """The rows in total if this one is played, or any number not below the limit."""
        groups = sorted(self.groups(row, node.codes), key=len)
        leasts = [self._least_total(len(codes), node.rows - 1) for codes in groups]
        total = len(node.codes) + sum(leasts)
        for least, codes in zip(leasts, groups, strict=True):
            if total >= below:
                break
            after = Node(codes, node.rows - 1)
            total += self.best(after, (*history, row), below - total + least).total - least
        return total

    def _promising(self, codes: Codes, history: History) -> list[tuple[int, Row]]:
        """The rows to try, the best first, each behind what it takes in total at least."""
        by_bound = sorted(self._valued(codes, history))
        by_bits = sorted(by_bound, key=lambda pair: pair[0] % (2 * BOUND))
        if len(codes) > FEW:
            promising = {*_distinct(by_bits, history, self._task.wide)}
        else:
            width = self._task.width
            promising = {
                *_distinct(by_bound, history, width),
                *_distinct(by_bits, history, width),
            }
        least = len(codes) - 1  # since a hit counts as a group of one
        return [(least + value // (2 * BOUND), row) for value, row in sorted(promising)]

    def _valued(self, codes: Codes, history: History) -> Iterator[Valued]:
        columns = Columns(self._task.game, iter(codes))
        symmetry = Symmetry(self._task.game, history, columns.absent)
        return _walk(parting_of(columns, self._measure), symmetry)

    def _worth(self, sizes: list[int]) -> int:
        return sum([self._worths[size] for size in sizes])

    def _group_worth(self, size: int) -> int:
        bits = size * log2(size) if size else 0
        return self._least_total(size, NEVER) * BOUND + round(bits * BIT)

    def _least_total(self, count: int, rows: int) -> int:
        return _least_total(count, rows, self._replies)


def _walk(parting: Parting[State], symmetry: Symmetry) -> Iterator[Valued]:
    """All rows that are not alike, each behind its value."""

    def walk(prefix: Row, state: State) -> Iterator[Valued]:
        symbols = symmetry.choices(prefix)
        if len(prefix) < symmetry.game.size - 1:
            for symbol in symbols:
                yield from walk((*prefix, symbol), parting.met(state, len(prefix), symbol))
            return
        for symbol in symbols:
            # Every value is wanted, so each is asked for beside more than any can be.
            value, _ = parting.better(state, [symbol], NEVER * BOUND**2)
            yield value, (*prefix, symbol)

    return walk((), parting.start)


def _distinct(rows: list[Valued], history: History, most: int) -> Iterable[Valued]:
    """The first so many that differ in more than the names of symbols and positions."""
    if len(history) > ALIKE:
        return rows[:most]
    found: dict[tuple[int, Row], Valued] = {}
    for value, row in rows:
        found.setdefault((value, _renamed((*history, row))), (value, row))
        if len(found) == most:
            break
    return found.values()


def _renamed(history: History) -> Row:
    """The same for histories that differ in names only; one row behind the other."""
    return min(
        _by_first_use(symbol for row in zip(*columns, strict=True) for symbol in row)
        for columns in permutations(zip(*history, strict=True))
    )


def _by_first_use(symbols: Iterable[int]) -> Row:
    names: dict[int, int] = {}
    return tuple(names.setdefault(symbol, len(names)) for symbol in symbols)


@cache
def _least_total(count: int, rows: int, replies: int) -> int:
    """What so many codes take in total if every row tells as many apart as it can."""
    total, turn, room = 0, 1, 1
    while count > 0:
        if turn > rows:
            return NEVER
        total += turn * min(count, room)
        count -= room
        turn += 1
        room *= replies
    return total


def strategy(task: Task) -> tuple[int, list[Row]]:
    """The total of the best strategy found, and its rows from the top down.

    Raises `ValueError` if none was found within the rows that a code may take.
    """
    search = StrategySearch(task)
    codes = tuple(space_of(task.game).rows(space_of(task.game).everything))
    total, rows = len(codes), [task.opening]
    for group in search.groups(task.opening, codes):
        started = time.perf_counter()
        node = Node(group, task.rows - 1)
        total += search.best(node, (task.opening,)).total
        rows += _written(search, node, (task.opening,))
        spent = time.perf_counter() - started
        sys.stderr.write(f"{len(group)} codes: {total} rows so far, {spent:.0f} s\n")
    return total, rows


def _written(search: StrategySearch, node: Node, history: History) -> Iterator[Row]:
    """The rows but for those that the reader finds: a code that tells all codes left apart."""
    found = search.best(node, history)
    if found.row is None:
        raise ValueError(f"no strategy found for {len(node.codes)} codes in {node.rows} rows")
    if found.total < 2 * len(node.codes):
        return
    yield found.row
    for codes in search.groups(found.row, node.codes):
        yield from _written(search, Node(codes, node.rows - 1), (*history, found.row))


def main() -> None:
    """Search as the command line says."""
    parser = argparse.ArgumentParser(description="Search for a strategy with few rows.")
    parser.add_argument("game", choices=TASKS)
    parser.add_argument("--width", type=int, help="rows tried where few codes are left")
    parser.add_argument("--wide", type=int, help="rows tried where many codes are left")
    parser.add_argument("--rows", type=int, help="rows that a code may take at most")
    parser.add_argument("--opening", help="the first row, such as 0012")
    options = parser.parse_args()
    task = TASKS[options.game]
    task = replace(
        task,
        opening=tuple(map(int, options.opening)) if options.opening else task.opening,
        rows=options.rows or task.rows,
        width=options.width or task.width,
        wide=options.wide or task.wide,
    )
    total, rows = strategy(task)
    text = " ".join("".join(map(str, row)) for row in rows)
    sys.stdout.write(f"{total}\n{textwrap.fill(text, 80)}\n")


if __name__ == "__main__":
    main()
