"""What the use cases need from outside, as Protocols; `storage` and the tests' fakes fit them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol, TypeVar

from bot.engine import Legend, Rules
from bot.matches.ids import EntryId, GuildId, MatchId, MessageId, PlayerId, SourceId, ThreadId
from bot.matches.models import Entry, Match, Person

T = TypeVar("T")


class MatchStore(Protocol):
    """Matches with their rounds and rows."""

    async def load(self, match: MatchId) -> Match | None:
        """The match with everything in it, or None."""

    async def in_thread(self, thread: ThreadId) -> Match | None:
        """The match of this thread that was created last (a rematch stays in the thread)."""

    async def save(self, match: Match) -> Match:
        """Insert (version 0) or update; returns it with the next version.

        Raises StaleVersionError when the stored version is not `match.version`.
        A finished match's results for the standings are written with it, and taken
        away again when two more rounds are added.
        """

    async def source_seen(self, source: SourceId) -> bool:
        """Whether a row from this message or interaction is stored, in any match."""

    async def open_of(self, guild: GuildId, player: PlayerId) -> Sequence[Match]:
        """The player's challenges and running matches in this server, oldest first."""

    async def codes_settable_by(self, player: PlayerId) -> Sequence[Match]:
        """Matches of any server whose last round waits for this codemaker's code or has it without
        a row, oldest first: phases SETTING and BREAKING, and CHALLENGED when the player is the
        challenger and makes the first code."""

    async def live_threads(self) -> Mapping[ThreadId, frozenset[PlayerId]]:
        """The threads of running matches, and who plays in each."""


class OutboxStore(Protocol):
    """What people have still to be told."""

    async def add(self, entries: Sequence[Entry]) -> None:
        """Keep the entries, in this order."""

    async def owed(self) -> Sequence[Entry]:
        """All entries neither delivered nor given up, in the order they were added."""

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


class Sort(StrEnum):
    """What a leaderboard is ordered by."""

    POINTS = "points"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard: totals over finished and forfeited matches between people."""

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

    async def line(self, guild: GuildId, player: PlayerId) -> Standing | None:
        """The player's line of the all-time board by points, or None without a counted match."""


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
