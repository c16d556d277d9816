"""What is kept of the codes that people crack alone."""

from dataclasses import dataclass
from typing import Protocol

from bot.matches.ids import GuildId, PlayerId


@dataclass(frozen=True, slots=True)
class SoloRecord:
    """How the codes came out that somebody cracked alone in one server; dailies do not count."""

    played: int = 0
    solved: int = 0
    rows: int = 0
    """Of the solved ones, together."""
    best: int | None = None
    """The fewest rows that one was solved in; None while none was."""
    streak: int = 0
    """How many were solved since the last that was not."""
    longest: int = 0
    """The longest such streak so far."""


class SoloStore(Protocol):
    """What became of codes that people cracked alone, always computed from the results."""

    async def record(
        self, guild: GuildId, player: PlayerId, *, in_threads: bool = False
    ) -> SoloRecord:
        """The person's record here, by the times at which their solos ended.

        `in_threads`: only of those that everybody could watch.
        """
