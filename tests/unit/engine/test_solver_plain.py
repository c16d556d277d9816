"""What the solver answers about small games is what looking at every code gives."""

from itertools import product
from math import log2, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import Code, Game, Line, Solver, Strategy
from bot.engine.codesets import SYMBOLS_LIMIT, CodeSpace, KeptSets, Row, at_least, space_of
from bot.engine.columns import Columns
from bot.engine.parting import WORST, Lanes, Planes
from bot.engine.picks import measure_of
from bot.engine.search import Symmetry
from tests.unit.engine import plain

History = tuple[Game, tuple[Line, ...]]


@given(plain.histories())
@settings(deadline=None, max_examples=80)
def test_codes_left_are_counted_and_listed_in_order(history: History) -> None:
    solver = Solver(*history)
    left = plain.codes_left(*history)
    assert list(solver.codes()) == left
    assert solver.count == len(left)


@given(plain.games())
@settings(deadline=None, max_examples=50)
def test_codes_are_found_by_how_often_they_have_a_symbol_at_least(game: Game) -> None:
    space, codes = CodeSpace(game), plain.codes_of(game)
    for symbol, times in product(range(game.symbols), range(1, game.size + 1)):
        found = list(space.rows(space.occurrence(symbol, times)))
        assert found == [code for code in codes if code.count(symbol) >= times]


@given(st.lists(st.integers(0, (1 << 20) - 1), max_size=7), st.integers(0, 7))
def test_codes_are_found_by_how_many_sets_they_are_in_from_any_number_on(
    sets: list[int], most: int
) -> None:
    counts = [sum(codes >> code & 1 for codes in sets) for code in range(20)]
    reached = [
        sum(1 << code for code, count in enumerate(counts) if count >= times)
        for times in range(most + 1)
    ]
    everything = (1 << 20) - 1
    assert at_least(sets, most, everything) == [*reached, 0]
    for least in range(most + 1):
        assert at_least(sets, most, everything, least=least)[least:] == [*reached[least:], 0]


@given(plain.histories())
@settings(deadline=None, max_examples=50)
def test_a_history_line_by_line_comes_to_the_same(history: History) -> None:
    game, lines = history
    solver = Solver(game)
    for line in lines:
        solver = solver.after(line)
    assert solver.lines == lines
    assert list(solver.codes()) == list(Solver(game, lines).codes())


@given(plain.histories(most=3))
@settings(deadline=None, max_examples=50)
def test_rows_part_the_codes_left_by_their_replies(history: History) -> None:
    game, _ = history
    solver, left = Solver(*history), plain.codes_left(*history)
    for row in plain.codes_of(Game(game.size, game.symbols))[:200]:
        assert solver.parts(row) == plain.parts(left, row)


@pytest.mark.parametrize("strategy", Strategy)
@given(history=plain.histories(most=3))
@settings(deadline=None, max_examples=50)
def test_no_row_is_better_than_the_pick_and_no_lower_one_as_good(
    strategy: Strategy, history: History
) -> None:
    left = plain.codes_left(*history)
    pick = Solver(*history).pick(strategy)
    if pick is None:
        assert not left
    else:
        assert pick.code == plain.best_row(strategy, history[0], left)
        assert not pick.sampled


def test_groups_that_leave_as_much_open_are_equally_bad_though_their_sizes_differ() -> None:
    measure = measure_of(Strategy.ENTROPY)
    sizes, others = [21, 4, 2, 2, 2, 1, 1], [14, 9, 7, 3]
    assert prod(size**size for size in sizes) == prod(size**size for size in others)
    assert measure.of(sizes) == measure.of(others)


def test_a_possible_row_is_worth_two_bits_to_entropy_and_better_than_one_that_tells_them() -> None:
    measure = measure_of(Strategy.ENTROPY)
    two_bits = measure.of([2])  # one for each of two codes
    assert measure.impossible == 2 * two_bits + 1


@pytest.mark.parametrize("strategy", Strategy)
@given(history=plain.histories(most=2))
@settings(deadline=None, max_examples=30)
def test_bits_and_bytes_for_the_codes_find_rows_equally_bad(
    strategy: Strategy, history: History
) -> None:
    left = plain.codes_left(*history)
    if not left:
        return
    columns = Columns(history[0], iter(left))
    planes = Planes(columns, measure_of(strategy))
    lanes = Lanes(columns, measure_of(strategy))
    symbols = range(columns.game.symbols)
    for prefix in list(product(symbols, repeat=columns.game.size - 1))[::3]:
        bits, bytes_ = planes.start, lanes.start
        for peg in enumerate(prefix):
            bits, bytes_ = planes.met(bits, *peg), lanes.met(bytes_, *peg)
        for symbol in symbols:
            found = planes.better(bits, [symbol], WORST)
            assert found == lanes.better(bytes_, [symbol], WORST)
            assert found[1] == symbol


