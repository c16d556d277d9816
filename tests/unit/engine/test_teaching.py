"""Exercises get harder, their steps come to the score, and a wrong answer is understood."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import PRESETS, Code, Feedback, Preset, Rules, Symbols, score
from bot.engine.teaching import LEVELS, Left, Mistake, Slip, exercise, mistake, steps
from tests.fakes.chance import SeededChance

R, B, G, Y, O, P = range(6)  # noqa: E741
CLASSIC = Rules()
DISTINCT = PRESETS[Preset.BULLS_AND_COWS]
MANY = range(200)
WORKED = Code((R, B, R, G)), Code((R, R, B, Y))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Code, Code]:
    size = draw(st.integers(1, 8))
    codes = st.lists(st.integers(0, draw(st.integers(0, 9))), min_size=size, max_size=size)
    return Code(draw(codes)), Code(draw(codes))


@st.composite
def playable(draw: st.DrawFn) -> Rules:
    symbols = draw(st.sampled_from(Symbols))
    repeats = draw(st.booleans())
    positions = draw(st.integers(3, 8))
    least = 4 if repeats else max(4, positions)
    most = 26 if symbols is Symbols.LETTERS else 10
    rules = Rules(
        positions=positions,
        symbols=symbols,
        colours=draw(st.integers(least, most)),
        repeats=repeats,
        blanks=draw(st.booleans()),
    )
    rules.validate()
    return rules


def exercises(rules: Rules, level: int) -> list[tuple[Code, Code]]:
    dice = SeededChance(level)
    return [exercise(rules, level, dice) for _ in MANY]


def shared(code: Code, row: Code) -> set[tuple[int, int]]:
    """How often each symbol that is in both is in one and in the other, the lesser first."""
    return {(min(a, b), max(a, b)) for a, b in ((code.count(s), row.count(s)) for s in {*code})}


# Exercises


@given(playable(), st.sampled_from(LEVELS), st.integers(0))
def test_an_exercise_is_one_of_the_game_or_a_longer_one_and_earns_a_key(
    rules: Rules, level: int, seed: int
) -> None:
    code, row = exercise(rules, level, SeededChance(seed))
    assert rules.positions <= len(code) == len(row) <= 8
    assert {*code, *row} <= set(range(rules.symbol_count))
    if not rules.repeats:
        assert len({*code}) == len(code)
        assert len({*row}) == len(row)
    assert score(code, row) != Feedback(0, 0)


def test_at_the_first_level_no_symbol_comes_twice() -> None:
    for code, row in exercises(CLASSIC, 1):
        assert max((Counter(code) | Counter(row)).values()) == 1
        assert len(code) == 4


@pytest.mark.parametrize(
    ("level", "times"), [(2, (1, 2)), (3, (2, 2)), (4, (2, 3)), (5, (2, 3)), (6, (2, 3))]
)
def test_from_the_second_level_on_a_symbol_comes_so_often_in_code_and_row(
    level: int, times: tuple[int, int]
) -> None:
    assert all(times in shared(code, row) for code, row in exercises(CLASSIC, level))


def test_which_of_the_two_has_the_symbol_more_often_is_left_to_chance() -> None:
    for level in (2, 4):
        leads = {
            max(Counter(code).values()) > max(Counter(row).values())
            for code, row in exercises(CLASSIC, level)
        }
        assert leads == {True, False}


def test_the_highest_levels_have_longer_codes_in_which_more_repeats() -> None:
    for level, longer in ((4, 0), (5, 1), (6, 2)):
        for rules in (CLASSIC, PRESETS[Preset.SUPER]):
            assert {len(code) for code, _ in exercises(rules, level)} == {rules.positions + longer}
    assert all(len({*code, *row}) <= 3 for code, row in exercises(CLASSIC, 6))


def test_without_repeats_more_keys_and_then_longer_codes_make_it_harder() -> None:
    sizes = [{len(code) for code, _ in exercises(DISTINCT, level)} for level in LEVELS]
    assert sizes == [{4}, {4}, {5}, {6}, {7}, {8}]
    for level in LEVELS:
        shared = [len({*code} & {*row}) for code, row in exercises(DISTINCT, level)]
        assert (min(shared) >= len(exercises(DISTINCT, level)[0][0]) - 1) == (level > 1)


def test_a_code_is_never_longer_than_a_game_can_have_it() -> None:
    widest = Rules(positions=8)
    narrow = Rules(positions=5, colours=5, repeats=False)
    assert len(exercise(widest, 6, SeededChance())[0]) == 8
    assert len(exercise(narrow, 6, SeededChance())[0]) == 5


@pytest.mark.parametrize("level", [0, 7])
def test_there_are_no_other_levels(level: int) -> None:
    with pytest.raises(ValueError, match=str(level)):
        exercise(CLASSIC, level, SeededChance())


def test_exercises_differ_in_which_keys_they_earn() -> None:
    for level in LEVELS:
        assert len({score(code, row) for code, row in exercises(CLASSIC, level)}) > 3


# Steps


def test_the_worked_example_goes_position_by_position_and_then_symbol_by_symbol() -> None:
    taken = steps(*WORKED)
    assert taken.exact == (0,)
    assert taken.left == (Left(R, 1, 1), Left(B, 1, 1), Left(Y, 0, 1))
    assert [one.white for one in taken.left] == [1, 1, 0]
    assert taken.reply == Feedback(1, 2)


def test_what_is_in_place_is_used_up() -> None:
    taken = steps((Y, R, G, B), (Y, Y, O, O))
    assert taken.left == (Left(Y, 0, 1), Left(O, 0, 2))
    assert taken.reply == Feedback(1, 0)


def test_of_a_row_that_is_the_code_nothing_is_left() -> None:
    assert steps((R, B, R), (R, B, R)).left == ()


@given(pairs())
def test_the_steps_come_to_the_score(pair: tuple[Code, Code]) -> None:
    assert steps(*pair).reply == score(*pair)


@given(pairs())
def test_the_steps_use_every_peg_of_the_row_once(pair: tuple[Code, Code]) -> None:
    taken = steps(*pair)
    assert len(taken.exact) + sum(one.in_row for one in taken.left) == len(pair[1])
    assert len(taken.exact) + sum(one.in_code for one in taken.left) <= len(pair[0])
    assert len({one.symbol for one in taken.left}) == len(taken.left)


def test_sizes_that_differ_are_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        steps((R, B), (R,))


# Mistakes


@pytest.mark.parametrize(
    ("code", "row", "said", "slip", "symbol"),
    [
        # The right answer to the worked example is 1 black, 2 white.
        (*WORKED, (2, 1), Slip.PLACES, None),
        ((R, R, B, B), (R, R, G, Y), (0, 2), Slip.PLACES, None),
        # One yellow in the code; the second one of the row is white for nobody.
        ((Y, R, G, B), (Y, Y, O, O), (1, 1), Slip.TWICE, Y),
        ((B, R, G, Y), (O, B, P, B), (0, 2), Slip.TWICE, B),
        ((O, B, P, B), (B, R, G, Y), (0, 2), Slip.TWICE, B),
        ((Y, Y, O, O), (Y, R, G, B), (1, 1), Slip.TWICE, Y),
        ((R, B, G, Y), (R, G, O, P), (1, 2), Slip.BLACK_AGAIN, None),
        ((R, R, B, G), (Y, O, R, R), (0, 1), Slip.FORGOTTEN, R),
        ((R, R, B, G), (R, Y, R, B), (1, 1), Slip.FORGOTTEN, R),
        ((R, R, B, G), (Y, R, R, B), (1, 0), Slip.WHITE, None),
        ((R, R, B, B), (R, R, R, B), (2, 0), Slip.FORGOTTEN, R),
        ((R, R, R, B), (R, B, B, R), (2, 0), Slip.BLACK, None),
        ((R, B, G, Y), (R, B, O, P), (3, 3), Slip.TOO_MANY, None),
        ((R, B, G, Y), (R, B, O, P), (3, 0), Slip.BLACK, None),
        ((R, B, G, Y), (O, P, R, B), (0, 3), Slip.WHITE, None),
        ((R, B, G, Y), (O, P, R, B), (0, 1), Slip.WHITE, None),
    ],
)
def test_a_wrong_answer_shows_what_went_wrong(
    code: tuple[int, ...],
    row: tuple[int, ...],
    said: tuple[int, int],
    slip: Slip,
    symbol: int | None,
) -> None:
    assert mistake(code, row, Feedback(*said)) == Mistake(slip, symbol)


@given(pairs())
def test_the_right_answer_is_no_mistake_and_every_other_is_one(pair: tuple[Code, Code]) -> None:
    code, row = pair
    counts = range(len(code) + 1)
    for said in (Feedback(*both) for both in product(counts, counts)):
        made = mistake(code, row, said)
        assert (made is None) == (said == score(code, row))
        if made is not None and made.symbol is not None:
            assert made.slip in {Slip.TWICE, Slip.FORGOTTEN}
            assert code.count(made.symbol)
            assert row.count(made.symbol)
