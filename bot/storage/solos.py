"""How the codes came out that people cracked alone, summed by SQLite each time."""

import sqlite3
from typing import Protocol

import aiosqlite

from bot.matches.ids import GuildId, PlayerId
from bot.matches.solo_store import SoloRecord
from bot.storage.loading import load_queries


class SoloQueries(Protocol):
    """queries/solos.sql."""

    async def solo_record(
        self, db: aiosqlite.Connection, /, *, guild: int, player: int, in_threads: bool
    ) -> sqlite3.Row | None: ...


_queries: SoloQueries = load_queries("solos")


class SqliteSolos:
    """`ports.SoloStore`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def record(
        self, guild: GuildId, player: PlayerId, *, in_threads: bool = False
    ) -> SoloRecord:
        """See the port."""
        found = await _queries.solo_record(
            self._connection, guild=guild, player=player, in_threads=in_threads
        )
        if found is None:
            return SoloRecord()
        return SoloRecord(
            played=found["played"],
            solved=found["solved"],
            rows=found["rows_used"],
            best=found["best"],
            streak=found["streak"],
            longest=found["longest"],
        )
