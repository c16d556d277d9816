"""Leaderboards in SQLite, summed from results each time."""

import sqlite3
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Protocol

import aiosqlite

from bot.matches.ids import GuildId, PlayerId
from bot.matches.models import Kind
from bot.matches.ports import Sort, Standing, StandingsPage
from bot.storage.loading import load_queries
from bot.storage.times import EVER, to_stamp


class StandingQueries(Protocol):
    """queries/standings.sql."""

    def standings(
        self,
        db: aiosqlite.Connection,
        /,
        *,
        guild: int,
        kind: str,
        since: int,
        by_wins: bool,
        player: int | None,
        skipped: int,
        kept: int,
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def count_of_standings(
        self, db: aiosqlite.Connection, /, *, guild: int, kind: str, since: int
    ) -> int: ...


_queries: StandingQueries = load_queries("standings")


class SqliteStandings:
    """`ports.StandingStore`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def page(
        self, guild: GuildId, sort: Sort, since: datetime | None, offset: int, limit: int
    ) -> StandingsPage:
        """See the port."""
        first = EVER if since is None else to_stamp(since)
        found = _queries.standings(
            self._connection,
            guild=guild,
            kind=_kind(sort),
            since=first,
            by_wins=sort is Sort.WINS,
            player=None,
            skipped=offset,
            kept=limit,
        )
        lines = [_read(record) async for record in found]
        total = await _queries.count_of_standings(
            self._connection, guild=guild, kind=_kind(sort), since=first
        )
        return StandingsPage(tuple(lines), total)

    async def line(
        self, guild: GuildId, player: PlayerId, sort: Sort = Sort.POINTS
    ) -> Standing | None:
        """See the port."""
        found = _queries.standings(
            self._connection,
            guild=guild,
            kind=_kind(sort),
            since=EVER,
            by_wins=sort is Sort.WINS,
            player=player,
            skipped=0,
            kept=1,
        )
        lines = [_read(record) async for record in found]
        return lines[0] if lines else None


def _kind(sort: Sort) -> str:
    return (Kind.BOT if sort is Sort.BOT else Kind.PEOPLE).value


def _read(record: sqlite3.Row) -> Standing:
    return Standing(
        rank=record["place"],
        player=PlayerId(record["player"]),
        name=record["name"],
        points=record["points"],
        wins=record["wins"],
        draws=record["draws"],
        losses=record["losses"],
    )
