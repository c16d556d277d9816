"""The solver: what a history of rows leaves possible, and what to play next."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, pairwise
from operator import and_
from typing import Protocol, Self

from bot.engine.code import Code
from bot.engine.codesets import Game, Row, at_least, space_of
from bot.engine.columns import Columns
from bot.engine.conflict import smallest_conflict
from bot.engine.errors import SolverFault, SolverRefused
from bot.engine.feedback import Feedback, score
from bot.engine.lines import Line, check_row, explaining, work_of
from bot.engine.parting import parting_of
from bot.engine.picks import EXACT_WORK, Measure, Pick, Strategy, measure_of, pick_of
from bot.engine.search import Search, Symmetry

LINES_LIMIT = 32
"""Different lines of one history. A match has twelve at most."""

_WORK_OF_A_ROW = 3_000
"""What a row costs beside one unit for each code left, in the unit of `EXACT_WORK`."""
_WORK_OF_A_PEG = 100
"""What it costs to list a peg of a code that is left, and to find the codes that have it."""
_FIRST_ROWS = 64
"""So many are kept: those of sixteen games by all strategies."""
_CHUNK = 64
"""Bytes of a set that are passed over at once in search of one of its codes."""
_LISTED = 64
"""Up to so many codes, a reply from each is faster than meeting sets."""
_LIKELY_ROWS = 8
"""So many of the codes left are looked at before all rows."""
_SAMPLED_CODES = 1_000
_SAMPLED_ROWS = 2_000
"""Of the possible codes, and as many of all."""


class Chance(Protocol):
    """Where a sample comes from; `random.Random` is one."""

    def sample(self, population: Sequence[int], k: int, /) -> list[int]:
        """So many different elements of the population, in any order."""


class Solver:
    """The codes of a game that a history allows. What it answers never changes.

    Codes are tuples of symbol indices from 0. A set of codes takes a bit for each code of the
    game, and a solver keeps one such set for each different line.
    """

    def __init__(self, game: Game, lines: Sequence[Line] = ()) -> None:
        """Lines may contradict each other: then no code is left.

        Raises `SolverRefused` for a game, a history or a line that is too large, and
        `ValueError` for a row that is none of this game. What else is wrong with a line by
        itself, `line_fault` says.
        """
        self._space = space_of(game)
        self.lines = tuple(lines)
        """The history, as it was given."""
        self._different = tuple(dict.fromkeys(lines))
        if len(self._different) > LINES_LIMIT:
            raise SolverRefused(SolverFault.TOO_MANY_LINES)
        work_of(game, self._different)  # raises where it is too much
        self._allowed = [explaining(self._space, line) for line in self._different]
        self._left = reduce(and_, self._allowed, self._space.everything)

    @property
    def game(self) -> Game:
        """The game whose codes these are."""
        return self._space.game

    @property
    def count(self) -> int:
        """How many codes are left."""
        return self._left.bit_count()

    def codes(self) -> Iterator[Code]:
        """The codes that are left, in numeric order, made one by one."""
        return map(Code, self._space.rows(self._left))

    def after(self, line: Line) -> Self:
        """The solver for the history with one more line."""
        return type(self)(self.game, (*self.lines, line))

    def contradiction(self) -> tuple[int, ...]:
        """The indices of a smallest set of lines that no code explains together, from 0.

        Empty as long as a code is left. Of lines that are the same, only the first is named.
        """
        conflict = smallest_conflict(self._allowed, self._space.everything)
        return tuple(self.lines.index(self._different[index]) for index in conflict)

    def parts(self, row: Row) -> dict[Feedback, int]:
        """How many of the codes left would give each reply to a row; only replies that can be.

        Raises `ValueError` for a row of another game.
        """
        check_row(self.game, row)
        if self.count <= _LISTED:
            return dict(Counter([score(code, row) for code in self._rows]))
        space, size = self._space, self.game.size
        places = [space.place(*peg) for peg in enumerate(row)]
        common = [space.occurrence(s, row[: n + 1].count(s)) for n, s in enumerate(row)]
        totals = _exactly(common, self._left)
        return {
            Feedback(black, keys - black): codes.bit_count()
            for black, blacks in enumerate(_exactly(places, self._left))
            for keys in range(black, size + 1)
            if (codes := blacks & totals[keys])
        }

    def judge(self, row: Row) -> Pick:
        """What is to be said of a row, chosen by whomever; a code has to be left.

        Raises `ValueError` for a row of another game.
        """
        return self._judged(row, sampled=False)

    def separating(self) -> Code | None:
        """The lowest code left that tells all codes left apart, if any: no row is better."""
        size = self.game.size
        if self.count > (size + 1) * (size + 2) // 2 - 1:  # replies, since all but one is none
            return None
        row = next((row for row in self._rows if _tells_apart(row, self._rows)), None)
        return Code(row) if row else None

    def any_code(self, chance: Chance) -> Code:
        """One of the codes left, each as likely; at least one has to be left."""
        return Code(self._some_left(1, chance)[0])

    def pick(self, strategy: Strategy, chance: Chance | None = None) -> Pick | None:
        """The next row by a strategy; `None` when no code is left.

        With `chance`, a sample of rows and codes is compared where looking at all of them would
        take longer than about 0.3 seconds (`EXACT_WORK`), and the exact first row of a game is
        kept. Without, the answer is exact and found anew, however long it takes.
        """
        if not self._left:
            return None
        if apart := self.separating():
            return self._judged(apart, sampled=False)
        measure = measure_of(strategy)
        if chance is not None:
            if self._is_too_much():
                return self._judged(self._sampled(measure, chance), sampled=True)
            if not self._different:
                return _first_row(self.game, strategy)
        columns = Columns(self.game, self._space.rows(self._left))
        # No possible code tells all apart: the best are another row that does, or one that nearly
        # does and may be the code.
        nearly = measure.value([2, *[1] * (self.count - 2)], possible=True)
        enough = min(nearly, measure.value([1] * self.count, possible=False))
        symmetry = self._symmetry(columns.absent)
        search = Search(parting_of(columns, measure))
        row = search.everywhere(symmetry, enough, columns.some(_LIKELY_ROWS))
        return self._judged(row, sampled=False)

    @cached_property
    def _rows(self) -> tuple[Row, ...]:
        """The codes left, to be asked for where they are few."""
        return tuple(self._space.rows(self._left))

    def _judged(self, row: Row, *, sampled: bool) -> Pick:
        parts = self.parts(row)
        possible = Feedback(self.game.size, 0) in parts
        return pick_of(Code(row), list(parts.values()), possible=possible, sampled=sampled)

    def _symmetry(self, absent: set[int]) -> Symmetry:
        return Symmetry(self.game, [line.row for line in self._different], absent)

    def _is_too_much(self) -> bool:
        """Whether all rows together are more work than `EXACT_WORK`."""
        work = EXACT_WORK - self.count * self.game.size * _WORK_OF_A_PEG
        most = work // (_WORK_OF_A_ROW + self.count) - _LIKELY_ROWS
        return self._space.count > most and self._symmetry(set()).has_more_rows(most)

    def _sampled(self, measure: Measure, chance: Chance) -> Row:
        """The best of some rows, by how they part some of the codes left."""
        columns = Columns(self.game, iter(self._some_left(_SAMPLED_CODES, chance)))
        possible = self._some_left(_SAMPLED_ROWS, chance)
        others = sorted(chance.sample(range(self._space.count), _SAMPLED_ROWS))
        search = Search(parting_of(columns, measure))
        return search.among([*possible, *map(self._space.row, others)])

    def _some_left(self, most: int, chance: Chance) -> list[Row]:
        """So many of the codes left, or all of them, in numeric order."""
        ranks = sorted(chance.sample(range(self.count), min(most, self.count)))
        return list(map(self._space.row, _numbers(self._left, ranks)))


@lru_cache(maxsize=_FIRST_ROWS)
def _first_row(game: Game, strategy: Strategy) -> Pick | None:
    """The exact pick without any line, which many ask for and which never changes."""
    return Solver(game).pick(strategy)


def _numbers(codes: int, ranks: Iterable[int]) -> Iterator[int]:
    """The numbers of those codes of a set that have these ranks in it, from 0."""
    octets = codes.to_bytes(codes.bit_length() // 8 + 1, "little")
    chunks = [
        int.from_bytes(octets[at : at + _CHUNK], "little") for at in range(0, len(octets), _CHUNK)
    ]
    before = [0, *accumulate(map(int.bit_count, chunks))]
    for rank in ranks:
        chunk = bisect_right(before, rank) - 1
        yield chunk * 8 * _CHUNK + _number(chunks[chunk], rank - before[chunk])


def _number(codes: int, rank: int) -> int:
    """The number of the code of this rank in a set of one chunk, found by halving it."""
    number, width = 0, 8 * _CHUNK
    while width > 1:
        width //= 2
        lower = codes & ((1 << width) - 1)
        if rank < (count := lower.bit_count()):
            codes = lower
        else:
            codes >>= width
            number += width
            rank -= count
    return number


def _exactly(sets: list[int], within: int) -> list[int]:
    """Those of some codes that are in exactly 0, 1, … of the sets."""
    return [fewer ^ more for fewer, more in pairwise(at_least(sets, len(sets), within))]


def _tells_apart(row: Row, rows: Sequence[Row]) -> bool:
    return len({score(code, row) for code in rows}) == len(rows)
