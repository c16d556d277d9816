"""How good rows are by the way they part the codes left: two ways of counting, one answer.

Both add up, for all codes at once, how many pegs of a row each has in place and in common: an
operation on a long integer is one step of the interpreter. `Planes` has a bit for each code and
takes sets apart; `Lanes` has a byte for each code and needs no more than an addition a peg.

Rows with the same symbols in whatever order give each code as many keys in all. Of most of them
this alone tells that none is as good as another row, and they are not looked at one by one.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Protocol, TypeVar

from bot.engine.codesets import Row, at_least
from bot.engine.columns import Bags, Columns
from bot.engine.picks import Measure

_KEPT_BYTES = 1 << 25
_KEPT = 1 << 16
"""So many numbers of a few hundred bytes are kept: about 20 MB."""
_BYTE = 256
WORST = 1 << 63
"""No row is as bad as that, in a game of at most `codesets.CODES_LIMIT` codes."""

State = TypeVar("State")


class Parting(Protocol[State]):
    """The codes left, and how rows part them, peg by peg.

    A state says what the codes have in place with the first pegs of a row.
    """

    start: State

    def met(self, state: State, position: int, symbol: int) -> State:
        """The state with one more peg."""

    def values(
        self, prefix: Row, state: State, symbols: Sequence[int], least: int = WORST
    ) -> list[int]:
        """How bad each row is that begins so and ends in one of the symbols (`Measure`).

        Of a row that is not better than `least`, only that is sure to be said.
        """


class Planes:
    """Many codes, a bit for each."""

    def __init__(self, columns: Columns, measure: Measure) -> None:
        self._game = columns.game
        self._columns = columns.columns
        self._measure = measure
        self._everything = (1 << columns.count) - 1
        self._bags = Bags(columns.game)
        self._bounds = _Bounds(measure)
        self._places: dict[tuple[int, int], int] = {}
        self._occurrences: dict[int, list[int]] = {}
        self._commons: dict[int, tuple[int, list[tuple[int, int]]]] = {}
        self._most_commons = _KEPT_BYTES // (columns.count // 8 * columns.game.size + 256)
        self.start = [self._everything]

    def met(self, state: list[int], position: int, symbol: int) -> list[int]:
        """The codes by least black keys, 0, 1, …, with one more peg."""
        place = self._place(position, symbol)
        met = [more | fewer & place for fewer, more in pairwise(state)]
        return [self._everything, *met, state[-1] & place]

    def values(
        self, prefix: Row, state: list[int], symbols: Sequence[int], least: int = WORST
    ) -> list[int]:
        """How bad each row is that begins so and ends in one of the symbols."""
        number, position = self._bags.number(prefix), len(prefix)
        values = []
        for symbol in symbols:
            bound, common = self._common(number + self._bags.weights[symbol])
            if bound >= least:
                values.append(bound)
                continue
            blacks = self.met(state, position, symbol)
            value = 2 * self._measure.of(_sizes(common, blacks))
            values.append(value if blacks[-1] else value + self._measure.impossible)
        return values

    def _place(self, position: int, symbol: int) -> int:
        """The codes that have the symbol in this position."""
        key = (position, symbol)
        if key not in self._places:
            is_symbol = _bits_of(symbol)
            self._places[key] = int(self._columns[position].translate(is_symbol), 2)
        return self._places[key]

    def _occurrence(self, symbol: int) -> list[int]:
        """The codes by how often they have the symbol at least."""
        if symbol not in self._occurrences:
            places = [self._place(position, symbol) for position in range(self._game.size)]
            self._occurrences[symbol] = at_least(places, self._game.size, self._everything)
        return self._occurrences[symbol]

    def _common(self, bag: int) -> tuple[int, list[tuple[int, int]]]:
        """How bad such a row is at least, and the codes by their keys in all, with their number."""
        if bag not in self._commons:
            if len(self._commons) >= self._most_commons:
                self._commons.clear()
            counts = self._bags.counts(bag)
            sets = [codes for s, count in counts for codes in self._occurrence(s)[1 : count + 1]]
            reached = at_least(sets, self._game.size, self._everything)
            exactly = (fewer ^ more for fewer, more in pairwise(reached))
            common = [(codes, codes.bit_count()) for codes in exactly]
            bound = self._bounds[tuple([count for _, count in common])]
            self._commons[bag] = bound, [(codes, count) for codes, count in common if codes]
        return self._commons[bag]


def _sizes(common: list[tuple[int, int]], blacks: list[int]) -> list[int]:
    """How many codes give each reply, in no order, some of them 0."""
    sizes = []
    for codes, count in common:
        reached = count
        for plane in blacks[1:]:
            more = (codes & plane).bit_count()
            sizes.append(reached - more)
            reached = more
            if not more:
                break
        else:
            sizes.append(reached)
    return sizes


class _Bounds(dict[tuple[int, ...], int]):
    """By how many codes have 0, 1, … keys in all: how bad a row is at least.

    It is least bad if codes with as many keys are spread evenly over 0, 1, … black keys.
    """

    def __init__(self, measure: Measure) -> None:
        super().__init__()
        self._measure = measure

    def __missing__(self, counts: tuple[int, ...]) -> int:
        if len(self) >= _KEPT:
            self.clear()
        sizes = []
        for keys, count in enumerate(counts):
            size, larger = divmod(count, keys + 1)
            sizes += [size + 1] * larger + [size] * (keys + 1 - larger)
        bound = self[counts] = 2 * self._measure.of(sizes)
        return bound


@lru_cache(maxsize=_BYTE)
def _bits_of(symbol: int) -> bytes:
    """The table that turns the byte of a symbol to the digit one and all others to nought."""
    return bytes(b"1"[0] if byte == symbol else b"0"[0] for byte in range(_BYTE))


class Lanes:
    """Few codes, a byte for each: the reply to a row, so that equal partings are equal numbers."""

    POSITIONS = 15
    """With more of them, a reply may be too large for a byte."""

    start = 0

    def __init__(self, columns: Columns, measure: Measure) -> None:
        symbols = range(columns.game.symbols)
        self._bags = Bags(columns.game)
        black = columns.game.size + 1  # a reply is this times black keys, plus all keys
        self._places = [
            [int.from_bytes(column.translate(_bytes_of(s, black)), "little") for s in symbols]
            for column in columns.columns
        ]
        occurrences = [sum(lanes) // black for lanes in zip(*self._places, strict=True)]
        self._commons = _Commons(
            self._bags, measure, [o.to_bytes(columns.count, "little") for o in occurrences]
        )
        self._values = _Values(columns, measure)

    def met(self, state: int, position: int, symbol: int) -> int:
        """The black keys of each code so far, with one more peg."""
        return state + self._places[position][symbol]

    def values(
        self, prefix: Row, state: int, symbols: Sequence[int], least: int = WORST
    ) -> list[int]:
        """How bad each row is that begins so and ends in one of the symbols."""
        bag, weights = self._bags.number(prefix), self._bags.weights
        values, commons, places = self._values, self._commons, self._places[len(prefix)]
        return [
            bound if bound >= least else values[state + places[s] + lanes]
            for s in symbols
            for bound, lanes in (commons[bag + weights[s]],)
        ]


class _Commons(dict[int, tuple[int, int]]):
    """By bag: how bad such a row is at least, and the keys in all that each code gives it.

    The keys take a byte for each code.
    """

    def __init__(self, bags: Bags, measure: Measure, occurrences: list[bytes]) -> None:
        super().__init__()
        self._bags = bags
        self._bounds = _Bounds(measure)
        self._occurrences = occurrences
        self._count = len(occurrences[0])

    def __missing__(self, bag: int) -> tuple[int, int]:
        if len(self) >= _KEPT:
            self.clear()
        lanes = 0
        for symbol, count in self._bags.counts(bag):
            shared = self._occurrences[symbol].translate(_at_most(count))
            lanes += int.from_bytes(shared, "little")
        keys = lanes.to_bytes(self._count, "little")
        counts = tuple([keys.count(total) for total in range(max(keys) + 1)])
        found = self[bag] = self._bounds[counts], lanes
        return found


class _Values(dict[int, int]):
    """By the replies of all codes to a row: how bad it is. Many rows part few codes alike."""

    def __init__(self, columns: Columns, measure: Measure) -> None:
        super().__init__()
        self._count = columns.count
        self._all_black = columns.game.size * (columns.game.size + 2)
        self._measure = measure

    def __missing__(self, lanes: int) -> int:
        if len(self) >= _KEPT:
            self.clear()
        replies = lanes.to_bytes(self._count, "little")
        sizes = [replies.count(reply) for reply in set(replies)]
        value = 2 * self._measure.of(sizes)
        if self._all_black not in replies:
            value += self._measure.impossible
        self[lanes] = value
        return value


@lru_cache(maxsize=_BYTE)
def _bytes_of(symbol: int, value: int) -> bytes:
    """The table that turns the byte of a symbol to a value and all others to nought."""
    return bytes(value if byte == symbol else 0 for byte in range(_BYTE))


@lru_cache(maxsize=_BYTE)
def _at_most(most: int) -> bytes:
    """The table that makes bytes no larger than that."""
    return bytes(min(byte, most) for byte in range(_BYTE))
