"""An exercise as Discord shows it. Its lists carry all of it, so it outlives a restart."""

from dataclasses import dataclass

from discord import ui

from bot.client import ForeignIdError, Ref
from bot.engine import Code, Feedback, Rules, format_code
from bot.engine.rules import POSITIONS
from bot.matches.practice import Marked, Task
from bot.matches.practice_store import Progress
from bot.presentation import practice as words
from bot.presentation.palette import legend
from bot.presentation.practice import GAMES, Game
from bot.presentation.scene import Scene
from bot.ui.buttons import RefList, choice_list, plain_button, view_of
from bot.ui.sending import Sendable

POSE = "practice"
"""The game: an exercise in place of what is there."""
COUNT_BLACK, COUNT_WHITE = "count-black", "count-white"
"""The exercise, what is chosen in the other list or NOT_YET, and the number chosen in this one."""
NOT_YET = "-"


@dataclass(frozen=True, slots=True)
class Sheet:
    """An exercise and what is chosen in its lists so far."""

    game: Game
    task: Task
    black: int | None = None
    white: int | None = None

    @property
    def answer(self) -> Feedback | None:
        """What was counted; None until both are chosen."""
        if self.black is None or self.white is None:
            return None
        return Feedback(self.black, self.white)


def read_sheet(ref: Ref) -> Sheet:
    """What the list says that was used last. Raises ForeignIdError when it is none of ours."""
    game, task = ref.choice(0, Game), _task(ref)
    other, chosen = _count(ref, 4, task), _count(ref, 5, task)
    if chosen is None:
        raise ForeignIdError
    black, white = (chosen, other) if ref.action == COUNT_BLACK else (other, chosen)
    return Sheet(game, task, black, white)


def exercise_panel(sheet: Sheet, progress: Progress, scene: Scene) -> Sendable:
    """An exercise that waits for its answer."""
    text = words.question(sheet.task, sheet.game, progress, scene)
    return Sendable(content=text, view=exercise_view(sheet, scene))


def exercise_view(sheet: Sheet, scene: Scene) -> ui.View:
    """The two lists in which one counts, and the one of games."""
    return view_of([*_lists(sheet, scene), _games(scene)])


def answered_panel(sheet: Sheet, said: Feedback, marked: Marked, scene: Scene) -> Sendable:
    """The exercise with its answer."""
    text = words.explanation(sheet.task, sheet.game, said, marked, scene)
    following = plain_button(words.next_one(scene), POSE, sheet.game)
    return Sendable(content=text, view=view_of([following, _games(scene)]))


def _lists(sheet: Sheet, scene: Scene) -> tuple[RefList, RefList]:
    task, most = sheet.task, len(sheet.task.code)
    symbols = legend(GAMES[sheet.game])
    code, row = format_code(task.code, symbols), format_code(task.row, symbols)
    about = (sheet.game, task.number, code, row)
    black, white = (
        NOT_YET if chosen is None else str(chosen) for chosen in (sheet.black, sheet.white)
    )
    return (
        choice_list(
            COUNT_BLACK,
            words.black_choices(most, scene),
            *about,
            white,
            placeholder=words.how_many_black(scene),
            chosen=black,
        ),
        choice_list(
            COUNT_WHITE,
            words.white_choices(most, scene),
            *about,
            black,
            placeholder=words.how_many_white(scene),
            chosen=white,
        ),
    )


def _games(scene: Scene) -> RefList:
    return choice_list(POSE, words.game_choices(scene), placeholder=words.another_game(scene))


def _task(ref: Ref) -> Task:
    rules = GAMES[ref.choice(0, Game)]
    number = ref.number(1)
    code, row = _code(ref.code(2), rules), _code(ref.code(3), rules)
    if len(code) != len(row):
        raise ForeignIdError
    return Task(number, code, row)


def _code(text: str, rules: Rules) -> Code:
    symbols = legend(rules).characters
    code = Code(symbols.find(letter) for letter in text)
    if len(code) not in POSITIONS or min(code) < 0:
        raise ForeignIdError
    return code


def _count(ref: Ref, index: int, task: Task) -> int | None:
    if ref.args[index : index + 1] == (NOT_YET,):
        return None
    count = ref.number(index)
    if count > len(task.code):
        raise ForeignIdError
    return count
