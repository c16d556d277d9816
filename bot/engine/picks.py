"""The choice of a next row, by how it parts the codes that are left."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isqrt, log2
from typing import assert_never

from bot.engine.code import Code

EXACT_WORK = 300_000_000
"""So many nanoseconds or so a pick may take; what would take longer is left to a sample."""
_BIT = 1 << 32


class Strategy(StrEnum):
    """What makes one row better than another. Ties: a possible code first, then the lowest."""

    MINIMAX = "minimax"
    """Few codes left at worst (Knuth 1976)."""
    EXPECTED_SIZE = "expected-size"
    """Few codes left on average (Irving 1978)."""
    ENTROPY = "entropy"
    """Much information on average (Neuwirth 1982), and two bits more for hitting the code."""
    MOST_PARTS = "most-parts"
    """Many different replies (Kooi 2005)."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A row to play next, and what is known of it."""

    code: Code
    worst: int
    """How many codes are left at worst."""
    parts: int
    """How many different replies there can be."""
    expected: float
    """How many codes are left on average, the code itself counted as one when it is hit."""
    bits: float
    """How much the reply tells on average, in bits."""
    possible: bool
    """Whether the row may be the code."""
    sampled: bool
    """Whether only some rows were compared, by some of the codes; the figures are exact."""


def pick_of(code: Code, sizes: Sequence[int], *, possible: bool, sampled: bool) -> Pick:
    """The pick of a row that parts the codes left into groups of these sizes, none of them 0."""
    left = sum(sizes)
    return Pick(
        code=code,
        worst=max(sizes),
        parts=len(sizes),
        expected=sum(size * size for size in sizes) / left,
        bits=sum(size * log2(left / size) for size in sizes) / left,
        possible=possible,
        sampled=sampled,
    )


@dataclass(frozen=True, slots=True)
class Measure:
    """How bad a row is: twice what its groups are worth, and something if it cannot be the code.

    All in whole numbers, so that ties are ties.
    """

    of: Callable[[list[int]], int]
    """How bad it is to be left with groups of these sizes; groups may be empty."""
    impossible: int = 1
    """What is added for a row that cannot be the code; 1 decides ties and no more."""

    def value(self, sizes: list[int], *, possible: bool) -> int:
        """How bad a row is that leaves these groups, and may be the code or not."""
        return 2 * self.of(sizes) + (0 if possible else self.impossible)


def measure_of(strategy: Strategy) -> Measure:
    """The measure that a strategy makes small."""
    match strategy:
        case Strategy.MINIMAX:
            return Measure(max)
        case Strategy.EXPECTED_SIZE:
            return Measure(_squares)
        case Strategy.ENTROPY:
            # A hit ends the round, which is worth more than to know the code. Two bits for that
            # take fewer rows than none in each of the games of four pegs that were played out.
            return Measure(_Uncertainty().of, 2 * 2 * _BIT + 1)
        case Strategy.MOST_PARTS:
            return Measure(_fewer_parts)
        case _:
            assert_never(strategy)


def _squares(sizes: list[int]) -> int:
    return sum([size * size for size in sizes])


def _fewer_parts(sizes: list[int]) -> int:
    return sizes.count(0) - len(sizes)


class _Uncertainty(dict[int, int]):
    """The bits that are open in a group of some size, times the size, in steps of 2**-32 (`_BIT`).

    Sums of floats would depend on their order, and set rows apart that are equally good.
    """

    def __missing__(self, size: int) -> int:
        value = self[size] = size * _bits(size) if size else 0
        return value

    def of(self, sizes: list[int]) -> int:
        return sum([self[size] for size in sizes])


def _bits(number: int) -> int:
    """The binary logarithm in steps of 2**-32, rounded for each prime factor.

    So a product has exactly what its factors have together: groups of 21, 4, 2, 2, 2, 1 and 1
    leave as much open as groups of 14, 9, 7 and 3, and roundings of their own set them apart.
    """
    for factor in range(2, isqrt(number) + 1):
        if number % factor == 0:
            return _bits(factor) + _bits(number // factor)
    return round(log2(number) * _BIT)
