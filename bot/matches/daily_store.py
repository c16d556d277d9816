"""What the daily needs from outside, as a Protocol like those of `ports`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from bot.engine import Preset
from bot.matches.ids import GuildId, MatchId, MessageId, PlayerId


@dataclass(frozen=True, slots=True)
class DailyDay:
    """A day on which somebody tried a server's daily."""

    guild: GuildId
    day: date
    """In the server's time zone."""
    preset: Preset
    """What all play that day."""
    ends_at: datetime
    """As it was to be when the first try began."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """How somebody's try came out."""

    player: PlayerId
    name: str
    solved: bool
    rows: int


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody could play."""

    since: datetime
    until: datetime


class DailyStore(Protocol):
    """The daily of each server: its secret, its days, and what became of their tries."""

    async def secret(self, guild: GuildId) -> bytes | None:
        """What the server's codes are derived from; None before the first."""

    async def keep_secret(self, guild: GuildId, secret: bytes) -> None:
        """Keep the first and only one."""

    async def preset(self, guild: GuildId, day: date) -> Preset | None:
        """What is played that day; None before the first try."""

    async def is_settled(self, guild: GuildId, day: date) -> bool:
        """Whether the day's results were posted, or given up."""

    async def begin_day(self, day: DailyDay) -> None:
        """The first try begins."""

    async def owed(self, at: datetime) -> Sequence[DailyDay]:
        """Days that should be over by then, and of which it is not settled whether the results
        are posted; the earliest first, none of a server that the bot was removed from."""

    async def settle(
        self, guild: GuildId, day: date, message: MessageId | None, at: datetime
    ) -> None:
        """The results are posted as this message, or (None) are not posted at all."""

    async def results(self, guild: GuildId, day: date) -> Sequence[DailyResult]:
        """The tries of that day that are over, but for those given up before the first row.

        Those who solved it come first, with fewest rows before; equals go by name, then by id.
        """

    async def is_played(self, guild: GuildId, day: date) -> bool:
        """Whether somebody's try of that day still runs."""

    async def tries(self, guild: GuildId, player: PlayerId) -> Mapping[date, bool | None]:
        """The days of this person's tries, and whether they solved it; None while one runs."""

    async def share(self, match: MatchId) -> bool:
        """Note that the result is shown to everybody; False when it was before."""

    async def is_shared(self, match: MatchId) -> bool:
        """Whether the result was shown to everybody."""

    async def note_outage(self, outage: Outage, guild: GuildId | None) -> None:
        """Nobody could play then, in this server or (None) in any."""

    async def outages(self, guild: GuildId, since: datetime) -> Sequence[Outage]:
        """Those that bear on this server and ended after `since`, in the order of their ends."""
