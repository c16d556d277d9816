"""Servers in SQLite: settings, audit lines, and whether the bot is still there."""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

import aiosqlite

from bot.engine import Preset
from bot.matches.ids import ChannelId, GuildId, PlayerId, RoleId
from bot.matches.ports import AuditLine
from bot.matches.settings import Caps, ServerSettings
from bot.storage.loading import load_queries
from bot.storage.records import Column, Columns, optional_span, read_limits
from bot.storage.times import from_span, from_stamp, to_span, to_stamp


class ServerQueries(Protocol):
    """queries/servers.sql."""

    async def server(self, db: aiosqlite.Connection, /, *, guild: int) -> sqlite3.Row | None: ...
    def places_of(
        self, db: aiosqlite.Connection, /, *, guild: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def keep_server(self, db: aiosqlite.Connection, /, **columns: Column) -> int: ...
    async def delete_places(self, db: aiosqlite.Connection, /, *, guild: int) -> int: ...
    async def insert_places(
        self, db: aiosqlite.Connection, records: Sequence[Columns], /
    ) -> None: ...
    def languages(self, db: aiosqlite.Connection, /) -> AsyncIterator[sqlite3.Row]: ...
    async def add_audit(
        self,
        db: aiosqlite.Connection,
        /,
        *,
        at: int,
        guild: int,
        actor: int,
        action: str,
        detail: str,
    ) -> int: ...
    def audit_of(
        self, db: aiosqlite.Connection, /, *, guild: int, kept: int
    ) -> AsyncIterator[sqlite3.Row]: ...
    def known_servers(self, db: aiosqlite.Connection, /) -> AsyncIterator[sqlite3.Row]: ...
    def absences(self, db: aiosqlite.Connection, /) -> AsyncIterator[sqlite3.Row]: ...
    async def mark_absent(self, db: aiosqlite.Connection, /, *, guild: int, since: int) -> int: ...
    async def mark_present(self, db: aiosqlite.Connection, /, *, guild: int) -> int: ...


_queries: ServerQueries = load_queries("servers")


class SqliteServers:
    """`ports.ServerStore`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def settings(self, guild: GuildId) -> ServerSettings:
        """See the port."""
        record = await _queries.server(self._connection, guild=guild)
        if record is None:
            return ServerSettings()
        places = [
            (place["kind"], place["id"])
            async for place in _queries.places_of(self._connection, guild=guild)
        ]
        return _read(record, places)

    async def keep_settings(self, guild: GuildId, settings: ServerSettings) -> None:
        """See the port."""
        await _queries.keep_server(self._connection, **_columns(guild, settings))
        await _queries.delete_places(self._connection, guild=guild)
        await _queries.insert_places(self._connection, list(_places(guild, settings)))

    async def languages(self) -> Mapping[GuildId, str]:
        """See the port."""
        return {
            GuildId(record["guild"]): record["language"]
            async for record in _queries.languages(self._connection)
        }

    async def audit(self, line: AuditLine) -> None:
        """See the port."""
        await _queries.add_audit(
            self._connection,
            at=to_stamp(line.at),
            guild=line.guild,
            actor=line.actor,
            action=line.action,
            detail=line.detail,
        )

    async def audited(self, guild: GuildId, limit: int) -> Sequence[AuditLine]:
        """See the port."""
        found = _queries.audit_of(self._connection, guild=guild, kept=limit)
        return [read_line(record) async for record in found]

    async def known(self) -> frozenset[GuildId]:
        """See the port."""
        found = _queries.known_servers(self._connection)
        return frozenset([GuildId(record["guild"]) async for record in found])

    async def absences(self) -> Mapping[GuildId, datetime]:
        """See the port."""
        return {
            GuildId(record["guild"]): from_stamp(record["since"])
            async for record in _queries.absences(self._connection)
        }

    async def mark_absent(self, guild: GuildId, at: datetime) -> None:
        """See the port."""
        await _queries.mark_absent(self._connection, guild=guild, since=to_stamp(at))

    async def mark_present(self, guild: GuildId) -> None:
        """See the port."""
        await _queries.mark_present(self._connection, guild=guild)


def _columns(guild: GuildId, settings: ServerSettings) -> Columns:
    return {
        "guild": guild,
        "language": settings.language,
        "preset": settings.preset.value,
        "rounds": settings.rounds,
        "challenge_life": to_span(settings.challenge_life),
        "turn_limit": to_span(settings.limits.turn),
        "reminder": optional_span(settings.limits.reminder),
        "challenges_each": settings.caps.challenges_each,
        "matches_each": settings.caps.matches_each,
        "matches_here": settings.caps.matches_here,
        "pause": to_span(settings.caps.pause),
        "zone": settings.zone,
        "daily_channel": settings.daily_channel,
    }


def _places(guild: GuildId, settings: ServerSettings) -> Iterator[Columns]:
    for channel in settings.channels:
        yield {"guild": guild, "kind": "channel", "id": channel}
    for role in settings.roles:
        yield {"guild": guild, "kind": "role", "id": role}


def _read(record: sqlite3.Row, places: Sequence[tuple[str, int]]) -> ServerSettings:
    daily = record["daily_channel"]
    return ServerSettings(
        language=record["language"],
        channels=frozenset(ChannelId(place) for kind, place in places if kind == "channel"),
        roles=frozenset(RoleId(place) for kind, place in places if kind == "role"),
        preset=Preset(record["preset"]),
        rounds=record["rounds"],
        challenge_life=from_span(record["challenge_life"]),
        limits=read_limits(record),
        caps=Caps(
            challenges_each=record["challenges_each"],
            matches_each=record["matches_each"],
            matches_here=record["matches_here"],
            pause=from_span(record["pause"]),
        ),
        zone=record["zone"],
        daily_channel=None if daily is None else ChannelId(daily),
    )


def read_line(record: sqlite3.Row) -> AuditLine:
    """The line of this record of `audit`."""
    return AuditLine(
        at=from_stamp(record["at"]),
        guild=GuildId(record["guild"]),
        actor=PlayerId(record["actor"]),
        action=record["action"],
        detail=record["detail"],
    )
