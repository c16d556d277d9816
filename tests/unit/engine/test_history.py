"""Reading the lines of a history: rows, and the keys behind them."""

import json
from contextlib import suppress
from pathlib import Path
from typing import TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import PRESETS, Preset, RefusalReason, Rules
from bot.engine.codesets import Game
from bot.engine.errors import SolverFault, SolverRefused
from bot.engine.history import KeysFault, LineRefused, UnreadableHistory, read_history
from bot.engine.lines import Line
from bot.engine.solver import LINES_LIMIT, Solver
from bot.presentation.palette import legend
from tests.unit.engine.reading import ALPHABET, BLANKS, CLASSIC, LETTERS, TEN_DIGITS

CASES = Path(__file__).parents[2] / "cases" / "solver.json"


class Case(TypedDict):
    id: str
    input: str


INPUTS: dict[str, Case] = {
    case["id"]: case for case in json.loads(CASES.read_text(encoding="utf-8"))["invalid_inputs"]
}
REFUSED = {
    "V01": KeysFault.SUM,
    "V03": KeysFault.ALL_BUT_ONE,
    "V05": KeysFault.MISSING,
    "V07": KeysFault.MORE_NUMBERS,
    "V09": RefusalReason.TOO_MANY,
    "V11": RefusalReason.UNKNOWN,
}
TAKEN = {
    "V15": Line((0, 0, 1, 1), 1, 0),
    "V17": Line((0, 0, 1, 1), 1, 0),
    "V19": Line((None, None, None, None), 1, 1),
    "V21": Line((0, 0, 1, 1), 1, 0),
}
ELSEWHERE = {"V13", "V23", "V25", "V27"}
"""Not one line of text: each has a test of its own here, the last in `test_advice.py`."""


def lines(text: str, rules: Rules = CLASSIC) -> tuple[Line, ...]:
    return read_history(text, rules, legend(rules))


def refused(text: str, rules: Rules = CLASSIC) -> tuple[LineRefused, ...]:
    with pytest.raises(UnreadableHistory) as raised:
        lines(text, rules)
    return raised.value.refused


def fault(text: str, rules: Rules = CLASSIC) -> RefusalReason | KeysFault:
    (one,) = refused(text, rules)
    return one.reason


# The known inputs


def test_every_known_input_has_a_test() -> None:
    assert set(INPUTS) == REFUSED.keys() | TAKEN.keys() | ELSEWHERE


@pytest.mark.parametrize("case", REFUSED)
def test_an_input_that_cannot_be_right_is_refused(case: str) -> None:
    assert fault(INPUTS[case]["input"]) is REFUSED[case]


@pytest.mark.parametrize("case", TAKEN)
def test_an_input_that_is_odd_but_plain_is_taken(case: str) -> None:
    assert lines(INPUTS[case]["input"]) == (TAKEN[case],)


@pytest.mark.parametrize("text", ["", "\n", "  \n\t\n "])
def test_an_empty_text_has_no_lines(text: str) -> None:
    assert lines(text) == ()
    assert Solver(Game.of(CLASSIC), lines(text)).count == 1296


def test_a_game_whose_codes_cannot_all_be_looked_at_is_refused_at_once() -> None:
    rules = Rules(positions=10, colours=10)
    with pytest.raises(SolverRefused) as raised:
        Solver(Game.of(rules), lines("", rules))
    assert raised.value.fault is SolverFault.TOO_MANY_CODES


def test_the_same_line_five_hundred_times_says_what_it_says_once() -> None:
    found = lines("1122 1 1\n" * 500)
    assert found == lines("1122 1 1") * 500
    assert Solver(Game.of(CLASSIC), found).count == 208


# Rows


@pytest.mark.parametrize(
    "row",
    [
        *("1213", "1 2 1 3", "RBRG", "r b r g", "r-b-r-g", "R,B,R,G", "red blue red green"),
        *("rouge bleu rouge vert", "rood blauw rood groen", "🔴🔵🔴🟢", "🟥 💙 🔴 💚"),
        "<:mm_red:11><:mm_blue:12><:mm_red:11><:mm_green:13>",
        *("`RBRG`", "(RBRG)", "I guess RBRG", "> RBRG", "| RBRG |"),
    ],
)
def test_a_row_is_read_as_everywhere(row: str) -> None:
    assert lines(f"{row} 1 2") == (Line((0, 1, 0, 2), 1, 2),)


def test_blanks_and_letters_are_read_by_the_game_they_belong_to() -> None:
    assert lines("RB.. 1 0", BLANKS) == (Line((0, 1, 6, 6), 1, 0),)
    assert lines("abba 1 0", LETTERS) == (Line((0, 1, 1, 0), 1, 0),)
    assert lines("crow 2b 1w", ALPHABET) == (Line((2, 17, 14, 22), 2, 1),)
    assert lines("0123 04", TEN_DIGITS) == (Line((0, 1, 2, 3), 0, 4),)


