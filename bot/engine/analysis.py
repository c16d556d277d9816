"""A round looked back on: what each row left, and what the best row there would have left."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.code import Code
from bot.engine.codesets import CodeSpace, Game, space_of
from bot.engine.feedback import Feedback, score
from bot.engine.lines import Line, explaining
from bot.engine.picks import Pick, Strategy
from bot.engine.solver import Chance, Solver

Guess = tuple[Code, Feedback]
"""A row and the reply to it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A row beside what the solver would have played at its place."""

    played: Pick
    best: Pick
    """The row that leaves the fewest codes on average, of all or of a sample and the row played."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Rows of a round, looked back on."""

    counts: tuple[int, ...]
    """How many codes were left at first and after every row of the round."""
    judged: tuple[Judged | None, ...]
    """The rows that were asked about; None where no code was left before the row."""


def contradicted(guesses: Sequence[Guess]) -> tuple[tuple[int, ...], ...]:
    """For each row, the indices of the earlier ones, from 0, by whose replies it is not the code.

    This counts nothing, so it is quick in any game.
    """
    return tuple(
        tuple(
            index
            for index, (earlier, reply) in enumerate(guesses[:number])
            if score(row, earlier) != reply
        )
        for number, (row, _) in enumerate(guesses)
    )


def lines_of(guesses: Sequence[Guess]) -> list[Line]:
    """The rows as the solver takes them."""
    return [Line.known(row, reply) for row, reply in guesses]


def narrowing(space: CodeSpace, guesses: Sequence[Guess]) -> tuple[int, ...]:
    """How many codes are left at first and after every row: one number more than rows."""
    left = space.everything
    counts = [space.count]
    for line in lines_of(guesses):
        left &= explaining(space, line)
        counts.append(left.bit_count())
    return tuple(counts)


def analyse(game: Game, guesses: Sequence[Guess], asked: slice, chance: Chance) -> Analysis:
    """What was left all along, and the rows of that part of the round beside the best ones.

    Where all rows would take long, a sample is compared and the row played (`Pick.sampled`).
    Raises `SolverRefused` for a game with more than `CODES_LIMIT` codes, and `ValueError` for a
    row of another game.
    """
    counts = narrowing(space_of(game), guesses)
    lines = lines_of(guesses)
    judged = [
        _judged(Solver(game, lines[:number]), guesses[number][0], chance)
        for number in range(len(guesses))[asked]
    ]
    return Analysis(counts, tuple(judged))


def _judged(solver: Solver, row: Code, chance: Chance) -> Judged | None:
    best = solver.pick(Strategy.EXPECTED_SIZE, chance)
    if best is None:
        return None
    played = solver.judge(row)
    if best.sampled and played.expected < best.expected:
        best = replace(played, sampled=True)
    return Judged(played, best)
