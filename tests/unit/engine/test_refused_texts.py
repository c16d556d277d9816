"""Texts that were meant as a code and are none: the reason, and what was read."""

from dataclasses import replace

import pytest

from bot.engine import Code, RefusalReason, Refused, Rules, parse
from bot.presentation.palette import colour_legend
from tests.unit.engine.reading import (
    ALPHABET,
    BLANKS,
    CLASSIC,
    DIGITS,
    LETTERS,
    LONGEST_READ,
    LONGEST_TEXT,
    TEN,
    TEN_DIGITS,
    reason,
    said,
    told,
)

BLACK_AND_WHITE = colour_legend(("black", "white"), letters={"black": "B"})


@pytest.mark.parametrize(
    ("text", "rules", "why", "read"),
    [
        ("rbg", CLASSIC, RefusalReason.TOO_FEW, "RBG"),
        ("red, blue, green", CLASSIC, RefusalReason.TOO_FEW, "RBG"),
        ("rbgyo", CLASSIC, RefusalReason.TOO_MANY, "RBGYO"),
        ("rbgy rbgy", CLASSIC, RefusalReason.TOO_MANY, "RBGYRBGY"),
        ("rbgy🟡", CLASSIC, RefusalReason.TOO_MANY, "RBGYY"),
        ("red bg", CLASSIC, RefusalReason.TOO_FEW, "RBG"),
        ("r.b.g.y.o", CLASSIC, RefusalReason.TOO_MANY, "RBGYO"),
        ("abcde", ALPHABET, RefusalReason.TOO_MANY, "ABCDE"),
        ("rbgx", CLASSIC, RefusalReason.UNKNOWN, "X"),
        ("`rbgx`.", CLASSIC, RefusalReason.UNKNOWN, "X"),
        ("red blue oops yellow", CLASSIC, RefusalReason.UNKNOWN, "oops"),
        ("red blue pink yellow", CLASSIC, RefusalReason.UNKNOWN, "pink"),
        ("red blue or green", CLASSIC, RefusalReason.UNKNOWN, "or"),
        ("🔴🔵🩷🟡", CLASSIC, RefusalReason.UNKNOWN, "🩷"),
        ("rbg🟣", Rules(colours=4), RefusalReason.UNKNOWN, "🟣"),
        ("🔴🔵👍🏽🟡", CLASSIC, RefusalReason.UNKNOWN, "👍"),
        ("<:red:1><:blue:2><:party_hat:3><:green:4>", CLASSIC, RefusalReason.UNKNOWN, "partyhat"),
        ("rbgw", CLASSIC, RefusalReason.UNKNOWN, "W"),
        ("wwww", CLASSIC, RefusalReason.UNKNOWN, "W"),
        ("1 2 3 9", CLASSIC, RefusalReason.UNKNOWN, "9"),
        ("0123", DIGITS, RefusalReason.UNKNOWN, "0"),
        ("1²34", DIGITS, RefusalReason.UNKNOWN, "²"),
        ("rbg²", CLASSIC, RefusalReason.UNKNOWN, "²"),
        ("١٢٣٤", DIGITS, RefusalReason.UNKNOWN, "١"),
        ("red blue green red", DIGITS, RefusalReason.UNKNOWN, "red"),
        ("1234", LETTERS, RefusalReason.UNKNOWN, "1"),
        ("a1b2", LETTERS, RefusalReason.UNKNOWN, "1"),
        ("🔴🔵🟢🟡", LETTERS, RefusalReason.UNKNOWN, "🔴"),
        ("abcx", LETTERS, RefusalReason.UNKNOWN, "X"),
        ("1 blue 3 yellow", CLASSIC, RefusalReason.MIXED, "1B3Y"),
        ("1 blue 3, yellow", CLASSIC, RefusalReason.MIXED, "1B3Y"),
        ("rbgy 2", CLASSIC, RefusalReason.MIXED, "RBGY2"),
        ("rbgy 7", CLASSIC, RefusalReason.MIXED, "RBGY7"),
        ("2 red, 2 blank", BLANKS, RefusalReason.MIXED, "2R2."),
        ("1 blue 3 oops", CLASSIC, RefusalReason.UNKNOWN, "oops"),
        ("1 blue 3 pink", CLASSIC, RefusalReason.UNKNOWN, "pink"),
        ("1123", TEN_DIGITS, RefusalReason.REPEATED, "1123"),
        ("1.1.2.3", TEN_DIGITS, RefusalReason.REPEATED, "1123"),
        ("rbgy\nrbyg", CLASSIC, RefusalReason.SEVERAL_ROWS, "RBGY RBYG"),
        ("(rbgy)\n(rbyg)", CLASSIC, RefusalReason.SEVERAL_ROWS, "RBGY RBYG"),
        ("rbgy.\nrbyg.", CLASSIC, RefusalReason.SEVERAL_ROWS, "RBGY RBYG"),
        ("pink\nnoir", TEN, RefusalReason.SEVERAL_ROWS, "PINK NOIR"),
        ("```\nrbgy!\nrbyg\n```", CLASSIC, RefusalReason.SEVERAL_ROWS, "RBGY RBYG"),
        ("\u202ergby\u202c", CLASSIC, RefusalReason.REORDERED, "RGBY"),
        ("\u2067rgby\u2069", CLASSIC, RefusalReason.REORDERED, "RGBY"),
    ],
)
def test_text_that_tries_is_refused_with_what_was_read(
    text: str, rules: Rules, why: RefusalReason, read: str
) -> None:
    assert said(text, rules) == Refused(why, read)
    assert told(text, rules) == Refused(why, read)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        *(("rbg_", "＿"), ("(rbgy", "（"), ("r+b+g+y", "＋"), ("r→b→g→y", "→"), ("r_b_g_y", "＿")),
        *(("r·b·g·y", "·"), ("r? b? g? y?", "？"), ("r*b*g*y", "＊"), ("**rbgy*", "＊")),
        *(("<:_red:1> <:blue:2> g y", "red"), ("rbg\x00", "�"), ("rbg\ue000", "�")),
    ],
)
def test_sign_that_is_no_peg_is_shown_in_a_form_without_effect(text: str, read: str) -> None:
    assert said(text) == told(text) == Refused(RefusalReason.UNKNOWN, read)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        *(("#1234", "＃"), ("$1234", "＄"), ("1234%", "％"), ("1?34", "？"), ("1·2·3·4", "·")),
        *(("[1, 2, 3, 4", "［"), ("1 = 2 = 3", "＝")),
    ],
)
def test_sign_among_digits_is_shown_in_a_form_without_effect(text: str, read: str) -> None:
    assert said(text, DIGITS) == told(text, DIGITS) == Refused(RefusalReason.UNKNOWN, read)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        *(
            ("<@123456> rbgy", "＠"),
            ("<#123456> rbgy", "＃"),
            ("https://example.org/1234", "https"),
        ),
        *(("<https://example.org>", "https"), ("r/b/g/y", "／"), ("//rbgy", "／"), ("12:34", "：")),
        *(("~~rbgy~~", "～"), ("<t:1234:R>", "T"), ("<:r:1><:b:2>", "R"), ("red <3", "＜")),
    ],
)
def test_addressed_link_mention_or_mark_is_refused_by_its_beginning(text: str, read: str) -> None:
    assert told(text) == Refused(RefusalReason.UNKNOWN, read)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        *(
            ("RB.G", "RB.G"),
            ("..RG", "..RG"),
            ("R..G", "R..G"),
            (".rbg", ".RBG"),
            ("rb . g", "RB.G"),
        ),
        *(("red blank blue green", "R.BG"), ("🔴🔵▫️🟢", "RB.G"), ("rbgy leeg", "RBGY.")),
        *(("1 2 . 3", "RB.G"), ("**rb.g**", "RB.G")),
    ],
)
def test_blank_is_refused_where_blanks_are_off(text: str, read: str) -> None:
    assert said(text) == told(text) == Refused(RefusalReason.BLANKS_OFF, read)


