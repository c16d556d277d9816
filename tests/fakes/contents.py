"""What the stores in memory share."""

from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime

from bot.matches.daily_store import DailyDay, Outage, Posted
from bot.matches.days import PastZone
from bot.matches.errors import StorageError
from bot.matches.ids import EntryId, GuildId, MatchId, MessageId, PlayerId
from bot.matches.models import Entry, Match, Person
from bot.matches.ports import AuditLine
from bot.matches.practice_store import Progress
from bot.matches.settings import Preferences, ServerSettings


@dataclass(frozen=True)
class Settled:
    """What became of a day's results."""

    posted: Posted | None
    at: datetime


@dataclass
class Contents:
    """Everything stored. The values are frozen, so a copy of the dictionaries is a snapshot."""

    matches: dict[MatchId, Match] = field(default_factory=dict)
    entries: dict[EntryId, Entry] = field(default_factory=dict)
    settled: dict[EntryId, MessageId | None] = field(default_factory=dict)
    settled_at: dict[EntryId, datetime] = field(default_factory=dict)
    people: dict[tuple[GuildId, PlayerId], tuple[Person, datetime]] = field(default_factory=dict)
    preferences: dict[PlayerId, Preferences] = field(default_factory=dict)
    practice: dict[PlayerId, Progress] = field(default_factory=dict)
    settings: dict[GuildId, ServerSettings] = field(default_factory=dict)
    daily_secrets: dict[GuildId, bytes] = field(default_factory=dict)
    daily_days: dict[tuple[GuildId, date], DailyDay] = field(default_factory=dict)
    daily_settled: dict[tuple[GuildId, date], Settled] = field(default_factory=dict)
    daily_closed: frozenset[tuple[GuildId, date]] = frozenset()
    daily_marks: frozenset[tuple[GuildId, date, str]] = frozenset()
    daily_shares: frozenset[MatchId] = frozenset()
    outages: tuple[tuple[GuildId | None, Outage], ...] = ()
    past_zones: tuple[tuple[GuildId, PastZone], ...] = ()
    audit: tuple[AuditLine, ...] = ()
    absences: dict[GuildId, datetime] = field(default_factory=dict)
    alive_at: datetime | None = None
    heard_at: datetime | None = None

    def snapshot(self) -> "Contents":
        copied = replace(self)
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, dict):
                setattr(copied, one.name, dict(value))
        return copied

    def check(self) -> None:
        """What SQLite checks when it commits."""
        successors = {match.successor for match in self.matches.values()} - {None}
        if not successors <= self.matches.keys():
            raise StorageError("a rematch is not there")
