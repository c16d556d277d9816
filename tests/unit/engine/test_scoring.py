"""The score of one row, against vectors, and against a second scorer for every classic pair."""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import product, repeat
from operator import eq
from pathlib import Path
from typing import TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import Code, Feedback, score

CASES = Path(__file__).parents[2] / "cases" / "scoring.json"
CLASSIC_COLOURS = range(6)


class Vector(TypedDict):
    id: str
    secret: str
    guess: str
    black: int
    white: int


VECTORS: list[Vector] = json.loads(CASES.read_text(encoding="utf-8"))["vectors"]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Code, Code]:
    size = draw(st.integers(1, 10))
    codes = st.lists(st.integers(0, draw(st.integers(0, 26))), min_size=size, max_size=size)
    return Code(draw(codes)), Code(draw(codes))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_known_row_has_its_known_score(vector: Vector) -> None:
    alphabet = sorted(set(vector["secret"] + vector["guess"]))
    secret = [alphabet.index(symbol) for symbol in vector["secret"]]
    guess = [alphabet.index(symbol) for symbol in vector["guess"]]
    assert score(secret, guess) == Feedback(vector["black"], vector["white"])


@pytest.mark.usefixtures("untraced")
def test_every_classic_pair_agrees_with_a_second_scorer() -> None:
    """The second one never looks at a pair: it adds halves, and meets multisets once each."""
    halves = list(product(CLASSIC_COLOURS, repeat=2))
    codes = [front + back for front in halves for back in halves]
    kinds = {tuple(sorted(code)) for code in codes}
    common = {
        (one, other): (Counter(one) & Counter(other)).total() for one in kinds for other in kinds
    }
    matches = {half: [sum(map(eq, half, other)) for other in halves] for half in halves}
    kind_of = [tuple(sorted(code)) for code in codes]
    replies = [[Feedback(black, both - black) for both in range(5)] for black in range(5)]
    for secret in codes:
        blacks = [front + back for front in matches[secret[:2]] for back in matches[secret[2:]]]
        met = {kind: common[tuple(sorted(secret)), kind] for kind in kinds}
        expected = [replies[black][met[kind]] for black, kind in zip(blacks, kind_of, strict=True)]
        assert list(map(score, repeat(secret), codes)) == expected


@given(pairs())
@settings(deadline=None)
def test_score_is_the_same_with_secret_and_guess_exchanged(pair: tuple[Code, Code]) -> None:
    secret, guess = pair
    assert score(secret, guess) == score(guess, secret)


@given(pairs())
@settings(deadline=None)
def test_keys_are_never_more_than_the_pegs(pair: tuple[Code, Code]) -> None:
    secret, guess = pair
    feedback = score(secret, guess)
    assert feedback.black >= 0
    assert feedback.white >= 0
    assert feedback.black + feedback.white <= len(secret)


@given(pairs())
@settings(deadline=None)
def test_all_but_one_black_leaves_no_white(pair: tuple[Code, Code]) -> None:
    secret, guess = pair
    assert score(secret, guess) != Feedback(len(secret) - 1, 1)


@given(pairs())
@settings(deadline=None)
def test_only_the_secret_itself_is_all_black(pair: tuple[Code, Code]) -> None:
    secret, guess = pair
    assert (score(secret, guess).black == len(secret)) == (secret == guess)


def test_more_codes_than_are_remembered_are_scored_alike() -> None:
    codes = list(product(range(10), repeat=4))
    assert all(score(code, code) == Feedback(4, 0) for code in codes)
    assert all(score(code, (10, 10, 10, 10)) == Feedback(0, 0) for code in codes)


def test_lists_are_scored_like_tuples() -> None:
    assert score([0, 1, 0, 2], [0, 0, 1, 3]) == score((0, 1, 0, 2), (0, 0, 1, 3)) == Feedback(1, 2)


@pytest.mark.parametrize("guess", [(), (0,), (0, 1, 2)])
def test_sizes_that_differ_are_an_error(guess: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="number of pegs"):
        score((0, 1), guess)


@pytest.mark.parametrize(
    ("secret", "guess"), [((-1, 0), (0, 0)), ((0, 0), (0, -2)), ([0, -1], [0, 0])]
)
def test_negative_symbols_are_an_error(secret: Sequence[int], guess: Sequence[int]) -> None:
    with pytest.raises(ValueError, match="negative"):
        score(secret, guess)


def test_what_is_no_number_is_an_error_like_any_other() -> None:
    with pytest.raises(TypeError):
        score(("R",), ("B",))  # type: ignore[arg-type]