@pytest.mark.parametrize("text", ["...", "....", "`.`"])
def test_addressed_row_of_blanks_is_refused_where_blanks_are_off(text: str) -> None:
    assert told(text) == Refused(RefusalReason.BLANKS_OFF, text.strip("`"))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        *(("rbg.", "RBG"), ("Red, blue, green.", "RBG"), ("boo.", "BOO"), ("rbg...", "RBG")),
        *(("rbg…", "RBG"), ("rbg .", "RBG"), ("red. blue. green.", "RBG"), ("`rbg.`", "RBG")),
        *(("**rbg**.", "RBG"), ("rbg.!", "RBG"), ("(rbg.)", "RBG")),
    ],
)
def test_full_stop_does_not_change_the_reason(text: str, read: str) -> None:
    assert said(text) == told(text) == Refused(RefusalReason.TOO_FEW, read)


@pytest.mark.parametrize("text", ["1.5", "3.14", "2.5!", "12.3"])
def test_addressed_number_with_a_point_has_a_blank(text: str) -> None:
    read = text.strip("!")
    assert told(text, DIGITS) == Refused(RefusalReason.BLANKS_OFF, read)


@pytest.mark.parametrize("text", ["<:r:1><:b:2><:r:1><:g:3>", "<:1:1><:2:2><:1:1><:3:3>"])
def test_addressed_custom_emoji_named_like_an_initial_or_digit_is_no_peg(text: str) -> None:
    assert reason(told(text)) is RefusalReason.UNKNOWN


