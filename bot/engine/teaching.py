"""Learning to score a row: exercises that get harder, how one is solved, what a mistake shows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.engine.code import Code
from bot.engine.feedback import Feedback, score
from bot.engine.rules import POSITIONS, Rules


class Dice(Protocol):
    """Where an exercise comes from."""

    def below(self, bound: int) -> int:
        """An integer from 0 to bound - 1, each equally likely."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes an exercise hard: one symbol that comes several times, and its length."""

    often: int = 1
    """How many pegs the symbol has in the code or in the row, by chance,"""
    seldom: int = 1
    """and how many in the other of them."""
    longer: int = 0
    """Positions more than the game has."""
    others: int | None = None
    """How many other symbols there are: where they are few, they repeat too; None: all."""
    crowded: bool = False
    """Whether there is but one symbol more than there are pegs, so that nearly all are shared."""


_WITH_REPEATS = (
    Difficulty(),  # no symbol comes twice
    Difficulty(2, 1),  # what is there twice is only once in the other
    Difficulty(2, 2),  # twice in both: each may be black, white or nothing
    Difficulty(3, 2),  # more often in one than in the other, and repeated in both
    Difficulty(3, 2, longer=1, others=2),
    Difficulty(3, 2, longer=2, others=2),
)
_WITHOUT_REPEATS = (
    Difficulty(),
    *(Difficulty(longer=longer, crowded=True) for longer in range(len(_WITH_REPEATS) - 1)),
)
"""Where nothing repeats, more keys to count and more pegs are left to make it harder."""
LEVELS = range(1, len(_WITH_REPEATS) + 1)
"""From easy to hard: repeats, or many keys, first; then longer codes."""


class Slip(StrEnum):
    """What a wrong answer looks like; the first that fits is meant."""

    PLACES = "places"
    """As many keys as there are, but of the wrong colours."""
    TWICE = "twice"
    """A peg was used for two keys: a symbol comes more often in the row or in the code alone."""
    BLACK_AGAIN = "black again"
    """Pegs in place were counted as white as well."""
    FORGOTTEN = "forgotten"
    """A symbol that earns several keys was counted once."""
    TOO_MANY = "too many"
    """More keys than pegs."""
    BLACK = "black"
    """The number of pegs in place is wrong, for no reason that shows."""
    WHITE = "white"
    """The same of those that belong elsewhere."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What went wrong, and with TWICE and FORGOTTEN the symbol with which it can be shown."""

    slip: Slip
    symbol: int | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """A symbol of the row, among the pegs that are not in place."""

    symbol: int
    in_code: int
    """How many of what is left of the code."""
    in_row: int
    """How many of what is left of the row, from 1 up."""

    @property
    def white(self) -> int:
        """The keys that it earns: each peg is used once."""
        return min(self.in_code, self.in_row)


@dataclass(frozen=True, slots=True)
class Steps:
    """How a row is scored: positions first, then each symbol that is left."""

    exact: tuple[int, ...]
    """The positions, from 0, that are black."""
    left: tuple[Left, ...]
    """The other symbols of the row, in the order in which they stand there."""

    @property
    def reply(self) -> Feedback:
        """What the steps come to."""
        return Feedback(len(self.exact), sum(one.white for one in self.left))


def exercise(rules: Rules, level: int, dice: Dice) -> tuple[Code, Code]:
    """A code and a row of this level, which is one of LEVELS; the row earns at least one key.

    Takes rules that `validate` takes. The codes are longer than theirs at the highest levels.
    Where a game has too few symbols for the easy levels, more of them repeat.
    """
    how = (_WITH_REPEATS if rules.repeats else _WITHOUT_REPEATS)[LEVELS.index(level)]
    most = POSITIONS[-1] if rules.repeats else min(POSITIONS[-1], rules.symbol_count)
    size = min(rules.positions + how.longer, most)
    shared, *others = _shuffled(range(rules.symbol_count), dice)
    kinds = size if how.crowded else how.others
    code, row = (
        _arranged([shared] * min(times, size), others[:kinds], size, dice)
        for times in _shuffled((how.often, how.seldom), dice)
    )
    return code, row


def steps(code: Sequence[int], row: Sequence[int]) -> Steps:
    """How the row is scored. Raises ValueError when the sizes differ."""
    pairs = list(zip(code, row, strict=True))
    exact = tuple(place for place, (one, other) in enumerate(pairs) if one == other)
    in_code, in_row = _left_over(code, row)
    left = tuple(Left(symbol, in_code[symbol], count) for symbol, count in in_row.items())
    return Steps(exact, left)


def mistake(code: Sequence[int], row: Sequence[int], said: Feedback) -> Mistake | None:
    """What went wrong when somebody counted so; None when nothing did."""
    right = score(code, row)
    if said == right:
        return None
    keys, counted = right.black + right.white, said.black + said.white
    blacks_are_right = said.black == right.black
    found = {
        Slip.PLACES: counted == keys,
        Slip.TWICE: blacks_are_right and right.white < said.white in _used_twice(code, row),
        Slip.BLACK_AGAIN: blacks_are_right and said.white == keys,
        Slip.FORGOTTEN: counted < keys and _once_each(code, row, said, right),
        Slip.TOO_MANY: counted > len(code),
        Slip.BLACK: not blacks_are_right,
        Slip.WHITE: True,
    }
    slip = next(slip for slip, fits in found.items() if fits)
    return Mistake(slip, _symbol_of(slip, code, row))


def _arranged(pegs: list[int], others: Sequence[int], size: int, dice: Dice) -> Code:
    """These pegs and enough others, in any order; none comes again before all have come."""
    while len(pegs) < size:
        pegs += _shuffled(others, dice)[: size - len(pegs)]
    return Code(_shuffled(pegs, dice))


def _shuffled(things: Sequence[int], dice: Dice) -> list[int]:
    left = list(things)
    return [left.pop(dice.below(len(left))) for _ in things]


def _left_over(code: Sequence[int], row: Sequence[int]) -> tuple[Counter[int], Counter[int]]:
    """How often each symbol is in the code and in the row, without the pegs in place."""
    pairs = [(one, other) for one, other in zip(code, row, strict=True) if one != other]
    return Counter(one for one, _ in pairs), Counter(other for _, other in pairs)


def _used_twice(code: Sequence[int], row: Sequence[int]) -> set[int]:
    """The whites of those who only ask of each peg whether its symbol is on the other side.

    They go through the row or through the code, and have crossed out what is in place or not.
    """
    in_code, in_row = _left_over(code, row)
    return {
        sum(count for symbol, count in pegs.items() if symbol in others)
        for pegs, others in ((in_row, in_code), (in_row, code), (in_code, in_row), (in_code, row))
    }


def _once_each(code: Sequence[int], row: Sequence[int], said: Feedback, right: Feedback) -> bool:
    """Whether each symbol was counted once, from the start or after the pegs in place."""
    in_code, in_row = _left_over(code, row)
    after = Feedback(right.black, len(in_code.keys() & in_row.keys()))
    from_the_start = said.black + said.white == len({*code} & {*row})
    return said == after or (from_the_start and said.black <= right.black)


def _symbol_of(slip: Slip, code: Sequence[int], row: Sequence[int]) -> int | None:
    """The first symbol of the row with which the slip can be shown."""
    in_code, in_row = Counter(code), Counter(row)
    shown = {
        Slip.TWICE: [s for s in in_row if 0 < in_code[s] != in_row[s]],
        Slip.FORGOTTEN: [s for s in in_row if min(in_code[s], in_row[s]) > 1],
    }
    return shown[slip][0] if slip in shown else None
