"""The stores in memory. They keep the port's promises as SQLite does, by other means."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TypeVar

from bot.matches.errors import StaleVersionError, StorageError
from bot.matches.ids import (
    ChannelId,
    EntryId,
    GuildId,
    MatchId,
    MessageId,
    PlayerId,
    SourceId,
    ThreadId,
    is_erased,
)
from bot.matches.models import LIVE, OPEN, Entry, Kind, Match, Person, Phase, Row
from bot.matches.ports import Crowd, Sort, Standing, StandingsPage, Stores, Whereabouts
from bot.matches.settings import Preferences, ServerSettings
from bot.matches.totals import verdict_of
from tests.fakes.contents import Contents
from tests.fakes.memory_care import MemoryCare, MemoryServers
from tests.fakes.memory_dailies import MemoryDailies
from tests.fakes.memory_practice import MemoryPractice
from tests.fakes.memory_privacy import MemoryPrivacy
from tests.fakes.memory_solos import MemorySolos

T = TypeVar("T")

_draft: ContextVar[Contents | None] = ContextVar("draft", default=None)
"""What the transaction that started this code works on."""


class MemoryMatches:
    """`ports.MatchStore`."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    async def load(self, match: MatchId) -> Match | None:
        return self._contents.matches.get(match)

    async def in_thread(self, thread: ThreadId) -> Match | None:
        return max(self._where(lambda match: match.thread == thread), key=_last, default=None)

    async def that_lost(self, thread: ThreadId) -> Match | None:
        lost = self._where(lambda match: match.lost_thread == thread and match.phase in LIVE)
        return lost[0] if lost else None

    async def private_solo(self, guild: GuildId, player: PlayerId) -> Match | None:
        found = self._where(
            lambda match: (
                (match.guild, match.challenger) == (guild, player)
                and match.terms.kind is Kind.SOLO
                and match.terms.private
                and match.phase in LIVE
            )
        )
        return found[0] if found else None

    async def daily(self, guild: GuildId, player: PlayerId, day: date) -> Match | None:
        wanted = (guild, player, day)
        found = self._where(lambda match: (match.guild, match.challenger, match.day) == wanted)
        return found[0] if found else None

    async def waiting_for_bot(self) -> Sequence[MatchId]:
        found = self._where(
            lambda match: match.waits_for_bot and match.guild not in self._contents.absences
        )
        return [match.id for match in sorted(found, key=lambda one: (one.turn_since, one.id))]

    async def save(self, match: Match) -> Match:
        stored = self._contents.matches.get(match.id)
        if match.version != (stored.version if stored else 0):
            raise StaleVersionError(f"match {match.id} is not at version {match.version} any more")
        saved = replace(match, version=match.version + 1)
        self._contents.matches[match.id] = saved
        if max(Counter(row.source for row in self._rows()).values(), default=0) > 1:
            raise StorageError("a source was used for two rows")
        return saved

    async def source_seen(self, source: SourceId) -> bool:
        return any(row.source == source for row in self._rows())

    async def open(
        self, *, guild: GuildId | None = None, player: PlayerId | None = None
    ) -> Sequence[Match]:
        return self._where(
            lambda match: (
                match.phase in OPEN
                and guild in {None, match.guild}
                and player in {None, *match.players}
            )
        )

    async def whereabouts(
        self, *, channel: ChannelId | None = None, match: MatchId | None = None
    ) -> Sequence[Whereabouts]:
        return [
            Whereabouts(
                id=one.id,
                guild=one.guild,
                channel=one.channel,
                players=one.players,
                phase=one.phase,
                message=one.message,
                thread=one.thread,
                lost_thread=one.lost_thread,
                code_from=_code_from(one),
            )
            for one in await self.open()
            if not one.terms.in_panel
            if channel in {None, one.channel} and match in {None, one.id}
        ]

    async def due(self, at: datetime) -> Sequence[MatchId]:
        found = [
            (match.next_deadline, match.id)
            for match in self._contents.matches.values()
            if match.next_deadline is not None and match.next_deadline <= at
            if match.guild not in self._contents.absences
        ]
        return [match for _, match in sorted(found)]

    async def crowd(self, guild: GuildId, player: PlayerId, at: datetime) -> Crowd:
        here = [one for one in await self.open(guild=guild) if not one.terms.in_panel]
        live = [match for match in here if match.phase in LIVE]
        made = self._where(
            lambda match: (
                match.guild == guild and _challenged_by(match, player) and not match.terms.in_panel
            )
        )
        return Crowd(
            challenges=sum(
                _challenged_by(match, player) and match.phase is Phase.CHALLENGED
                for match in here
                if not match.is_overdue(at)
            ),
            matches=sum(player in match.players for match in live),
            here=len(live),
            challenged_at=max((match.created_at for match in made), default=None),
        )

    async def last_untaken(
        self, guild: GuildId, challenger: PlayerId, opponent: PlayerId
    ) -> datetime | None:
        made = self._where(
            lambda match: (
                (match.guild, match.opponent) == (guild, opponent)
                and _challenged_by(match, challenger)
                and _was_not_taken(match)
            )
        )
        return max((match.created_at for match in made), default=None)

    async def codes_settable_by(self, player: PlayerId) -> Sequence[Match]:
        return self._where(lambda match: _code_from(match) == player)

    def _where(self, wanted: Callable[[Match], bool]) -> list[Match]:
        return sorted(filter(wanted, self._contents.matches.values()), key=_age)

    def _rows(self) -> Iterable[Row]:
        for match in self._contents.matches.values():
            for played in match.rounds:
                yield from played.rows