@pytest.mark.parametrize("text", ["", ",", "!?", "||", "guess:", "()"])
def test_addressed_nothing_is_too_few(text: str) -> None:
    assert told(text) in {
        Refused(RefusalReason.TOO_FEW, ""),
        Refused(RefusalReason.UNKNOWN, "guess"),
    }


@pytest.mark.parametrize(
    ("text", "read"),
    [("RR", "R"), ("BX", "X"), ("xb", "X"), ("KW", "K"), ("BK", "K"), ("b x", "X")],
)
def test_right_number_with_one_unknown_is_a_try_in_a_small_game(text: str, read: str) -> None:
    rules = Rules(positions=2, colours=2)
    outcome = parse(text, rules, BLACK_AND_WHITE, addressed=False)
    assert outcome == Refused(RefusalReason.UNKNOWN, read)


def test_right_number_of_words_is_a_try_in_a_small_game() -> None:
    small = Rules(positions=2, colours=2)
    assert said("WW", small) == Refused(RefusalReason.UNKNOWN, "W")
    assert said("x red", small) == Refused(RefusalReason.UNKNOWN, "X")
    assert said("red blue x", replace(small, positions=3)) == Refused(RefusalReason.UNKNOWN, "X")


@pytest.mark.parametrize("text", ["rb", "🔴 🔵", "rb?", "red blue"])
def test_addressed_row_is_refused_however_short(text: str) -> None:
    assert told(text) == Refused(RefusalReason.TOO_FEW, "RB")


@pytest.mark.parametrize("size", [LONGEST_READ + 1, LONGEST_TEXT])
def test_long_row_is_read_and_shortened(size: int) -> None:
    outcome = said("r" * size)
    assert outcome == Refused(RefusalReason.TOO_MANY, "R" * (LONGEST_READ - 1) + "…")


@pytest.mark.parametrize("size", [LONGEST_TEXT + 1, 4_000, 100_000])
def test_longer_text_is_not_read_at_all(size: int) -> None:
    assert told("r" * size) == Refused(RefusalReason.TOO_MANY, "…")


@pytest.mark.parametrize(
    "text", ["*" * 500, "<" * 500, "<:a" * 166, "_*" * 250, "🔴" * 500, "((" * 250, "*_x" * 166]
)
def test_text_made_of_marks_is_read_to_its_end(text: str) -> None:
    assert isinstance(told(text), Refused)


def test_unknown_word_is_shortened() -> None:
    outcome = told(f"rbg {'x' * 100}")
    assert outcome == Refused(RefusalReason.UNKNOWN, "x" * (LONGEST_READ - 1) + "…")


@pytest.mark.parametrize("text", ["```red\nblue\ngreen\nyellow```", "```rbgy\nbgy\n```"])
def test_what_a_code_block_does_not_show_is_not_read(text: str) -> None:
    assert not isinstance(told(text), Code)
