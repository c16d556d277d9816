"""An exercise goes into custom ids and comes back; what never was one is refused."""

from typing import Any

import pytest

from bot.client import ForeignIdError, Ref
from bot.engine import Code, Feedback
from bot.engine.teaching import LEVELS, exercise
from bot.matches.practice import Marked, Task
from bot.matches.practice_store import Progress
from bot.presentation.practice import GAMES, Game
from bot.ui.buttons import parse_custom_id
from bot.ui.practice import (
    COUNT_BLACK,
    COUNT_WHITE,
    NOT_YET,
    Sheet,
    answered_panel,
    exercise_panel,
    read_sheet,
)
from bot.ui.sending import Sendable
from sandbox.limits import check_message
from tests.fakes.chance import SeededChance
from tests.unit.presentation.samples import EMOJIS, scene

WORKED = Sheet(Game.CLASSIC, Task(12, Code((0, 1, 0, 2)), Code((0, 0, 1, 3))))
ARGS = ("classic", "12", "RBRG", "RRBY", NOT_YET, "2")
NUMBER = 2**63 - 1


def payload(panel: Sendable) -> dict[str, Any]:
    return {"content": panel["content"], "components": panel["view"].to_components()}


def lists(panel: Sendable) -> list[dict[str, Any]]:
    return [
        part
        for row in panel["view"].to_components()
        for part in row["components"]
        if "options" in part
    ]


def chosen(part: dict[str, Any]) -> list[str]:
    return [option["value"] for option in part["options"] if option["default"]]


def choice(part: dict[str, Any], value: str) -> Ref:
    """What comes back when somebody chooses this."""
    ref = parse_custom_id(part["custom_id"])
    return Ref(ref.action, (*ref.args, value))


@pytest.mark.parametrize("game", Game)
def test_every_exercise_comes_back_from_both_lists_in_either_order(game: Game) -> None:
    dice = SeededChance()
    for level in LEVELS:
        sheet = Sheet(game, Task(NUMBER, *exercise(GAMES[game], level, dice)))
        black, white, _ = lists(exercise_panel(sheet, Progress(), scene()))
        first = read_sheet(choice(black, "1"))
        assert first == Sheet(game, sheet.task, black=1)
        assert first.answer is None
        black, white, _ = lists(exercise_panel(first, Progress(), scene()))
        assert (chosen(black), chosen(white)) == (["1"], [])
        assert read_sheet(choice(white, "2")).answer == Feedback(1, 2)
        other = read_sheet(choice(lists(exercise_panel(sheet, Progress(), scene()))[1], "0"))
        assert other == Sheet(game, sheet.task, white=0)
        black, _, _ = lists(exercise_panel(other, Progress(), scene()))
        assert read_sheet(choice(black, "3")).answer == Feedback(3, 0)


@pytest.mark.parametrize("game", Game)
def test_discord_takes_both_panels(game: Game) -> None:
    spoken, farthest = scene(emojis=EMOJIS), Progress(6, NUMBER, NUMBER, NUMBER)
    task = Task(NUMBER, *exercise(GAMES[game], LEVELS[-1], SeededChance()))
    sheet = Sheet(game, task, black=0)
    marked = Marked(farthest, farthest)
    for panel in (
        exercise_panel(sheet, farthest, spoken),
        answered_panel(sheet, Feedback(0, 1), marked, spoken),
    ):
        assert check_message(payload(panel)) == []


def test_a_choice_is_read() -> None:
    assert read_sheet(Ref(COUNT_WHITE, ARGS)) == Sheet(Game.CLASSIC, WORKED.task, white=2)
    both = (*ARGS[:4], "1", "2")
    assert read_sheet(Ref(COUNT_BLACK, both)).answer == Feedback(2, 1)


@pytest.mark.parametrize(
    ("index", "forged"),
    [
        (0, "chess"),
        (0, ""),
        (1, "-1"),
        (1, str(2**63)),
        (2, "RB"),
        (2, ""),
        (2, "RBRGR"),
        (2, "rbrg"),
        (2, "RBR."),
        (2, "RBRN"),
        (2, "R" * 9),
        (3, "RRB"),
        (3, "RRB\ud800"),
        (4, ""),
        (4, "5"),
        (4, "--"),
        (5, NOT_YET),
        (5, "5"),
        (5, "two"),
    ],
)
def test_what_is_no_exercise_of_ours_is_foreign(index: int, forged: str) -> None:
    args = (*ARGS[:index], forged, *ARGS[index + 1 :])
    with pytest.raises(ForeignIdError):
        read_sheet(Ref(COUNT_BLACK, args))


@pytest.mark.parametrize("count", range(len(ARGS)))
def test_a_custom_id_that_lacks_something_is_foreign(count: int) -> None:
    with pytest.raises(ForeignIdError):
        read_sheet(Ref(COUNT_WHITE, ARGS[:count]))
