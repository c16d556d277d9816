"""The solver in words."""

import random
from collections.abc import Sequence

import pytest

from bot.engine import PRESETS, Preset, RefusalReason, Rules, Symbols
from bot.engine.advice import Advice, advise
from bot.engine.code import Code
from bot.engine.codesets import Game
from bot.engine.errors import SolverFault, SolverRefused
from bot.engine.history import KeysFault, LineRefused, UnreadableHistory, read_history
from bot.engine.lines import Line
from bot.engine.picks import Pick, Strategy
from bot.engine.solver import LINES_LIMIT, Solver
from bot.matches.errors import (
    ThinkingAlreadyError,
    ThinkingBusyError,
    ThinkingError,
    ThinkingStoppedError,
    ThinkingTooLongError,
)
from bot.presentation import solving
from bot.presentation.i18n import Language
from bot.presentation.palette import legend
from tests.unit.presentation.samples import EMOJIS, scene

CLASSIC = Rules()
LARGEST = Rules(positions=8, symbols=Symbols.LETTERS, colours=26)


def said(
    typed: str,
    rules: Rules = CLASSIC,
    strategy: Strategy = Strategy.MINIMAX,
    language: Language = Language.EN,
) -> str:
    """What is answered to these lines."""
    lines = read_history(typed, rules, legend(rules))
    solver = Solver(Game.of(rules), lines)
    advice = advise(solver, strategy, solving.MOST_CODES, random.Random(1))
    return solving.advice_text(advice, lines, rules, strategy, scene(language))


def refused(*lines: LineRefused, language: Language = Language.EN) -> Sequence[str]:
    """The lines of the refusal."""
    error = UnreadableHistory(lines, ("RBRG",))
    return solving.refused_lines(error, "RBRG", CLASSIC, scene(language)).content.split("\n")


def refusal(
    typed: str, rules: Rules = CLASSIC, language: Language = Language.EN
) -> solving.NoAnswer:
    """What is answered to these lines, some of which cannot be taken."""
    with pytest.raises(UnreadableHistory) as raised:
        read_history(typed, rules, legend(rules))
    return solving.refused_lines(raised.value, typed, rules, scene(language))


def shown(answer: solving.NoAnswer) -> str:
    """The lines that can be edited."""
    return solving.lines_in(answer.content, answer.embed)


# The box


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    "rules", [CLASSIC, LARGEST, Rules(positions=8, colours=10, blanks=True, repeats=False)]
)
def test_the_words_of_the_box_fit_into_it(rules: Rules, language: Language) -> None:
    words = solving.lines_box(rules, scene(language))
    assert len(words.title) <= 45
    assert len(words.label) <= 45
    assert len(words.description) <= 100
    assert len(words.placeholder) <= 100


@pytest.mark.parametrize("language", list(Language))
def test_the_title_of_the_box_names_every_symbol_of_every_game(language: Language) -> None:
    most = {Symbols.COLOURS: 10, Symbols.DIGITS: 10, Symbols.LETTERS: 26}
    ends = {Symbols.COLOURS: "(RBGYOPNIWK)", Symbols.DIGITS: "(0–9)", Symbols.LETTERS: "(A–Z)"}
    games = [
        Rules(positions=positions, symbols=symbols, colours=count)
        for symbols in Symbols
        for positions in range(3, 9)
        for count in range(4, most[symbols] + 1)
    ]
    for rules in (*PRESETS.values(), *games):
        title = solving.lines_box(rules, scene(language)).title
        assert len(title) <= 45
        if rules.colours == most[rules.symbols]:
            assert title.endswith(ends[rules.symbols])


def test_the_box_shows_a_line_of_its_game() -> None:
    assert solving.lines_box(CLASSIC, scene()).placeholder == "For example RBRG 1 2"
    cows = PRESETS[Preset.BULLS_AND_COWS]
    example = solving.lines_box(cows, scene()).placeholder.removeprefix("For example ")
    assert read_history(example, cows, legend(cows)) == (Line((0, 1, 2, 3), 1, 2),)


# What was found


def test_without_lines_all_codes_are_possible() -> None:
    text = said("")
    assert "**All 1,296 codes are possible.**" in text
    assert "```" not in text
    assert "`RRBB`" in text


def test_many_codes_are_counted_and_some_are_named() -> None:
    text = said("RRBB 1 0\nRGGG 0 1")
    assert "**45 codes are left** of 1,296. The first 24 of them: `GYBY GYBO " in text


