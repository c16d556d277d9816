"""The table of colours, the legends made from it, and pegs and keys as they are shown."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import Code, Feedback, Rules, Symbols, parse
from bot.presentation.palette import (
    BLANK_EMOJI_NAME,
    COLOURS,
    KEY_BLACK_EMOJI_NAME,
    KEY_WHITE_EMOJI_NAME,
    colour_legend,
    keys,
    legend,
    pegs,
)

NAMES = [colour.emoji_name for colour in COLOURS]
UPLOADED = {
    name: f"<:{name}:{number}>"
    for number, name in enumerate(
        (*NAMES, BLANK_EMOJI_NAME, KEY_BLACK_EMOJI_NAME, KEY_WHITE_EMOJI_NAME), start=100
    )
}
BLANKS = Rules(blanks=True)


def test_colours_have_their_order_and_letters() -> None:
    assert "".join(colour.letter for colour in COLOURS) == "RBGYOPNIWK"
    assert COLOURS[0].name == "red"
    assert COLOURS[-1].name == "black"


def test_no_two_colours_share_a_word_emoji_or_initial() -> None:
    uses = Counter(
        use
        for colour in COLOURS
        for use in {
            *colour.words,
            *colour.emojis,
            *colour.initials,
            colour.letter.lower(),
            colour.name,
        }
    )
    assert [use for use, times in uses.items() if times > 1] == []


@pytest.mark.parametrize(
    ("rules", "characters"),
    [
        (Rules(colours=4), "RBGY"),
        (Rules(colours=10, blanks=True), "RBGYOPNIWK."),
        (Rules(symbols=Symbols.DIGITS, colours=6), "123456"),
        (Rules(symbols=Symbols.DIGITS, colours=9), "123456789"),
        (Rules(symbols=Symbols.DIGITS, colours=10), "0123456789"),
        (Rules(symbols=Symbols.LETTERS, colours=5, blanks=True), "ABCDE."),
        (Rules(symbols=Symbols.LETTERS, colours=26), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ],
)
def test_legend_has_one_character_a_symbol(rules: Rules, characters: str) -> None:
    assert legend(rules).characters == characters


@pytest.mark.parametrize(
    "rules",
    [
        Rules(colours=11),
        Rules(symbols=Symbols.DIGITS, colours=11),
        Rules(symbols=Symbols.LETTERS, colours=27),
    ],
)
def test_more_symbols_than_exist_are_an_error(rules: Rules) -> None:
    with pytest.raises(ValueError, match="symbols of this kind"):
        legend(rules)


@pytest.mark.parametrize("count", [0, -1, -17])
@pytest.mark.parametrize("symbols", Symbols)
def test_fewer_symbols_than_one_are_an_error(symbols: Symbols, count: int) -> None:
    with pytest.raises(ValueError, match="symbols of this kind"):
        legend(Rules(symbols=symbols, colours=count))


@pytest.mark.parametrize("symbols", Symbols)
def test_words_for_a_blank_are_known_without_blanks_except_among_letters(symbols: Symbols) -> None:
    for rules in (Rules(symbols=symbols), Rules(symbols=symbols, blanks=True)):
        among_letters = symbols is Symbols.LETTERS and not rules.blanks
        assert ("leeg" in legend(rules).blanks) is not among_letters
        assert ("leeg" in legend(rules).tokens) is rules.blanks
        assert {".", BLANK_EMOJI_NAME} <= legend(rules).blanks


def test_lead_ins_are_tried_longest_first() -> None:
    lengths = [len(phrase) for phrase in legend(Rules()).lead_ins]
    assert lengths == sorted(lengths, reverse=True)
    assert len(set(legend(Rules()).lead_ins)) == len(lengths)


def test_legend_is_made_once_for_the_same_symbols() -> None:
    assert legend(Rules(rows=6)) is legend(Rules(rows=12))


def test_letter_can_be_given_to_another_colour() -> None:
    names = colour_legend(("black", "white"), letters={"black": "B"})
    rules = Rules(positions=2, colours=2)
    assert names.characters == "BW"
    assert parse("bw", rules, names, addressed=False) == Code((0, 1))


def test_explicit_colours_are_numbered_in_their_order() -> None:
    names = colour_legend(("white", "red", "black"))
    rules = Rules(positions=3, colours=3)
    assert parse("1 3 2", rules, names, addressed=False) == Code((0, 2, 1))
    assert parse("wkr", rules, names, addressed=False) == Code((0, 2, 1))


@pytest.mark.parametrize(
    ("rules", "code", "shown"),
    [
        (Rules(), Code((0, 1, 2, 3)), "🔴🔵🟢🟡 `RBGY`"),
        (Rules(colours=10), Code((7, 8, 9, 6)), "🌸⚪⚫🟤 `IWKN`"),
        (BLANKS, Code((0, 6, 6, 5)), "🔴▫️▫️🟣 `R..P`"),
        (Rules(symbols=Symbols.DIGITS), Code((0, 0, 5)), "1️⃣1️⃣6️⃣"),
        (Rules(symbols=Symbols.DIGITS, colours=10, blanks=True), Code((0, 9, 10)), "0️⃣9️⃣▫️"),
        (Rules(symbols=Symbols.LETTERS, blanks=True), Code((0, 1, 6, 3)), "`A B . D`"),
    ],
)
def test_pegs_carry_their_characters_without_uploaded_emojis(
    rules: Rules, code: Code, shown: str
) -> None:
    assert pegs(code, rules, {}) == shown


def test_uploaded_emojis_carry_the_letters_themselves() -> None:
    shown = "".join(UPLOADED[name] for name in ("mm_red", "mm_blank", "mm_green", "mm_red"))
    assert pegs(Code((0, 6, 2, 0)), BLANKS, UPLOADED) == shown


def test_uploaded_blank_stands_among_digits() -> None:
    rules = Rules(symbols=Symbols.DIGITS, blanks=True)
    assert pegs(Code((0, 6)), rules, UPLOADED) == f"1️⃣{UPLOADED[BLANK_EMOJI_NAME]}"


def test_row_is_not_half_uploaded_and_half_plain() -> None:
    some = {name: UPLOADED[name] for name in NAMES if name != "mm_blue"}
    assert pegs(Code((0, 1)), Rules(positions=2), some) == "🔴🔵 `RB`"
    assert pegs(Code((0, 2)), Rules(positions=2), some) == some["mm_red"] + some["mm_green"]


@given(st.lists(st.integers(0, 10), min_size=1, max_size=8), st.sampled_from([*Symbols]))
@settings(deadline=None)
def test_what_is_shown_of_pegs_is_read_as_the_same_code(symbols: list[int], kind: Symbols) -> None:
    rules = Rules(positions=len(symbols), symbols=kind, colours=10, blanks=True)
    shown = pegs(symbols, rules, UPLOADED)
    assert parse(shown, rules, legend(rules), addressed=False) == Code(symbols)


@given(st.lists(st.integers(0, 10), min_size=1, max_size=8))
@settings(deadline=None)
def test_plain_pegs_are_read_with_and_without_their_letters(symbols: list[int]) -> None:
    rules = Rules(positions=len(symbols), colours=10, blanks=True)
    circles, letters = pegs(symbols, rules, {}).split(" ")
    assert parse(circles, rules, legend(rules), addressed=False) == Code(symbols)
    assert parse(letters, rules, legend(rules), addressed=False) == Code(symbols)


@pytest.mark.parametrize(
    ("feedback", "shown"),
    [
        (Feedback(0, 0), ""),
        (Feedback(2, 1), "⚫⚫⚪"),
        (Feedback(0, 3), "⚪⚪⚪"),
        (Feedback(4, 0), "⚫⚫⚫⚫"),
    ],
)
def test_keys_are_one_group_black_first(feedback: Feedback, shown: str) -> None:
    assert keys(feedback, {}) == shown


@pytest.mark.parametrize(("black", "white"), list(product(range(4), repeat=2)))
def test_uploaded_keys_are_one_group_black_first(black: int, white: int) -> None:
    shown = UPLOADED[KEY_BLACK_EMOJI_NAME] * black + UPLOADED[KEY_WHITE_EMOJI_NAME] * white
    assert keys(Feedback(black, white), UPLOADED) == shown


def test_one_uploaded_key_alone_is_not_used() -> None:
    some = {KEY_BLACK_EMOJI_NAME: UPLOADED[KEY_BLACK_EMOJI_NAME]}
    assert keys(Feedback(1, 1), some) == "⚫⚪"
