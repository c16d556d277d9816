"""How many rows each strategy takes over all codes of a game.

`bench/solver.py` prints it. For each game and strategy: the
rows in total, what was published or is sought beside it, the average and the worst case, and how
many codes are found by each turn, from the first. Published totals: Knuth 1976 (minimax), Irving
1978, Neuwirth 1982, Kooi 2005 for the classic game; for the others, the same rules played out.
The best known totals: Koyama and Lai 1993 (5,625, or 5,626 within 5 rows), Ville 2013, and 26,274
within 7 rows for Bulls and Cows.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from bot.engine.codesets import Game, Row
from bot.engine.lines import Line
from bot.engine.perfect import has_perfect, perfect_row
from bot.engine.picks import Strategy
from bot.engine.solver import Solver

Choice = Callable[[Solver], Row]


@dataclass(frozen=True, slots=True)
class Goals:
    """Totals over all codes of a game."""

    name: str
    published: Mapping[Strategy, int]
    sought: int | None = None
    """Of the stored strategy; None where there is none."""
    best_known: int | None = None


def _published(minimax: int, expected: int, entropy: int, parts: int) -> Mapping[Strategy, int]:
    return dict(zip(Strategy, (minimax, expected, entropy, parts), strict=True))


GAMES: Mapping[Game, Goals] = {
    Game(4, 6): Goals("4x6", _published(5801, 5696, 5722, 5668), 5626, 5625),
    Game(4, 7): Goals("4x6 with blanks", _published(11613, 11412, 11374, 11388), 11300, 11228),
    Game(4, 10, repeats=False): Goals(
        "Bulls and Cows", _published(27139, 26551, 26409, 26751), 26380, 26274
    ),
}
LARGE: Mapping[Game, Goals] = {
    Game(5, 8): Goals("5x8", _published(183775, 180215, 179751, 181834)),
}


def codes_by_turn(solver: Solver, choice: Choice, turn: int = 1) -> Counter[int]:
    """How many of the codes left are found in each turn, all of them played out."""
    found: Counter[int] = Counter()
    row = choice(solver)
    for keys, count in solver.parts(row).items():
        if keys.black == solver.game.size:
            found[turn] += 1
        elif count == 1:
            found[turn + 1] += 1  # whatever the strategy, it plays the only code left
        else:
            found += codes_by_turn(solver.after(Line.known(row, keys)), choice, turn + 1)
    return found


def by_strategy(strategy: Strategy, solver: Solver) -> Row:
    """The exact pick; a code has to be left."""
    pick = solver.pick(strategy)
    assert pick  # noqa: S101 - in a game that is played out, a code is left
    return pick.code


def stored(solver: Solver) -> Row:
    """The row of the stored strategy, which has to know the history."""
    row = perfect_row(solver)
    assert row  # noqa: S101 - only its own rows were played
    return row


def table(games: Mapping[Game, Goals]) -> Iterator[str]:
    """The table, a line for each strategy and game."""
    yield f"{'game':<17}{'strategy':<15}{'opening':<9}{'total':>7}{'goal':>8}  average  by turn"
    for game, goals in games.items():
        for strategy, goal in goals.published.items():
            yield _line(game, goals.name, strategy, partial(by_strategy, strategy), goal)
        if goals.sought and has_perfect(game):
            line = _line(game, goals.name, "perfect", stored, goals.sought)
            yield f"{line}; best known {goals.best_known}"


def _line(game: Game, name: str, strategy: str, choice: Choice, goal: int) -> str:
    found = codes_by_turn(Solver(game), choice)
    total = sum(turn * count for turn, count in found.items())
    opening = "".join(str(symbol + game.repeats) for symbol in choice(Solver(game)))
    turns = " ".join(str(found[turn]) for turn in range(1, max(found) + 1))
    missed = "" if total <= goal else "  MISSED"
    return (
        f"{name:<17}{strategy:<15}{opening:<9}{total:>7}{goal:>8}  {total / found.total():.4f}"
        f"   {turns}{missed}"
    )