def test_a_row_may_repeat_symbols_even_where_a_code_may_not() -> None:
    assert lines("0011 0 1", TEN_DIGITS) == (Line((0, 0, 1, 1), 0, 1),)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("R?RG", (0, None, 0, 2)),
        ("1?1?", (0, None, 0, None)),
        ("R*RG", (0, None, 0, 2)),
        ("*BR*", (None, 1, 0, None)),
        ("**RG", (None, None, 0, 2)),
        ("_BR_", (None, 1, 0, None)),
        ("____", (None, None, None, None)),
        ("red ? red ?", (0, None, 0, None)),
        ("<:mm_red:11>?<:mm_red:11>_", (0, None, 0, None)),
        ("1-13", (0, None, 0, 2)),
        ("RBR-", (0, 1, 0, None)),
        ("R - B G", (0, None, 1, 2)),
        ("----", (None, None, None, None)),
        ("R—RG", (0, None, 0, 2)),
    ],
)
def test_an_unknown_symbol_is_written_in_several_ways(
    text: str, row: tuple[int | None, ...]
) -> None:
    assert lines(f"{text} 1 1") == (Line(row, 1, 1),)


def test_a_dash_is_an_unknown_only_where_the_row_lacks_symbols_without_it() -> None:
    assert lines("R-B-R-G 1 1") == (Line((0, 1, 0, 2), 1, 1),)
    assert lines("R?-R-G 1 1") == (Line((0, None, 0, 2), 1, 1),)
    assert fault("R-B-G 1 1") is RefusalReason.TOO_FEW
    assert lines("R.-B 1 0", BLANKS) == (Line((0, 6, None, 1), 1, 0),)


# Keys


@pytest.mark.parametrize(
    "keys",
    [
        *("1 2", "1,2", "1, 2", "1/2", "1;2", "1:2", "1-2", "1 - 2", "1|2", "1+2", "12", "(1,2)"),
        *("- 1 2", "-> 1 2", "=> 12", "= 1 2", ": 1 2", "| 1 | 2", "01 02", "１ ２"),
        *("1 black 2 white", "1 black, 2 white", "1 Black and 2 Whites", "1b 2w", "1b2w"),
        *("1 noir, 2 blancs", "1 noir et 2 blanches", "1 zwart, 2 wit", "1 zwarte en 2 witte"),
        *("1 bull 2 cows", "1 noir 2 grises"),
    ],
)
def test_keys_are_read_in_many_forms(keys: str) -> None:
    assert lines(f"RBRG {keys}") == (Line((0, 1, 0, 2), 1, 2),)


@pytest.mark.parametrize(
    ("keys", "black", "white"),
    [
        *(("? 1", None, 1), ("1 ?", 1, None), ("? ?", None, None), ("??", None, None)),
        *(("* 1", None, 1), ("- 1", None, 1), ("1 -", 1, None), ("_ _", None, None)),
        *(("1,?", 1, None), ("? black 1 white", None, 1), ("1?", 1, None)),
    ],
)
def test_an_unknown_number_is_written_like_an_unknown_symbol(
    keys: str, black: int | None, white: int | None
) -> None:
    assert lines(f"RBRG {keys}") == (Line((0, 1, 0, 2), black, white),)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1 2 1 3 1 0", Line((0, 1, 0, 2), 1, 0)),
        ("1 2 1 3 10", Line((0, 1, 0, 2), 1, 0)),
        ("1 2 1 3 - 1", Line((0, 1, 0, 2), None, 1)),
        ("1 2 1 - 1 0", Line((0, 1, 0, None), 1, 0)),
        ("1 2 1 ? 10", Line((0, 1, 0, None), 1, 0)),
    ],
)
def test_where_a_row_ends_is_found_by_its_size(text: str, line: Line) -> None:
    assert lines(text) == (line,)


def test_two_digits_run_together_are_not_parted_where_they_may_be_one_number() -> None:
    rules = Rules(positions=10, colours=10)
    assert fault("RBGYOPNIWK 10", rules) is KeysFault.MISSING
    assert lines("RBGYOPNIWK 10 0", rules) == (Line(tuple(range(10)), 10, 0),)


# Refusals