def test_few_codes_are_all_named() -> None:
    text = said("RRBB 0 3\nRBGY 1 1")
    assert "**6 codes are left** of 1,296. They are: `BBRO BBRP BBOR BBPR OBRR PBRR`" in text


def test_the_next_row_comes_with_the_reasons_for_it() -> None:
    text = said("RRBB 1 0\nRGGG 0 1")
    assert "**Play next:** " in text
    assert "`YRYO`" in text
    assert "11 different replies; then 7 codes are left at worst, 5.1 on average." in text
    assert "(minimax)" in text
    assert "It may be the code itself." in text
    assert "sample" not in text


@pytest.mark.parametrize(
    ("strategy", "reason"),
    [
        (Strategy.MINIMAX, "for the fewest codes left at worst"),
        (Strategy.EXPECTED_SIZE, "for the fewest codes left on average"),
        (Strategy.ENTROPY, "for what its reply tells (entropy, in bits: 3.1)"),
        (Strategy.MOST_PARTS, "for the most different replies"),
    ],
)
def test_each_strategy_says_what_it_chose_by(strategy: Strategy, reason: str) -> None:
    assert reason in said("", strategy=strategy)


def test_a_row_after_which_the_code_is_known_is_praised_for_that() -> None:
    text = said("RRBB 0 3\nRBGY 1 1")
    assert "Whatever the reply, only one code fits then." in text
    assert "It cannot be the code itself" in text


def test_it_is_said_when_only_a_sample_of_rows_was_compared() -> None:
    pick = Pick(Code((0, 1, 2, 3)), 9, 8, 4.0, 2.0, possible=True, sampled=True)
    advice = Advice(30, (Code((0, 1, 2, 3)),), pick, ())
    text = solving.advice_text(advice, [], CLASSIC, Strategy.ENTROPY, scene())
    assert "I compared a sample of the rows" in text


def test_one_code_left_is_the_solution_and_no_row_is_suggested() -> None:
    text = said("1122 1 0\n1344 0 1\n3526 1 2\n1462 1 1")
    assert "**One code is left**, so it is solved: " in text
    assert "`GPGB`" in text
    assert "Play next" not in text


def test_lines_at_odds_are_named_with_what_was_read_and_no_others() -> None:
    text = said("RBGY 1 0\n1111 2 0\nOPOP 0 3\nR?BB ? 1")
    assert "**No code is left**: these lines cannot all be right." in text
    named = [line for line in text.split("\n") if line.startswith("Line ")]
    assert named == ["Line 2: `RRRR 2 0`", "Line 3: `OPOP 0 3`"]
    assert "Play next" not in text


def test_a_line_that_no_code_explains_is_named_alone() -> None:
    text = said("RBGY 1 0\n1111 0 1")
    assert "this line cannot be right, whatever the code is.\nLine 2: `RRRR 0 1`\n" in text


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("rules", [CLASSIC, Rules(positions=6, colours=9, blanks=True)])
def test_an_answer_always_fits_into_a_message(rules: Rules, language: Language) -> None:
    pegs = rules.positions
    lines = [Line((symbol,) * pegs, black, None) for symbol in range(6) for black in range(6)]
    codes = tuple(Code((5,) * pegs) for _ in range(solving.MOST_CODES))
    pick = Pick(codes[0], 10**6, 40, 10.0**6, 3.2, possible=False, sampled=True)
    full = scene(language, EMOJIS)
    some = Advice(10**6, codes, pick, ())
    none = Advice(0, (), None, tuple(range(LINES_LIMIT)))
    for advice in (some, none):
        text = solving.advice_text(advice, lines, rules, Strategy.ENTROPY, full)
        assert len(text) <= 2000


# The lines again


def test_the_lines_of_an_answer_can_be_taken_back_from_it() -> None:
    assert solving.lines_in(said("1122 1 0\n\nr?gg 01\n1122 1 0")) == "RRBB 1 0\nR?GG 0 1"
    assert solving.lines_in(said("")) == ""


