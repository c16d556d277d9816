"""What the use cases need from outside, as Protocols; `storage` and the tests' fakes fit them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Protocol, TypeVar

from bot.engine import Legend, Rules
from bot.matches.daily_store import DailyStore
from bot.matches.ids import (
    ChannelId,
    EntryId,
    GuildId,
    MatchId,
    MessageId,
    PlayerId,
    SourceId,
    ThreadId,
)
from bot.matches.models import Entry, Match, Person, Phase
from bot.matches.practice_store import PracticeStore, Progress
from bot.matches.settings import Preferences, ServerSettings
from bot.matches.solo_store import SoloStore

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a challenge or running match is, and who is in it."""

    id: MatchId
    guild: GuildId
    channel: ChannelId
    players: tuple[PlayerId, PlayerId]
    phase: Phase
    message: MessageId | None
    thread: ThreadId | None
    lost_thread: ThreadId | None
    code_from: PlayerId | None
    """Who may write or change the code of the last round, by the state of the match."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """How much of the bot is taken up in one server."""

    challenges: int
    """Unanswered challenges of one person, lapsed ones not counted."""
    matches: int
    """Running matches of that person."""
    here: int
    """Running matches of everybody."""
    challenged_at: datetime | None
    """When that person last challenged somebody."""


class MatchStore(Protocol):
    """Matches with their rounds and rows."""

    async def load(self, match: MatchId) -> Match | None:
        """The match with everything in it, or None."""

    async def in_thread(self, thread: ThreadId) -> Match | None:
        """The match of this thread that was created last (a rematch stays in the thread)."""

    async def that_lost(self, thread: ThreadId) -> Match | None:
        """The running match that had this thread last and has none now."""

    async def private_solo(self, guild: GuildId, player: PlayerId) -> Match | None:
        """The code of the bot's that this person is cracking in private answers here."""

    async def daily(self, guild: GuildId, player: PlayerId, day: date) -> Match | None:
        """This person's one try at the code of that day, running or over."""

    async def waiting_for_bot(self) -> Sequence[MatchId]:
        """Matches in which the bot is to play a row (`Match.waits_for_bot`), longest first; none
        of a server that it was removed from."""

    async def save(self, match: Match) -> Match:
        """Insert (version 0) or update; returns it with the next version.

        Raises StaleVersionError when the stored version is not `match.version`.
        A finished match's results for the standings are written with it, and taken
        away again when two more rounds are added. What somebody cracked alone has no place in
        the standings; how it came out is written all the same.
        """

    async def source_seen(self, source: SourceId) -> bool:
        """Whether a row from this message or interaction is stored, in any match."""

    async def codes_settable_by(self, player: PlayerId) -> Sequence[Match]:
        """Matches of any server whose last round waits for this codemaker's code or has it without
        a row, oldest first: phases SETTING and BREAKING, and CHALLENGED when the player is the
        challenger and makes the first code."""

    async def open(
        self, *, guild: GuildId | None = None, player: PlayerId | None = None
    ) -> Sequence[Match]:
        """Challenges and running matches, oldest first: all, or those of a server, of a person,
        or of a person in a server."""

    async def whereabouts(
        self, *, channel: ChannelId | None = None, match: MatchId | None = None
    ) -> Sequence[Whereabouts]:
        """Where challenges and running matches are: all, those of a channel, or that one; reads
        nothing of what is played. What is played in private answers is nowhere."""

    async def due(self, at: datetime) -> Sequence[MatchId]:
        """Matches whose `next_deadline` has come, earliest first; none of a server that the bot
        was removed from."""

    async def crowd(self, guild: GuildId, player: PlayerId, at: datetime) -> Crowd:
        """How much of the bot this person takes up here, and everybody together."""

    async def last_untaken(
        self, guild: GuildId, challenger: PlayerId, opponent: PlayerId
    ) -> datetime | None:
        """When this person last challenged that one without the match having begun."""


