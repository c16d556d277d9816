"""Names and locales in SQLite."""

import sqlite3
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

import aiosqlite

from bot.matches.ids import GuildId, PlayerId
from bot.matches.models import Person
from bot.matches.settings import CodePlace, Preferences
from bot.storage.loading import load_queries
from bot.storage.times import to_stamp


class PlayerQueries(Protocol):
    """queries/players.sql."""

    async def remember_player(
        self,
        db: aiosqlite.Connection,
        /,
        *,
        id: int,  # noqa: A002
        guild: int,
        name: str,
        locale: str,
        seen_at: int,
    ) -> int: ...
    async def name_of(
        self,
        db: aiosqlite.Connection,
        /,
        *,
        id: int,  # noqa: A002
        guild: int,
    ) -> str | None: ...
    async def locale_of(self, db: aiosqlite.Connection, /, *, id: int) -> str | None: ...  # noqa: A002
    async def preferences_of(
        self, db: aiosqlite.Connection, /, *, player: int
    ) -> sqlite3.Row | None: ...
    async def keep_preferences(
        self,
        db: aiosqlite.Connection,
        /,
        *,
        player: int,
        reminders: bool,
        challengeable: bool,
        code_place: str,
    ) -> int: ...


_queries: PlayerQueries = load_queries("players")


class SqlitePlayers:
    """`ports.PlayerStore`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def remember(self, guild: GuildId, person: Person, at: datetime) -> None:
        """See the port. An action that is older than the one known changes nothing."""
        await _queries.remember_player(
            self._connection,
            id=person.id,
            guild=guild,
            name=person.name,
            locale=person.locale,
            seen_at=to_stamp(at),
        )

    async def names(self, guild: GuildId, players: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        """See the port."""
        names = {
            player: await _queries.name_of(self._connection, id=player, guild=guild)
            for player in players
        }
        return {player: name for player, name in names.items() if name is not None}

    async def locale(self, player: PlayerId) -> str | None:
        """See the port."""
        return await _queries.locale_of(self._connection, id=player)

    async def preferences(self, player: PlayerId) -> Preferences:
        """See the port."""
        return await self.chosen(player) or Preferences()

    async def chosen(self, player: PlayerId) -> Preferences | None:
        """The same, or None when nothing was ever chosen."""
        record = await _queries.preferences_of(self._connection, player=player)
        if record is None:
            return None
        return Preferences(
            reminders=bool(record["reminders"]),
            challengeable=bool(record["challengeable"]),
            code_place=CodePlace(record["code_place"]),
        )

    async def keep_preferences(self, player: PlayerId, preferences: Preferences) -> None:
        """See the port."""
        await _queries.keep_preferences(
            self._connection,
            player=player,
            reminders=preferences.reminders,
            challengeable=preferences.challengeable,
            code_place=preferences.code_place.value,
        )
