"""What the solver leaves to chance: any of the codes left, and samples where all is too much."""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from bot.engine import Feedback, Game, Line, Pick, Solver, Strategy, score
from bot.engine.codesets import space_of

CLASSIC = Game(4, 6)
MILLION = Game(6, 10)


@dataclass
class Drawn:
    """Chance that draws what it was told to out of so many."""

    ranks: Mapping[int, Sequence[int]]

    def sample(self, population: Sequence[int], k: int, /) -> list[int]:
        return [population[rank] for rank in self.ranks[len(population)][:k]]


def picked(solver: Solver, strategy: Strategy, seed: int) -> Pick:
    pick = solver.pick(strategy, random.Random(seed))
    assert pick is not None
    return pick


@pytest.mark.parametrize(
    ("game", "line"),
    [
        pytest.param(CLASSIC, Line((0, 0, 1, 1), 0, 3), id="few codes"),
        pytest.param(CLASSIC, Line((0, 0, 1, 1), 0, 0), id="many codes"),
        pytest.param(Game(4, 7, repeats=False), Line((0, 1, 2, 3), 0, 2), id="no repeats"),
        pytest.param(Game(5, 8), Line((0, 1, 2, 3, 4), 3, 1), id="codes far apart"),
        pytest.param(Game(4, 7), Line((None,) * 4, None, None), id="all codes"),
    ],
)
def test_any_code_is_as_likely_as_its_rank(game: Game, line: Line) -> None:
    solver = Solver(game, [line])
    chances = [Drawn({solver.count: [rank]}) for rank in range(solver.count)]
    assert [solver.any_code(chance) for chance in chances] == list(solver.codes())


def test_any_code_of_a_large_game_is_one_that_is_left() -> None:
    row = (0, 0, 1, 2, 3, 4)
    solver = Solver(MILLION, [Line(row, 2, 1)])
    chance = random.Random(3)
    codes = {solver.any_code(chance) for _ in range(20)}
    assert len(codes) > 10
    assert {score(code, row) for code in codes} == {Feedback(2, 1)}


@pytest.mark.parametrize("strategy", Strategy)
def test_a_pick_among_too_many_rows_is_of_a_sample_and_says_so(strategy: Strategy) -> None:
    solver = Solver(MILLION, [Line((0, 0, 1, 1, 2, 2), 1, 1)])
    pick = picked(solver, strategy, seed=8)
    assert pick.sampled
    assert pick == picked(solver, strategy, seed=8)
    assert pick != picked(solver, strategy, seed=9)
    assert replace(pick, sampled=False) == solver.judge(pick.code)


def test_a_sampled_pick_is_better_than_most_rows_of_its_game() -> None:
    solver = Solver(MILLION, [Line((0, 0, 1, 1, 2, 2), 1, 1)])
    chance = random.Random(4)
    others = [solver.judge(tuple(chance.choices(range(10), k=6))) for _ in range(50)]
    expected = picked(solver, Strategy.EXPECTED_SIZE, seed=4).expected
    bits = picked(solver, Strategy.ENTROPY, seed=4).bits
    assert sum(other.expected < expected for other in others) <= 3
    assert sum(other.bits > bits for other in others) <= 3


@pytest.mark.parametrize("strategy", Strategy)
def test_without_chance_the_pick_is_never_of_a_sample(
    strategy: Strategy, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = Solver(Game(4, 7), [Line((0, 0, 1, 1), 1, 0)])
    exact = picked(solver, strategy, seed=1)
    assert not exact.sampled
    monkeypatch.setattr("bot.engine.solver.EXACT_WORK", 0)
    assert picked(solver, strategy, seed=1).sampled
    assert solver.pick(strategy) == exact


@pytest.mark.parametrize(
    "solver",
    [
        pytest.param(Solver(CLASSIC), id="a small game"),
        pytest.param(Solver(Game(5, 8), [Line((0, 0, 1, 1, 2), 1, 1)]), id="many rows alike"),
        pytest.param(Solver(MILLION, [Line((0, 0, 0, 1, 1, 1), 5, 0)]), id="few rows that differ"),
        pytest.param(Solver(MILLION, [Line((0, 1, 2, 3, 4, 5), 6, 0)]), id="one code"),
    ],
)
def test_where_all_rows_can_be_compared_chance_does_not_matter(solver: Solver) -> None:
    assert picked(solver, Strategy.MINIMAX, seed=1) == solver.pick(Strategy.MINIMAX)


@pytest.mark.parametrize(
    ("game", "sampled"),
    [
        (Game(5, 8), False),
        (Game(4, 26), False),
        (Game(6, 8), False),
        (Game(5, 15), True),
        (Game(7, 7), True),
        (Game(6, 12, repeats=False), True),
    ],
)
@pytest.mark.usefixtures("untraced")
def test_codes_that_take_long_to_list_are_left_to_a_sample_however_few_rows_differ(
    game: Game, sampled: bool
) -> None:
    assert picked(Solver(game), Strategy.MINIMAX, seed=1).sampled == sampled


def test_the_exact_first_row_of_a_game_is_kept_for_whoever_leaves_it_to_chance() -> None:
    first = Solver(CLASSIC).pick(Strategy.ENTROPY, random.Random(1))
    assert Solver(CLASSIC).pick(Strategy.ENTROPY, random.Random(2)) is first
    anew = Solver(CLASSIC).pick(Strategy.ENTROPY)
    assert anew == first
    assert anew is not first
    others = [
        Solver(CLASSIC).pick(Strategy.MINIMAX, random.Random(1)),
        Solver(Game(4, 7)).pick(Strategy.ENTROPY, random.Random(1)),
        Solver(CLASSIC, [Line((0, 0, 1, 1), 0, 0)]).pick(Strategy.ENTROPY, random.Random(1)),
    ]
    assert first not in others


def test_of_a_sample_of_rows_the_best_is_picked_whether_possible_or_not() -> None:
    """Fewer codes are left than a sample takes, so each of them is among the rows."""
    solver = Solver(MILLION, [Line((0, 1, 2, 3, 4, 5), 3, 3)])
    assert solver.count == 40
    codes = sorted(solver.codes(), key=lambda code: solver.judge(code).expected)
    better = picked(solver, Strategy.EXPECTED_SIZE, seed=2)
    assert better.expected < solver.judge(codes[0]).expected
    number = int("".join(map(str, better.code)))
    for others, best in (([number], better.code), ([0], codes[0])):
        chance = Drawn({40: range(40), MILLION.code_count: others})
        pick = solver.pick(Strategy.EXPECTED_SIZE, chance)
        assert pick is not None
        assert pick.sampled
        assert pick.code == best


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (MILLION, Line((0, 1, 2, 3, 4, 5), 1, 1)),
        (Game(7, 10), Line((0, 1, 2, 3, 4, 5, 6), 1, 1)),
        (Game(8, 7), Line((0, 1, 2, 3, 4, 5, 6, 0), 1, 3)),
        (Game(8, 10, repeats=False), Line((0, 1, 2, 3, 4, 5, 6, 7), 1, 6)),
    ],
)
@pytest.mark.usefixtures("untraced")
def test_a_sampled_pick_takes_no_more_than_some_seconds(game: Game, line: Line) -> None:
    solver = Solver(game, [line])
    began = time.process_time()
    assert picked(solver, Strategy.ENTROPY, seed=1).sampled
    assert time.process_time() - began < 5


def test_a_game_is_made_ready_once() -> None:
    assert space_of(CLASSIC) is space_of(Game(4, 6))