@given(plain.histories(most=3))
@settings(deadline=None, max_examples=50)
def test_what_is_said_of_a_row_are_the_groups_that_it_leaves(history: History) -> None:
    game, _ = history
    left = plain.codes_left(*history)
    if not left:
        return
    for row in plain.codes_of(Game(game.size, game.symbols))[::7]:
        sizes = plain.parts(left, row).values()
        pick = Solver(*history).judge(row)
        assert (pick.code, pick.possible, pick.sampled) == (row, row in left, False)
        assert (pick.worst, pick.parts) == (max(sizes), len(sizes))
        assert pick.expected == pytest.approx(sum(size**2 for size in sizes) / len(left))
        bits = sum(size * log2(len(left) / size) for size in sizes) / len(left)
        assert pick.bits == pytest.approx(bits)


@given(plain.histories(most=6))
@settings(deadline=None, max_examples=80)
def test_a_contradiction_is_a_smallest_one(history: History) -> None:
    game, lines = history
    found = Solver(game, lines).contradiction()
    assert list(found) == sorted(set(found))
    assert len(found) == plain.conflict_size(game, lines)
    if found:
        assert not plain.codes_left(game, tuple(lines[index] for index in found))


@given(plain.histories())
@settings(deadline=None, max_examples=50)
def test_the_row_that_tells_all_codes_apart_is_the_lowest_possible_one(history: History) -> None:
    left = plain.codes_left(*history)
    apart = (row for row in left if len(plain.parts(left, row)) == len(left))
    assert Solver(*history).separating() == next(apart, None)


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize(
    ("game", "line"),
    [
        pytest.param(Game(1, SYMBOLS_LIMIT), Line((7,), 0, 0), id="the most symbols"),
        pytest.param(Game(2, 40, repeats=False), Line((1, 2), 1, 0), id="no repeats"),
    ],
)
def test_picks_are_the_best_with_many_symbols(strategy: Strategy, game: Game, line: Line) -> None:
    pick = Solver(game, [line]).pick(strategy)
    assert pick is not None
    assert pick.code == plain.best_row(strategy, game, plain.codes_left(game, (line,)))


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("size", [15, 16], ids=["a byte for each code", "too large for a byte"])
def test_picks_are_the_best_with_many_pegs(strategy: Strategy, size: int) -> None:
    left = [Code(int(place == one) for place in range(size)) for one in reversed(range(size))]
    # Positions are all alike here, so the lowest of rows that are alike falls nowhere.
    rows = [(*[0] * (size - ones), *[1] * ones) for ones in range(size + 1)]
    solver = Solver(Game(size, 2), [Line((0,) * size, size - 1, 0)])
    pick = solver.pick(strategy)
    assert list(solver.codes()) == left
    assert pick is not None
    assert pick.code == min(rows, key=lambda row: plain.badness(strategy, left, row))


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize(
    "lines",
    [
        pytest.param((Line((0, 0, 1), 0, 0),), id="a byte for each code"),
        pytest.param((Line((0, 0, 1), 1, 0),), id="a byte for each code, and possible rows"),
        pytest.param((), id="a bit for each code"),
    ],
)
def test_picks_do_not_depend_on_what_is_remembered(
    strategy: Strategy, lines: tuple[Line, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(3, 7)
    pick = Solver(game, lines).pick(strategy)
    space_of.cache_clear()
    monkeypatch.setattr("bot.engine.parting._KEPT", 2)
    monkeypatch.setattr("bot.engine.parting._KEPT_BYTES", 1000)
    monkeypatch.setattr(KeptSets, "LIMIT", 500)
    try:
        assert Solver(game, lines).pick(strategy) == pick
    finally:
        space_of.cache_clear()


@pytest.mark.parametrize(
    ("game", "lines", "gone"),
    [
        pytest.param(Game(4, 6), [], set(), id="no line"),
        pytest.param(Game(4, 6), [(0, 0, 1, 1)], set(), id="two colours"),
        pytest.param(Game(4, 6), [(0, 0, 1, 1)], {0, 1}, id="two colours that are gone"),
        pytest.param(Game(4, 6), [(0, 0, 1, 1)], {2, 3, 4, 5}, id="all others gone"),
        pytest.param(Game(4, 6), [(0, 1, 2, 3), (1, 2, 3, 4)], set(), id="all positions differ"),
        pytest.param(Game(4, 7), [(0, 1, 2, 3), (4, 5, 6, 6)], set(), id="all symbols named"),
        pytest.param(Game(4, 10, repeats=False), [(0, 1, 2, 3)], set(), id="no repeats"),
        pytest.param(Game(4, 8, repeats=False), [(0, 1, 2, 3)], {0, 1, 2, 3}, id="four gone"),
    ],
)
def test_only_rows_are_compared_that_no_exchange_makes_lower(
    game: Game, lines: list[Row], gone: set[int]
) -> None:
    lowest = [
        row
        for row in plain.codes_of(game)
        if not any(other < row for other in plain.exchanged(game, lines, gone, row))
    ]
    symmetry = Symmetry(game, lines, gone)
    assert symmetry.has_more_rows(len(lowest) - 1)
    assert not symmetry.has_more_rows(len(lowest))


@pytest.mark.parametrize("code_count", [6**4, 10**6, 10**7])
def test_kept_sets_stay_within_their_bytes(code_count: int) -> None:
    kept = KeptSets(code_count)
    most = KeptSets.LIMIT // (code_count // 8)
    for key in range(2 * most):
        assert kept.keep(key, key) == kept[key] == key
        assert len(kept) <= most
