"""Practice: open rows that somebody scores, and how far they have come."""

from dataclasses import dataclass, replace

from bot.engine import Code, Feedback, Rules, score
from bot.engine.teaching import LEVELS, exercise
from bot.matches.acts import Acts
from bot.matches.ids import PlayerId
from bot.matches.ports import Chance, Stores
from bot.matches.practice_store import Progress

RIGHT_FOR_MORE = 3
"""Right answers in a row that lead to the next level."""
WRONG_FOR_LESS = 2
"""Mistakes in a row that lead back to the one before."""


@dataclass(frozen=True, slots=True)
class Task:
    """An exercise. It is kept nowhere: the lists that answer it carry all of it."""

    number: int
    """How many exercises this person had answered before it."""
    code: Code
    row: Code


@dataclass(frozen=True, slots=True)
class Marked:
    """What an answer has changed; nothing where the exercise was answered before."""

    before: Progress
    after: Progress


class Practice:
    """Exercises for whoever asks. Nobody else ever sees how far they have come."""

    def __init__(self, acts: Acts, chance: Chance) -> None:
        self._acts = acts
        self._chance = chance

    async def task(self, player: PlayerId, rules: Rules) -> tuple[Task, Progress]:
        """An exercise of this person's level, and how far they have come."""
        progress = await self._acts.transact(lambda stores: _progress(stores, player))
        code, row = exercise(rules, progress.level, self._chance)
        return Task(progress.answered, code, row), progress

    async def answer(self, player: PlayerId, task: Task, said: Feedback) -> Marked:
        """Count the answer, once: only the exercise that is next for this person counts."""

        async def work(stores: Stores) -> Marked:
            before = await _progress(stores, player)
            if task.number != before.answered:
                return Marked(before, before)
            after = advanced(before, right=said == score(task.code, task.row))
            await stores.practice.keep(player, after)
            return Marked(before, after)

        return await self._acts.transact(work)


def advanced(progress: Progress, *, right: bool) -> Progress:
    """The progress with one more answer."""
    run = max(progress.run, 0) + 1 if right else min(progress.run, 0) - 1
    counted = replace(
        progress, run=run, answered=progress.answered + 1, correct=progress.correct + right
    )
    step = (run >= RIGHT_FOR_MORE) - (run <= -WRONG_FOR_LESS)
    level = progress.level + step
    return replace(counted, level=level, run=0) if step and level in LEVELS else counted


async def _progress(stores: Stores, player: PlayerId) -> Progress:
    return await stores.practice.progress(player) or Progress()
