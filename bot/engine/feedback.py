"""The reply to a row."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feedback:
    """Key pegs of one row: a total, which never says what position a key belongs to."""

    black: int
    """Pegs with the right symbol in the right position."""
    white: int
    """Pegs with the right symbol elsewhere, counted among those not already used."""


def score(secret: Sequence[int], guess: Sequence[int]) -> Feedback:
    """Score a guess: black for right symbols in place, white for right symbols elsewhere.

    Both are small symbol indices from 0, of one size, any from 1 up. Raises `ValueError` when the
    sizes differ or an index is negative. Tuples are fastest. What codes pack into is remembered
    for the life of the process, a few thousand codes at a time, secrets among them.
    """
    if len(secret) != len(guess):
        raise ValueError("a secret and a guess have the same number of pegs")
    try:
        places, counts = _PACKINGS[secret]
        other_places, other_counts = _PACKINGS[guess]
    except TypeError:  # a list cannot be remembered as it is
        if isinstance(secret, tuple) and isinstance(guess, tuple):
            raise
        return score(tuple(secret), tuple(guess))
    return _FEEDBACKS[(places & other_places).bit_count(), (counts & other_counts).bit_count()]


def _packed(code: Sequence[int]) -> tuple[int, int]:
    """Two sets of bits: the symbol of each position, and how often each symbol occurs.

    The second counts in ones from the bottom of a symbol's field, so that the bits which two
    codes share are the lesser of their counts.
    """
    size = len(code)
    places = counts = 0
    seen: dict[int, int] = {}
    for position, symbol in enumerate(code):
        nth = seen.get(symbol, 0)
        seen[symbol] = nth + 1
        places |= 1 << (symbol * size + position)
        counts |= 1 << (symbol * size + nth)
    return places, counts


class _Packings(dict[Sequence[int], tuple[int, int]]):
    """Packed codes, made when first asked for. A subscript costs half of what `lru_cache` does."""

    LIMIT = 1 << 13
    """About 3 MB; every code of the classic game and of Bulls and Cows has room."""

    def __missing__(self, code: Sequence[int]) -> tuple[int, int]:
        if len(self) >= self.LIMIT:
            self.clear()
        packed = self[code] = _packed(code)
        return packed


class _Feedbacks(dict[tuple[int, int], Feedback]):
    """One object for each pair of black keys and keys in all."""

    def __missing__(self, keys: tuple[int, int]) -> Feedback:
        black, total = keys
        feedback = self[keys] = Feedback(black, total - black)
        return feedback


_PACKINGS = _Packings()
_FEEDBACKS = _Feedbacks()
