"""The variant in words."""

import pytest

from bot.engine import PRESETS, Code, Preset, Rules, Symbols, parse
from bot.matches.models import Points, Terms
from bot.presentation.palette import legend
from bot.presentation.terms import example, pegs_in_words, terms_in_words
from tests.unit.presentation.samples import WIDEST, scene


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        (
            Terms(PRESETS[Preset.BULLS_AND_COWS]),
            "**Bulls and Cows** · 4 positions · 10 digits (0–9) · no repeats · no blanks"
            " · 12 rows · 2 rounds · a point for each row",
        ),
        (
            Terms(
                Rules(5, Symbols.LETTERS, 8, 6, blanks=True),
                rounds=6,
                points=Points.KEY_PEGS,
                private=True,
            ),
            "5 positions · 8 letters (A–H) · repeats allowed · blanks allowed"
            " · 6 rows · 6 rounds · a point for each key peg · in a private thread",
        ),
    ],
)
def test_terms_name_the_preset_and_every_option(terms: Terms, text: str) -> None:
    assert terms_in_words(terms, scene()) == text


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (Rules(), "4 colours out of R B G Y O P"),
        (Rules(blanks=True), "4 colours out of R B G Y O P, or `.` for a blank"),
        (Rules(symbols=Symbols.DIGITS, repeats=False), "4 digits out of 1–6, all different"),
        (Rules(symbols=Symbols.LETTERS, positions=8), "8 letters out of A–F"),
    ],
)
def test_a_code_is_described_by_what_it_is_made_of(rules: Rules, text: str) -> None:
    assert pegs_in_words(rules, scene()) == text


@pytest.mark.parametrize(
    "rules",
    [
        *PRESETS.values(),
        *WIDEST,
        Rules(positions=3, colours=4),
        Rules(positions=5, colours=4, repeats=False, blanks=True),
        Rules(positions=8, symbols=Symbols.DIGITS, colours=4),
    ],
)
def test_the_example_is_a_code_of_the_game(rules: Rules) -> None:
    rules.validate()
    read = parse(example(rules), rules, legend(rules), addressed=True)
    assert isinstance(read, Code)
    assert len(read) == rules.positions