class MemoryOutbox:
    """`ports.OutboxStore`."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    async def add(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if entry.id in self._contents.entries or entry.match not in self._contents.matches:
                raise StorageError("an entry is there already, or is about no stored match")
            self._contents.entries[entry.id] = entry

    async def owed(self, match: MatchId | None = None) -> Sequence[Entry]:
        contents = self._contents
        return [
            entry
            for entry in contents.entries.values()
            if entry.id not in contents.settled and match in {None, entry.match}
        ]

    async def settle(self, entry: EntryId, message: MessageId | None, at: datetime) -> None:
        if entry in self._contents.entries:
            self._contents.settled.setdefault(entry, message)
            self._contents.settled_at.setdefault(entry, at)


class MemoryPlayers:
    """`ports.PlayerStore`."""

    def __init__(self, contents: Contents) -> None:
        self._people = contents.people
        self._preferences = contents.preferences

    async def remember(self, guild: GuildId, person: Person, at: datetime) -> None:
        known = self._people.get((guild, person.id))
        if known is None:
            self._people[guild, person.id] = person, at
        elif known[1] <= at:
            locale = person.locale or known[0].locale
            self._people[guild, person.id] = replace(person, locale=locale), at

    async def names(self, guild: GuildId, players: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        return {
            player: self._people[guild, player][0].name
            for player in players
            if (guild, player) in self._people
        }

    async def locale(self, player: PlayerId) -> str | None:
        seen = [
            (at, guild, person.locale)
            for (guild, known), (person, at) in self._people.items()
            if known == player and person.locale
        ]
        return max(seen)[2] if seen else None

    async def preferences(self, player: PlayerId) -> Preferences:
        return self._preferences.get(player, Preferences())

    async def keep_preferences(self, player: PlayerId, preferences: Preferences) -> None:
        self._preferences[player] = preferences


class MemoryStandings:
    """`ports.StandingStore`, counted afresh from the matches themselves."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    async def page(
        self, guild: GuildId, sort: Sort, since: datetime | None, offset: int, limit: int
    ) -> StandingsPage:
        board = self._board(guild, sort, since)
        return StandingsPage(tuple(board[offset : offset + limit]), len(board))

    async def line(
        self, guild: GuildId, player: PlayerId, sort: Sort = Sort.POINTS
    ) -> Standing | None:
        board = self._board(guild, sort, None)
        return next((line for line in board if line.player == player), None)

    def _board(self, guild: GuildId, sort: Sort, since: datetime | None) -> list[Standing]:
        counted = [
            match
            for match in self._contents.matches.values()
            if match.guild == guild and match.phase is Phase.FINISHED and _ended_by(match, since)
            if match.terms.kind is (Kind.BOT if sort is Sort.BOT else Kind.PEOPLE)
        ]
        players = {
            player
            for match in counted
            for player in match.players
            if not is_erased(player) and player != match.bot
        }
        lines = [self._line(guild, player, counted) for player in players]
        values = [_sort_keys(line, sort)[0] for line in lines]
        ranked = [
            replace(line, rank=1 + sum(value > own for value in values))
            for line, own in zip(lines, values, strict=True)
        ]
        return sorted(ranked, key=lambda line: _board_order(line, sort))

    def _line(self, guild: GuildId, player: PlayerId, counted: Sequence[Match]) -> Standing:
        own = [match for match in counted if player in match.players]
        known = self._contents.people.get((guild, player))
        return Standing(
            rank=0,
            player=player,
            name=known[0].name if known else str(player),
            points=sum(verdict_of(match).totals[player] for match in own),
            wins=sum(match.winner == player for match in own),
            draws=sum(match.winner is None for match in own),
            losses=sum(match.winner == match.other(player) for match in own),
        )