@pytest.mark.parametrize(
    ("text", "reason", "read"),
    [
        ("RBG 1 0", RefusalReason.TOO_FEW, "RBG"),
        ("R?G 1 0", RefusalReason.TOO_FEW, "R?G"),
        ("1 0", RefusalReason.TOO_FEW, ""),
        ("RBG?Y 1 0", RefusalReason.TOO_MANY, "RBG?Y"),
        ("RBGX 1 0", RefusalReason.UNKNOWN, "X"),
        ("pink pink red red 1 0", RefusalReason.UNKNOWN, "pink"),
        ("R1BG 1 0", RefusalReason.MIXED, "R1BG"),
        ("RB.G 1 0", RefusalReason.BLANKS_OFF, "RB.G"),
        ("\u202eRBRG\u202c 1 0", RefusalReason.REORDERED, "RBRG"),
        ("R" * 600 + " 1 0", RefusalReason.TOO_MANY, "…"),
        ("RBRG", KeysFault.MISSING, "RBRG"),
        ("RBRG 1", KeysFault.MISSING, "RBRG 1"),
        ("RBRG -1 0", KeysFault.MISSING, "RBRG -1 0"),
        ("RBRG one two", KeysFault.MISSING, "RBRG one two"),
        ("hello there", KeysFault.MISSING, "hello there"),
        ("RBRG 1 0 0", KeysFault.MORE_NUMBERS, "RBRG 1 0 0"),
        ("1213 1 0 0 0 0", KeysFault.MORE_NUMBERS, "1213 1 0 0 0 0"),
        ("RBRG 4 1", KeysFault.SUM, "RBRG 4 1"),
        ("RBRG 5 ?", KeysFault.SUM, "RBRG 5 ?"),
        ("RBRG 99 99", KeysFault.SUM, "RBRG 99 99"),
        ("RBRG 31", KeysFault.ALL_BUT_ONE, "RBRG 3 1"),
        ("???? 3 1", KeysFault.ALL_BUT_ONE, "???? 3 1"),
    ],
)
def test_a_refusal_says_why_and_what_was_read(
    text: str, reason: RefusalReason | KeysFault, read: str
) -> None:
    assert refused(text) == (LineRefused(1, reason, read),)


def test_all_bad_lines_are_named_by_their_numbers_and_empty_ones_do_not_count() -> None:
    found = refused("RBRG 1 0\n\nRBR 1 0\nRBRG 3 1\n \nRBRG 1 0\nRBR 1 0")
    assert [(one.number, one.reason) for one in found] == [
        (2, RefusalReason.TOO_FEW),
        (3, KeysFault.ALL_BUT_ONE),
        (5, RefusalReason.TOO_FEW),
    ]


def test_more_different_lines_than_a_solver_takes_are_refused_unread() -> None:
    rules = PRESETS[Preset.SUPER]
    many = [f"{first}{second}111 0 0" for first in range(1, 9) for second in range(1, 9)]
    assert len(lines("\n".join(many[:LINES_LIMIT]), rules)) == LINES_LIMIT
    with pytest.raises(SolverRefused) as raised:
        lines("\n".join(many), rules)
    assert raised.value.fault is SolverFault.TOO_MANY_LINES


@pytest.mark.parametrize(
    "typed",
    [
        "??????? 1 2",
        "RBGYO?? 1 0\nRBGOY?? 1 0",
        "\n".join(f"?BGYOP{last} 1 0" for last in "RBGYOPNIWK") + "\n?RGYOPN 1 0",
    ],
)
def test_unknown_symbols_are_refused_by_what_all_lines_together_would_cost(typed: str) -> None:
    rules = Rules(positions=7, colours=10)
    with pytest.raises(SolverRefused) as raised:
        Solver(Game.of(rules), lines(typed, rules))
    assert raised.value.fault is SolverFault.TOO_MANY_UNKNOWNS


@given(st.text(alphabet="RBGYX1290?*_- ,.|()/<>:@`~é½\u202e\ue000\n👍🔴", max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(UnreadableHistory):
        found = lines(text)
        assert all(len(line.row) == 4 for line in found)
        assert Solver(Game.of(CLASSIC), found).count <= 1296


@pytest.mark.parametrize("mixture", ["=->", "=", "->", "=>", ": ", "(", "/ ", "= ->", "-"])
def test_no_run_of_arrows_makes_a_line_slow_to_read(mixture: str) -> None:
    # Each repetition once doubled the time; so many would not end in anybody's life.
    text = f"1122 {mixture * 60}"[:280] + "x 1 1"
    with pytest.raises(UnreadableHistory):
        read_history(text, Rules(), legend(Rules()))


@pytest.mark.parametrize("arrow", [" -> ", "=>", " ---> ", ": ", " = (", "/"])
def test_arrows_between_row_and_keys_do_not_matter(arrow: str) -> None:
    assert read_history(f"1122{arrow}1 0", Rules(), legend(Rules())) == (Line((0, 0, 1, 1), 1, 0),)


def test_long_lines_of_numbers_are_refused_at_once() -> None:
    text = "\n".join("- " * 140 + f"{number} 11" for number in range(9))
    with pytest.raises(UnreadableHistory):
        read_history(text, Rules(), legend(Rules()))
