"""Practice: what an answer changes, and that each exercise counts once."""

import asyncio

import pytest

from bot.engine import PRESETS, Code, Feedback, Preset, Rules, score
from bot.engine.teaching import LEVELS
from bot.matches.errors import StorageError
from bot.matches.practice import Marked, Practice, Task, advanced
from bot.matches.practice_store import Progress
from tests.unit.service.scene import ROBIN, WREN, Scene

CLASSIC = Rules()
NEVER = Feedback(4, 4)
"""No row earns so many keys."""


@pytest.fixture
def practice(scene: Scene) -> Practice:
    return Practice(scene.service.acts, scene.chance)


async def answered(practice: Practice, *, rightly: bool, rules: Rules = CLASSIC) -> Marked:
    """Robin answers the next exercise."""
    task, _ = await practice.task(ROBIN.id, rules)
    right = score(task.code, task.row)
    return await practice.answer(ROBIN.id, task, right if rightly else NEVER)


async def progress(practice: Practice) -> Progress:
    return (await practice.task(ROBIN.id, CLASSIC))[1]


async def test_everybody_begins_at_the_first_level(practice: Practice) -> None:
    task, begun = await practice.task(ROBIN.id, CLASSIC)
    assert begun == Progress(level=1, run=0, answered=0, correct=0)
    assert task.number == 0
    assert len({*task.code}) == len({*task.row}) == 4


async def test_three_right_answers_in_a_row_lead_to_the_next_level(practice: Practice) -> None:
    for run in (1, 2):
        marked = await answered(practice, rightly=True)
        assert marked.after == Progress(level=1, run=run, answered=run, correct=run)
    marked = await answered(practice, rightly=True)
    assert marked.after == Progress(level=2, run=0, answered=3, correct=3)
    assert marked.before.level == 1
    task, _ = await practice.task(ROBIN.id, CLASSIC)
    assert task.number == 3
    assert max(map(task.code.count, task.code)) + max(map(task.row.count, task.row)) == 3


async def test_a_mistake_between_them_begins_the_row_anew(practice: Practice) -> None:
    for rightly in (True, True, False, True, True):
        await answered(practice, rightly=rightly)
    assert await progress(practice) == Progress(level=1, run=2, answered=5, correct=4)


async def test_two_mistakes_in_a_row_lead_back(practice: Practice) -> None:
    for rightly in (True, True, True, False):
        await answered(practice, rightly=rightly)
    assert await progress(practice) == Progress(level=2, run=-1, answered=4, correct=3)
    await answered(practice, rightly=False)
    assert await progress(practice) == Progress(level=1, run=0, answered=5, correct=3)


def test_nothing_is_below_the_first_level_or_above_the_last() -> None:
    low = high = Progress()
    for _ in range(30):
        low, high = advanced(low, right=False), advanced(high, right=True)
    assert low.level == LEVELS[0]
    assert high.level == LEVELS[-1]
    assert high.run == 30 - 3 * (len(LEVELS) - 1)
    assert advanced(low, right=True).run == 1
    assert advanced(high, right=False).run == -1


async def test_an_exercise_that_is_answered_again_counts_once(practice: Practice) -> None:
    task, _ = await practice.task(ROBIN.id, CLASSIC)
    first = await practice.answer(ROBIN.id, task, NEVER)
    again = await practice.answer(ROBIN.id, task, score(task.code, task.row))
    assert first.after == Progress(level=1, run=-1, answered=1, correct=0)
    assert again == Marked(first.after, first.after)


async def test_of_answers_from_two_devices_at_once_one_counts(practice: Practice) -> None:
    task, _ = await practice.task(ROBIN.id, CLASSIC)
    right = score(task.code, task.row)
    both = await asyncio.gather(*[practice.answer(ROBIN.id, task, right) for _ in range(2)])
    assert sorted(marked.before.answered for marked in both) == [0, 1]
    assert await progress(practice) == Progress(level=1, run=1, answered=1, correct=1)


async def test_an_exercise_that_nobody_was_given_yet_does_not_count(practice: Practice) -> None:
    code = Code((0, 1, 2, 3))
    marked = await practice.answer(ROBIN.id, Task(7, code, code), Feedback(4, 0))
    assert marked == Marked(Progress(), Progress())


async def test_each_person_has_a_progress_of_their_own_for_all_games(practice: Practice) -> None:
    for preset in (Preset.CLASSIC, Preset.BULLS_AND_COWS, Preset.SUPER):
        await answered(practice, rightly=True, rules=PRESETS[preset])
    assert (await progress(practice)).level == 2
    assert (await practice.task(WREN.id, CLASSIC))[1] == Progress()


async def test_an_answer_that_cannot_be_kept_changes_nothing(
    scene: Scene, practice: Practice
) -> None:
    task, _ = await practice.task(ROBIN.id, CLASSIC)
    scene.database.full = True
    with pytest.raises(StorageError):
        await practice.answer(ROBIN.id, task, NEVER)
    scene.database.full = False
    assert await progress(practice) == Progress()
    marked = await practice.answer(ROBIN.id, task, NEVER)
    assert marked.after.answered == 1