@dataclass(frozen=True)
class MemoryStores:
    """`ports.Stores`."""

    matches: MemoryMatches
    outbox: MemoryOutbox
    players: MemoryPlayers
    standings: MemoryStandings
    servers: MemoryServers
    care: MemoryCare
    practice: MemoryPractice
    solos: MemorySolos
    dailies: MemoryDailies
    privacy: MemoryPrivacy


class MemoryDatabase:
    """`ports.Database`. A cancelled caller's work is not kept."""

    def __init__(self, settings: Mapping[GuildId, ServerSettings] | None = None) -> None:
        self._contents = Contents(settings=dict(settings or {}))
        self._open: Contents | None = None
        self._lock = asyncio.Lock()

    async def transact(self, work: Callable[[Stores], Awaitable[T]]) -> T:
        if self._open is not None and self._open is _draft.get():
            raise RuntimeError("transact() was called inside a transaction")
        async with self._lock:
            draft = self._open = self._contents.snapshot()
            token = _draft.set(draft)
            try:
                result = await work(_stores(draft))
                draft.check()
            finally:
                self._open = None
                _draft.reset(token)
            self._contents = draft
            return result


def _stores(contents: Contents) -> MemoryStores:
    return MemoryStores(
        MemoryMatches(contents),
        MemoryOutbox(contents),
        MemoryPlayers(contents),
        MemoryStandings(contents),
        MemoryServers(contents),
        MemoryCare(contents),
        MemoryPractice(contents),
        MemorySolos(contents),
        MemoryDailies(contents),
        MemoryPrivacy(contents),
    )


def _challenged_by(match: Match, player: PlayerId) -> bool:
    """A rematch, which has no time to lapse, is nobody's challenge."""
    return match.challenger == player and match.expires_at > match.created_at


def _was_not_taken(match: Match) -> bool:
    return match.phase in {Phase.CHALLENGED, Phase.DECLINED, Phase.EXPIRED} or (
        match.phase is Phase.CANCELLED and match.called_off is None
    )


def _age(match: Match) -> tuple[datetime, MatchId]:
    return match.created_at, match.id


def _last(match: Match) -> tuple[bool, bool, datetime, MatchId]:
    return match.phase in LIVE, match.successor is None, match.created_at, match.id


def _code_from(match: Match) -> PlayerId | None:
    last = match.round
    if match.phase not in OPEN or last is None or last.rows:
        return None
    early = match.phase is Phase.CHALLENGED
    return None if early and last.codemaker != match.challenger else last.codemaker


def _ended_by(match: Match, since: datetime | None) -> bool:
    return since is None or (match.ended_at is not None and match.ended_at >= since)


def _sort_keys(line: Standing, sort: Sort) -> tuple[int, int]:
    return (line.wins, line.points) if sort is Sort.WINS else (line.points, line.wins)


def _board_order(line: Standing, sort: Sort) -> tuple[int, int, int, str, PlayerId]:
    first, second = _sort_keys(line, sort)
    return -first, -second, line.matches, line.name, line.player
