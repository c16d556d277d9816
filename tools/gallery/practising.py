"""Exercises in scoring a row, and what is answered to them."""

from bot.engine import Feedback, parse
from bot.engine.code import Code
from bot.engine.teaching import LEVELS
from bot.matches.practice import Marked, Task
from bot.matches.practice_store import Progress
from bot.presentation.palette import legend
from bot.presentation.practice import GAMES, Game
from bot.ui.practice import Sheet, answered_panel, exercise_panel
from tools.gallery.wall import Wall

COMMAND = "mastermind practice"
FIRST, LATER = Progress(), Progress(level=3, run=2, answered=14, correct=11)
HARDEST = Progress(level=LEVELS[-1], run=1, answered=90, correct=1)
POSED = (
    (Game.CLASSIC, "RBGY", "GRRR", FIRST),
    (Game.MINI, "RBRG", "RRBY", LATER),
    (Game.SUPER, "RBGYO", "IINNR", LATER),
    (Game.BULLS_AND_COWS, "4071", "1472", LATER),
    (Game.LETTERS, "WREN", "TERN", HARDEST),
    (Game.BLANKS, "R..B", ".RB.", LATER),
)
ANSWERED = (
    ("right", "RBRG", "RRBY", 1, 2),
    ("all in place", "RBGY", "RBGY", 4, 0),
    ("colours of keys", "RBRG", "RRBY", 0, 3),
    ("a peg twice", "RBGY", "GRRR", 0, 4),
    ("black again", "RBRG", "RRBY", 1, 3),
    ("a repeat forgotten", "RRRG", "BRRY", 1, 0),
    ("too many", "RBRG", "RRBY", 3, 2),
    ("black", "RBRG", "RRBY", 2, 2),
    ("white", "RBGY", "YGBR", 0, 1),
)
"""Code, row, and the black and white keys that somebody counted."""
CHANGES = (
    ("next level", Progress(2, 2, 8, 7), Progress(3, 0, 9, 8)),
    ("level before", Progress(3, -1, 8, 5), Progress(2, 0, 9, 5)),
    ("answered before", LATER, LATER),
    ("first", FIRST, Progress(1, 1, 1, 1)),
)


def hang_practising(wall: Wall) -> None:
    """Exercises in every game, every mistake, and every way in which a level changes."""
    for game, code, row, progress in POSED:
        sent = exercise_panel(Sheet(game, _task(game, code, row)), progress, wall.scene)
        wall.message(f"practice, {game}", {**sent, "ephemeral": True}, command=COMMAND)
    task = _task(Game.CLASSIC, "RBGY", "GRRR")
    half = exercise_panel(Sheet(Game.CLASSIC, task, black=0), FIRST, wall.scene)
    wall.message("practice, black chosen", {**half, "ephemeral": True}, command=COMMAND)
    for title, code, row, black, white in ANSWERED:
        marked = Marked(LATER, Progress(3, 3, 15, 12))
        _answered(wall, title, _task(Game.CLASSIC, code, row), Feedback(black, white), marked)
    for title, before, after in CHANGES:
        _answered(wall, title, task, Feedback(0, 2), Marked(before, after))


def _answered(wall: Wall, title: str, task: Task, said: Feedback, marked: Marked) -> None:
    sent = answered_panel(Sheet(Game.CLASSIC, task), said, marked, wall.scene)
    wall.message(f"practice, answered, {title}", {**sent, "ephemeral": True}, command=COMMAND)


def _task(game: Game, code: str, row: str) -> Task:
    return Task(14, _code(game, code), _code(game, row))


def _code(game: Game, text: str) -> Code:
    read = parse(text, GAMES[game], legend(GAMES[game]), addressed=True)
    if not isinstance(read, Code):
        raise TypeError(f"{text} is no code of this game")
    return read
