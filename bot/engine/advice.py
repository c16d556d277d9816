"""What is to be said of a history: how many codes it leaves, which, and what to play next."""

from dataclasses import dataclass
from itertools import islice

from bot.engine.code import Code
from bot.engine.picks import Pick, Strategy
from bot.engine.solver import Chance, Solver


@dataclass(frozen=True, slots=True)
class Advice:
    """What a history comes to."""

    count: int
    """How many codes are left."""
    codes: tuple[Code, ...]
    """The first of them in numeric order, or all."""
    pick: Pick | None
    """The next row; None where no code is left."""
    conflict: tuple[int, ...]
    """Where no code is left: the indices, from 0, of a smallest set of lines that allow none."""


def advise(solver: Solver, strategy: Strategy, most: int, chance: Chance) -> Advice:
    """Advice with at most so many codes; a sample is compared where all rows would take long."""
    return Advice(
        count=solver.count,
        codes=tuple(islice(solver.codes(), most)),
        pick=solver.pick(strategy, chance),
        conflict=() if solver.count else solver.contradiction(),
    )
