"""What a database file holds, whatever its schema."""

from dataclasses import dataclass

import aiosqlite

from bot.matches.errors import StorageError
from bot.storage.migrate import load_migrations, schema_of

_OURS = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('matches', 'rounds')"
_DAILY = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'daily_secrets'"
_RUNNING = "SELECT COUNT(*) FROM matches WHERE phase IN ('challenged', 'setting', 'breaking')"


@dataclass(frozen=True, slots=True)
class Contents:
    """Numbers of a database, and what is sealed in it, which needs the key file."""

    schema: int
    matches: int
    running: int
    sealed: tuple[str, ...]


async def contents_of(connection: aiosqlite.Connection) -> Contents:
    """Raises UnknownSchemaError for a newer bot's file, StorageError for another program's."""
    schema = await schema_of(connection, load_migrations())
    if len(list(await connection.execute_fetchall(_OURS))) != len(("matches", "rounds")):
        raise StorageError("it is no database of this bot")
    ((matches,),) = await connection.execute_fetchall("SELECT COUNT(*) FROM matches")
    ((running,),) = await connection.execute_fetchall(_RUNNING)
    return Contents(schema, matches, running, await sealed_codes(connection))


async def sealed_codes(connection: aiosqlite.Connection) -> tuple[str, ...]:
    """The sealed codes of all running rounds, and the sealed secrets of the dailies."""
    query = "SELECT sealed FROM rounds WHERE sealed IS NOT NULL"
    if list(await connection.execute_fetchall(_DAILY)):  # not in a file from before there were any
        query += " UNION ALL SELECT sealed FROM daily_secrets"
    return tuple(row[0] for row in await connection.execute_fetchall(query))
