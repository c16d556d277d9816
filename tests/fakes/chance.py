"""Chance that can be foretold."""

from random import Random


class SeededChance:
    """`ports.Chance`: the same seed gives the same numbers."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)

    def token(self, size: int) -> bytes:
        return self._random.randbytes(size)
