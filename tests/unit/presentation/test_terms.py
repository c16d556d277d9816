"""The variant in words."""

import pytest

from bot.engine import PRESETS, Code, Preset, Rules, Symbols, parse
from bot.matches.models import Points, Terms
from bot.presentation.palette import legend
from bot.presentation.terms import code_size, example, pegs_in_words, terms_in_words
from tests.unit.presentation.samples import EMOJIS, WIDEST, scene

OWN = "".join(
    EMOJIS[f"mm_{name}"] for name in ("red", "blue", "green", "yellow", "orange", "purple")
)


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        (
            Terms(PRESETS[Preset.BULLS_AND_COWS]),
            "**Bulls and Cows** · 4 positions · 10 digits (0–9) · no repeats"
            " · 12 rows · 2 rounds · a point per row for the codemaker",
        ),
        (
            Terms(
                Rules(5, Symbols.LETTERS, 8, 6, blanks=True),
                rounds=6,
                points=Points.KEY_PEGS,
                private=True,
            ),
            "5 positions · 8 letters (A–H) · repeats allowed · blanks allowed"
            " · 6 rows · 6 rounds · a point per key peg for the codemaker · in a private thread",
        ),
    ],
)
def test_terms_name_the_preset_and_every_option_but_blanks_only_where_there_are_any(
    terms: Terms, text: str
) -> None:
    assert terms_in_words(terms, scene()) == text


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (Rules(), "4 colours out of 🔴🔵🟢🟡🟠🟣 `RBGYOP`"),
        (
            Rules(colours=4, blanks=True),
            "4 colours out of 🔴🔵🟢🟡 `RBGY` or `.` for a blank",
        ),
        (Rules(symbols=Symbols.DIGITS, repeats=False), "4 digits from 1 to 6, all different"),
        (Rules(symbols=Symbols.LETTERS, positions=8), "8 letters from A to F"),
    ],
)
def test_a_code_is_described_by_what_it_is_made_of(rules: Rules, text: str) -> None:
    assert pegs_in_words(rules, scene()) == text


def test_own_emojis_say_by_themselves_which_letter_is_which_colour() -> None:
    spoken = scene(emojis=EMOJIS)
    assert pegs_in_words(Rules(), spoken) == f"4 colours out of {OWN}"
    assert f"6 colours {OWN} · " in terms_in_words(Terms(), spoken)


def test_where_no_emoji_can_stand_colours_are_letters() -> None:
    shown = code_size(Rules(), scene(emojis=EMOJIS))
    assert shown == "4 positions · 6 colours (RBGYOP)"


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
