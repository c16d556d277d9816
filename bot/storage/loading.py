"""The SQL files as functions."""

import sqlite3
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import aiosql
import aiosqlite
from aiosql.adapters.aiosqlite import AioSQLiteAdapter

QUERIES = Path(__file__).with_name("queries")


class WholeResults(AioSQLiteAdapter):
    """Runs a query and reads all of its result in one step of the connection's thread.

    No cursor outlives the step. One that a cancelled task leaves half read would make SQLite
    refuse every later commit for as long as anything holds the task's traceback.
    """

    async def select(
        self,
        conn: aiosqlite.Connection,
        _query_name: str,
        sql: str,
        parameters: Mapping[str, object],
        _record_class: None = None,
    ) -> AsyncIterator[sqlite3.Row]:
        """The rows, one after the other."""
        for row in await conn.execute_fetchall(sql, parameters):
            yield row

    async def select_one(
        self,
        conn: aiosqlite.Connection,
        _query_name: str,
        sql: str,
        parameters: Mapping[str, object],
        _record_class: None = None,
    ) -> sqlite3.Row | None:
        """The first row."""
        return next(iter(await conn.execute_fetchall(sql, parameters)), None)

    async def select_value(
        self,
        conn: aiosqlite.Connection,
        _query_name: str,
        sql: str,
        parameters: Mapping[str, object],
    ) -> Any:
        """The first column of the first row."""
        row = await self.select_one(conn, _query_name, sql, parameters)
        return None if row is None else row[0]


def load_queries(name: str) -> Any:
    """The queries of `queries/<name>.sql`; the caller gives them the type of its Protocol.

    Those that write whole rows name no parameters in their heading: it must fit one line.
    """
    return aiosql.from_path(
        QUERIES / f"{name}.sql",
        WholeResults,  # type: ignore[arg-type]  # nor does aiosql's own fit its Protocol
        mandatory_parameters=False,
        encoding="utf-8",
    )
