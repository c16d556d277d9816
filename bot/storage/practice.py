"""Progress in practice, in SQLite."""

import sqlite3
from typing import Protocol

import aiosqlite

from bot.matches.ids import PlayerId
from bot.matches.practice_store import Progress
from bot.storage.loading import load_queries


class PracticeQueries(Protocol):
    """queries/practice.sql."""

    async def progress_of(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> sqlite3.Row | None: ...
    async def keep_progress(
        self,
        db: aiosqlite.Connection,
        /,
        *,
        player: int,
        level: int,
        run: int,
        answered: int,
        correct: int,
    ) -> int: ...


_queries: PracticeQueries = load_queries("practice")


class SqlitePractice:
    """`ports.PracticeStore`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def progress(self, player: PlayerId) -> Progress | None:
        """See the port."""
        record = await _queries.progress_of(self._connection, player=player)
        if record is None:
            return None
        return Progress(record["level"], record["run"], record["answered"], record["correct"])

    async def keep(self, player: PlayerId, progress: Progress) -> None:
        """See the port."""
        await _queries.keep_progress(
            self._connection,
            player=player,
            level=progress.level,
            run=progress.run,
            answered=progress.answered,
            correct=progress.correct,
        )
