"""A round looked back on, as people read it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.engine import Code, Feedback, Rules, Symbols
from bot.engine.analysis import Analysis, Judged, analyse, contradicted
from bot.engine.codesets import Game
from bot.engine.picks import Pick
from bot.matches.ids import SourceId
from bot.matches.models import Outcome, Phase, Round, Row, Terms
from bot.matches.view import RoundView
from bot.presentation.analysis import ROWS_A_PAGE, not_over, nothing_played, page
from bot.presentation.i18n import Language
from tests.unit.presentation.samples import (
    CLASSIC,
    EMOJIS,
    NOW,
    SECRET,
    a_match,
    a_round,
    scene,
    seen,
)

R, B, G, Y, O, P = range(6)  # noqa: E741
TWO_PAIRS = Code((R, R, B, B))
OTHERS = Code((Y, Y, O, O))
NEARLY = Code((R, B, R, P))
LIMIT = 2000
LARGE = Rules(positions=6, colours=10)
TOO_LARGE = Rules(positions=8, colours=10, blanks=True, rows=12)
WIDE = (
    Rules(positions=8, colours=6, blanks=True, rows=12),
    Rules(positions=5, symbols=Symbols.LETTERS, colours=25, rows=12),
    Rules(positions=7, symbols=Symbols.DIGITS, colours=9, blanks=True, rows=12),
)
"""Games with long rows that are counted all the same."""


def public(played: Round, rules: Rules = CLASSIC) -> RoundView:
    match = a_match(played, phase=Phase.FINISHED, terms=Terms(rules))
    return seen(match).rounds[played.number - 1]


def solved(*missed: Code, rules: Rules = CLASSIC, code: Code = SECRET) -> RoundView:
    return public(a_round(1, [*missed, code], Outcome.SOLVED, code, rules), rules)


def read(
    played: RoundView,
    at: int = 0,
    rules: Rules = CLASSIC,
    language: Language = Language.EN,
    emojis: Mapping[str, str] | None = None,
) -> str:
    guesses = [(row.code, row.feedback) for row in played.rows]
    game = Game.of(rules)
    asked = slice(at, at + ROWS_A_PAGE)
    found = analyse(game, guesses, asked, Random(1)) if game.is_small else None
    return page(played, at, found, contradicted(guesses), rules, scene(language, emojis))


def test_a_round_is_told_row_by_row_and_then_as_a_whole() -> None:
    assert read(solved(TWO_PAIRS, OTHERS, NEARLY)) == "\n".join(
        [
            "**Analysis of round 1**",
            "The code: 🔴🔵🔴🟢 `RBRG`",
            "1296 → 36 → 20 → 2 → 1 codes left",
            "**Row 1** · 🔴🔴🔵🔵 `RRBB` · 1 black, 2 white",
            "- It left **36 of 1,296** codes.",
            "- On average this row leaves **204.5**, and the solver's row `RRBG` **185.3**.",
            "**Row 2** · 🟡🟡🟠🟠 `YYOO` · 0 black, 0 white",
            "- It left **20 of 36** codes.",
            "- On average this row leaves **14.7**, and the solver's row `RBRG` **4.6**.",
            "- It could not be the code: the reply to row 1 says no.",
            "**Row 3** · 🔴🔵🔴🟣 `RBRP` · 3 black, 0 white",
            "- It left **2 of 20** codes.",
            "- On average this row leaves **2.4**, as few as the solver's row `RBRG`.",
            "**Row 4** · 🔴🔵🔴🟢 `RBRG` · 4 black, 0 white",
            "- It was the code, one of **2** that were left.",
            "- On average this row leaves **1**, as few as the solver's row `RBRR`.",
            "In the whole round, row 2 contradicted an earlier reply.",
            "-# Averages are over all codes possible then. The solver's row leaves the fewest.",
        ]
    )


def test_a_row_that_the_solver_would_have_played_is_said_to_be_that() -> None:
    first = "- On average this row leaves **185.3**. The solver would have played the same.\n"
    assert first in read(solved(Code((R, R, B, G))))


def test_the_only_code_left_is_named_where_it_was_not_played_and_not_where_it_was() -> None:
    unasked = Code((R, B, R, Y))
    text = read(solved(TWO_PAIRS, OTHERS, Code((R, G, P, R)), NEARLY, unasked), 4)
    missed, hit = text.split("**Row ")[1:]
    assert "- Only one code was left: `RBRG`.\n- It could not be the code" in missed
    assert "- It was the only code left.\n" in hit
    assert "On average this" not in text


def test_all_replies_that_a_row_contradicts_are_named_and_all_such_rows() -> None:
    text = read(solved(TWO_PAIRS, NEARLY, OTHERS, OTHERS, TWO_PAIRS))
    assert "the replies to rows 1 and 2 say no" in text.split("**Row 3**")[1]
    assert "the replies to rows 1, 2, and 3 say no" in text.split("**Row 4**")[1]
    assert "In the whole round, rows 3, 4, and 5 contradicted earlier replies." in text


def test_a_round_without_a_contradiction_says_so() -> None:
    text = read(solved(TWO_PAIRS))
    assert "In the whole round, no row contradicted an earlier reply." in text


@pytest.mark.parametrize(("at", "rows"), [(0, [1, 2, 3, 4]), (4, [5, 6, 7, 8]), (8, [9, 10])])
def test_a_page_has_its_rows_and_the_narrowing_of_the_whole_round(
    at: int, rows: Sequence[int]
) -> None:
    failed = public(a_round(1, [OTHERS] * 10, Outcome.FAILED))
    text = read(failed, at)
    assert [number for number in range(1, 11) if f"**Row {number}**" in text] == list(rows)
    assert f"1296 → {' → '.join(['256'] * 10)} codes left" in text
    assert "rows 2, 3, 4, 5, 6, 7, 8, 9, and 10 contradicted" in text


def test_a_sample_is_said_to_be_one_and_its_best_row_not_to_be_the_best_of_all() -> None:
    sampled, best_of_all = "the solver compares only a sample", "leaves the fewest"
    code = Code((R, B, R, G, Y, O))
    text = read(solved(rules=LARGE, code=code), rules=LARGE)
    assert sampled in text
    assert best_of_all not in text
    text = read(solved())
    assert sampled not in text
    assert best_of_all in text


def test_a_game_with_too_many_codes_is_told_without_numbers_but_with_contradictions() -> None:
    code = Code(range(8))
    turned = Code((1, 0, *range(2, 8)))
    text = read(solved(turned, turned, rules=TOO_LARGE, code=code), rules=TOO_LARGE)
    assert "codes left" not in text
    assert "On average" not in text
    assert "more than 10,000,000 codes" in text
    first, second, _ = text.split("**Row ")[1:]
    assert "It could not be" not in first
    assert "- It could not be the code: the reply to row 1 says no." in second


def test_where_no_code_fits_the_replies_there_are_no_figures() -> None:
    lies = (Feedback(0, 0), Feedback(1, 0), Feedback(1, 1))
    rows = tuple(
        Row(number, OTHERS, keys, SourceId(number), NOW) for number, keys in enumerate(lies, 1)
    )
    played = public(Round(1, 1, 2, None, rows, Outcome.ABANDONED))  # type: ignore[arg-type]
    text = read(played)
    assert "1296 → 256 → 0 → 0 codes left" in text
    assert "The code:" not in text
    assert text.split("**Row 3**")[1].startswith(
        " · 🟡🟡🟠🟠 `YYOO` · 1 black, 1 white\n- No code fits all the replies before it.\n"
    )


def longest(rules: Rules, beside: str) -> tuple[RoundView, Analysis, list[range]]:
    """Rows that contradict all before them, and figures with as many digits as there can be."""
    code = Code(number % rules.symbol_count for number in range(rules.positions))
    rows = [Code((*code[1:], code[0]))] * rules.rows
    played = public(a_round(1, rows, Outcome.FAILED, code, rules), rules)
    pick = Pick(code, 9_999_999, 44, 9_999_998.7, 9.9, possible=True, sampled=True)
    row = {
        "worse": replace(pick, code=rows[0], expected=9_999_999.7),
        "as good": replace(pick, code=rows[0]),
        "the same": pick,
    }[beside]
    counts = (rules.code_count,) * (rules.rows + 1)
    return (
        played,
        Analysis(counts, (Judged(row, pick),) * ROWS_A_PAGE),
        [range(number) for number in range(rules.rows)],
    )


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("emojis", [None, EMOJIS])
@pytest.mark.parametrize("rules", WIDE)
@pytest.mark.parametrize("beside", ["worse", "as good", "the same"])
def test_a_page_fits_into_a_message_whatever_was_played(
    beside: str, rules: Rules, emojis: Mapping[str, str] | None, language: Language
) -> None:
    assert Game.of(rules).is_small
    played, found, against = longest(rules, beside)
    at = rules.rows - ROWS_A_PAGE
    text = page(played, at, found, against, rules, scene(language, emojis))
    assert len(text) <= LIMIT
    assert text.count(str(rules.code_count)) == rules.rows + 1


def test_own_emojis_are_shown_where_they_fit() -> None:
    assert EMOJIS["mm_red"] in read(solved(TWO_PAIRS, OTHERS), emojis=EMOJIS)


def test_before_its_end_a_round_has_a_sentence_and_so_has_one_without_rows() -> None:
    assert not_over(scene()) == (
        "This round is not over yet. Please press **Analysis** again when it is."
    )
    assert "No row was played in round 3" in nothing_played(3, scene())
