"""The solver once more, by looking at every code and every filling: slow, and plain to see."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import prod

from hypothesis import strategies as st

from bot.engine import Code, Feedback, Game, Line, Strategy, score
from bot.engine.codesets import Row


def codes_of(game: Game) -> list[Code]:
    rows = map(Code, product(range(game.symbols), repeat=game.size))
    return [row for row in rows if game.repeats or len(set(row)) == game.size]


def fits(game: Game, line: Line, code: Code) -> bool:
    """Whether the line may be about this code."""
    if line.black is None and line.white is None:
        return True
    return any(_shows(line, score(code, row)) for row in _fillings(game, line))


def codes_left(game: Game, lines: tuple[Line, ...]) -> list[Code]:
    return [code for code in codes_of(game) if all(fits(game, line, code) for line in lines)]


def parts(left: list[Code], row: Row) -> Counter[Feedback]:
    return Counter(score(code, row) for code in left)


def badness(strategy: Strategy, left: list[Code], row: Row) -> tuple[int, bool]:
    """The measure, exactly, then whether the row cannot be the code."""
    sizes = parts(left, row).values()
    impossible = row not in left
    match strategy:
        case Strategy.MINIMAX:
            return max(sizes), impossible
        case Strategy.EXPECTED_SIZE:
            return sum(size**2 for size in sizes), impossible
        case Strategy.ENTROPY:  # the sum of size * log2(size), as a power of two; a hit is two bits
            return prod(size**size for size in sizes) * (4 if impossible else 1), impossible
        case Strategy.MOST_PARTS:
            return -len(sizes), impossible


def best_row(strategy: Strategy, game: Game, left: list[Code]) -> Code:
    """The first of all rows that none is better than."""
    return min(codes_of(game), key=lambda row: badness(strategy, left, row))


def conflict_size(game: Game, lines: tuple[Line, ...]) -> int:
    """How many lines the smallest contradiction has; 0 if there is none."""
    everything = frozenset(codes_of(game))
    allowed = [frozenset(codes_left(game, (line,))) for line in lines]
    choices = (few for n in range(len(lines) + 1) for few in combinations(allowed, n))
    return next((len(few) for few in choices if not everything.intersection(*few)), 0)


def exchanged(game: Game, lines: list[Row], gone: set[int], row: Row) -> Iterator[Row]:
    """The rows that part the codes left as this one does, by one exchange that changes nothing.

    Of two symbols that no line names, of two that no code left has, of two positions that hold
    the same in every line.
    """
    unnamed = set(range(game.symbols)).difference(*lines) - gone
    for one, other in (*combinations(unnamed, 2), *combinations(gone, 2)):
        swap = {one: other, other: one}
        yield tuple(swap.get(symbol, symbol) for symbol in row)
    if game.repeats:
        for place, lower in product(range(game.size), gone):
            if row[place] in gone:
                yield (*row[:place], lower, *row[place + 1 :])
    for one, other in combinations(range(game.size), 2):
        if all(line[one] == line[other] for line in lines):
            yield (*row[:one], row[other], *row[one + 1 : other], row[one], *row[other + 1 :])


def _fillings(game: Game, line: Line) -> Iterator[Row]:
    known = {symbol for symbol in line.row if symbol is not None}
    unknown = line.row.count(None)
    for filling in product(range(game.symbols), repeat=unknown):
        if game.repeats or len(known.union(filling)) == len(known) + unknown:
            symbols = iter(filling)
            yield tuple(next(symbols) if symbol is None else symbol for symbol in line.row)


def _shows(line: Line, keys: Feedback) -> bool:
    return line.black in {None, keys.black} and line.white in {None, keys.white}


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Small games; some without repeats have no code at all."""
    return Game(draw(st.integers(1, 4)), draw(st.integers(1, 5)), draw(st.booleans()))


@st.composite
def histories(draw: st.DrawFn, *, most: int = 4) -> tuple[Game, tuple[Line, ...]]:
    """A game and lines about it: all of one code, or any at all."""
    game = draw(games())
    codes = codes_of(game)
    lines = _any_line(game)
    code = draw(st.sampled_from([None, *codes]) | st.none())
    if code is not None:
        lines = _true_line(codes, code)
    return game, tuple(draw(st.lists(lines, max_size=most)))


def _true_line(codes: list[Code], code: Code) -> st.SearchStrategy[Line]:
    return st.builds(
        lambda row, unknown: _blurred(Line.known(row, score(code, row)), unknown),
        st.sampled_from(codes),
        st.lists(st.integers(0, len(code) + 1), max_size=3),
    )


def _blurred(line: Line, unknown: list[int]) -> Line:
    """The line with some of its symbols and numbers unknown."""
    size = len(line.row)
    row = tuple(None if place in unknown else symbol for place, symbol in enumerate(line.row))
    black = None if size in unknown else line.black
    return Line(row, black, None if size + 1 in unknown else line.white)


def _any_line(game: Game) -> st.SearchStrategy[Line]:
    symbols = st.sampled_from([*range(game.symbols)] * 3 + [None])
    keys = st.none() | st.integers(-1, game.size + 1)
    return st.builds(Line, st.tuples(*[symbols] * game.size), keys, keys)