def test_a_refusal_shows_what_was_read_and_only_the_rest_as_it_was_typed() -> None:
    answer = refusal(" `RBRG`\n1. red red blue blue 10 \n\n<:mm_red:12>BGY 3 1\nRBRG 1 1 ")
    assert shown(answer) == "'RBRG'\nRRBB 1 0\n<:mm_red:12>BGY 3 1\nRBRG 1 1"
    assert answer.embed == ""
    assert "Line 3: `RBGY 3 1` cannot be" in answer.content


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    "typed",
    [
        "\n".join(f"{'<:mm_yellow:1234567890123456789>' * 4} 3 {n}" for n in range(1, 29)),
        "\n".join(["R" * 124 + f" {number} 0" for number in range(10, 41)]),
        f"{'🔴' * 1990}\nx",
        "1122 10\n" * 499 + "x",
    ],
)
def test_what_has_no_room_in_a_message_is_shown_beside_it(typed: str, language: Language) -> None:
    answer = refusal(typed, language=language)
    for text, most in ((answer.content, 2000), (answer.embed, 4096)):
        assert len(text.encode("utf-16-le")) // 2 <= most
    assert answer.embed
    assert "```" not in answer.content
    assert shown(answer) == typed


def test_an_emoji_is_named_without_its_number_where_a_line_is_quoted() -> None:
    emojis = "<:mm_red:1234567890123456789><a:mm_blue:1234567890123456789>"
    answer = refusal(f"{emojis} `x` 1")
    assert answer.content.startswith("Line 1: `:mm_red::mm_blue: 'x' 1` does not end in keys")
    assert shown(answer) == f"{emojis} 'x' 1"


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    "error",
    [
        SolverRefused(SolverFault.TOO_MANY_LINES),
        SolverRefused(SolverFault.TOO_MANY_UNKNOWNS),
        ThinkingAlreadyError(),
        ThinkingBusyError(),
        ThinkingStoppedError(),
        ThinkingTooLongError(),
    ],
)
def test_whatever_keeps_a_question_from_its_answer_its_lines_are_not_lost(
    error: SolverRefused | ThinkingError, language: Language
) -> None:
    answer = solving.not_answered(error, "RR?B 1 0\nRBGY ? 2", scene(language))
    assert answer.content.splitlines()[0].endswith(".")
    assert shown(answer) == "RR?B 1 0\nRBGY ? 2"
    assert answer.embed == ""
    assert "```" not in solving.not_answered(error, "", scene(language)).content
    assert shown(solving.not_answered(error, "R" * 4000, scene(language))) == "R" * 4000


# Refusals


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("reason", [*RefusalReason, *KeysFault])
def test_each_refusal_names_the_line_and_what_was_read(
    reason: RefusalReason | KeysFault, language: Language
) -> None:
    sentence, todo, *_ = refused(LineRefused(3, reason, "RBRX"), language=language)
    assert "3" in sentence
    assert "RBRX" in sentence
    assert sentence.endswith(".")
    assert "`RBRG 1 2`" in todo
    assert "{" not in sentence + todo


def test_a_row_may_repeat_a_symbol_also_where_no_code_does() -> None:
    cows = PRESETS[Preset.BULLS_AND_COWS]
    assert "A row is 4 digits from 0 to 9; `?` stands for" in refusal("1123", cows).content
    assert read_history("1123 1 0", cows, legend(cows)) == (Line((1, 1, 2, 3), 1, 0),)


def test_five_bad_lines_are_explained_and_the_others_counted() -> None:
    bad = [LineRefused(number, RefusalReason.UNKNOWN, "X") for number in range(1, 9)]
    found = refused(*bad)
    assert [line.split(":")[0] for line in found[:5]] == [f"Line {n}" for n in range(1, 6)]
    assert found[5] == "3 more lines cannot be read."


def test_what_was_typed_has_no_effect_on_the_text_around_it() -> None:
    bad = LineRefused(1, KeysFault.MISSING, "`**x** \u202e")
    assert refused(bad)[0].startswith("Line 1: `'**x**` ")


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("fault", list(SolverFault))
def test_what_is_too_large_is_said_in_two_sentences(fault: SolverFault, language: Language) -> None:
    text = solving.too_large(fault, scene(language))
    assert text.count(". ") == 1
    assert text.endswith(".")
    assert "{" not in text


def test_contradicting_lines_are_numbered_as_they_are_shown() -> None:
    text = said("1122 1 1\n1122 1 1\n1122 1 1\n3344 4 0\n1122 0 0")
    shown = text.split("```")[1].strip().splitlines()
    for number, line in ((2, "GGYY 4 0"), (1, "RRBB 1 1")):
        assert shown[number - 1] == line
    named = [line for line in text.splitlines() if line.startswith("Line ")]
    assert all(shown[int(line.split(":")[0].removeprefix("Line ")) - 1] in line for line in named)
    assert len(named) == 2
