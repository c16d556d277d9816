"""What a learner reads: the exercise, the same case step by step, and how far they have come."""

from collections.abc import Mapping

import pytest

from bot.engine import Code, Feedback, score
from bot.engine.teaching import LEVELS, Slip, exercise
from bot.matches.practice import Marked, Task
from bot.matches.practice_store import Progress
from bot.presentation.i18n import Language
from bot.presentation.practice import (
    GAMES,
    Game,
    black_choices,
    explanation,
    game_choices,
    question,
    white_choices,
)
from bot.presentation.scene import Scene
from tests.fakes.chance import SeededChance
from tests.unit.presentation.samples import EMOJIS, scene

R, B, G, Y, O, P = range(6)  # noqa: E741
WORKED = Task(0, Code((R, B, R, G)), Code((R, R, B, Y)))
BEGUN = Progress()
ON = Marked(Progress(2, 0, 5, 4), Progress(2, 1, 6, 5))
FARTHEST = Progress(level=LEVELS[-1], run=1_000_000, answered=2_000_000, correct=1_500_000)
LONGEST = Marked(FARTHEST, FARTHEST)
"""No other change is said in as many words."""
MESSAGE, LINE = 2000, 100
MISTAKES: Mapping[Slip, tuple[Task, Feedback, str]] = {
    Slip.PLACES: (WORKED, Feedback(0, 3), "black, and black alone"),
    Slip.TWICE: (
        Task(0, Code((Y, R, G, B)), Code((Y, Y, O, O))),
        Feedback(1, 1),
        "with 1 🟡 `Y` in the code and 2 in the row",
    ),
    Slip.BLACK_AGAIN: (
        Task(0, Code((R, B, G, Y)), Code((R, G, O, P))),
        Feedback(1, 2),
        "a peg that is black is used up",
    ),
    Slip.FORGOTTEN: (
        Task(0, Code((R, R, B, G)), Code((Y, R, R, R))),
        Feedback(1, 0),
        "with 2 🔴 `R` in the code and 3 in the row, it earns 2 keys in all",
    ),
    Slip.TOO_MANY: (WORKED, Feedback(4, 4), "never more keys than pegs"),
    Slip.BLACK: (WORKED, Feedback(2, 2), "from position to position"),
    Slip.WHITE: (
        Task(0, Code((R, B, G, Y)), Code((O, P, R, B))),
        Feedback(0, 1),
        "Black is right",
    ),
}


def length(text: str) -> int:
    """As Discord's clients count: letters outside the basic plane are two."""
    return len(text.encode("utf-16-le")) // 2


def test_an_exercise_shows_code_and_row_one_above_the_other() -> None:
    assert question(WORKED, Game.CLASSIC, BEGUN, scene()).splitlines() == [
        "**Practice** · Classic",
        "🔴🔵🔴🟢 `RBRG` · the code",
        "🔴🔴🔵🟡 `RRBY` · the row",
        "",
        "**How many black, how many white?**",
        "Black: the same symbol in the same position. White: the same symbol elsewhere. "
        "Each peg is used once.",
        "-# Level 1 of 6",
    ]


def test_an_answer_is_followed_by_the_steps_of_that_very_case() -> None:
    text = explanation(WORKED, Game.CLASSIC, Feedback(1, 2), ON, scene())
    assert text.splitlines() == [
        "**Right!** **1 black, 2 white** · ⚫⚪⚪",
        "",
        "🔴🔵🔴🟢 `RBRG` · the code",
        "🔴🔴🔵🟡 `RRBY` · the row",
        "**Step 1**, exact ones first: position 1 is the same in both, so 1 black.",
        "**Step 2**, then what is left, each peg once: `-BRG` in the code, `-RBY` in the row.",
        "- 🔴 `R` 1 in the code, 1 in the row: 1 white",
        "- 🔵 `B` 1 in the code, 1 in the row: 1 white",
        "- 🟡 `Y` 0 in the code, 1 in the row: 0 white",
        "**Step 3**, together: 1 black, 2 white",
        "",
        "-# Level 2 of 6 · 5 of 6 right · 1 in a row",
    ]


def test_positions_and_what_is_left_are_said_where_there_are_all_or_none() -> None:
    same = Task(0, WORKED.code, WORKED.code)
    all_black = explanation(same, Game.CLASSIC, Feedback(4, 0), ON, scene())
    assert "positions 1, 2, 3, 4 are the same in both, so 4 black." in all_black
    assert "**Step 2**, then what is left: nothing, so 0 white." in all_black
    other = Task(0, Code((R, R, R, B)), Code((B, Y, Y, Y)))
    none = explanation(other, Game.CLASSIC, Feedback(0, 1), ON, scene())
    assert "no position is the same in both, so 0 black." in none


