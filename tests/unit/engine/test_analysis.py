"""A round looked back on, against counting by hand."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.analysis import Analysis, Guess, Judged, analyse, contradicted, narrowing
from bot.engine.code import Code
from bot.engine.codesets import CodeSpace, Game
from bot.engine.errors import SolverFault, SolverRefused
from bot.engine.feedback import Feedback, score

CLASSIC = Game(4, 6)
LARGE = Game(6, 10)
ALL = slice(None)


def codes_of(game: Game) -> list[Code]:
    symbols = range(game.symbols)
    if game.repeats:
        return [Code(code) for code in product(symbols, repeat=game.size)]
    return [Code(code) for code in permutations(symbols, game.size)]


def played(secret: Code, *rows: Code) -> tuple[Guess, ...]:
    return tuple((row, score(secret, row)) for row in rows)


def looked_back(game: Game, guesses: tuple[Guess, ...], asked: slice = ALL) -> Analysis:
    return analyse(game, guesses, asked, random.Random(1))


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Game, tuple[Guess, ...]]:
    """A small game and some rows, scored by one code or by whatever somebody answers."""
    game = Game(draw(st.integers(1, 3)), draw(st.integers(3, 4)), draw(st.booleans()))
    codes = st.sampled_from(codes_of(game))
    secrets = draw(st.one_of(st.lists(codes, min_size=1, max_size=1), st.lists(codes, min_size=1)))
    rows = draw(st.lists(codes, max_size=5))
    return game, tuple((row, score(draw(st.sampled_from(secrets)), row)) for row in rows)


def left_by(game: Game, guesses: tuple[Guess, ...]) -> list[Code]:
    return [
        code for code in codes_of(game) if all(score(code, row) == reply for row, reply in guesses)
    ]


def expected(row: Code, left: list[Code]) -> Fraction:
    """How many codes it leaves on average, over the codes that may be the one."""
    sizes = Counter(score(code, row) for code in left).values()
    return Fraction(sum(size * size for size in sizes), len(left))


@settings(deadline=None)
@given(rounds())
def test_what_each_row_left_is_what_counting_all_codes_gives(
    about: tuple[Game, tuple[Guess, ...]],
) -> None:
    game, guesses = about
    counts = tuple(len(left_by(game, guesses[:number])) for number in range(len(guesses) + 1))
    assert narrowing(CodeSpace(game), guesses) == looked_back(game, guesses).counts == counts


@settings(deadline=None)
@given(rounds())
def test_each_row_is_beside_one_that_no_row_undercuts_on_average(
    about: tuple[Game, tuple[Guess, ...]],
) -> None:
    game, guesses = about
    judged = looked_back(game, guesses).judged
    assert len(judged) == len(guesses)
    for number, ((row, _), one) in enumerate(zip(guesses, judged, strict=True)):
        left = left_by(game, guesses[:number])
        if one is None:
            assert left == []
            continue
        assert one.played.code == row
        assert one.played.possible == (row in left)
        assert one.played.expected == pytest.approx(float(expected(row, left)))
        least = min(expected(code, left) for code in codes_of(game))
        assert one.best.expected == pytest.approx(float(least))
        assert expected(one.best.code, left) == least


@settings(deadline=None)
@given(rounds())
def test_a_row_contradicts_just_the_replies_that_it_would_not_give_as_the_code(
    about: tuple[Game, tuple[Guess, ...]],
) -> None:
    game, guesses = about
    found = contradicted(guesses)
    assert len(found) == len(guesses)
    for number, (row, _) in enumerate(guesses):
        for earlier in range(len(guesses)):
            alone = left_by(game, guesses[earlier : earlier + 1])
            assert (earlier in found[number]) == (earlier < number and row not in alone)


def test_a_classic_round_is_told_by_its_numbers() -> None:
    guesses = played(Code((0, 1, 0, 2)), Code((0, 0, 1, 1)), Code((0, 2, 0, 3)), Code((0, 1, 0, 2)))
    analysis = looked_back(CLASSIC, guesses)
    assert analysis.counts == (1296, 36, 2, 1)
    first = analysis.judged[0]
    assert first is not None
    assert first.played.expected == pytest.approx(204.5, abs=0.05)
    assert first.best.code == (0, 0, 1, 2)
    assert first.best.expected == pytest.approx(185.3, abs=0.05)
    assert not first.best.sampled


def test_every_reply_that_a_row_contradicts_is_named() -> None:
    secret, twice = Code((0, 1, 0, 2)), Code((3, 3, 3, 3))
    guesses = played(secret, twice, twice, secret, Code((3, 1, 0, 2)))
    assert contradicted(guesses) == ((), (0,), (), (0, 1, 2))


def test_only_the_rows_asked_about_are_judged_and_all_are_counted() -> None:
    guesses = played(Code((0, 1, 0, 2)), *[Code((row, row, 5, 5)) for row in range(6)])
    whole = looked_back(CLASSIC, guesses)
    page = looked_back(CLASSIC, guesses, slice(4, 8))
    assert page.counts == whole.counts
    assert page.judged == whole.judged[4:]
    assert len(page.judged) == 2


def test_a_round_without_rows_has_nothing_to_judge() -> None:
    assert looked_back(CLASSIC, ()) == Analysis((1296,), ())


def test_where_the_replies_fit_no_code_nothing_is_left_and_nothing_is_judged() -> None:
    lies = ((Code((0, 0, 0, 0)), Feedback(1, 0)), (Code((0, 0, 0, 0)), Feedback(2, 0)))
    analysis = looked_back(CLASSIC, (*lies, (Code((0, 0, 1, 1)), Feedback(0, 0))))
    assert analysis.counts == (1296, 500, 0, 0)
    first, second, third = analysis.judged
    assert isinstance(first, Judged)
    assert isinstance(second, Judged)
    assert third is None


def test_in_a_large_game_the_best_row_is_one_of_a_sample_and_the_figures_are_exact() -> None:
    row = Code((0, 0, 1, 1, 2, 3))
    (judged,) = looked_back(LARGE, played(Code((0, 1, 2, 3, 4, 5)), row)).judged
    assert judged is not None
    assert judged.best.sampled
    again = looked_back(LARGE, ((judged.best.code, Feedback(0, 0)),)).judged[0]
    assert again is not None
    assert again.played.expected == judged.best.expected


def test_a_row_that_is_better_than_all_of_a_sample_is_the_solvers_own() -> None:
    first = (Code((0, 1, 2, 3, 4, 5)), Feedback(1, 1))

    def beside_a_sample(row: Code, seed: int) -> Judged:
        guesses = (first, (row, Feedback(0, 0)))
        (found,) = analyse(LARGE, guesses, slice(1, 2), random.Random(seed)).judged
        assert found is not None
        assert found.played.code == row
        assert not found.played.sampled
        assert found.best.sampled
        return found

    bad = Code((0, 0, 0, 0, 0, 0))
    samples = {seed: beside_a_sample(bad, seed).best for seed in (1, 2)}
    best, worse = sorted(samples, key=lambda seed: samples[seed].expected)
    assert samples[best].expected < samples[worse].expected
    assert beside_a_sample(samples[best].code, worse).best == samples[best]
    assert beside_a_sample(samples[worse].code, best).best == samples[best]


@pytest.mark.parametrize("asked", [ALL, slice(0)], ids=["judged", "counted"])
@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("row", [(0, 1, 2), (0, 1, 2, 3, 4), (0, 1, 2, 6), (0, 1, 2, -1)])
def test_a_row_of_another_game_is_an_error(row: tuple[int, ...], at: int, asked: slice) -> None:
    guesses = [*played(Code((0, 1, 0, 2)), Code((0, 0, 1, 1)), Code((0, 2, 0, 3)))]
    guesses.insert(at, (Code(row), Feedback(1, 1)))
    with pytest.raises(ValueError, match="symbols of its game"):
        looked_back(CLASSIC, tuple(guesses), asked)


def test_a_game_with_too_many_codes_is_refused() -> None:
    guesses = played(Code(range(8)), Code(range(8)))
    with pytest.raises(SolverRefused) as refused:
        looked_back(Game(8, 10), guesses)
    assert refused.value.fault is SolverFault.TOO_MANY_CODES
    assert contradicted(guesses) == ((),)
