"""How good rows are by the way they part the codes left: two ways of counting, one answer.

Both add up, for all codes at once, how many pegs of a row each has in place and in common: an
operation on a long integer is one step of the interpreter. `Planes` has a bit for each code and
takes sets apart; `Lanes` has a byte for each code and needs no more than an addition a peg.

Rows with the same symbols in whatever order give each code as many keys in all. Of most of them
this alone tells that none is better than another row, and they are not looked at one by one.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from bot.engine.codesets import at_least
from bot.engine.columns import Bags, Columns
from bot.engine.picks import Measure

_KEPT_BYTES = 1 << 25
_KEPT = 1 << 16
"""So many numbers of a few hundred bytes are kept: about 20 MB."""
_BYTE = 256
_FEW_CODES = 120
"""Up to so many codes, a byte for each is faster than a bit for each."""
WORST = 1 << 63
"""No row is as bad as that, in a game of at most `codesets.CODES_LIMIT` codes."""

State = TypeVar("State")
PlaneState = tuple[int, list[int]]
"""The number of the symbols, and the codes by least black keys: 0, 1, …"""
LaneState = tuple[int, int]
"""The number of the symbols, and the black keys of each code."""


class Parting(Protocol[State]):
    """The codes left, and how rows part them, peg by peg.

    A state is made of the first pegs of a row: which symbols they are (`Bags`), and what the codes
    have in place with them.
    """

    start: State

    def met(self, state: State, position: int, symbol: int) -> State:
        """The state with one more peg."""

    def better(self, state: State, symbols: Iterable[int], than: int) -> tuple[int, int | None]:
        """The best way to end a row that begins so: how bad it is (`Measure`), and the symbol.

        Of the ways that are equally good, it is the first. If none is better, there is no symbol.
        """


def parting_of(columns: Columns, measure: Measure) -> Parting[Any]:
    """The faster of the two ways to part these codes; what its states are, only it has to know."""
    if columns.count <= _FEW_CODES and columns.game.size <= Lanes.POSITIONS:
        return Lanes(columns, measure)
    return Planes(columns, measure)


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
        self.start = (0, [self._everything])

    def met(self, state: PlaneState, position: int, symbol: int) -> PlaneState:
        """The state with one more peg."""
        bag, blacks = state
        return bag + self._bags.weights[symbol], self._met(blacks, position, symbol)

    def better(
        self, state: PlaneState, symbols: Iterable[int], than: int
    ) -> tuple[int, int | None]:
        """The best way to end a row that begins so, if it is better."""
        bag, begun = state
        least, best = than, None
        for symbol in symbols:
            bound, common = self._common(bag + self._bags.weights[symbol])
            if bound < least:
                blacks = self._met(begun, self._game.size - 1, symbol)
                sizes = _sizes(common, blacks)
                value = self._measure.value(sizes, possible=blacks[-1] != 0)
                if value < least:
                    least, best = value, symbol
        return least, best

    def _met(self, blacks: list[int], position: int, symbol: int) -> list[int]:
        place = self._place(position, symbol)
        met = [more | fewer & place for fewer, more in pairwise(blacks)]
        return [self._everything, *met, blacks[-1] & place]

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
            reached = at_least(list(self._sets(bag)), self._game.size, self._everything)
            exactly = (fewer ^ more for fewer, more in pairwise(reached))
            common = [(codes, codes.bit_count()) for codes in exactly]
            bound = self._bounds[tuple([count for _, count in common])]
            self._commons[bag] = bound, [(codes, count) for codes, count in common if codes]
        return self._commons[bag]

    def _sets(self, bag: int) -> Iterator[int]:
        """A set for each peg of such a row: the codes that have a key for it."""
        while bag:
            symbol, count = self._bags.highest(bag)
            yield from self._occurrence(symbol)[1 : count + 1]
            bag -= count * self._bags.weights[symbol]


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

    It is least bad if codes with as many keys are spread evenly over 0, 1, … black keys. It cannot
    be the code if none has all keys.
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
        bound = self[counts] = self._measure.value(sizes, possible=counts[-1] != 0)
        return bound


@lru_cache(maxsize=_BYTE)
def _bits_of(symbol: int) -> bytes:
    """The table that turns the byte of a symbol to the digit one and all others to nought."""
    return bytes(b"1"[0] if byte == symbol else b"0"[0] for byte in range(_BYTE))


class Lanes:
    """Few codes, a byte for each: the reply to a row, so that equal partings are equal numbers."""

    POSITIONS = 15
    """With more of them, a reply may be too large for a byte."""

    start = (0, 0)

    def __init__(self, columns: Columns, measure: Measure) -> None:
        game = columns.game
        self._weights = Bags(game).weights
        self._places = [
            [int.from_bytes(column.translate(_bytes_of(s)), "little") for s in range(game.symbols)]
            for column in columns.columns
        ]
        self._keys = _Keys(columns, self._places)
        self._bounds = _LaneBounds(columns, measure, self._keys.unit)
        self._values = _Values(columns, measure)

    def met(self, state: LaneState, position: int, symbol: int) -> LaneState:
        """The state with one more peg."""
        bag, blacks = state
        return bag + self._weights[symbol], blacks + self._places[position][symbol]

    def better(self, state: LaneState, symbols: Iterable[int], than: int) -> tuple[int, int | None]:
        """The best way to end a row that begins so, if it is better."""
        bag, blacks = state
        keys, bounds, values = self._keys, self._bounds, self._values
        weights, places = self._weights, self._places[-1]
        least, best = than, None
        for symbol in symbols:
            in_all = keys[bag + weights[symbol]]
            if bounds[in_all] < least:
                value = values[blacks + places[symbol] + in_all]
                if value < least:
                    least, best = value, symbol
        return least, best


class _Keys(dict[int, int]):
    """By bag, of however many pegs: the keys in all that each code gives it.

    They are counted in units, beside which black keys have room in the byte of a code.
    """

    def __init__(self, columns: Columns, places: list[list[int]]) -> None:
        super().__init__()
        size = columns.game.size
        self.unit = size + 1
        self._bags = Bags(columns.game)
        units = int.from_bytes(bytes([1]) * columns.count, "little")
        self._reached = [
            [codes * self.unit for codes in at_least(of_symbol, size, units)]
            for of_symbol in zip(*places, strict=True)
        ]
        self[0] = 0

    def __missing__(self, bag: int) -> int:
        if len(self) >= _KEPT:
            self.clear()
            self[0] = 0
        symbol, count = self._bags.highest(bag)
        lanes = self[bag - self._bags.weights[symbol]] + self._reached[symbol][count]
        self[bag] = lanes
        return lanes


class _LaneBounds(dict[int, int]):
    """By the keys in all that each code gives a row: how bad it is at least."""

    def __init__(self, columns: Columns, measure: Measure, unit: int) -> None:
        super().__init__()
        self._count = columns.count
        self._bounds = _Bounds(measure)
        self._totals = [total * unit for total in range(columns.game.size + 1)]

    def __missing__(self, keys: int) -> int:
        if len(self) >= _KEPT:
            self.clear()
        count = keys.to_bytes(self._count, "little").count
        bound = self[keys] = self._bounds[tuple(map(count, self._totals))]
        return bound


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
        value = self._measure.value(sizes, possible=self._all_black in replies)
        self[lanes] = value
        return value


@lru_cache(maxsize=_BYTE)
def _bytes_of(symbol: int) -> bytes:
    """The table that turns the byte of a symbol to one and all others to nought."""
    return bytes(byte == symbol for byte in range(_BYTE))
