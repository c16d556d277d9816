"""What passing time does to what SQLite keeps."""

from datetime import datetime, timedelta
from typing import Protocol

import aiosqlite

from bot.matches.ids import GuildId
from bot.matches.ports import Keeping
from bot.storage.loading import load_queries
from bot.storage.times import from_stamp, to_span, to_stamp


class CareQueries(Protocol):
    """queries/care.sql."""

    async def alive_at(self, db: aiosqlite.Connection, /) -> int | None: ...
    async def note_alive(self, db: aiosqlite.Connection, /, *, at: int) -> int: ...
    async def shift_deadlines(
        self, db: aiosqlite.Connection, /, *, by: int, guild: int | None, at: int
    ) -> int: ...
    async def heard_at(self, db: aiosqlite.Connection, /) -> int | None: ...
    async def note_heard(self, db: aiosqlite.Connection, /, *, at: int) -> int: ...
    async def delete_settled(self, db: aiosqlite.Connection, /, *, before: int) -> int: ...
    async def delete_unplayed(self, db: aiosqlite.Connection, /, *, before: int) -> int: ...
    async def delete_audit(self, db: aiosqlite.Connection, /, *, before: int) -> int: ...
    async def delete_matches_of_left(self, db: aiosqlite.Connection, /, *, before: int) -> int: ...
    async def delete_players_of_left(self, db: aiosqlite.Connection, /, *, before: int) -> int: ...
    async def delete_audit_of_left(self, db: aiosqlite.Connection, /, *, before: int) -> int: ...
    async def delete_daily_secrets_of_left(
        self, db: aiosqlite.Connection, /, *, before: int
    ) -> int: ...
    async def delete_daily_days_of_left(
        self, db: aiosqlite.Connection, /, *, before: int
    ) -> int: ...
    async def delete_outages_of_left(self, db: aiosqlite.Connection, /, *, before: int) -> int: ...
    async def delete_past_zones_of_left(
        self, db: aiosqlite.Connection, /, *, before: int
    ) -> int: ...
    async def delete_servers_of_left(self, db: aiosqlite.Connection, /, *, before: int) -> int: ...
    async def delete_absences(self, db: aiosqlite.Connection, /, *, before: int) -> int: ...


_queries: CareQueries = load_queries("care")


class SqliteCare:
    """`ports.CareStore`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def alive_at(self) -> datetime | None:
        """See the port."""
        stamp = await _queries.alive_at(self._connection)
        return None if stamp is None else from_stamp(stamp)

    async def note_alive(self, at: datetime) -> None:
        """See the port."""
        await _queries.note_alive(self._connection, at=to_stamp(at))

    async def heard_at(self) -> datetime | None:
        """See the port."""
        stamp = await _queries.heard_at(self._connection)
        return None if stamp is None else from_stamp(stamp)

    async def note_heard(self, at: datetime) -> None:
        """See the port."""
        await _queries.note_heard(self._connection, at=to_stamp(at))

    async def shift(self, by: timedelta, at: datetime, guild: GuildId | None = None) -> None:
        """See the port."""
        await _queries.shift_deadlines(
            self._connection, by=to_span(by), guild=guild, at=to_stamp(at)
        )

    async def purge(self, at: datetime) -> None:
        """See the port."""
        connection = self._connection
        await _queries.delete_settled(connection, before=to_stamp(at - Keeping.SETTLED_ENTRY))
        await _queries.delete_unplayed(connection, before=to_stamp(at - Keeping.UNPLAYED_MATCH))
        await _queries.delete_audit(connection, before=to_stamp(at - Keeping.AUDIT_LINE))
        left = to_stamp(at - Keeping.LEFT_SERVER)
        for delete in (
            _queries.delete_matches_of_left,
            _queries.delete_players_of_left,
            _queries.delete_audit_of_left,
            _queries.delete_daily_secrets_of_left,
            _queries.delete_daily_days_of_left,
            _queries.delete_outages_of_left,
            _queries.delete_past_zones_of_left,
            _queries.delete_servers_of_left,
            _queries.delete_absences,
        ):
            await delete(connection, before=left)
