"""Bringing the schema up to date: all pending steps in one transaction, after a backup."""

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import aiosqlite

from bot.matches.errors import StorageError, UnknownSchemaError
from bot.storage.backup import KEPT_UNASKED, Kind, make_backup

MIGRATIONS = Path(__file__).with_name("migrations")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema; `number` is the schema's version after it, from 1 without gaps."""

    number: int
    statements: tuple[str, ...]


def load_migrations(folder: Path = MIGRATIONS) -> tuple[Migration, ...]:
    """The steps in `NNNN_what.sql` files, in order."""
    return tuple(
        Migration(int(path.name[:4]), tuple(_statements(path.read_text(encoding="utf-8"))))
        for path in sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    )


async def migrate(
    connection: aiosqlite.Connection,
    backups: Path,
    at: datetime,
    migrations: Sequence[Migration],
) -> None:
    """Take every pending step; the database is then as the newest one leaves it.

    A database that holds anything is copied first to `backups/before-NNNN-<time>.sqlite3`, of
    which the newest few stay.
    Foreign keys must not be enforced meanwhile, since dropping a table that is rebuilt would
    empty those that refer to it; they are checked before the commit instead. Raises
    UnknownSchemaError when the database is newer than the newest step.
    """
    version = await schema_of(connection, migrations)
    pending = [migration for migration in migrations if migration.number > version]
    if not pending:
        return
    if await _number(connection, "SELECT COUNT(*) FROM sqlite_schema"):
        stem = f"{Kind.UPGRADE}-{pending[0].number:04}"
        await make_backup(connection, backups, stem, at, KEPT_UNASKED)
    await _apply(connection, pending)
    _log.info("the database went from schema %d to %d", version, pending[-1].number)


async def schema_of(connection: aiosqlite.Connection, migrations: Sequence[Migration]) -> int:
    """The schema's version, 0 for none; UnknownSchemaError when it is newer than the newest."""
    version, newest = await _number(connection, "PRAGMA user_version"), migrations[-1].number
    if version > newest:
        raise UnknownSchemaError(f"the database has schema {version}, this bot knows {newest}")
    return version


async def _apply(connection: aiosqlite.Connection, pending: Sequence[Migration]) -> None:
    try:
        await connection.execute_fetchall("BEGIN IMMEDIATE")
        for migration in pending:
            for statement in migration.statements:
                await connection.execute_fetchall(statement)
        await _check_references(connection)
        await connection.execute_fetchall(f"PRAGMA user_version = {pending[-1].number}")
        await connection.commit()
    except BaseException:
        await connection.rollback()
        raise


async def _check_references(connection: aiosqlite.Connection) -> None:
    if list(await connection.execute_fetchall("PRAGMA foreign_key_check")):
        raise StorageError("after the migration, rows refer to rows that are not there")


async def _number(connection: aiosqlite.Connection, query: str) -> int:
    (row,) = await connection.execute_fetchall(query)
    return int(row[0])


def _statements(script: str) -> Iterator[str]:
    """Each statement of a script; SQLite itself says where one ends."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
