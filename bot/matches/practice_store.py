"""What is kept of how far people are in practice."""

from dataclasses import dataclass
from typing import Protocol

from bot.matches.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Progress:
    """How far somebody has come in scoring rows for practice."""

    level: int = 1
    """One of `teaching.LEVELS`."""
    run: int = 0
    """Right answers in a row at this level; below zero: mistakes in a row."""
    answered: int = 0
    correct: int = 0


class PracticeStore(Protocol):
    """How far each person has come, in all servers."""

    async def progress(self, player: PlayerId) -> Progress | None:
        """As it was kept last; None before the first answer."""

    async def keep(self, player: PlayerId, progress: Progress) -> None:
        """Keep it, after an answer, in place of the earlier one."""
