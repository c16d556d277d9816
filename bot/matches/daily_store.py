"""What the daily needs from outside, as a Protocol like those of `ports`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from bot.engine import Preset
from bot.matches.days import PastZone
from bot.matches.ids import ChannelId, GuildId, MatchId, MessageId, PlayerId


@dataclass(frozen=True, slots=True)
class Posted:
    """Where the results of a day are."""

    channel: ChannelId
    message: MessageId


@dataclass(frozen=True, slots=True)
class DailyDay:
    """A day on which somebody tried a server's daily."""

    guild: GuildId
    day: date
    """In the server's time zone."""
    preset: Preset
    """What all play that day."""
    ends_at: datetime
    """In the time zone that the server has."""
    is_settled: bool = False
    """Whether the results were posted, or are not posted at all."""
    posted: Posted | None = None
    """The results, where they were; not all of them where somebody still played."""


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

    async def end_at(self, guild: GuildId, day: date, at: datetime) -> None:
        """The day ends then and not as was planned."""

    async def unclosed(self, at: datetime) -> Sequence[DailyDay]:
        """Days that should be over by then and are not closed; the earliest first, none of a
        server that the bot was removed from."""

    async def settle(self, guild: GuildId, day: date, posted: Posted | None, at: datetime) -> None:
        """The results are posted there, or (None) are not posted at all.

        Nobody can begin a try of that day any more, so its marks go. A second time is none.
        """

    async def close(self, guild: GuildId, day: date) -> None:
        """Nobody plays that day any more, so its code need not be hidden: until now it is sealed,
        also in rounds that are over, and so is the row that hit it."""

    async def unsettled_tries(self, player: PlayerId) -> Sequence[tuple[GuildId, date]]:
        """The servers and days of this person's tries, over or not, that are not settled."""

    async def keep_mark(self, guild: GuildId, day: date, mark: str) -> None:
        """Keep a mark of somebody who had a try, until the day is settled."""

    async def has_mark(self, guild: GuildId, day: date, mark: str) -> bool:
        """Whether that mark is kept."""

    async def results(self, guild: GuildId, day: date) -> Sequence[DailyResult]:
        """The tries of that day that are over.

        Those who solved it come first, with fewest rows before; equals go by name, then by id.
        """

    async def is_played(self, guild: GuildId, day: date) -> bool:
        """Whether somebody's try of that day still runs."""

    async def tries(self, guild: GuildId, player: PlayerId) -> Mapping[date, bool | None]:
        """The days of this person's tries, and whether they solved it; None while one runs."""

    async def share(self, match: MatchId) -> None:
        """Note that the result was shown to everybody; a second time is none."""

    async def is_shared(self, match: MatchId) -> bool:
        """Whether the result was shown to everybody."""

    async def note_outage(self, outage: Outage, guild: GuildId | None) -> None:
        """Nobody could play then, in this server or (None) in any.

        It is one with an outage that ended when it began.
        """

    async def forget_outages(self, after: datetime) -> None:
        """No outage was later than that."""

    async def outages(self, guild: GuildId, since: datetime) -> Sequence[Outage]:
        """Those that bear on this server and ended after `since`, in the order of their ends."""

    async def note_zone(self, guild: GuildId, past: PastZone) -> None:
        """The server has another time zone from then on."""

    async def past_zones(self, guild: GuildId) -> Sequence[PastZone]:
        """Those that the server had before its present one, the earliest first."""
