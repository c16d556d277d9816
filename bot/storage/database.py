"""The one connection that writes, and its transactions."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from bot.matches.errors import StorageError
from bot.matches.ports import Clock, Stores
from bot.storage.care import SqliteCare
from bot.storage.checks import check_whole
from bot.storage.contents import sealed_codes
from bot.storage.dailies import SqliteDailies
from bot.storage.erasing import SqlitePrivacy
from bot.storage.faults import file_faults, sqlite_faults
from bot.storage.files import make_file, make_folder, remove_files
from bot.storage.lock import process_lock
from bot.storage.matches import SqliteMatches
from bot.storage.migrate import load_migrations, migrate
from bot.storage.outbox import SqliteOutbox
from bot.storage.players import SqlitePlayers
from bot.storage.practice import SqlitePractice
from bot.storage.sealing import Sealer, open_sealer
from bot.storage.servers import SqliteServers
from bot.storage.solos import SqliteSolos
from bot.storage.standings import SqliteStandings

DATABASE_FILE = "mastermind.sqlite3"
LOCK_FILE = "mastermind.lock"
KEY_FILE = "secret.key"
BACKUP_FOLDER = "backups"
PATIENCE = 5000
"""Milliseconds that a statement waits for another process."""
EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"
RESTORED_FILE = "restored.sqlite3"
"""A restore's copy, until it replaces the database."""
RESTORED_FILES = "restored.*"

T = TypeVar("T")

_log = logging.getLogger(__name__)
_transaction: ContextVar[asyncio.Task[Any] | None] = ContextVar("transaction", default=None)
"""The transaction in which this code runs, itself or as a task that the transaction started."""


@dataclass(frozen=True, slots=True)
class SqliteStores:
    """`ports.Stores`."""

    matches: SqliteMatches
    outbox: SqliteOutbox
    players: SqlitePlayers
    standings: SqliteStandings
    servers: SqliteServers
    care: SqliteCare
    practice: SqlitePractice
    solos: SqliteSolos
    dailies: SqliteDailies
    privacy: SqlitePrivacy


class SqliteDatabase:
    """`ports.Database` on one file. Made by `open`; `close` must follow, or the process hangs."""

    def __init__(
        self, connection: aiosqlite.Connection, sealer: Sealer, resources: AsyncExitStack
    ) -> None:
        """Takes over `resources`, which close the connection and free the lock."""
        self._connection = connection
        self._resources = resources
        self._stores = SqliteStores(
            SqliteMatches(connection, sealer),
            SqliteOutbox(connection),
            SqlitePlayers(connection),
            SqliteStandings(connection),
            SqliteServers(connection),
            SqliteCare(connection),
            SqlitePractice(connection),
            SqliteSolos(connection),
            SqliteDailies(connection, sealer),
            SqlitePrivacy(connection),
        )
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    @classmethod
    async def open(cls, folder: Path, *, clock: Clock) -> Self:
        """Open the database of this data folder; folder, file, key and tables are made as needed.

        Raises StorageBusyError when another process has it, StorageUnwritableError when the
        folder cannot be used, DamagedError, UnknownSchemaError, KeyFileError, or StorageError.
        """
        opening = asyncio.create_task(cls._opened(folder, clock))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            # Cancelled while it connects, aiosqlite would leave its thread behind.
            await asyncio.wait([opening])
            if not opening.cancelled() and opening.exception() is None:
                await opening.result().close()
            raise

    @classmethod
    async def _opened(cls, folder: Path, clock: Clock) -> Self:
        with file_faults(), sqlite_faults():
            async with AsyncExitStack() as resources:
                connection = await resources.enter_async_context(opened(folder, clock))
                sealer = open_sealer(folder / KEY_FILE, await sealed_codes(connection))
                return cls(connection, sealer, resources.pop_all())

    async def transact(self, work: Callable[[Stores], Awaitable[T]]) -> T:
        """See the port. Also raises StorageError for what SQLite refuses, and when closed.

        Raises RuntimeError when nested, which would otherwise wait for itself for ever.
        """
        outer = _transaction.get()
        if outer is not None and not outer.done():
            raise RuntimeError("transact() was called inside a transaction")
        return await self._to_its_end(partial(self._alone, work))

    async def scrub(self) -> bool:
        """Leave nothing of what was deleted in the write-ahead log, which SQLite only writes over.

        Returns whether it could: not while another process, such as a backup, reads.
        """
        return await self._to_its_end(self._scrubbed)

    async def close(self) -> None:
        """Wait for running transactions, close the connection and free the lock; repeatable.

        Cancelled while it waits, it undoes what is still running, and closes all the same.
        """
        self._closed = True
        try:
            await self._drain()
        finally:
            for task in self._tasks:
                task.cancel()
            await self._drain()
            with sqlite_faults():
                await self._resources.aclose()

    async def _to_its_end(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Cancelled between two statements, the work would leave a transaction half done."""
        if self._closed:
            raise StorageError("the database is closed")
        task = asyncio.create_task(work(), name="storage-transaction")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # A caller that was cancelled hears nothing of it, and asyncio would call that a mistake.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _scrubbed(self) -> bool:
        async with self._lock:
            with sqlite_faults():
                try:
                    # The connection's one thread would wait, and every game with it.
                    await self._connection.execute_fetchall("PRAGMA busy_timeout = 0")
                    (row,) = await self._connection.execute_fetchall(EMPTY_LOG)
                finally:
                    await self._connection.execute_fetchall(f"PRAGMA busy_timeout = {PATIENCE}")
        return not row[0]

    async def _drain(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _alone(self, work: Callable[[Stores], Awaitable[T]]) -> T:
        _transaction.set(asyncio.current_task())
        async with self._lock:
            with sqlite_faults():
                return await self._committed(work)

    async def _committed(self, work: Callable[[Stores], Awaitable[T]]) -> T:
        try:
            # Inside, because a BEGIN whose waiting was cancelled still runs.
            await self._connection.execute_fetchall("BEGIN IMMEDIATE")
            result = await work(self._stores)
            await self._connection.commit()
        except BaseException:
            await self._connection.rollback()
            raise
        return result


@asynccontextmanager
async def opened(folder: Path, clock: Clock) -> AsyncIterator[aiosqlite.Connection]:
    """The database of this data folder, whole and up to date, with the process lock held.

    Raises as `SqliteDatabase.open` does, and what SQLite and the file system raise.
    """
    make_folder(folder)
    with process_lock(folder / LOCK_FILE):
        remove_files(folder, RESTORED_FILES)
        # Beforehand, because aiosqlite leaves its thread behind when it cannot connect.
        make_file(folder / DATABASE_FILE)
        async with aiosqlite.connect(folder / DATABASE_FILE, isolation_level=None) as connection:
            await _prepare(connection, folder / BACKUP_FOLDER, clock)
            yield connection


async def _prepare(connection: aiosqlite.Connection, backups: Path, clock: Clock) -> None:
    """Set what SQLite keeps for a connection only, check the file, and update the schema."""
    _log.info("SQLite %s", sqlite3.sqlite_version)
    connection.row_factory = sqlite3.Row
    for setting in (
        f"busy_timeout = {PATIENCE}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "secure_delete = ON",
    ):
        await connection.execute_fetchall(f"PRAGMA {setting}")
    await check_whole(connection)
    await migrate(connection, backups, clock(), load_migrations())
    await connection.execute_fetchall("PRAGMA foreign_keys = ON")
    # A crash may have left in the log what was deleted; see `scrub`.
    await connection.execute_fetchall(EMPTY_LOG)