class OutboxStore(Protocol):
    """What people have still to be told."""

    async def add(self, entries: Sequence[Entry]) -> None:
        """Keep the entries, in this order."""

    async def owed(self, match: MatchId | None = None) -> Sequence[Entry]:
        """All entries (of one match) neither delivered nor given up, in the order of their
        adding."""

    async def settle(self, entry: EntryId, message: MessageId | None, at: datetime) -> None:
        """Delivered as this message, or (None) given up: owed no more. Repeats change nothing."""


class PlayerStore(Protocol):
    """Names as of each person's last action, since those who leave a server are not seen again."""

    async def remember(self, guild: GuildId, person: Person, at: datetime) -> None:
        """Keep the name and locale of this action; an empty locale leaves the known one."""

    async def names(self, guild: GuildId, players: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        """The names known in this server; unknown players are absent."""

    async def locale(self, player: PlayerId) -> str | None:
        """The locale of the last action anywhere, or None."""

    async def preferences(self, player: PlayerId) -> Preferences:
        """What this person has chosen; the defaults until they choose."""

    async def keep_preferences(self, player: PlayerId, preferences: Preferences) -> None:
        """Keep them in place of the earlier ones."""


@dataclass(frozen=True, slots=True)
class AuditLine:
    """What an admin did. `detail` names no secret and holds no text that somebody wrote."""

    at: datetime
    guild: GuildId
    actor: PlayerId
    action: str
    detail: str


class ServerStore(Protocol):
    """Servers: their settings, what their admins did, and whether the bot is still there."""

    async def settings(self, guild: GuildId) -> ServerSettings:
        """The server's settings; the defaults until somebody changes them."""

    async def keep_settings(self, guild: GuildId, settings: ServerSettings) -> None:
        """Keep them in place of the earlier ones."""

    async def languages(self) -> Mapping[GuildId, str]:
        """The servers that have chosen a language."""

    async def audit(self, line: AuditLine) -> None:
        """Add a line to the audit table."""

    async def audited(self, guild: GuildId, limit: int) -> Sequence[AuditLine]:
        """The newest lines of this server, newest first."""

    async def known(self) -> frozenset[GuildId]:
        """Servers of which anything is kept."""

    async def absences(self) -> Mapping[GuildId, datetime]:
        """Servers that the bot was removed from, and since when."""

    async def mark_absent(self, guild: GuildId, at: datetime) -> None:
        """The bot was removed; a repeat keeps the first time."""

    async def mark_present(self, guild: GuildId) -> None:
        """The bot is there again."""


class CareStore(Protocol):
    """What passing time does to everything kept."""

    async def alive_at(self) -> datetime | None:
        """When the bot was last known to run and to be connected; None before the first time."""

    async def note_alive(self, at: datetime) -> None:
        """It runs and is connected."""

    async def heard_at(self) -> datetime | None:
        """Until when everything that people wrote was heard; None before the first time."""

    async def note_heard(self, at: datetime) -> None:
        """Everything until then was heard. Comes after `note_alive`."""

    async def shift(self, by: timedelta, at: datetime, guild: GuildId | None = None) -> None:
        """Move the deadlines of open matches by this much, which may be negative: nobody could
        play meanwhile. Those of one server, or of all that the bot was not removed from; where
        it is negative only those of turns that began after `at`, which is now."""

    async def purge(self, at: datetime) -> None:
        """Delete what is kept no longer: see `Keeping`."""


class Keeping:
    """How long things are kept that nobody needs any more."""

    SETTLED_ENTRY = timedelta(days=7)
    UNPLAYED_MATCH = timedelta(days=30)
    """Declined, withdrawn, lapsed and called off."""
    AUDIT_LINE = timedelta(days=365)
    LEFT_SERVER = timedelta(days=30)
    """Everything of a server, after the bot was removed from it."""


class Sort(StrEnum):
    """What a leaderboard is ordered by."""

    POINTS = "points"
    WINS = "wins"
    BOT = "bot"
    """By points too, but over the matches against the bot."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard: totals over finished and forfeited matches.

    Those between people, or those against the bot: never both.
    """

    rank: int
    """Equal values of the sort share a rank; the next one counts them all (1, 1, 3)."""
    player: PlayerId
    name: str
    points: int
    wins: int
    draws: int
    losses: int

    @property
    def matches(self) -> int:
        """How many matches the line counts."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """Some lines of a leaderboard, and how many there are in all."""

    lines: tuple[Standing, ...]
    total: int


class StandingStore(Protocol):
    """Totals, always computed from results by the database, never kept as counters."""

    async def page(
        self, guild: GuildId, sort: Sort, since: datetime | None, offset: int, limit: int
    ) -> StandingsPage:
        """Lines offset..offset+limit of this server, over matches that ended at or after `since`.

        Order: the sort, then the other of points and wins, then fewer matches, then name, then id.
        """

    async def line(
        self, guild: GuildId, player: PlayerId, sort: Sort = Sort.POINTS
    ) -> Standing | None:
        """The player's line of this all-time board, or None without a counted match."""


@dataclass(frozen=True, slots=True)
class KnownAs:
    """What one server's players know a person by, as of the person's last action there."""

    guild: GuildId
    name: str
    locale: str
    """Discord's code of a language; empty when it never came with an action."""
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class Counted:
    """What a leaderboard counts of one match for one player."""

    points: int
    result: str
    """`win`, `draw` or `loss`."""


@dataclass(frozen=True, slots=True)
class Notice:
    """An entry of the outbox, and what became of it."""

    entry: Entry
    settled_at: datetime | None
    """When it was told or given up; None while it is owed."""
    message: MessageId | None
    """The message that tells it; None when there is none (yet)."""


@dataclass(frozen=True, slots=True)
class Traces:
    """All that is kept of a person, but for what is in the matches themselves."""

    names: tuple[KnownAs, ...]
    preferences: Preferences | None
    """None when nothing was ever chosen."""
    matches: tuple[MatchId, ...]
    """Every match that the person plays or played, oldest first."""
    results: Mapping[MatchId, Counted]
    notices: Mapping[MatchId, Sequence[Notice]]
    """The entries about those matches, in the order they were added."""
    audit: tuple[AuditLine, ...]
    """What the person did as an admin, oldest first."""
    practice: Progress | None = None
    """None when nothing was ever practised."""
    shared: frozenset[MatchId] = frozenset()
    """Dailies whose result the person showed to everybody."""


class PrivacyStore(Protocol):
    """Everything that is kept of one person, wherever it is."""

    async def traces(self, player: PlayerId) -> Traces:
        """What there is; empty in every part for somebody never met."""

    async def erase(
        self, player: PlayerId, stand_in: PlayerId, fresh_source: Callable[[], SourceId]
    ) -> None:
        """Remove the person, and leave `stand_in` in their place where others need somebody there.

        `stand_in` is below zero and nobody's yet. `fresh_source` gives a number below zero for
        each of their rows, none twice. Their own results go; their opponents' stay.
        """


class Stores(Protocol):
    """All stores inside one transaction."""

    @property
    def matches(self) -> MatchStore: ...
    @property
    def outbox(self) -> OutboxStore: ...
    @property
    def players(self) -> PlayerStore: ...
    @property
    def standings(self) -> StandingStore: ...
    @property
    def servers(self) -> ServerStore: ...
    @property
    def care(self) -> CareStore: ...
    @property
    def practice(self) -> PracticeStore: ...
    @property
    def solos(self) -> SoloStore: ...
    @property
    def dailies(self) -> DailyStore: ...
    @property
    def privacy(self) -> PrivacyStore: ...


class Database(Protocol):
    """The only way to the stores."""

    async def transact(self, work: Callable[[Stores], Awaitable[T]]) -> T:
        """Run `work` alone in one transaction: all of it is kept, or (it raises) nothing.

        A cancelled caller's work may still be kept. Must not be nested.
        """


class Legends(Protocol):
    """How the symbols of a game are written."""

    def __call__(self, rules: Rules) -> Legend: ...


class Clock(Protocol):
    """The time, aware, in UTC."""

    def __call__(self) -> datetime: ...


class Chance(Protocol):
    """Randomness that nobody can foretell."""

    def below(self, bound: int) -> int:
        """An integer from 0 to bound - 1, each equally likely."""

    def token(self, size: int) -> bytes:
        """`size` random bytes."""
