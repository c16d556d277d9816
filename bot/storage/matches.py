"""Matches in SQLite. A code that somebody may still play for is sealed before any statement."""

import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Protocol

import aiosqlite

from bot.matches.errors import StaleVersionError
from bot.matches.ids import ChannelId, GuildId, MatchId, PlayerId, SourceId, ThreadId
from bot.matches.models import Match
from bot.matches.ports import Crowd, Whereabouts
from bot.storage.loading import load_queries
from bot.storage.records import (
    Column,
    Columns,
    match_columns,
    read_match,
    read_round,
    read_whereabouts,
    result_columns,
    round_columns,
    rows_columns,
    solo_columns,
)
from bot.storage.sealing import Sealer
from bot.storage.times import from_stamp, to_stamp


class MatchQueries(Protocol):
    """queries/matches.sql."""

    async def match_by_id(self, db: aiosqlite.Connection, /, *, id: str) -> sqlite3.Row | None: ...  # noqa: A002
    async def last_match_in_thread(
        self, db: aiosqlite.Connection, /, *, thread: int
    ) -> sqlite3.Row | None: ...
    async def match_that_lost(
        self, db: aiosqlite.Connection, /, *, thread: int
    ) -> sqlite3.Row | None: ...
    def matches_with_settable_code(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    def open_matches(
        self, db: aiosqlite.Connection, /, *, guild: int | None, player: int | None
    ) -> AsyncIterator[sqlite3.Row]: ...
    def whereabouts(
        self, db: aiosqlite.Connection, /, *, channel: int | None, match: str | None
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def private_solo(
        self, db: aiosqlite.Connection, /, *, guild: int, player: int
    ) -> sqlite3.Row | None: ...
    async def daily(
        self, db: aiosqlite.Connection, /, *, guild: int, player: int, day: str
    ) -> sqlite3.Row | None: ...
    def waiting_for_bot(self, db: aiosqlite.Connection, /) -> AsyncIterator[sqlite3.Row]: ...
    def due_matches(
        self, db: aiosqlite.Connection, /, *, at: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def crowd(
        self, db: aiosqlite.Connection, /, *, guild: int, player: int, at: int
    ) -> sqlite3.Row: ...
    async def last_challenge(
        self, db: aiosqlite.Connection, /, *, guild: int, player: int
    ) -> int | None: ...
    async def last_untaken_challenge(
        self, db: aiosqlite.Connection, /, *, guild: int, player: int, opponent: int
    ) -> int | None: ...
    def rounds_of(
        self, db: aiosqlite.Connection, /, *, match_id: str
    ) -> AsyncIterator[sqlite3.Row]: ...
    def rows_of(
        self, db: aiosqlite.Connection, /, *, match_id: str
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def closed_day(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str
    ) -> int | None: ...
    async def source_exists(self, db: aiosqlite.Connection, /, *, source: int) -> int | None: ...
    async def insert_match(self, db: aiosqlite.Connection, /, **columns: Column) -> int | None: ...
    async def update_match(self, db: aiosqlite.Connection, /, **columns: Column) -> int | None: ...
    async def save_rounds(
        self, db: aiosqlite.Connection, records: Sequence[Columns], /
    ) -> None: ...
    async def save_rows(self, db: aiosqlite.Connection, records: Sequence[Columns], /) -> None: ...
    async def delete_results(self, db: aiosqlite.Connection, /, *, match_id: str) -> int: ...
    async def insert_results(
        self, db: aiosqlite.Connection, records: Sequence[Columns], /
    ) -> None: ...
    async def insert_solo_results(
        self, db: aiosqlite.Connection, records: Sequence[Columns], /
    ) -> None: ...


_queries: MatchQueries = load_queries("matches")


class SqliteMatches:
    """`ports.MatchStore`."""

    def __init__(self, connection: aiosqlite.Connection, sealer: Sealer) -> None:
        self._connection = connection
        self._sealer = sealer

    async def load(self, match: MatchId) -> Match | None:
        """See the port."""
        record = await _queries.match_by_id(self._connection, id=match)
        return None if record is None else await self._whole(record)

    async def in_thread(self, thread: ThreadId) -> Match | None:
        """See the port."""
        record = await _queries.last_match_in_thread(self._connection, thread=thread)
        return None if record is None else await self._whole(record)

    async def that_lost(self, thread: ThreadId) -> Match | None:
        """See the port."""
        record = await _queries.match_that_lost(self._connection, thread=thread)
        return None if record is None else await self._whole(record)

    async def private_solo(self, guild: GuildId, player: PlayerId) -> Match | None:
        """See the port."""
        record = await _queries.private_solo(self._connection, guild=guild, player=player)
        return None if record is None else await self._whole(record)

    async def daily(self, guild: GuildId, player: PlayerId, day: date) -> Match | None:
        """See the port."""
        record = await _queries.daily(
            self._connection, guild=guild, player=player, day=day.isoformat()
        )
        return None if record is None else await self._whole(record)

    async def waiting_for_bot(self) -> Sequence[MatchId]:
        """See the port."""
        found = _queries.waiting_for_bot(self._connection)
        return [MatchId(record["id"]) async for record in found]

    async def save(self, match: Match) -> Match:
        """See the port. A row whose source is stored already is refused by the database."""
        write = _queries.update_match if match.version else _queries.insert_match
        version = await write(self._connection, **match_columns(match))
        if version is None:
            raise StaleVersionError(f"match {match.id} is not at version {match.version} any more")
        await self._save_rounds(match)
        await _queries.delete_results(self._connection, match_id=match.id)
        await _queries.insert_results(self._connection, list(result_columns(match)))
        await _queries.insert_solo_results(self._connection, list(solo_columns(match)))
        return replace(match, version=version)

    async def source_seen(self, source: SourceId) -> bool:
        """See the port."""
        return await _queries.source_exists(self._connection, source=source) is not None

    async def codes_settable_by(self, player: PlayerId) -> Sequence[Match]:
        """See the port."""
        found = _queries.matches_with_settable_code(self._connection, player=player)
        return [await self._whole(record) async for record in found]

    async def open(
        self, *, guild: GuildId | None = None, player: PlayerId | None = None
    ) -> Sequence[Match]:
        """See the port."""
        found = _queries.open_matches(self._connection, guild=guild, player=player)
        return [await self._whole(record) async for record in found]

    async def whereabouts(
        self, *, channel: ChannelId | None = None, match: MatchId | None = None
    ) -> Sequence[Whereabouts]:
        """See the port."""
        found = _queries.whereabouts(self._connection, channel=channel, match=match)
        return [read_whereabouts(record) async for record in found]

    async def due(self, at: datetime) -> Sequence[MatchId]:
        """See the port."""
        found = _queries.due_matches(self._connection, at=to_stamp(at))
        return [MatchId(record["id"]) async for record in found]

    async def crowd(self, guild: GuildId, player: PlayerId, at: datetime) -> Crowd:
        """See the port."""
        counts = await _queries.crowd(self._connection, guild=guild, player=player, at=to_stamp(at))
        last = await _queries.last_challenge(self._connection, guild=guild, player=player)
        return Crowd(
            challenges=counts["challenges"],
            matches=counts["matches"],
            here=counts["here"],
            challenged_at=None if last is None else from_stamp(last),
        )

    async def last_untaken(
        self, guild: GuildId, challenger: PlayerId, opponent: PlayerId
    ) -> datetime | None:
        """See the port."""
        stamp = await _queries.last_untaken_challenge(
            self._connection, guild=guild, player=challenger, opponent=opponent
        )
        return None if stamp is None else from_stamp(stamp)

    async def _save_rounds(self, match: Match) -> None:
        hidden = await self._is_hidden(match)
        rounds = [
            round_columns(match.id, played, self._sealer, hidden=hidden) for played in match.rounds
        ]
        rows = [
            row for played in match.rounds for row in rows_columns(match.id, played, hidden=hidden)
        ]
        await _queries.save_rounds(self._connection, rounds)
        await _queries.save_rows(self._connection, rows)

    async def _is_hidden(self, match: Match) -> bool:
        """Whether others may still play for the code of this match, also when it is over."""
        if match.day is None:
            return False
        day = match.day.isoformat()
        return await _queries.closed_day(self._connection, guild=match.guild, day=day) is None

    async def _whole(self, record: sqlite3.Row) -> Match:
        match_id = record["id"]
        rows: defaultdict[int, list[sqlite3.Row]] = defaultdict(list)
        async for row in _queries.rows_of(self._connection, match_id=match_id):
            rows[row["round"]].append(row)
        rounds = [
            read_round(found, rows[found["number"]], self._sealer)
            async for found in _queries.rounds_of(self._connection, match_id=match_id)
        ]
        return read_match(record, tuple(rounds))
