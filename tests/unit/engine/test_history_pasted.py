"""Reading lines as people paste them: numbered, decorated, and as this bot shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import PRESETS, Preset, RefusalReason, Rules
from bot.engine.errors import SolverFault, SolverRefused
from bot.engine.history import (
    KeysFault,
    LineRefused,
    UnreadableHistory,
    format_line,
    read_history,
)
from bot.engine.lines import Line
from bot.engine.solver import LINES_LIMIT
from bot.presentation.palette import COLOURS, legend
from tests.unit.engine.reading import ALPHABET, BLANKS, CLASSIC, DIGITS, LETTERS, TEN, TEN_DIGITS

THREE = Rules(positions=3)
BLANK_DIGITS = Rules(symbols=DIGITS.symbols, blanks=True)
GAMES = (
    *(CLASSIC, TEN, BLANKS, DIGITS, TEN_DIGITS, BLANK_DIGITS, LETTERS, ALPHABET, THREE),
    PRESETS[Preset.SUPER],
    Rules(positions=8, colours=10, blanks=True),
)
RBGY = (0, 1, 2, 3)
RED, BLUE, GREEN, YELLOW = (
    f"<:mm_{name}:1234567890>" for name in ("red", "blue", "green", "yellow")
)
RAW = RED + BLUE + GREEN + YELLOW
COPIED = ":mm_red::mm_blue::mm_green::mm_yellow:"


def lines(text: str, rules: Rules = CLASSIC) -> tuple[Line, ...]:
    return read_history(text, rules, legend(rules))


def unreadable(text: str, rules: Rules = CLASSIC) -> UnreadableHistory:
    with pytest.raises(UnreadableHistory) as raised:
        lines(text, rules)
    return raised.value


def faults(text: str, rules: Rules = CLASSIC) -> list[tuple[int, RefusalReason | KeysFault, str]]:
    return [(one.number, one.reason, one.read) for one in unreadable(text, rules).refused]


# What stands around a line


@pytest.mark.parametrize(
    "keys",
    [
        *("1 2.", "1 2!", "1 2;", "1,2.", "(1, 2).", "[1, 2]", "[1,2]", "{1 2}", "(1,2)", "1-2"),
        *("1/2", "→ 1 2", "· 1 2", "**1 2**", "__1 black, 2 white__", "1b 2w!", "1 | 2 |"),
        *("1B2C", "1B 2C", "1b 2c", "1b, 2c", "1B2C."),
        "**1 black, 2 white** · ⚫⚪⚪",
        "1 black, 2 white · :mm_key_black::mm_key_white::mm_key_white:",
        "1 black, 2 white · <:mm_key_black:7><:mm_key_white:8><:mm_key_white:8>",
        "· 1 black, 2 white",
    ],
)
def test_keys_are_read_with_whatever_stands_around_them(keys: str) -> None:
    assert lines(f"RBGY {keys}") == (Line(RBGY, 1, 2),)


@pytest.mark.parametrize(
    "number",
    [
        *("1.", "1)", "1:", "1 :", "(1)", "[1]", "#1", "# 1", "#1:", "#1)", "12.", "12)", "` 1`"),
        *("`10`", "Row 3 of 10 ·", "Ligne 3 sur 10 ·", "Rij 3 van 10 ·", "Row 3/10:", "3/10:"),
        *(
            "Row 3 ·",
            "Row 3:",
            "guess #3:",
            "Guess 3.",
            "**Row 3** ·",
            "Ligne 2 :",
            "•",
            "> 1.",
            "·",
        ),
    ],
)
@pytest.mark.parametrize("row", ["1122", "1 1 2 2", "RRBB", "red red blue blue", "🔴🔴🔵🔵"])
def test_the_number_of_a_line_does_not_matter(number: str, row: str) -> None:
    assert lines(f"{number} {row} 1 0") == (Line((0, 0, 1, 1), 1, 0),)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        # A number without any mark stands apart from a row without gaps, or of other symbols.
        ("1 1122", (0, 0, 1, 1)),
        ("10 RRBB", (0, 0, 1, 1)),
        ("1 red red blue blue", (0, 0, 1, 1)),
        ("| 1 | RRBB", (0, 0, 1, 1)),
        ("row 3 RRBB", (0, 0, 1, 1)),
        # The same symbols in two ways, as pegs are shown where emojis were refused.
        ("🔴🔵🟢🟡 `RBGY`", RBGY),
        ("🔴🔵🟢🟡 RBGY", RBGY),
        ("Row 3 of 10 · 🔴🔵🟢🟡 `RBGY` ·", RBGY),
        ("1 🔴🔵🟢🟡 RBGY ·", RBGY),
        (f"` 1` {RAW} ·", RBGY),
        (f"1 {COPIED} ·", RBGY),
        ("`RBGY`", RBGY),
        ("**RBGY**", RBGY),
        ("_1122_", (0, 0, 1, 1)),
    ],
)
def test_a_row_is_found_behind_its_number_and_among_decoration(
    text: str, row: tuple[int, ...]
) -> None:
    assert lines(f"{text} 1 0") == (Line(row, 1, 0),)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("1. 1. 2. 2.", (0, 0, 1, 1)),
        ("1. ?. 2. 2.", (0, None, 1, 1)),
        ("`1` `1` `2` `2`", (0, 0, 1, 1)),
        ("1 1 2 2", (0, 0, 1, 1)),
        ("12 1 3", (0, 1, 0, 2)),
        ("* 122", (None, 0, 1, 1)),
    ],
)
def test_numbers_that_are_pegs_stay_pegs(text: str, row: tuple[int | None, ...]) -> None:
    assert lines(f"{text} 1 0") == (Line(row, 1, 0),)


def test_a_dot_behind_a_number_is_a_blank_where_that_makes_a_row() -> None:
    assert lines("1. 12 1 0", BLANKS) == (Line((0, 6, 0, 1), 1, 0),)
    assert lines("1 . . 2 1 0", BLANKS) == (Line((0, 6, 6, 1), 1, 0),)
    assert lines("1. 1122 1 0", BLANKS) == (Line((0, 0, 1, 1), 1, 0),)
    assert lines("1) .RB. 1 0", BLANKS) == (Line((6, 0, 1, 6), 1, 0),)
    assert lines("RB.. 1 0.", BLANKS) == (Line((0, 1, 6, 6), 1, 0),)


def test_letters_of_keys_are_symbols_wherever_they_do_not_end_the_line() -> None:
    assert lines("abcb 1b 2c", LETTERS) == (Line((0, 1, 2, 1), 1, 2),)
    assert lines("a b c b 1B2C", LETTERS) == (Line((0, 1, 2, 1), 1, 2),)
    assert lines("?b?c 1 0", LETTERS) == (Line((None, 1, None, 2), 1, 0),)
    assert faults("?b?c", LETTERS) == [(1, KeysFault.MISSING, "?b?c")]
    assert len(faults("abcd\n?b?c", LETTERS)) == 2


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1. 112 1 0", (RefusalReason.TOO_FEW, "RRB")),
        ("1) RBG 1 0", (RefusalReason.TOO_FEW, "RBG")),
        ("Row 3 of 10 · RBGYO · 1 black, 0 white", (RefusalReason.TOO_MANY, "RBGYO")),
        ("#2 RBGX 1 0", (RefusalReason.UNKNOWN, "X")),
        ("1. 1. 1. 2. 2. 1 0", (RefusalReason.TOO_MANY, "RRRBB")),
        ("1 1 1 2 2 1 0", (KeysFault.MORE_NUMBERS, "1 1 1 2 2 1 0")),
        ("1 ? 1 2 2 1 0", (KeysFault.MORE_NUMBERS, "1 ? 1 2 2 1 0")),
        ("2 red 1 blue 1 green 1 0", (RefusalReason.MIXED, "2R1B1G")),
        ("R 1. BGY 1 0", (RefusalReason.MIXED, "R1BGY")),
        ("RBGY RBGY 1 0", (RefusalReason.TOO_MANY, "RBGYRBGY")),
        ("🔴🔵🟢🟡 `RBGR` 1 0", (RefusalReason.TOO_MANY, "RBGYRBGR")),
        ("1122 1 0 · 1344 0 1", (RefusalReason.UNKNOWN, "0")),
        ("1. 1122 1 0 2", (KeysFault.MORE_NUMBERS, "1. 1122 1 0 2")),
        (f"12. {RAW} 3 1.", (KeysFault.ALL_BUT_ONE, "RBGY 3 1")),
        (f"Row 3 of 10 · {RAW}", (KeysFault.MISSING, f"Row 3 of 10 · {RAW}")),
        ("1 0 🔴🔵🟢🟡", (KeysFault.MISSING, "1 0 🔴🔵🟢🟡")),
        ("!?", (KeysFault.MISSING, "!?")),
    ],
)
def test_a_refusal_is_of_the_line_without_its_decoration(
    text: str, fault: tuple[RefusalReason | KeysFault, str]
) -> None:
    assert faults(text) == [(1, *fault)]


BARE_NUMBERS = ("1 ", "12 ", "| 3 | ")
"""They may be pegs or unknown ones, so only a row without gaps stands out against them."""
NUMBERS = ("", "1) ", "(3) ", "#4 ", "[2]: ", "` 1` ", "Row 3 of 10 · ", "Ligne 3 : ", "• ", "> ")
ENDS = ("", ".", "!", " ", ")", "]", " · ⚫⚪", " · <:mm_key_black:12>", "`")
KEYS = ("{} {}", "{},{}", "[{}, {}]", "-> {} {}", "{}b{}w", "{}B {}C", "**{} black, {} white**")
KEYS_MORE = ("· {} noirs, {} blanc", "· **{} zwart, {} wit**", "({}/{})", "= {}; {}")


@st.composite
def decorated(draw: st.DrawFn) -> tuple[Rules, str, str]:
    """A game, a line of it as it is shown, and the same line as somebody may paste it."""
    rules = draw(st.sampled_from(GAMES))
    symbols = st.integers(0, len(legend(rules).characters) - 1)
    row = tuple(draw(symbols) for _ in range(rules.positions))
    black = draw(st.integers(0, rules.positions))
    white = draw(st.integers(0, rules.positions - black))
    if (black, white) == (rules.positions - 1, 1):
        white = 0
    plain = format_line(Line(row, black, white), legend(rules))
    characters = plain.split(" ")[0]
    ways = [characters, characters.lower(), f"`{characters}`", f"**{characters}**"]
    if rules.symbols is CLASSIC.symbols:
        names = [COLOURS[s].emoji_name if s != rules.blank else "mm_blank" for s in row]
        circles = "".join(COLOURS[s].emojis[0] if s != rules.blank else "▫️" for s in row)
        ways += ["".join(f"<:{name}:123456789012345678>" for name in names)]
        ways += ["".join(f":{name}:" for name in names), f"{circles} `{characters}`", circles]
    elif rules.symbols is DIGITS.symbols:
        ways += ["".join("▫️" if c == "." else f"{c}\ufe0f\u20e3" for c in characters)]
    else:
        ways += [" ".join(characters), f"`{' '.join(characters)}`"]
    number = draw(st.sampled_from([*NUMBERS, *BARE_NUMBERS, *(() if rules.blanks else ("2. ",))]))
    keys = draw(st.sampled_from(KEYS + KEYS_MORE)).format(black, white)
    gap = draw(st.sampled_from([" ", "  ", "\n"]))
    return (
        rules,
        plain,
        f"{number}{draw(st.sampled_from(ways))}{gap}{keys}{draw(st.sampled_from(ENDS))}",
    )


@given(decorated())
def test_a_decorated_line_reads_as_the_plain_one(made: tuple[Rules, str, str]) -> None:
    rules, plain, typed = made
    assert lines(typed, rules) == lines(plain, rules)


# A row and its keys in two lines


def test_a_row_and_its_keys_may_be_two_lines() -> None:
    found = lines(
        f"Row 1 of 10 · {RAW}\n**1 black, 2 white** · <:mm_key_black:1><:mm_key_white:2>\n\n"
        f"RRBB 0 1\n` 3` {COPIED}\n0 black, 0 white\nRBGY\n1 0"
    )
    assert found == (
        Line(RBGY, 1, 2),
        Line((0, 0, 1, 1), 0, 1),
        Line(RBGY, 0, 0),
        Line(RBGY, 1, 0),
    )


def test_keys_are_no_lines_of_their_own_and_belong_to_no_line_that_has_some() -> None:
    assert faults("RBGY 1 0\n1 1") == [(2, RefusalReason.TOO_FEW, "")]
    assert faults("1 1\nRBGY") == [(1, RefusalReason.TOO_FEW, ""), (2, KeysFault.MISSING, "RBGY")]
    assert faults("RBG\n1 0") == [(1, KeysFault.MISSING, "RBG"), (2, RefusalReason.TOO_FEW, "")]


def test_impossible_keys_in_a_line_of_their_own_are_refused_as_one_line() -> None:
    error = unreadable("RRBB 1 0\nRBGY\n3 black, 1 white\nRBGY\n3 2\nhello")
    assert [(one.number, one.read) for one in error.refused] == [
        (2, "RBGY 3 1"),
        (3, "RBGY 3 2"),
        (4, "hello"),
    ]
    assert error.lines == (
        Line((0, 0, 1, 1), 1, 0),
        "RBGY 3 black, 1 white",
        "RBGY 3 2",
        "hello",
    )


def test_a_refused_history_keeps_what_was_read_and_what_was_typed_in_order() -> None:
    error = unreadable("1. hello\n\n2. 1122 10\nRBGY  3 1 \n1122 1 0")
    assert error.refused == (
        LineRefused(1, KeysFault.MISSING, "1. hello"),
        LineRefused(3, KeysFault.ALL_BUT_ONE, "RBGY 3 1"),
    )
    line = Line((0, 0, 1, 1), 1, 0)
    assert error.lines == ("1. hello", line, "RBGY  3 1", line)


def test_as_many_rows_as_a_solver_takes_may_have_their_keys_in_lines_of_their_own() -> None:
    rows = [f"{first}{second}11" for first in range(1, 7) for second in range(1, 7)]
    pasted = [f"Row {number} of 99 · {row}\n0 black, 0 white" for number, row in enumerate(rows)]
    assert len(lines("\n".join(pasted[:LINES_LIMIT]))) == LINES_LIMIT
    for more in (pasted[: LINES_LIMIT + 1], pasted, map(str, range(500))):
        with pytest.raises(SolverRefused) as raised:
            lines("\n".join(more))
        assert raised.value.fault is SolverFault.TOO_MANY_LINES


def test_the_ids_of_emojis_do_not_make_a_line_too_long() -> None:
    rules = Rules(positions=8, colours=10)
    yellow, key = "<:mm_yellow:1234567890123456789>", "<:mm_key_white:1234567890123456789>"
    pasted = f"Row 10 of 12 · {yellow * 8}\n**0 black, 7 white** · {key * 7}"
    assert lines(pasted, rules) == (Line((3,) * 8, 0, 7),)


@pytest.mark.parametrize(
    "mixture", ["· ", "·", ":mm_key_black:", "· ⚫", "1) ", "` 1` ", "a 1/2: "]
)
def test_no_run_of_decoration_makes_a_line_slow_to_read(mixture: str) -> None:
    text = "\n".join(f"1122 {number} {mixture * 60}"[:290] + "x" for number in range(30))
    assert len(unreadable(text).refused) == 30


@pytest.mark.parametrize(
    ("rules", "typed"),
    [
        (DIGITS, "6|6|1|4|6 2, 1"),
        (DIGITS, "6 | 6 | 1 | 4 | 6 | 2 | 1"),
        (DIGITS, "6 6 1 4 6 2 1"),
        (BLANK_DIGITS, "6 . 1 4 6 2 1"),
        (BLANK_DIGITS, "6 | . | 1 | 4 | 6 = 2 1"),
        (BLANK_DIGITS, "6|blank|1|4|6 = 21"),
    ],
)
def test_a_peg_too_many_is_not_taken_for_the_number_of_a_row(rules: Rules, typed: str) -> None:
    ((_, reason, _),) = faults(typed, rules)
    assert reason in (KeysFault.MORE_NUMBERS, RefusalReason.TOO_MANY)


@pytest.mark.parametrize(
    "typed", ["6 6142 1 0", "| 6 | 6142 | 1 0 |", "6. 6142 1 0", "6 | 6142 10"]
)
def test_a_number_before_a_row_of_digits_in_one_piece_is_a_label(typed: str) -> None:
    assert lines(typed, DIGITS) == lines("6142 1 0", DIGITS)
