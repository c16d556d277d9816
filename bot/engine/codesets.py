"""All codes of a game as bits of plain integers: a set of codes is one integer.

Meeting two sets is then `&` and counting `int.bit_count()`, both at the speed of memory. Codes
are numbered in numeric order from 0, and bit `i` stands for code `i`.
"""

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress, permutations, product
from typing import Self

from bot.engine.errors import SolverFault, SolverRefused
from bot.engine.rules import Rules, count_codes

Row = tuple[int, ...]
"""Symbol indices from 0, one a position, as in a `Code`."""

CODES_LIMIT = 10_000_000
SYMBOLS_LIMIT = 256
"""A symbol fits a byte wherever many codes are turned into columns."""

_FEW = 64
"""So many bits are taken one by one; for more, going through all codes is faster."""
_KEPT_ROWS = 1 << 16
"""Of spaces up to this size all codes are kept as tuples, some 100 bytes each."""
_TRUTH = bytes.maketrans(b"01", b"\0\1")


@dataclass(frozen=True, slots=True)
class Game:
    """What a solver has to know of the rules; the blank is a symbol like any other."""

    size: int
    """Positions of a code, from 1 up."""
    symbols: int
    """How many symbols a position can hold, the blank counted."""
    repeats: bool = True

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """The game that these rules describe."""
        return cls(rules.positions, rules.symbol_count, rules.repeats)

    @property
    def code_count(self) -> int:
        """How many codes exist."""
        return count_codes(self.size, self.symbols, repeats=self.repeats)

    @property
    def is_small(self) -> bool:
        """Whether all its codes can be looked at: `CODES_LIMIT` and `SYMBOLS_LIMIT`."""
        return self.symbols <= SYMBOLS_LIMIT and self.code_count <= CODES_LIMIT


class KeptSets(dict[Hashable, int]):
    """Sets of codes that were asked for, forgotten all at once when they grow too large."""

    LIMIT = 1 << 24
    """Bytes: twice what all pegs of six positions and ten symbols take."""

    def __init__(self, code_count: int) -> None:
        super().__init__()
        self._most = self.LIMIT // (code_count // 8 + 128)

    def keep(self, key: Hashable, codes: int) -> int:
        """The same set, from now on kept under this key."""
        if len(self) >= self._most:
            self.clear()
        self[key] = codes
        return codes


class CodeSpace:
    """The codes of one game, and the sets of those that have something in common."""

    def __init__(self, game: Game) -> None:
        """Raises `SolverRefused` for more than `CODES_LIMIT` codes or `SYMBOLS_LIMIT` symbols."""
        if not game.is_small:
            raise SolverRefused(SolverFault.TOO_MANY_CODES)
        self.game = game
        self.count = game.code_count
        self.everything = (1 << self.count) - 1
        self.explained = KeptSets(self.count)
        """By line: what it allows (`lines.explaining`)."""
        self._places = KeptSets(self.count)
        self._occurrences = KeptSets(self.count)

    def place(self, position: int, symbol: int) -> int:
        """The codes that have the symbol in this position."""
        key = (position, symbol)
        if key in self._places:
            return self._places[key]
        game = self.game
        codes = _place(game.size, game.symbols, position, symbol, repeats=game.repeats)
        return self._places.keep(key, codes)

    def occurrence(self, symbol: int, times: int) -> int:
        """The codes that have the symbol at least so many times, from 1 up."""
        key = (symbol, times)
        if key in self._occurrences:
            return self._occurrences[key]
        places = [self.place(position, symbol) for position in range(self.game.size)]
        reached = at_least(places, times, self.everything, least=times)
        return self._occurrences.keep(key, reached[times])

    def rows(self, codes: int) -> Iterator[Row]:
        """The codes of a set in numeric order, made one by one."""
        if codes.bit_count() <= _FEW:
            return map(self.row, _low_bits(codes))
        members = f"{codes:0{self.count}b}"[::-1].encode().translate(_TRUTH)
        return compress(self._all_rows(), members)

    def row(self, number: int) -> Row:
        """The code of this number, from 0."""
        if self.count <= _KEPT_ROWS:
            return self._kept_rows[number]
        game = self.game
        free = list(range(game.symbols))
        code = []
        block = self.count
        for left in range(len(free), len(free) - game.size, -1):
            block //= game.symbols if game.repeats else left
            nth, number = divmod(number, block)
            code.append(nth if game.repeats else free.pop(nth))
        return tuple(code)

    @cached_property
    def _kept_rows(self) -> tuple[Row, ...]:
        return tuple(self._made_rows())

    def _all_rows(self) -> Iterable[Row]:
        return self._kept_rows if self.count <= _KEPT_ROWS else self._made_rows()

    def _made_rows(self) -> Iterator[Row]:
        symbols = range(self.game.symbols)
        if self.game.repeats:
            return product(symbols, repeat=self.game.size)
        return permutations(symbols, self.game.size)


@lru_cache(maxsize=2)
def space_of(game: Game) -> CodeSpace:
    """The codes of a game, kept for the next question about it: at most about 60 MB a game."""
    return CodeSpace(game)


def at_least(sets: Sequence[int], most: int, everything: int, least: int = 1) -> list[int]:
    """The codes that are in at least 0, 1, … `most` of the sets, and an empty set at the end.

    Where only those from `least` on are of use, the others are left unfinished, which is faster.
    """
    reached = [everything, *[0] * most]
    # A code that misses more of the sets does not come to `least`.
    spare = len(sets) - least + 1
    for met, codes in enumerate(sets, 1):
        too_few = met - spare if met > spare else 0
        for times in range(met if met < most else most, too_few, -1):
            reached[times] |= reached[times - 1] & codes
    reached.append(0)
    return reached


def _low_bits(codes: int) -> Iterator[int]:
    while codes:
        lowest = codes & -codes
        yield lowest.bit_length() - 1
        codes ^= lowest


def _place(size: int, symbols: int, position: int, symbol: int, *, repeats: bool) -> int:
    """The codes with a symbol in a position, put together from those of a game one peg smaller.

    In numeric order, codes with the same first symbol are neighbours: one block for each.
    """
    if repeats:
        block = symbols ** (size - 1 - position)
        ones = ((1 << block) - 1) << (symbol * block)
        return _repeated(ones, block * symbols, symbols**position)
    block = math.perm(symbols - 1, size - 1)
    if position == 0:
        return ((1 << block) - 1) << (symbol * block)
    # Behind a lower first symbol, this one is a place further down among those that are left.
    mask = 0
    if symbol > 0:
        lower = _place(size - 1, symbols - 1, position - 1, symbol - 1, repeats=False)
        mask = _repeated(lower, block, symbol)
    if symbol < symbols - 1:
        higher = _place(size - 1, symbols - 1, position - 1, symbol, repeats=False)
        mask |= _repeated(higher, block, symbols - 1 - symbol) << ((symbol + 1) * block)
    return mask


def _repeated(mask: int, width: int, times: int) -> int:
    """A pattern of so many bits, so many times in a row."""
    done = 1
    while done < times:
        # The last step may write over what is there, with the same.
        step = min(done, times - done)
        mask |= mask << (step * width)
        done += step
    return mask
