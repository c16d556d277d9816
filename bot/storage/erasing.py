"""Everything that SQLite keeps of one person: gathered, and removed."""

import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Protocol

import aiosqlite

from bot.matches.ids import GuildId, MatchId, MessageId, PlayerId, SourceId
from bot.matches.ports import Counted, KnownAs, Notice, Traces
from bot.storage.loading import load_queries
from bot.storage.outbox import read_entry
from bot.storage.players import SqlitePlayers
from bot.storage.practice import SqlitePractice
from bot.storage.records import Columns
from bot.storage.servers import read_line
from bot.storage.times import from_stamp


class ErasingQueries(Protocol):
    """queries/erasing.sql."""

    def names_of_person(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    def matches_of_person(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    def results_of_person(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    def entries_of_person(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    def audit_of_person(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    def shared_dailies_of_person(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    def sources_of_person(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def replace_sources(
        self, db: aiosqlite.Connection, records: Sequence[Columns], /
    ) -> None: ...
    async def delete_names(self, db: aiosqlite.Connection, /, *, player: int) -> int: ...
    async def delete_preferences(self, db: aiosqlite.Connection, /, *, player: int) -> int: ...
    async def delete_practice(self, db: aiosqlite.Connection, /, *, player: int) -> int: ...
    async def delete_results_of_person(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> int: ...
    async def delete_solo_results_of_person(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> int: ...
    async def delete_calls_to_person(self, db: aiosqlite.Connection, /, *, player: int) -> int: ...
    async def unlink_replies(self, db: aiosqlite.Connection, /, *, player: int) -> int: ...
    async def replace_in_outbox(
        self, db: aiosqlite.Connection, /, *, player: int, stand_in: int
    ) -> int: ...
    async def replace_in_audit(
        self, db: aiosqlite.Connection, /, *, player: int, stand_in: int
    ) -> int: ...
    async def replace_in_results(
        self, db: aiosqlite.Connection, /, *, player: int, stand_in: int
    ) -> int: ...
    async def replace_in_rounds(
        self, db: aiosqlite.Connection, /, *, player: int, stand_in: int
    ) -> int: ...
    async def replace_in_matches(
        self, db: aiosqlite.Connection, /, *, player: int, stand_in: int
    ) -> int: ...


_queries: ErasingQueries = load_queries("erasing")


class SqlitePrivacy:
    """`ports.PrivacyStore`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def traces(self, player: PlayerId) -> Traces:
        """See the port."""
        connection = self._connection
        names = [
            _read_name(row) async for row in _queries.names_of_person(connection, player=player)
        ]
        matches = _queries.matches_of_person(connection, player=player)
        results = _queries.results_of_person(connection, player=player)
        shared = _queries.shared_dailies_of_person(connection, player=player)
        audit = [
            read_line(row) async for row in _queries.audit_of_person(connection, player=player)
        ]
        return Traces(
            names=tuple(names),
            preferences=await SqlitePlayers(connection).chosen(player),
            matches=tuple([MatchId(row["id"]) async for row in matches]),
            results={
                MatchId(row["match_id"]): Counted(row["points"], row["result"])
                async for row in results
            },
            notices=await self._notices(player),
            audit=tuple(audit),
            practice=await SqlitePractice(connection).progress(player),
            shared=frozenset([MatchId(row["match_id"]) async for row in shared]),
        )

    async def erase(
        self, player: PlayerId, stand_in: PlayerId, fresh_source: Callable[[], SourceId]
    ) -> None:
        """See the port."""
        connection = self._connection
        await self._replace_sources(player, fresh_source)
        await _queries.delete_names(connection, player=player)
        await _queries.delete_preferences(connection, player=player)
        await _queries.delete_practice(connection, player=player)
        await _queries.delete_results_of_person(connection, player=player)
        await _queries.delete_solo_results_of_person(connection, player=player)
        await _queries.delete_calls_to_person(connection, player=player)
        await _queries.unlink_replies(connection, player=player)
        for replace in (
            _queries.replace_in_outbox,
            _queries.replace_in_audit,
            _queries.replace_in_results,
            _queries.replace_in_rounds,
            _queries.replace_in_matches,
        ):
            await replace(connection, player=player, stand_in=stand_in)

    async def _notices(self, player: PlayerId) -> Mapping[MatchId, Sequence[Notice]]:
        notices: defaultdict[MatchId, list[Notice]] = defaultdict(list)
        async for row in _queries.entries_of_person(self._connection, player=player):
            notices[MatchId(row["match_id"])].append(_read_notice(row))
        return notices

    async def _replace_sources(
        self, player: PlayerId, fresh_source: Callable[[], SourceId]
    ) -> None:
        sources = _queries.sources_of_person(self._connection, player=player)
        records = [{"source": row["source"], "fresh": fresh_source()} async for row in sources]
        await _queries.replace_sources(self._connection, records)


def _read_name(record: sqlite3.Row) -> KnownAs:
    return KnownAs(
        guild=GuildId(record["guild"]),
        name=record["name"],
        locale=record["locale"],
        seen_at=from_stamp(record["seen_at"]),
    )


def _read_notice(record: sqlite3.Row) -> Notice:
    settled, message = record["settled_at"], record["message_id"]
    return Notice(
        entry=read_entry(record),
        settled_at=None if settled is None else from_stamp(settled),
        message=None if message is None else MessageId(message),
    )
