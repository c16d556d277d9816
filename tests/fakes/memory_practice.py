"""Progress in practice, in memory."""

from bot.matches.errors import StorageError
from bot.matches.ids import PlayerId
from bot.matches.practice_store import Progress
from tests.fakes.contents import Contents


class MemoryPractice:
    """`ports.PracticeStore`."""

    def __init__(self, contents: Contents) -> None:
        self._practice = contents.practice

    async def progress(self, player: PlayerId) -> Progress | None:
        return self._practice.get(player)

    async def keep(self, player: PlayerId, progress: Progress) -> None:
        if not 0 <= progress.correct <= progress.answered or 0 in {
            progress.level,
            progress.answered,
        }:
            raise StorageError("that is no progress")
        self._practice[player] = progress