@pytest.mark.parametrize("slip", Slip)
def test_a_wrong_answer_says_what_was_said_what_is_right_and_why(slip: Slip) -> None:
    task, said, lesson = MISTAKES[slip]
    verdict, why, *_ = explanation(task, Game.CLASSIC, said, ON, scene()).splitlines()
    right = score(task.code, task.row)
    assert verdict.startswith(
        f"**Not quite.** You said {said.black} black, {said.white} white, and it is "
        f"**{right.black} black, {right.white} white** · "
    )
    assert lesson in why


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (Progress(1, 2, 5, 4), Progress(2, 0, 6, 5), "**Level 2!** The next ones are harder."),
        (Progress(2, -1, 5, 4), Progress(1, 0, 6, 4), "Back to level 1: the next ones are easier."),
        (Progress(2, 0, 5, 4), Progress(2, 0, 5, 4), "This does not count: "),
    ],
)
def test_it_is_said_when_the_level_changes_or_the_answer_does_not_count(
    before: Progress, after: Progress, said: str
) -> None:
    text = explanation(WORKED, Game.CLASSIC, Feedback(1, 2), Marked(before, after), scene())
    assert f"\n\n{said}" in text


def test_mistakes_in_a_row_are_not_counted_aloud() -> None:
    text = question(WORKED, Game.CLASSIC, Progress(2, -1, 3, 2), scene())
    assert text.endswith("-# Level 2 of 6 · 2 of 3 right")


def test_pegs_of_letters_and_blanks_are_named_as_they_are_typed() -> None:
    words = Task(0, Code((1, 2, 3, 25)), Code((25, 25, 3, 4)))
    text = explanation(words, Game.LETTERS, Feedback(1, 1), ON, scene())
    assert "`B C D Z` · the code" in text
    assert "- `Z` 1 in the code, 2 in the row: 1 white" in text
    blanks = Task(0, Code((R, 6, 6, B)), Code((6, R, 6, G)))
    text = explanation(blanks, Game.BLANKS, Feedback(1, 2), ON, scene())
    assert "`R.-B` in the code, `.R-G` in the row" in text
    assert "- ▫️ `.` 1 in the code, 1 in the row: 1 white" in text


def test_every_preset_can_be_practised_and_letters_and_blanks() -> None:
    assert [(choice.label, choice.description) for choice in game_choices(scene())] == [
        ("Classic", "4 positions · 6 colours (RBGYOP)"),
        ("Mini", "4 positions · 6 colours (RBGYOP)"),
        ("Super", "5 positions · 8 colours (RBGYOPNI)"),
        ("Bulls and Cows", "4 positions · 10 digits (0–9)"),
        ("Letters", "4 positions · 26 letters (A–Z)"),
        ("With blanks", "4 positions · 6 colours (RBGYOP)"),
    ]
    for rules in GAMES.values():
        rules.validate()


def test_keys_can_be_counted_from_none_to_one_for_each_peg() -> None:
    black, white = black_choices(4, scene()), white_choices(4, scene())
    assert [choice.value for choice in black] == [*"01234"]
    assert [choice.label for choice in black][:2] == ["0 black", "1 black"]
    assert [choice.label for choice in white][3:] == ["3 white", "4 white"]


@pytest.mark.parametrize(
    "spoken",
    [
        pytest.param(scene(language, emojis), id=f"{language}-{len(emojis)}")
        for language in Language
        for emojis in ({}, EMOJIS)
    ],
)
@pytest.mark.parametrize("game", Game)
def test_every_text_fits(game: Game, spoken: Scene) -> None:
    dice = SeededChance()
    for _ in range(50):
        task = Task(0, *exercise(GAMES[game], LEVELS[-1], dice))
        assert length(question(task, game, FARTHEST, spoken)) <= MESSAGE
        for said in (Feedback(0, 1), Feedback(1, 1), score(task.code, task.row)):
            text = explanation(task, game, said, LONGEST, spoken)
            assert length(text) <= MESSAGE
            assert "{" not in text
    for choice in game_choices(spoken):
        assert 0 < length(choice.label) <= LINE
        assert 0 < length(choice.description) <= LINE
