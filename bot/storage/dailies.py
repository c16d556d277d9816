"""The dailies in SQLite. Their secrets are sealed before they reach any statement."""

import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

import aiosqlite

from bot.engine import Preset
from bot.matches.daily_store import DailyDay, DailyResult, Outage, Posted
from bot.matches.days import PastZone
from bot.matches.ids import ChannelId, GuildId, MatchId, MessageId, PlayerId
from bot.storage.loading import load_queries
from bot.storage.records import Columns, opened_columns
from bot.storage.sealing import Sealer
from bot.storage.times import from_stamp, to_stamp


class DailyQueries(Protocol):
    """queries/dailies.sql."""

    async def daily_secret(self, db: aiosqlite.Connection, /, *, guild: int) -> str | None: ...
    async def keep_daily_secret(
        self, db: aiosqlite.Connection, /, *, guild: int, sealed: str
    ) -> int: ...
    async def daily_preset(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str
    ) -> str | None: ...
    async def settled_daily_day(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str
    ) -> int | None: ...
    async def begin_daily_day(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str, preset: str, ends_at: int
    ) -> int: ...
    async def end_daily_day_at(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str, at: int
    ) -> int: ...
    def unclosed_daily_days(
        self, db: aiosqlite.Connection, /, *, at: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def settle_daily_day(
        self,
        db: aiosqlite.Connection,
        /,
        *,
        guild: int,
        day: str,
        channel: int | None,
        message: int | None,
        at: int,
    ) -> int: ...
    async def delete_daily_marks(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str
    ) -> int: ...
    async def close_daily_day(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str
    ) -> int: ...
    def sealed_daily_rounds(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def open_daily_rounds(
        self, db: aiosqlite.Connection, records: Sequence[Columns], /
    ) -> None: ...
    async def open_daily_rows(
        self, db: aiosqlite.Connection, records: Sequence[Columns], /
    ) -> None: ...
    def unsettled_daily_tries(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def keep_daily_mark(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str, mark: str
    ) -> int: ...
    async def daily_has_mark(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str, mark: str
    ) -> int | None: ...
    def daily_results(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def daily_is_played(
        self, db: aiosqlite.Connection, /, *, guild: int, day: str
    ) -> int | None: ...
    def daily_tries(
        self, db: aiosqlite.Connection, /, *, guild: int, player: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def share_daily(self, db: aiosqlite.Connection, /, *, match_id: str) -> int: ...
    async def daily_is_shared(
        self, db: aiosqlite.Connection, /, *, match_id: str
    ) -> int | None: ...
    async def lengthen_outage(
        self, db: aiosqlite.Connection, /, *, guild: int | None, since: int, until: int
    ) -> int | None: ...
    async def note_outage(
        self, db: aiosqlite.Connection, /, *, guild: int | None, since: int, until: int
    ) -> int: ...
    async def delete_outages(self, db: aiosqlite.Connection, /, *, after: int) -> int: ...
    async def shorten_outages(self, db: aiosqlite.Connection, /, *, after: int) -> int: ...
    def outages_of(
        self, db: aiosqlite.Connection, /, *, guild: int, since: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def note_past_zone(
        self, db: aiosqlite.Connection, /, *, guild: int, zone: str, until: int
    ) -> int: ...
    def past_zones_of(
        self, db: aiosqlite.Connection, /, *, guild: int
    ) -> AsyncIterator[sqlite3.Row]: ...


_queries: DailyQueries = load_queries("dailies")


class SqliteDailies:
    """`ports.DailyStore`."""

    def __init__(self, connection: aiosqlite.Connection, sealer: Sealer) -> None:
        self._connection = connection
        self._sealer = sealer

    async def secret(self, guild: GuildId) -> bytes | None:
        """See the port."""
        sealed = await _queries.daily_secret(self._connection, guild=guild)
        return None if sealed is None else self._sealer.unseal_daily(guild, sealed)

    async def keep_secret(self, guild: GuildId, secret: bytes) -> None:
        """See the port."""
        sealed = self._sealer.seal_daily(guild, secret)
        await _queries.keep_daily_secret(self._connection, guild=guild, sealed=sealed)

    async def preset(self, guild: GuildId, day: date) -> Preset | None:
        """See the port."""
        found = await _queries.daily_preset(self._connection, guild=guild, day=day.isoformat())
        return None if found is None else Preset(found)

    async def is_settled(self, guild: GuildId, day: date) -> bool:
        """See the port."""
        found = await _queries.settled_daily_day(self._connection, guild=guild, day=day.isoformat())
        return found is not None

    async def begin_day(self, day: DailyDay) -> None:
        """See the port."""
        await _queries.begin_daily_day(
            self._connection,
            guild=day.guild,
            day=day.day.isoformat(),
            preset=day.preset.value,
            ends_at=to_stamp(day.ends_at),
        )

    async def end_at(self, guild: GuildId, day: date, at: datetime) -> None:
        """See the port."""
        await _queries.end_daily_day_at(
            self._connection, guild=guild, day=day.isoformat(), at=to_stamp(at)
        )

    async def unclosed(self, at: datetime) -> Sequence[DailyDay]:
        """See the port."""
        found = _queries.unclosed_daily_days(self._connection, at=to_stamp(at))
        return [_read_day(record) async for record in found]

    async def settle(self, guild: GuildId, day: date, posted: Posted | None, at: datetime) -> None:
        """See the port."""
        await _queries.settle_daily_day(
            self._connection,
            guild=guild,
            day=day.isoformat(),
            channel=None if posted is None else posted.channel,
            message=None if posted is None else posted.message,
            at=to_stamp(at),
        )
        await _queries.delete_daily_marks(self._connection, guild=guild, day=day.isoformat())

    async def close(self, guild: GuildId, day: date) -> None:
        """See the port."""
        connection, on = self._connection, day.isoformat()
        sealed = _queries.sealed_daily_rounds(connection, guild=guild, day=on)
        opened = [opened_columns(record, self._sealer) async for record in sealed]
        await _queries.open_daily_rounds(connection, opened)
        await _queries.open_daily_rows(connection, opened)
        await _queries.close_daily_day(connection, guild=guild, day=on)

    async def unsettled_tries(self, player: PlayerId) -> Sequence[tuple[GuildId, date]]:
        """See the port."""
        found = _queries.unsettled_daily_tries(self._connection, player=player)
        return [
            (GuildId(record["guild"]), date.fromisoformat(record["day"])) async for record in found
        ]

    async def keep_mark(self, guild: GuildId, day: date, mark: str) -> None:
        """See the port."""
        await _queries.keep_daily_mark(
            self._connection, guild=guild, day=day.isoformat(), mark=mark
        )

    async def has_mark(self, guild: GuildId, day: date, mark: str) -> bool:
        """See the port."""
        found = await _queries.daily_has_mark(
            self._connection, guild=guild, day=day.isoformat(), mark=mark
        )
        return found is not None

    async def results(self, guild: GuildId, day: date) -> Sequence[DailyResult]:
        """See the port."""
        found = _queries.daily_results(self._connection, guild=guild, day=day.isoformat())
        return [
            DailyResult(
                PlayerId(record["player"]),
                record["name"],
                bool(record["solved"]),
                record["rows_used"],
            )
            async for record in found
        ]

    async def is_played(self, guild: GuildId, day: date) -> bool:
        """See the port."""
        found = await _queries.daily_is_played(self._connection, guild=guild, day=day.isoformat())
        return found is not None

    async def tries(self, guild: GuildId, player: PlayerId) -> Mapping[date, bool | None]:
        """See the port."""
        found = _queries.daily_tries(self._connection, guild=guild, player=player)
        return {
            date.fromisoformat(record["day"]): (
                None if record["solved"] is None else bool(record["solved"])
            )
            async for record in found
        }

    async def share(self, match: MatchId) -> None:
        """See the port."""
        await _queries.share_daily(self._connection, match_id=match)

    async def is_shared(self, match: MatchId) -> bool:
        """See the port."""
        return await _queries.daily_is_shared(self._connection, match_id=match) is not None

    async def note_outage(self, outage: Outage, guild: GuildId | None) -> None:
        """See the port."""
        connection, since, until = self._connection, to_stamp(outage.since), to_stamp(outage.until)
        longer = await _queries.lengthen_outage(connection, guild=guild, since=since, until=until)
        if longer is None:
            await _queries.note_outage(connection, guild=guild, since=since, until=until)

    async def forget_outages(self, after: datetime) -> None:
        """See the port."""
        await _queries.delete_outages(self._connection, after=to_stamp(after))
        await _queries.shorten_outages(self._connection, after=to_stamp(after))

    async def outages(self, guild: GuildId, since: datetime) -> Sequence[Outage]:
        """See the port."""
        found = _queries.outages_of(self._connection, guild=guild, since=to_stamp(since))
        return [
            Outage(from_stamp(record["since"]), from_stamp(record["until"]))
            async for record in found
        ]

    async def note_zone(self, guild: GuildId, past: PastZone) -> None:
        """See the port."""
        await _queries.note_past_zone(
            self._connection, guild=guild, zone=past.zone, until=to_stamp(past.until)
        )

    async def past_zones(self, guild: GuildId) -> Sequence[PastZone]:
        """See the port."""
        found = _queries.past_zones_of(self._connection, guild=guild)
        return [PastZone(record["zone"], from_stamp(record["until"])) async for record in found]


def _read_day(record: sqlite3.Row) -> DailyDay:
    channel, message = record["channel"], record["message"]
    return DailyDay(
        GuildId(record["guild"]),
        date.fromisoformat(record["day"]),
        Preset(record["preset"]),
        from_stamp(record["ends_at"]),
        is_settled=record["settled_at"] is not None,
        posted=None if channel is None else Posted(ChannelId(channel), MessageId(message)),
    )
