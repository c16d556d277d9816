"""What a database file holds, whatever its schema."""

from dataclasses import dataclass

import aiosqlite

from bot.matches.errors import StorageError
from bot.storage.migrate import load_migrations, schema_of

_OURS = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('matches', 'rounds')"
_RUNNING = "SELECT COUNT(*) FROM matches WHERE phase IN ('challenged', 'setting', 'breaking')"


@dataclass(frozen=True, slots=True)
class Contents:
    """Numbers of a database, and its sealed codes, which need the key file."""

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
    """The sealed codes of all running rounds."""
    query = "SELECT sealed FROM rounds WHERE sealed IS NOT NULL"
    return tuple(row[0] for row in await connection.execute_fetchall(query))
